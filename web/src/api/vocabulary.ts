// Written by `cargo xtask types` from crates/engine/src/table: do not edit.
//
// Every word that the table may use, with what people call it and how it is drawn.

import type {
  Badge, Currency, EffectKind, Ground, Layer, OverlayKind, Site, Symbol, Tint, Topic, Verb,
} from "./types";

/** What a part of a drawing is painted with: a colour of whose piece it is, or one of its own. */
export type Paint = keyof Painted | keyof typeof PAINTS;

/** The paints that depend on whose piece it is. */
export interface Painted {
  ink: string;
  face: string;
  coat: string;
  trim: string;
}

/** A part of a drawing: an SVG path, without fill or outline where none is given. Lines have round ends and corners. */
export interface Part {
  d: string;
  fill?: Paint;
  stroke?: Paint;
  width?: number;
}

/** A word with a drawing in a square from -1 to 1. */
export interface Glyph {
  title: string;
  letter: string;
  parts: readonly Part[];
}

/** A pattern: lines in a square tile of side 1, how thick they are, and how large the tile is on a piece from -1 to 1. */
export interface Hatch {
  lines: string;
  width: number;
  tile: number;
}

/** The colours of whoever has a tint, the pattern that doubles them, and a flag from -1.5 to 1.5 and -1 to 1. */
export interface Colours extends Painted {
  hatch: Hatch;
  flag: readonly Part[];
}

/** A word. */
export interface Word {
  title: string;
}

/** The paints that are the same on every piece. */
export const PAINTS = {
  metal: "#b9c0c9",
  gold: "#e7c15a",
  skin: "#e6bd98",
  dark: "#2b2622",
  pale: "#f7f0df",
  wood: "#8a5d36",
  red: "#b5382f",
  blue: "#2f4f8a",
  green: "#45713f",
} as const;

