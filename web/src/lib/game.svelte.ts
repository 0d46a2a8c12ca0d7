// One game at the table: the view, what is under way, and the line to the server.

import { api, ApiError, Connection, freshKey, isPassing } from "../api/client";
import type {
  Board, Forecast, Hint, Info, Layer, LegalChoice, Link, LiveUpdate, NumberedLetter, Overlay, Piece, PieceKey, Reason, Request, Rule, Seat, SpaceRef, Table, Target,
  Values, View,
} from "../api/types";
import {
  besides, type Choice, type ChoiceIndex, clickPiece, clickSpace, destination, EMPTY, type Held, indexChoices, isFateful, isWeighty, type Outcome, routeChoice,
  type SpaceKey, spaceKey, spacesOf,
} from "./choices";
import { pieceName } from "./faces";
import { spaceName } from "./format";
import { dropToken, forget, hostToken, knownGame, remember, replaceToken, reportsSeen, seeReports, tokenFor } from "./local";
import { arrivedBefore, isNewer, logFrom, mergeLog, staleNotice } from "./merge";
import { momentsOf, placeOf } from "./moments";
import { Parade } from "./parade.svelte";
import { applyLog, applyPatch } from "./patch";
import { Reports } from "./reports.svelte";

export type Line = "connecting" | "live" | "reconnecting" | "restored";

/** How long it is said that the line is up again. */
const RESTORED = 4000;
/** How long a hand must rest before it is asked where it can go. */
const REST = 60;
/** After so many milliseconds one is told that an answer is still awaited. */
const SLOW = 250;

export interface Notice {
  kind: "info" | "error";
  text: string;
  rule?: string | undefined;
}

/** Something sent that is not answered yet, or was not. */
export interface Sending {
  label: string;
  again: () => Promise<void>;
  failure: string | null;
  /** Whether it takes long enough to be spoken of. */
  slow: boolean;
}

export interface Explanation {
  title: string;
  /** The piece that was asked about. */
  piece?: Piece | undefined;
  reasons: Reason[] | null;
  error?: string;
}

/** A small list to choose from, opened by a click. */
export interface Menu {
  title: string;
  choices: Choice[];
  /** The piece it is about, if it is one alone. */
  piece?: Piece | undefined;
}

/** What one clicks on a board or in a hand. */
export type Clicked = { piece: PieceKey } | { space: SpaceRef };

/** A choice that waits for a second click. */
export interface Armed {
  choice: Choice;
  /** What was clicked for it, as a key; a second click on the same confirms. */
  by: string | null;
}

/** The table is covered until the next person at this screen says that he is there. */
export interface Curtain {
  seat: Seat;
  /** What the seat plays. */
  name: string;
  lifting: boolean;
  failure?: string;
}

const NO_CHOICES: LegalChoice[] = [];

export class GameTable {
  readonly id: string;
  private connection: Connection;
  private stream: EventSource | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private restored: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private closed = false;
  private refreshing: Promise<void> | null = null;
  private refreshAgain = false;
  private readonly replays = new Map<string, Promise<Table>>();
  private readonly others = new Parade();
  readonly reports = new Reports({
    foretell: (space) => this.forecast({ kind: "space", ...space }),
    holdings: async () => {
      if (!this.info?.layers.includes("control")) return null;
      return this.connection.layer("control", this.view?.seat ?? null);
    },
  });
  private explaining = 0;
  /** Whether the table comes by the stream: then what other answers say of it counts for nothing. */
  private streaming = false;
  /** Those who wait for the table to go on. */
  private waiting: (() => void)[] = [];
  /** The journal's length when one's own last action was sent. */
  private sentAt = -1;

  view: View | null = $state.raw(null);
  boards: Board[] = $state.raw([]);
  info: Info | null = $state.raw(null);
  rules: Rule[] = $state.raw([]);
  curtain: Curtain | null = $state.raw(null);
  /** Why there is nothing to show. */
  broken: string | null = $state(null);
  /** Whether the game was deleted. */
  gone = $state(false);
  /** What the address promised and is not there. */
  missing: "game" | "link" | null = $state(null);
  line: Line = $state("connecting");
  notice: Notice | null = $state.raw(null);
  sending: Sending | null = $state.raw(null);
  /** The pieces in hand, all from one place. */
  selected: PieceKey[] = $state.raw([]);
  /** The spaces that what is in hand is to go over. */
  via: SpaceRef[] = $state.raw([]);
  /** Where what is in hand can go, once the server has said so. */
  private routes: Choice[] = $state.raw([]);
  private asking = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  armed: Armed | null = $state.raw(null);
  menu: Menu | null = $state.raw(null);
  explanation: Explanation | null = $state.raw(null);
  /** What is laid over the map because one has asked for it. */
  layers: Map<Layer, Overlay[]> = $state.raw(new Map());
  /** Spaces shown because something beside the board speaks of them. */
  pointed: SpaceRef[] = $state.raw([]);
  /** The moment looked back at; null is now. */
  past: { at: number; table: Table | null } | null = $state.raw(null);
  playing = $state(false);
  /** The moment that one is asked about before the game goes back to it. */
  goingBack: number | null = $state(null);
  openRule: string | null = $state(null);
  showRules = $state(false);
  /** The entry of one's own last action: what came after it is news. */
  mark = $state(0);
  /** The same for each of several people at this screen. */
  private readonly marks = new Map<Seat, number>();
  /** The links for those who are to be invited, for whoever made the game. */
  links: Link[] = $state.raw([]);
  /** Links to one's own seats, made to go on elsewhere. */
  private readonly ownLinks = new Map<Seat, Link>();

