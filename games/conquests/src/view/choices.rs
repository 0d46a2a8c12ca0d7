//! How every decision shows: what it says, what it costs, and what is clicked for it.

use engine::{Choice, Cost, Currency, Effect, EffectKind, PieceKey, Recorder, Seat, Target, Text, Verb};

use super::mat::notes;
use super::prompts::shares_in_words;
use super::sheets::points;
use super::{box_of, space};
use crate::action::Action;
use crate::areas::Area;
use crate::cards::Card;
use crate::combat::{MP_PER_POINT, Stage};
use crate::effects::{Domain, Tab};
use crate::errands::Errand;
use crate::event::Event;
use crate::gifts::{LANDING, military};
use crate::movement::BOARDING;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley};
use crate::state::{Conquests, FrigateId, Phase, Step};
use crate::tables::{Zone, prices};
use crate::troops::Kind;

fn on_card(verb: Verb, card: Card, label: String) -> Choice {
    Choice::new(verb, label, Target::Piece { piece: PieceKey::of(&card) })
}

fn there(verb: Verb, at: Area, label: String) -> Choice {
    Choice::new(verb, label, Target::Space(space(at)))
}

/// A choice with what comes of it.
fn with_effect(choice: Choice, kind: EffectKind, words: impl Into<Text>) -> Choice {
    Choice { effect: Some(Effect::new(kind, words)), ..choice }
}

/// The same, where nothing is out of the ordinary.
fn with_words(choice: Choice, words: impl Into<Text>) -> Choice {
    with_effect(choice, EffectKind::Plain, words)
}

/// Notes that something hidden was shown.
#[derive(Default)]
struct Peeks {
    revealed: bool,
}

impl Recorder<Event> for Peeks {
    fn record(&mut self, _event: impl FnOnce() -> Event) {}

    fn reveal(&mut self) {
        self.revealed = true;
    }
}

impl Conquests {
    pub(crate) fn present_choice(&self, seat: Seat, action: Action) -> Choice {
        let own = self.decider().unwrap_or(Nation::France);
        Choice {
            tab: self.tab_used(action),
            seals: self.is_sealed_by(seat, action),
            odds: self.odds_of(action),
            ..self.priced_choice(own, action)
        }
    }

    /// What is clicked for an action of whoever decides.
    pub(crate) fn target_of(&self, action: Action) -> Target {
        self.plain_choice(self.decider().unwrap_or(Nation::France), action).target
    }

    /// Whether dice are thrown or something hidden is shown as soon as this is done: often by what follows of itself.
    pub(crate) fn is_sealed_by(&self, seat: Seat, action: Action) -> bool {
        if matches!(action, Action::Pick { .. } | Action::Drop { .. } | Action::Share { .. }) {
            return false;
        }
        let (mut after, mut peeks) = (self.clone(), Peeks::default());
        let done = after.act(seat, action, &mut peeks).is_ok();
        done && (peeks.revealed || after.dice.drawn() != self.dice.drawn())
    }

    /// Which of a card's three tabs an action is about.
    fn tab_used(&self, action: Action) -> Option<u8> {
        let (card, domain) = match action {
            Action::Play(card)
            | Action::PlayForPoints(card)
            | Action::PlayForGuard(card)
            | Action::PlayOn { card, .. }
            | Action::Subsidise(card) => (card, self.domain_in_use()?),
            Action::Pledge(card) | Action::Sponsor { card, .. } => (card, Domain::Diplomacy),
            Action::Reward { card, domain, .. } => (card, domain),
            _ => return None,
        };
        let tab = card.face().tabs.iter().position(|tab| tab.domain == domain)?;
        u8::try_from(tab).ok()
    }

    /// Who pays for a move or a retreat, and how much, in halves of movement points.
    fn charge(&self, own: Nation, action: Action) -> Option<(Nation, i16)> {
        match (self.errand(), &self.battle) {
            (Some(Errand::Abandon { .. }), _) => {
                matches!(action, Action::Land { .. }).then_some((own, LANDING as i16))
            }
            (None, Some(battle)) => self.toll_of_retreat(battle, action),
            (None, None) if matches!(action, Action::Board { .. }) => Some((own, BOARDING as i16)),
            _ => Some((own, self.toll(own, action)? as i16)),
        }
    }

