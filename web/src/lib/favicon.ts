/** Shows in the tab of the browser whether it is one's turn. */
export function showTurn(yours: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", yours ? "/icon-turn.svg" : "/icon.svg");
}
