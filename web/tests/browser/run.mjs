// People at the table, in a real browser against a real server: GROGNARD_URL=http://localhost:1805 npm run test:browser
//
// CHROMIUM names the browser (default /usr/bin/chromium), GROGNARD_PROGRAM the program for the story that kills its server
// (default target/debug/grognard), SHOTS a folder for screenshots, LATENCY how many milliseconds the line is to
// lag: stories that count on an answer at once show it then. A part of a story's name runs that one, and GROGNARD_PROMISES=1 runs
// those that measure time, and holds the program to what it promises. GROGNARD_PART=0/2 tells every second story, from the first
// on.
import assert from "node:assert/strict";
import { browser, complaints } from "./people.mjs";
import { held } from "./promises.mjs";
import { stories as agreements } from "./stories/agreements.mjs";
import { stories as blocks } from "./stories/blocks.mjs";
import { stories as connection } from "./stories/connection.mjs";
import { stories as conquests } from "./stories/conquests.mjs";
import { stories as crowd } from "./stories/crowd.mjs";
import { stories as empires } from "./stories/empires.mjs";
import { stories as hotseat } from "./stories/hotseat.mjs";
import { stories as lobby } from "./stories/lobby.mjs";
import { stories as maps } from "./stories/maps.mjs";
import { stories as marshals } from "./stories/marshals.mjs";
import { stories as newcomer } from "./stories/newcomer.mjs";
import { stories as others } from "./stories/others.mjs";
import { stories as reference } from "./stories/reference.mjs";
import { stories as reports } from "./stories/reports.mjs";
import { stories as screens } from "./stories/screens.mjs";
import { stories as speed } from "./stories/speed.mjs";
import { stories as touch } from "./stories/touch.mjs";

const wanted = process.argv.slice(2).join(" ");
const timed = { ...maps, ...crowd, ...speed };
const all = held ? timed : { ...newcomer, ...others, ...reports, ...agreements, ...connection, ...empires, ...conquests, ...marshals, ...blocks, ...hotseat, ...lobby, ...reference, ...touch, ...screens, ...timed };
const [part, parts] = (process.env.GROGNARD_PART ?? "0/1").split("/").map(Number);
const told = Object.entries(all).filter(([name]) => name.includes(wanted));

/** Tells a story and says how it went; what went wrong, if anything did. */
async function tell(name, story) {
  const start = Date.now();
  complaints.length = 0;
  try {
    await story();
    assert.deepEqual(complaints, []);
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return null;
  } catch (error) {
    return error.stack ?? String(error);
  } finally {
    for (const context of browser.contexts()) await context.close();
  }
}

const unsteady = [];
for (const [name, story] of told.filter((_, number) => number % parts === part)) {
  const wrong = await tell(name, story);
  if (wrong) unsteady.push({ name, story, wrong });
}
// Whatever fails is told once more when the others are done: it counts as failed if it fails twice, and as unsteady, which is a mistake
// to look for, if it does not.
let failed = 0;
for (const { name, story, wrong } of unsteady) {
  console.log(`AGAIN ${name}\n${wrong}`);
  const again = await tell(name, story);
  if (!again) console.log(`UNSTEADY  ${name}: it failed the first time`);
  else console.log(`FAIL  ${name}\n${again}`);
  failed += again ? 1 : 0;
}
await browser.close();
process.exit(failed ? 1 : 0);
