//! The Military zone: units are enlisted, movement points are bought. Rulebook 8.6, 17.2.4.

use engine::{Denied, Recorder, RuleId, rule};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::event::Event;
use crate::nations::Nation;
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, Phase, Step};
use crate::tables::{MilitarySpace, Zone, prices};
use crate::troops::{Kind, Troops};

/// What one purchase of movement points costs, in FG (N-8.6.3-costs).
const POINTS_PRICE: u8 = 1;

/// How far every unit that is enlisted lowers the ceiling for movement points (N-8.6.2-cap).
pub(crate) const POINTS_PER_UNIT: u8 = 2;

/// What has been bought with a Military advisor so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Purchase {
    pub(crate) enlisted: Troops,
    /// Movement points, whole ones.
    pub(crate) points: u8,
    /// One unit went to a foreign capital: no other may (N-8.6.2-deploy).
    pub(crate) abroad: bool,
}

impl Conquests {
    /// Buys something with a Military advisor; after that come the cards (N-8.6.1-two-actions).
    pub(crate) fn purchase(
        &mut self,
        nation: Nation,
        space: u8,
        mut purchase: Purchase,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let step = match action {
            Action::Enlist { kind, at } => {
                may_enlist::<Denied>(self, nation, space, purchase, kind)?;
                may_muster(self, nation, kind, at, purchase.abroad, Occasion::Zone)?;
                self.pay(nation, prices().unit(kind), log);
                purchase.abroad |= self.enlist(nation, kind, at, log);
                purchase.enlisted += Troops::one(kind);
                Step::Purchase(purchase)
            }
            Action::BuyPoints => {
                may_buy_points::<Denied>(self, nation, space, purchase)?;
                self.pay(nation, POINTS_PRICE, log);
                self.grant_points(nation, prices().mp_per_fg, log);
                purchase.points += prices().mp_per_fg;
                Step::Purchase(purchase)
            }
            Action::Done => Step::Card,
            Action::Play(_) | Action::PlayForPoints(_) | Action::PlayOn { .. } | Action::BuyCard => {
                let why = "a card comes after units and movement points";
                return Err(Denied::new(rule!("N-8.6.1-two-actions"), why));
            }
            _ => return Err(not_now()),
        };
        self.phase = Phase::Resolve(Zone::Military, space, step);
        Ok(())
    }

    /// Puts a unit of the Reserve onto the map (N-3.1-reserve-use); whether it is a ground unit abroad.
    fn enlist(&mut self, nation: Nation, kind: Kind, at: Area, log: &mut Recorder<Event>) -> bool {
        let ashore = kind != Kind::Frigate;
        if ashore && has_lost_capital(self, nation) && !is_free_malta(self, nation, at) {
            self.council.refuges[nation] = Some(at);
        }
        self.forces.reserves[nation] -= Troops::one(kind);
        self.raise(nation, kind, at, log);
        ashore && at.home() != Some(nation)
    }

    /// Puts a unit that is not on the map into an area.
    pub(crate) fn raise(&mut self, nation: Nation, kind: Kind, at: Area, log: &mut Recorder<Event>) {
        match kind {
            Kind::Frigate => self.forces.launch(nation, at),
            _ => self.put(nation, Troops::one(kind), at),
        }
        log.record(|| Event::Raised { who: self.party(nation), kind, at });
    }

    /// Whether strangers stand in a land, and no unit of a nation.
    pub(crate) fn is_lost_to(&self, nation: Nation, land: Area) -> bool {
        let present = self.forces.present(land);
        !present.contains(nation) && !(present - self.treaties.friends(nation)).is_empty()
    }

