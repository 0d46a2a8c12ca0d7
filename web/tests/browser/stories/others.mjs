// What others play, and how one is shown it.
import assert from "node:assert/strict";
import { board, click, number, person, playNow, together, turn, untilMoving, URL } from "../people.mjs";

/**
 * Takes down what comes by the live stream, from before the table is opened. While the moves of others are held, they wait, so that
 * they come all at once however slowly this machine plays.
 */
const listenIn = (page) =>
  page.addInitScript(() => {
    globalThis.updates = [];
    globalThis.held = null;
    globalThis.EventSource = class extends EventSource {
      addEventListener(type, heard, options) {
        if (type !== "update") return super.addEventListener(type, heard, options);
        return super.addEventListener(type, (event) => {
          globalThis.updates.push(JSON.parse(event.data));
          // The first is one's own move.
          if (globalThis.held && globalThis.updates.length > 1) globalThis.held.push(() => heard(event));
          else heard(event);
        }, options);
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

/** Makes a choice, and shows what the others do after it when they have done it. */
async function seeTheirTurn(page, choose) {
  await watchMoments(page);
  await page.evaluate(() => (globalThis.held = []));
  await choose();
  await page.waitForFunction(() => globalThis.updates.length && !globalThis.updates.at(-1).thinking);
  await page.evaluate(() => {
    const { held } = globalThis;
    globalThis.held = null;
    for (const go of held) go();
  });
}

/** Ends turns until the moves of others begin to be shown, two at least; not if the game ends first. */
async function untilShown(page) {
  for (let nth = 0; nth < 20; nth++) {
    if (!(await turn(page))) return false;
    await seeTheirTurn(page, () => page.locator(".prompt .buttons button:not(.undo):enabled").first().click());
    if (await page.locator(".parade").count()) return true;
  }
  assert.fail("nothing was ever shown one by one");
}

/** Plays until the moves of others begin to be shown, in another game if this one ends first. */
async function untilShownSomewhere(page) {
  for (let games = 0; games < 5; games++) {
    if (await untilShown(page)) return;
    await playNow(page);
  }
  assert.fail("game after game ended before anything was shown");
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
    const heard = new Set();
    let updates, steps;
    // The computer may have done little: then its next turn is looked at, and if it never does much, another game.
    for (let tries = 0; tries < 24 && !(steps?.length >= 3); tries++) {
      if (tries % 6 === 5 || !(await untilShown(page))) {
        await playNow(page);
        await untilMoving(page);
        replays.length = 0;
        continue;
      }
      heard.clear();
      while (await page.locator(".parade").count()) {
        heard.add(await page.locator("[data-news]").innerText());
        await page.waitForTimeout(50);
      }
      const seen = await page.evaluate(() => ({ moments: globalThis.moments, updates: globalThis.updates }));
      updates = seen.updates;
      steps = [...new Set(seen.moments)];
    }
    assert.ok(steps.length >= 3, `only ${steps} were shown`);
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b), "a step came in the wrong order");
    // Every move of which something is told; what is played without a choice comes along with what it follows.
    const told = updates.filter(({ log = [], number, from }) => log.length && number > from).map(({ number }) => number);
    assert.deepEqual(told.filter((number) => !steps.includes(number)), [], `of ${told} only ${steps} were shown`);
    // Whoever has just come may still be told what has changed, which takes one look back.
    assert.ok(replays.length <= 1, `what the stream had brought was asked for again: ${replays}`);
    assert.ok(heard.size >= 2, `read aloud: ${[...heard].join(" / ")}`);
    await untilShownSomewhere(page);
    await page.keyboard.press("Escape");
    await page.locator(".parade").waitFor({ state: "detached" });
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
    await listenIn(page);
    await playNow(page);
    for (let tries = 0; tries < 12; tries++) {
      await untilShownSomewhere(page);
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
    await together([one, two, watcher]);
  },
};