/** What is drawn on a piece. */
export const SYMBOLS: Record<Symbol, Glyph> = {
  infantry: { letter: "i", parts: [
    { d: "M-.78-.74h.38l-.03.44.13.09.04.66-.08.03.02.43h-.54l.02-.43-.08-.03.04-.66.13-.09zM-.19-.74h.38l-.03.44.13.09.04.66-.08.03.02.43h-.54l.02-.43-.08-.03.04-.66.13-.09zM.4-.74h.38l-.03.44.13.09.04.66-.08.03.02.43h-.54l.02-.43-.08-.03.04-.66.13-.09z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.3.3V-.92M.29.3V-.92M.88.3V-.92", stroke: "ink", width: 0.18 },
    { d: "M-.79.36h.4l.02.55h-.18l-.04-.4-.04.4h-.18zM-.2.36h.4l.02.55h-.18L0 .51l-.04.4h-.18zM.39.36h.4l.02.55h-.18l-.04-.4-.04.4h-.18z", fill: "pale" },
    { d: "M-.8.62h.22v.29h-.22zM-.6.62h.22v.29H-.6zM-.21.62h.2v.29h-.22zM.01.62h.2l.02.29H.01zM.38.62h.2v.29H.36zM.6.62h.2l.02.29H.6z", fill: "dark" },
    { d: "M-.81-.18q.22-.1.44 0l.04.6h-.52zM-.22-.18q.22-.1.44 0l.04.6h-.52zM.37-.18q.22-.1.44 0l.04.6h-.52z", fill: "coat" },
    { d: "M-.76-.17l.34.54M-.42-.17l-.34.54M-.17-.17l.34.54M.17-.17l-.34.54M.42-.17l.34.54M.76-.17l-.34.54", stroke: "pale", width: 0.07 },
    { d: "M-.7-.42h.22v.14q-.11.14-.22 0zM-.11-.42h.22v.14q-.11.14-.22 0zM.48-.42h.22v.14q-.11.14-.22 0z", fill: "skin" },
    { d: "M-.79-.78h.4l-.06.36q-.14-.05-.28 0zM-.2-.78h.4l-.06.36q-.14-.05-.28 0zM.39-.78h.4l-.06.36q-.14-.05-.28 0z", fill: "dark" },
    { d: "M-.3.3V-.6M.29.3V-.6M.88.3V-.6", stroke: "wood", width: 0.08 },
    { d: "M-.3-.6V-.93M.29-.6V-.93M.88-.6V-.93", stroke: "metal", width: 0.06 },
    { d: "M-.59-.8v-.12M0-.8v-.12M.59-.8v-.12", stroke: "trim", width: 0.13 },
    { d: "M-.65-.62h.12v.12h-.12zM-.06-.62h.12v.12h-.12zM.53-.62h.12v.12h-.12z", fill: "gold" },
  ], title: "Infantry" },
  cavalry: { letter: "c", parts: [
    { d: "M.44-.46Q.78-.5.94-.94", stroke: "ink", width: 0.16 },
    { d: "M-.2-.12-.08-.5 0-.6-.06-.94H.3l-.04.3.02.14.2-.02v.14L.22-.3l.04.2z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.5-.12Q-.82-.26-.97.04q-.02.2.06.32.04-.26.3-.28zM.68-.5l.05-.12.05.16q.12.1.2.32-.02.1-.1.1L.7-.12q-.08.1-.1.3.16.04.26.1l.12.22-.12.04-.16-.2-.26-.02.14.2-.06.26h-.14l.04-.24-.28-.2Q0 .42-.22.36l-.1.16.06.22-.1.12h-.14l.06-.12-.08-.26-.22.2-.1.28h-.16l.02-.1.12-.24.14-.36Q-.7-.06-.46-.14-.1-.1.22-.12.44-.2.5-.4.58-.5.68-.5z", fill: "ink" },
    { d: "M-.36-.16H.16L.1.16q-.26.1-.52 0z", fill: "trim" },
    { d: "M-.31-.13H.12L.08.11q-.22.06-.42 0z", fill: "coat" },
    { d: "M-.02-.1.18.06.1.3", stroke: "pale", width: 0.17 },
    { d: "M.15.16.1.36h.12", stroke: "dark", width: 0.13 },
    { d: "M-.16-.08-.06-.46Q.06-.58.2-.48L.24-.08z", fill: "coat" },
    { d: "M.12-.42.42-.46", stroke: "coat", width: 0.15 },
    { d: "M.45-.46Q.76-.52.93-.92", stroke: "metal", width: 0.08 },
    { d: "M.04-.66H.26V-.54Q.18-.44.08-.5z", fill: "skin" },
    { d: "M-.02-.92H.3L.27-.64H.04z", fill: "dark" },
    { d: "M-.02-.9q-.16.02-.2.22", stroke: "trim", width: 0.12 },
  ], title: "Cavalry" },
  artillery: { letter: "a", parts: [
    { d: "M.1.3-.86.76h-.1", stroke: "ink", width: 0.22 },
    { d: "M-.5-.04.84-.56.93-.3-.38.24q-.2.06-.26-.1-.02-.14.14-.18z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M.1.3-.86.76", stroke: "wood", width: 0.12 },
    { d: "M-.48-.02.82-.52.9-.3-.38.2q-.16.04-.2-.08-.02-.1.1-.14z", fill: "gold" },
    { d: "M-.34-.06-.26.14M.18-.27.26-.05M.72-.5.82-.24", stroke: "wood", width: 0.07 },
    { d: "M-.41.4a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", stroke: "ink", width: 0.22 },
    { d: "M.09.4.09-.08M.09.4.43.06M.09.4H.57M.09.4.43.74M.09.4V.88M.09.4-.25.74M.09.4H-.39M.09.4-.25.06", stroke: "ink", width: 0.09 },
    { d: "M-.41.4a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", stroke: "wood", width: 0.09 },
    { d: "M-.03.4a.12.12 0 1 0 .24 0 .12.12 0 1 0-.24 0z", fill: "metal", stroke: "ink", width: 0.06 },
  ], title: "Artillery" },
  guerrilla: { letter: "g", parts: [
    { d: "M-.34-.92q.34-.1.62 0l.06.34.42.14-.3.14-.18.02-.06.2q.36.12.44.98H-.72q.02-.8.5-.96l-.1-.22-.46-.14.4-.16z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.74.62.62-.3", stroke: "ink", width: 0.26 },
    { d: "M.48-.29Q.66-.44.75-.63L.97-.29Q.78-.28.56-.17z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.7.92q.02-.82.5-.98h.4Q.6.04.7.92z", fill: "coat" },
    { d: "M-.24.02-.06.9M.3.02.1.9", stroke: "trim", width: 0.08 },
    { d: "M-.26-.4H.28L.24-.16Q.02.1-.2-.12z", fill: "skin" },
    { d: "M-.26-.14Q.02.04.28-.14L.3.04Q.02.24-.28.04z", fill: "red" },
    { d: "M-.3-.9q.28-.1.56 0l.07.38q.3.04.44.12-.38.16-.76.16T-.78-.4q.2-.1.42-.14z", fill: "dark" },
    { d: "M-.33-.56q.34.08.64 0", stroke: "red", width: 0.08 },
    { d: "M-.74.62.6-.28", stroke: "wood", width: 0.16 },
    { d: "M.06.08.56-.25", stroke: "metal", width: 0.13 },
    { d: "M.48-.29Q.66-.44.75-.63L.97-.29Q.78-.28.56-.17z", fill: "metal" },
    { d: "M.75-.63.97-.29", stroke: "dark", width: 0.07 },
    { d: "M-.22.36-.04.2", stroke: "skin", width: 0.18 },
  ], title: "Guerrillas" },
  corps: { letter: "k", parts: [
    { d: "M-.44-.3V.94", stroke: "ink", width: 0.22 },
    { d: "M-.44-.1H.88L.74.34.88.8H-.44z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.5-.68V-.78q-.06-.18.1-.18.12.02.12.1l.1.05-.12.05v.08q.2 0 .34-.24.1.34-.06.5-.1.1-.24.1l.08.18h-.48l.08-.18q-.14 0-.24-.1-.16-.16-.06-.5.14.24.38.14z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.44-.2V.94", stroke: "wood", width: 0.11 },
    { d: "M-.38-.08H.86L.72.34.86.78H-.38z", fill: "coat" },
    { d: "M.2-.06.62.34.2.74-.22.34z", fill: "pale" },
    { d: "M.2.14V.54M0 .34H.4", stroke: "trim", width: 0.14 },
    { d: "M-.5-.68V-.78q-.06-.18.1-.18.12.02.12.1l.1.05-.12.05v.08q.2 0 .34-.24.1.34-.06.5-.1.1-.24.1l.08.18h-.48l.08-.18q-.14 0-.24-.1-.16-.16-.06-.5.14.24.38.14z", fill: "gold" },
    { d: "M-.8-.6-.66-.46M-.1-.6-.24-.46", stroke: "wood", width: 0.04 },
  ], title: "Corps" },
  fortress: { letter: "#", parts: [
    { d: "M-.16-.54-.25-.74 0-.94.25-.74.16-.54.52-.28.69-.42.95-.25.84.05.62.03.48.45.67.57.59.87.27.85.22.64H-.22L-.27.85-.59.87-.67.57-.48.45-.62.03-.84.05-.95-.25-.69-.42-.52-.28z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.13-.5-.2-.72 0-.88.2-.72.13-.5.5-.23.69-.36.88-.23.79.0.57-.02.43.42.61.56.54.81.32.79.24.59H-.24L-.32.79-.54.81-.61.56-.43.42-.57-.02-.79 0-.88-.23-.69-.36-.5-.23z", fill: "pale", stroke: "dark", width: 0.05 },
    { d: "M0-.36.4-.07.25.4H-.25L-.4-.07z", fill: "coat" },
    { d: "M0-.22.27-.02.17.3H-.17L-.27-.02z", fill: "gold" },
    { d: "M-.09.12h.18V.4h-.18z", fill: "dark" },
  ], title: "Fortress" },
  fleet: { letter: "f", parts: [
    { d: "M-.44.4V-.8M.02.4V-.94M.48.4V-.8M.7.3.98.02", stroke: "ink", width: 0.16 },
    { d: "M-.94.14-.68.3H.86L.7.78q-.7.12-1.42 0z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.76-.04q.22-.24.06-.58h.54q.16.34-.02.58zM-.26.0q.24-.34.06-.78h.56q.2.44 0 .78zM.26-.04q.22-.24.06-.58h.48q.2.34.02.58z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.92.18-.66.34H.84L.68.76q-.7.12-1.38 0z", fill: "dark" },
    { d: "M-.7.46H.74", stroke: "gold", width: 0.1 },
    { d: "M-.56.62h.06M-.26.64h.06M.04.64h.06M.34.63h.06", stroke: "pale", width: 0.09 },
    { d: "M-.74-.06q.2-.24.04-.54h.5q.16.3-.02.54zM-.22-.02q.22-.32.06-.74h.52q.18.42-.02.74zM.3-.06q.2-.24.04-.54h.44q.18.3 0 .54z", fill: "pale", stroke: "dark", width: 0.05 },
    { d: "M-.7-.34h.56M-.18-.4h.6M.34-.34h.5", stroke: "metal", width: 0.05 },
    { d: "M-.66.2V.0M.06.24V.04M.54.24V.0M.72.3.96.06", stroke: "wood", width: 0.07 },
    { d: "M.02-.98h.5l-.12.09.12.1H.02z", fill: "trim", stroke: "ink", width: 0.05 },
    { d: "M-.96.92q.24-.14.48 0t.48 0 .48 0 .48 0", stroke: "ink", width: 0.09 },
  ], title: "Fleet" },
  general: { letter: "!", parts: [
    { d: "M-.94-.3Q-.5-.96 0-.94T.94-.3Q.62-.2.36-.26L.32.06Q.26.2.2.24.7.3.86.92H-.86Q-.7.3-.2.24-.3.18-.32.06L-.36-.26Q-.62-.2-.94-.3z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.84.92Q-.74.34-.22.26H.22Q.74.34.84.92z", fill: "coat" },
    { d: "M-.2.24 0 .44.2.24 0 .92z", fill: "pale" },
    { d: "M-.2.26-.04.92M.2.26.04.92", stroke: "gold", width: 0.07 },
    { d: "M-.3-.3H.3L.26.08Q0 .42-.26.08z", fill: "skin" },
    { d: "M-.28.08-.22.3 0 .42.22.3.28.08.36.16.24.36 0 .5-.24.36-.36.16z", fill: "trim" },
    { d: "M-.9.44Q-.78.3-.46.38L-.5.58H-.92zM.9.44Q.78.3.46.38L.5.58H.92z", fill: "gold" },
    { d: "M-.92-.3Q-.5-.92 0-.92T.92-.3Q.44-.42 0-.24-.44-.42-.92-.3z", fill: "dark" },
    { d: "M-.9-.32Q-.5-.9 0-.9T.9-.32", stroke: "gold", width: 0.09 },
    { d: "M.1-.5a.12.12 0 1 0 .24 0 .12.12 0 1 0-.24 0z", fill: "trim", stroke: "pale", width: 0.05 },
    { d: "M.42.62.47.72.58.73.5.8.52.9.42.85.33.9.35.8.27.73.38.72z", fill: "gold" },
  ], title: "General" },
  napoleon: { letter: "N", parts: [
    { d: "M-.78-.46Q-.4-1.02.06-.92.5-1 .78-.46.5-.36.3-.4L.28-.2Q.24-.08.18-.06.52.0.58.3L.66.94H-.66L-.58.3Q-.52.0-.18-.06-.26-.1-.28-.2L-.3-.4Q-.5-.36-.78-.46z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.62.94-.56.32Q-.5.06-.16-.02H.16Q.5.06.56.32L.62.94z", fill: "metal" },
    { d: "M-.22.02H.22L.28.94H-.28z", fill: "coat" },
    { d: "M-.15.06H.15L.2.62Q0 .74-.2.62z", fill: "pale" },
    { d: "M-.14.7.0.64.14.7.2.94H-.2z", fill: "pale" },
    { d: "M-.5.34-.32.56-.08.4", stroke: "metal", width: 0.2 },
    { d: "M-.13.43-.04.38", stroke: "skin", width: 0.16 },
    { d: "M-.58.92-.53.36M.58.92.53.36", stroke: "dark", width: 0.03 },
    { d: "M-.22-.46H.22L.2-.18Q0 .1-.2-.18z", fill: "skin" },
    { d: "M-.2-.16Q0 .08.2-.16L.24 0Q0 .16-.24 0z", fill: "dark" },
    { d: "M-.76-.46Q-.4-.98.04-.9.48-.96.76-.46.34-.54 0-.38-.34-.54-.76-.46z", fill: "dark" },
    { d: "M.14-.64a.1.1 0 1 0 .2 0 .1.1 0 1 0-.2 0z", fill: "red", stroke: "pale", width: 0.05 },
  ], title: "Napoleon" },
  wellington: { letter: "W", parts: [
    { d: "M-.82-.42Q-.5-.6-.36-.86-.06-1.04.26-.88.52-.62.92-.36L.9-.24.5-.28.52-.14.66.06.5.1.46.26.24.32.22.4Q.66.5.7.92H-.8Q-.78.5-.28.36L-.3-.22-.5-.24z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.78.92Q-.74.52-.26.4L.2.42Q.64.52.66.92z", fill: "dark" },
    { d: "M-.3.36.24.38.34.56Q0 .74-.4.58z", fill: "coat" },
    { d: "M-.38.56Q-.02.72.32.54", stroke: "gold", width: 0.07 },
    { d: "M-.26-.3H.46L.48-.12.62.06.46.08.42.24.22.3.18.42H-.24z", fill: "skin" },
    { d: "M-.3-.3H-.02L-.06.02Q-.1.16-.18.14L-.24-.02z", fill: "wood" },
    { d: "M.16.3V.44L-.2.46-.24.26Q-.04.4.16.3z", fill: "pale" },
    { d: "M-.8-.4Q-.46-.6-.34-.82-.06-.98.24-.84.5-.58.9-.34.5-.3.2-.32-.4-.28-.8-.4z", fill: "dark" },
    { d: "M-.72-.42Q-.4-.62-.26-.8 0-.92.2-.8.44-.58.8-.38", stroke: "pale", width: 0.13 },
    { d: "M.02-.44.1-.7", stroke: "gold", width: 0.09 },
    { d: "M.3.1.36.12.3.14z", fill: "dark" },
    { d: "M.3-.14H.4V-.06H.3z", fill: "dark" },
  ], title: "Wellington" },
  headquarters: { letter: "h", parts: [
    { d: "M0-.9V-.4", stroke: "ink", width: 0.18 },
    { d: "M0-.5Q.2-.1.9.06L.8.2.9.86H-.9L-.8.2-.9.06Q-.2-.1 0-.5z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M0-.46Q.2-.06.84.08L.76.2.86.84H-.86L-.76.2-.84.08Q-.2-.06 0-.46z", fill: "pale" },
    { d: "M-.2-.2Q-.16 0-.3.22L-.38.84H-.7L-.56.22-.6.04Q-.32-.04-.2-.2z", fill: "coat" },
    { d: "M.2-.2Q.16 0 .3.22L.38.84H.7L.56.22.6.04Q.32-.04.2-.2z", fill: "coat" },
    { d: "M-.82.12q.14.14.28 0 .14.14.26 0 .14.14.28 0 .14.14.28 0 .14.14.26 0 .14.14.28 0", stroke: "trim", width: 0.09 },
    { d: "M0 .22.2.84H-.2z", fill: "dark" },
    { d: "M0-.94V-.44", stroke: "wood", width: 0.09 },
    { d: "M.02-.96.62-.78.02-.58z", fill: "trim", stroke: "ink", width: 0.07 },
  ], title: "Headquarters" },
  wagon: { letter: "w", parts: [
    { d: "M-.92.42V.1L-.86-.1Q-.8-.74 0-.74T.86-.1L.92.1V.42L.8.66Q.5 1 .2.6H-.2Q-.5 1-.8.66z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.8.14V-.1Q-.72-.64 0-.64T.8-.1V.14z", fill: "pale" },
    { d: "M-.42-.54Q-.32-.2-.36.14M0-.62V.14M.42-.54Q.32-.2.36.14", stroke: "ink", width: 0.07 },
    { d: "M-.88.12H.88V.36H-.88z", fill: "wood", stroke: "ink", width: 0.06 },
    { d: "M-.78.5a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0z", fill: "pale", stroke: "ink", width: 0.13 },
    { d: "M.18.5a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0z", fill: "pale", stroke: "ink", width: 0.13 },
    { d: "M-.56.5a.08.08 0 1 0 .16 0 .08.08 0 1 0-.16 0zM.4.5a.08.08 0 1 0 .16 0 .08.08 0 1 0-.16 0z", fill: "ink" },
  ], title: "Supply wagon" },
  depot: { letter: "s", parts: [
    { d: "M-.98-.04 0-.86.98-.04 .8.04V.84H-.8V.04z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.7-.16H.7V.76H-.7z", fill: "pale", stroke: "ink", width: 0.06 },
    { d: "M-.9-.06 0-.78.9-.06z", fill: "coat", stroke: "ink", width: 0.08 },
    { d: "M-.3.76V.18Q0-.06.3.18V.76z", fill: "wood", stroke: "ink", width: 0.07 },
    { d: "M0 .08V.76", stroke: "ink", width: 0.06 },
  ], title: "Depot" },
  advisor: { letter: "v", parts: [
    { d: "M-.5.62Q-.1.2.86-.9", stroke: "ink", width: 0.2 },
    { d: "M-.3.36Q-.4-.2.1-.6.46-.86.92-.94.9-.4.6-.04.26.36-.2.36z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.86.5H-.2L-.1.92H-.96z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.28.34Q-.38-.2.12-.58.46-.82.88-.9.86-.4.58-.06.24.32-.2.34z", fill: "pale" },
    { d: "M-.2.24Q.3-.3.86-.88.86-.42.58-.06.24.32-.2.34z", fill: "metal" },
    { d: "M-.52.66Q-.06.1.8-.82", stroke: "trim", width: 0.08 },
    { d: "M.3-.02.56-.04M.06.2.34.2M.5-.26.74-.32", stroke: "dark", width: 0.05 },
    { d: "M-.82.54H-.24L-.14.9H-.92z", fill: "dark" },
    { d: "M-.8.54H-.26", stroke: "gold", width: 0.1 },
  ], title: "Advisor" },
  marker: { letter: "m", parts: [
    { d: "M-.46-.9V.92", stroke: "ink", width: 0.24 },
    { d: "M-.46-.8.9-.62.5-.2.9.2-.46.06z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.46-.9V.92", stroke: "wood", width: 0.12 },
    { d: "M-.4-.76.82-.6.5-.36-.4-.36z", fill: "coat" },
    { d: "M-.4-.36H.5L.46-.2.82.16-.4.02z", fill: "trim" },
    { d: "M-.7.9H-.22", stroke: "ink", width: 0.14 },
  ], title: "Marker" },
  alliance: { letter: "&", parts: [
    { d: "M-.62.92.3-.9M.62.92-.3-.9", stroke: "ink", width: 0.22 },
    { d: "M-.3-.9-.94-.66-.6.2.02-.24z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M.3-.9.94-.66.6.2-.02-.24z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.62.92.3-.9M.62.92-.3-.9", stroke: "wood", width: 0.1 },
    { d: "M-.3-.88-.9-.64-.58.16 0-.22z", fill: "coat" },
    { d: "M-.6-.76-.3-.02", stroke: "pale", width: 0.14 },
    { d: "M.3-.88.9-.64.58.16 0-.22z", fill: "trim" },
    { d: "M.6-.76.3-.02", stroke: "pale", width: 0.14 },
    { d: "M-.16.5a.16.16 0 1 0 .32 0 .16.16 0 1 0-.32 0z", fill: "gold", stroke: "ink", width: 0.07 },
  ], title: "Alliance" },
  finance: { letter: "$", parts: [
    { d: "M-.9.1Q-.9-.1-.44-.1T.02.1V.7Q.02.9-.44.9T-.9.7z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.02-.5Q-.02-.7.44-.7T.9-.5V.7Q.9.9.44.9T-.02.7z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.9.1H.0V.7Q-.02.88-.44.88T-.88.7zM.0-.5H.9V.7Q.88.88.44.88T0 .7z", fill: "wood" },
    { d: "M-.9.62q.45.24.9 0V.46q-.45.24-.9 0zM-.9.3q.45.24.9 0V.14q-.45.24-.9 0zM0 .62q.45.24.9 0V.46q-.45.24-.9 0zM0 .3q.45.24.9 0V.14q-.45.24-.9 0zM0-.02q.45.24.9 0v-.16q-.45.24-.9 0zM0-.34q.45.24.9 0V-.5q-.45.24-.9 0z", fill: "gold" },
    { d: "M-.9.06a.45.17 0 1 0 .9 0 .45.17 0 1 0-.9 0zM0-.54a.45.17 0 1 0 .9 0 .45.17 0 1 0-.9 0z", fill: "gold" },
    { d: "M-.66.06a.21.07 0 1 0 .42 0 .21.07 0 1 0-.42 0zM.24-.54a.21.07 0 1 0 .42 0 .21.07 0 1 0-.42 0z", stroke: "wood", width: 0.05 },
  ], title: "Finance" },
  morale: { letter: "d", parts: [
    { d: "M-.9-.94-.1-.52M.9-.94.1-.52", stroke: "ink", width: 0.24 },
    { d: "M-.74-.36Q0-.66.74-.36V.66Q0 .98-.74.66z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.9-.94-.1-.5M.9-.94.1-.5", stroke: "wood", width: 0.12 },
    { d: "M-.74-.3H.74V.66Q0 .98-.74.66z", fill: "coat" },
    { d: "M-.66-.1-.4.68-.14.04 0 .74.14.04.4.68.66-.1", stroke: "pale", width: 0.07 },
    { d: "M-.72.6Q0 .92.72.6M-.72-.22Q0 .08.72-.22", stroke: "gold", width: 0.15 },
    { d: "M-.74-.36a.74.2 0 1 0 1.48 0 .74.2 0 1 0-1.48 0z", fill: "pale", stroke: "trim", width: 0.08 },
  ], title: "Morale" },
  society: { letter: "o", parts: [
    { d: "M-.72-.92H.72V-.6H.46V.56H.64V.92H-.64V.56H-.46V-.6H-.72z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.42-.6H.42V.6H-.42z", fill: "pale" },
    { d: "M-.2-.5V.5M0-.5V.5M.2-.5V.5", stroke: "metal", width: 0.08 },
    { d: "M-.64.58H.64V.9H-.64z", fill: "pale" },
    { d: "M-.6.62H.6", stroke: "metal", width: 0.07 },
    { d: "M-.7-.9H.7V-.72H-.7z", fill: "pale" },
    { d: "M-.52-.56a.13.13 0 1 1 .14.1M.52-.56a.13.13 0 1 0-.14.1", stroke: "gold", width: 0.12 },
    { d: "M-.44-.64H.44", stroke: "gold", width: 0.12 },
  ], title: "Society" },
  diplomacy: { letter: "l", parts: [
    { d: "M-.88-.62H.88V.66H-.88z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.88-.62H.88V.66H-.88z", fill: "pale" },
    { d: "M-.82.6-.2.04M.82.6.2.04", stroke: "metal", width: 0.06 },
    { d: "M-.86-.6 0 .2.86-.6z", fill: "pale", stroke: "dark", width: 0.07 },
    { d: "M0 .2-.18.5M0 .2.18.5", stroke: "trim", width: 0.16 },
    { d: "M0-.16q.16-.08.22.06.16.08.06.22.04.2-.16.2-.14.12-.26-.02-.2 0-.14-.2-.1-.16.06-.22.04-.12.22-.04z", fill: "red" },
    { d: "M-.12.12a.12.12 0 1 0 .24 0 .12.12 0 1 0-.24 0z", stroke: "gold", width: 0.05 },
  ], title: "Diplomacy" },
  military: { letter: "x", parts: [
    { d: "M-.62.62Q.4.3.86-.86M.62.62Q-.4.3-.86-.86M-.86.36Q-.84.84-.36.86M.86.36Q.84.84.36.86", stroke: "ink", width: 0.28 },
    { d: "M-.62.62Q.4.3.86-.86", stroke: "metal", width: 0.14 },
    { d: "M.62.62Q-.4.3-.86-.86", stroke: "ink", width: 0.26 },
    { d: "M.62.62Q-.4.3-.86-.86", stroke: "metal", width: 0.14 },
    { d: "M-.82.36Q-.8.8-.36.82M.82.36Q.8.8.36.82", stroke: "gold", width: 0.14 },
    { d: "M-.62.62-.86.86M.62.62.86.86", stroke: "ink", width: 0.28 },
    { d: "M-.62.62-.86.86M.62.62.86.86", stroke: "wood", width: 0.16 },
  ], title: "Military" },
  initiative: { letter: "n", parts: [
    { d: "M-.2.64Q-.44.5-.66.72-.4.9-.2.64zM-.5.44Q-.66.2-.92.34-.76.58-.5.44zM-.66.12Q-.72-.14-.98-.12-.92.16-.66.12zM-.66-.2Q-.6-.46-.84-.58-.92-.3-.66-.2zM-.5-.5Q-.36-.72-.52-.92-.7-.7-.5-.5zM-.2.64Q-.12.36-.38.26-.46.54-.2.64zM-.5.44Q-.32.24-.48.02-.68.22-.5.44zM-.66.12Q-.42 0-.46-.26-.72-.14-.66.12zM-.66-.2Q-.4-.22-.32-.46-.6-.46-.66-.2zM-.5-.5Q-.26-.4-.1-.6-.36-.72-.5-.5z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M.2.64Q.44.5.66.72.4.9.2.64zM.5.44Q.66.2.92.34.76.58.5.44zM.66.12Q.72-.14.98-.12.92.16.66.12zM.66-.2Q.6-.46.84-.58.92-.3.66-.2zM.5-.5Q.36-.72.52-.92.7-.7.5-.5zM.2.64Q.12.36.38.26.46.54.2.64zM.5.44Q.32.24.48.02.68.22.5.44zM.66.12Q.42 0 .46-.26.72-.14.66.12zM.66-.2Q.4-.22.32-.46.6-.46.66-.2zM.5-.5Q.26-.4.1-.6.36-.72.5-.5z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.2.64Q-.44.5-.66.72-.4.9-.2.64zM-.5.44Q-.66.2-.92.34-.76.58-.5.44zM-.66.12Q-.72-.14-.98-.12-.92.16-.66.12zM-.66-.2Q-.6-.46-.84-.58-.92-.3-.66-.2zM-.5-.5Q-.36-.72-.52-.92-.7-.7-.5-.5zM-.2.64Q-.12.36-.38.26-.46.54-.2.64zM-.5.44Q-.32.24-.48.02-.68.22-.5.44zM-.66.12Q-.42 0-.46-.26-.72-.14-.66.12zM-.66-.2Q-.4-.22-.32-.46-.6-.46-.66-.2zM-.5-.5Q-.26-.4-.1-.6-.36-.72-.5-.5z", fill: "green" },
    { d: "M.2.64Q.44.5.66.72.4.9.2.64zM.5.44Q.66.2.92.34.76.58.5.44zM.66.12Q.72-.14.98-.12.92.16.66.12zM.66-.2Q.6-.46.84-.58.92-.3.66-.2zM.5-.5Q.36-.72.52-.92.7-.7.5-.5zM.2.64Q.12.36.38.26.46.54.2.64zM.5.44Q.32.24.48.02.68.22.5.44zM.66.12Q.42 0 .46-.26.72-.14.66.12zM.66-.2Q.4-.22.32-.46.6-.46.66-.2zM.5-.5Q.26-.4.1-.6.36-.72.5-.5z", fill: "green" },
    { d: "M-.3.6Q0 .9.3.6M-.1.76-.2.94M.1.76.2.94", stroke: "ink", width: 0.24 },
    { d: "M-.3.6Q0 .9.3.6M-.1.76-.2.94M.1.76.2.94", stroke: "gold", width: 0.13 },
  ], title: "Initiative" },
  town: { letter: "t", parts: [
    { d: "M-.9.86V.22L-.62-.06-.34.12V-.2L-.08-.94.18-.2V.06L.5-.24.9.14V.86z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.34.84V-.18H.18V.84z", fill: "pale" },
    { d: "M-.4-.16-.08-.9.24-.16z", fill: "coat" },
    { d: "M-.86.84V.26H-.3V.84zM.14.84V.18H.86V.84z", fill: "pale" },
    { d: "M-.92.3-.6-.02-.26.3zM.06.24.5-.18.92.24z", fill: "trim" },
    { d: "M-.16.84V.5q.08-.14.16 0V.84zM-.68.46h.16v.18h-.16zM.32.42h.14v.18H.32zM.58.42h.14v.18H.58zM-.14 .04h.12v.2h-.12z", fill: "dark" },
  ], title: "Town" },
  "infantry-town": { letter: "I", parts: [
    { d: "M-.92.9V.46L-.6.2-.3.42 0 .14.3.42.6.2.92.46V.9z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.86.88V.5H.86V.88z", fill: "pale" },
    { d: "M-.94.54-.6.24-.26.54zM-.34.54 0 .2.34.54zM.26.54.6.24.94.54z", fill: "trim" },
    { d: "M-.68.88V.66h.16V.88zM-.08.88V.66H.08V.88zM.52.88V.66h.16V.88z", fill: "dark" },
    { d: "M-.4-.78H.4L.3-.12Q.34.02 0 .04T-.3-.12z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.42-.78H.42L.32-.1h-.64z", fill: "dark" },
    { d: "M-.38-.74H.38", stroke: "gold", width: 0.1 },
    { d: "M-.34-.16Q0-.3.34-.16.34.04 0 .06T-.34-.16z", fill: "dark" },
    { d: "M-.3-.14Q0-.28.3-.14", stroke: "gold", width: 0.06 },
    { d: "M0-.62.18-.48.11-.28H-.11L-.18-.48z", fill: "gold" },
    { d: "M0-.84V-.92", stroke: "trim", width: 0.2 },
  ], title: "Town that raises infantry" },
  "cavalry-town": { letter: "C", parts: [
    { d: "M-.92.9V.46L-.6.2-.3.42 0 .14.3.42.6.2.92.46V.9z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.86.88V.5H.86V.88z", fill: "pale" },
    { d: "M-.94.54-.6.24-.26.54zM-.34.54 0 .2.34.54zM.26.54.6.24.94.54z", fill: "trim" },
    { d: "M-.68.88V.66h.16V.88zM-.08.88V.66H.08V.88zM.52.88V.66h.16V.88z", fill: "dark" },
    { d: "M0-.92.1-.76Q.32-.66.52-.3.52-.16.38-.14.2-.2.12-.3 0-.22.1.1H-.46Q-.52-.48-.1-.74z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M0-.92.1-.76Q.32-.66.52-.3.52-.16.38-.14.2-.2.12-.3 0-.22.1.1H-.46Q-.52-.48-.1-.74z", fill: "wood" },
    { d: "M-.06-.72Q-.46-.48-.42.06", stroke: "dark", width: 0.14 },
    { d: "M.22-.68.02-.36M.02-.36.42-.22", stroke: "gold", width: 0.06 },
    { d: "M.14-.58h.09v.09H.14z", fill: "dark" },
  ], title: "Town that raises cavalry" },
  objective: { letter: "*", parts: [
    { d: "M-.34-.96H.34L.2-.4H-.2z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.12.08-.21-.38 0-.3.21-.38.12.08.53-.16.51.07.66.25.19.3.54.62.32.68.19.87 0 .44-.19.87-.32.68-.54.62-.19.3-.66.25-.51.07-.53-.16z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.34-.96H.34L.2-.36H-.2z", fill: "trim" },
    { d: "M-.12.08-.21-.38 0-.3.21-.38.12.08.53-.16.51.07.66.25.19.3.54.62.32.68.19.87 0 .44-.19.87-.32.68-.54.62-.19.3-.66.25-.51.07-.53-.16z", fill: "pale", stroke: "gold", width: 0.07 },
    { d: "M-.2.24a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0z", fill: "coat", stroke: "gold", width: 0.09 },
  ], title: "Objective" },
  deck: { letter: "D", parts: [
    { d: "M-.34-.9.8-.66.5.78-.64.54z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.34-.9.8-.66.5.78-.64.54z", fill: "metal" },
    { d: "M-.74-.74H.4V.88H-.74z", fill: "ink", stroke: "ink", width: 0.14 },
    { d: "M-.74-.74H.4V.88H-.74z", fill: "pale" },
    { d: "M-.6-.6H.26V.74H-.6z", fill: "trim", stroke: "gold", width: 0.06 },
    { d: "M-.17-.34.06.07-.17.48-.4.07z", stroke: "pale", width: 0.1 },
  ], title: "Deck" },
};

