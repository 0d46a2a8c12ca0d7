// People at the table, in a real browser against a real server: GROGNARD_URL=http://localhost:1805 npm run test:browser
//
// CHROMIUM names the browser (default /usr/bin/chromium), SHOTS a folder for screenshots.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const URL = process.env.GROGNARD_URL ?? "http://localhost:1805";
const SHOTS = process.env.SHOTS;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const complaints = [];

/** Somebody with a browser of his own. */
async function person(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|403|409|502/.test(message.text());
    if (message.type() === "error" && !expected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return page;
}

const shot = (page, name) => (SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png` }) : undefined);
const prompt = (page) => page.locator(".prompt").innerText();
const number = async (page) => Number((await page.locator(".time span").innerText()).split("/")[1]);

async function accessible(page, where) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document));
  const told = found.violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0].html.slice(0, 160)}`);
  assert.deepEqual(told, []);
}

async function playNow(page) {
  await page.goto(URL);
  await page.getByRole("button", { name: "Play now" }).first().click();
  await page.locator("svg[role=application]").waitFor();
}

/** Waits until it is this person's turn, or the game is over; says which. */
async function turn(page) {
  const mine = page.locator(".prompt.yours");
  const over = page.locator(".prompt[data-over]");
  await mine.or(over).first().waitFor({ timeout: 60_000 });
  return (await over.count()) === 0;
}

/** Makes one choice by clicking: now a piece and where it goes, now a button. */
async function click(page, nth) {
  const before = await number(page);
  const movers = page.locator(".piece.moves");
  if (nth % 4 && (await movers.count())) {
    await movers.nth(nth % (await movers.count())).click({ position: { x: 4, y: 4 }, force: true });
    const destinations = page.locator(".destination");
    if (await destinations.count()) {
      const box = await destinations.nth(nth % (await destinations.count())).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
  } else {
    const buttons = page.locator(".prompt .buttons button:not(.undo):enabled");
    if (await buttons.count()) await buttons.first().click();
    else {
      await page.getByRole("tab", { name: /Choices/ }).click();
      await page.locator("#panel li button").first().click();
    }
  }
  await page.waitForFunction(
    (old) => Number(document.querySelector(".time span")?.textContent?.split("/")[1]) > old, before, { timeout: 5000 },
  ).catch(() => {});
}

/** Clicks until a piece can be moved. */
async function untilMoving(page) {
  for (let nth = 0; nth < 40; nth++) {
    await turn(page);
    if (await page.locator(".piece.moves").count()) return;
    await click(page, 0);
  }
  assert.fail("no piece could ever be moved");
}

const stories = {
  async "a newcomer is two clicks away from a first move, and nothing is in the way of a screen reader"() {
    const page = await person();
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
    for (const name of [/Choices/, /Hands/, /Table/, /Log/]) {
      await page.getByRole("tab", { name }).click();
      await accessible(page, String(name));
    }
    await page.getByRole("button", { name: "Rules" }).click();
    await accessible(page, "rules");
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
    await page.locator("#panel .undone").first().waitFor();
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByText("Looking back").waitFor();
    assert.equal(await page.locator(".piece.moves").count(), 0);
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.locator(".piece.moves").first().waitFor();
  },

  async "what is not allowed says why, and the rule can be read"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    await page.locator(".piece.moves").first().click({ position: { x: 4, y: 4 }, force: true });
    await page.locator(".spaces path").first().click({ force: true });
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
    await page.locator("svg[role=application]").focus();
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

  async "a click into a dead line is kept, shown and sent again"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const before = await number(page);
    await page.context().setOffline(true);
    await page.locator(".prompt .buttons button").first().click();
    await page.getByText("did not get through").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) > old, before);
    await page.reload();
    await page.locator("svg[role=application]").waitFor();
    assert.ok((await number(page)) > before);
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
      await page.locator("svg[role=application]").waitFor();
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

  async "an old view is refreshed and says so"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const other = await page.context().newPage();
    // This page hears of nothing.
    await page.route("**/events*", (route) => route.abort());
    await page.reload();
    await page.locator(".piece.moves").first().waitFor();
    await other.goto(page.url());
    await other.locator(".piece.moves").first().waitFor();
    await click(other, 1);
    await page.locator(".prompt .buttons button").first().click();
    await page.getByText("was not played: the table had moved on").waitFor();
    assert.equal(await number(page), await number(other));
  },

  async "a phone held upright"() {
    const page = await person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    await playNow(page);
    await untilMoving(page);
    await shot(page, "phone");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await accessible(page, "phone");
    for (const name of [/Seats/, /Log/, /Choices/]) await page.getByRole("tab", { name }).click();
    await shot(page, "phone-choices");
    const before = await number(page);
    await page.locator("#panel li button").last().tap();
    await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) > old, before);
  },

  async "a dark room, and a screen as wide as a wall"() {
    const page = await person({ viewport: { width: 3840, height: 2160 }, colorScheme: "dark" });
    await playNow(page);
    await untilMoving(page);
    await accessible(page, "dark");
    await shot(page, "dark");
  },

  async "a whole game, to the end, by clicking"() {
    const page = await person();
    await playNow(page);
    for (let nth = 0; nth < 3000 && (await turn(page)); nth++) await click(page, nth % 3 ? 0 : 1);
    await shot(page, "over");
    assert.match(await prompt(page), /victory|draw/i);
    await page.getByRole("tab", { name: "Table" }).click();
    await page.getByText("Seed:").waitFor();
    await page.getByRole("link", { name: "Download the game" }).waitFor();
  },
};

let failed = 0;
const wanted = process.argv.slice(2).join(" ");
for (const [name, story] of Object.entries(stories)) {
  if (!name.includes(wanted)) continue;
  const start = Date.now();
  complaints.length = 0;
  try {
    await story();
    assert.deepEqual(complaints, []);
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error.stack ?? error}`);
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
