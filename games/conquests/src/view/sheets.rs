//! What lies before each seat: money, movement points, stocks and the running score. Rulebook 3.6, 13.2.3.

use engine::{Gauge, Seat, Sheet, Text, Viewer};

use crate::areas::Area;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};
use crate::victory::OBJECTIVE;

/// Places in the order of play, in words.
const ORDINALS: [&str; 5] = ["1st", "2nd", "3rd", "4th", "5th"];

/// A kind of unit in the letters of its counter.
pub(super) fn short(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "INF",
        Kind::Cavalry => "CAV",
        Kind::Cannon => "CAN",
        Kind::Frigate => "FRG",
        Kind::GuardInfantry => "Guard INF",
        Kind::GuardCavalry => "Guard CAV",
    }
}

/// "5 INF, 2 CAV".
fn stock(troops: Troops) -> String {
    let parts: Vec<String> =
        troops.kinds().map(|kind| format!("{} {}", troops.count(kind), short(kind))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// Movement points that are kept in halves.
pub(crate) fn points(halves: u16) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

impl Conquests {
    pub(super) fn sheets(&self, viewer: Viewer) -> Vec<Sheet> {
        Seat::first(self.players).map(|seat| self.sheet(seat, viewer)).collect()
    }

    fn sheet(&self, seat: Seat, viewer: Viewer) -> Sheet {
        let nations = self.nations(seat);
        let playing = nations & self.in_play();
        let mut gauges = Vec::new();
        let mut notes = Vec::new();
        for nation in nations.iter() {
            let prefix = if nations.len() > 1 { format!("{nation}: ") } else { String::new() };
            match playing.contains(nation) {
                true => self.figures(nation, viewer, &prefix, &mut gauges),
                false => notes.push(format!("{nation} is out of the game.").into()),
            }
        }
        for nation in playing.iter() {
            self.remarks(nation, viewer, &mut notes);
        }
        if let Some(parley) = self.parley.filter(|parley| nations.contains(parley.initiator)) {
            notes.push(self.terms(&parley).into());
        }
        Sheet {
            seat,
            name: nations.to_string().into(),
            tints: nations.iter().map(Nation::tint).collect(),
            alive: !playing.is_empty(),
            gauges,
            notes,
        }
    }

    fn figures(&self, nation: Nation, viewer: Viewer, prefix: &str, gauges: &mut Vec<Gauge>) {
        let number = nation.index();
        let place = self.order.iter().position(|other| *other == nation).unwrap_or(0);
        let figures = [
            ("Points", self.score_known_to(viewer, nation).to_string()),
            ("FG", self.money[number].to_string()),
            ("MP", points(self.points[number])),
            ("Morale", self.morale[number].to_string()),
            ("Society", self.society_of(nation.side()).to_string()),
            ("Plays", ORDINALS[place].to_owned()),
            ("Combats won", self.victories[number].to_string()),
            ("Cards", self.stripes(nation)),
            ("Reserve", stock(self.reserves[number])),
            ("Contingent", stock(self.contingent(nation))),
        ];
        gauges.extend(figures.map(|(name, value)| Gauge::new(format!("{prefix}{name}"), value)));
    }

    /// What is being settled about an Alliance: everything but which cards are pledged.
    fn terms(&self, parley: &Parley) -> String {
        let (initiator, members) = (parley.initiator, parley.members);
        let what = match parley.matter {
            Matter::Alliance => format!("{initiator} proposes an Alliance of {members}"),
            Matter::Force => format!("{initiator} forces {}", members.without(initiator)),
            Matter::Cancel => format!("{initiator} would cancel the Alliance of {members}"),
            Matter::Objection(_) => format!("The Alliance of {members} may be cancelled at once"),
        };
        let mut words = vec![what];
        for nation in Nation::all() {
            let (money, points) = (parley.shares[nation.index()], parley.points[nation.index()]);
            let cards = self.pledges(parley, nation).len();
            if money > 0 || points > 0 || cards > 0 {
                words.push(format!("{nation} {money} FG, {points} points, {cards} cards pledged"));
            }
        }
        let answers = [(parley.set, "named"), (parley.answered, "answered")];
        let answers = answers.into_iter().filter(|(nations, _)| !nations.is_empty());
        words.extend(answers.map(|(nations, what)| format!("{what}: {nations}")));
        if parley.offered {
            words.push("the offer is made".to_owned());
        }
        format!("{}.", words.join("; "))
    }

    /// The score line by line, Alliances and lost capitals.
    fn remarks(&self, nation: Nation, viewer: Viewer, notes: &mut Vec<Text>) {
        let mut merits = self.merits(nation).to_vec();
        if self.knows_objective(viewer, nation) && self.has_met_objective(nation) {
            merits.push(OBJECTIVE);
        }
        let lines = merits.iter().filter(|merit| merit.points != 0);
        let lines: Vec<String> = lines.map(|merit| format!("{} {}", merit.what, merit.points)).collect();
        notes.push(format!("Points of {nation}: {}.", lines.join(", ")).into());
        let allies: Nations = self.friends(nation).without(nation);
        if !allies.is_empty() {
            let forced = self.friends(nation).contains(Nation::France);
            let words = if forced { "In a Forced Alliance with" } else { "Allied with" };
            notes.push(format!("{nation}: {words} {allies}.").into());
        }
        if let Some(captor) = self.captors[nation.index()] {
            let left = if self.stands_in(captor, Area::capital(nation)) { "" } else { " and left it" };
            notes.push(format!("{captor} has captured the capital of {nation}{left}.").into());
        }
    }
}
