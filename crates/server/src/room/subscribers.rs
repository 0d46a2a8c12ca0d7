//! Those who follow a game from action to action, and what is sent to them: what has changed, never the whole table.
//!
//! There is one watcher for each seat that somebody follows through a stream, and one for all spectators; however many streams
//! share a perspective, what has changed is worked out once. It is worked out on a copy of the state, after the game has
//! gone on; where that takes long it happens on a thread of its own, in order.
//!
//! Every update has a number. The last ones are kept, so that a stream that breaks off goes on where it was; whoever has lost the
//! thread is sent the whole table.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{AnyPosition, Follower, Line, LogLine, Patch, Seat, Seats, Table, Target, Told};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;

use super::{Request, viewer};
use crate::frame::EventFrame;

/// So many bytes of updates are kept for each watcher.
const KEPT: usize = 256 * 1024;

/// After the last stream has gone, updates are worked out for so long: it may come back.
const PATIENCE: Duration = Duration::from_secs(120);

/// If one look takes longer, looks are taken on a thread of their own.
const LONG: Duration = Duration::from_micros(400);

/// What has changed for one viewer.
#[derive(Serialize, JsonSchema)]
pub struct LiveUpdate<'a> {
    /// How many entries the journal has.
    number: usize,
    /// How many it had before.
    from: usize,
    /// Whether a bot must decide.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    thinking: bool,
    #[serde(flatten)]
    status: &'a SeatStatus,
    /// What has changed at the table.
    #[serde(skip_serializing_if = "Patch::is_empty")]
    #[schemars(default)]
    patch: Patch<'a>,
    /// What happened, as that seat may read it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<LogLine>")]
    log: Vec<NewLine<'a>>,
    /// If something was taken back: all entries that do not stand, as runs of the first and the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone: Option<&'a Vec<(usize, usize)>>,
}

/// A [`LogLine`] that was just told, and so stands.
#[derive(Serialize)]
struct NewLine<'a> {
    entry: usize,
    undone: bool,
    #[serde(flatten)]
    line: &'a Line,
}

/// What changes for one seat beside the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct SeatStatus {
    /// Whether the seat may take back its last action.
    pub undo: bool,
    /// What somebody asks of the others, if anybody does.
    pub request: Option<Request>,
    /// How many letters the seat has written or received.
    pub letters: usize,
    /// Whether moves are played for the seat where it has no choice.
    pub auto: bool,
    /// The seats whose own links nobody has used yet.
    pub unclaimed: Seats,
}

/// What has happened to a game, for all who follow it.
pub struct Change {
    /// How many entries there were, and are.
    pub numbers: (usize, usize),
    /// The state after it.
    pub position: Box<dyn AnyPosition>,
    /// What is told of it.
    pub told: Vec<Told>,
    /// All entries that do not stand, if something was taken back.
    pub undone: Option<Vec<(usize, usize)>>,
    /// Whether a bot must decide.
    pub thinking: bool,
    /// What changes for those who follow, beside the table.
    pub statuses: Vec<(Perspective, SeatStatus)>,
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    /// The seat; none for spectators.
    pub seat: Option<Seat>,
    /// Whether it is his own: of a game that is over everybody may see all sides, but nobody reads what was not for him.
    pub own: bool,
}

/// All who follow a game.
#[derive(Default)]
pub struct Subscribers {
    watchers: HashMap<Perspective, Watcher>,
    /// How long the last look took.
    took: Duration,
    /// The number of the next watcher: whoever has followed another one has lost the thread.
    next: u32,
}

/// Everybody who shares a perspective.
struct Watcher {
    id: u32,
    follower: Follower,
    status: SeatStatus,
    /// How many entries the journal has, as far as he was told.
    number: usize,
    updates: VecDeque<(u64, Arc<EventFrame>)>,
    /// How many bytes these have.
    bytes: usize,
    /// The number of the last update.
    newest: watch::Sender<u64>,
    /// When the last stream was seen to be gone.
    alone_since: Option<Instant>,
}

/// Where a stream is: which watcher it follows, and the last update it has sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamPosition {
    /// Which watcher.
    pub watcher: u32,
    /// Its last update.
    pub update: u64,
}

impl std::fmt::Display for StreamPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x}-{:x}", self.watcher, self.update)
    }
}

impl StreamPosition {
    /// Reads what was written.
    pub fn parse(text: &str) -> Option<StreamPosition> {
        let (watcher, update) = text.split_once('-')?;
        Some(StreamPosition {
            watcher: u32::from_str_radix(watcher, 16).ok()?,
            update: u64::from_str_radix(update, 16).ok()?,
        })
    }
}

