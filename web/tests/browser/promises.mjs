// Promises about time. Every run measures them and prints the figures; only `cargo xtask promises` holds the program to them,
// since a machine that is busy with other things breaks any of them.

/** Whether this run holds the program to its promises. */
export const held = process.env.GROGNARD_PROMISES === "1";

/** How often something is measured before a promise counts as broken: a slow program is slow each time. */
const TRIES = 3;

/**
 * Measures something, up to three times if it is held to the promise that `measure` returns; once where the second time would be
 * another thing, such as a picture that is drawn already.
 */
export async function promise(measure, tries = TRIES) {
  for (let left = held ? tries - 1 : 0; ; left--) {
    const check = await measure();
    if (!held) return;
    try {
      return check();
    } catch (broken) {
      if (left === 0) throw broken;
      console.log(`      once more: ${broken.message}`);
    }
  }
}
