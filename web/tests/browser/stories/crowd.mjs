// Very many pieces on very many spaces.
import assert from "node:assert/strict";
import { crowd } from "../crowd.mjs";
import { drag, frames, zoom } from "../frames.mjs";
import { accessible, board, person, shot, URL } from "../people.mjs";
import { promise } from "../promises.mjs";
import { tap } from "../secrets.mjs";
import { quantile } from "../stopwatch.mjs";

/** Nodes of the whole page, however near or far one is. */
const NODES = 2500;

const nodes = (page) => page.evaluate(() => document.querySelectorAll("*").length);

/** Waits until the sheet lies still and has been drawn. */
async function settled(page) {
  await page.waitForTimeout(500);
  await page.locator(".sheet:not(.moving)").waitFor({ state: "attached" });
  await page.waitForTimeout(200);
}

async function sitDown(page) {
  const made = await crowd();
  await page.goto(made.address);
  await board(page).waitFor();
  await settled(page);
  return made;
}

/** Goes once over what will be looked at: a new server prints the map on the same processors as the browser. */
async function haveItPrinted(page, middle) {
  await zoom(page, middle, 60);
  await drag(page, middle, 60);
  await page.waitForFunction(() => [...document.querySelectorAll("img")].every(({ complete }) => complete));
  await page.waitForTimeout(3000);
}

/** Boxes of pieces that lie over one another. */
const covered = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".piece")].map((piece) => ({ what: piece.getAttribute("aria-label"), ...piece.getBoundingClientRect().toJSON() }));
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return boxes.flatMap((one, nth) => boxes.slice(nth + 1).filter((other) => over(one, other)).map((other) => `${one.what} and ${other.what}`));
  });

