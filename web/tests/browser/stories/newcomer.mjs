// Somebody who has never been here.
import assert from "node:assert/strict";
import { accessible, board, click, number, person, playNow, prompt, shot, SHOTS, spot, turn, untilMoving, URL } from "../people.mjs";

export const stories = {
  async "a newcomer is two clicks away from a first move, and nothing is in the way of a screen reader"() {
    const page = await person({ pace: "brisk" });
    await page.goto(URL);
    await page.getByRole("button", { name: "Play now" }).first().waitFor();
    await accessible(page, "lobby");
    await page.getByRole("button", { name: "Set up a game" }).first().click();
    await page.locator("summary").first().click();
    await accessible(page, "setting up");
    await shot(page, "lobby");
    await playNow(page);
    await turn(page);
    await accessible(page, "table");
    await untilMoving(page);
    await page.waitForTimeout(SHOTS ? 600 : 0);
    await shot(page, "table");
    for (const name of [/Choices/, /Hands/, /Log/]) {
      await page.getByRole("tab", { name }).click();
      await accessible(page, String(name));
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await accessible(page, "menu");
    await shot(page, "menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Rules" }).click();
    await page.locator(".chapter summary").first().click();
    await accessible(page, "rules");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Legend" }).click();
    await accessible(page, "legend");
    await shot(page, "legend");
    await page.keyboard.press("Escape");
  },

  async "a move: piece, then destination; taken back; looked back at"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const before = await number(page);
    await click(page, 1);
    assert.equal(await number(page), before + 1, await prompt(page));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "1 move taken back" }).waitFor();
    assert.equal(await number(page), before, "what was taken back still counts");
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByText("Looking back").waitFor();
    assert.equal(await page.locator(".piece.moves").count(), 0);
    await page.locator(".prompt").getByRole("button", { name: "Back to now" }).click();
    await page.locator(".piece.moves").first().waitFor();
  },

  async "what is not allowed says why, and the rule can be read"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    await page.locator(".piece.moves").first().click({ position: { x: 4, y: 4 }, force: true });
    await page.mouse.click(...(await spot(page, 0.01, 0.01)));
    await page.getByText("Not allowed:").first().waitFor();
    await shot(page, "why-not");
    const chip = page.locator(".popover button[title='Open the rule']").first();
    const rule = await chip.innerText();
    await chip.click();
    await page.locator(`[id="rule-${rule}"].open`).waitFor();
  },

  async "the keyboard alone is enough"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    await board(page).focus();
    const before = await number(page);
    for (let tries = 0; tries < 60 && (await page.locator(".piece.selected").count()) === 0; tries++) {
      await page.keyboard.press("n");
      const said = await page.locator(".map [aria-live]").innerText();
      if (said.includes("can move to")) await page.keyboard.press("Enter");
    }
    assert.equal(await page.locator(".piece.selected").count(), 1);
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) > old, before);
  },

  async "whose turn it is can be seen from another tab"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    assert.match(await page.title(), /^● Your turn/);
    const icon = () => page.locator("link[rel=icon]").getAttribute("href");
    assert.equal(await icon(), "/icon-turn.svg");
    await page.getByRole("link", { name: /to the lobby/ }).click();
    await page.getByText("Your games").waitFor();
    assert.equal(await icon(), "/icon.svg");
    assert.equal(await page.title(), "Grognard");
  },
};