/// Somebody who follows: what he sees, where he is, and how he hears of more.
pub struct Subscription {
    /// What he sees now; nothing if he is where he was before, and only needs what came since.
    pub table: Option<Table>,
    /// Where he is.
    pub place: StreamPosition,
    /// The number of the newest update, as it changes.
    pub newest: watch::Receiver<u64>,
}

impl Perspective {
    /// What they see.
    fn look(self, position: &dyn AnyPosition) -> Table {
        let mut table = position.table(viewer(self.seat));
        if !self.own {
            table.choices.clear();
        }
        table
    }
}

impl Subscribers {
    /// Subscribers whose watchers are not taken for those of an earlier one.
    pub fn new(first: u32) -> Subscribers {
        Subscribers { next: first, ..Subscribers::default() }
    }

    /// Whether nobody follows.
    pub fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Whether the next look should be taken on a thread of its own.
    pub fn is_slow(&self) -> bool {
        self.took > LONG
    }

    /// The perspectives that somebody has.
    pub fn perspective(&self) -> impl Iterator<Item = Perspective> {
        self.watchers.keys().copied()
    }

    /// Somebody follows from this perspective; if he did before, he is told where he was.
    pub fn join(
        &mut self,
        perspective: Perspective,
        number: usize,
        status: SeatStatus,
        before: Option<StreamPosition>,
        position: impl FnOnce() -> Box<dyn AnyPosition>,
    ) -> Subscription {
        let watcher = self.watchers.entry(perspective).or_insert_with(|| {
            self.next = self.next.wrapping_add(1);
            Watcher {
                id: self.next,
                follower: Follower::new(perspective.look(&*position())),
                status,
                number,
                updates: VecDeque::new(),
                bytes: 0,
                newest: watch::Sender::new(0),
                alone_since: None,
            }
        });
        watcher.alone_since = None;
        let newest = watcher.newest.subscribe();
        let last = *newest.borrow();
        let followed =
            before.filter(|place| place.watcher == watcher.id && watcher.since(place.update).is_some());
        let table = followed.is_none().then(|| watcher.follower.table().clone());
        let place = followed.unwrap_or(StreamPosition { watcher: watcher.id, update: last });
        Subscription { table, place, newest }
    }

    /// What came after `place`, each with its number; nothing if he has lost the thread.
    pub fn since(
        &self,
        perspective: Perspective,
        place: StreamPosition,
    ) -> Option<Vec<(u64, Arc<EventFrame>)>> {
        let watcher = self.watchers.get(&perspective).filter(|watcher| watcher.id == place.watcher)?;
        watcher.since(place.update)
    }

    /// What a target is called by the game, for whoever looks as a watcher does.
    pub fn resolve(&self, seat: Seat, watcher: u32, target: &Target) -> Target {
        let perspective = Perspective { seat: Some(seat), own: true };
        match self.watchers.get(&perspective).filter(|known| known.id == watcher) {
            Some(known) => known.follower.resolve(target),
            None => target.clone(),
        }
    }

    /// Forgets those whom nobody has followed for a while.
    pub fn forget(&mut self, now: Instant) {
        self.watchers.retain(|_, watcher| {
            if watcher.newest.receiver_count() > 0 {
                watcher.alone_since = None;
                return true;
            }
            let since = *watcher.alone_since.get_or_insert(now);
            now.duration_since(since) < PATIENCE
        });
    }

    /// Shows everybody what has changed.
    pub fn show(&mut self, change: &Change) {
        let begun = Instant::now();
        let mut looks = 0;
        for (perspective, status) in &change.statuses {
            let Some(watcher) = self.watchers.get_mut(perspective) else { continue };
            looks += u32::from(watcher.show(*perspective, change, status));
        }
        if looks > 0 {
            self.took = begun.elapsed() / looks;
        }
    }
}

impl Watcher {
    /// What came after an update; nothing if some of that is no longer kept.
    fn since(&self, update: u64) -> Option<Vec<(u64, Arc<EventFrame>)>> {
        let last = *self.newest.borrow();
        let first = self.updates.front().map_or(last + 1, |(number, _)| *number);
        if update > last || update + 1 < first {
            return None;
        }
        Some(self.updates.iter().filter(|(number, _)| *number > update).cloned().collect())
    }

