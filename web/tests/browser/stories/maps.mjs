// Maps to look at.
import assert from "node:assert/strict";
import { drag, frames, zoom } from "../frames.mjs";
import { accessible, board, person, shot, spot, URL } from "../people.mjs";
import { promise } from "../promises.mjs";
import { quantile } from "../stopwatch.mjs";

/** More spaces than that cannot each be a node. */
const MANY = 4500;
/** Nodes of a page with a map, however many spaces it has. */
const NODES = 900;

const ask = async (path) => (await fetch(`${URL}/api${path}`)).json();
const maps = async () => (await ask("/catalog")).maps;

/** Opens a map and waits until it is painted in the level that fits. */
async function unroll(page, id) {
  await page.goto(`${URL}/maps/${id}`);
  await board(page).waitFor();
  await settled(page);
}

/** Waits until the map lies still and every tile that is wanted is there. */
async function settled(page) {
  await page.waitForTimeout(600);
  await page.locator(".sheet:not(.moving) .picture.ready").waitFor({ state: "attached", timeout: 60_000 });
  await page.waitForTimeout(100);
}

const name = ({ mark, name }) => mark?.label ?? name;

/** Some spaces of all over the map that have a name of their own. */
function sample(spaces, count) {
  const step = Math.max(1, Math.floor(spaces.length / count));
  return spaces.filter((_, nth) => nth % step === Math.floor(step / 2));
}