    /// What an action is paid with.
    fn priced_choice(&self, own: Nation, action: Action) -> Choice {
        let choice = self.plain_choice(own, action);
        if let Some((payer, toll)) = self.charge(own, action) {
            return with_toll(own, payer, toll, choice);
        }
        let members = match action {
            Action::Force(nation) => Nations::from(nation),
            Action::Cancel(nation) => self.friends(nation),
            _ => Nations::NONE,
        };
        let (amount, currency) = match action {
            Action::Enlist { kind, .. } if self.errand().is_none() => (prices().unit(kind), Currency::Fg),
            Action::BuyPoints | Action::BuyCard => (1, Currency::Fg),
            Action::Ally(nations) => (prices().alliance * nations.len(), Currency::Fg),
            Action::Force(_) => (Parley::new(own, Matter::Force, members).price(), Currency::Fg),
            Action::Cancel(_) => (Parley::new(own, Matter::Cancel, members).price(), Currency::Fg),
            Action::Accept | Action::Pledge(_) => (self.share_of(own, action), Currency::Fg),
            Action::Play(card) | Action::PlayOn { card, .. } => self.price_of_card(card),
            Action::Sacrifice => {
                (self.battle.as_ref().and_then(|battle| self.ransom(battle)).unwrap_or(1), Currency::Unit)
            }
            Action::Flee(to) => (self.flight_to(to).0, Currency::Unit),
            _ => return choice,
        };
        match amount {
            0 => choice,
            amount => choice.costing(amount.into(), currency),
        }
    }

    /// What a nation pays when it agrees to what is offered, or gives the card that is still missing for it.
    fn share_of(&self, nation: Nation, action: Action) -> u8 {
        match (&self.parley, action) {
            (Some(parley), Action::Pledge(card))
                if !parley.offered || !self.settles(parley, nation, card) =>
            {
                0
            }
            (Some(parley), _) => parley.shares[nation.index()],
            (None, _) => 0,
        }
    }

    /// What the effect of a card costs that is played now.
    fn price_of_card(&self, card: Card) -> (u8, Currency) {
        let effect = military(card).filter(|_| self.domain_in_use() == Some(Domain::Military));
        match effect.map(|effect| (effect.cost, effect.cost_mp)) {
            Some((0, points)) => (points, Currency::Mp),
            Some((money, _)) => (money, Currency::Fg),
            None => (0, Currency::Fg),
        }
    }

    /// "attacks Prussia", of whoever enters an area.
    pub(crate) fn attack_in_words(&self, attacker: Nation, to: Area) -> String {
        let enemies = self.present(to) - self.friends(attacker);
        match (enemies.is_empty(), self.is_garrisoned(to), to.capital_of()) {
            (false, ..) => format!("attacks {enemies}"),
            (true, true, _) => "attacks the garrison".to_owned(),
            (true, false, Some(owner)) => format!("attacks the capital of {owner}"),
            (true, false, None) => "attacks".to_owned(),
        }
    }

    /// A move that may be an attack.
    fn attacking(&self, own: Nation, to: Area, choice: Choice) -> Choice {
        match self.provokes(own, to) {
            true => with_effect(choice, EffectKind::Attack, self.attack_in_words(own, to)),
            false => choice,
        }
    }

