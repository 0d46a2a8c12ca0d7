//! What an advisor in the Diplomacy zone, or the holder of Stockholm, can begin. Rulebook 8.5, 8.7, 9.3-9.5.

use engine::{Denied, Recorder, RuleId, rule};

use super::{FORCED_POINTS, FREEING_POINTS, Matter, Parley, most_points, points_of};
use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::effects::Domain;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::play;
use crate::state::{Bond, Conquests, Phase, Step, Treaty};
use crate::tables::{Zone, prices};

/// Which neutral capital Stockholm is, in the order of the track.
pub(crate) const STOCKHOLM: u8 = 2;

impl Conquests {
    /// Carries out what the advisor of a nation in Diplomacy does.
    pub(crate) fn act_in_diplomacy(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Phase::Resolve(Zone::Diplomacy, space, _) = self.phase else { return Err(not_now()) };
        match action {
            Action::Ally(_) | Action::Force(_) => return self.initiate(nation, action, log),
            Action::Cancel(name) => {
                let number = may_cancel(self, nation, name)?;
                self.begin_cancelling(nation, number, log);
                return Ok(());
            }
            Action::BuyCard => {
                may_buy_in_diplomacy(self, nation)?;
                self.buy_card(nation, log)?;
            }
            Action::Done => {}
            _ => {
                may_negotiate(self, nation)?;
                self.play(nation, Domain::Diplomacy, action, log)?;
            }
        }
        self.end_advisor(Zone::Diplomacy, space);
        Ok(())
    }

    /// Begins an Alliance or a Forced one.
    fn initiate(&mut self, nation: Nation, action: Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        match action {
            Action::Ally(members) => {
                may_ally(self, nation, members)?;
                let mut parley = Parley::new(nation, Matter::Alliance, members);
                parley.propose_shares(self);
                self.parley = Some(parley);
                log.record(|| Event::Proposed { who: self.party(nation), members });
                Ok(())
            }
            Action::Force(victim) if nation == Nation::France => {
                may_force(self, victim)?;
                let members = Nations::from(victim).with(nation);
                let mut parley = Parley::new(nation, Matter::Force, members);
                parley.propose_shares(self);
                self.parley = Some(parley);
                Ok(())
            }
            Action::Force(_) => {
                Err(Denied::new(rule!("N-9.4-who"), "only Napoleon forces nations into Alliances"))
            }
            _ => Err(not_now()),
        }
    }

    /// Begins to cancel an Alliance.
    pub(super) fn begin_cancelling(&mut self, nation: Nation, number: usize, log: &mut Recorder<Event>) {
        let members = self.treaties.list[number].members;
        let mut parley = Parley::new(nation, Matter::Cancel, members);
        parley.propose_shares(self);
        self.parley = Some(parley);
        log.record(|| Event::Opposed { who: self.party(nation), members });
    }

    pub(crate) fn act_in_stockholm(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::BuyCard => {
                Err(Denied::new(rule!("N-8-buy-limits"), "no card is bought through a neutral capital"))
            }
            Action::Cancel(_) => {
                Err(Denied::new(rule!("N-8.5-stockholm"), "Stockholm makes Alliances, it cancels none"))
            }
            Action::Done => {
                self.phase = Phase::Powers(STOCKHOLM + 1);
                Ok(())
            }
            _ => self.initiate(nation, action, log),
        }
    }
}

/// The nation that an Alliance goes by: the first of the Coalition in it.
fn name_of(treaty: &Treaty) -> Nation {
    let first = treaty.members.iter().find(|member| member.is_coalition());
    first.unwrap_or(treaty.initiator)
}

/// Every set of nations of the Coalition with this one in it.
fn coalitions(nation: Nation) -> impl Iterator<Item = Nations> {
    let others = move |bits: u8| {
        let others = Nations::COALITION.without(nation).iter().zip(0..);
        others.filter(move |(_, bit)| bits >> bit & 1 == 1).map(|(other, _)| other).collect::<Nations>()
    };
    (1..8).map(move |bits| others(bits).with(nation)).filter(move |_| nation.is_coalition())
}

fn cancel_rule(nation: Nation) -> RuleId {
    if nation == Nation::France { rule!("N-9.5-napoleon") } else { rule!("N-9.5-coalition") }
}

/// Who decides about the advisor on a space of Diplomacy: nobody, if he has already cancelled what was made through
/// Stockholm (N-8.5-stockholm-cancel) or everybody can tell that there is nothing to do.
pub(crate) fn diplomat(game: &Conquests, space: u8, step: Step) -> Option<Nation> {
    let nation = game.council.advisor(Zone::Diplomacy, space)?;
    let free = match step {
        Step::Tried => game.may_buy_card(nation).is_ok(),
        Step::Cancelled => foes_of(game, nation).any(|number| seems_cancellable(game, nation, number)),
        _ => {
            let can_buy = game.may_buy_card(nation).is_ok();
            can_buy || !game.cards.hands[nation].is_empty() || seems_able(game, nation)
        }
    };
    (free && !game.objections.reacted.contains(nation)).then_some(nation)
}