export const stories = {
  async "a map is found in the lobby, and a place on it by its name"() {
    const page = await person();
    await page.goto(URL);
    const first = (await maps()).find(({ playable }) => !playable);
    await page.locator(`a[href="/maps/${first.id}"] img`).first().waitFor();
    await shot(page, "lobby-maps");
    await accessible(page, "lobby with maps");
    await page.getByRole("link", { name: first.title }).click();
    await board(page).waitFor();
    await settled(page);
    await shot(page, "map");
    await accessible(page, "map");
    const [{ spaces }] = await ask(`/catalog/${first.id}/boards`);
    const wanted = spaces.find(({ mark }) => mark?.site === "capital");
    await page.getByRole("combobox", { name: "Find a place" }).fill(name(wanted).slice(0, 4));
    await page.getByRole("option", { name: name(wanted) }).first().click();
    await page.getByRole("heading", { name: name(wanted) }).waitFor();
    await page.locator(".layers .chosen").waitFor();
    await settled(page);
    await shot(page, "map-found");
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByRole("dialog", { name: "Legend" }).waitFor();
    await shot(page, "map-legend");
    await accessible(page, "legend of a map");
  },

  async "whatever is pointed at on a map is told, and clicked it tells more"() {
    const page = await person();
    for (const { id } of await maps()) {
      await unroll(page, id);
      const [{ spaces, width, height }] = await ask(`/catalog/${id}/boards`);
      for (const space of sample(spaces, 8)) {
        const at = await spot(page, space.centre[0] / width, space.centre[1] / height);
        await page.mouse.move(at[0] + 3, at[1]);
        await page.mouse.move(...at);
        const card = page.locator(".card h2");
        assert.equal(await card.innerText(), name(space), `${id}: ${space.name}`);
      }
      const space = sample(spaces, 3)[1];
      await page.mouse.click(...(await spot(page, space.centre[0] / width, space.centre[1] / height)));
      await page.getByRole("region", { name: name(space) }).waitFor();
      const beside = page.locator(".card li button");
      assert.ok((await beside.count()) > 0, `${id}: nothing lies beside ${name(space)}`);
      const next = await beside.first().innerText();
      await beside.first().click();
      await page.getByRole("region", { name: next, exact: true }).waitFor();
      await page.keyboard.press("Escape");
    }
  },

  async "maps follow the wheel and the hand, even those of thousands of hexes"() {
    const page = await person();
    let most = 0;
    for (const { id, spaces } of await maps()) {
      most = Math.max(most, spaces);
      await promise(async () => {
        await unroll(page, id);
        const { x, y, width, height } = await board(page).boundingBox();
        const middle = [x + width / 2, y + height / 2];
        const zoomed = await frames(page, `${id}, ${spaces} spaces, zooming`, () => zoom(page, middle, 90));
        const panned = await frames(page, `${id}, ${spaces} spaces, panning`, () => drag(page, middle, 120));
        return () => {
          for (const found of [zoomed, panned]) {
            assert.ok(quantile(found, 0.5) < 20, "most frames come too late");
            assert.ok(quantile(found, 0.95) < 34, "more than one frame in twenty comes more than one frame late");
          }
        };
      });
      await settled(page);
      await shot(page, `map-${id}-near`);
      const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
      assert.ok(nodes < NODES, `${nodes} nodes for ${spaces} spaces`);
      // At rest no pixel is stretched.
      const stretched = await page.evaluate(() => {
        const level = document.querySelector(".picture").dataset.level;
        const tiles = [...document.querySelectorAll(".picture img")].filter(({ src }) => src.includes(`/${level}/`));
        return Math.max(...tiles.map((tile) => (tile.getBoundingClientRect().width * devicePixelRatio) / tile.naturalWidth));
      });
      assert.ok(stretched < 1.02, `${id}: a pixel is stretched ${stretched} times`);
    }
    assert.ok(most > MANY, `the largest map has ${most} spaces`);
  },

  async "a map by keyboard"() {
    const page = await person();
    const { id } = (await maps()).find(({ playable }) => !playable);
    await unroll(page, id);
    await page.keyboard.press("Tab");
    await board(page).focus();
    await page.keyboard.press("ArrowRight");
    const live = page.locator("[aria-live=polite]");
    const first = await live.innerText();
    assert.notEqual(first, "");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => document.querySelector("[aria-live=polite]").textContent !== old, first);
    const said = await live.innerText();
    await page.keyboard.press("Enter");
    const told = await page.locator(".card.chosen h2").innerText();
    assert.ok(said.startsWith(told), `${said} is not ${told}`);
    await page.keyboard.press("Escape");
    await page.locator(".card.chosen").waitFor({ state: "detached" });
    for (let nth = 0; nth < 4; nth++) await page.keyboard.press("+");
    await page.locator(".overview").waitFor();
    await settled(page);
    await shot(page, "map-keyboard");
  },

  async "a map on a phone"() {
    const page = await person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
    const all = await maps();
    const { id } = all.find(({ spaces }) => spaces > MANY);
    await unroll(page, id);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await accessible(page, "map on a phone");
    await shot(page, "map-phone");
    const [{ spaces, width, height }] = await ask(`/catalog/${id}/boards`);
    // Two fingers: the map comes nearer.
    const scale = () => page.locator(".sheet").evaluate((sheet) => new DOMMatrix(getComputedStyle(sheet).transform).a);
    const before = await scale();
    const session = await page.context().newCDPSession(page);
    const touch = (type, apart) =>
      session.send("Input.dispatchTouchEvent", {
        type, touchPoints: type === "touchEnd" ? [] : [-1, 1].map((side, id) => ({ x: 195 + side * apart, y: 420, id })),
      });
    await touch("touchStart", 30);
    for (let apart = 40; apart <= 150; apart += 10) await touch("touchMove", apart);
    await touch("touchEnd");
    await settled(page);
    assert.ok((await scale()) > 3 * before, "two fingers did not bring it nearer");
    const seen = [];
    for (const space of spaces) {
      const [x, y] = [space.centre[0] / width, space.centre[1] / height];
      if (Math.abs(x - 0.5) < 0.06 && Math.abs(y - 0.5) < 0.06) seen.push(space);
    }
    const space = seen[Math.floor(seen.length / 2)];
    const [x, y] = await spot(page, space.centre[0] / width, space.centre[1] / height);
    await page.touchscreen.tap(x, y);
    assert.equal(await page.locator(".card.chosen h2").innerText(), name(space));
    await shot(page, "map-phone-near");
  },
};
