//! Who thinks next: a fair queue.
//!
//! Thinking is shared out among accounts, and the share of an account among its games. Each has a clock of its own that
//! runs on by the time its bots have used; whoever is furthest behind is next (start-time fair queueing). Whoever comes
//! back after a while starts at the present: nobody saves up time, and nobody pays for what he used when there was
//! enough for all. What a decision will take is charged when it begins and put right when it ends, so that many begun at
//! once count at once.
//!
//! No time passes in here but what is charged: the order follows from the questions alone.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::account::Account;

/// How many may think at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// In all.
    pub all: usize,
    /// On one account.
    pub per_account: usize,
}

/// A fair queue.
#[derive(Debug)]
pub struct Queue<T> {
    slots: Slots,
    running: usize,
    arrived: u64,
    /// The present: where the last one began that was let through.
    present: Duration,
    accounts: BTreeMap<Account, Line<T>>,
}

/// The games of an account.
#[derive(Debug)]
struct Line<T> {
    running: usize,
    clock: Duration,
    present: Duration,
    games: BTreeMap<Arc<str>, QueueEntry<T>>,
}

/// A game, and its question if it waits with one.
#[derive(Debug)]
struct QueueEntry<T> {
    running: usize,
    clock: Duration,
    waiting: Option<Waiting<T>>,
}

#[derive(Debug)]
struct Waiting<T> {
    arrived: u64,
    cost: Duration,
    what: T,
}

/// What was let through, to be given back at the end.
#[derive(Debug)]
pub struct Turn {
    account: Account,
    game: Arc<str>,
    cost: Duration,
}

impl<T> Queue<T> {
    /// An empty one.
    pub fn new(slots: Slots) -> Queue<T> {
        Queue { slots, running: 0, arrived: 0, present: Duration::ZERO, accounts: BTreeMap::new() }
    }

    /// Lets `what` wait, which will take about `cost`. A game has one question at a time: an older one is given back.
    pub fn push(&mut self, account: Account, game: &Arc<str>, cost: Duration, what: T) -> Option<T> {
        let line = self.accounts.entry(account).or_insert_with(|| Line {
            running: 0,
            clock: Duration::ZERO,
            present: Duration::ZERO,
            games: BTreeMap::new(),
        });
        let place = line.games.entry(game.clone()).or_insert_with(|| QueueEntry {
            running: 0,
            clock: Duration::ZERO,
            waiting: None,
        });
        self.arrived += 1;
        let older = place.waiting.replace(Waiting { arrived: self.arrived, cost, what });
        older.map(|older| older.what)
    }

    /// What may begin now, if anything may.
    pub fn begin(&mut self) -> Option<(Turn, T)> {
        if self.running >= self.slots.all {
            return None;
        }
        let may = |line: &Line<T>| line.running < self.slots.per_account;
        let lines = self.accounts.iter_mut().filter(|(_, line)| may(line));
        let (start, _, account, line) = lines
            .filter_map(|(&account, line)| {
                let first = line.games.values().filter_map(QueueEntry::arrived).min()?;
                Some((line.clock.max(self.present), first, account, line))
            })
            .min_by_key(|&(start, first, ..)| (start, first))?;
        let (from, _, game, place) = line
            .games
            .iter_mut()
            .filter_map(|(game, place)| {
                Some((place.clock.max(line.present), place.arrived()?, game.clone(), place))
            })
            .min_by_key(|&(from, arrived, ..)| (from, arrived))?;
        let Waiting { cost, what, .. } = place.waiting.take()?;
        (place.clock, place.running) = (from + cost, place.running + 1);
        (line.clock, line.present, line.running) = (start + cost, from, line.running + 1);
        (self.present, self.running) = (start, self.running + 1);
        Some((Turn { account, game, cost }, what))
    }

    /// A turn has ended that has taken `used`.
    pub fn done(&mut self, turn: &Turn, used: Duration) {
        let Turn { account, game, cost } = turn;
        self.running -= 1;
        if let Some(line) = self.accounts.get_mut(account) {
            line.running -= 1;
            line.clock = (line.clock + used).saturating_sub(*cost);
            if let Some(place) = line.games.get_mut(game) {
                place.running -= 1;
                place.clock = (place.clock + used).saturating_sub(*cost);
            }
            let present = line.present;
            line.games.retain(|_, place| place.is_busy() || place.clock > present);
        }
        // Whoever is not ahead of the present will start there when he comes back.
        let present = self.present;
        self.accounts.retain(|_, line| line.is_busy() || line.clock > present);
        if !self.accounts.values().any(Line::is_busy) {
            self.accounts.clear();
        }
    }

    /// Whatever waits; then nothing does any more.
    pub fn drain(&mut self) -> Vec<T> {
        let permits = self.accounts.values_mut().flat_map(|line| line.games.values_mut());
        permits.filter_map(|place| place.waiting.take()).map(|waiting| waiting.what).collect()
    }
}

impl<T> Line<T> {
    fn is_busy(&self) -> bool {
        self.running > 0 || self.games.values().any(QueueEntry::is_busy)
    }
}

impl<T> QueueEntry<T> {
    fn is_busy(&self) -> bool {
        self.running > 0 || self.waiting.is_some()
    }