  /** Entries that are known not to stand. */
  private fallen: ReadonlySet<number> = $state.raw(new Set());

  /** The moves of others that are being shown; null when the board shows now. */
  readonly parade = $derived(this.others.shown);
  /** The moment on the board, if it is not now. */
  readonly shownAt: number | null = $derived(this.past?.at ?? this.parade?.at ?? null);
  /** The moments that can be shown: what was taken back is none. */
  readonly moments: number[] = $derived(
    this.view ? momentsOf({ origin: this.view.origin, number: this.view.number, log: this.view.log, fallen: this.fallen }) : [0],
  );
  private readonly standing: ReadonlySet<number> = $derived(new Set(this.moments));
  readonly table: Table | null = $derived(this.past?.table ?? this.parade?.table ?? this.view?.table ?? null);
  readonly choices: LegalChoice[] = $derived(this.past ? NO_CHOICES : (this.view?.table.choices ?? NO_CHOICES));
  readonly index: ChoiceIndex = $derived(indexChoices(this.choices));
  readonly pieces: Map<PieceKey, Piece> = $derived(
    new Map((this.table?.pieces ?? []).map((piece) => [piece.key, piece])),
  );
  /** What can be done with what is in hand, besides moving it. */
  readonly also: LegalChoice[] = $derived.by(() => {
    const [only, more] = this.selected;
    return only === undefined || more !== undefined ? NO_CHOICES : besides(this.index, only, this.under(only));
  });
  /** What is in hand, and where it can go. */
  readonly held: Held = $derived.by(() => {
    const [first, more] = this.selected;
    if (first === undefined || this.past) return EMPTY;
    const under = this.under(first);
    const at = under && spaceKey(under);
    const near = more === undefined && !this.via.length ? this.index.moves.get(first) : undefined;
    const ways = new Map<SpaceKey, Choice[]>(near);
    for (const choice of this.routes) {
      const to = destination(choice);
      const key = to && spaceKey(to);
      if (key && key !== at && !near?.has(key)) ways.set(key, [...(ways.get(key) ?? []), choice]);
    }
    return { pieces: this.selected, at, ways };
  });
  /** The spaces that the armed choice is about. */
  readonly armedSpaces: SpaceRef[] = $derived(this.armed ? spacesOf(this.armed.choice.target, this.pieces) : []);
  readonly armedPiece: PieceKey | null = $derived(this.armed && "piece" in this.armed.choice.target ? this.armed.choice.target.piece : null);
  /** Whether something is on its way for so long that it is better to wait. */
  readonly busy: boolean = $derived(this.sending !== null && this.sending.slow && this.sending.failure === null);
  readonly yourTurn: boolean = $derived(
    !this.past && this.view !== null && this.view.seat !== null && decides(this.view, this.view.seat),
  );

  constructor(id: string) {
    this.id = id;
    this.links = knownGame(id)?.links ?? [];
    this.connection = new Connection(id, tokenFor(id));
  }

  /** Lays out the table, for one of several people at this screen if a seat is given. */
  async open(seat?: Seat): Promise<void> {
    try {
      // The board of a game one has seen before is asked for along with the view.
      const known = knownGame(this.id)?.game;
      if (known) api.boards(known).catch(() => {});
      if (seat === undefined && (await this.isShared())) return;
      const view = await this.connection.view(seat);
      const boards = await api.boards(view.game);
      if (this.closed) return;
      this.boards = boards;
      this.broken = null;
      if (seat === undefined && view.you.length > 1) {
        remember(this.id, { game: view.game, scenario: view.scenario, you: view.you });
        this.introduce(view.game);
        this.cover(view.you.find((one) => decides(view, one)) ?? view.you[0]!, view.table);
        return;
      }
      this.curtain = null;
      this.mark = (view.seat === null ? undefined : this.marks.get(view.seat)) ?? view.number - 1;
      this.show(view);
      const links = knownGame(this.id)?.links ?? [];
      if (view.you.length) {
        const parts = view.table.seats.map(({ name }) => name);
        remember(this.id, { game: view.game, scenario: view.scenario, you: view.you, links, parts, opened: Date.now() });
      }
      this.listen();
      this.watch(true);
      this.introduce(view.game);
      void this.catchUp(view);
      void api.rules(view.game).then((rules) => (this.rules = rules), () => {});
    } catch (error) {
      if (this.closed) return;
      if (seat !== undefined && error instanceof ApiError && error.status === 403) {
        // Somebody has taken that seat by its link.
        remember(this.id, { you: (knownGame(this.id)?.you ?? []).filter((one) => one !== seat) });
        return this.open();
      }
      if (this.curtain) {
        this.curtain = { ...this.curtain, lifting: false, failure: sentence(error) };
        return;
      }
      const token = this.connection.token;
      if (token && error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        // The link is no good: one may still play with another that one has, or watch.
        dropToken(this.id, token);
        const other = tokenFor(this.id);
        this.connection = new Connection(this.id, other);
        if (!other) {
          this.hangUp();
          this.view = null;
          this.missing = "link";
          return;
        }
        this.notice = { kind: "error", text: `${error.message} You play with an older link.` };
        return this.open();
      }
      if (error instanceof ApiError && error.status === 404) {
        this.missing = "game";
        return;
      }
      this.broken = sentence(error);
      if (isPassing(error)) this.later(() => void this.open());
    }
  }

