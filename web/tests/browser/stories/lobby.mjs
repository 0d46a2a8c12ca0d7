// Lists of games, invitations, and addresses that lead nowhere.
import assert from "node:assert/strict";
import { accessible, board, complaints, person, shot, URL } from "../people.mjs";

const post = async (path, body) =>
  (await fetch(`${URL}/api${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

const human = (name) => ({ kind: "human", name });

export const stories = {
  async "one's games say against whom, whose move it is and since when; sorted, and searched"() {
    const page = await person({ viewport: { width: 1280, height: 720 } });
    const games = [
      await post("/games", { game: "campaign", scenario: "standard", options: {}, seats: [human("Bertrand"), human("Anna")] }),
      await post("/games", { game: "alliance", scenario: "1804", options: {}, seats: [human("Anna"), human("Zoé")] }),
    ];
    // In the one it is the other's turn, in the other one's own.
    for (const [{ links }, seat] of [[games[0], 1], [games[1], 0]]) {
      await page.goto(URL + links[seat].path);
      await board(page).waitFor();
    }
    await page.goto(URL);
    const list = page.getByRole("region", { name: "Your games" });
    const rows = list.locator("tbody tr");
    await rows.nth(1).waitFor();
    const first = () => rows.first().innerText();
    assert.match(await first(), /Alliance[\s\S]*Zoé[\s\S]*Your turn[\s\S]*just now/);
    await list.getByRole("button", { name: /^Against/ }).click();
    assert.match(await first(), /Bertrand/);
    assert.match(await first(), /Waiting for/);
    await list.getByRole("button", { name: /^Against/ }).click();
    assert.match(await first(), /Zoé/);
    await page.getByLabel("Search your games").fill("bertrand");
    assert.equal(await rows.count(), 1);
    await page.getByLabel("Search your games").fill("nobody of that name");
    await page.getByText("No game has these words.").waitFor();
    await page.getByLabel("Search your games").fill("");
    await accessible(page, "lists of games");
    await shot(page, "games");
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.getByLabel("Order of your games").selectOption("title");
    assert.match(await first(), /Alliance/);
    await accessible(page, "lists of games on a phone");
    await shot(page, "games-phone");
  },

  async "an address that leads nowhere says so, and leads back"() {
    const page = await person();
    const { id } = await post("/games", { game: "campaign", scenario: "standard", options: {}, seats: [human("Anna"), human("Bert")] });
    const nowhere = [
      ["/no/such/page", "There is nothing at this address"],
      ["/play/no-such-game", "There is no such game"],
      ["/maps/atlantis", "There is no such map"],
      [`/play/${id}#${"0".repeat(32)}`, "This link is not valid any more"],
    ];
    for (const [path, words] of nowhere) {
      await page.goto("about:blank");
      await page.goto(URL + path);
      await page.getByRole("heading", { name: words }).waitFor();
      await accessible(page, path);
      if (path.includes("#")) break;
      await page.getByRole("link", { name: "Back to the lobby" }).click();
      await page.getByRole("heading", { name: "Play", exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Watch the game" }).click();
    await page.getByText("Watching").waitFor();
    // That nothing was found is what the story is about.
    assert.ok(complaints.every((complaint) => /404/.test(complaint)), complaints.join("\n"));
    complaints.length = 0;
  },

  async "a seat goes along to another device, and older links can be made invalid"() {
    const { links } = await post("/games", { game: "campaign", scenario: "standard", options: {}, seats: [human("Anna"), human("Bert")] });
    const desk = await person();
    await desk.goto(URL + links[0].path);
    await board(desk).waitFor();
    const ask = async (pressed) => {
      const answer = desk.waitForResponse((response) => response.url().endsWith("/links"));
      await pressed();
      return (await answer).json();
    };
    await desk.getByRole("button", { name: "Menu" }).click();
    const first = await ask(() => desk.getByRole("button", { name: "On another device…" }).click());
    const phone = await person({ viewport: { width: 390, height: 844 } });
    await phone.goto(URL + first.path);
    await board(phone).waitFor();
    await phone.getByRole("tab", { name: "Seats" }).click();
    assert.equal(await phone.getByText("(you)").count(), 1);
    desk.once("dialog", (dialog) => dialog.accept());
    const second = await ask(() => desk.getByRole("button", { name: "Make the older ones invalid…" }).click());
    assert.notEqual(second.token, first.token);
    await desk.getByText("All older links of this seat are invalid now.").waitFor();
    // Who came by an older one is told so at the next move, and who made them goes on.
    await desk.keyboard.press("Escape");
    await desk.keyboard.press("Escape");
    await desk.locator(".prompt .buttons button:not(.undo):enabled").first().click();
    await phone.getByRole("heading", { name: "This link is not valid any more" }).waitFor();
    await shot(phone, "link-invalid");
    await desk.reload();
    await board(desk).waitFor();
    assert.equal(await desk.getByText("(you)").count(), 1);
  },

  async "each player is invited by a link and a code, and the table says who has not come"() {
    const host = await person({ viewport: { width: 1280, height: 720 } });
    await host.goto(URL);
    await host.getByRole("button", { name: "Set up a game" }).first().click();
    await host.getByLabel("Who takes seat 2").selectOption("human");
    const answer = host.waitForResponse((response) => response.url().endsWith("/api/games") && response.status() === 201);
    await host.getByRole("button", { name: "Start the game" }).click();
    const { links } = await (await answer).json();
    const dialog = host.getByRole("dialog", { name: "Invite the players" });
    await dialog.getByRole("img", { name: /^Code of the link for/ }).nth(1).waitFor();
    assert.equal(await dialog.getByRole("img", { name: /^Code of the link for/ }).count(), links.length);
    assert.equal(await dialog.getByRole("button", { name: "Copy link" }).count(), links.length);
    await accessible(host, "invitations");
    await shot(host, "invitations-codes");
    await host.setViewportSize({ width: 390, height: 844 });
    const { x, width } = await dialog.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, "the dialog does not fit on a phone");
    await host.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole("button", { name: "Go to the table" }).click();
    await host.getByRole("button", { name: /^I am / }).click();
    await board(host).waitFor();
    const missing = host.getByText(/Not here yet:|The game waits for/);
    await missing.waitFor();
    await host.getByRole("button", { name: "Invite…" }).click();
    await dialog.getByRole("img", { name: /^Code of the link for/ }).first().waitFor();
    assert.equal(await dialog.getByRole("img", { name: /^Code of the link for/ }).count(), 1);
    await host.keyboard.press("Escape");
    // The seat one plays can be taken along to another device.
    await host.getByRole("button", { name: "Menu" }).click();
    await host.getByRole("button", { name: "On another device…" }).click();
    const own = host.getByRole("dialog", { name: "On another device" });
    await own.getByRole("img", { name: "Code of the link to your seat" }).waitFor();
    await accessible(host, "on another device");
    await shot(host, "another-device");
    await own.getByRole("button", { name: "Close" }).click();
    await host.keyboard.press("Escape");
    // As soon as the link is opened, nobody is missed any more.
    const guest = await person();
    await guest.goto(URL + links[1].path);
    await board(guest).waitFor();
    await missing.waitFor({ state: "detached" });
    assert.equal(await guest.getByText(/Not here yet:|The game waits for/).count(), 0);
    // The seat is the guest's alone: whoever made the game is not asked to play for it.
    await host.locator(".prompt .buttons button:not(.undo):enabled").first().click();
    await guest.locator(".prompt.yours").waitFor();
    await host.locator(".prompt:not(.yours)").waitFor();
    assert.equal(await host.locator(".curtain").count(), 0);
  },
};
