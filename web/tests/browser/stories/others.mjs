// What others play, and how one is shown it.
import assert from "node:assert/strict";
import { board, click, number, person, playNow, turn, untilMoving, URL } from "../people.mjs";

/** Takes down every moment that the board shows from now on. */
const watchMoments = (page) =>
  page.evaluate(() => {
    globalThis.moments = [];
    const line = document.querySelector(".time");
    const take = () => globalThis.moments.push(document.querySelector(".time span").textContent.split("/").map(Number));
    new MutationObserver(take).observe(line, { subtree: true, characterData: true, childList: true });
  });

/** Ends turns until the moves of others begin to be shown. */
async function untilShown(page) {
  for (let nth = 0; nth < 20; nth++) {
    await turn(page);
    await watchMoments(page);
    await page.locator(".prompt .buttons button:not(.undo):enabled").first().click();
    const shown = page.locator(".parade");
    if (await shown.waitFor({ timeout: 3000 }).then(() => true, () => false)) return;
  }
  assert.fail("nothing was ever shown one by one");
}

export const stories = {
  async "the moves of others are shown one by one, read aloud, and can be skipped"() {
    const page = await person({ pace: "brisk" });
    await playNow(page);
    await untilMoving(page);
    await untilShown(page);
    const heard = new Set();
    while (await page.locator(".parade").count()) {
      heard.add(await page.locator("[data-news]").innerText());
      await page.waitForTimeout(50);
    }
    const moments = await page.evaluate(() => globalThis.moments.map(([at]) => at));
    const steps = [...new Set(moments)];
    assert.ok(steps.length >= 3, `only ${steps} were shown`);
    // What is played without a choice comes along with what it follows.
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b), "a step came in the wrong order");
    assert.ok(heard.size >= 2, `read aloud: ${[...heard].join(" / ")}`);
    await untilShown(page);
    await page.keyboard.press("Escape");
    await page.locator(".parade").waitFor({ state: "detached", timeout: 300 });
  },

  async "a click while moves are shown ends the show and counts"() {
    const page = await person({ pace: "slow" });
    await playNow(page);
    for (let tries = 0; tries < 12; tries++) {
      await untilShown(page);
      // The show goes on while the turn has come back already.
      await page.locator(".prompt.yours").waitFor({ timeout: 60_000 });
      const button = page.locator(".prompt .buttons button:not(.undo):enabled").first();
      if (!(await page.locator(".parade").count()) || !(await button.count())) continue;
      const before = await number(page);
      await button.click();
      await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) > old, before);
      return;
    }
    assert.fail("it was never one's turn while moves were shown");
  },

  async "who wants nothing to move sees all at once"() {
    const page = await person({ pace: "brisk", reducedMotion: "reduce" });
    await playNow(page);
    await untilMoving(page);
    const before = await number(page);
    await page.locator(".prompt .buttons button:not(.undo):enabled").first().click();
    let shown = 0;
    for (let nth = 0; nth < 30; nth++) {
      shown += await page.locator(".parade").count();
      await page.waitForTimeout(50);
    }
    await turn(page);
    assert.ok((await number(page)) > before);
    assert.equal(shown, 0);
  },

  async "whoever made a game can delete it, and who watches it is told"() {
    const host = await person();
    await playNow(host);
    await board(host).waitFor();
    const watcher = await person();
    await watcher.goto(host.url());
    await board(watcher).waitFor();
    assert.equal(await watcher.getByRole("button", { name: "Delete game" }).count(), 0);
    host.once("dialog", (dialog) => dialog.accept());
    await host.getByRole("tab", { name: "Table" }).click();
    await host.getByRole("button", { name: "Delete game" }).click();
    await host.waitForURL(URL + "/");
    await watcher.getByText("This game was deleted.").waitFor();
  },

  async "two people play each other by links, and a third only watches"() {
    const host = await person();
    await host.goto(URL);
    await host.getByRole("button", { name: "Set up a game" }).first().click();
    await host.getByLabel("Who takes seat 2").selectOption("human");
    const answer = host.waitForResponse((response) => response.url().endsWith("/api/games") && response.status() === 201);
    await host.getByRole("button", { name: "Start the game" }).click();
    const { id, links } = await (await answer).json();
    const [one, two, watcher] = await Promise.all([person(), person(), person()]);
    await Promise.all([one.goto(URL + links[0].path), two.goto(URL + links[1].path), watcher.goto(`${URL}/play/${id}`)]);
    for (const page of [one, two]) {
      await board(page).waitFor();
      assert.equal(new globalThis.URL(page.url()).hash, "", "the token stays in the address");
      assert.equal(await page.getByText("(you)").count(), 1);
    }
    await watcher.getByText("Watching").waitFor();
    const stranger = await person();
    await stranger.goto(`${URL}/play/${id}#${"0".repeat(32)}`);
    await stranger.getByText("You can watch the game.").waitFor();
    assert.equal(await watcher.getByRole("button", { name: "Undo" }).count(), 0);
    for (let nth = 0; nth < 12; nth++) {
      await Promise.any([one, two].map((page) => page.locator(".prompt.yours").waitFor()));
      const mine = (await one.locator(".prompt.yours").count()) ? one : two;
      await click(mine, nth);
    }
    const numbers = async () => Promise.all([one, two, watcher].map(number));
    await watcher.waitForTimeout(800);
    const [a, b, c] = await numbers();
    assert.ok(a === b && b === c, `${a} ${b} ${c}`);
  },
};