/** What a piece bears for the moment, and what that means for it. */
export const BADGES: Record<Badge, Glyph & { help: string }> = {
  guard: { help: "Elite troops, with figures of their own.", letter: "G", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "gold", stroke: "pale", width: 0.16 },
    { d: "M-.34.24a.34.34 0 1 0 .68 0 .34.34 0 1 0-.68 0z", fill: "dark" },
    { d: "M-.18 0Q-.5-.3-.3-.62-.2-.44-.08-.42-.14-.62.04-.78.06-.5.16-.42.3-.5.32-.62.46-.24.18 0z", fill: "red" },
  ], title: "Guard" },
  minor: { help: "It belongs to a minor country and fights for the power that holds it.", letter: "m", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "wood", stroke: "pale", width: 0.16 },
    { d: "M-.42-.46H.42V.02Q.38.4 0 .58-.38.4-.42.02z", fill: "pale" },
    { d: "M-.4-.1H.4", stroke: "wood", width: 0.14 },
  ], title: "Of a minor country" },
  "in-corps": { help: "It marches and fights with its corps.", letter: "k", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "blue", stroke: "pale", width: 0.16 },
    { d: "M-.4-.44.0.46.4-.44M-.56-.44h.3M.26-.44h.3", stroke: "pale", width: 0.22 },
  ], title: "In a corps" },
  laden: { help: "It carries troops; what sinks it takes them along.", letter: "l", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "blue", stroke: "pale", width: 0.16 },
    { d: "M-.62.06H.62L.42.46H-.42z", fill: "pale" },
    { d: "M-.3-.14v-.2M0-.14v-.3M.3-.14v-.2", stroke: "pale", width: 0.18 },
  ], title: "Troops aboard" },
  lent: { help: "An ally commands it for now.", letter: "e", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "wood", stroke: "pale", width: 0.16 },
    { d: "M-.5-.2H.42M.18-.46.46-.2M.5.24H-.42M-.18.5-.46.24", stroke: "pale", width: 0.22 },
  ], title: "Lent to an ally" },
  "in-hand": { help: "It is in hand: choose where it goes.", letter: ">", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "green", stroke: "pale", width: 0.16 },
    { d: "M-.3.06V-.34M-.08 0V-.5M.14 0V-.46M.36.08V-.3M-.52.04-.3.3", stroke: "pale", width: 0.18 },
    { d: "M-.38-.02H.44V.2Q.4.56.04.58-.24.56-.4.26z", fill: "pale" },
  ], title: "Being moved" },
  ordered: { help: "Its orders are paid for: it can still act this turn.", letter: "!", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "green", stroke: "pale", width: 0.16 },
    { d: "M-.5-.32H.5V.36H-.5z", fill: "pale", stroke: "dark", width: 0.08 },
    { d: "M-.48-.3 0 .08 .48-.3", stroke: "dark", width: 0.1 },
    { d: "M-.16.1a.16.16 0 1 0 .32 0 .16.16 0 1 0-.32 0z", fill: "red" },
  ], title: "Has orders" },
  moved: { help: "It has moved and stays where it is for the rest of the turn.", letter: ".", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "dark", stroke: "pale", width: 0.16 },
    { d: "M-.52 0H.5M.14-.38.52 0 .14.38", stroke: "pale", width: 0.22 },
  ], title: "Has moved" },
  attacking: { help: "It has come to attack and fights here before the turn ends.", letter: "x", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "red", stroke: "pale", width: 0.16 },
    { d: "M-.4.4.46-.46M.4.4-.46-.46M-.5.14-.14.5M.5.14.14.5", stroke: "pale", width: 0.22 },
  ], title: "Attacks" },
  reserve: { help: "It came by another border and joins the battle in round 2.", letter: "r", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "blue", stroke: "pale", width: 0.16 },
    { d: "M-.44.0.0-.4.44 0M-.44.46 0 .06.44.46", stroke: "pale", width: 0.22 },
  ], title: "In reserve until round 2" },
  levied: { help: "It was raised this turn.", letter: "+", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "green", stroke: "pale", width: 0.16 },
    { d: "M0-.5V.5M-.5 0H.5", stroke: "pale", width: 0.22 },
  ], title: "Levied this turn" },
  waiting: { help: "It was destroyed and can be raised again after Winter.", letter: "w", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "blue", stroke: "pale", width: 0.16 },
    { d: "M-.36-.48H.36L.08 0 .36.48H-.36L-.08 0z", fill: "pale" },
    { d: "M-.44-.5H.44M-.44.5H.44", stroke: "pale", width: 0.16 },
  ], title: "Out of play until Winter" },
  target: { help: "An attack on it has been declared.", letter: "o", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "pale", stroke: "pale", width: 0.16 },
    { d: "M-.56 0a.56.56 0 1 0 1.12 0 .56.56 0 1 0-1.12 0z", fill: "pale", stroke: "red", width: 0.22 },
    { d: "M-.2 0a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0z", fill: "red" },
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", stroke: "red", width: 0.14 },
  ], title: "Named for an attack" },
  beaten: { help: "It lost its battle and must go back.", letter: "<", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "red", stroke: "pale", width: 0.16 },
    { d: "M.4.44Q.56-.34-.2-.3H-.46M-.2-.56-.48-.3-.2-.02", stroke: "pale", width: 0.22 },
  ], title: "Beaten back" },
  laid: { help: "A card lies here face down; its owner alone knows which.", letter: "_", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "dark", stroke: "pale", width: 0.16 },
    { d: "M-.34-.52H.34V.52H-.34z", fill: "pale" },
    { d: "M0-.26.16 0 0 .26-.16 0z", stroke: "dark", width: 0.12 },
  ], title: "Laid face down" },
  aside: { help: "It comes back at the end of the year.", letter: "|", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "wood", stroke: "pale", width: 0.16 },
    { d: "M-.48-.44V.44M.56 0H-.14M.1-.3-.18 0 .1.3", stroke: "pale", width: 0.22 },
  ], title: "Put aside for the year" },
  used: { help: "Its event has happened and counts no more.", letter: "u", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "dark", stroke: "pale", width: 0.16 },
    { d: "M-.46.02-.12.38.48-.36", stroke: "pale", width: 0.22 },
  ], title: "Its event is used" },
  kept: { help: "It stays in hand for the next turn.", letter: "b", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "green", stroke: "pale", width: 0.16 },
    { d: "M-.32-.54H.32V.54L0 .24-.32.54z", fill: "pale" },
  ], title: "Kept for the next turn" },
  pledged: { help: "It has been promised in an offer and cannot be used otherwise meanwhile.", letter: "p", parts: [
    { d: "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", fill: "gold", stroke: "pale", width: 0.16 },
    { d: "M-.14.3-.26.62M.14.3.26.62", stroke: "red", width: 0.24 },
    { d: "M-.44-.1a.44.44 0 1 0 .88 0 .44.44 0 1 0-.88 0z", fill: "red" },
    { d: "M-.16-.1-.02.04.18-.24", stroke: "pale", width: 0.13 },
  ], title: "Pledged" },
};

