//! What is written down of a session: how it stands, and what has happened since.

use engine::{AnySession, Entry, Raw, Seats, Told, Viewer, What};

use crate::games::now;
use crate::store::{Advance, GameHeadline, GameProgress};

/// How a session stands.
pub fn standing(session: &dyn AnySession) -> GameProgress {
    GameProgress {
        number: session.entries(),
        to_act: session.to_act().iter().collect(),
        outcome: session.outcome(),
        request: None,
        moved: Some(now()),
        sight: None,
    }
}

/// What everybody sees of a session at a glance.
fn sight(session: &dyn AnySession) -> GameHeadline {
    let table = session.table(Viewer::Spectator);
    let alone = table.tracks.iter().filter(|track| track.marker.is_none());
    let words = alone.take(2).enumerate().map(|(nth, track)| {
        let title = if nth == 0 { track.title.to_string() } else { track.title.to_lowercase() };
        let end = track.end.map(|end| format!(" of {end}")).unwrap_or_default();
        format!("{title} {}{end}", track.at)
    });
    let stage: Vec<String> = words.collect();
    GameHeadline {
        stage: stage.join(", "),
        parts: table.seats.iter().map(|sheet| sheet.name.to_string()).collect(),
    }
}

/// What happened in a session since it had `number` entries and `to_act` had to decide.
pub fn advance(id: &str, session: &dyn AnySession, number: usize, to_act: Seats) -> Advance {
    let entries = (number + 1..=session.entries()).filter_map(|number| session.entry(number));
    let entries: Vec<_> = entries.collect();
    let by_consent =
        |entry: &Entry<Raw>| matches!(&entry.what, What::Undo { consent, .. } if !consent.is_empty());
    let hands = session.to_act() != to_act || entries.iter().any(by_consent);
    let snapshot = hands.then(|| session.position());
    // Before the first entry there is the opening to tell.
    let first = if session.entries() == 0 { 0 } else { number + 1 };
    let told = told_from(session, first);
    let revision = session.info().revision;
    let sight = hands.then(|| sight(session));
    let standing = GameProgress { sight, ..standing(session) };
    Advance { game: id.to_owned(), entries, standing, told, snapshot, revision }
}

/// What is told of a session's entries from number `first` on.
pub fn told_from(session: &dyn AnySession, first: usize) -> Vec<Vec<Told>> {
    (first..=session.entries()).map(|number| session.told(number)).collect()
}
