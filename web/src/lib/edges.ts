// What scrolls fades at an edge behind which there is more of it: bars are thin, and phones show none.

/** On which sides there is more, of what is `whole` long, shows `seen` of it and begins at `at`. */
export function more(at: number, seen: number, whole: number): { before: boolean; after: boolean } {
  // Lengths are rounded: a pixel is nothing.
  return { before: at > 1, after: whole - seen - at > 1 };
}

/** Marks an element with the sides on which there is more; the style sheet of the application fades them. The keyboard
 * comes to it only while there is. */
export function edges(node: HTMLElement): () => void {
  const look = () => {
    const down = more(node.scrollTop, node.clientHeight, node.scrollHeight);
    const across = more(node.scrollLeft, node.clientWidth, node.scrollWidth);
    const sides = { up: down.before, down: down.after, left: across.before, right: across.after };
    const marked = Object.entries(sides).flatMap(([side, is]) => (is ? [side] : [])).join(" ");
    if (node.dataset["more"] === marked) return;
    node.dataset["more"] = marked;
    if (marked) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const size = new ResizeObserver(look);
  size.observe(node);
  const content = new MutationObserver(look);
  content.observe(node, { childList: true, subtree: true, characterData: true, attributeFilter: ["open", "class"] });
  node.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    size.disconnect();
    content.disconnect();
    node.removeEventListener("scroll", look);
  };
}

/** A wheel that turns up and down moves a row sideways, as far as it goes. */
export function sideways(node: HTMLElement): () => void {
  const turn = (event: WheelEvent) => {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    if (node.scrollWidth <= node.clientWidth) return;
    event.preventDefault();
    node.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 * event.deltaY : event.deltaY;
  };
  node.addEventListener("wheel", turn, { passive: false });
  return () => node.removeEventListener("wheel", turn);
}
