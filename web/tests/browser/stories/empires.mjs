// Whole stretches of a game of empires: a year against the computer, and seven people who keep their secrets.
import assert from "node:assert/strict";
import { beyond, board, confirm, number, person, prompt, shot, turn, URL } from "../people.mjs";
import { keepSecrets, watchViews } from "../secrets.mjs";

/** Makes a game of 1804, always dealt alike. */
async function makeGame(seats) {
  const answer = await fetch(`${URL}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "alliance", scenario: "1804", seats, seed: "18".repeat(32) }),
  });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  return made;
}

/** The key of what is asked. */
const question = (page) => page.locator(".prompt").getAttribute("data-question");

/** Does something and waits until the game has gone on. */
async function goOn(page, what) {
  const before = await number(page);
  await what();
  await confirm(page);
  await beyond(page, before);
}

/** Opens a group from the list of choices, and takes a block of it somewhere by the same list. */
async function march(page) {
  await page.getByRole("tab", { name: /Choices/ }).click();
  const groups = page.locator("#panel").getByRole("button", { name: /^Activate the group in/ });
  if (!(await groups.count())) return;
  await goOn(page, () => groups.first().click());
  await page.locator(".piece.moves").first().waitFor();
  // Where nothing can be moved, the group stays.
  const moves = page.locator("#panel").getByRole("button", { name: /^(Move|Attack|Sail|March|Enter|Invade) / });
  if (await moves.count()) await goOn(page, () => moves.first().click());
}

/** Decides whatever is asked by clicking: a card, a fight, a march, or the first button. */
async function decide(page, marched) {
  const asked = page.locator(".tray .can").or(page.locator(".battle .asked button")).first();
  if (await asked.count()) return goOn(page, () => asked.click());
  if (!marched && (await question(page)) === "actions") return march(page);
  const end = page.locator(".prompt").getByRole("button", { name: /^End the turn/ });
  if (await end.count()) return goOn(page, () => end.click());
  const button = page.locator(".prompt .buttons button:not(.undo):enabled").first();
  if (await button.count()) return goOn(page, () => button.click());
  await page.getByRole("tab", { name: /Choices/ }).click();
  return goOn(page, () => page.locator("#panel li button").first().click());
}

export const stories = {
  async "a year of Alliance by clicks against the computer, through the first Winter"() {
    // Whoever marches as carelessly as this would lose Napoléon, and with him the game, before the year is over.
    const made = await makeGame([{ kind: "bot", level: "greedy" }, { kind: "human", name: "Nelson" }]);
    const page = await person();
    await page.goto(URL + made.links[0].path);
    await board(page).waitFor();
    let marches = 0;
    let marched = false;
    for (let nth = 0; nth < 250; nth++) {
      if (!(await turn(page))) break;
      if ((await page.locator(".prompt .left").innerText()).includes("1805")) break;
      const moving = (await question(page)) === "actions";
      const now = moving && !marched;
      await decide(page, marched);
      marches += now ? 1 : 0;
      marched = moving;
    }
    await shot(page, "empires-1805");
    assert.match(await page.locator(".prompt .left").innerText(), /1805/);
    assert.ok(marches >= 3, `only ${marches} marches in a year`);
    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByText(/collects \d+ gold/).first().waitFor();
  },

  async "the computer says what it would do in one's place, and why"() {
    const made = await makeGame([{ kind: "human", name: "Ney" }, { kind: "bot", level: "greedy" }]);
    const page = await person();
    await page.goto(URL + made.links[0].path);
    await board(page).waitFor();
    await turn(page);
    const ask = page.getByRole("button", { name: "What would you do?" });
    await ask.click();
    const advice = page.locator("[data-advice]");
    await advice.waitFor();
    assert.match(await advice.innerText(), /^I would: .+\.$/);
    await shot(page, "advice");
    // It is about this decision: the next one has its own.
    await decide(page, true);
    await turn(page);
    await ask.waitFor();
  },

  async "seven people at one table are shown their own, and nobody else's"() {
    const made = await makeGame(Array.from({ length: 7 }, (_, nth) => ({ kind: "human", name: `Player ${nth + 1}` })));
    const tables = await Promise.all(
      made.links.map(async (link) => {
        const page = await person({ viewport: { width: 900, height: 700 } });
        const seen = watchViews(page, made.id);
        await page.goto(URL + link.path);
        await board(page).waitFor();
        return { page, seen, open: new Set() };
      }),
    );
    for (let nth = 0; nth < 24; nth++) {
      const deciding = [];
      for (const table of tables) if (await table.page.locator(".prompt.yours").count()) deciding.push(table.page);
      assert.ok(deciding.length, "nobody has to decide");
      const page = deciding[0];
      await page.locator(".parade").waitFor({ state: "detached" });
      await decide(page, nth % 3 === 0);
      const now = await number(page);
      await Promise.all(tables.map(({ page }) => page.waitForFunction(
        (now) => Number(document.querySelector(".time span")?.textContent?.split("/")[1]) >= now, now,
      )));
      const secrets = await keepSecrets(tables);
      assert.ok(secrets.every((names) => names.length > 5), "everybody has secrets");
    }

    // A letter reaches whom it is for, and nobody else hears of it.
    const [from, to, other] = tables.map(({ page }) => page);
    await from.getByRole("tab", { name: /Diplomacy/ }).click();
    const name = tables[1].seen.view.table.seats[1].name;
    await from.getByLabel(name, { exact: true }).check();
    await from.getByRole("textbox", { name: "Letter" }).fill("Hanover for Malta?");
    await from.getByRole("button", { name: "Send" }).click();
    await from.locator("[data-letter]").waitFor();
    await to.getByRole("tab", { name: /Diplomacy.*1 new/ }).click();
    await to.getByText("Hanover for Malta?").waitFor();
    await other.getByRole("tab", { name: "Diplomacy", exact: true }).click();
    await other.getByText("No letters yet").waitFor();
    await shot(to, "empires-letter");
  },
};
