// Small screens, large ones, dark ones.
import assert from "node:assert/strict";
import { accessible, beyond, number, person, playNow, shot, untilMoving } from "../people.mjs";

export const stories = {
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
    await beyond(page, before);
  },

  async "a dark room, and a screen as wide as a wall"() {
    const page = await person({ viewport: { width: 3840, height: 2160 }, colorScheme: "dark" });
    await playNow(page);
    await untilMoving(page);
    await accessible(page, "dark");
    await shot(page, "dark");
  },
};