export const stories = {
  async "no piece is covered, at any zoom, on a screen or a phone, by day or by night"() {
    const bot = { kind: "bot", level: "greedy" };
    for (const [game, scenario, seats] of [["alliance", "1804", 2], ["conquests", "short", 5]]) {
      const answer = await fetch(`${URL}/api/games`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ game, scenario, seats: [{ kind: "human", name: "Ney" }, ...Array(seats - 1).fill(bot)], seed: "07".repeat(32) }),
      });
      const { links } = await answer.json();
      for (const [kind, options] of [["wide", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }]]) {
        const page = await person(options);
        await page.goto(`${URL}${links[0].path}`);
        await board(page).waitFor();
        await settled(page);
        for (let step = 0; step < 5; step++) {
          assert.deepEqual(await covered(page), [], `${game}, ${kind}, step ${step}`);
          await shot(page, `pieces-${game}-${kind}-${step}`);
          await board(page).focus();
          await page.keyboard.press("+");
          await page.keyboard.press("+");
          await settled(page);
        }
        await page.close();
      }
    }
  },

  async "by night every frame comes in time, too"() {
    const page = await person({ colorScheme: "dark" });
    await sitDown(page);
    const { x, y, width, height } = await board(page).boundingBox();
    const middle = [x + width / 2, y + height / 2];
    await haveItPrinted(page, middle);
    await promise(async () => {
      await page.getByRole("button", { name: "Fit the board" }).click();
      await settled(page);
      const zoomed = await frames(page, "by night, zooming", () => zoom(page, middle, 60));
      const panned = await frames(page, "by night, panning", () => drag(page, middle, 60));
      await shot(page, "crowd-night");
      return () => {
        for (const found of [zoomed, panned]) assert.ok(quantile(found, 0.5) < 20 && quantile(found, 0.95) < 34, "frames come too late");
      };
    });
  },

  async "a thousand counters on thousands of hexes: few nodes, and every frame in time"() {
    const page = await person();
    const { view, spaces } = await sitDown(page);
    const { x, y, width, height } = await board(page).boundingBox();
    const middle = [x + width / 2, y + height / 2];
    await shot(page, "crowd-far");
    await haveItPrinted(page, middle);
    const seen = [await nodes(page)];
    const zoomed = [];
    const panned = [];
    await promise(async () => {
      await page.getByRole("button", { name: "Fit the board" }).click();
      await settled(page);
      zoomed.push(...(await frames(page, `${view.table.pieces.length} pieces, ${spaces} spaces, zooming`, () => zoom(page, middle, 90))));
      panned.push(...(await frames(page, "panning", () => drag(page, middle, 120))));
      return () => {
        for (const found of [zoomed.splice(0), panned.splice(0)]) {
          assert.ok(quantile(found, 0.5) < 20, "most frames come too late");
          assert.ok(quantile(found, 0.95) < 34, "more than one frame in twenty comes more than one frame late");
        }
      };
    });
    // From afar to as near as one can come.
    await page.getByRole("button", { name: "Fit the board" }).click();
    await settled(page);
    for (let step = 0; step < 12; step++) {
      seen.push(await nodes(page));
      if (step === 4 || step === 8) await shot(page, `crowd-${step}`);
      await page.mouse.move(...middle);
      await page.mouse.wheel(0, -200);
      await settled(page);
    }
    console.log(`      ${Math.max(...seen)} nodes at most`);
    assert.ok(Math.max(...seen) <= NODES, `${Math.max(...seen)} nodes`);
  },

  async "a closed stack is opened by mouse and by key, and its pieces are chosen one by one"() {
    const page = await person();
    const { view } = await sitDown(page);
    assert.equal(view.table.pieces.length, 1000);
    const [first] = view.table.pieces;
    const stack = page.locator(`.piece.closed[data-space="${first.at.space}"]`);
    const box = await stack.boundingBox();
    assert.match(await stack.getAttribute("aria-label"), /^4 pieces, Blue/);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const fan = page.locator(".fan");
    await fan.waitFor();
    assert.equal(await fan.locator(".tile").count(), 4);
    await shot(page, "crowd-fan");
    await accessible(page, "an open stack");
    // A click takes it in hand and shows where it can go, and Escape puts it back.
    await fan.locator(".tile").first().click();
    const putBack = page.getByRole("button", { name: "Put back" });
    await putBack.waitFor();
    await page.locator(".destination").first().waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await putBack.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await fan.waitFor({ state: "detached" });
    // With the keyboard: to the next place where something can be done, open it, choose.
    await page.mouse.move(5, 5);
    await board(page).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await fan.waitFor();
    await page.keyboard.press("Escape");
    await fan.waitFor({ state: "detached" });
  },

  async "a turn among a thousand counters: taken in hand, marched, and told to the others by patches"() {
    const page = await person();
    const { id, links, ask } = await sitDown(page);
    // Somebody else follows it meanwhile.
    const other = await person();
    await other.goto(new globalThis.URL(links[1].path, page.url()).href);
    await board(other).waitFor();
    const bodies = await tap(other, id);
    const before = (await ask(`/games/${id}`, links[0].token)).number;
    for (let nth = 0; nth < 100; nth++) {
      const { number, table } = await ask(`/games/${id}`, links[0].token);
      if (!table.to_act.includes(0)) break;
      const marches = table.choices.filter(({ action }) => typeof action !== "string");
      const { action } = marches[(7 * nth) % marches.length] ?? table.choices[0];
      await ask(`/games/${id}/moves`, links[0].token, { number, seat: 0, action });
    }
    const { number } = await ask(`/games/${id}`, links[0].token);
    assert.equal(number - before, 100);
    for (const one of [page, other]) {
      await one.waitForFunction((number) => document.querySelector(".time span")?.textContent?.endsWith(`/${number}`), number);
      assert.ok((await nodes(one)) <= NODES);
    }
    const sent = bodies.reduce((sum, body) => sum + body.length, 0);
    console.log(`      ${number} actions, ${(sent / 1024).toFixed(0)} KB to somebody who follows`);
    assert.ok(sent < 2 * 1024 * 1024, `${sent} bytes were sent to one who follows`);
    await shot(page, "crowd-turn");
  },
};
