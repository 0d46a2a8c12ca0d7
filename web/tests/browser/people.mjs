// People with browsers, and what they do at a table.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { stopwatch } from "./stopwatch.mjs";

export const URL = process.env.GROGNARD_URL ?? "http://localhost:1805";
export const SHOTS = process.env.SHOTS;
const LATENCY = Number(process.env.LATENCY ?? 0);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** What the browsers complained of. */
export const complaints = [];

/** From now on everything takes so many milliseconds longer to reach this page. */
async function slowDown(page, latency) {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
}

/** Somebody with a browser of his own; unless he likes it otherwise, he sees the moves of others all at once. */
export async function person({ pace = "off", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  // Long enough for a machine that does much else: what is promised about time is measured elsewhere.
  context.setDefaultTimeout(60_000);
  await context.addInitScript((pace) => {
    if (origin !== "null") localStorage.setItem("grognard.preferences", localStorage.getItem("grognard.preferences") ?? JSON.stringify({ pace }));
  }, pace);
  await context.addInitScript(stopwatch);
  const page = await context.newPage();
  if (LATENCY) await slowDown(page, LATENCY);
  page.on("console", (message) => {
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_FAILED|403|409|502/.test(message.text());
    // Where much is asked of few processors, a tile may be put off: it is asked for again.
    const putOff = /503/.test(message.text()) && message.location().url.includes("/tiles/");
    if (message.type() === "error" && !expected && !putOff) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return page;
}

export const shot = (page, name) => (SHOTS ? page.screenshot({ path: `${SHOTS}/${name}.png` }) : undefined);
export const prompt = (page) => page.locator(".prompt").innerText();
export const number = async (page) => Number((await page.locator(".time span").innerText()).split("/")[1]);

/** How many entries the journal has; what was taken back and its undoing are among them. */
export const entriesOf = async (page) => Number(await page.locator(".time").getAttribute("data-number"));

/** Waits until the game has gone beyond `old` moves. */
export const beyond = (page, old, options = {}) =>
  page.waitForFunction((old) => Number(document.querySelector(".time span")?.textContent?.split("/")[1]) > old, old, options);

/** Waits until all these people see the same move as the last. */
export async function together(pages) {
  for (let tries = 0; tries < 300; tries++) {
    const seen = new Set(await Promise.all(pages.map(number)));
    if (seen.size === 1) return;
    await pages[0].waitForTimeout(50);
  }
  assert.fail("not everybody heard of the last move");
}

export async function accessible(page, where) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document));
  const told = found.violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0].html.slice(0, 160)}`);
  assert.deepEqual(told, []);
}

export const board = (page) => page.getByRole("application");

/** Where on the screen a point of the board is, given in shares of its width and height. */
export async function spot(page, across, down) {
  const { x, y, width, height } = await page.locator(".sheet").boundingBox();
  return [x + across * width, y + down * height];
}

export async function playNow(page, url = URL) {
  await page.goto(url);
  await page.getByRole("button", { name: "Play now" }).first().click();
  await board(page).waitFor();
}

/** Waits until it is this person's turn and the board shows it, or the game is over; says which. */
export async function turn(page) {
  const mine = page.locator(".prompt.yours");
  const over = page.locator(".prompt[data-over]");
  await mine.or(over).first().waitFor({ timeout: 60_000 });
  await page.locator(".parade").waitFor({ state: "detached", timeout: 60_000 });
  return (await over.count()) === 0;
}

/** Confirms what a first click has armed, if it has. */
export async function confirm(page) {
  const button = page.locator(".confirm .primary");
  if (await button.count()) await button.click();
}

/** Makes one choice by clicking: now a piece and where it goes, now a button. */
export async function click(page, nth) {
  const before = await number(page);
  const movers = page.locator(".piece.moves");
  if (nth % 4 && (await movers.count())) {
    // What is on its way may be in hand still.
    if (!(await page.locator(".piece.selected").count())) {
      await movers.nth(nth % (await movers.count())).click({ position: { x: 4, y: 4 }, force: true });
    }
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
  await confirm(page);
  await beyond(page, before, { timeout: 5000 }).catch(() => {});
}

/** Clicks until a piece can be moved. */
export async function untilMoving(page) {
  for (let nth = 0; nth < 40; nth++) {
    await turn(page);
    if (await page.locator(".piece.moves").count()) return;
    await click(page, 0);
  }
  assert.fail("no piece could ever be moved");
}