/** What is printed on a space, in the colours of MAP. */
export const SITES: Record<Site, Glyph> = {
  capital: { letter: "*", parts: [
    { d: "M-.86-.6Q-.86-.86-.6-.86H.6Q.86-.86.86-.6V.6Q.86.86.6.86H-.6Q-.86.86-.86.6z", fill: "trim", stroke: "ink", width: 0.13 },
    { d: "M0-.72.18-.23.69-.22.28.1.43.6 0 .3-.43.6-.28.1-.69-.22-.18-.23z", fill: "ink" },
  ], title: "Capital" },
  city: { letter: "o", parts: [
    { d: "M-.76 0a.76.76 0 1 0 1.52 0 .76.76 0 1 0-1.52 0z", fill: "face", stroke: "ink", width: 0.14 },
    { d: "M-.4 0a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z", fill: "ink" },
  ], title: "City" },
  town: { letter: ",", parts: [
    { d: "M-.6 0a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0z", fill: "trim", stroke: "ink", width: 0.14 },
  ], title: "Town" },
  "infantry-town": { letter: "I", parts: [
    { d: "M-.76 0a.76.76 0 1 0 1.52 0 .76.76 0 1 0-1.52 0z", fill: "coat", stroke: "ink", width: 0.13 },
    { d: "M-.07-.62h.14v.14h.29L.28.2Q.36.34.3.4 0 .54-.3.4-.36.34-.28.2L-.36-.48h.29z", fill: "pale" },
    { d: "M-.3.2Q0 .08.3.2", stroke: "coat", width: 0.07 },
  ], title: "Town that raises infantry" },
  "cavalry-town": { letter: "C", parts: [
    { d: "M-.76 0a.76.76 0 1 0 1.52 0 .76.76 0 1 0-1.52 0z", fill: "coat", stroke: "ink", width: 0.13 },
    { d: "M.06-.6.14-.44Q.34-.34.52 0 .52.14.4.16.22.1.14 0 .02.1.14.5H-.38Q-.46-.12-.04-.42z", fill: "pale" },
  ], title: "Town that raises cavalry" },
  fortress: { letter: "#", parts: [
    { d: "M-.16-.54-.25-.74 0-.94.25-.74.16-.54.52-.28.69-.42.95-.25.84.05.62.03.48.45.67.57.59.87.27.85.22.64H-.22L-.27.85-.59.87-.67.57-.48.45-.62.03-.84.05-.95-.25-.69-.42-.52-.28z", fill: "face", stroke: "ink", width: 0.12 },
    { d: "M0-.28.32-.05.2.34H-.2L-.32-.05z", fill: "ink" },
  ], title: "Fortress" },
  "naval-base": { letter: "b", parts: [
    { d: "M-.92 0a.92.92 0 1 0 1.84 0 .92.92 0 1 0-1.84 0z", fill: "face", stroke: "ink", width: 0.12 },
    { d: "M0-.36V.56M-.26-.18H.26M-.5.12Q-.46.5 0 .56.46.5.5.12", stroke: "ink", width: 0.14 },
    { d: "M-.12-.5a.12.12 0 1 0 .24 0 .12.12 0 1 0-.24 0z", stroke: "ink", width: 0.1 },
  ], title: "Naval base" },
  port: { letter: "p", parts: [
    { d: "M0-.36V.62M-.3-.16H.3M-.58.16Q-.52.6 0 .64.52.6.58.16M-.7.3-.58.12-.4.26M.7.3.58.12.4.26", stroke: "face", width: 0.34 },
    { d: "M0-.36V.62M-.3-.16H.3M-.58.16Q-.52.6 0 .64.52.6.58.16M-.7.3-.58.12-.4.26M.7.3.58.12.4.26", stroke: "ink", width: 0.15 },
    { d: "M-.14-.54a.14.14 0 1 0 .28 0 .14.14 0 1 0-.28 0z", fill: "face", stroke: "ink", width: 0.12 },
  ], title: "Port" },
  star: { letter: "+", parts: [
    { d: "M0-.92.22-.3.88-.28.36.12.54.76 0 .38-.54.76-.36.12-.88-.28-.22-.3z", fill: "trim", stroke: "ink", width: 0.13 },
  ], title: "Star" },
  start: { letter: "s", parts: [
    { d: "M-.84-.84H.84V.84H-.84z", stroke: "ink", width: 0.1 },
    { d: "M0-.66.16-.21.63-.2.25.08.39.53 0 .27-.39.53-.25.08-.63-.2-.16-.21z", fill: "ink" },
  ], title: "Starting square" },
  "infantry-start": { letter: "i", parts: [
    { d: "M-.84-.84H.84V.84H-.84z", stroke: "ink", width: 0.1 },
    { d: "M-.07-.62h.14v.14h.29L.28.2Q.36.34.3.4 0 .54-.3.4-.36.34-.28.2L-.36-.48h.29z", fill: "ink" },
    { d: "M-.3.2Q0 .08.3.2", stroke: "face", width: 0.07 },
  ], title: "Starting square of infantry" },
  "cavalry-start": { letter: "c", parts: [
    { d: "M-.84-.84H.84V.84H-.84z", stroke: "ink", width: 0.1 },
    { d: "M.06-.6.14-.44Q.34-.34.52 0 .52.14.4.16.22.1.14 0 .02.1.14.5H-.38Q-.46-.12-.04-.42z", fill: "ink" },
  ], title: "Starting square of cavalry" },
  "general-enlists": { letter: "g", parts: [
    { d: "M-.62.3Q-.34-.42 0-.42T.62.3Q.3.12 0 .3-.3.12-.62.3z", stroke: "ink", width: 0.12 },
    { d: "M.62-.84V-.4M.4-.62H.84", stroke: "ink", width: 0.12 },
  ], title: "A General enlists here" },
  "infantry-enlists": { letter: "e", parts: [
    { d: "M-.07-.62h.14v.14h.29L.28.2Q.36.34.3.4 0 .54-.3.4-.36.34-.28.2L-.36-.48h.29z", stroke: "ink", width: 0.11 },
    { d: "M.68-.84V-.4M.46-.62H.9", stroke: "ink", width: 0.12 },
  ], title: "Infantry enlists here" },
  "cavalry-enlists": { letter: "h", parts: [
    { d: "M.06-.6.14-.44Q.34-.34.52 0 .52.14.4.16.22.1.14 0 .02.1.14.5H-.38Q-.46-.12-.04-.42z", stroke: "ink", width: 0.11 },
    { d: "M.68-.84V-.4M.46-.62H.9", stroke: "ink", width: 0.12 },
  ], title: "Cavalry enlists here" },
};

