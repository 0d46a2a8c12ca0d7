// How smoothly something moves: the time from frame to frame.
import { quantile } from "./stopwatch.mjs";

/** How long each frame takes while something is done, in milliseconds. */
export async function frames(page, what, move) {
  await page.evaluate(() => {
    globalThis.frames_ = [];
    let last = null;
    const tick = (now) => {
      if (!globalThis.frames_) return;
      if (last !== null) globalThis.frames_.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await move();
  const found = await page.evaluate(() => {
    const all = globalThis.frames_;
    globalThis.frames_ = null;
    return all;
  });
  console.log(`      ${what}: a frame takes ${quantile(found, 0.5).toFixed(1)} ms (median), ${quantile(found, 0.95).toFixed(1)} ms (95 of 100)`);
  return found;
}

/** Turns the wheel over a point, in and then a little out again. */
export async function zoom(page, [x, y], turns = 60) {
  await page.mouse.move(x, y);
  for (let nth = 0; nth < turns; nth++) {
    await page.mouse.wheel(0, nth < (2 * turns) / 3 ? -60 : 60);
    await page.waitForTimeout(16);
  }
}

/** Drags what is at a point about. */
export async function drag(page, [x, y], steps = 60) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let nth = 0; nth < steps; nth++) {
    await page.mouse.move(x + 200 * Math.sin(nth / 9), y + 120 * Math.cos(nth / 7));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}