    /// Looks at a change; says whether the table had to be looked at.
    fn show(&mut self, perspective: Perspective, change: &Change, status: &SeatStatus) -> bool {
        let viewer = viewer(perspective.seat);
        let (from, number) = change.numbers;
        let moved = number != self.number;
        if !moved && self.status == *status {
            return false;
        }
        let patch = match moved {
            true => self.follower.look(perspective.look(&*change.position)),
            false => Patch::default(),
        };
        let told = change.told.iter().filter(|told| told.is_for(viewer));
        let update = LiveUpdate {
            number,
            from: if moved { self.number } else { from.max(number) },
            thinking: change.thinking,
            status,
            patch,
            log: told.map(|told| NewLine { entry: told.entry, undone: false, line: &told.line }).collect(),
            undone: change.undone.as_ref(),
        };
        let next = *self.newest.borrow() + 1;
        let place = StreamPosition { watcher: self.id, update: next };
        let frame = Arc::new(EventFrame::new("update", place, &update));
        self.number = number;
        self.status = status.clone();
        self.bytes += frame.plain().len();
        self.updates.push_back((next, frame));
        while self.bytes > KEPT && self.updates.len() > 1 {
            self.bytes -= self.updates.pop_front().map_or(0, |(_, frame)| frame.plain().len());
        }
        self.newest.send_replace(next);
        moved
    }
}

#[cfg(test)]
mod tests {
    use engine::{AnySession, Seed, Session, Setup, Viewer};

    use super::*;

    fn game() -> Session<engine::toy::Skirmish> {
        Session::start(Setup::new("field", 2, Seed::from_number(1))).unwrap()
    }

    /// Lays the first card that a seat may lay, and shows it to all.
    fn lay(session: &mut Session<engine::toy::Skirmish>, seat: Seat, subscribers: &mut Subscribers) {
        let before = session.entries().len();
        let action = session.legal(seat)[0];
        session.act(seat, &action).unwrap();
        let statuses =
            subscribers.perspective().map(|perspective| (perspective, SeatStatus::default())).collect();
        subscribers.show(&Change {
            numbers: (before, before + 1),
            position: session.moment(),
            told: AnySession::told(session, before + 1),
            undone: None,
            thinking: false,
            statuses,
        });
    }

    #[test]
    fn whoever_comes_back_is_sent_what_he_has_missed_and_nothing_else() {
        let (mut session, mut subscribers) = (game(), Subscribers::new(7));
        let own = Perspective { seat: Some(Seat(0)), own: true };
        let first = subscribers.join(own, 0, SeatStatus::default(), None, || session.moment());
        assert_eq!(first.table, Some(AnySession::table(&session, Viewer::Seat(Seat(0)))));
        lay(&mut session, Seat(1), &mut subscribers);
        lay(&mut session, Seat(0), &mut subscribers);
        let missed = subscribers.since(own, first.place).unwrap();
        assert_eq!(missed.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2]);
        let again = StreamPosition { update: 1, ..first.place };
        let again = subscribers.join(own, 2, SeatStatus::default(), Some(again), || session.moment());
        assert!(again.table.is_none(), "he is where he was");
        let since = subscribers.since(own, again.place).unwrap();
        assert_eq!(since.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2]);
        // Of another watcher, or of what is not kept, nobody can go on.
        for lost in [StreamPosition { watcher: 1, update: 1 }, StreamPosition { update: 9, ..first.place }] {
            assert!(subscribers.since(own, lost).is_none());
            let lost = subscribers.join(own, 2, SeatStatus::default(), Some(lost), || session.moment());
            assert_eq!((lost.table.is_some(), lost.place.update), (true, 2));
        }
        assert_eq!(StreamPosition::parse(&first.place.to_string()), Some(first.place));
    }

    #[test]
    fn nobody_is_told_what_another_lays() {
        let (mut session, mut subscribers) = (game(), Subscribers::new(0));
        let streams: Vec<_> = [Some(Seat(0)), Some(Seat(1)), None]
            .map(|seat| Perspective { seat, own: seat.is_some() })
            .map(|perspective| {
                (
                    perspective,
                    subscribers.join(perspective, 0, SeatStatus::default(), None, || session.moment()),
                )
            })
            .into();
        lay(&mut session, Seat(1), &mut subscribers);
        let told = |nth: usize| {
            format!("{:?}", subscribers.since(streams[nth].0, streams[nth].1.place).unwrap()[0].1)
        };
        assert!(
            told(1).contains("You lay card") && !told(0).contains("You lay") && !told(2).contains("You lay")
        );
        assert!(!told(0).contains("\"Worth\""), "{}", told(0));
    }

    #[test]
    fn updates_are_worked_out_as_long_as_somebody_may_come_back() {
        let (session, mut subscribers) = (game(), Subscribers::new(0));
        let joined =
            subscribers.join(Perspective { seat: None, own: false }, 0, SeatStatus::default(), None, || {
                session.moment()
            });
        let now = Instant::now();
        subscribers.forget(now + 2 * PATIENCE);
        assert!(!subscribers.is_empty());
        drop(joined);
        subscribers.forget(now);
        subscribers.forget(now + PATIENCE / 2);
        assert!(!subscribers.is_empty());
        subscribers.forget(now + PATIENCE);
        assert!(subscribers.is_empty());
    }
}