    /// Enlists a unit that a card offers; what is left of the offer, if anything.
    pub(crate) fn enlist_by_card(
        &mut self,
        mut draft: Draft,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Option<Draft>, Denied> {
        match action {
            Action::Done if draft.taken => Ok(None),
            Action::Done => {
                let why = "at least one unit is taken";
                Err(Denied::new(rule!("N-17.2.4-enlist-price"), why))
            }
            Action::Enlist { kind, at } => {
                if draft.left.count(kind) == 0 {
                    let why = "the card offers one unit of each kind it names";
                    return Err(Denied::new(rule!("N-17.2.4-enlist-kinds"), why));
                }
                if self.forces.reserves[draft.nation].count(kind) == 0 {
                    let why = "the Enlistment Reserve has no such unit left";
                    return Err(Denied::new(rule!("N-3.1-reserve-empty"), why));
                }
                may_muster(self, draft.nation, kind, at, draft.abroad, Occasion::Card)?;
                draft.abroad |= self.enlist(draft.nation, kind, at, log);
                draft.left = draft.left.without(kind);
                draft.taken = true;
                Ok(Some(draft))
            }
            _ => Err(not_now()),
        }
    }
}

/// Units that a card enlists for a nation, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Draft {
    pub(crate) nation: Nation,
    /// What is still on offer.
    pub(crate) left: Troops,
    /// A unit has been taken.
    pub(crate) taken: bool,
    /// One went to a foreign capital: no other may (N-17.2.4-enlist-place).
    pub(crate) abroad: bool,
}

/// "1 unit", "2 units".
fn units(count: u8) -> String {
    if count == 1 { "1 unit".to_owned() } else { format!("{count} units") }
}

/// What units are enlisted with.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Occasion {
    /// An advisor in the Military zone.
    Zone,
    /// A card.
    Card,
}

/// The rule that says what a Military space offers.
fn offered_by(space: u8) -> RuleId {
    match space {
        0 => rule!("N-8.6.2-space-1"),
        1 => rule!("N-8.6.2-space-2"),
        2 => rule!("N-8.6.2-space-3"),
        3 => rule!("N-8.6.2-space-4"),
        _ => rule!("N-8.6.2-spaces-5-6"),
    }
}

/// Whether an advisor on a Military space can buy anything more.
pub(crate) fn can_purchase(game: &Conquests, nation: Nation, space: u8, purchase: Purchase) -> bool {
    let enlists = |kind| {
        may_enlist::<No>(game, nation, space, purchase, kind).is_ok()
            && !muster_places(game, nation, kind, purchase.abroad, Occasion::Zone).is_empty()
    };
    may_buy_points::<No>(game, nation, space, purchase).is_ok() || Kind::all().any(enlists)
}

pub(crate) fn list_purchases(
    game: &Conquests,
    nation: Nation,
    space: u8,
    purchase: Purchase,
    out: &mut Vec<Action>,
) {
    // All ground units appear in the same places.
    let mut ashore = None;
    for kind in Kind::all().filter(|kind| may_enlist::<No>(game, nation, space, purchase, *kind).is_ok()) {
        let places = match kind {
            Kind::Frigate => muster_places(game, nation, kind, purchase.abroad, Occasion::Zone),
            _ => *ashore
                .get_or_insert_with(|| muster_places(game, nation, kind, purchase.abroad, Occasion::Zone)),
        };
        out.extend(places.iter().map(|at| Action::Enlist { kind, at }));
    }
    if may_buy_points::<No>(game, nation, space, purchase).is_ok() {
        out.push(Action::BuyPoints);
    }
    out.push(Action::Done);
}

