// What each browser was sent, and whether it was only what its seat may see.
import assert from "node:assert/strict";

/** What a page was last shown of its game. */
export function watchViews(page, id) {
  const seen = { view: null };
  page.on("response", async (response) => {
    const url = new globalThis.URL(response.url());
    if (!response.ok() || !new RegExp(`/api/games/${id}(/actions)?$`).test(url.pathname)) return;
    const view = await response.json().catch(() => null);
    if (view?.table && view.number >= (seen.view?.number ?? 0)) seen.view = view;
  });
  return seen;
}

const NOBODY_ELSES = ["symbol", "steps", "figures", "label", "text", "tabs"];

/** What a view gives away of pieces that its seat may not see; and what it knows that others may not. */
function secretsOf(view) {
  const { pieces, hands } = view.table;
  const held = (piece) => piece.at.kind === "hand" && hands[piece.at.hand].role === "held";
  for (const { look, name } of pieces.filter(({ look }) => look.facing === "hidden")) {
    for (const key of NOBODY_ELSES) assert.equal(look[key]?.length ? look[key] : (look[key] ?? undefined), undefined, `${name} shows its ${key}`);
  }
  for (const piece of pieces.filter((piece) => held(piece) && hands[piece.at.hand].seat !== view.seat)) {
    assert.equal(piece.look.facing, "hidden", `${piece.name} of another's hand lies open`);
  }
  return pieces.filter((piece) => piece.look.facing === "upright" || held(piece)).filter(({ look }) => look.facing !== "hidden").map(({ name }) => name);
}

/**
 * Asserts that nobody at these tables (`page`, `seen` as watched, `open` for what has lain open) was sent or shown what only
 * another may see; says what each of them knows that others may not.
 */
export async function keepSecrets(tables) {
  const secrets = tables.map(({ seen }) => secretsOf(seen.view));
  for (const [reader, { page, seen, open }] of tables.entries()) {
    // What has lain open once may be spoken of.
    for (const { name, look } of seen.view.table.pieces) if (look.facing === "open") open.add(name);
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
