//! What the description says in sentences: how one plays by the API, and what its limits are.

use serde_json::{Value as Json, json};

use super::super::games::MOST_AT_ONCE;
use super::super::input::RetryKey;
use super::super::wait;
use crate::config::{Limits, Rate};
use crate::letter;

/// Of making a game.
pub const CREATE: &str = "With an `Idempotency-Key`, a request that is repeated from the same address with the same body gets the \
    same answer and makes no second game. The tokens are told again for ten minutes; after that the answer is 409 \
    `answered-before`, with the id of the game in the sentence. Another body with the same key is refused (422 \
    `key-reused`). Keys do not survive a restart of the server.";

/// Of acting.
pub const ACT: &str = "`number` is the one that came with the choice. If the game has gone on since, the answer is 409 `stale` with \
    the table as it is now in `view`, and nothing was done; it does not matter if only others have decided who decide at \
    the same time. `done` says how many actions were carried out: 1, and as many of `then` as could follow. With an \
    `Idempotency-Key`, a request that is repeated with the same token and the same body is not carried out again: the \
    answer has `repeated: true`, `done` as it was then, and the table as it is now. The server remembers the last 16 keys \
    of each token while the game is in memory. After a restart `number` stands in for the key: what was carried out is \
    then `stale`, so nothing is ever done twice.";

/// Of waiting.
pub const WAIT: &str = "For clients that cannot read a stream of events. The answer comes when the stamp is another than `after`, or \
    when the time is over: then the stamp is the same. Ask again with the stamp of the answer. While it waits it takes one \
    of the permits of your address, like an open stream.";

/// What somebody must know who writes a client or a bot.
pub fn text() -> String {
    let Limits { body, token, address, games, streams, connections, .. } = Limits::default();
    let longest_wait = wait::LONGEST;
    let key = RetryKey::LONGEST;
    let letter = letter::LONGEST;
    let name = crate::text::LONGEST_NAME;
    format!(
        "A game is made with `POST /api/games`, which gives a token for each seat of a person. Whoever sends it \
         (`Authorization: Bearer TOKEN`) sees the table as that seat does, and acts for it by sending back one of the \
         `choices` it is shown. Without a token one is a spectator.

## A bot

1. Wait until `to_act` has your seat, or `outcome` is there: `GET /api/games/{{id}}/wait?after=STAMP` answers when \
         something has changed, `GET /api/games/{{id}}/events` is a stream of the same. Begin without `after`.
2. `GET /api/games/{{id}}/choices?seat=SEAT` lists what the seat may do. Nothing else is ever accepted.
3. `POST /api/games/{{id}}/actions` with `number`, `seat`, and `action` and `then` of one of the choices as they are. Send \
         an `Idempotency-Key`, so that you can send it again if the answer is lost.

What an action looks like is described under `Action`, game by game (`x-game` is the game's id). `GET /api/games/{{id}}` shows the whole \
         table: boards, pieces, sheets, hands, log.

## Errors

Every error is a `Problem`: a sentence for people in `error`, a key for programs in `code` (`ErrorCode` lists them all), \
         and where a rule of the game stands against something, its id in `rule`.

## Limits

The operator may set others; these are usual. A request beyond a limit gets 429 or 503 with `Retry-After`, the number of \
         seconds after which it is worth trying again.

- Requests of one token: {}.
- Requests from one address: {}.
- Games made from one address: {}.
- Streams and long polls open at once: {} from one address, {} in all.
- Connections open at once: {} from one address, {} in all.
- The body of a request: {} KiB. An answer that comes before the body was read closes the connection.
- A long poll: {longest_wait} s. Any other request is answered within 30 s.
- A name: {name} characters. A letter: {letter} bytes of UTF-8. `then`: {MOST_AT_ONCE} actions. A retry key: {key} characters.",
        rate(token),
        rate(address),
        rate(games),
        streams.per_address,
        streams.most,
        connections.per_address,
        connections.most,
        body / 1024,
    )
}

fn rate(Rate { burst, per_second }: Rate) -> String {
    match per_second {
        0.0..1.0 => format!("{burst} at once, then one every {} s", 1.0 / per_second),
        _ => format!("{burst} at once, then {per_second} per second"),
    }
}

/// The usual limits, for programs.
pub fn limits() -> Json {
    let limits = Limits::default();
    let rate = |Rate { burst, per_second }: Rate| json!({ "burst": burst, "perSecond": per_second });
    json!({
        "requestsPerToken": rate(limits.token),
        "requestsPerAddress": rate(limits.address),
        "gamesPerAddress": rate(limits.games),
        "streamsPerAddress": limits.streams.per_address,
        "connectionsPerAddress": limits.connections.per_address,
        "bodyBytes": limits.body,
        "waitSeconds": wait::LONGEST,
    })
}
