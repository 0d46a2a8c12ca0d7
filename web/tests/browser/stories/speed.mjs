// How long one waits.
import assert from "node:assert/strict";
import { drag, frames, zoom } from "../frames.mjs";
import { board, click, person, playNow, prompt, shot, turn, URL } from "../people.mjs";
import { held, promise } from "../promises.mjs";
import { quantile } from "../stopwatch.mjs";

const ms = (value) => `${value.toFixed(0)} ms`;

export const stories = {
  async "a whole game, to the end, by clicking, and every click answered at once"() {
    await promise(async () => {
      const page = await person();
      await playNow(page);
      for (let nth = 0; nth < 3000 && (await turn(page)); nth++) await click(page, nth % 3 ? 0 : 1);
      await shot(page, "over");
      assert.match(await prompt(page), /victory|draw/i);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByText("Seed:").waitFor();
      await page.getByRole("link", { name: "Download the game" }).waitFor();
      const { asked, clicks } = await page.evaluate(() => globalThis.times);
      const [half, most] = [quantile(clicks, 0.5), quantile(clicks, 0.95)];
      assert.ok(clicks.length > 0.9 * asked, `${asked - clicks.length} of ${asked} clicks were not answered`);
      console.log(`      ${clicks.length} clicks: answered on the screen within ${ms(half)} (median), ${ms(most)} (95 of 100)`);
      return () => assert.ok(most < 100, `a click was answered within ${ms(most)}`);
    });
  },

  async "the board is there within a second"() {
    const page = await person();
    await playNow(page);
    const game = page.url();
    await promise(async () => {
      const seen = [];
      for (let nth = 0; nth < 5; nth++) {
        await page.goto("about:blank");
        await page.goto(game);
        await board(page).waitFor();
        await page.waitForFunction(() => globalThis.times.board !== null);
        seen.push(await page.evaluate(() => globalThis.times.board));
      }
      const typical = quantile(seen, 0.5);
      console.log(`      board painted ${ms(typical)} after navigation (median of ${seen.length})`);
      return () => assert.ok(typical < 1000, `the board was painted after ${ms(typical)}`);
    });
  },

  async "a new zoom level is sharp within a second"() {
    const page = await person();
    await promise(async () => {
      const took = [];
      // Every map is drawn anew at every level, which takes long in a program that is not optimised.
      const { maps } = await (await fetch(`${URL}/api/catalog`)).json();
      const looked = held ? maps : maps.slice(0, 1);
      for (const { id } of looked) {
        await page.goto(`${URL}/maps/${id}`);
        await page.locator(".picture.ready").waitFor({ state: "attached", timeout: 60_000 });
        const level = () => page.locator(".picture").getAttribute("data-level");
        const { x, y, width, height } = await board(page).boundingBox();
        await page.mouse.move(x + 0.45 * width, y + 0.45 * height);
        // A person looks at what he sees before he goes nearer.
        for (let nth = 0; nth < 3; nth++) {
          await page.waitForTimeout(2500);
          const before = await level();
          let begun = 0;
          let changed = false;
          for (let tries = 0; tries < 4 && !changed; tries++) {
            for (let turns = 0; turns < 3; turns++) {
              await page.mouse.wheel(0, -120);
              await page.waitForTimeout(40);
            }
            begun = performance.now();
            const another = (before) => document.querySelector(".picture").dataset.level !== before;
            changed = await page.waitForFunction(another, before, { timeout: 1500 }).then(() => true, () => false);
          }
          if (!changed) break;
          await page.locator(".sheet:not(.moving) .picture.ready").waitFor({ state: "attached", timeout: 60_000 });
          took.push(performance.now() - begun);
          console.log(`      ${id}: level ${before} to ${await level()} sharp after ${ms(took.at(-1))}`);
        }
      }
      assert.ok(took.length >= looked.length, "levels were changed");
      const [half, most] = [quantile(took, 0.5), quantile(took, 0.95)];
      console.log(`      a new zoom level is sharp after ${ms(half)} (median), ${ms(most)} (95 of 100)`);
      return () => assert.ok(most < 1000, `a new zoom level was sharp after ${ms(most)}`);
    }, 1);
  },

  async "the map follows the wheel and the hand"() {
    const page = await person();
    await promise(async () => {
      await playNow(page);
      await page.waitForTimeout(1000);
      const { x, y, width, height } = await board(page).boundingBox();
      const middle = [x + width / 2, y + height / 2];
      const scale = () => page.locator(".sheet").evaluate((sheet) => new DOMMatrix(getComputedStyle(sheet).transform).a);
      const before = await scale();
      const zoomed = await frames(page, "zooming", () => zoom(page, middle));
      assert.ok((await scale()) > 1.5 * before);
      const panned = await frames(page, "panning", () => drag(page, middle));
      return () => {
        for (const found of [zoomed, panned]) {
          assert.ok(quantile(found, 0.5) < 20, "most frames come too late");
          assert.ok(quantile(found, 0.95) < 34, "more than one frame in twenty comes more than one frame late");
        }
      };
    });
    // At rest the sheet is no longer a stretched picture.
    await page.locator(".sheet:not(.moving)").waitFor();
  },
};
