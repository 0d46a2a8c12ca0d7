// What each browser was sent, and whether it was only what its seat may see.
import assert from "node:assert/strict";
import { URL as HOME } from "./people.mjs";

/** All that a page is sent of a game, answers and stream. */
export async function tap(page, id) {
  const bodies = [];
  page.on("response", async (response) => {
    if (response.url().includes(`/api/games/${id}`) && !response.url().includes("/live")) bodies.push(await response.text().catch(() => ""));
  });
  const line = await page.context().newCDPSession(page);
  line.on("Network.eventSourceMessageReceived", ({ data }) => bodies.push(data));
  await line.send("Network.enable");
  return bodies;
}

/** What a page may see of its game now: asked for with the token that it uses itself. */
export function watchViews(page, id) {
  const seen = { view: null, token: null };
  page.on("request", (request) => {
    if (request.url().includes(`/api/games/${id}`)) seen.token = request.headers()["authorization"] ?? seen.token;
  });
  seen.look = async () => {
    const answer = await fetch(`${HOME}/api/games/${id}`, { headers: seen.token ? { authorization: seen.token } : {} });
    seen.view = await answer.json();
    assert.ok(answer.ok, JSON.stringify(seen.view));
  };
  return seen;
}

const NOBODY_ELSES = ["symbol", "figures", "label", "text", "tabs", "strength", "rank"];

/** What a view gives away of pieces that its seat may not see; and what it knows that others may not. */
export function secretsOf(view) {
  const { pieces, hands } = view.table;
  const held = (piece) => piece.at.kind === "hand" && hands[piece.at.hand].role === "held";
  // How many cards are left in a deck is for all to see.
  const isDeck = ({ at }) => at.kind === "hand" && hands[at.hand].role === "pool" && hands[at.hand].seat === null;
  for (const piece of pieces.filter(({ facing }) => facing === "hidden")) {
    const { print, steps, figures } = piece;
    for (const key of NOBODY_ELSES) assert.equal(print[key], undefined, `${print.name} shows its ${key}`);
    assert.ok(steps === undefined && (figures === undefined || isDeck(piece)), `${print.name} shows its strength`);
  }
  for (const piece of pieces.filter((piece) => held(piece) && hands[piece.at.hand].seat !== view.seat)) {
    assert.equal(piece.facing, "hidden", `${piece.print.name} of another's hand lies open`);
  }
  return pieces.filter((piece) => piece.facing !== "hidden" && (piece.facing === "upright" || held(piece))).map(({ print }) => print.name);
}

/**
 * Asserts that nobody at these tables (`page`, `seen` as watched, `open` for what has lain open) was sent or shown what only
 * another may see; says what each of them knows that others may not.
 */
export async function keepSecrets(tables) {
  await Promise.all(tables.map(({ seen }) => seen.look()));
  const secrets = tables.map(({ seen }) => secretsOf(seen.view));
  for (const [reader, { page, seen, open }] of tables.entries()) {
    // What has lain open once may be spoken of.
    for (const { print, facing } of seen.view.table.pieces) if (facing === "open") open.add(print.name);
    const told = JSON.stringify(seen.view);
    const drawn = await page.evaluate(() => document.documentElement.outerHTML);
    for (const [owner, names] of secrets.entries()) {
      for (const name of owner === reader ? [] : names.filter((name) => !open.has(name))) {
        assert.ok(!told.includes(`"${name}"`) && !drawn.includes(`>${name}<`) && !drawn.includes(`"${name}`), `table ${reader + 1} learns of ${name}`);
      }
    }
  }
  return secrets;
}
