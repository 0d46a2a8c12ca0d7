// What others play, and how one is shown it.
import assert from "node:assert/strict";
import { board, click, number, person, playNow, turn, untilMoving, URL } from "../people.mjs";

/** Takes down what comes by the live stream, from before the table is opened. */
const listenIn = (page) =>
  page.addInitScript(() => {
    globalThis.updates = [];
    globalThis.EventSource = class extends EventSource {
      constructor(...args) {
        super(...args);
        this.addEventListener("update", ({ data }) => globalThis.updates.push(JSON.parse(data)));
      }
    };
  });

/** Takes down every moment that the board shows from now on. */
const watchMoments = (page) =>
  page.evaluate(() => {
    globalThis.moments = [];
    globalThis.updates?.splice(0);
    const time = document.querySelector(".time");
    const take = () => globalThis.moments.push(Number(time.dataset.shown));
    globalThis.watcher?.disconnect();
    globalThis.watcher = new MutationObserver(take);
    globalThis.watcher.observe(time, { attributeFilter: ["data-shown"] });
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
    await listenIn(page);
    const replays = [];
    page.on("request", (request) => request.url().includes("/replay") && replays.push(request.url()));
    await playNow(page);
    await untilMoving(page);
    // Whoever comes to a table is told what has changed; from then on the stream tells it all.
    replays.length = 0;
    await untilShown(page);
    const heard = new Set();
    while (await page.locator(".parade").count()) {
      heard.add(await page.locator("[data-news]").innerText());
      await page.waitForTimeout(50);
    }
    const { moments, updates } = await page.evaluate(() => ({ moments: globalThis.moments, updates: globalThis.updates }));
    const steps = [...new Set(moments)];
    assert.ok(steps.length >= 3, `only ${steps} were shown`);
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b), "a step came in the wrong order");
    // Every move of which something is told; what is played without a choice comes along with what it follows.
    const told = updates.filter(({ log = [], number, from }) => log.length && number > from).map(({ number }) => number);
    assert.deepEqual(told.filter((number) => !steps.includes(number)), [], `of ${told} only ${steps} were shown`);
    // Whoever has just come may still be told what has changed, which takes one look back.
    assert.ok(replays.length <= 1, `what the stream had brought was asked for again: ${replays}`);
    assert.ok(heard.size >= 2, `read aloud: ${[...heard].join(" / ")}`);
    await untilShown(page);
    await page.keyboard.press("Escape");
    await page.locator(".parade").waitFor({ state: "detached", timeout: 300 });
  },

  async "a long turn of the computer is shown to its last move"() {
    const page = await person({ pace: "brisk" });
    await listenIn(page);
    const seats = [{ kind: "human", name: "Ney" }, { kind: "bot", level: "greedy" }];
    const answer = await fetch(`${URL}/api/games`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: "conquests", scenario: "short", seats, seed: "07".repeat(32) }),
    });
    const { links } = await answer.json();
    await page.goto(`${URL}${links[0].path}`);
    for (let nth = 0; nth < 60; nth++) {
      await turn(page);
      await watchMoments(page);
      await page.getByRole("tab", { name: /Choices/ }).click();
      const choices = page.locator("#panel li button");
      await choices.nth(nth % (await choices.count())).click();
      const confirm = page.locator(".confirm .primary");
      if (await confirm.count()) await confirm.click();
      await page.locator(".prompt:not(.yours)").waitFor({ timeout: 700 }).catch(() => {});
      await turn(page);
      const { moments, updates } = await page.evaluate(() => ({ moments: globalThis.moments, updates: globalThis.updates }));
      const told = updates.filter(({ log = [], number, from }) => log.length && number > from).map(({ number }) => number);
      assert.deepEqual(told.filter((number) => !moments.includes(number)), [], `of ${told} only ${moments} were shown`);
      if (told.length >= 12) return;
    }
    assert.fail("the computer never had a long turn");
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
    await host.getByRole("button", { name: "Menu" }).click();
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
