// Napoleon's Conquests: a whole short game by clicks, with four computer players; an Alliance between two people.
import assert from "node:assert/strict";
import { accessible, beyond, board, confirm, number, person, prompt, shot, spot, URL } from "../people.mjs";
import { keepSecrets, tap, watchViews } from "../secrets.mjs";

/** Makes a short game for five, always dealt alike. */
async function makeGame(seats) {
  const answer = await fetch(`${URL}/api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "conquests", scenario: "short", seats, seed: "18".repeat(32) }),
  });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  return made;
}

/** Decides whatever is asked: an advisor on the mat, else the first choice of the list. Says whether it was on the mat. */
async function decide(page) {
  const before = await number(page);
  const tab = page.getByRole("tab", { name: /Choices/ });
  if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  const choice = page.locator("#panel li button").first();
  await choice.waitFor();
  const onMat = (await question(page)) === "advise" && (await page.locator(".mat .can").count()) > 0;
  await (onMat ? page.locator(".mat .can").first() : choice).click();
  await confirm(page);
  await beyond(page, before);
  return onMat;
}

/** The key of what is asked. */
const question = (page) => page.locator(".prompt").getAttribute("data-question");

const bot = { kind: "bot", level: "greedy" };
const isAsked = async (page) => (await page.title()).startsWith("●");

/** Somebody at a table, with all that his browser is sent. */
async function sitDown(made, link) {
  const page = await person();
  const bodies = await tap(page, made.id);
  const seen = watchViews(page, made.id);
  await page.goto(URL + link.path);
  await board(page).waitFor();
  return { page, seen, bodies, open: new Set() };
}

/** Decides something that does not matter here: units go to `land`, advisors to `zone` first, and nothing is bought or played. */
async function pass(page, land, zone) {
  const before = await number(page);
  const nothing = page.locator('.prompt .buttons [data-verb="pass"], .prompt .buttons [data-verb="done"]');
  const wanted = page.locator(".mat .can").filter({ hasText: zone });
  if (await nothing.count()) await nothing.first().click();
  else if (await wanted.count()) await wanted.first().click();
  else if (await page.locator(".mat .can").count()) await page.locator(".mat .can").first().click();
  else {
    await page.getByRole("tab", { name: /Choices/ }).click();
    const there = page.locator("#panel li button").filter({ hasText: land });
    await ((await there.count()) ? there : page.locator("#panel li button")).first().click();
  }
  await confirm(page);
  await beyond(page, before);
}

/** Has people pass, each with his land and zone, until one of them is asked for what is wanted. */
async function passUntil(wanted, people, never) {
  const end = Date.now() + 90_000;
  for (let passed = 0; ; ) {
    assert.ok(passed < 60 && Date.now() < end, never);
    let asked;
    for (const one of people) if (!asked && (await isAsked(one.page))) asked = one;
    if (!asked) {
      await people[0].page.waitForTimeout(50);
      continue;
    }
    // Looked for once somebody is asked: else a chance that has just come would be passed over.
    if (await wanted.count()) return;
    await pass(asked.page, asked.land, asked.zone);
    passed++;
  }
}

/** What the sheet of a nation says it has of something. */
const figure = (page, nation, name) =>
  page.locator(".seats li").filter({ has: page.getByText(nation, { exact: true }) }).locator("dl div").filter({ has: page.getByText(name, { exact: true }) }).locator("dd").innerText();

export const stories = {
  async "a short game of Conquests for five, by clicks, to the end"() {
    const made = await makeGame([{ kind: "human", name: "Ney" }, bot, bot, bot, bot]);
    const page = await person();
    await page.goto(URL + made.links[0].path);
    await board(page).waitFor();
    let advised = 0;
    let looked = false;
    for (let decisions = 0; decisions < 400; decisions++) {
      await page.waitForFunction(() => document.title.startsWith("●") || document.querySelector("[data-over]"), null, { timeout: 60_000 });
      if (!(await page.title()).startsWith("●")) break;
      if (!looked && (await question(page)) === "advise") {
        looked = true;
        await accessible(page, "the mat");
        await shot(page, "conquests-mat");
      }
      if (await decide(page)) advised++;
    }
    await shot(page, "conquests-end");
    assert.equal(await page.locator("[data-over]").count(), 1, "the game is over");
    // All fifteen, unless the list was quicker to change than the mat and its first choice was clicked instead.
    assert.ok(advised >= 12, `${advised} advisors were placed on the mat`);
  },

  async "a whole corps is taken along by one click, and let go by one Undo"() {
    const made = await makeGame([{ kind: "human", name: "Ney" }, bot, bot, bot, bot]);
    const { page } = await sitDown(made, made.links[0]);
    const corps = page.locator('.piece.can[aria-label*="French corps"]');
    const moves = page.locator('.prompt[data-question="move"]');
    await passUntil(moves, [{ page, land: "in Paris", zone: "Initiative" }], "France never comes to move");
    // The moves of others may still be shown.
    await corps.first().waitFor();
    const before = await number(page);
    const asked = await prompt(page);
    // In hand it could go anywhere; taken along it waits for others.
    await corps.first().click();
    await page.locator(".way.also").filter({ hasText: "corps along" }).click();
    await page.locator('.prompt[data-question="march"]').waitFor();
    assert.equal(await number(page), before + 3, "three units join, one after the other");
    await shot(page, "conquests-corps");
    await page.getByRole("button", { name: "Undo" }).click();
    await moves.waitFor();
    assert.equal(await prompt(page), asked);
    await accessible(page, "a group");
  },

  async "units go over two lands, all of a counter with one click and the land with another"() {
    const made = await makeGame([{ kind: "human", name: "Ney" }, bot, bot, bot, bot]);
    const { page } = await sitDown(made, made.links[0]);
    let routes = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/routes")) ({ routes } = await response.json());
    });
    await passUntil(page.locator('.prompt[data-question="move"]'), [{ page, land: "in Paris", zone: "Initiative" }], "France never comes to move");
    const [{ spaces, width, height }] = await (await fetch(`${URL}/api/catalog/conquests/boards`)).json();
    const before = await number(page);
    // One counter is all the cavalry of the land.
    const arms = ["cavalry"];
    for (const [nth, arm] of arms.entries()) {
      await page.locator(`.piece.can[aria-label*="${arm}"][aria-label*=", Paris"]`).first().click();
      await page.waitForFunction((many) => document.querySelectorAll(".piece.selected").length === many, nth + 1);
    }
    await page.locator(".destination").first().waitFor({ state: "attached" });
    await page.waitForTimeout(400);
    const far = routes.find(({ way, effect }) => way.length === 2 && effect?.kind !== "attack");
    assert.ok(far, "they have the points for two lands");
    const land = spaces[far.way[1].space];
    await shot(page, "conquests-stack-in-hand");
    await page.mouse.click(...(await spot(page, land.centre[0] / width, land.centre[1] / height)));
    await beyond(page, before);
    for (const arm of arms) await page.locator(`.piece[aria-label*="${arm}"][aria-label$=", ${land.name}"], .piece.closed[aria-label$=", ${land.name}"]`).first().waitFor({ state: "attached" });
    assert.ok((await number(page)) - before >= far.actions, "all of it was done by one click");
    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByText(`${spaces[far.way[0].space].name}, ${land.name}`).first().waitFor();
    await shot(page, "conquests-stack-arrived");
  },

  async "an Alliance with shared payment between two people: one offer, one click"() {
    const made = await makeGame([bot, bot, { kind: "human", name: "Blücher" }, { kind: "human", name: "Karl" }, bot]);
    const [blucher, karl] = await Promise.all(made.links.map((link) => sitDown(made, link)));
    const prussia = blucher.page;
    const austria = karl.page;
    const propose = prussia.locator(".prompt").getByRole("button", { name: /^Propose an Alliance of Prussia and Austria/ });
    const people = [{ page: prussia, land: "Silesia", zone: "Diplomacy" }, { page: austria, land: "Bohemia", zone: "Finance" }];
    await passUntil(propose, people, "Prussia never comes to propose an Alliance");
    await keepSecrets([blucher, karl]);
    const before = Number(await figure(prussia, "Prussia", "FG"));
    const others = Number(await figure(prussia, "Austria", "FG"));
    assert.ok(before >= 2 && others >= 4, `${before} and ${others} FG`);

    // Prussia drafts: what each is to pay is proposed, and can be changed.
    await propose.click();
    await prussia.getByText("Prussia pays 3 FG, Austria 3").waitFor();
    await prussia.getByRole("region", { name: "Terms" }).getByRole("button", { name: "Ask Austria for 4 FG" }).click();
    await prussia.getByText("Prussia pays 2 FG, Austria 4").waitFor();
    await accessible(prussia, "a draft");
    await shot(prussia, "conquests-draft");
    assert.equal(await isAsked(austria), false, "nobody is asked before the offer is put");
    assert.equal(await figure(austria, "Prussia", "FG"), String(before));

    // The card that Prussia discards puts the offer; Austria reads what it costs, and one click concludes it.
    await prussia.locator(".tray .can").filter({ hasText: "Make the offer" }).first().click();
    await confirm(prussia);
    await austria.getByText("Prussia offers an Alliance of Prussia and Austria: Prussia pays 2 FG, Austria 4. Do you agree?").waitFor();
    await keepSecrets([blucher, karl]);
    await accessible(austria, "an offer");
    await shot(austria, "conquests-offer");
    await austria.locator(".prompt").getByRole("button", { name: /^Agree/ }).click();

    for (const { page } of [blucher, karl]) {
      await page.getByRole("region", { name: "Alliances" }).getByText("Prussia and Austria").first().waitFor();
      assert.match(await page.getByRole("region", { name: "Alliances" }).innerText(), /Prussia and Austria\s+made by Prussia in turn 1/);
      await page.getByRole("tab", { name: "Log" }).click();
      await page.getByText("Prussia makes an Alliance with Austria").first().waitFor();
      await page.getByText("Prussia loses 2 FG").first().waitFor();
      await page.getByText("Austria loses 4 FG").first().waitFor();
    }
    await shot(prussia, "conquests-allied");

    // Nothing that either of them holds was ever sent to the other.
    const secrets = await keepSecrets([blucher, karl]);
    assert.ok(secrets.every((names) => names.length > 2), "both have secrets");
    for (const [owner, names] of secrets.entries()) {
      const { bodies, open } = [karl, blucher][owner];
      for (const name of names.filter((name) => !open.has(name))) {
        assert.ok(!bodies.some((body) => body.includes(`"${name}"`)), `${name} was sent to the other`);
      }
    }
  },
};
