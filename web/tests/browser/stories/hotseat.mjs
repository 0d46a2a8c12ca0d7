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
          // A moment of the past does not say whose eyes it was asked for.
          secretsOf({ seat, ...view });
        }
      }
      bodies.length = 0;
      // Plays until it is the other's turn.
      for (let tries = 0; tries < 40 && !(await page.locator(".curtain").count()); tries++) {
        // By the cards that are dealt, the same person may come to move.
        const card = page.locator(".tray .can");
        const asked = (await card.count()) ? card : page.locator(".prompt .foot .closing:enabled");
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

  async "two people by links: whoever made the game is never sent a byte of the other's hand"() {
    const host = await person();
    const made = await setUp(host);
    await host.getByRole("dialog", { name: "Invite the players" }).waitFor();
    const [own, other] = made.links;
    // The guest comes before the host has looked at anything.
    const guest = await person();
    await guest.goto(`${URL}${other.path}`);
    await board(guest).waitFor();
    const bodies = await tap(host, made.id);
    await host.getByRole("button", { name: "Go to the table" }).click();
    await board(host).waitFor();
    const look = async (token) => (await fetch(`${URL}/api/games/${made.id}`, { headers: { authorization: `Bearer ${token}` } })).json();
    const known = async () => secretsOf(await look(other.token));
    const secrets = new Set(await known());
    assert.ok(secrets.size > 20, "the guest has cards and blocks that only he may see");
    const open = new Set();
    for (let played = 0, tries = 0; played < 16 && tries < 200; tries++) {
      for (const page of [host, guest]) {
        const asked = page.locator(".tray .can, .prompt .buttons button:not(.undo):enabled, .footer button:not(.undo):enabled");
        if (!(await page.locator(".prompt.yours").count()) || !(await asked.count())) continue;
        await asked.first().click({ timeout: 1000 }).catch(() => {});
        await confirm(page).catch(() => {});
        played += 1;
      }
      await host.waitForTimeout(40);
      for (const name of await known()) secrets.add(name);
      // What has lain open once may be spoken of.
      const spectators = await (await fetch(`${URL}/api/games/${made.id}`)).json();
      for (const { print, facing } of spectators.table.pieces) if (facing === "open") open.add(print.name);
    }
    const mine = await look(made.host);
    assert.deepEqual([mine.you, mine.seat], [[own.seat], own.seat]);
    for (const name of secretsOf(mine)) secrets.delete(name);
    const sent = bodies.join("\n");
    const drawn = await host.evaluate(() => document.documentElement.outerHTML);
    assert.ok(sent.length > 1000, "the host was sent his table");
    for (const name of secrets) {
      if (open.has(name)) continue;
      assert.ok(!sent.includes(`"${name}"`), `the host was sent ${name}`);
      assert.ok(!drawn.includes(`>${name}<`), `the host is shown ${name}`);
    }
    for (const seat of [other.seat]) {
      const refused = await fetch(`${URL}/api/games/${made.id}?seat=${seat}`, { headers: { authorization: `Bearer ${made.host}` } });
      assert.equal(refused.status, 403, "the seat has left the host");
    }
  },
};
