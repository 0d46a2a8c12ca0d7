// What is reported, and how long it stays.
import assert from "node:assert/strict";
import { accessible, number, person, shot, turn } from "../people.mjs";
import { goOn, sitDown, untilTurn } from "./blocks.mjs";

const choices = (page) => page.locator("#panel li button");

/** Makes one of the listed choices, by its name or the first. */
async function choose(page, name) {
  await page.getByRole("tab", { name: /Choices/ }).click();
  const listed = name ? page.locator("#panel").getByRole("button", { name }) : choices(page);
  await goOn(page, () => listed.first().click());
}

/** Where the buttons lie that one looks for without looking. */
const places = (page) =>
  page.evaluate(() => [".prompt .undo", ".tabs", ".middle", "#panel"].map((what) => {
    const { x, y } = document.querySelector(what).getBoundingClientRect();
    return [what, Math.round(x), Math.round(y)].join(" ");
  }).join(", "));

export const stories = {
  async "the result of a battle stays until it is closed, with what was expected"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    const first = await places(page);
    await untilTurn(page);
    await choose(page, /^Activate the group in Rhineland/);
    await choose(page, /^Attack Bavaria with French Inf #2/);
    await goOn(page, () => page.locator(".prompt").getByRole("button", { name: /^End the turn/ }).click());
    for (let tries = 0; tries < 40 && !(await page.locator(".result").count()); tries++) {
      await choose(page);
      // Whatever is asked, nothing in the side panel moves.
      assert.equal(await places(page), first);
    }
    // Britain may have opened a battle that is fought before that of Bavaria.
    const [title] = /Battle of .+/.exec(await page.locator(".result").first().innerText());
    const result = page.locator(".result", { hasText: title });
    assert.match(await result.innerText(), /Expected[^]*Lost/);
    assert.match(await result.innerText(), /The attackers had a \d+ % chance/);
    await accessible(page, "a result");
    await shot(page, "battle-result");
    // It stays while the game goes on.
    for (let tries = 0; tries < 3; tries++) await choose(page);
    await page.locator(".reports .chip").click({ timeout: 300 }).catch(() => {});
    assert.equal(await result.count(), 1);
    await result.getByRole("button").first().click();
    await result.waitFor({ state: "detached" });
  },

  async "after the others' moves one is told what has changed, and nothing waits for that"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    const summary = page.locator(".summary");
    for (let tries = 0; tries < 60 && !(await summary.count()); tries++) {
      const done = page.locator(".prompt .foot .closing:enabled");
      if (await done.count()) await goOn(page, () => done.first().click());
      else await choose(page);
    }
    await summary.waitFor();
    assert.ok((await summary.locator("li, dl div").count()) > 0);
    await accessible(page, "a summary");
    await shot(page, "summary");
    // One may play on with it open.
    const before = await number(page);
    await choose(page);
    assert.ok((await number(page)) > before);
    if (!(await summary.count())) return;
    await summary.getByRole("button", { name: "Close the summary" }).click();
    await summary.waitFor({ state: "detached" });
  },

  async "the log tells a march in one line, folds what was taken back, and returns to now"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    await untilTurn(page);
    await choose(page, /^Activate the group in Burgundy/);
    await choose(page, /^Move French .* to /);
    const [, who] = /^Move (.*) (?:from .* )?to /.exec(await page.locator("#panel li button", { hasText: /^Move French/ }).first().innerText()) ?? [];
    assert.ok(who, "nobody can march on");
    await choose(page, new RegExp(`^Move ${who}`));
    await page.getByRole("tab", { name: "Log" }).click();
    const march = page.locator("#panel .line", { hasText: /^French[^:]*: [^,]+, [^,]+, / });
    await march.waitFor();
    const before = await number(page);
    await page.locator("body").press("u");
    await page.getByRole("button", { name: "1 move taken back" }).waitFor();
    assert.equal(await march.count(), 0);
    await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) === old - 1, before);
    assert.equal(await page.locator("#panel .undone").count(), 0);
    await page.getByRole("button", { name: "1 move taken back" }).click();
    assert.ok((await page.locator("#panel .undone").count()) > 0);
    // Back in time, and to now again.
    await page.getByRole("button", { name: "To the start" }).click();
    await page.locator("#panel").getByRole("button", { name: /^Back to now/ }).click();
    assert.equal(await page.getByText("Looking back").count(), 0);
    const atEnd = () => page.locator(".log[role=log]").evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 30);
    assert.ok(await atEnd(), "the log does not follow the game again");
    await turn(page);
  },

  async "keys do what the buttons say, wherever the focus is"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    await untilTurn(page);
    await page.getByRole("tab", { name: "Log" }).focus();
    await page.keyboard.press("1");
    await page.locator(".tinted").first().waitFor({ state: "attached" });
    await page.keyboard.press("1");
    await page.locator(".tinted").first().waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await page.locator(".confirm").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".confirm").waitFor({ state: "detached" });
    const before = await number(page);
    await page.keyboard.press("e");
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => Number(document.querySelector(".time span").textContent.split("/")[1]) > old, before);
  },

  async "tabs fit at 1280 and at 390 points"() {
    for (const [width, height] of [[1280, 720], [390, 844]]) {
      const page = await person({ viewport: { width, height } });
      await sitDown(page);
      await untilTurn(page);
      const tabs = await page.locator(".tabs").evaluate((row) => [row.scrollWidth, row.clientWidth, row.children.length]);
      assert.ok(tabs[0] <= tabs[1], `${tabs[2]} tabs take ${tabs[0]} of ${tabs[1]} at ${width}`);
      await shot(page, `tabs-${width}`);
    }
  },
};