/// Whether one more unit of a kind can be enlisted on a space, wherever it appears.
fn may_enlist<R: Refusal>(
    game: &Conquests,
    nation: Nation,
    space: u8,
    Purchase { enlisted, points, .. }: Purchase,
    kind: Kind,
) -> Result<(), R> {
    let offer = MilitarySpace::numbered(space + 1);
    if offer.kinds.count(kind) == 0 {
        return Err(Denied::new(offered_by(space), "this space does not offer that kind of unit").into());
    }
    if enlisted.len() >= offer.units {
        let why =
            || format!("this space offers {}; you have enlisted {}", units(offer.units), enlisted.len());
        return Err(R::worded(offered_by(space), why));
    }
    if kind != Kind::Infantry && enlisted.count(kind) > 0 {
        let why = "an advisor enlists 1 cavalry, 1 cannon and 1 frigate at most";
        return Err(Denied::new(rule!("N-8.6.2-one-special"), why).into());
    }
    if points + POINTS_PER_UNIT * (enlisted.len() + 1) > offer.ceiling {
        let why = || {
            format!(
                "a unit takes {POINTS_PER_UNIT} of the {} MP that this space sells; {points} are bought",
                offer.ceiling
            )
        };
        return Err(R::worded(rule!("N-8.6.2-cap"), why));
    }
    if game.forces.reserves[nation].count(kind) == 0 {
        let why = "the Enlistment Reserve has no such unit left";
        return Err(Denied::new(rule!("N-3.1-reserve-empty"), why).into());
    }
    if game.treasury.money[nation] < prices().unit(kind).into() {
        let (price, money) = (prices().unit(kind), game.treasury.money[nation]);
        let why = || format!("{kind} costs {price} FG; you have {money}");
        return Err(R::worded(rule!("N-8.6.3-costs"), why));
    }
    Ok(())
}

/// Whether two more movement points can be bought on a space (N-8.6.2-cap, N-8.6.2-empty-reserve).
fn may_buy_points<R: Refusal>(
    game: &Conquests,
    nation: Nation,
    space: u8,
    purchase: Purchase,
) -> Result<(), R> {
    let Purchase { enlisted, points, .. } = purchase;
    let ceiling = MilitarySpace::numbered(space + 1).ceiling;
    if points + prices().mp_per_fg > ceiling {
        let why = || format!("this space sells {ceiling} MP; you have bought {points}");
        return Err(R::worded(rule!("N-8.6.2-mp-caps"), why));
    }
    if points + prices().mp_per_fg + POINTS_PER_UNIT * enlisted.len() > ceiling {
        let why = || format!("this space sells {ceiling} MP, {POINTS_PER_UNIT} less for each unit enlisted");
        return Err(R::worded(rule!("N-8.6.2-cap"), why));
    }
    if game.treasury.money[nation] < POINTS_PRICE.into() {
        return Err(Denied::new(rule!("N-8.6.3-costs"), "2 MP cost 1 FG; you have none").into());
    }
    Ok(())
}

/// Whether a nation has lost its capital: to strangers, or to its captor, even if they are Allies now
/// (N-8.6.2-capital-lost).
fn has_lost_capital(game: &Conquests, nation: Nation) -> bool {
    let capital = Area::capital(nation);
    let held = game.control.captors[nation].is_some_and(|captor| game.forces.stands_in(captor, capital));
    game.is_lost_to(nation, capital) || held && !game.forces.stands_in(nation, capital)
}

/// The home lands that take in what a nation enlists while its capital is lost: empty or its own, and all turn long
/// the same.
fn havens_of_recruits(game: &Conquests, nation: Nation) -> AreaSet {
    let refuge = game.council.refuges[nation];
    let open = |land: &Area| {
        (game.forces.present(*land) - nation.into()).is_empty() && refuge.is_none_or(|refuge| refuge == *land)
    };
    Area::homeland(nation).iter().filter(open).collect()
}

/// Whether an area is Malta, England enlists and has not lost it (N-8.6.2-deploy-england).
fn is_free_malta(game: &Conquests, nation: Nation, area: Area) -> bool {
    nation == Nation::England && area == Area::malta() && !game.is_lost_to(nation, area)
}

/// Where at home a nation enlists: in its capital or, if that is lost, in a haven; England in Malta, too.
fn depots(game: &Conquests, nation: Nation) -> AreaSet {
    let mut lands = match has_lost_capital(game, nation) {
        true => havens_of_recruits(game, nation),
        false => AreaSet::from(Area::capital(nation)),
    };
    if is_free_malta(game, nation, Area::malta()) {
        lands.insert(Area::malta());
    }
    lands
}