/// Whether an advisor in Diplomacy still has his one action (N-8.7-action).
pub(crate) fn may_negotiate(game: &Conquests, nation: Nation) -> Result<(), Denied> {
    match game.phase {
        Phase::Resolve(Zone::Diplomacy, _, Step::Card) if !game.objections.reacted.contains(nation) => Ok(()),
        Phase::Powers(STOCKHOLM) => Ok(()),
        _ => Err(Denied::new(rule!("N-8.7-action"), "an advisor in Diplomacy acts once")),
    }
}

/// What the advisor of a nation in Diplomacy can do.
pub(crate) fn list_diplomacy(game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
    list_initiatives(game, nation, out);
    if may_negotiate(game, nation).is_ok() {
        play::list_plays(game, nation, Domain::Diplomacy, out);
    }
    for number in foes_of(game, nation) {
        let name = name_of(&game.treaties.list[number]);
        if may_cancel(game, nation, name).is_ok() {
            out.push(Action::Cancel(name));
        }
    }
    if may_buy_in_diplomacy(game, nation).is_ok() {
        out.push(Action::BuyCard);
    }
    out.push(Action::Done);
}

/// Alliances that a nation can propose or force now.
fn list_initiatives(game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
    if nation == Nation::France {
        let nations = Nations::COALITION.iter().filter(|victim| may_force(game, *victim).is_ok());
        return out.extend(nations.map(Action::Force));
    }
    if may_negotiate(game, nation).is_err() || has_points_to_join(game, nation).is_err() {
        return;
    }
    let near = game.forces.surroundings(nation);
    let others = game.in_play().without(nation) & Nations::COALITION;
    let near: Nations = others.iter().filter(|other| near.meets(&game.forces.places(*other))).collect();
    let sets = coalitions(nation).filter(|members| {
        let known = (*members - others.with(nation)).is_empty() && !(*members & near).is_empty();
        known && is_affordable(game, *members).is_ok()
    });
    out.extend(sets.map(Action::Ally));
}

/// A card can be bought by an advisor who has made or cancelled nothing (N-8-buy-limits).
fn may_buy_in_diplomacy(game: &Conquests, nation: Nation) -> Result<(), Denied> {
    let acted = matches!(game.phase, Phase::Resolve(_, _, Step::Cancelled));
    if acted || game.objections.reacted.contains(nation) {
        let why = "this advisor has cancelled an Alliance: he buys no card";
        return Err(Denied::new(rule!("N-8-buy-limits"), why));
    }
    game.may_buy_card(nation)
}

/// Points of Diplomacy that a nation needs to join an Alliance of the Coalition: none for Austria, three for one that is
/// in a Forced Alliance (N-9.3-card-each, N-9.3-austria-self, N-9.3-from-forced, N-9.3-austria-from-forced).
pub(crate) fn points_to_join(game: &Conquests, nation: Nation) -> u8 {
    match (game.treaties.forced_ally() == Some(nation), nation) {
        (true, _) => FORCED_POINTS,
        (false, Nation::Austria) => 0,
        (false, _) => 1,
    }
}

/// The rule that asks these points of a nation.
pub(crate) fn joining_rule(game: &Conquests, nation: Nation) -> RuleId {
    match (game.treaties.forced_ally() == Some(nation), nation) {
        (true, Nation::Austria) => rule!("N-9.3-austria-from-forced"),
        (true, _) => rule!("N-9.3-from-forced"),
        (false, _) => rule!("N-9.3-card-each"),
    }
}

/// The most points that Austria can have for another nation, as far as everybody can tell.
pub(crate) fn austrian_aid(game: &Conquests, nation: Nation) -> u8 {
    let austria = Nation::Austria;
    match nation != austria && game.order.contains(&austria) {
        true => most_points(austria, game.cards.hands[austria].len()),
        false => 0,
    }
}

/// Whether a nation could provide the points to join, as far as everybody can tell.
fn could_join(game: &Conquests, nation: Nation) -> bool {
    let own = most_points(nation, game.cards.hands[nation].len());
    own.saturating_add(austrian_aid(game, nation)) >= points_to_join(game, nation)
}

/// What the Coalition has in all.
fn coalition_money(game: &Conquests) -> u16 {
    (game.in_play() & Nations::COALITION).iter().map(|nation| game.treasury.money[nation]).sum()
}