  /** Tells whoever comes back on his turn what has changed since his last move. */
  private async catchUp({ seat, number, table, log, origin }: View): Promise<void> {
    if (seat === null || table.battle || !table.to_act.includes(seat)) return;
    const own = log.findLast((line) => line.seat === seat && !line.undone)?.entry ?? 0;
    if (own <= origin || own >= number || reportsSeen(this.id, seat) >= number) return;
    try {
      const before = { at: own, table: await this.tableAt(own) };
      if (this.view?.number === number && this.view.seat === seat) await this.reports.sumUp(before, { at: number, table }, seat, this.boards);
    } catch {
      // The log tells it, too.
    }
  }

  /** Puts the summary away, for good. */
  closeSummary(): void {
    const { summary } = this.reports;
    this.reports.summary = null;
    if (summary && this.view?.seat != null) seeReports(this.id, this.view.seat, summary.at);
  }

  /** Whoever has no good link watches. */
  watchOnly(): Promise<void> {
    this.missing = null;
    return this.open();
  }

  /** A link to a seat one holds, for another device; with `revoke` all older ones become invalid. */
  async ownLink(seat: Seat, revoke: boolean): Promise<Link> {
    const made = this.ownLinks.get(seat);
    if (made && !revoke) return made;
    const link = await this.connection.link({ seat, revoke });
    this.ownLinks.set(seat, link);
    const { token } = this.connection;
    if (revoke && token && token !== hostToken(this.id)) {
      // The link by which one came here is invalid now, as all others are.
      replaceToken(this.id, token, link.token);
      this.connection = new Connection(this.id, link.token);
      this.listen();
    }
    return link;
  }

  /** Makes another invitation for a seat that nobody has taken, and the older ones invalid. */
  async invite(seat: Seat): Promise<void> {
    try {
      const link = await this.connection.link({ seat, guest: true, revoke: true });
      const links = (knownGame(this.id)?.links ?? []).map((other) => (other.seat === seat ? link : other));
      remember(this.id, { links });
      this.links = links;
    } catch (error) {
      this.notice = { kind: "error", text: sentence(error) };
    }
  }

  private introduce(game: string): void {
    void api.catalog().then((catalog) => {
      this.info = catalog.games.find((one) => one.id === game) ?? null;
    });
  }

  /** Covers the table if several people sit at this screen. Who decides is asked as a spectator, who sees nobody's hand. */
  private async isShared(): Promise<boolean> {
    const known = knownGame(this.id);
    if (!known || known.you.length < 2 || this.connection.token !== known.host) return false;
    const seen = await new Connection(this.id, null).view();
    const mine = known.you.filter((one) => seen.unclaimed.includes(one));
    if (this.closed || mine.length < 2) return false;
    this.introduce(seen.game);
    this.cover(mine.find((one) => decides(seen, one)) ?? mine[0]!, seen.table);
    return true;
  }

  /** Covers the table for the next person at this screen, and forgets all that the one before could see. */
  private cover(seat: Seat, { seats }: Table): void {
    if (this.view?.seat != null) this.marks.set(this.view.seat, this.mark);
    this.stream?.close();
    this.streaming = false;
    clearTimeout(this.retry);
    this.skip();
    this.letGo();
    this.now();
    this.replays.clear();
    this.reports.clear();
    this.layers = new Map();
    this.pointed = [];
    this.notice = null;
    this.view = null;
    this.curtain = { seat, name: seats[seat]?.name ?? `Player ${seat + 1}`, lifting: false };
    for (const go of this.waiting.splice(0)) go();
  }

  /** The next person is there. */
  async lift(): Promise<void> {
    if (!this.curtain || this.curtain.lifting) return;
    this.curtain = { ...this.curtain, lifting: true };
    await this.open(this.curtain.seat);
  }

  /** A line can be dead without the browser knowing: whoever comes back to the table is shown the newest. */
  private readonly wake = () => {
    if (this.closed || document.visibilityState === "hidden" || !this.view) return;
    if (!navigator.onLine) {
      this.line = "reconnecting";
      return;
    }
    this.listen();
  };

  private watch(on: boolean): void {
    // To listen twice is to listen once.
    for (const event of ["online", "offline"]) {
      if (on) addEventListener(event, this.wake);
      else removeEventListener(event, this.wake);
    }
    if (on) document.addEventListener("visibilitychange", this.wake);
    else document.removeEventListener("visibilitychange", this.wake);
  }

  /** Gives up the line. */
  private hangUp(): void {
    this.watch(false);
    this.stream?.close();
    this.streaming = false;
    clearTimeout(this.retry);
    clearTimeout(this.restored);
  }

