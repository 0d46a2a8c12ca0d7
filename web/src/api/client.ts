// Calls to the server. Every failure is an ApiError with a sentence for a person.

import type {
  Acknowledged, Act, Acted, AnswerBack, AskBack, AskHint, Board, Catalog, Created, Deleted, Explain, Explained, Forecast, Foretold, Found, Going, Hint, Hinted, InHand, Intended, LayerAnswer, Layer, LegalChoice,
  LetterPage, Link, Listed, NewGame, NewLetter, NewLink, NewOrders, Page, Part, PieceKey, Problem, Reason, Replayed, Request, Resign, Rule, Seat, SpaceRef, Target, Undo, Values,
  View,
} from "./types";

export class ApiError extends Error {
  constructor(
    /** 0 when the server was not reached. */
    readonly status: number,
    message: string,
    readonly code: string,
    readonly rule?: string,
    /** The table as it is now, when the answer was to an older one. */
    readonly view?: View,
  ) {
    super(message);
  }
}

/** Whether trying the same again can help. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** What a request is sent with that may have to be sent again, so that it is carried out once. */
export function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function call<T>(
  path: string, token?: string | null, body?: unknown, method = body === undefined ? "GET" : "POST", key?: string,
): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (key) headers["Idempotency-Key"] = key;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const request: RequestInit = { method, headers, signal: AbortSignal.timeout(20_000) };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new ApiError(0, "The server cannot be reached just now.", "unreachable");
  }
  let data: unknown;
  try {
    data = await response.json();
  } catch {
    throw new ApiError(response.status, `The server gave no proper answer (${response.status}).`, "no-json");
  }
  if (!response.ok) {
    const { error, code, rule, view } = data as Partial<Problem>;
    throw new ApiError(
      response.status, error ?? `The server answered ${response.status}.`, code ?? "", rule, view,
    );
  }
  return data as T;
}

const once = new Map<string, Promise<unknown>>();

/** What never changes is asked for once. */
function cached<T>(path: string): Promise<T> {
  let answer = once.get(path);
  if (!answer) {
    answer = call<T>(path);
    answer.catch(() => once.delete(path));
    once.set(path, answer);
  }
  return answer as Promise<T>;
}

const query = (values: Record<string, number | null | undefined>) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return pairs.length ? `?${pairs.map(([key, value]) => `${key}=${value}`).join("&")}` : "";
};

export const api = {
  catalog: () => cached<Catalog>("/catalog"),
  boards: (game: string) => cached<Board[]>(`/catalog/${encodeURIComponent(game)}/boards`),
  rules: (game: string) => cached<Rule[]>(`/catalog/${encodeURIComponent(game)}/rules`),
  seats: (game: string, intended: Intended) => call<Part[]>(`/catalog/${encodeURIComponent(game)}/seats`, null, intended),
  games: () => call<Listed[]>("/games"),
  /** With the same key it is made once, however often it is sent. */
  create: (game: NewGame, key: string) => call<Created>("/games", null, game, "POST", key),
};

function toAct(number: number, seat: Seat, choice: LegalChoice & { route?: Going }): Act {
  return choice.route
    ? { number, seat, route: choice.route }
    : { number, seat, action: choice.action, then: choice.then ?? [] };
}

/** One game as the holder of a token sees it. */
export class Connection {
  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {}

  private path(rest: string): string {
    return `/games/${encodeURIComponent(this.id)}${rest}`;
  }

  view(seat?: Seat | null, logFrom?: number): Promise<View> {
    return call<View>(this.path(query({ seat, log_from: logFrom })), this.token);
  }

  /** With the same key it is done once, however often it is sent. */
  act(number: number, seat: Seat, choice: LegalChoice & { route?: Going }, logFrom: number, key: string): Promise<Acted> {
    const act = toAct(number, seat, choice);
    return call<Acted>(this.path(`/actions${query({ log_from: logFrom })}`), this.token, act, "POST", key);
  }

  /** The same, with a brief answer: the table comes by the stream. */
  move(number: number, seat: Seat, choice: LegalChoice & { route?: Going }, key: string): Promise<Acknowledged> {
    return call<Acknowledged>(this.path("/moves"), this.token, toAct(number, seat, choice), "POST", key);
  }

