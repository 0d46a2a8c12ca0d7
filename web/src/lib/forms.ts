// Forms made from a game's option schema.

import type { Info, NewGame, Offer, OptionSpec, Player, Preset, Scenario, Value, Values } from "../api/types";

/** Every option's value where the table says nothing: the scenario's, else the option's own. */
export function defaults(info: Info, scenario: Scenario): Values {
  const values: Values = {};
  for (const option of info.options) values[option.id] = option.default;
  for (const [id, value] of scenario.defaults) values[id] = value;
  return values;
}

export function withPreset(info: Info, scenario: Scenario, preset: Preset | null): Values {
  const values = defaults(info, scenario);
  for (const [id, value] of preset?.options ?? []) values[id] = value;
  return values;
}

/** Only what differs from the defaults is sent. */
export function differing(values: Values, base: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([id, value]) => base[id] !== value));
}

/** The options under their headings, in the order of the schema. */
export function grouped(options: readonly OptionSpec[]): { title: string; options: OptionSpec[] }[] {
  const groups = new Map<string, OptionSpec[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups].map(([title, list]) => ({ title, options: list }));
}

/** Whether a value means that the option is in force. */
export function isOn(option: OptionSpec, value: Value | undefined): boolean {
  switch (option.kind) {
    case "flag":
      return value === true;
    case "number":
      return value !== 0;
    case "choice":
      return value !== option.choices[0]?.id;
  }
}

/** What is wrong with the values, by option. */
export function faults(options: readonly OptionSpec[], values: Values): Map<string, string> {
  const found = new Map<string, string>();
  const byId = new Map(options.map((option) => [option.id, option]));
  const on = (id: string) => {
    const option = byId.get(id);
    return option !== undefined && isOn(option, values[id]);
  };
  const title = (id: string) => byId.get(id)?.title ?? id;
  for (const option of options) {
    const value = values[option.id];
    if (option.kind === "number") {
      const fits = typeof value === "number" && Number.isInteger(value) && value >= option.min && value <= option.max;
      if (!fits) {
        found.set(option.id, `A whole number from ${option.min} to ${option.max}.`);
        continue;
      }
    }
    if (!on(option.id)) continue;
    const missing = option.needs.filter((id) => !on(id));
    const against = option.excludes.filter(on);
    if (missing.length) found.set(option.id, `Needs “${missing.map(title).join("”, “")}”.`);
    else if (against.length) found.set(option.id, `Cannot be had with “${against.map(title).join("”, “")}”.`);
  }
  return found;
}

/** Turns an option on together with all it needs, and off what it excludes; or off with all that needs it. */
export function settle(options: readonly OptionSpec[], values: Values, id: string, value: Value): Values {
  const next = { ...values, [id]: value };
  const byId = new Map(options.map((option) => [option.id, option]));
  const off = (option: OptionSpec): Value =>
    option.kind === "flag" ? false : option.kind === "number" ? 0 : (option.choices[0]?.id ?? "");
  const turnOff = (which: string) => {
    const option = byId.get(which);
    if (!option || !isOn(option, next[which])) return;
    next[which] = off(option);
    for (const other of options) if (other.needs.includes(which)) turnOff(other.id);
  };
  const turnOn = (which: string) => {
    const option = byId.get(which);
    if (!option) return;
    // Only a flag has one way of being on.
    if (option.kind === "flag") next[which] = true;
    if (!isOn(option, next[which])) return;
    for (const need of option.needs) if (!isOn(byId.get(need)!, next[need])) turnOn(need);
    for (const other of option.excludes) turnOff(other);
    for (const other of options) if (other.excludes.includes(which)) turnOff(other.id);
  };
  const option = byId.get(id);
  if (!option) return next;
  if (isOn(option, value)) turnOn(id);
  else for (const other of options) if (other.needs.includes(id)) turnOff(other.id);
  return next;
}

/** The bot to begin with: neither the weakest nor the slowest. */
export function usualBot(bots: readonly Offer[]): string {
  return bots[Math.floor((bots.length - 1) / 2)]?.level ?? "random";
}

/** You in the first seat, bots in the others. */
export function usualSeats(count: number, bots: readonly Offer[]): Player[] {
  return Array.from({ length: count }, (_, seat): Player =>
    seat === 0 ? { kind: "human" } : { kind: "bot", level: usualBot(bots) },
  );
}

/** A game to play at once: the first scenario, its defaults, as few seats as may be. */
export function playNow(info: Info, bots: readonly Offer[]): NewGame | null {
  const scenario = info.scenarios[0];
  if (!scenario) return null;
  return { game: info.id, scenario: scenario.id, options: {}, seats: usualSeats(scenario.seats.min, bots), auto: true };
}
