// What is settled between people, or ahead of time: going back, and standing orders.
import assert from "node:assert/strict";
import { accessible, board, click, entriesOf, number, person, playNow, shot, together, turn, untilMoving, URL } from "../people.mjs";

/** Asks to go back to one of the moments that the log offers. */
async function askToGoBack(page, nth) {
  // Clicking may have turned to the choices.
  await page.getByRole("tab", { name: "Log" }).click();
  const back = page.getByRole("button", { name: /^Go back to here/ }).nth(nth);
  await back.focus();
  await back.click();
  await page.getByText(/^Take back \d+ moves?/).waitFor();
}

export const stories = {
  async "against the computer one may go back to any moment"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    for (let nth = 0; nth < 6; nth++) {
      await turn(page);
      await click(page, nth);
    }
    await turn(page);
    const before = await number(page);
    await askToGoBack(page, 5);
    await accessible(page, "going back");
    const entries = await entriesOf(page);
    await page.getByRole("button", { name: "Go back", exact: true }).click();
    await page.waitForFunction((old) => Number(document.querySelector(".time").dataset.number) > old, entries);
    assert.ok((await number(page)) < before, "what was taken back still counts");
    // What was taken back is one line, and can be unfolded.
    const fold = page.getByRole("button", { name: /moves taken back$/ });
    await fold.click();
    assert.ok((await page.locator("#panel .undone").count()) >= 3);
    assert.equal(await page.getByText("Looking back").count(), 0);
    await untilMoving(page);
  },

  async "between people it takes the consent of the other"() {
    const host = await person();
    await host.goto(URL);
    await host.getByRole("button", { name: "Set up a game" }).first().click();
    await host.getByLabel("Who takes seat 2").selectOption("human");
    const answer = host.waitForResponse((response) => response.url().endsWith("/api/games") && response.status() === 201);
    await host.getByRole("button", { name: "Start the game" }).click();
    const { links } = await (await answer).json();
    const people = await Promise.all([person(), person()]);
    for (const [seat, page] of people.entries()) {
      await page.goto(URL + links[seat].path);
      await board(page).waitFor();
    }
    for (let nth = 0; nth < 8; nth++) {
      await Promise.any(people.map((page) => page.locator(".prompt.yours").waitFor()));
      await click((await people[0].locator(".prompt.yours").count()) ? people[0] : people[1], nth);
      // Who did not click hears of it a little later.
      await together(people);
    }
    const [one, two] = people;
    const before = await number(one);
    await askToGoBack(one, -1);
    await one.getByRole("button", { name: "Ask the others" }).click();
    await one.getByText("You ask to go back").waitFor();
    await two.getByText("asks to go back").waitFor();
    await accessible(two, "asked to go back");
    await shot(two, "asked");
    await two.getByRole("button", { name: "Decline" }).click();
    await one.getByText("You ask to go back").waitFor({ state: "detached" });
    assert.equal(await number(one), before);
    await askToGoBack(one, -1);
    await one.getByRole("button", { name: "Ask the others" }).click();
    await two.getByRole("button", { name: "Agree" }).click();
    for (const page of people) {
      await page.getByRole("button", { name: /moves? taken back$/ }).first().waitFor();
    }
  },

  async "standing orders are explained, kept, and can be changed"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    await page.getByRole("tab", { name: "Orders" }).click();
    await accessible(page, "orders");
    await shot(page, "orders");
    const first = page.locator(".orders .option").first().locator("input, select").first();
    const auto = page.getByLabel("Play moves for me where I have no choice");
    const was = await auto.isChecked();
    const kept = () => page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await Promise.all([kept(), auto.click()]);
    const kind = await first.evaluate((field) => field.tagName + field.type);
    const order = () =>
      kind === "INPUTcheckbox" ? first.click() : kind.startsWith("SELECT") ? first.selectOption({ index: 1 }) : first.fill("1");
    await Promise.all([kept(), order()]);
    const value = () => first.evaluate((field) => (field.type === "checkbox" ? field.checked : field.value));
    const ordered = await value();
    await page.reload();
    await page.getByRole("tab", { name: "Orders" }).click();
    assert.equal(await auto.isChecked(), !was);
    assert.equal(await value(), ordered);
  },
};