    fn plain_choice(&self, own: Nation, action: Action) -> Choice {
        match action {
            Action::Place { kind, at } => there(Verb::Place, at, format!("Place {kind} in {at}")),
            Action::Convert { kind, at } => {
                let label = format!("Make the {kind} in {at} Guard");
                self.on_units(Verb::Choose, Nation::France, kind, at, label)
            }
            Action::Advise { zone, space } => {
                let label = format!("Send an advisor to {zone} {}", space + 1);
                let choice = Choice::new(Verb::Place, label, Target::Space(box_of(zone, space)));
                with_words(choice, notes(zone, space + 1).join(", "))
            }
            Action::Enlist { kind, at } => there(Verb::Recruit, at, format!("Enlist {kind} in {at}")),
            Action::BuyPoints => Choice::button(Verb::Buy, "Buy 2 MP"),
            Action::Play(card) => self.played(card, format!("Play {card}"), Tab::played),
            Action::PlayForPoints(card) => {
                let choice = on_card(Verb::Play, card, format!("Play {card} for MP"));
                let points = military(card).and_then(|military| military.or_mp).unwrap_or(0);
                with_words(choice, format!("{points} MP"))
            }
            Action::PlayForGuard(card) => on_card(Verb::Play, card, format!("Play {card} for the Guard")),
            Action::PlayOn { card, nation } => {
                self.played(card, format!("Play {card} on {nation}"), |tab| tab.played_on(nation))
            }
            Action::Subsidise(card) => {
                let choice = on_card(Verb::Play, card, format!("Play {card} for other nations"));
                with_words(choice, "5 FG for them")
            }
            Action::Grant(nation) => Choice::button(Verb::Give, format!("Give 1 FG to {nation}")),
            Action::Strike { nation, kind, at } => {
                let label = format!("Destroy {} {kind} in {at}", nation.adjective());
                self.on_units(Verb::Remove, nation, kind, at, label)
            }
            Action::Sink(frigate) => {
                let label = format!("Sink the {}", self.named(frigate));
                Choice::new(Verb::Remove, label, Target::Piece { piece: PieceKey::of(&frigate) })
            }
            Action::BuyCard => Choice::button(Verb::Buy, "Buy the top card"),
            Action::Ally(nations) => {
                let choice = Choice::button(Verb::Propose, format!("Propose an Alliance of {nations}"));
                with_words(choice, "its price is shared")
            }
            Action::Force(nation) => {
                let choice = Choice::button(Verb::Propose, format!("Force {nation} into an Alliance"));
                with_words(choice, points_in_words(Matter::Force, own, nation.into()))
            }
            Action::Cancel(nation) => {
                let members = self.friends(nation);
                let choice = Choice::button(Verb::Break, format!("Cancel the Alliance of {members}"));
                with_words(choice, points_in_words(Matter::Cancel, own, members))
            }
            Action::Pledge(card) => on_card(Verb::Discard, card, self.pledge_label(own, card)),
            Action::Sponsor { card, nation } => {
                on_card(Verb::Discard, card, format!("Discard {card} for {nation}"))
            }
            Action::Share { nation, money } => {
                let label = match nation == own {
                    true => format!("Pay {money} FG yourself"),
                    false => format!("Ask {nation} for {money} FG"),
                };
                let choice = Choice::button(Verb::Terms, label);
                match self.redrafted(nation, money) {
                    Some(draft) => with_words(choice, shares_in_words(&draft)),
                    None => choice,
                }
            }
            Action::Offer => self.offer(own),
            Action::Accept => self.acceptance(own),
            Action::Refuse => Choice::button(Verb::Refuse, "Refuse"),
            Action::Give { card, to } => on_card(Verb::Give, card, format!("Give {card} to {to}")),
            Action::Show { card, to } => on_card(Verb::Show, card, format!("Show {card} to {to}")),
            Action::Part { nation, to } => {
                let label = match self.those_who_part(nation) {
                    alone if alone.len() == 1 => format!("Send the {} units to {to}", nation.adjective()),
                    company => format!("Send the units of {company} to {to}"),
                };
                self.attacking(nation, to, there(Verb::Move, to, label))
            }
            Action::Stay(nation) => Choice::button(Verb::Choose, format!("Let {nation} stay")),
            Action::Pick { nation, kind, at } => {
                let label = match self.movement.group {
                    Some(_) => format!("Take {} {kind} along", nation.adjective()),
                    None => format!("Take {} {kind} along from {at}", nation.adjective()),
                };
                self.on_units(Verb::Select, nation, kind, at, label)
            }
            Action::Drop { nation, kind } => {
                let at = self.movement.group.map_or(Area::capital(nation), |group| group.at);
                let label = format!("Leave {} {kind} behind", nation.adjective());
                self.on_units(Verb::Deselect, nation, kind, at, label)
            }
            Action::AskUnits(nation) => Choice::button(Verb::Ask, format!("Ask {nation} for units")),
            Action::March(to) => match self.provokes(own, to) {
                true => self.attacking(own, to, there(Verb::Attack, to, format!("Attack in {to}"))),
                false => there(Verb::Move, to, format!("March to {to}")),
            },
            Action::Embark { kind, from, frigate } => {
                let nation = frigate.nation();
                let label = format!("Take {} {kind} aboard the {}", nation.adjective(), self.named(frigate));
                self.moving_units(Verb::Embark, nation, kind, from, self.berth(frigate), label)
            }
            Action::Land { kind, frigate, to } => {
                let nation = frigate.nation().adjective();
                let label = format!("Land {nation} {kind} from frigate {} in {to}", frigate.number());
                let target = Target::Move { piece: PieceKey::of(&frigate), to: space(to) };
                self.attacking(own, to, Choice::new(Verb::Land, label, target))
            }
            Action::Sail { frigate, to } => {
                let label = format!("Sail the {} to {to}", self.named(frigate));
                let target = Target::Move { piece: PieceKey::of(&frigate), to: space(to) };
                let verb = if self.battle.is_some() { Verb::Retreat } else { Verb::Sail };
                Choice::new(verb, label, target)
            }
            Action::Challenge { sea, nation, all } => {
                let whom = match all {
                    true => format!("{nation} and its Allies"),
                    false => nation.to_string(),
                };
                there(Verb::Attack, sea, format!("Challenge {whom} in {sea}"))
            }
            Action::Fight(area) => {
                let choice = there(Verb::Fight, area, format!("Fight in {area}"));
                match self.strengths_in(area) {
                    Some(strengths) => with_effect(choice, EffectKind::Attack, strengths),
                    None => choice,
                }
            }
            Action::Support(frigates) => {
                let plural = if frigates == 1 { "frigate" } else { "frigates" };
                let choice = Choice::button(Verb::Support, format!("Support with {frigates} {plural}"));
                with_words(choice, format!("adds {frigates} SP"))
            }
            Action::Lose { nation, kind } => {
                let label = match self.allied(own, nation) {
                    true => format!("Lose {} {kind}", nation.adjective()),
                    false => format!("Destroy {} {kind}", nation.adjective()),
                };
                self.in_battle(Verb::Lose, nation, kind, label)
            }
            Action::Recruit { nation, kind, to } => {
                let label = format!("Recruit {} {kind} for {to}", nation.adjective());
                let choice = self.in_battle(Verb::Recruit, nation, kind, label);
                match self.can_take_on(to, kind) {
                    true => choice,
                    false => with_words(choice, format!("it is lost: {to} has no {kind} left to replace it")),
                }
            }
            Action::Choose(nation) => Choice::button(Verb::Choose, format!("Choose {nation}")),
            Action::Retreat { nation, kind, to } => {
                let label = format!("Retreat {} {kind} to {to}", nation.adjective());
                self.out_of_battle(Verb::Retreat, nation, kind, to, label)
            }
            Action::Board { nation, kind, frigate } => {
                let label = format!("Take {} {kind} aboard the {}", nation.adjective(), self.named(frigate));
                self.out_of_battle(Verb::Embark, nation, kind, self.berth(frigate), label)
            }
            Action::RetreatAll { nation, to } => {
                there(Verb::Retreat, to, format!("Retreat all {} units to {to}", nation.adjective()))
            }
            Action::Flee(to) => {
                let (lost, entered) = self.flight_to(to);
                let choice = there(Verb::Retreat, to, format!("Break out to {to}"));
                let areas = if entered == 1 { "area" } else { "areas" };
                let lost = match lost {
                    0 => "no unit is lost",
                    1 => "a unit is lost",
                    _ => "units are lost",
                };
                with_words(choice, format!("{entered} {areas} away; {lost} on the way"))
            }
            Action::Withdraw => Choice::button(Verb::Retreat, "Go instead of fighting on"),
            Action::Reward { card, domain, on } => {
                let label = match on {
                    Some(nation) => format!("Play {card} for {domain} on {nation}"),
                    None => format!("Play {card} for {domain}"),
                };
                let words = match (domain, on, card.tab(domain)) {
                    (Domain::Diplomacy, ..) => format!("{} MP", MP_PER_POINT * card.points()),
                    (_, Some(nation), Some(tab)) => tab.played_on(nation),
                    (_, None, Some(tab)) => tab.played(),
                    (.., None) => return on_card(Verb::Play, card, label),
                };
                with_words(on_card(Verb::Play, card, label), words)
            }
            Action::AdvanceAll(to) => there(Verb::Advance, to, format!("Advance to {to} with all units")),
            Action::Sacrifice => Choice::button(Verb::Lose, "Give up units to retreat without MP"),
            Action::Pursue(area) => there(Verb::Pursue, area, format!("Pursue into {area}")),
            Action::Advance { nation, kind, to } => {
                let label = format!("Advance {} {kind} to {to}", nation.adjective());
                self.out_of_battle(Verb::Advance, nation, kind, to, label)
            }
            Action::Keep(card) => on_card(Verb::Keep, card, format!("Keep {card}")),
            Action::Done => self.closing(own),
        }
    }

