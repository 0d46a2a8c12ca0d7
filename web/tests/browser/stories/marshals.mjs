// Napoleon and his Marshals: the Hundred Days from the first march to the end, by clicks.
import assert from "node:assert/strict";
import { accessible, beyond, board, confirm, entriesOf, number, person, shot, spot, URL } from "../people.mjs";
import { secretsOf, tap, watchViews } from "../secrets.mjs";

const bot = { kind: "bot", level: "random" };
const human = (name) => ({ kind: "human", name });
const WORDS = { headers: { "content-type": "application/json" } };

/** Makes a game of the Hundred Days, always with the same dice. */
async function makeGame(seats) {
  const body = JSON.stringify({ game: "marshals", scenario: "hundred-days-1815", seats, seed: "15".repeat(32) });
  const answer = await fetch(`${URL}/api/games`, { ...WORDS, method: "POST", body });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  return made;
}

/** Everything that a seat sees of a game. */
async function viewOf(made, link) {
  const answer = await fetch(`${URL}/api/games/${made.id}`, { headers: { authorization: `Bearer ${link.token}` } });
  return answer.json();
}

const question = (page) => page.locator(".prompt").getAttribute("data-question");
const names = (view) => view.table.pieces.map(({ print }) => print.name);
const TROOPS = /^(infantry|cavalry|artillery|Cossacks|supply unit|depot) of (?!France)/;

/** Waits until one is asked, or the game is over; says which. */
async function asked(page) {
  await page.waitForFunction(() => document.title.startsWith("●") || document.querySelector("[data-over]"), null, { timeout: 120_000 });
  return (await page.title()).startsWith("●");
}

/** The choices as a list. */
async function list(page) {
  const tab = page.getByRole("tab", { name: /Choices/ });
  if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  await page.locator("#panel li button").first().waitFor();
  return page.locator("#panel li button");
}

/** Makes a choice and waits until it is made. */
async function choose(page, choice) {
  const before = await entriesOf(page);
  await choice.click();
  await confirm(page);
  await page.waitForFunction((before) => Number(document.querySelector(".time")?.dataset.number) > before, before);
}

/** What is closed by a button when there is nothing that one wants; all else is decided by the first choice of the list. */
const CLOSED = new Set(["campaign", "council", "arrivals", "rally", "march", "summons", "haul", "forward", "guns"]);

/** Decides what is asked as somebody would who wants to be done with it. */
async function decide(page) {
  const close = page.locator(".prompt .closing").first();
  if (CLOSED.has(await question(page)) && (await close.count())) await choose(page, close);
  else await choose(page, (await list(page)).first());
}

export const stories = {
  async "the Hundred Days by clicks against a bot, from the first march to the end"() {
    const made = await makeGame([human("Ney"), bot]);
    const page = await person();
    const bodies = await tap(page, made.id);
    const seen = watchViews(page, made.id);
    let routes = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/routes")) ({ routes } = await response.json().catch(() => ({ routes })));
    });
    await page.goto(URL + made.links[0].path);
    await board(page).waitFor();
    await asked(page);

    // What the enemy has is the same wherever these dice are thrown: whoever plays him sees it.
    const twin = await makeGame([human("Ney"), human("Blücher")]);
    const [own, theirs] = await Promise.all(twin.links.map((link) => viewOf(twin, link)));
    const hidden = [...new Set(names(theirs))].filter((name) => !names(own).includes(name));
    assert.ok(hidden.includes("Hill") && hidden.some((name) => TROOPS.test(name)), hidden.join());

    // Napoleon calls up his marshals by one click.
    await choose(page, (await list(page)).filter({ hasText: /^Activate Napoleon with .*,/ }).first());
    await shot(page, "marshals-activated");

    // Davout goes far by two: himself, and the hex.
    const davout = page.locator('.piece.can[aria-label*="Paris"]').first();
    await davout.waitFor();
    const before = await number(page);
    await (await list(page)).filter({ hasText: "March with Davout" }).first().waitFor();
    const [{ spaces, width, height }] = await (await fetch(`${URL}/api/catalog/marshals/boards`)).json();
    const box = await davout.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const fan = page.locator(".fan button").filter({ hasText: "Davout" }).first();
    if (await fan.isVisible().catch(() => false)) await fan.click();
    // Where he could attack is known at once; how far he goes the server says.
    const paris = spaces[Number(await davout.getAttribute("data-space"))];
    // West of Paris, where nothing lies over the map.
    const isFar = ({ way, verb, effect }) => way.length >= 2 && verb === "move" && !effect && spaces[way.at(-1).space].centre[0] < paris.centre[0];
    for (let tries = 0; tries < 600 && !routes.some(isFar); tries++) await page.waitForTimeout(50);
    const far = routes.find(isFar);
    assert.ok(far, "he has the movement for two hexes");
    await page.locator(".destination").nth(5).waitFor({ state: "attached" });
    await accessible(page, "a stack in hand");
    await shot(page, "marshals-reach");
    const goal = spaces[far.way.at(-1).space];
    await page.mouse.click(...(await spot(page, goal.centre[0] / width, goal.centre[1] / height)));
    await beyond(page, before + far.actions - 1);

    // An attack, and all that was found out about the enemy by now.
    await choose(page, (await list(page)).filter({ hasText: /^Attack Charleroi with (?!Napoleon)/ }).first());
    const told = bodies.join("\n");
    for (const name of hidden) assert.ok(!told.includes(`"${name}"`), `the browser was told of ${name}`);
    await choose(page, (await list(page)).filter({ hasText: "Begin the battle of Charleroi" }).first());

    // Napoleon marches to the sound of the guns.
    await page.locator('.prompt[data-question="guns"]').waitFor();
    await choose(page, (await list(page)).filter({ hasText: "Napoleon joins the battle from Maubeuge" }).first());
    if ((await question(page)) === "guns") await decide(page);

    let fought = 0;
    let decisions = 0;
    for (; decisions < 400 && (await asked(page)); decisions++) {
      const what = await question(page);
      const isFought = (await page.locator(".battle").count()) > 0;
      if (isFought && !fought) {
        await page.locator(".battle").getByText("Combat factors").first().waitFor();
        assert.ok((await page.locator(".battle .sums").count()) >= 4, "both sides are added up");
        await accessible(page, "a battle");
        await shot(page, "marshals-battle");
      }
      if (isFought) fought++;
      else if (decisions % 5 === 0) {
        // Once a battle is over, what stands on the map is hidden again.
        await seen.look();
        secretsOf(seen.view);
        if (!seen.view.table.battle) assert.deepEqual(names(seen.view).filter((name) => TROOPS.test(name)), [], what);
      }
      await decide(page);
    }
    await shot(page, "marshals-end");
    assert.equal(await page.locator("[data-over]").count(), 1, `the game is over after ${decisions} decisions`);
    assert.ok(fought > 0, "a battle was fought");
  },
};
