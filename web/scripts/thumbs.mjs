// The maps, small, as files that come with the program: GROGNARD_URL=http://localhost:1805 npm run thumbs
//
// They are made from the tiles of a running server with the browser that the stories use (CHROMIUM).
import { mkdir, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const SERVER = process.env.GROGNARD_URL ?? "http://localhost:1805";
const WIDTH = 480;
const LIMIT = 25 * 1024;
const folder = new URL("../public/thumbs/", import.meta.url);

/** The tiles of the coarsest level that is wide enough, with where they lie. */
async function tilesOf({ id, picture: { levels, tile, version } }) {
  const level = Math.max(0, levels.findIndex(({ width }) => width >= WIDTH));
  const { width, height } = levels[level];
  const tiles = [];
  for (let row = 0; row * tile < height; row++) {
    for (let column = 0; column * tile < width; column++) {
      const answer = await fetch(`${SERVER}/api/catalog/${id}/boards/0/tiles/${version}/${level}/${column}/${row}`);
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
      const data = Buffer.from(await answer.arrayBuffer()).toString("base64");
      tiles.push({ x: column * tile, y: row * tile, source: `data:${answer.headers.get("content-type")};base64,${data}` });
    }
  }
  return { tiles, width, height };
}

/** Runs in the browser: puts tiles together and makes the whole as light as it has to be. */
async function paint({ tiles, width, height, wanted, limit }) {
  const canvas = new OffscreenCanvas(wanted, Math.round((wanted * height) / width));
  const brush = canvas.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.scale(wanted / width, wanted / width);
  for (const { x, y, source } of tiles) {
    const image = new Image();
    image.src = source;
    await image.decode();
    brush.drawImage(image, x, y);
  }
  for (let quality = 0.85; ; quality -= 0.05) {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    if (blob.size <= limit || quality < 0.3) return [...new Uint8Array(await blob.arrayBuffer())];
  }
}

const { maps } = await (await fetch(`${SERVER}/api/catalog`)).json();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
for (const map of maps.filter(({ picture }) => picture)) {
  const bytes = await page.evaluate(paint, { ...(await tilesOf(map)), wanted: WIDTH, limit: LIMIT });
  await writeFile(new URL(`${map.id}.webp`, folder), Buffer.from(bytes));
  console.log(`${map.id}: ${(bytes.length / 1024).toFixed(1)} KB`);
}
await browser.close();
