// Two people at one screen, and people who are invited by links.
import assert from "node:assert/strict";
import { accessible, confirm, board, person, shot, URL } from "../people.mjs";
import { secretsOf, tap } from "../secrets.mjs";

/** Sets a game of blocks up for two people, by the lobby. */
async function setUp(page) {
  await page.goto(URL);
  const game = page.locator("article, li, section").filter({ has: page.getByRole("heading", { name: /Alliance/ }) }).last();
  await game.getByRole("button", { name: "Set up a game" }).first().click();
  await page.getByLabel("Who takes seat 2").selectOption("human");
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/games") && response.status() === 201);
  await page.getByRole("button", { name: "Start the game" }).click();
  return (await answer).json();
}

export const stories = {
  async "two people at one screen never see each other's hand"() {
    const page = await person();
    const made = await setUp(page);
    await page.getByRole("dialog", { name: "Invite the players" }).waitFor();
    assert.equal(await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).count(), 2);
    await accessible(page, "invitations");
    await shot(page, "invitations");
    const bodies = await tap(page, made.id);
    await page.getByRole("button", { name: "Go to the table" }).click();

    for (let nth = 0; nth < 3; nth++) {
      const button = page.getByRole("button", { name: /^I am / });
      await button.waitFor();
      // While the table is covered, nothing of anybody's hand is in the page, and nothing is sent.
      assert.equal(await board(page).count(), 0);
      const drawn = await page.evaluate(() => document.documentElement.outerHTML);
      await page.locator("h1", { hasText: "Alliance" }).waitFor();
      if (nth === 0) await accessible(page, "the curtain");
      if (nth === 0) await shot(page, "curtain");
      const { seats } = (await (await fetch(`${URL}/api/games/${made.id}`)).json()).table;
      const name = (await button.innerText()).replace("I am ", "");
      const seat = seats.find((sheet) => sheet.name === name).seat;
      const sent = bodies.splice(0).join("\n");
      if (nth === 0) assert.ok(!/"Card \d/.test(sent), "a card was sent before anybody had said who is there");
      assert.ok(!/Card \d/.test(drawn), "a card is in the page behind the curtain");
      await button.click();
      await board(page).waitFor();
      await page.waitForTimeout(300);
      // Whoever is there is sent his own cards, and only backs of the other's.
      for (const body of bodies) {
        for (const text of body.split("\n")) {
          const view = text.startsWith("{") ? JSON.parse(text) : {};
          if (!view.table?.pieces) continue;
          assert.equal(view.seat ?? seat, seat, "another seat's table was sent");
          secretsOf(view);
        }
      }
      bodies.length = 0;
      // Plays until it is the other's turn.
      for (let tries = 0; tries < 40 && !(await page.locator(".curtain").count()); tries++) {
        const asked = page.locator(".tray .can");
        if (!(await asked.count())) {
          await page.waitForTimeout(50);
          continue;
        }
        await (nth % 2 ? asked.last() : asked.first()).click({ timeout: 1000 }).catch(() => {});
        await confirm(page).catch(() => {});
        await page.waitForTimeout(150);
      }
      await page.locator(".curtain").waitFor();
    }
  },
};
