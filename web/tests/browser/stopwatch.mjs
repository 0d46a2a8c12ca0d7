// Runs in the page: how long it takes until what was asked for is on the screen.
//
// A click is answered in the first frame painted after it in which the table shows something else: another number of moves,
// another piece selected or its ways, a menu, a reason, something to confirm.

/** Self-contained: it is sent to the page as text. */
export function stopwatch() {
  const times = { board: null, asked: 0, clicks: [] };
  globalThis.times = times;

  /** Calls back when the frame that is being made has been painted. */
  const painted = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  };

  const shown = () =>
    [
      document.querySelector(".time span")?.textContent,
      document.querySelector(".piece.selected")?.getAttribute("data-piece"),
      document.querySelector(".popover")?.textContent,
      document.querySelector(".prompt .text")?.textContent,
      document.querySelector(".confirm")?.textContent,
      document.querySelector(".destination")?.getAttribute("d"),
    ].join("|");

  const waitForBoard = () => {
    if (document.querySelector(".sheet .layers")) painted((now) => (times.board = now));
    else requestAnimationFrame(waitForBoard);
  };
  requestAnimationFrame(waitForBoard);

  /** The click that waits for its answer. */
  let waiting = null;
  addEventListener("click", (event) => {
    if (!event.target.closest?.(".frame, .prompt .buttons, .popover, #panel")) return;
    const now = shown();
    // Who clicks quickly has seen the answer to his last click before the next frame was looked at.
    if (waiting && now !== waiting.before) times.clicks.push(event.timeStamp - waiting.since);
    const click = { before: now, since: event.timeStamp };
    waiting = click;
    times.asked += 1;
    const look = () => {
      if (waiting !== click) return;
      if (shown() === click.before) return requestAnimationFrame(look);
      waiting = null;
      painted((now) => times.clicks.push(now - click.since));
    };
    requestAnimationFrame(look);
  }, { capture: true });
}

/** The value below which a share of all values lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