/// All the points that a nation has in hand.
fn points_in_hand(game: &Conquests, nation: Nation) -> u8 {
    let points = game.cards.hands[nation].iter().map(|card| points_of(nation, card));
    points.fold(0, u8::saturating_add)
}

/// Whether a nation can propose an Alliance of these (9.3).
fn may_ally(game: &Conquests, nation: Nation, members: Nations) -> Result<(), Denied> {
    may_negotiate(game, nation)?;
    is_proposable(game, nation, members)?;
    has_points_to_join(game, nation)
}

/// Whether a nation has the points to join an Alliance that it proposes, be it with Austria's help (9.3).
fn has_points_to_join(game: &Conquests, nation: Nation) -> Result<(), Denied> {
    let aid = austrian_aid(game, nation);
    if points_in_hand(game, nation).saturating_add(aid) < points_to_join(game, nation) {
        let why = "you have not the points of Diplomacy, and Austria has no cards to help";
        return Err(Denied::new(joining_rule(game, nation), why));
    }
    Ok(())
}

/// The same, as far as everybody can tell.
fn is_proposable(game: &Conquests, nation: Nation, members: Nations) -> Result<(), Denied> {
    let coalition = game.in_play() & Nations::COALITION;
    if nation == Nation::France || !(members - coalition).is_empty() {
        return Err(Denied::new(rule!("N-9.4-who"), "Alliances are between nations of the Coalition"));
    }
    if !members.contains(nation) || members.len() < 2 {
        return Err(Denied::new(rule!("N-9.3-initiator"), "you propose an Alliance of yourself with others"));
    }
    if !members.without(nation).iter().any(|other| game.adjoins(nation, other)) {
        let why = "none of your units is beside a unit of a future Ally";
        return Err(Denied::new(rule!("N-9.3-adjacent"), why));
    }
    is_affordable(game, members)
}

/// Whether these nations could pay for an Alliance, as far as everybody can tell.
fn is_affordable(game: &Conquests, members: Nations) -> Result<(), Denied> {
    let price = prices().alliance * members.len();
    if coalition_money(game) < price.into() {
        let why = "the Coalition does not have 3 FG for each nation";
        return Err(Denied::new(rule!("N-9.3-cost"), why));
    }
    match members.iter().find(|member| !could_join(game, *member)) {
        Some(member) => {
            let why = "somebody has too few cards, and Austria too few to help";
            Err(Denied::new(joining_rule(game, member), why))
        }
        None => Ok(()),
    }
}

/// Whether Napoleon can force a nation into an Alliance (9.4).
fn may_force(game: &Conquests, victim: Nation) -> Result<(), Denied> {
    may_negotiate(game, Nation::France)?;
    is_forcible(game, victim)?;
    if points_in_hand(game, Nation::France) < FORCED_POINTS {
        let why = "a Forced Alliance takes 3 points of Diplomacy";
        return Err(Denied::new(rule!("N-9.4-price"), why));
    }
    Ok(())
}

/// The same, as far as everybody can tell.
fn is_forcible(game: &Conquests, victim: Nation) -> Result<(), Denied> {
    let france = Nation::France;
    let allied = game.treaties.bond(victim).is_some_and(|treaty| !treaty.is_forced());
    if matches!(victim, Nation::France | Nation::England) || !game.order.contains(&victim) || allied {
        let why = "Napoleon forces a nation of the Coalition that is in no Alliance, never England";
        return Err(Denied::new(rule!("N-9.4-who"), why));
    }
    if !game.adjoins(france, victim) {
        let why = "no French unit is beside a unit of that nation";
        return Err(Denied::new(rule!("N-9.4-adjacent"), why));
    }
    let hand = game.cards.hands[france].len();
    let price = prices().forced_alliance;
    if game.treasury.money[france] < price.into() || most_points(france, hand) < FORCED_POINTS {
        let money = game.treasury.money[france];
        let why = format!(
            "a Forced Alliance takes {FORCED_POINTS} points of Diplomacy and {price} FG; you have {hand} cards and {money} FG"
        );
        return Err(Denied::new(rule!("N-9.4-price"), why));
    }
    Ok(())
}

/// The Alliances in force that a nation's side can cancel: France those of the Coalition, the Coalition the Forced one
/// (N-9.5-not-own).
fn foes_of(game: &Conquests, nation: Nation) -> impl Iterator<Item = usize> {
    let forced = nation.is_coalition();
    let numbers = 0..game.treaties.list.len();
    numbers.filter(move |number| {
        game.treaties.list[*number].is_in_force() && game.treaties.list[*number].is_forced() == forced
    })
}

