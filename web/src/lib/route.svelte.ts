// The places: the lobby, a table at /play/ID, and a map at /maps/ID; all else is nowhere. A token comes after the #, which
// browsers never send.

import { keepToken } from "./local";

export type Place = { at: "lobby" } | { at: "table"; id: string } | { at: "map"; id: string } | { at: "nowhere" };

export function placeOf(path: string): Place {
  const found = /^\/(play|maps)\/([\w-]+)\/?$/.exec(path);
  if (found) return { at: found[1] === "play" ? "table" : "map", id: found[2]! };
  return { at: path === "/" || path === "/index.html" ? "lobby" : "nowhere" };
}

/** Takes the token out of the address, once the browser keeps it: the address can then be shown and shared. */
function arrive(): Place {
  const place = placeOf(location.pathname);
  const token = location.hash.slice(1);
  if (place.at === "table" && token && keepToken(place.id, token)) {
    history.replaceState(null, "", location.pathname);
  }
  return place;
}

class Route {
  place: Place = $state(arrive());

  constructor() {
    const again = () => (this.place = arrive());
    addEventListener("popstate", again);
    addEventListener("hashchange", again);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.place = arrive();
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** For links: leaves the browser's own ways (new tab, new window) alone. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  route.go((event.currentTarget as HTMLAnchorElement).getAttribute("href") ?? "/");
}