  close(): void {
    this.closed = true;
    this.hangUp();
    this.others.stop();
  }

  /** The game is no more. */
  private end(): void {
    this.close();
    forget(this.id);
    this.view = null;
    this.gone = true;
    this.broken = "This game was deleted.";
  }

  /** Deletes the game for good, for whoever made it; says whether it is gone. */
  async delete(): Promise<boolean> {
    const host = hostToken(this.id);
    if (!host) return false;
    try {
      await this.connection.delete(host);
    } catch (error) {
      if (!this.gone) this.notice = { kind: "error", text: sentence(error) };
      return this.gone;
    }
    this.end();
    return true;
  }

  private later(what: () => void): void {
    clearTimeout(this.retry);
    this.attempts += 1;
    this.retry = setTimeout(what, Math.min(4000, 250 * 2 ** this.attempts) * (0.8 + 0.4 * Math.random()));
  }

  /** Live updates. A broken line is taken up again, sooner or later; what was kept meanwhile is then sent. */
  private listen(): void {
    if (this.closed) return;
    this.stream?.close();
    clearTimeout(this.retry);
    this.streaming = false;
    const stream = this.connection.live(this.view?.seat ?? null);
    this.stream = stream;
    stream.onopen = () => {
      this.attempts = 0;
      if (this.line !== "reconnecting") {
        this.line = "live";
        return;
      }
      this.line = "restored";
      this.restored = setTimeout(() => this.line === "restored" && (this.line = "live"), RESTORED);
      if (this.sending?.failure) void this.sending.again();
    };
    stream.onerror = () => {
      clearTimeout(this.restored);
      this.line = "reconnecting";
      this.streaming = false;
      stream.close();
      this.later(() => {
        this.listen();
        void this.refresh();
      });
    };
    stream.addEventListener("deleted", () => this.end());
    stream.addEventListener("table", (event) => {
      const fresh = JSON.parse((event as MessageEvent<string>).data) as View;
      this.streaming = true;
      this.show(fresh, fresh.log_from, true);
    });
    stream.addEventListener("update", (event) => this.goOn(JSON.parse((event as MessageEvent<string>).data) as LiveUpdate));
  }

  /** Something has changed. */
  private goOn(update: LiveUpdate): void {
    const old = this.view;
    if (!old || !this.streaming) return;
    const { number, from, patch, log = [], undone, undo, request, letters, auto, unclaimed, thinking = false } = update;
    if (number > old.number && from !== old.number) {
      // The thread is lost: the whole table is needed.
      this.listen();
      return;
    }
    const table = patch ? applyPatch(old.table, patch) : old.table;
    const lines = number > old.number ? log : [];
    const { outcome: _, ...rest } = old;
    const you = this.heldAfter(old, unclaimed);
    const fresh: View = {
      ...rest, you, number: Math.max(number, old.number), table, to_act: table.to_act, log: applyLog(old.log, lines, undone), undo, request, letters, auto, unclaimed, thinking,
      ...(table.outcome ? { outcome: table.outcome } : {}),
    };
    this.view = fresh;
    if (fresh.number !== old.number) {
      const own = this.sending !== null && this.sentAt === old.number;
      this.others.follow({ at: old.number, table: old.table }, { at: fresh.number, table, lines }, own);
      const now = { at: fresh.number, table };
      if (undone) {
        this.takeBack(undone, old.number, fresh.number);
        this.reports.takeBack((entry) => this.fallen.has(entry), now, fresh.seat, this.boards);
      } else this.reports.follow(now, fresh.seat, this.boards, lines);
    }
    this.settle(old, fresh);
    // What is known only at the end comes with the whole table.
    if (this.view && !old.outcome && fresh.outcome) this.listen();
  }

  /** Notes which entries do not stand, and that those from `from` to `to` took some back. */
  private takeBack(undone: readonly [number, number][], from: number, to: number): void {
    const fallen = new Set(this.fallen);
    const add = (first: number, last: number) => {
      for (let entry = first; entry <= last; entry++) fallen.add(entry);
    };
    for (const [first, last] of undone) add(first, last);
    add(from + 1, to);
    this.fallen = fallen;
  }

  /** Whoever made the game no longer holds what somebody has just taken by its link. */
  private heldAfter({ you, seat, unclaimed: before }: View, unclaimed: readonly Seat[]): Seat[] {
    const { token } = this.connection;
    if (!token || token !== hostToken(this.id)) return you;
    const held = you.filter((one) => unclaimed.includes(one) || !before.includes(one));
    if (held.length === you.length) return you;
    remember(this.id, { you: held });
    // The seat that was shown is somebody else's now.
    if (seat !== null && !held.includes(seat)) void this.open();
    return held;
  }

  /** Waits until the table has come so far; asks for it if it does not come by itself. */
  private async reach(number: number): Promise<void> {
    for (let tries = 0; tries < 3 && !this.closed && this.view && this.view.number < number; tries++) {
      const end = Date.now() + 2000;
      while (!this.closed && this.view && this.view.number < number && Date.now() < end) {
        await new Promise<void>((done) => {
          const timer = setTimeout(done, end - Date.now());
          this.waiting.push(() => (clearTimeout(timer), done()));
        });
      }
      if (this.view && this.view.number < number) this.listen();
    }
  }

