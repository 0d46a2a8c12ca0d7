// What lies folded over an edge of the board, and opens by itself while it is needed.

export class Fold {
  /** Opened by hand, for as long as one likes. */
  private asked = $state(false);
  /** The key of the question at which it was folded by hand; it does not come in the way of that one again. */
  private away: string | null = $state(null);
  private question = "";

  constructor(private readonly needed: () => boolean) {}

  get open(): boolean {
    return this.needed() ? this.away === null : this.asked;
  }

  toggle(): void {
    const open = !this.open;
    this.asked = open;
    this.away = open ? null : this.question;
  }

  /** Takes note of what one is asked, by the key of the prompt; nothing while others decide. */
  ask(question: string | null): void {
    if (question === null) return;
    this.question = question;
    if (this.away !== null && this.away !== this.question) this.away = null;
  }
}
