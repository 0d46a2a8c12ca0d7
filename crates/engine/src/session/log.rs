//! What happened, as each viewer may read it.

use super::Session;
use super::refusal::list;
use crate::journal::{Entry, Stretch, Told, What, standing};
use crate::{BattleMark, Game, Line, Seat, Seats, Viewer};

/// A line of the whole log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// The entry it belongs to, counted from 1; 0 is the opening.
    pub entry: usize,
    /// Whether it was taken back.
    pub undone: bool,
    /// The line.
    #[serde(flatten)]
    pub line: Line,
}

impl<G: Game> Session<G> {
    /// What happened in entry `entry`, counted from 1; 0 is the opening.
    pub fn events(&self, entry: usize) -> &[G::Event] {
        match entry.checked_sub(self.origin) {
            Some(0) => &self.opening,
            Some(count) => self.steps.get(count - 1).map_or(&[], |step| &step.events),
            None => &[],
        }
    }

    /// What happened, as `viewer` may read it, without what was taken back.
    pub fn log(&self, viewer: Viewer) -> Vec<Line> {
        self.full_log(viewer, 0).into_iter().filter(|line| !line.undone).map(|line| line.line).collect()
    }

    /// What happened from entry `from` on, as `viewer` may read it, what was taken back included. Of the history it is what was
    /// told then.
    pub fn full_log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let mut lines = self.old_log(viewer, from);
        if from > self.len() {
            return lines;
        }
        let standing = standing(self.origin, &self.entries);
        for entry in from.max(self.origin)..=self.len() {
            let undone = !standing[entry - self.origin];
            let back =
                self.made(entry).is_some_and(|made| matches!(self.entries[made].what, What::Undo { .. }));
            let told = self.lines(entry, viewer).into_iter();
            lines.extend(told.map(|line| LogLine { entry, undone: undone && !back, line }));
        }
        lines
    }

    /// The entries that were taken back, as runs: the first and the last of each. Undos themselves are not among them.
    pub fn undone(&self) -> Vec<(usize, usize)> {
        let standing = standing(self.origin, &self.entries);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let number = self.origin + index + 1;
            match runs.last_mut() {
                _ if standing[index + 1] || matches!(entry.what, What::Undo { .. }) => {}
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => runs.push((number, number)),
            }
        }
        runs
    }

    /// The log of the history, and where it ends.
    fn old_log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let (mut lines, mut origin) = (Vec::new(), 0);
        for stretch in &self.history {
            let Stretch { revision, entries, missing, dropped, told, .. } = stretch;
            let (standing, end) = (standing(origin, entries), origin + stretch.span());
            let back_to = |entry: usize| {
                let index = entry.checked_sub(origin + 1);
                index.and_then(|index| entries.get(index)).and_then(|it| match it.what {
                    What::Undo { to, .. } => Some(to),
                    What::Act(_) => None,
                })
            };
            let read = told.iter().filter(|told| (from..=end).contains(&told.entry) && told.is_for(viewer));
            lines.extend(read.map(|told| {
                let stands = told.entry.checked_sub(origin).and_then(|at| standing.get(at)) != Some(&false);
                let (back, line) = (back_to(told.entry), told.line.clone());
                // Logs that were kept before there was this kind do not say so.
                let line = back.map_or(line.clone(), |to| line.undo(to));
                LogLine { entry: told.entry, undone: !stands && back.is_none(), line }
            }));
            // Where entries are missing, whoever found that out says so.
            if from <= end && *missing == 0 {
                let mut text =
                    format!("The rules were revised here. What came before followed revision {revision}");
                if told.is_empty() && !entries.is_empty() {
                    text += ", and its log was not kept";
                }
                match dropped.len() {
                    0 => {}
                    1 => text += "; the last action does not fit the new rules and is decided again",
                    count => {
                        text += &format!(
                            "; the last {count} actions do not fit the new rules and are decided again"
                        )
                    }
                }
                let line = Line::new(text, None, Vec::new()).heading();
                lines.push(LogLine { entry: end, undone: false, line });
            }
            origin = end;
        }
        lines
    }

    /// What is told of one entry to `viewer`.
    fn lines(&self, entry: usize, viewer: Viewer) -> Vec<Line> {
        let mut lines: Vec<Line> =
            self.events(entry).iter().filter_map(|event| G::tell(event, viewer)).collect();
        for at in 0..lines.len() {
            if lines[at].mark == Some(BattleMark::Ends) {
                let here = lines[..at].iter().rev().filter_map(|line| line.mark.clone());
                let before = self.line_to(entry).skip(1).flat_map(|node| self.events(node).iter().rev());
                let marks = here.chain(before.filter_map(|event| G::tell(event, viewer)?.mark));
                lines[at].battle = BattleMark::add_up(marks);
            }
        }
        let recorded = self.made(entry).and_then(|index| self.entries.get(index));
        if let Some(Entry { seat, what: What::Undo { to, consent }, .. }) = recorded {
            let (actions, back) = self.taken_back(entry, viewer);
            let mut text = match (consent.is_empty(), actions) {
                (true, 0 | 1) => "Takes the last action back".to_owned(),
                (true, actions) => format!("Takes the last {actions} actions back"),
                _ => format!("Goes back to after entry {to}, with the consent of {}", list(*consent)),
            };
            if !back.is_empty() {
                text += &format!(" ({})", back.join("; "));
            }
            lines.push(Line::new(text, Some(*seat), Vec::new()).undo(*to));
        }
        lines
    }

    /// What is told of one entry, and to whom: to be kept, since rules to come may not tell it again.
    pub fn told(&self, entry: usize) -> Vec<Told> {
        let mut told: Vec<Told> = Vec::new();
        let viewers = Seat::first(self.setup.seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            // Each viewer reads his lines in the order in which they are kept.
            let mut next = 0;
            for line in self.lines(entry, viewer) {
                let same = told[next..].iter().position(|told| told.line == line);
                let at = same.map_or(told.len(), |offset| next + offset);
                if at == told.len() {
                    told.push(Told { entry, seats: Seats::NONE, spectators: false, line });
                }
                match viewer {
                    Viewer::Seat(seat) => told[at].seats = told[at].seats.with(seat),
                    Viewer::Spectator => told[at].spectators = true,
                }
                next = at + 1;
            }
        }
        told
    }

    /// How many actions entry `entry` took back, and what they were, as `viewer` may read it.
    fn taken_back(&self, entry: usize, viewer: Viewer) -> (usize, Vec<String>) {
        let Some(step) = self.made(entry).and_then(|index| self.steps.get(index)) else {
            return (0, Vec::new());
        };
        let mut nodes: Vec<usize> = self.line_to(step.from).take_while(|&node| node > step.to).collect();
        nodes.reverse();
        let events = nodes.iter().flat_map(|&node| self.events(node));
        let told = events.filter_map(|event| G::tell(event, viewer)).map(|line| line.text.to_string());
        (nodes.len(), told.collect())
    }
}