  /** Asks for the newest view, where no stream brings it. Calls that come while one is under way are answered by one more. */
  refresh(): Promise<void> {
    if (this.streaming) return Promise.resolve();
    if (this.refreshing) {
      this.refreshAgain = true;
      return this.refreshing;
    }
    const run = async () => {
      do {
        this.refreshAgain = false;
        try {
          const from = this.logFrom();
          const fresh = await this.connection.view(this.view?.seat, from);
          if (this.closed || this.streaming || this.curtain) return;
          this.show(fresh, from);
        } catch (error) {
          // The link by which one came is not valid any more, or somebody has taken the seat by its own.
          if (error instanceof ApiError && (error.status === 401 || error.status === 403)) void this.open();
          else if (!isPassing(error)) this.notice = { kind: "error", text: sentence(error) };
          return;
        }
      } while (this.refreshAgain);
    };
    this.refreshing = run().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** Who holds several seats may be shown another one next: then the whole log is another. */
  private logFrom(): number {
    return this.view && this.view.you.length > 1 ? 0 : logFrom(this.view);
  }

  /** Shows a whole view; `sure` if it is to be shown though it is older. */
  private show(fresh: View, from = 0, sure = false): void {
    const old = this.view;
    if (!sure && !isNewer(old, fresh)) return;
    const complete = fresh.log.length > 0 && fresh.log[0]!.entry < from;
    const log = old && !complete && old.seat === fresh.seat && old.number >= from ? mergeLog(old.log, fresh.log, from) : fresh.log;
    this.view = { ...fresh, log, log_from: Math.min(fresh.log_from, log[0]?.entry ?? fresh.log_from) };
    if (old && (old.number !== fresh.number || old.seat !== fresh.seat)) this.others.stop();
    if (old && (old.seat !== fresh.seat || old.number > fresh.number)) this.reports.clear();
    this.reports.follow({ at: fresh.number, table: fresh.table }, fresh.seat, this.boards);
    this.settle(old, fresh);
  }

  /** Puts away what belongs to an earlier moment. */
  private settle(old: View | null, fresh: View): void {
    for (const go of this.waiting.splice(0)) go();
    if (old && (old.number !== fresh.number || old.seat !== fresh.seat)) {
      this.menu = null;
      this.armed = null;
      this.explanation = null;
      this.pointed = [];
    }
    if (old?.number !== fresh.number || old.seat !== fresh.seat) for (const layer of this.layers.keys()) void this.fetchLayer(layer);
    // Once the game is over, more of its past may be seen.
    if (old && !old.outcome !== !fresh.outcome) this.replays.clear();
    if (old && (old.number !== fresh.number || old.seat !== fresh.seat) && this.selected.length) {
      this.take(this.selected.filter((piece) => this.index.moves.has(piece)));
    }
    // Who shares the screen hands over when another of its people must decide.
    if (!old || old.number === fresh.number || fresh.you.length < 2 || fresh.outcome) return;
    const next = fresh.you.find((seat) => decides(fresh, seat));
    if (next !== undefined && fresh.seat !== null && !decides(fresh, fresh.seat)) this.cover(next, fresh.table);
  }

  /** Hands over to another of the people at this screen. */
  look(seat: Seat): void {
    if (this.view) this.cover(seat, this.view.table);
  }

  // What is laid over the map on demand.

  toggleLayer(layer: Layer): void {
    if (this.layers.has(layer)) {
      this.layers = new Map([...this.layers].filter(([other]) => other !== layer));
    } else {
      this.layers = new Map([...this.layers, [layer, []]]);
      void this.fetchLayer(layer);
    }
  }

  private async fetchLayer(layer: Layer): Promise<void> {
    try {
      const { overlays } = await this.connection.layer(layer, this.view?.seat ?? null);
      if (this.layers.has(layer)) this.layers = new Map([...this.layers, [layer, overlays]]);
    } catch (error) {
      this.notice = { kind: "error", text: sentence(error) };
    }
  }

  // What one does.

  /** A button was pressed: it acts at once, unless what comes of it is grave, costs dear or cannot be taken back. */
  choose(choice: Choice): void {
    if (isWeighty(choice) || isFateful(choice)) this.arm(choice);
    else void this.act(choice);
  }

  /** Has a choice wait until it is confirmed. */
  arm(choice: Choice): void {
    this.menu = null;
    this.explanation = null;
    this.armed = { choice, by: null };
  }

  /** Carries out what waits for a second click. */
  confirm(): void {
    const armed = this.armed;
    this.armed = null;
    if (armed) void this.act(armed.choice);
  }

  async act(choice: Choice): Promise<void> {
    const key = freshKey();
    await this.send(choice.label, async (view, seat, from) => {
      this.sentAt = view.number;
      if (!this.streaming) return this.connection.act(view.number, seat, choice, from, key);
      const { number } = await this.connection.move(view.number, seat, choice, key);
      await this.reach(number);
      return null;
    });
    // What is on its way and can go on stays in hand.
    const { target } = choice;
    if (target.kind !== "move" || this.sending || !this.index.moves.has(target.piece)) return;
    if (this.pieces.get(target.piece)?.badges?.includes("in-hand")) this.take([target.piece]);
  }

  undo(): Promise<void> {
    return this.send("Undo", (view, seat, from) => this.connection.undo(view.number, seat, from));
  }

  /** Goes back to what was after entry `to`: at once if nobody else is concerned, else when all agree. */
  async askUndo(to: number): Promise<void> {
    this.now();
    await this.send("Go back", (view, seat, from) => this.connection.askUndo(view.number, seat, to, from));
  }

  /** Answers the request that was shown. */
  answerUndo(request: Request, agree: boolean): Promise<void> {
    const label = agree ? "Agree" : "Decline";
    return this.send(label, (view, seat, from) => this.connection.answerUndo(view.number, seat, request, agree, from));
  }

  /** Gives up the seat one looks through. */
  async resign(): Promise<void> {
    await this.send("Resign", (_, seat, from) => this.connection.resign(seat, from));
    if (this.view && knownGame(this.id)) remember(this.id, { you: this.view.you });
  }

  order(orders: Values, auto: boolean): Promise<void> {
    return this.send("Orders", (_, seat, from) => this.connection.order(seat, orders, auto, from));
  }

  /** The last letters that a seat has written or received, or the last before one of them. */
  async letters(seat: Seat, before?: number): Promise<NumberedLetter[]> {
    return (await this.connection.letters(seat, before)).letters;
  }

  /** Sends a letter; says whether it has arrived. */
  async write(to: Seat[], text: string): Promise<boolean> {
    const before = this.view?.letters ?? 0;
    await this.send("Letter", (_, seat, from) => this.connection.write(seat, to, text, from));
    return (this.view?.letters ?? 0) > before;
  }

  private async send(label: string, call: (view: View, seat: Seat, from: number) => Promise<View | null>): Promise<void> {
    const view = this.view;
    if (this.sending && !this.sending.failure) {
      this.notice = { kind: "info", text: `“${this.sending.label}” is still on its way; “${label}” was not sent.` };
      return;
    }
    if (!view || view.seat === null) return;
    if (this.past) {
      this.notice = { kind: "info", text: "You are looking back. Return to now to play." };
      return;
    }
    const seat = view.seat;
    const from = this.logFrom();
    this.menu = null;
    this.armed = null;
    this.explanation = null;
    this.notice = null;
    let tries = 0;
    const again = async (): Promise<void> => {
      tries += 1;
      const slow = tries > 1;
      const sending: Sending = { label, again, failure: null, slow };
      this.sending = sending;
      const timer = setTimeout(() => {
        if (this.sending === sending) this.sending = { ...sending, slow: true };
      }, SLOW);
      try {
        const fresh = await call(view, seat, from);
        if (fresh && this.streaming) {
          await this.reach(fresh.number);
          this.absorb(fresh);
        } else if (fresh) this.show(fresh, from);
        this.sending = null;
        this.take([]);
        this.pointed = [];
        if ((this.view?.number ?? 0) > view.number) this.mark = view.number + 1;
      } catch (error) {
        if (isPassing(error)) {
          this.sending = { label, again, failure: sentence(error), slow: true };
          // What does not get through is a sign that the line is dead.
          if (error instanceof ApiError && error.status === 0) this.listen();
          return;
        }
        this.sending = null;
        this.take([]);
        const stale = error instanceof ApiError && error.status === 409;
        if (stale && error.view) {
          const arrived = tries > 1 && arrivedBefore(error.view, view.number, seat);
          if (arrived) this.mark = view.number + 1;
          if (this.streaming) void this.reach(error.view.number);
          else this.show(error.view, from);
          this.notice = arrived
            ? { kind: "info", text: `“${label}” had been played before the connection broke.` }
            : { kind: "error", text: staleNotice(label, view.number, error.view) };
        } else {
          this.notice = {
            kind: "error",
            text: `“${label}” was not played. ${sentence(error)}`,
            rule: error instanceof ApiError ? error.rule : undefined,
          };
          void this.refresh();
        }
      } finally {
        clearTimeout(timer);
      }
    };
    await again();
  }

  /** Takes from an answer what the stream does not bring. */
  private absorb({ orders, you, seats, letters, auto }: View): void {
    if (this.view) this.view = { ...this.view, orders, you, seats, letters: Math.max(letters, this.view.letters), auto };
  }

  /** Fetches more of the log. */
  async earlier(): Promise<void> {
    const view = this.view;
    if (!view?.log_from) return;
    try {
      const { log, log_from } = await this.connection.log(view.seat, view.log_from);
      if (this.view?.seat === view.seat && this.view.log_from === view.log_from) {
        this.view = { ...this.view, log: [...log, ...this.view.log], log_from };
      }
    } catch (error) {
      this.notice = { kind: "error", text: sentence(error) };
    }
  }

  dismissFailure(): void {
    this.sending = null;
    void this.refresh();
  }

  // Clicks.

  /** `why`: whether a click on what is not allowed asks why. */
  click(target: Clicked, why = true): void {
    const outcome = this.outcomeOf(target);
    if (why || outcome.do !== "explain") this.carryOut(outcome, clickedKey(target));
    else this.armed = null;
  }

  /** A piece was dragged to a space: it goes there with all that is in hand, or one is told why not. */
  async drop(piece: PieceKey, space: SpaceRef): Promise<void> {
    const at = this.pieces.get(piece)?.at;
    if (at?.kind === "space" && at.board === space.board && at.space === space.space) return;
    if (!this.selected.includes(piece)) this.take([piece]);
    if (!this.held.ways.has(spaceKey(space))) await this.findRoutes();
    this.click({ space });
  }

  /** Takes these pieces in hand, in place of others, and asks where they can go. */
  take(pieces: PieceKey[]): void {
    clearTimeout(this.resting);
    this.asking += 1;
    this.selected = pieces;
    this.via = [];
    this.routes = [];
    if (pieces.length) this.resting = setTimeout(() => void this.findRoutes(), REST);
  }

  /** Has what is in hand go over a space. */
  goOver(space: SpaceRef): void {
    this.armed = null;
    this.via = [...this.via, space];
    void this.findRoutes();
  }

  private async findRoutes(): Promise<void> {
    clearTimeout(this.resting);
    const turn = ++this.asking;
    const [pieces, via] = [this.selected, this.via];
    const found = await this.routesOf(pieces, via);
    if (turn !== this.asking) return;
    this.routes = found;
    if (via.length && !found.length) {
      this.via = via.slice(0, -1);
      this.notice = { kind: "info", text: `No way leads over ${this.nameOf(via.at(-1)!)}.` };
      void this.findRoutes();
    }
  }

  private async routesOf(pieces: readonly PieceKey[], via: readonly SpaceRef[] = []): Promise<Choice[]> {
    const view = this.view;
    if (!pieces.length || !view || view.seat === null || !this.yourTurn) return [];
    try {
      const { number, routes } = await this.connection.routes(view.seat, [...pieces], [...via]);
      return number === this.view?.number ? routes.map((route) => routeChoice(route, pieces)) : [];
    } catch {
      // Single steps can be made all the same.
      return [];
    }
  }

  /** What stands on a space and can be taken in hand. */
  movable(space: SpaceRef): PieceKey[] {
    const here = this.standingOn(space).map(({ key }) => key);
    const moving = here.filter((key) => this.index.moves.has(key));
    return moving.length ? moving : here.filter((key) => besides(this.index, key, space).length > 0);
  }

  /** Takes all in hand that stands on a space and can move. */
  async takeAll(space: SpaceRef): Promise<void> {
    this.armed = null;
    this.menu = null;
    this.explanation = null;
    const all = this.movable(space);
    this.take(all);
    const turn = this.asking;
    if (all.length < 2 || all.every((piece) => this.index.moves.has(piece))) return;
    const each = await Promise.all(all.map(async (piece) => ((await this.routesOf([piece])).length ? [piece] : [])));
    if (turn !== this.asking && this.selected !== all) return;
    const together = each.flat();
    // Where they cannot go all together, whoever commands goes with those he can take along.
    const first = () => together.reduce((best, one) => (this.rankOf(one) > this.rankOf(best) ? one : best));
    const some = together.length > 1 && !(await this.routesOf(together)).length;
    if (turn === this.asking || this.selected === all) this.take(some ? [first()] : together);
  }

  private rankOf(piece: PieceKey): number {
    return this.pieces.get(piece)?.print.rank ?? 0;
  }

  /** Takes a piece in hand if it can go anywhere; else does the other. */
  private async tryOut(piece: PieceKey, otherwise: Outcome, by: string, armed: Armed | null): Promise<void> {
    this.take([piece]);
    clearTimeout(this.resting);
    const turn = this.asking;
    const routes = await this.routesOf([piece]);
    if (turn !== this.asking) return;
    if (routes.length) this.routes = routes;
    else {
      this.take([]);
      this.carryOut(otherwise, by, armed);
    }
  }

  private outcomeOf(target: Clicked): Outcome {
    if ("space" in target) return clickSpace(this.index, this.held, target.space);
    return clickPiece(this.index, this.held, target.piece, this.under(target.piece));
  }

  /** The space that a piece stands on, if any. */
  under(piece: PieceKey | undefined): SpaceRef | null {
    const at = piece === undefined ? undefined : this.pieces.get(piece)?.at;
    return at?.kind === "space" ? { board: at.board, space: at.space } : null;
  }

  /** Puts down what is selected, and closes what a click opened. */
  letGo(): void {
    this.take([]);
    this.armed = null;
    this.menu = null;
    this.explanation = null;
  }

  /** Ends the showing of others' moves; says whether any were being shown. */
  skip(): boolean {
    return this.others.skip();
  }

  private carryOut(outcome: Outcome, by: string, armed = this.armed): void {
    this.menu = null;
    this.armed = null;
    this.explanation = null;
    switch (outcome.do) {
      case "act": {
        const { target, route } = outcome.choice;
        // The first click took the piece in hand; else this one is the first.
        const inHand = route !== undefined || (target.kind === "move" && this.selected.includes(target.piece));
        const second = inHand && !isFateful(outcome.choice);
        if (second || armed?.by === by) void this.act(outcome.choice);
        else this.armed = { choice: outcome.choice, by };
        break;
      }
      case "ask":
        this.menu = { title: "Which?", choices: outcome.choices, piece: this.onlyPiece(outcome.choices) };
        break;
      case "select":
        // What else can be done with it is offered beside the board, where it hides nothing.
        this.take(outcome.pieces);
        break;
      case "try":
        void this.tryOut(outcome.piece, outcome.otherwise, by, armed);
        break;
      case "explain":
        void this.explain(outcome.target);
    }
  }

  /** Shows all there is to know of a piece. */
  present(piece: Piece): void {
    this.explanation = null;
    this.menu = { title: "", choices: [], piece };
  }

  /** The piece that all of these choices are about, if there is one. */
  private onlyPiece(choices: readonly Choice[]): Piece | undefined {
    const about = new Set(choices.flatMap(({ target }) => ("piece" in target ? [target.piece] : [])));
    const [first] = about;
    return about.size === 1 && first !== undefined ? this.pieces.get(first) : undefined;
  }

  standingOn({ board, space }: SpaceRef): Piece[] {
    const here = (piece: Piece) =>
      piece.at.kind === "space" && piece.at.board === board && piece.at.space === space;
    return (this.table?.pieces ?? []).filter(here);
  }

  /** What would probably come of something, as the seat shown knows it. */
  forecast(target: Target): Promise<Forecast | null> {
    const seat = this.view?.seat ?? null;
    return seat === null ? Promise.resolve(null) : this.connection.forecast(seat, target, this.view?.watcher);
  }

  /** What a bot would do in the place of the seat shown, and why. */
  hint(): Promise<Hint | null> {
    const seat = this.view?.seat ?? null;
    return seat === null ? Promise.resolve(null) : this.connection.hint(seat);
  }

  async explain(target: Target): Promise<void> {
    const view = this.view;
    const turn = ++this.explaining;
    const title = this.titleOf(target);
    const piece = target.kind === "piece" ? this.pieces.get(target.piece) : undefined;
    if (!view || view.seat === null) {
      this.explanation = { title, piece, reasons: null, error: "You are watching this game." };
      return;
    }
    if (this.past) {
      this.explanation = { title, piece, reasons: null, error: "You are looking back. Return to now to play." };
      return;
    }
    this.explanation = { title, piece, reasons: null };
    try {
      const reasons = await this.connection.explain(view.seat, target, view.watcher);
      if (turn === this.explaining && this.explanation) this.explanation = { title, piece, reasons };
    } catch (error) {
      if (turn === this.explaining) this.explanation = { title, piece, reasons: null, error: sentence(error) };
    }
  }

  nameOf({ board, space }: SpaceRef): string {
    const found = this.boards[board]?.spaces[space];
    return found ? spaceName(found) : `space ${space}`;
  }

  private titleOf(target: Target): string {
    const piece = (key: PieceKey) => {
      const found = this.pieces.get(key);
      return found ? pieceName(found) : "The piece";
    };
    switch (target.kind) {
      case "space":
        return this.nameOf(target);
      case "piece": {
        const at = this.pieces.get(target.piece)?.at;
        return at?.kind === "space" ? `${piece(target.piece)}, ${this.nameOf(at)}` : piece(target.piece);
      }
      case "move":
        return `${piece(target.piece)} to ${this.nameOf(target.to)}`;
      case "button":
        return "";
    }
  }

  point(target: Target | null): void {
    this.pointed = target ? spacesOf(target, this.pieces) : [];
  }

  cite(rule: string): void {
    this.openRule = rule;
    this.showRules = true;
  }

  // Time.

  /** Whether an entry is a move that stands: not one that was taken back, nor the taking back. */
  stands(entry: number): boolean {
    return entry <= (this.moments[0] ?? 0) || entry > (this.view?.number ?? 0) || this.standing.has(entry);
  }

  /** How many moves have been made by entry `at`, without those that were taken back. */
  movesBy(at: number): number {
    return (this.moments[0] ?? 0) + placeOf(this.moments, at);
  }

  async goTo(at: number): Promise<void> {
    const view = this.view;
    if (!view) return;
    if (at >= (this.moments.at(-1) ?? view.number)) {
      this.now();
      return;
    }
    at = Math.max(view.origin ?? 0, at);
    this.letGo();
    this.skip();
    this.goingBack = null;
    this.past = { at, table: this.past?.table ?? null };
    try {
      const table = await this.tableAt(at);
      if (this.past?.at === at) this.past = { at, table };
    } catch (error) {
      if (this.past?.at === at) this.now();
      this.notice = { kind: "error", text: sentence(error) };
    }
  }

  now(): void {
    this.past = null;
    this.playing = false;
    this.goingBack = null;
  }

  /** The table as it was after `at` entries. */
  private tableAt(at: number): Promise<Table> {
    const seat = this.view?.seat;
    const key = `${seat}:${at}`;
    let table = this.replays.get(key);
    if (!table) {
      table = this.connection.replay(at, seat).then((replay) => replay.table);
      table.catch(() => this.replays.delete(key));
      if (this.replays.size > 400) this.replays.clear();
      this.replays.set(key, table);
    }
    return table;
  }
}

const clickedKey = (target: Clicked) => ("piece" in target ? `piece ${target.piece}` : `space ${spaceKey(target.space)}`);

const decides = (view: View, seat: Seat) => view.table.to_act.includes(seat);

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