    /// A card that is played for its effect in the domain of the moment.
    fn played(&self, card: Card, label: String, words: impl Fn(&Tab) -> String) -> Choice {
        let choice = on_card(Verb::Play, card, label);
        match self.domain_in_use().and_then(|domain| card.tab(domain)) {
            Some(tab) => with_words(choice, words(tab)),
            None => choice,
        }
    }

    /// A click on units of a kind; on a frigate that is there or that has them aboard.
    fn on_units(&self, verb: Verb, nation: Nation, kind: Kind, at: Area, label: String) -> Choice {
        Choice::new(verb, label, Target::Piece { piece: self.units_piece(nation, kind, at) })
    }

    fn moving_units(
        &self,
        verb: Verb,
        nation: Nation,
        kind: Kind,
        from: Area,
        to: Area,
        label: String,
    ) -> Choice {
        Choice::new(verb, label, Target::Move { piece: self.units_piece(nation, kind, from), to: space(to) })
    }

    /// Where the combat is, or the land that units break out of or part in.
    fn battlefield(&self, nation: Nation) -> Area {
        if let Some(Errand::Shed { from, .. }) = self.errand() {
            return *from;
        }
        let combat = self.battle.as_ref().map(|battle| battle.area);
        combat.or_else(|| self.parting_land()).unwrap_or(Area::capital(nation))
    }

