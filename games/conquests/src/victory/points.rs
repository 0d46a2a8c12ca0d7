//! Secret objectives, and the count of points. Rulebook 13.1, 13.2.3.

use arrayvec::ArrayVec;

use crate::areas::{Area, AreaSet};
use crate::nations::{Nation, Side};
use crate::objectives::Wish;
use crate::state::Conquests;
use crate::troops::{Kind, most_corps};
use crate::victory::conditions;

/// What a nation has points for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Merit {
    pub(crate) what: &'static str,
    pub(crate) points: i16,
}

/// Lines of the count that everybody can see: all but the objective.
const OPEN_MERITS: usize = 10;

/// Points for a secret objective (N-13.2.3-objective).
pub(crate) const OBJECTIVE: Merit = Merit { what: "Secret objective", points: 10 };

/// Whether a nation has met its secret objective (N-13.1-main-or-second); one that is out has none
/// (N-13-eliminated-effects).
pub(crate) fn has_met_objective(game: &Conquests, nation: Nation) -> bool {
    let objective = game.cards.objectives[nation].filter(|_| game.order.contains(&nation));
    objective.is_some_and(|objective| {
        objective.wishes(nation).iter().all(|wish| has_come_true(game, nation, wish))
    })
}

fn has_come_true(game: &Conquests, nation: Nation, wish: &Wish) -> bool {
    let controlled = |areas: AreaSet| areas.iter().filter(|area| game.controls(nation, *area)).count() as u8;
    match *wish {
        Wish::NeutralCapitals(least) => conditions::neutral_capitals_of(game, nation.into()) >= least,
        Wish::Control(areas) => controlled(areas) == areas.len() as u8,
        Wish::ControlAny { of, at_least } => controlled(of) >= at_least,
        Wish::Present(areas) => areas.iter().all(|area| game.forces.stands_in(nation, area)),
        Wish::Territories(least) => game.domain(nation).len() as u8 >= least,
        Wish::HomeTerritories(least) => controlled(Area::homeland(nation)) >= least,
        Wish::Morale(least) => game.tracks.morale[nation] >= least,
        Wish::Society(least) => game.tracks.society_of(Side::Coalition) >= least,
        Wish::Alliances(least) => game.feats.successes[nation] >= least,
        Wish::Victories(least) => game.feats.victories[nation] >= least,
        Wish::Corps(least) => own_corps(game, nation) >= least,
        Wish::Units { kind, count, places } => units_in(game, nation, kind, places) >= count,
        Wish::Fg(least) => game.treasury.money[nation] >= least.into(),
        Wish::Deny(areas) => areas.iter().all(|area| !game.controls(Nation::France, area)),
    }
}

/// How many units of a kind a nation has on the map, or in some places only.
pub fn units_in(game: &Conquests, nation: Nation, kind: Kind, places: Option<AreaSet>) -> u8 {
    let Some(places) = places else { return game.forces.on_map(nation).count(kind) };
    let count = |area: Area| match (area.is_sea(), kind) {
        (true, Kind::Frigate) => game.forces.fleet(nation, area).count() as u8,
        (true, _) => game
            .forces
            .fleet(nation, area)
            .map(|frigate| game.forces.frigate(frigate).cargo.count(kind))
            .sum(),
        (false, _) => game.forces.troops(nation, area).count(kind),
    };
    places.iter().map(count).sum()
}

/// The corps of a nation's own units, each in one land: no more than it has counters for (N-3.1-corps-limit).
pub(crate) fn own_corps(game: &Conquests, nation: Nation) -> u8 {
    let corps = |land: Area| {
        let troops = game.forces.troops(nation, land);
        troops.arm(Kind::Infantry).min(troops.arm(Kind::Cavalry)).min(troops.arm(Kind::Cannon))
    };
    game.forces.lands.places(nation).iter().map(corps).sum::<u8>().min(most_corps(nation))
}

/// The points of a nation, its objective included (13.2.3).
pub(crate) fn score(game: &Conquests, nation: Nation) -> i16 {
    let objective = if has_met_objective(game, nation) { OBJECTIVE.points } else { 0 };
    open_score(game, nation) + objective
}

/// The points of a nation that everybody can count.
pub(crate) fn open_score(game: &Conquests, nation: Nation) -> i16 {
    merits(game, nation).iter().map(|merit| merit.points).sum()
}

/// What a nation would have points for if the game ended now, but for its objective.
pub(crate) fn merits(game: &Conquests, nation: Nation) -> ArrayVec<Merit, OPEN_MERITS> {
    let own_scores = game.rules.own_capital_scores;
    let scoring =
        |owner: Nation| game.controls(nation, Area::capital(owner)) && (own_scores || owner != nation);
    let capitals = Nation::all().filter(|owner| scoring(*owner)).count() as i16;
    let society = match nation {
        Nation::France => {
            i16::from(game.tracks.society_of(Side::France))
                - i16::from(game.tracks.society_of(Side::Coalition))
        }
        _ => 0,
    };
    let merits = [
        ("Capitals", 10 * capitals),
        ("Neutral capitals", 5 * i16::from(conditions::neutral_capitals_of(game, nation.into()))),
        ("Territories", game.domain(nation).len() as i16),
        ("Alliances", 3 * i16::from(game.feats.successes[nation])),
        ("Society", 3 * society),
        ("Morale", game.tracks.morale[nation].into()),
        ("Combats won", 3 * i16::from(game.feats.victories[nation])),
        ("Corps", own_corps(game, nation).into()),
        ("Frigates", game.forces.on_map(nation).count(Kind::Frigate).into()),
        ("Money", (game.treasury.money[nation] / 5) as i16),
    ];
    merits.map(|(what, points)| Merit { what, points }).into()
}
