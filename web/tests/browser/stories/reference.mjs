// What one looks up: rules, words, signs and keys.
import assert from "node:assert/strict";
import { accessible, board, person, playNow, shot, turn, URL } from "../people.mjs";

/** A game for this person, by the API: the first seat is his. */
async function take(page, game, options = {}) {
  const { games, bots } = await (await fetch(`${URL}/api/catalog`)).json();
  const info = games.find(({ id }) => id === game);
  const scenario = info.scenarios[0];
  const seats = Array.from({ length: scenario.seats.min }, (_, seat) => (seat ? { kind: "bot", level: bots[0].level } : { kind: "human", name: "Anna" }));
  const made = await fetch(`${URL}/api/games`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game, scenario: scenario.id, options, seats }),
  });
  const { links } = await made.json();
  await page.goto(URL + links[0].path);
  await board(page).waitFor();
  return info;
}

const rulesOf = async (game) => (await fetch(`${URL}/api/catalog/${game}/rules`)).json();

export const stories = {
  async "how to win is found by asking how to win, in every game"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    const { games } = await (await fetch(`${URL}/api/catalog`)).json();
    for (const { id } of games) {
      await take(page, id);
      const victory = new Set((await rulesOf(id)).filter(({ topic }) => topic === "victory").map((rule) => `rule-${rule.id}`));
      await page.getByRole("button", { name: "Rules" }).click();
      await page.getByLabel("Search the rules").fill("how to win");
      const found = page.getByRole("region", { name: "Rules found" }).locator("article");
      await found.first().waitFor();
      const first = await found.evaluateAll((all) => all.slice(0, 3).map((rule) => rule.id));
      for (const rule of first) assert.ok(victory.has(rule), `${id}: ${rule} comes first`);
      await shot(page, `how-to-win-${id}`);
      if (id === games[0].id) await accessible(page, "rules found");
      // The chapters begin with it, too.
      await page.getByLabel("Search the rules").fill("");
      assert.equal(await page.locator(".chapter h3").first().innerText(), "How to win");
      await page.keyboard.press("Escape");
    }
  },

  async "rules of options that are off are left out, and abbreviations are explained"() {
    const page = await person();
    await take(page, "campaign");
    const optional = (await rulesOf("campaign")).find(({ option }) => option === "guerrillas");
    const search = async (words) => {
      await page.keyboard.press("r");
      await page.getByLabel("Search the rules").fill(words);
      await page.getByText(/\d+ results?$/).waitFor();
    };
    await search(optional.id);
    assert.equal(await page.locator(`[id="rule-${optional.id}"]`).count(), 0);
    await page.getByRole("dialog", { name: "Rules" }).getByRole("button", { name: "Close" }).click();

    await take(page, "conquests");
    await search("MP");
    await page.getByRole("region", { name: "Words and signs" }).getByText(/^Movement points/).waitFor();
    await page.getByRole("dialog", { name: "Rules" }).getByRole("button", { name: "Close" }).click();
    const word = page.locator(".seats dt").getByRole("button", { name: "MP" }).first();
    await word.hover();
    await page.getByRole("tooltip").filter({ hasText: "Movement points" }).filter({ visible: true }).first().waitFor();
    await shot(page, "explained");
    await page.keyboard.press("Escape");
    await page.mouse.move(300, 300);
    await word.focus();
    await accessible(page, "a word explained");
  },

  async "every key is listed behind the question mark, and works wherever one is"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    await playNow(page);
    await turn(page);
    await page.getByRole("tab", { name: /Log/ }).focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.waitFor();
    for (const key of ["Arrows", "Enter", "Esc", "N", "P", "A", "F", "R", "L", "?", "1"]) {
      assert.ok(await keys.locator("kbd").filter({ hasText: key }).count(), `${key} is not listed`);
    }
    await accessible(page, "keys");
    await shot(page, "keys");
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /^Keys/ }).click();
    await keys.waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "hidden" });
    // The focus is on a button, and a layer is shown by its key all the same.
    await page.getByRole("tab", { name: /Log/ }).focus();
    const layer = page.getByRole("group", { name: "Show on the map" }).getByRole("button").first();
    await page.keyboard.press("1");
    assert.equal(await layer.getAttribute("aria-pressed"), "true");
    await page.keyboard.press("1");
    assert.equal(await layer.getAttribute("aria-pressed"), "false");
    // Where one types, a key is a letter.
    await page.keyboard.press("r");
    await page.getByLabel("Search the rules").pressSequentially("1fr?");
    assert.equal(await page.getByLabel("Search the rules").inputValue(), "1fr?");
    assert.equal(await layer.getAttribute("aria-pressed"), "false");
  },
};