/** Whose something is. */
export const TINTS: Record<Tint, Word & Colours> = {
  blue: { coat: "#27427a", face: "#34558b", flag: [
    { d: "M-1.5-1h1v2h-1z", fill: "blue" },
    { d: "M-.5-1h1v2h-1z", fill: "pale" },
    { d: "M.5-1h1v2h-1z", fill: "red" },
  ], hatch: { lines: "M0 .5H1", tile: 0.36, width: 0.34 }, ink: "#f4ecd8", title: "Blue", trim: "#c8402f" },
  red: { coat: "#b8352d", face: "#a5302b", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "red" },
    { d: "M-1.5-1h.4L1.5.74V1h-.4L-1.5-.74zM1.5-1h-.4L-1.5.74V1h.4L1.5-.74z", fill: "pale" },
    { d: "M-.09-1H.09V-.09H1.5V.09H.09V1H-.09V.09H-1.5V-.09H-.09z", fill: "gold" },
  ], hatch: { lines: "M.5 0V1", tile: 0.36, width: 0.34 }, ink: "#f4ecd8", title: "Red", trim: "#e9d6a2" },
  green: { coat: "#2f5a36", face: "#3d6b3f", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "green" },
    { d: "M-1.5-1h.4L1.5.74V1h-.4L-1.5-.74zM1.5-1h-.4L-1.5.74V1h.4L1.5-.74z", fill: "pale" },
    { d: "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", fill: "gold" },
    { d: "M0-.42q.12 0 .12.14.3-.2.5-.1-.06.32-.4.44l.1.3-.2-.06L0 .46l-.12-.16-.2.06.1-.3q-.34-.12-.4-.44.2-.1.5.1 0-.14.12-.14z", fill: "dark" },
  ], hatch: { lines: "M0 0 1 1M-.5 .5 .5 1.5M.5-.5 1.5 .5", tile: 0.46, width: 0.26 }, ink: "#f4ecd8", title: "Green", trim: "#c8402f" },
  white: { coat: "#fffdf4", face: "#f7f2e4", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "pale" },
    { d: "M-1.5-1H1.5V1H-1.5zM-1.24-.74V.74H1.24V-.74z", fill: "red" },
    { d: "M0-.42q.12 0 .12.14.3-.2.5-.1-.06.32-.4.44l.1.3-.2-.06L0 .46l-.12-.16-.2.06.1-.3q-.34-.12-.4-.44.2-.1.5.1 0-.14.12-.14z", fill: "dark" },
  ], hatch: { lines: "M.25 .08V.42M.1 .25H.4M.75 .58V.92M.6 .75H.9", tile: 0.66, width: 0.1 }, ink: "#33302e", title: "White", trim: "#b5382f" },
  black: { coat: "#2c3c66", face: "#33302e", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "dark" },
    { d: "M-1.5-1h.4L1.5.74V1h-.4L-1.5-.74zM1.5-1h-.4L-1.5.74V1h.4L1.5-.74z", fill: "pale" },
    { d: "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", fill: "pale" },
    { d: "M0-.42q.12 0 .12.14.3-.2.5-.1-.06.32-.4.44l.1.3-.2-.06L0 .46l-.12-.16-.2.06.1-.3q-.34-.12-.4-.44.2-.1.5.1 0-.14.12-.14z", fill: "dark" },
  ], hatch: { lines: "M0 .5H1M.5 0V1", tile: 0.44, width: 0.22 }, ink: "#f4ecd8", title: "Black", trim: "#cf4a3c" },
  yellow: { coat: "#ecc863", face: "#d8a62c", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "gold" },
    { d: "M-1.5-1h3v.67h-3z", fill: "green" },
    { d: "M-1.5.33h3V1h-3z", fill: "green" },
    { d: "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", fill: "pale" },
    { d: "M0-.42q.12 0 .12.14.3-.2.5-.1-.06.32-.4.44l.1.3-.2-.06L0 .46l-.12-.16-.2.06.1-.3q-.34-.12-.4-.44.2-.1.5.1 0-.14.12-.14z", fill: "dark" },
  ], hatch: { lines: "M.25 .25h.01M.75 .75h.01", tile: 0.5, width: 0.26 }, ink: "#33302e", title: "Yellow", trim: "#3f7048" },
  orange: { coat: "#f0a860", face: "#e38f45", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "pale" },
    { d: "M-1.5-1h3v.67h-3z", fill: "face" },
    { d: "M-1.5.33h3V1h-3z", fill: "blue" },
  ], hatch: { lines: "M0 .5q.25-.5.5 0t.5 0", tile: 0.5, width: 0.24 }, ink: "#33302e", title: "Orange", trim: "#2f4f8a" },
  brown: { coat: "#6b4527", face: "#7a5334", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "face" },
    { d: "M-.2-1H.2V-.2H1.5V.2H.2V1H-.2V.2H-1.5V-.2H-.2z", fill: "gold" },
    { d: "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", fill: "pale" },
  ], hatch: { lines: "M0 .75 .5 .25 1 .75", tile: 0.5, width: 0.22 }, ink: "#f4ecd8", title: "Brown", trim: "#e0b43f" },
  purple: { coat: "#5d3f7a", face: "#6f4e8c", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "face" },
    { d: "M0-.95 1.4 0 0 .95-1.4 0z", fill: "pale" },
    { d: "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z", fill: "gold" },
  ], hatch: { lines: "M0 0 1 1M0 1 1 0", tile: 0.52, width: 0.18 }, ink: "#f4ecd8", title: "Purple", trim: "#e7c15a" },
  pink: { coat: "#eba4bc", face: "#de86a4", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "face" },
    { d: "M-.2-1H.2V-.2H1.5V.2H.2V1H-.2V.2H-1.5V-.2H-.2z", fill: "pale" },
    { d: "M-.09-1H.09V-.09H1.5V.09H.09V1H-.09V.09H-1.5V-.09H-.09z", fill: "dark" },
  ], hatch: { lines: "M0 0H1M0 .5H1M0 1H1M.25 0V.5M.75 .5V1", tile: 0.66, width: 0.14 }, ink: "#33302e", title: "Pink", trim: "#6a2f4a" },
  grey: { coat: "#6f6a5e", face: "#8d8677", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "face" },
    { d: "M-1.5-1h3v.67h-3z", fill: "pale" },
    { d: "M-1.5.33h3V1h-3z", fill: "dark" },
  ], hatch: { lines: "M0 1 1 0M-.5 .5 .5-.5M.5 1.5 1.5 .5", tile: 0.46, width: 0.26 }, ink: "#fdf8ea", title: "Grey", trim: "#d9cfb6" },
  card: { coat: "#8a7a5a", face: "#f3e9d0", flag: [
    { d: "M-1.5-1H1.5V1H-1.5z", fill: "face" },
    { d: "M0-.95 1.4 0 0 .95-1.4 0z", fill: "pale" },
    { d: "M0-.95 1.4 0 0 .95-1.4 0z", stroke: "gold", width: 0.12 },
  ], hatch: { lines: "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0", tile: 0.5, width: 0.16 }, ink: "#33302e", title: "Card", trim: "#a5302b" },
};

