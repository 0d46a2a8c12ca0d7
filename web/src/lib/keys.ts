// The keys of the table: what is done by them and what is told of them come from the one list.

export type Command =
  | "walk" | "choose" | "next" | "previous" | "stack" | "closer" | "farther" | "fit" | "layer" | "confirm" | "back" | "undo" | "end" | "rules" | "legend" | "keys";

export interface Key {
  command: Command;
  /** As the browser names them; letters in lower case. */
  keys: readonly string[];
  /** As they are shown. */
  shown: readonly string[];
  does: string;
  /** Whether they work wherever one is at the table, or only on the board. */
  anywhere: boolean;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export const KEYS: readonly Key[] = [
  { command: "walk", keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], shown: ["Arrows"], does: "Walk over the board", anywhere: false },
  { command: "choose", keys: ["Enter", " "], shown: ["Enter", "Space"], does: "Choose what is there", anywhere: false },
  { command: "next", keys: ["n"], shown: ["N"], does: "Go to the next place where you can do something", anywhere: true },
  { command: "previous", keys: ["p"], shown: ["P"], does: "Go to the previous one", anywhere: true },
  { command: "stack", keys: ["a"], shown: ["A"], does: "Take the whole stack", anywhere: true },
  { command: "confirm", keys: ["Enter"], shown: ["Enter"], does: "Confirm what is to be confirmed", anywhere: true },
  { command: "back", keys: ["Escape"], shown: ["Esc"], does: "Put back, cancel, close, or skip what is shown", anywhere: true },
  { command: "end", keys: ["e"], shown: ["E"], does: "End the turn or what is asked, to be confirmed", anywhere: true },
  { command: "undo", keys: ["u"], shown: ["U"], does: "Undo", anywhere: true },
  { command: "closer", keys: ["+", "="], shown: ["+"], does: "Zoom in", anywhere: true },
  { command: "farther", keys: ["-"], shown: ["−"], does: "Zoom out", anywhere: true },
  { command: "fit", keys: ["f"], shown: ["F"], does: "Show the whole board", anywhere: true },
  { command: "layer", keys: DIGITS, shown: ["1", "2", "…"], does: "Show or hide a layer of the map", anywhere: true },
  { command: "rules", keys: ["r"], shown: ["R"], does: "Open the rules", anywhere: true },
  { command: "legend", keys: ["l"], shown: ["L"], does: "Open the legend", anywhere: true },
  { command: "keys", keys: ["?"], shown: ["?"], does: "Open this list", anywhere: true },
];

type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey">;

/** What a key means on the board, or wherever else one is. */
export function commandOf({ key, metaKey, ctrlKey, altKey }: Pressed, onBoard: boolean): Command | null {
  if (metaKey || ctrlKey || altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  // On the board a key means first what it means there.
  const meant = KEYS.filter(({ keys }) => keys.includes(name));
  return (meant.find(({ anywhere }) => anywhere !== onBoard) ?? meant.find(({ anywhere }) => anywhere))?.command ?? null;
}

/** Whether something lies over the table that has the key to itself; a word that is explained is only put away. */
export const isCovered = (command: Command | null): boolean =>
  document.querySelector(command === "back" ? "dialog[open], :popover-open" : "dialog[open]") !== null;

/** Whether a key pressed there is for what has the focus: letters that are typed, and Enter where it presses something. */
export function isTaken({ key, target }: Pick<KeyboardEvent, "key" | "target">): boolean {
  if (!(target instanceof Element) || key === "Escape") return false;
  if (target.closest("input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return true;
  return (key === "Enter" || key === " ") && target.closest("button, [role=button], a, summary, input") !== null;
}
