// The colours of the vocabulary as the page uses them, each doubled by a pattern.
//
// The patterns are those by which engravers have shown colours since the seventeenth century (Petra Sancta): level lines
// for blue, upright ones for red, dots for gold.

import type { Tint } from "../api/types";
import { type Colours, TINTS } from "../api/vocabulary";

export const tint = (key: Tint): Colours => TINTS[key];

/** The pattern of a colour as a fill, to be laid over its face. */
export const hatched = (key: Tint): string => `url(#hatch-${key})`;

/** All patterns, each in the ink that shows on its face. */
export const HATCHES = (Object.keys(TINTS) as Tint[]).map((key) => ({ key, ink: TINTS[key].ink, ...TINTS[key].hatch }));