/** The colours of what is printed on a map. */
export const MAP: Colours = {
  coat: "#b8402f",
  face: "#f6eed8",
  flag: [],
  hatch: { lines: "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0", tile: 0.5, width: 0.16 },
  ink: "#4a3b2a",
  trim: "#edcb57",
};

/** What covers a space. */
export const GROUNDS: Record<Ground, Word> = {
  sea: { title: "Sea" },
  clear: { title: "Open country" },
  forest: { title: "Forest" },
  marsh: { title: "Marsh" },
  hill: { title: "Hills" },
  mountain: { title: "Mountains" },
  pass: { title: "Mountain pass" },
  desert: { title: "Desert" },
  box: { title: "Box" },
};

/** What a rule is about, in the order in which rules are read. */
export const TOPICS: Record<Topic, Word> = {
  victory: { title: "How to win" },
  setup: { title: "Setting up" },
  option: { title: "Versions of the game" },
  scenario: { title: "Scenarios" },
  sequence: { title: "Sequence of play" },
  map: { title: "The map" },
  components: { title: "Pieces and cards" },
  information: { title: "Who sees what" },
  cards: { title: "Cards" },
  advisors: { title: "Advisors" },
  gold: { title: "Gold" },
  revenue: { title: "Revenue" },
  finance: { title: "Finance" },
  morale: { title: "Morale" },
  society: { title: "Society" },
  military: { title: "Military" },
  movement: { title: "Movement" },
  naval: { title: "At sea" },
  supply: { title: "Supply" },
  control: { title: "Control" },
  battle: { title: "Battle" },
  combat: { title: "Combat" },
  retreat: { title: "Retreat" },
  pursuit: { title: "Pursuit" },
  levy: { title: "Raising troops" },
  capitals: { title: "Capitals" },
  diplomacy: { title: "Diplomacy" },
  alliances: { title: "Alliances" },
  defeat: { title: "Defeat" },
  winter: { title: "Winter" },
  age: { title: "A new Age" },
  solitaire: { title: "Solitaire" },
  other: { title: "Other rules" },
};

