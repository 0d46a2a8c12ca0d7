// Napoleon's Conquests: a whole short game by clicks, with four computer players.
import assert from "node:assert/strict";
import { accessible, beyond, board, number, person, prompt, shot, URL } from "../people.mjs";

/** Makes a short game for five, always dealt alike. */
async function makeGame(seats) {
  const answer = await fetch(`${URL}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "conquests", scenario: "short", seats, seed: "18".repeat(32) }),
  });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  return made;
}

/** Decides whatever is asked: an advisor on the mat, else the first choice of the list. */
async function decide(page) {
  const before = await number(page);
  const box = page.locator(".mat .can").first();
  if (await box.count()) await box.click();
  else {
    const tab = page.getByRole("tab", { name: /Choices/ });
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    await page.locator("#panel li button").first().click();
  }
  await beyond(page, before);
}

export const stories = {
  async "a short game of Conquests for five, by clicks, to the end"() {
    const bot = { kind: "bot", level: "greedy" };
    const made = await makeGame([{ kind: "human", name: "Ney" }, bot, bot, bot, bot]);
    const page = await person();
    await page.goto(URL + made.links[0].path);
    await board(page).waitFor();
    let advised = 0;
    let looked = false;
    for (let decisions = 0; decisions < 400; decisions++) {
      await page.waitForFunction(() => document.title.startsWith("●") || document.querySelector("[data-over]"), null, { timeout: 60_000 });
      if (!(await page.title()).startsWith("●")) break;
      const asked = await prompt(page);
      if (asked.includes("Place an advisor")) {
        advised++;
        if (!looked) {
          looked = true;
          await accessible(page, "the mat");
          await shot(page, "conquests-mat");
        }
      }
      await decide(page);
    }
    await shot(page, "conquests-end");
    assert.equal(await page.locator("[data-over]").count(), 1, "the game is over");
    assert.ok(advised >= 15, `${advised} advisors were placed by clicks`);
  },
};