    fn in_battle(&self, verb: Verb, nation: Nation, kind: Kind, label: String) -> Choice {
        self.on_units(verb, nation, kind, self.battlefield(nation), label)
    }

    fn out_of_battle(&self, verb: Verb, nation: Nation, kind: Kind, to: Area, label: String) -> Choice {
        self.moving_units(verb, nation, kind, self.battlefield(nation), to, label)
    }

    /// Where a frigate lies.
    fn berth(&self, frigate: FrigateId) -> Area {
        self.frigate(frigate).at.unwrap_or_else(Area::irish_sea)
    }

    /// A frigate by whose it is, its number and what it carries.
    fn named(&self, frigate: FrigateId) -> String {
        let (nation, cargo) = (frigate.nation().adjective(), self.frigate(frigate).cargo);
        match cargo.is_empty() {
            true => format!("{nation} frigate {}", frigate.number()),
            false => format!("{nation} frigate {} with {cargo}", frigate.number()),
        }
    }

    /// The domain whose effects are played now.
    pub(crate) fn domain_in_use(&self) -> Option<Domain> {
        if self.battle.is_some() {
            return Some(Domain::Military);
        }
        match self.phase {
            Phase::Resolve(zone, ..) => zone.domain(),
            Phase::Powers(number) => {
                let domains = [Domain::Morale, Domain::Society, Domain::Diplomacy, Domain::Finance];
                domains.get(usize::from(number)).copied()
            }
            _ => None,
        }
    }

    /// What it says on a card that can be pledged: the last one that is needed makes the offer, or accepts it.
    fn pledge_label(&self, nation: Nation, card: Card) -> String {
        match &self.parley {
            Some(parley) if self.settles(parley, nation, card) => match (parley.matter, parley.offered) {
                (Matter::Force, _) => format!("Force the Alliance and discard {card}"),
                (Matter::Alliance, false) => format!("Make the offer and discard {card}"),
                (_, false) => format!("Go ahead and discard {card}"),
                (_, true) => format!("Agree and discard {card}"),
            },
            _ => format!("Discard {card} for its Diplomacy"),
        }
    }

    /// The button that agrees.
    fn acceptance(&self, nation: Nation) -> Choice {
        let label = match &self.parley {
            Some(parley) if self.relies_on_austria(parley, nation) => "Agree, if Austria gives a card",
            Some(_) => "Agree",
            None => "Lend your units",
        };
        Choice::button(Verb::Accept, label)
    }