/// The foreign capitals that a nation controls: neutral ones, for a card those that it has conquered as well
/// (N-17.2.4-enlist-place).
fn foreign_capitals(game: &Conquests, nation: Nation, occasion: Occasion) -> AreaSet {
    let conquered = |owner: &Nation| occasion == Occasion::Card && game.has_conquered(nation, *owner);
    let capitals = Nation::all().filter(conquered).map(Area::capital).chain(Area::neutral_capitals());
    capitals.filter(|capital| game.controls(nation, *capital)).collect()
}

/// The seas beside the home of a nation; beside the lands it controls, if its home has no coast
/// (N-8.6.2-deploy-frigate, N-17.2.4-free-frigate).
pub(crate) fn shores(game: &Conquests, nation: Nation) -> AreaSet {
    let seas = |lands: AreaSet| lands.iter().fold(AreaSet::EMPTY, |seas, land| seas | land.seas_beside());
    let coast = seas(Area::homeland(nation));
    if coast.is_empty() { seas(game.domain(nation)) } else { coast }
}

/// Where a unit that is enlisted can appear (N-8.6.2-deploy and following).
fn muster_places(game: &Conquests, nation: Nation, kind: Kind, abroad: bool, occasion: Occasion) -> AreaSet {
    let depots = depots(game, nation);
    if kind == Kind::Frigate {
        return if depots.is_empty() { AreaSet::EMPTY } else { shores(game, nation) };
    }
    match abroad || has_lost_capital(game, nation) {
        true => depots,
        false => depots | foreign_capitals(game, nation, occasion),
    }
}

/// Whether a unit that is enlisted can appear in an area.
fn may_muster(
    game: &Conquests,
    nation: Nation,
    kind: Kind,
    at: Area,
    abroad: bool,
    occasion: Occasion,
) -> Result<(), Denied> {
    if muster_places(game, nation, kind, abroad, occasion).contains(at) {
        return Ok(());
    }
    Err(if depots(game, nation).is_empty() {
        let why = "your capital is lost, and no home land is empty or yours";
        Denied::new(rule!("N-8.6.2-no-home"), why)
    } else if kind == Kind::Frigate {
        let why = "a frigate appears beside your home, Austria's beside a land it controls";
        Denied::new(rule!("N-8.6.2-deploy-frigate"), why)
    } else if has_lost_capital(game, nation) {
        let why = "your capital is lost: all units go to one home land that is empty or yours";
        Denied::new(rule!("N-8.6.2-capital-lost"), why)
    } else if occasion == Occasion::Card {
        let why = "units appear in your capital, one in all in a foreign capital you control";
        Denied::new(rule!("N-17.2.4-enlist-place"), why)
    } else if nation == Nation::England && at.home() == Some(nation) {
        Denied::new(rule!("N-8.6.2-deploy-england"), "English units appear in London or Malta")
    } else {
        let why = "units appear in your capital, one in all in a neutral capital you control";
        Denied::new(rule!("N-8.6.2-deploy"), why)
    })
}

/// Whether a card can enlist any of these kinds for a nation.
pub(crate) fn can_enlist_any(game: &Conquests, nation: Nation, kinds: Troops) -> bool {
    let mut found = false;
    each_enlistment(game, nation, kinds, false, |_, _| found = true);
    found
}

fn each_enlistment(
    game: &Conquests,
    nation: Nation,
    kinds: Troops,
    abroad: bool,
    mut each: impl FnMut(Kind, Area),
) {
    for kind in kinds.kinds().filter(|kind| game.forces.reserves[nation].count(*kind) > 0) {
        let places = muster_places(game, nation, kind, abroad, Occasion::Card);
        places.iter().for_each(|at| each(kind, at));
    }
}

/// The units that a card still offers (N-17.2.4-enlist-kinds); once one is taken, the others can be declined.
pub(crate) fn list_enlistment(game: &Conquests, draft: Draft, out: &mut Vec<Action>) {
    let before = out.len();
    each_enlistment(game, draft.nation, draft.left, draft.abroad, |kind, at| {
        out.push(Action::Enlist { kind, at });
    });
    if draft.taken && out.len() > before {
        out.push(Action::Done);
    }
}