/// Whether a nation can cancel the Alliance that another is in, and the number of that Alliance (9.5).
pub(super) fn may_cancel(game: &Conquests, nation: Nation, name: Nation) -> Result<usize, Denied> {
    if !matches!(game.phase, Phase::Resolve(_, _, Step::Cancelled)) {
        may_negotiate(game, nation)?;
    }
    let named = game.treaties.list.iter().position(|treaty| treaty.is_in_force() && name_of(treaty) == name);
    let Some(number) = named else {
        return Err(Denied::new(rule!("N-9.5-when"), "no Alliance in force goes by that name"));
    };
    if !foes_of(game, nation).any(|foe| foe == number) {
        let why = "Napoleon cancels Alliances of the Coalition, and the Coalition a Forced one";
        return Err(Denied::new(rule!("N-9.5-not-own"), why));
    }
    is_cancellable(game, &game.treaties.list[number])?;
    could_cancel(game, nation, number)?;
    let (rule, own) = (cancel_rule(nation), points_in_hand(game, nation));
    let others = if nation == Nation::France { 0 } else { points_beside(game, nation) };
    if own.saturating_add(others) < points_to_cancel(game, nation, number) {
        return Err(Denied::new(rule, "there are not the points of Diplomacy for that"));
    }
    Ok(number)
}

/// Whether an Alliance can be cancelled at this time: made in this turn's Diplomacy zone or an earlier turn, and not
/// prevented in the last turn, too (N-9.5-when, N-9.5-not-twice, N-8.5-stockholm-cancel).
fn is_cancellable(game: &Conquests, treaty: &Treaty) -> Result<(), Denied> {
    let fresh = treaty.made == game.turn;
    if fresh && treaty.state == Bond::Holds {
        let why = "what is made through Stockholm can only be cancelled at once";
        return Err(Denied::new(rule!("N-8.5-stockholm-cancel"), why));
    }
    if game.was_prevented(treaty) {
        let why = "the same Alliance was prevented in the last turn";
        return Err(Denied::new(rule!("N-9.5-not-twice"), why));
    }
    Ok(())
}

fn points_to_cancel(game: &Conquests, nation: Nation, number: usize) -> u8 {
    if nation == Nation::France { game.treaties.list[number].members.len() } else { FREEING_POINTS }
}

/// The most points that the rest of the Coalition can have, as far as everybody can tell.
pub(crate) fn points_beside(game: &Conquests, nation: Nation) -> u8 {
    let others = (game.in_play() & Nations::COALITION).without(nation);
    let most = others.iter().map(|other| most_points(other, game.cards.hands[other].len()));
    most.fold(0, u8::saturating_add)
}

/// Whether a nation could pay for cancelling an Alliance, as far as everybody can tell.
fn could_cancel(game: &Conquests, nation: Nation, number: usize) -> Result<(), Denied> {
    let members = game.treaties.list[number].members.len();
    let (price, money) = match nation {
        Nation::France => (prices().cancel_by_napoleon * members, game.treasury.money[nation]),
        _ => (prices().cancel_by_coalition, coalition_money(game)),
    };
    let others = if nation == Nation::France { 0 } else { points_beside(game, nation) };
    let most = most_points(nation, game.cards.hands[nation].len()).saturating_add(others);
    if money < price.into() || most < points_to_cancel(game, nation, number) {
        let why = match nation {
            Nation::France => "it takes 1 point of Diplomacy and 2 FG for each nation in it",
            _ => "it takes 2 points of Diplomacy and 4 FG",
        };
        return Err(Denied::new(cancel_rule(nation), why));
    }
    Ok(())
}

/// Whether an Alliance can be cancelled by a nation, as far as everybody can tell.
pub(super) fn seems_cancellable(game: &Conquests, nation: Nation, number: usize) -> bool {
    is_cancellable(game, &game.treaties.list[number]).is_ok() && could_cancel(game, nation, number).is_ok()
}

/// Whether a nation can make or cancel anything, as far as everybody can tell.
fn seems_able(game: &Conquests, nation: Nation) -> bool {
    foes_of(game, nation).any(|number| seems_cancellable(game, nation, number)) || seems_to_ally(game, nation)
}

/// Whether a nation can make an Alliance, as far as everybody can tell.
fn seems_to_ally(game: &Conquests, nation: Nation) -> bool {
    match nation {
        Nation::France => Nations::COALITION.iter().any(|victim| is_forcible(game, victim).is_ok()),
        _ => coalitions(nation).any(|members| is_proposable(game, nation, members).is_ok()),
    }
}

/// Who can make an Alliance through Stockholm: whoever controls it (N-8.5-stockholm).
pub(crate) fn holder_of_stockholm(game: &Conquests) -> Option<Nation> {
    let stockholm = Area::neutral_capitals()[usize::from(STOCKHOLM)];
    game.controller(stockholm).filter(|nation| seems_to_ally(game, *nation))
}

pub(crate) fn list_stockholm(game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
    list_initiatives(game, nation, out);
    out.push(Action::Done);
}