/** What a mark over spaces says. */
export const OVERLAYS: Record<OverlayKind, Word> = {
  held: { title: "Controlled" },
  neutral: { title: "Neutral" },
  battle: { title: "Battle" },
  group: { title: "Group on the move" },
  target: { title: "Named for an attack" },
  supplied: { title: "In supply" },
  "cut-off": { title: "Out of supply" },
  reach: { title: "Within reach" },
  threat: { title: "Within the enemy's reach" },
  zone: { title: "Zone of control" },
  line: { title: "Line of supply" },
  guns: { title: "Can come to the battle" },
};

/** What can be laid over the map. */
export const LAYERS: Record<Layer, Word> = {
  control: { title: "Control" },
  supply: { title: "Supply" },
  reach: { title: "Reach" },
  threat: { title: "Enemy reach" },
  zones: { title: "Zones of control" },
  guns: { title: "Who comes to the guns" },
};

/** What comes of a choice. */
export const EFFECTS: Record<EffectKind, Word> = {
  plain: { title: "Nothing out of the ordinary" },
  attack: { title: "Attacks" },
  reserve: { title: "Comes in as a reserve" },
  neutral: { title: "Rouses a neutral" },
  hungry: { title: "Out of supply" },
  grave: { title: "Hard to mend" },
};

