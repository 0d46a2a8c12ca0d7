import { readPreferences, type Theme, writePreferences } from "./local";

/** How one likes the table; kept as it is changed. */
export const preferences = $state(readPreferences());

export function keepPreferences(): void {
  writePreferences($state.snapshot(preferences));
}

export function setTheme(theme: Theme): void {
  preferences.theme = theme;
  document.documentElement.dataset["theme"] = theme;
  keepPreferences();
}

const system = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
let darkSystem = $state(system?.matches ?? false);
system?.addEventListener("change", ({ matches }) => (darkSystem = matches));

/** Whether the screen is dark: as one likes it, else as the system has it. */
export const isNight = (): boolean => (preferences.theme === "auto" ? darkSystem : preferences.theme === "dark");

const calm = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** Whether things may move on the screen: neither this table nor the whole system is set to rest. */
export const moves = (): boolean => preferences.motion && !calm?.matches;
