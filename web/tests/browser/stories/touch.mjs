// What clicks do, and what they never do.
import assert from "node:assert/strict";
import { beyond, board, confirm, number, person, shot, turn, URL } from "../people.mjs";

const bot = { kind: "bot", level: "greedy" };

/** Makes a game for one against the computer, always dealt alike, and sits down. */
async function sitDown(page, game, scenario, bots) {
  const answer = await fetch(`${URL}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, scenario, seats: [{ kind: "human", name: "Ney" }, ...Array(bots).fill(bot)], seed: "07".repeat(32) }),
  });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  await page.goto(`${URL}${made.links[0].path}`);
  await board(page).waitFor();
  await turn(page);
}

/** Plays cards, and lets bids pass, until groups can be moved; says whether that came before anything was fought. */
async function untilGroups(page) {
  for (let tries = 0; tries < 10; tries++) {
    if ((await page.locator(".prompt").innerText()).includes("Move groups")) return true;
    const next = page.locator(".tray .can").or(page.locator(".prompt .buttons button:not(.undo):enabled")).first();
    if (!(await next.waitFor({ timeout: 5000 }).then(() => true, () => false))) return false;
    const before = await number(page);
    await next.click();
    await confirm(page);
    await beyond(page, before);
    await turn(page);
  }
  return false;
}

/** Sits down in Alliance where groups can be moved and nobody has attacked yet: the computer does not always do the same. */
async function sitDownToMove(page, look = () => {}) {
  for (let games = 0; games < 8; games++) {
    await sitDown(page, "alliance", "1804", 1);
    await look();
    if (await untilGroups(page)) return;
  }
  assert.fail("somebody always attacked before one could move");
}

/** Waits until the server has answered all that a page has asked, but for the streams that never end. */
function answers(page) {
  const open = new Set();
  page.on("request", (request) => /\/(live|events|wait)/.test(request.url()) || open.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  return async () => {
    for (let tries = 0; tries < 200 && open.size; tries++) await page.waitForTimeout(20);
  };
}

/** Clicks the middle of everything there is of a kind, once, and puts down what that took in hand. */
async function clickEach(page, what, answered) {
  for (let nth = 0; nth < (await page.locator(what).count()); nth++) {
    const box = await page.locator(what).nth(nth).boundingBox();
    if (!box) continue;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(60);
    await answered();
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    await board(page).press("Escape");
  }
}

export const stories = {
  async "whatever is clicked once, nothing is played"() {
    for (const [game, scenario, bots] of [["alliance", "1804", 1], ["campaign", "standard", 1], ["conquests", "short", 4]]) {
      const page = await person();
      const sent = [];
      page.on("request", (request) => /\/(actions|moves)$/.test(new globalThis.URL(request.url()).pathname) && sent.push(request.postData()));
      const { games } = await (await fetch(`${URL}/api/catalog`)).json();
      const info = games.find(({ id }) => id === game);
      const [played] = info.scenarios.filter(({ id }) => id === scenario).concat(info.scenarios);
      const answered = answers(page);
      if (game === "alliance") await sitDownToMove(page, () => clickEach(page, ".tray .card", answered));
      else await sitDown(page, game, played.id, Math.max(bots, played.seats.min - 1));
      const before = await number(page);
      sent.length = 0;
      await clickEach(page, ".piece", answered);
      await clickEach(page, ".mat .box", answered);
      assert.deepEqual(sent, [], `${game}: a first click was sent`);
      assert.equal(await number(page), before, game);
      await page.close();
    }
  },

  async "three blocks go over two regions in four clicks"() {
    const page = await person();
    await sitDownToMove(page);
    // Near enough to tell the blocks apart.
    const inParis = page.locator('.piece[aria-label$=", Paris"]');
    const first = await inParis.first().boundingBox();
    await page.mouse.move(first.x, first.y);
    for (let nth = 0; nth < 3; nth++) await page.mouse.wheel(0, -240);
    await page.waitForTimeout(700);
    const before = await number(page);
    const keys = await inParis.evaluateAll((all) => all.slice(0, 3).map((piece) => piece.dataset.piece));
    for (const [nth, key] of keys.entries()) {
      const box = await page.locator(`.piece[data-piece="${key}"]`).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForFunction((many) => document.querySelectorAll(".piece.selected").length === many, nth + 1);
    }
    await page.locator(".destination").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    await shot(page, "stack-in-hand");
    const { width, height } = page.viewportSize();
    const flanders = page.locator('.piece[aria-label$=", Flanders"]').first();
    const box = await flanders.boundingBox();
    assert.ok(box.x > 0 && box.x < width && box.y > 0 && box.y < height, "Flanders is in sight");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await beyond(page, before);
    for (const key of keys) await page.locator(`.piece[data-pieces~="${key}"][aria-label$=", Flanders"]`).waitFor({ state: "attached" });
    assert.equal(await number(page), before + 7);
    await shot(page, "stack-arrived");
  },

  async "three blocks of a closed stack take four clicks, too"() {
    const page = await person();
    await sitDownToMove(page);
    const paris = page.locator('.piece.closed[aria-label$=", Paris"]');
    const box = await paris.boundingBox();
    const before = await number(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tiles = page.locator(".fan .tile");
    await tiles.first().waitFor();
    await shot(page, "stack-fan");
    const keys = (await paris.getAttribute("data-pieces")).split(" ").slice(0, 3);
    for (let nth = 0; nth < 3; nth++) {
      await tiles.nth(nth).click();
      await page.waitForFunction((many) => document.querySelectorAll(".fan .tile.held").length === many, nth + 1);
    }
    await page.locator(".destination").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    const { x, y, width, height } = await page.locator('.piece[aria-label$=", Flanders"]').first().boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await beyond(page, before);
    for (const key of keys) await page.locator(`.piece[data-pieces~="${key}"][aria-label$=", Flanders"]`).waitFor({ state: "attached" });
  },
};