/** What a choice does; whether players agree on something with it, and whether it closes a question or a turn. */
export const VERBS: Record<Verb, Word & { diplomatic: boolean; closes: boolean }> = {
  move: { closes: false, diplomatic: false, title: "Move" },
  attack: { closes: false, diplomatic: false, title: "Attack" },
  sail: { closes: false, diplomatic: false, title: "Sail" },
  embark: { closes: false, diplomatic: false, title: "Embark" },
  land: { closes: false, diplomatic: false, title: "Land" },
  redeploy: { closes: false, diplomatic: false, title: "Redeploy" },
  select: { closes: false, diplomatic: false, title: "Pick" },
  deselect: { closes: false, diplomatic: false, title: "Leave behind" },
  place: { closes: false, diplomatic: false, title: "Place" },
  build: { closes: false, diplomatic: false, title: "Build" },
  levy: { closes: false, diplomatic: false, title: "Levy" },
  recruit: { closes: false, diplomatic: false, title: "Recruit" },
  remove: { closes: false, diplomatic: false, title: "Remove" },
  disband: { closes: false, diplomatic: false, title: "Disband" },
  lose: { closes: false, diplomatic: false, title: "Take a loss" },
  play: { closes: false, diplomatic: false, title: "Play" },
  discard: { closes: false, diplomatic: false, title: "Discard" },
  keep: { closes: false, diplomatic: false, title: "Keep" },
  buy: { closes: false, diplomatic: false, title: "Buy" },
  bid: { closes: false, diplomatic: false, title: "Bid" },
  roll: { closes: false, diplomatic: false, title: "Roll" },
  fire: { closes: false, diplomatic: false, title: "Fire" },
  hold: { closes: false, diplomatic: false, title: "Hold fire" },
  retreat: { closes: false, diplomatic: false, title: "Retreat" },
  pursue: { closes: false, diplomatic: false, title: "Pursue" },
  regroup: { closes: false, diplomatic: false, title: "Regroup" },
  advance: { closes: false, diplomatic: false, title: "Advance" },
  fight: { closes: false, diplomatic: false, title: "Fight" },
  support: { closes: false, diplomatic: false, title: "Support" },
  extend: { closes: false, diplomatic: false, title: "Fight on" },
  event: { closes: false, diplomatic: false, title: "Use an event" },
  lead: { closes: false, diplomatic: false, title: "Take the lead" },
  propose: { closes: false, diplomatic: true, title: "Propose" },
  give: { closes: false, diplomatic: true, title: "Give" },
  ask: { closes: false, diplomatic: true, title: "Ask for" },
  terms: { closes: false, diplomatic: true, title: "Set terms" },
  send: { closes: false, diplomatic: true, title: "Send" },
  accept: { closes: false, diplomatic: false, title: "Accept" },
  refuse: { closes: false, diplomatic: false, title: "Refuse" },
  admit: { closes: false, diplomatic: true, title: "Grant passage" },
  bar: { closes: false, diplomatic: true, title: "Deny passage" },
  break: { closes: false, diplomatic: true, title: "Break" },
  lend: { closes: false, diplomatic: false, title: "Lend" },
  recall: { closes: false, diplomatic: false, title: "Recall" },
  choose: { closes: false, diplomatic: false, title: "Choose" },
  pass: { closes: true, diplomatic: false, title: "Decline" },
  done: { closes: true, diplomatic: false, title: "Done" },
  "end-turn": { closes: true, diplomatic: false, title: "End the turn" },
  show: { closes: false, diplomatic: false, title: "Show" },
};

/** What is paid in. */
export const CURRENCIES: Record<Currency, Word & { plural: string }> = {
  "action-point": { plural: "action points", title: "action point" },
  "command-point": { plural: "command points", title: "command point" },
  gold: { plural: "gold", title: "gold" },
  fg: { plural: "FG", title: "FG" },
  mp: { plural: "MP", title: "MP" },
  pip: { plural: "pips", title: "pip" },
  step: { plural: "steps", title: "step" },
  unit: { plural: "units", title: "unit" },
  card: { plural: "cards", title: "card" },
  "diplomacy-point": { plural: "points of Diplomacy", title: "point of Diplomacy" },
  redeployment: { plural: "redeployments", title: "redeployment" },
};
