// Lines that break, servers that fall, views that are old.
import assert from "node:assert/strict";
import { beyond, board, click, number, person, playNow, turn, untilMoving } from "../people.mjs";
import { Server } from "../server.mjs";

export const stories = {
  async "a click into a dead line is kept, said so, and sent when the line is back"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const before = await number(page);
    await page.context().setOffline(true);
    await page.locator(".prompt .buttons button").first().click();
    await page.getByText("did not get through").waitFor();
    await page.context().setOffline(false);
    await beyond(page, before);
    assert.equal(await page.getByText("did not get through").count(), 0);
    await page.reload();
    await board(page).waitFor();
    assert.ok((await number(page)) > before);
  },

  async "a kept click can be let be"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const before = await number(page);
    await page.context().setOffline(true);
    await page.locator(".prompt .buttons button").first().click();
    await page.getByText("did not get through").waitFor();
    await page.getByRole("button", { name: "Let it be" }).click();
    await page.context().setOffline(false);
    await page.getByText("Connected again").waitFor();
    await page.waitForTimeout(500);
    assert.equal(await number(page), before);
  },

  async "the server is killed and started again in the middle, and nothing is lost"() {
    const server = await Server.start();
    try {
      const page = await person();
      await playNow(page, server.url);
      await untilMoving(page);
      await click(page, 1);
      const before = await number(page);
      const log = await page.locator("#panel .line").allInnerTexts();
      await server.kill();
      await page.getByText("Connection lost, reconnecting").waitFor();
      const button = page.locator(".prompt .buttons button:not(.undo)").first();
      const [label] = (await button.innerText()).split("\n");
      await button.click();
      await page.getByText(`“${label}” did not get through`).waitFor();
      await page.getByText("It is kept, and sent as soon as the connection is back").waitFor();
      assert.equal(await number(page), before);
      await server.run();
      await page.getByText("Connected again").waitFor();
      await beyond(page, before);
      assert.equal(await page.getByText("did not get through").count(), 0);
      const after = await page.locator("#panel .line").allInnerTexts();
      assert.deepEqual(after.slice(0, log.length), log, "the log is not what it was");
      // Play goes on.
      for (let nth = 0; nth < 4; nth++) {
        assert.ok(await turn(page));
        const now = await number(page);
        await click(page, nth);
        await beyond(page, now);
      }
    } finally {
      await server.end();
    }
  },

  async "an old view is refreshed and says so"() {
    const page = await person();
    await playNow(page);
    await untilMoving(page);
    const other = await page.context().newPage();
    // This page hears of nothing.
    await page.route("**/live*", (route) => route.abort());
    await page.reload();
    await page.locator(".piece.moves").first().waitFor();
    await page.route("**/api/games/*", (route) => route.abort());
    await other.goto(page.url());
    await other.locator(".piece.moves").first().waitFor();
    await click(other, 1);
    await page.locator(".prompt .buttons button").first().click();
    await page.getByText("was not played: the table had moved on").waitFor();
    assert.equal(await number(page), await number(other));
  },
};