    fn arrived(&self) -> Option<u64> {
        self.waiting.as_ref().map(|waiting| waiting.arrived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Account = Account(1);
    const B: Account = Account(2);

    const SECOND: Duration = Duration::from_secs(1);

    fn queue(all: usize, per_account: usize) -> Queue<String> {
        Queue::new(Slots { all, per_account })
    }

    fn push(queue: &mut Queue<String>, account: Account, game: &str, seconds: u32) {
        assert_eq!(queue.push(account, &game.into(), seconds * SECOND, game.to_owned()), None);
    }

    /// Lets what waits through one after the other, each for as long as it said; gives them in a row.
    fn run(queue: &mut Queue<String>) -> String {
        let mut order = Vec::new();
        while let Some((turn, what)) = queue.begin() {
            queue.done(&turn, turn.cost);
            order.push(what);
        }
        order.join(" ")
    }

    #[test]
    fn whoever_comes_with_one_game_is_next_however_many_another_has() {
        let mut queue = queue(1, 1);
        for number in 0..30 {
            push(&mut queue, A, &format!("a{number}"), 5);
        }
        let (turn, first) = queue.begin().unwrap();
        assert_eq!(first, "a0");
        push(&mut queue, B, "b", 1);
        assert!(queue.begin().is_none(), "what runs is not interrupted");
        queue.done(&turn, 5 * SECOND);
        assert!(run(&mut queue).starts_with("b a1 a2 a3"));
    }

    #[test]
    fn accounts_share_by_the_time_they_use_and_not_by_turns() {
        let mut queue = queue(1, 1);
        for number in 0..3 {
            push(&mut queue, A, &format!("a{number}"), 4);
        }
        for number in 0..9 {
            push(&mut queue, B, &format!("b{number}"), 1);
        }
        // Four seconds of one for each four of the other.
        assert_eq!(run(&mut queue), "a0 b0 b1 b2 b3 a1 b4 b5 b6 b7 a2 b8");
    }

    #[test]
    fn the_games_of_an_account_share_in_the_same_way() {
        let mut queue = queue(1, 1);
        let mut order = String::new();
        push(&mut queue, A, "long", 4);
        push(&mut queue, A, "short", 1);
        for _ in 0..9 {
            let (turn, game) = queue.begin().unwrap();
            order += &game[..1];
            queue.done(&turn, turn.cost);
            // Bots of the same game ask again at once.
            push(&mut queue, A, &game, if game == "long" { 4 } else { 1 });
        }
        assert_eq!(order, "lsssslsss");
    }

    #[test]
    fn what_counts_is_what_was_used_and_not_what_was_announced() {
        let mut queue = queue(1, 1);
        push(&mut queue, A, "a0", 5);
        push(&mut queue, B, "b0", 2);
        let (turn, _) = queue.begin().unwrap();
        push(&mut queue, A, "a1", 5);
        queue.done(&turn, SECOND);
        let (turn, what) = queue.begin().unwrap();
        assert_eq!(what, "b0");
        push(&mut queue, B, "b1", 2);
        queue.done(&turn, 2 * SECOND);
        // One second against two.
        assert_eq!(run(&mut queue), "a1 b1");
    }

    #[test]
    fn nobody_saves_up_time_nor_pays_for_what_nobody_else_wanted() {
        let mut queue = queue(1, 1);
        push(&mut queue, A, "a", 1);
        for _ in 0..100 {
            let (turn, _) = queue.begin().unwrap();
            push(&mut queue, A, "a", 1);
            queue.done(&turn, SECOND);
        }
        // A has used a hundred seconds alone: that is past. B gets no hundred seconds for it.
        for number in 0..3 {
            push(&mut queue, B, &format!("b{number}"), 1);
        }
        for number in 0..2 {
            push(&mut queue, A, &format!("a{number}"), 1);
        }
        assert_eq!(run(&mut queue), "b0 a0 b1 a1 b2 a");
    }

    #[test]
    fn one_account_never_takes_the_last_slot() {
        let mut queue = queue(3, 2);
        for number in 0..9 {
            push(&mut queue, A, &format!("a{number}"), 5);
        }
        let turns = [queue.begin().unwrap().0, queue.begin().unwrap().0];
        assert!(queue.begin().is_none());
        push(&mut queue, B, "b0", 5);
        push(&mut queue, B, "b1", 5);
        assert_eq!(queue.begin().unwrap().1, "b0");
        assert!(queue.begin().is_none());
        queue.done(&turns[0], 5 * SECOND);
        assert_eq!(queue.begin().unwrap().1, "a2");
        assert!(queue.begin().is_none());
    }

    #[test]
    fn a_game_has_one_question_and_nothing_is_kept_of_who_is_gone() {
        let mut queue = queue(1, 1);
        push(&mut queue, A, "a", 5);
        let newer = queue.push(A, &"a".into(), SECOND, "newer".to_owned());
        assert_eq!(newer.as_deref(), Some("a"));
        push(&mut queue, B, "b", 1);
        assert_eq!(run(&mut queue), "newer b");
        assert!(queue.accounts.is_empty());
        push(&mut queue, A, "a", 5);
        assert_eq!(queue.drain(), ["a"]);
        assert!(queue.begin().is_none());
    }
}