  /** What happened before some entry, page by page. */
  log(seat: Seat | null, before: number): Promise<Page> {
    return call<Page>(this.path(`/log${query({ seat, before })}`), this.token);
  }

  /** Where these pieces can go together, over the spaces named. */
  routes(seat: Seat, pieces: PieceKey[], via: SpaceRef[]): Promise<Found> {
    const hand: InHand = { seat, pieces, via };
    return call<Found>(this.path("/routes"), this.token, hand);
  }

  /** Another link for a seat that one holds: for oneself, or for a guest who is to have it. */
  link(wanted: NewLink): Promise<Link> {
    return call<Link>(this.path("/links"), this.token, wanted);
  }

  resign(seat: Seat, logFrom: number): Promise<View> {
    const resign: Resign = { seat, level: "greedy" };
    return call<View>(this.path(`/resign${query({ log_from: logFrom })}`), this.token, resign);
  }

  undo(number: number, seat: Seat, logFrom: number): Promise<View> {
    const undo: Undo = { number, seat };
    return call<View>(this.path(`/undo${query({ log_from: logFrom })}`), this.token, undo);
  }

  /** Asks the others to go back to what was after entry `to`. */
  askUndo(number: number, seat: Seat, to: number, logFrom: number): Promise<View> {
    const ask: AskBack = { number, seat, to };
    return call<View>(this.path(`/undo/ask${query({ log_from: logFrom })}`), this.token, ask);
  }

  /** Answers that very request: the server refuses the answer if another has taken its place. */
  answerUndo(number: number, seat: Seat, request: Request, agree: boolean, logFrom: number): Promise<View> {
    const answer: AnswerBack = { number, seat, to: request.to, request: request.id, agree };
    return call<View>(this.path(`/undo/answer${query({ log_from: logFrom })}`), this.token, answer);
  }

  order(seat: Seat, orders: Values, auto: boolean, logFrom: number): Promise<View> {
    const given: NewOrders = { seat, orders, auto };
    return call<View>(this.path(`/orders${query({ log_from: logFrom })}`), this.token, given, "PUT");
  }

  letters(seat: Seat, before?: number): Promise<LetterPage> {
    return call<LetterPage>(this.path(`/letters${query({ seat, before })}`), this.token);
  }

  write(seat: Seat, to: Seat[], text: string, logFrom: number): Promise<View> {
    const letter: NewLetter = { seat, to, text };
    return call<View>(this.path(`/letters${query({ seat, log_from: logFrom })}`), this.token, letter);
  }

  async forecast(seat: Seat, target: Target, watcher?: number): Promise<Forecast | null> {
    const explain: Explain = { seat, target, ...(watcher === undefined ? {} : { watcher }) };
    return (await call<Foretold>(this.path("/forecast"), this.token, explain)).forecast;
  }

  async hint(seat: Seat): Promise<Hint | null> {
    const asked: AskHint = { seat };
    return (await call<Hinted>(this.path("/hint"), this.token, asked)).hint;
  }

  async explain(seat: Seat, target: Target, watcher?: number): Promise<Reason[]> {
    const explain: Explain = { seat, target, ...(watcher === undefined ? {} : { watcher }) };
    return (await call<Explained>(this.path("/explain"), this.token, explain)).reasons;
  }

  layer(layer: Layer, seat: Seat | null): Promise<LayerAnswer> {
    const from = seat === null ? "" : `&seat=${seat}`;
    return call<LayerAnswer>(this.path(`/layer?layer=${layer}${from}`), this.token);
  }

  replay(at: number, seat?: Seat | null): Promise<Replayed> {
    return call<Replayed>(this.path(`/replay${query({ at, seat })}`), this.token);
  }

  /** Deletes the game for good; `host` is the token of whoever made it. */
  delete(host: string): Promise<Deleted> {
    return call<Deleted>(this.path(""), host, undefined, "DELETE");
  }

  /** The table of one seat, and all that changes there. */
  live(seat: Seat | null): EventSource {
    const asked = [seat === null ? "" : `seat=${seat}`, this.token ? `token=${encodeURIComponent(this.token)}` : ""].filter(Boolean);
    return new EventSource(`/api${this.path(`/live${asked.length ? "?" : ""}${asked.join("&")}`)}`);
  }
}
