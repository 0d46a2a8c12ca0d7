// A game of blocks and cards: what stands, what lies, what is in hand, and a battle.
import assert from "node:assert/strict";
import { accessible, beyond, board, confirm, number, person, prompt, shot, turn, URL } from "../people.mjs";

/** A table for one against the computer, always dealt alike. */
export async function sitDown(page) {
  const seats = [{ kind: "human", name: "Ney" }, { kind: "bot", level: "greedy" }];
  const seed = "07".repeat(32);
  const answer = await fetch(`${URL}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "alliance", scenario: "1804", seats, seed }),
  });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  await page.goto(`${URL}${made.links[0].path}`);
  await board(page).waitFor();
  await turn(page);
}

/** Does something and waits until the game has gone on. */
export async function goOn(page, what) {
  const before = await number(page);
  await what();
  await confirm(page);
  await beyond(page, before);
  await turn(page);
}

/** Plays cards, and lets bids pass, until the turn has begun. */
export async function untilTurn(page) {
  const asked = () => page.locator(".prompt").getAttribute("data-question");
  for (let tries = 0; tries < 12 && (await asked()) !== "actions"; tries++) {
    const card = page.locator(".tray .can").first();
    const pass = page.locator(".prompt .buttons button:not(.undo):enabled").first();
    if ((await card.count()) || (await pass.count())) await goOn(page, () => card.or(pass).first().click());
    else {
      // What is asked now is answered on the map, or in the list.
      await page.getByRole("tab", { name: /Choices/ }).click();
      await goOn(page, () => page.locator("#panel li button").first().click());
    }
  }
  assert.match(await prompt(page), /Move groups/);
}

const block = (page, name) => page.locator(`.piece[aria-label^="${name}"]`);

/** The middle of something drawn. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

export const stories = {
  async "blocks stand and lie, cards are in hand, and a block is dragged into battle"() {
    const page = await person({ viewport: { width: 1280, height: 800 } });
    await sitDown(page);
    assert.equal(await page.locator(".tray .can").count(), 5);
    await accessible(page, "cards in hand");
    await shot(page, "blocks-cards");
    await untilTurn(page);

    // Layers come and go by key.
    await board(page).focus();
    await page.keyboard.press("1");
    await page.locator(".tinted").first().waitFor({ state: "attached" });
    await shot(page, "blocks-control");
    await page.keyboard.press("1");
    await page.locator(".tinted").first().waitFor({ state: "detached" });

    // Opening a group, taking a block in hand, and what comes of where it goes.
    await page.mouse.move(...(await middle(page.locator('.piece[aria-label$=", Rhineland"]').first())));
    for (let nth = 0; nth < 4; nth++) await page.mouse.wheel(0, -240);
    await page.waitForTimeout(600);
    await goOn(page, async () => {
      await page.getByRole("tab", { name: /Choices/ }).click();
      await page.locator("#panel").getByRole("button", { name: /^Activate the group in Rhineland/ }).click();
    });
    await block(page, "French Inf #2").and(page.locator(".moves")).waitFor();
    await page.mouse.click(...(await middle(block(page, "French Inf #2"))));
    await page.locator(".way.attack", { hasText: "Bavaria" }).waitFor();
    await page.locator(".ways text", { hasText: "0/3" }).first().waitFor({ state: "attached" });
    await accessible(page, "a block in hand");
    await shot(page, "blocks-moving");

    const [from, to] = [await middle(block(page, "French Inf #2")), await middle(block(page, "Bavarian"))];
    await goOn(page, async () => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    });
    await page.getByText(/A battle will be fought in Bavaria/).first().waitFor();
    await goOn(page, () => page.locator(".prompt").getByRole("button", { name: /^End the turn/ }).click());

    // The battle: in the order of fire, with dice, until it is over.
    const panel = page.locator(".battle[aria-label='Battle of Bavaria']");
    for (let tries = 0; tries < 6 && !(await panel.count()); tries++) {
      await page.locator(".popover").waitFor({ timeout: 200 }).catch(() => {});
      await page.getByRole("tab", { name: /Choices/ }).click();
      await goOn(page, () => page.locator("#panel li button").first().click());
    }
    await panel.waitFor();
    await accessible(page, "a battle");
    // It hides neither the place nor who fights there.
    await page.waitForTimeout(600);
    const over = await panel.boundingBox();
    for (const fighter of await page.locator('.piece[aria-label$=", Bavaria"]').all()) {
      const { x, y, width, height } = await fighter.boundingBox();
      const hidden = x + width > over.x && x < over.x + over.width && y + height > over.y && y < over.y + over.height;
      assert.ok(!hidden, "the battle hides where it is fought");
    }
    await shot(page, "blocks-battle");
    assert.ok((await panel.locator(".fighter").count()) >= 2);
    for (let tries = 0; tries < 12 && (await panel.count()) && !(await panel.locator(".dice").count()); tries++) {
      await goOn(page, () => panel.locator(".asked button").first().click());
    }
    await page.locator(".dice").first().waitFor();
  },

  async "blocks on a phone"() {
    const page = await person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    await sitDown(page);
    await shot(page, "blocks-phone-cards");
    await accessible(page, "cards on a phone");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await untilTurn(page);
    await shot(page, "blocks-phone");
    await accessible(page, "blocks on a phone");
  },
};
