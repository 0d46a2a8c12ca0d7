//! How a battle will go, at a glance.
//!
//! Each side is taken as one mass that loses hits and, with them, its fire. That is coarse, but takes nanoseconds; a
//! test holds it against the exact odds.

/// One side of a battle as a mass.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Mass {
    /// Hits it takes until nothing is left.
    pub(crate) hits: f32,
    /// Hits it scores in a round at its present strength.
    pub(crate) punch: f32,
    /// Of that, what has been fired in this round.
    pub(crate) spent: f32,
    /// The same of those that come in round 2.
    pub(crate) late_hits: f32,
    pub(crate) late_punch: f32,
}

/// How a battle is likely to go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Likely {
    /// How likely the attackers win.
    pub(crate) win: f32,
    /// How much is left of the attackers, and of the defenders.
    pub(crate) attackers: f32,
    pub(crate) defenders: f32,
}

/// Rounds in which attackers fire.
pub(crate) const ROUNDS: u8 = 3;

impl Mass {
    pub(crate) fn add(&mut self, other: &Mass, share: f32) {
        self.hits += other.hits * share;
        self.punch += other.punch * share;
        self.late_hits += other.late_hits * share;
        self.late_punch += other.late_punch * share;
    }

    /// The same, joining in round 2.
    pub(crate) fn late(&self, share: f32) -> Mass {
        Mass { late_hits: self.hits * share, late_punch: self.punch * share, ..Mass::default() }
    }

    fn total(&self) -> f32 {
        self.hits + self.late_hits
    }
}

/// How the battle is likely to go, with so many rounds in which the attackers still fire, the first of which may be round 1.
pub(crate) fn foresee(attackers: &Mass, defenders: &Mass, rounds: u8, first: bool) -> Likely {
    let (all, against) = (attackers.total(), defenders.total());
    if against <= 0.0 {
        return Likely { win: 1.0, attackers: 1.0, defenders: 0.0 };
    }
    if all <= 0.0 {
        return Likely { win: 0.0, attackers: 0.0, defenders: 1.0 };
    }
    let (mut a, mut d) = (Side::of(attackers, first), Side::of(defenders, first));
    let (mut dealt, mut spread) = (0.0, 0.6);
    for round in 0..rounds {
        if round == 1 && first {
            a.join(attackers);
            d.join(defenders);
        }
        let (spent_a, spent_d) = if round == 0 { (attackers.spent, defenders.spent) } else { (0.0, 0.0) };
        let fired = d.fire(spent_d);
        a.suffer(fired);
        let fired = a.fire(spent_a);
        d.suffer(fired);
        dealt += fired;
        spread += 0.6 * fired;
    }
    if rounds == 0 || (rounds < 2 && first) {
        a.suffer(0.5 * d.fire(0.0));
    }
    let win = bell((dealt - against + 0.4) / (1.25 * spread).sqrt());
    Likely {
        win,
        attackers: (a.left() / all).clamp(0.0, 1.0),
        defenders: (1.0 - win) * (d.left() / against).clamp(0.12, 1.0),
    }
}

/// A side while the battle goes on.
struct Side {
    left: f32,
    of: f32,
    punch: f32,
}

impl Side {
    fn of(mass: &Mass, first: bool) -> Side {
        let mut side = Side { left: mass.hits, of: mass.hits.max(0.01), punch: mass.punch };
        if !first {
            side.join(mass);
        }
        side
    }

    fn join(&mut self, mass: &Mass) {
        if mass.late_hits > 0.0 {
            let before = self.left.max(0.0);
            self.punch = self.punch * before / self.of + mass.late_punch;
            self.left = before + mass.late_hits;
            self.of = self.left.max(0.01);
        }
    }

    fn fire(&self, spent: f32) -> f32 {
        (self.punch - spent).max(0.0) * (self.left / self.of).max(0.0)
    }

    fn suffer(&mut self, hits: f32) {
        self.left -= hits;
    }

    fn left(&self) -> f32 {
        self.left.max(0.0)
    }
}

/// The share of a normal distribution below so many deviations, near enough.
fn bell(deviations: f32) -> f32 {
    1.0 / (1.0 + (-1.702 * deviations).exp())
}