    /// The button that makes the offer.
    fn offer(&self, nation: Nation) -> Choice {
        let label = match &self.parley {
            Some(parley) if parley.matter == Matter::Cancel => "Ask the others to help",
            Some(parley) if self.relies_on_austria(parley, nation) => {
                "Make the offer, if Austria gives a card"
            }
            _ => "Make the offer",
        };
        Choice::button(Verb::Send, label)
    }

    /// What a way out of an encirclement costs: units, and areas that are entered.
    fn flight_to(&self, to: Area) -> (u8, u8) {
        self.battle.as_ref().and_then(|battle| self.price_of_flight(battle, to)).unwrap_or_default()
    }

    /// The button that closes a question or goes without, by what it means at the moment.
    fn closing(&self, nation: Nation) -> Choice {
        let grave = |label: &'static str, words: &'static str| {
            with_effect(Choice::button(Verb::Done, label), EffectKind::Grave, words)
        };
        match self.errand() {
            Some(Errand::Enlist(_)) => return Choice::button(Verb::Done, "Enlist no more"),
            Some(Errand::Abandon { .. }) => return grave("Give up those aboard", "they are lost"),
            _ if self.parley.is_some() => return Choice::button(Verb::Pass, "Let it stand"),
            _ => {}
        }
        if let Some(battle) = &self.battle {
            let (verb, label) = match battle.stage {
                Stage::Retreat => return grave("Give up all that are left", "they are lost"),
                Stage::Avoid => (Verb::Pass, "Stay and fight"),
                Stage::Effects(_) | Stage::Card | Stage::Reward(_) => (Verb::Pass, "Play no card"),
                Stage::Support(_) => (Verb::Pass, "Send no support"),
                Stage::Follow => (Verb::Done, "Stay here"),
                _ => (Verb::Done, "Go on"),
            };
            return Choice::button(verb, label);
        }
        let (verb, label) = match self.phase {
            Phase::Resolve(_, _, Step::Purchase(_)) => (Verb::Done, "Buy no more"),
            Phase::Resolve(Zone::Military, ..) => (Verb::Pass, "Keep the advisor for combat"),
            Phase::Resolve(_, _, Step::Tried) => (Verb::Pass, "Buy no card"),
            Phase::Resolve(_, _, Step::Cancelled) => (Verb::Done, "Cancel no more"),
            Phase::Resolve(Zone::Diplomacy, ..) => (Verb::Pass, "Go without"),
            Phase::Resolve(..) => (Verb::Pass, "Play no card"),
            Phase::Powers(_) => (Verb::Pass, "Go without its power"),
            Phase::Separate => return grave("Give up all that are left", "they are lost"),
            Phase::Move(_) if self.movement.asked == Some(nation) => (Verb::Refuse, "Refuse"),
            Phase::Move(_) if self.movement.group.is_some() => (Verb::Done, "Leave the group here"),
            Phase::Move(_) => (Verb::EndTurn, "End the movement"),
            Phase::Challenge(_) => (Verb::Pass, "Fight no combat at sea"),
            Phase::Idle(_) => (Verb::Pass, "Buy no card"),
            Phase::Keep(_) => (Verb::Done, "Keep no more"),
            Phase::Exchange { .. } => (Verb::Done, "Share no more cards"),
            Phase::Deploy(_) | Phase::Advisors(_) | Phase::Combat(_) => (Verb::Done, "Go on"),
        };
        Choice::button(verb, label)
    }
}

/// A move with what it costs, and who pays if that is somebody else.
fn with_toll(own: Nation, payer: Nation, toll: i16, choice: Choice) -> Choice {
    match toll {
        0.. => {
            let cost = Some(Cost { halves: toll.unsigned_abs(), currency: Currency::Mp });
            let choice = Choice { cost, ..choice };
            match payer == own || choice.effect.is_some() {
                true => choice,
                false => with_words(choice, format!("paid by {payer}")),
            }
        }
        _ => with_words(choice, format!("brings {payer} {} MP back", points(toll.unsigned_abs()))),
    }
}

/// "takes 3 points of Diplomacy, too".
fn points_in_words(matter: Matter, initiator: Nation, members: Nations) -> String {
    match Parley::new(initiator, matter, members).points_missing() {
        1 => "takes 1 point of Diplomacy, too".to_owned(),
        points => format!("takes {points} points of Diplomacy, too"),
    }
}
