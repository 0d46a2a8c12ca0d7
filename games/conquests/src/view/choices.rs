//! How every decision shows: what it says, and what is clicked for it.

use engine::{Choice, Effect, Seat, Target};

use super::mat::notes;
use super::prompts::shares_in_words;
use super::sheets::points;
use super::{box_of, card_piece, frigate_piece, space, stack};
use crate::action::Action;
use crate::areas::Area;
use crate::cards::Card;
use crate::combat::{MP_PER_POINT, Stage};
use crate::effects::{Domain, Tab};
use crate::errands::Errand;
use crate::gifts::{LANDING, military};
use crate::movement::BOARDING;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley};
use crate::state::{Conquests, FrigateId, Phase, Step};
use crate::tables::{Zone, prices};
use crate::troops::Kind;

fn on_card(card: Card, label: String) -> Choice {
    Choice::new(label, Target::Piece { piece: card_piece(card) })
}

fn there(at: Area, label: String) -> Choice {
    Choice::new(label, Target::Space(space(at)))
}

/// A choice with what comes of it.
fn effect(kind: &'static str, words: impl Into<engine::Text>) -> Option<Effect> {
    Some(Effect { kind, words: words.into(), way: None })
}

impl Conquests {
    pub(crate) fn present_choice(&self, _seat: Seat, action: Action) -> Choice {
        let own = self.decider().unwrap_or(Nation::France);
        let choice = Choice { tab: self.tab_used(action), ..self.plain_choice(own, action) };
        match self.charge(own, action) {
            Some((payer, toll)) => self.with_toll(own, payer, action, toll, choice),
            None => choice,
        }
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

    /// " (2 FG)", what an advisor pays for a unit (N-8.6.3-costs); a card has its own terms.
    fn pay_of(&self, kind: Kind) -> String {
        match self.errand().is_none() {
            true => format!(" ({} FG)", prices().unit(kind)),
            false => String::new(),
        }
    }

    /// A move with what it costs and what is left then.
    fn with_toll(&self, own: Nation, payer: Nation, action: Action, toll: i16, choice: Choice) -> Choice {
        let left = points(self.points[payer.index()].saturating_add_signed(-toll));
        let label = match (choice.label, points(toll.unsigned_abs())) {
            (label, paid) if toll >= 0 => format!("{label} ({paid} MP)"),
            (label, back) => format!("{label} ({back} MP back)"),
        };
        let label = label.into();
        let left = match payer == own {
            true => format!("{left} MP left"),
            false => format!("{payer} has {left} MP left"),
        };
        let effect = match action {
            Action::March(to) | Action::Land { to, .. } if self.provokes(own, to) => {
                effect("attack", format!("an attack; {left}"))
            }
            _ => effect("plain", left),
        };
        Choice { label, effect, ..choice }
    }

    fn plain_choice(&self, own: Nation, action: Action) -> Choice {
        match action {
            Action::Place { kind, at } => there(at, format!("Place {kind} in {at}")),
            Action::Convert { kind, at } => {
                self.on_units(Nation::France, kind, at, format!("The {kind} in {at} joins the Guard"))
            }
            Action::Advise { zone, space } => {
                let label = format!("Advisor to {zone} {}", space + 1);
                let gains = notes(zone, space + 1).join(", ");
                Choice {
                    effect: effect("plain", gains),
                    ..Choice::new(label, Target::Space(box_of(zone, space)))
                }
            }
            Action::Enlist { kind, at } => there(at, format!("Enlist {kind} in {at}{}", self.pay_of(kind))),
            Action::BuyPoints => Choice::button("Buy 2 MP for 1 FG"),
            Action::Play(card) => on_card(card, format!("Play {card}{}", self.effect_of(card))),
            Action::PlayForPoints(card) => on_card(card, format!("Play {card} for {}", points_of(card))),
            Action::PlayForGuard(card) => on_card(card, format!("Play {card} for the Guard")),
            Action::PlayOn { card, nation } => {
                let tab = self.domain_in_use().and_then(|domain| card.tab(domain));
                let effect = tab.map_or_else(String::new, |tab| format!(": {}", tab.played_on(nation)));
                on_card(card, format!("Play {card}{effect}"))
            }
            Action::Subsidise(card) => on_card(card, format!("Play {card} to give 5 FG to others")),
            Action::Grant(nation) => Choice::button(format!("Give 1 FG to {nation}")),
            Action::Strike { nation, kind, at } => {
                self.on_units(nation, kind, at, format!("{} {kind} in {at} is lost", nation.adjective()))
            }
            Action::Sink(frigate) => {
                let label = format!("The {} is lost", self.named(frigate));
                Choice::new(label, Target::Piece { piece: frigate_piece(frigate) })
            }
            Action::BuyCard => Choice::button("Buy the top card for 1 FG"),
            Action::Ally(nations) => {
                let price = prices().alliance * nations.len();
                Choice::button(format!("Propose an Alliance of {nations} ({price} FG together)"))
            }
            Action::Force(nation) => {
                let price = price_in_words(Matter::Force, own, nation.into());
                Choice::button(format!("Force {nation} into an Alliance {price}"))
            }
            Action::Cancel(nation) => {
                let members = self.friends(nation);
                let price = price_in_words(Matter::Cancel, own, members);
                Choice::button(format!("Cancel the Alliance of {members} {price}"))
            }
            Action::Pledge(card) => on_card(card, self.pledge_label(own, card)),
            Action::Sponsor { card, nation } => on_card(card, format!("Discard {card} for {nation}")),
            Action::Share { nation, money } => Choice {
                effect: self
                    .redrafted(nation, money)
                    .and_then(|draft| effect("ask", shares_in_words(&draft))),
                ..Choice::button(format!("{nation} pays {money} FG"))
            },
            Action::Offer => Choice::button(self.offer_label(own)),
            Action::Accept => Choice::button(self.acceptance(own)),
            Action::Refuse => Choice::button("Refuse"),
            Action::Give { card, to } => on_card(card, format!("Give {card} to {to}")),
            Action::Show { card, to } => on_card(card, format!("Show {card} to {to}")),
            Action::Part { nation, to } => {
                let label = match self.those_who_part(nation) {
                    alone if alone.len() == 1 => format!("The {} units go to {to}", nation.adjective()),
                    company => format!("The units of {company} go to {to}"),
                };
                let attack = self.provokes(nation, to).then(|| effect("attack", "an attack")).flatten();
                Choice { effect: attack, ..there(to, label) }
            }
            Action::Stay(nation) => Choice::button(format!("{nation} stays")),
            Action::Pick { nation, kind, at } => {
                let from = match self.movement.group {
                    Some(_) => String::new(),
                    None => format!(" from {at}"),
                };
                self.on_units(nation, kind, at, format!("Take {} {kind} along{from}", nation.adjective()))
            }
            Action::Drop { nation, kind } => {
                let at = self.movement.group.map_or(Area::capital(nation), |group| group.at);
                self.on_units(nation, kind, at, format!("Leave {} {kind} behind", nation.adjective()))
            }
            Action::AskUnits(nation) => Choice::button(format!("Ask {nation} for units")),
            Action::March(to) => there(to, format!("March to {to}")),
            Action::Embark { kind, from, frigate } => {
                let nation = frigate.nation().adjective();
                let label = format!("{nation} {kind} goes aboard the {}", self.named(frigate));
                self.moving_units(frigate.nation(), kind, from, self.berth(frigate), label)
            }
            Action::Land { kind, frigate, to } => {
                let nation = frigate.nation().adjective();
                let label = format!("The {nation} frigate {} lands {kind} in {to}", frigate.number());
                Choice::new(label, Target::Move { piece: frigate_piece(frigate), to: space(to) })
            }
            Action::Sail { frigate, to } => {
                let label = format!("The {} sails to {to}", self.named(frigate));
                Choice::new(label, Target::Move { piece: frigate_piece(frigate), to: space(to) })
            }
            Action::Challenge { sea, nation, all } => {
                let whom = match all {
                    true => format!("{nation} and its Allies"),
                    false => nation.to_string(),
                };
                there(sea, format!("Fight {whom} in {sea}"))
            }
            Action::Fight(area) => Choice {
                effect: self.strengths_in(area).and_then(|strengths| effect("attack", strengths)),
                ..there(area, format!("Fight the combat in {area}"))
            },
            Action::Support(frigates) => {
                let plural = if frigates == 1 { "frigate" } else { "frigates" };
                Choice {
                    effect: effect("plain", format!("{frigates} SP more")),
                    ..Choice::button(format!("Support with {frigates} {plural}"))
                }
            }
            Action::Lose { nation, kind } => {
                let unit = format!("{} {kind}", nation.adjective());
                let label = match self.allied(own, nation) {
                    true => format!("Lose {unit}"),
                    false => format!("{unit} is lost"),
                };
                self.in_battle(nation, kind, label)
            }
            Action::Recruit { nation, kind, to } => {
                let unit = format!("{} {kind}", nation.adjective());
                let label = match self.can_take_on(to, kind) {
                    true => format!("{to} recruits {unit}"),
                    false => format!("{unit} is lost: {to} has none left to take its place"),
                };
                self.in_battle(nation, kind, label)
            }
            Action::Choose(nation) => Choice::button(nation.to_string()),
            Action::Retreat { nation, kind, to } => self.out_of_battle(
                nation,
                kind,
                to,
                format!("{} {kind} retreats to {to}", nation.adjective()),
            ),
            Action::Board { nation, kind, frigate } => {
                let label = format!("{} {kind} goes aboard the {}", nation.adjective(), self.named(frigate));
                self.out_of_battle(nation, kind, self.berth(frigate), label)
            }
            Action::RetreatAll { nation, to } => {
                there(to, format!("All {} units retreat to {to}", nation.adjective()))
            }
            Action::Flee(to) => there(to, format!("Break out to {to}{}", self.losses_of_flight(to))),
            Action::Withdraw => Choice::button("Go instead of fighting on"),
            Action::Reward { card, domain, on } => {
                let effect = match (domain, on) {
                    (Domain::Diplomacy, _) => format!("{} MP", MP_PER_POINT * card.points()),
                    (_, Some(nation)) => {
                        card.tab(domain).map_or_else(String::new, |tab| tab.played_on(nation))
                    }
                    (_, None) => card.tab(domain).map_or_else(String::new, Tab::played),
                };
                on_card(card, format!("Play {card} for {domain}: {effect}"))
            }
            Action::AdvanceAll(to) => there(to, format!("All advance to {to}")),
            Action::Sacrifice => Choice::button(self.sacrifice_label()),
            Action::Pursue(area) => there(area, format!("Pursue into {area}")),
            Action::Advance { nation, kind, to } => self.out_of_battle(
                nation,
                kind,
                to,
                format!("{} {kind} advances to {to}", nation.adjective()),
            ),
            Action::Keep(card) => on_card(card, format!("Keep {card}")),
            Action::Done => Choice::button(self.done_label(own)),
        }
    }

    /// A click on units of a kind; on a frigate that is there or that has them aboard.
    fn on_units(&self, nation: Nation, kind: Kind, at: Area, label: String) -> Choice {
        Choice::new(label, Target::Piece { piece: self.units_piece(nation, kind, at) })
    }

    fn moving_units(&self, nation: Nation, kind: Kind, from: Area, to: Area, label: String) -> Choice {
        Choice::new(label, Target::Move { piece: self.units_piece(nation, kind, from), to: space(to) })
    }

    fn units_piece(&self, nation: Nation, kind: Kind, at: Area) -> engine::PieceRef {
        let fits = |frigate: &FrigateId| match kind {
            Kind::Frigate => true,
            _ => self.frigate(*frigate).cargo.count(kind) > 0,
        };
        let mut fleet: Vec<FrigateId> = self.fleet(nation, at).filter(fits).collect();
        fleet.sort_by_key(|frigate| self.frigate(*frigate).cargo.len());
        fleet.first().map_or_else(|| stack(nation, kind, at), |frigate| frigate_piece(*frigate))
    }

    /// Where the combat is, or the land that units break out of or part in.
    fn battlefield(&self, nation: Nation) -> Area {
        if let Some(Errand::Shed { from, .. }) = self.errand() {
            return *from;
        }
        let combat = self.battle.as_ref().map(|battle| battle.area);
        combat.or_else(|| self.parting_land()).unwrap_or(Area::capital(nation))
    }

    fn in_battle(&self, nation: Nation, kind: Kind, label: String) -> Choice {
        self.on_units(nation, kind, self.battlefield(nation), label)
    }

    fn out_of_battle(&self, nation: Nation, kind: Kind, to: Area, label: String) -> Choice {
        self.moving_units(nation, kind, self.battlefield(nation), to, label)
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

    /// ": 2 FG", what a card does where it is played now; what it offers instead is a choice of its own.
    fn effect_of(&self, card: Card) -> String {
        let tab = self.domain_in_use().and_then(|domain| card.tab(domain));
        tab.map_or_else(String::new, |tab| format!(": {}", tab.played()))
    }

    /// What it says on a card that can be pledged: the last one that is needed puts the offer, or accepts it.
    fn pledge_label(&self, nation: Nation, card: Card) -> String {
        match &self.parley {
            Some(parley) if self.settles(parley, nation, card) => match (parley.matter, parley.offered) {
                (Matter::Force, _) => format!("Force the Alliance and discard {card}"),
                (Matter::Alliance, false) => format!("Make the offer and discard {card}"),
                (_, false) => format!("Go ahead and discard {card}"),
                (_, true) => format!("{} and discard {card}", self.consent(parley, nation)),
            },
            _ => format!("Discard {card} for its Diplomacy"),
        }
    }

    /// What it says on the button that agrees.
    fn acceptance(&self, nation: Nation) -> String {
        match &self.parley {
            Some(parley) if self.relies_on_austria(parley, nation) => {
                format!("{}, if Austria gives a card", self.consent(parley, nation))
            }
            Some(parley) => self.consent(parley, nation),
            None => "Accept".to_owned(),
        }
    }

    /// "Agree to pay 2 FG".
    fn consent(&self, parley: &Parley, nation: Nation) -> String {
        match parley.shares[nation.index()] {
            0 => "Agree".to_owned(),
            share => format!("Agree to pay {share} FG"),
        }
    }

    /// What it says on the button that puts the offer.
    fn offer_label(&self, nation: Nation) -> &'static str {
        match &self.parley {
            Some(parley) if parley.matter == Matter::Cancel => "Ask the others to help",
            Some(parley) if self.relies_on_austria(parley, nation) => {
                "Make the offer, if Austria gives a card"
            }
            _ => "Make the offer",
        }
    }

    /// ", 3 areas away: 2 units are lost on the way", what a way out of an encirclement costs.
    fn losses_of_flight(&self, to: Area) -> String {
        let price = self.battle.as_ref().and_then(|battle| self.price_of_flight(battle, to));
        let (lost, entered) = price.unwrap_or_default();
        let lost = match lost {
            0 => "no unit is lost".to_owned(),
            1 => "1 unit is lost".to_owned(),
            lost => format!("{lost} units are lost"),
        };
        let areas = if entered == 1 { "area" } else { "areas" };
        format!(", {entered} {areas} away: {lost} on the way")
    }

    /// What it takes to retreat without movement points.
    fn sacrifice_label(&self) -> String {
        match self.battle.as_ref().and_then(|battle| self.ransom(battle)) {
            Some(units) if units > 1 => format!("Give up {units} units to retreat without MP"),
            _ => "Give up a unit to retreat without MP".to_owned(),
        }
    }

    fn done_label(&self, nation: Nation) -> &'static str {
        match self.errand() {
            Some(Errand::Enlist(_)) => return "Enlist no more",
            Some(Errand::Abandon { .. }) => return "Give up those aboard",
            _ if self.parley.is_some() => return "Let it stand",
            _ => {}
        }
        if let Some(battle) = &self.battle {
            return done_in_battle(battle.stage);
        }
        match self.phase {
            Phase::Resolve(_, _, Step::Purchase(_)) => "Buy no more",
            Phase::Resolve(Zone::Military, ..) => "Keep the advisor for combat",
            Phase::Resolve(_, _, Step::Tried) => "Buy no card",
            Phase::Resolve(_, _, Step::Cancelled) => "Cancel no more",
            Phase::Resolve(Zone::Diplomacy, ..) => "Go without",
            Phase::Resolve(..) => "Play no card",
            Phase::Powers(_) => "Do not use it",
            Phase::Separate => "Give up all that are left",
            Phase::Move(_) if self.movement.asked == Some(nation) => "Refuse",
            Phase::Move(_) if self.movement.group.is_some() => "The group stays here",
            Phase::Move(_) => "End the movement",
            Phase::Challenge(_) => "No combat at sea",
            Phase::Idle(_) => "Buy no card",
            Phase::Keep(_) => "Keep no more",
            _ => "Done",
        }
    }
}

/// "6 MP", what a card offers instead of its main effect.
fn points_of(card: Card) -> String {
    let points = military(card).and_then(|military| military.or_mp);
    points.map_or_else(|| "MP".to_owned(), |points| format!("{points} MP"))
}

/// "(5 FG and 3 points of Diplomacy)".
fn price_in_words(matter: Matter, initiator: Nation, members: Nations) -> String {
    let parley = Parley::new(initiator, matter, members);
    format!("({} FG and {} points of Diplomacy)", parley.price(), parley.points_missing())
}

/// What it says on the button that goes on with a combat.
fn done_in_battle(stage: Stage) -> &'static str {
    match stage {
        Stage::Avoid => "Stay and fight",
        Stage::Effects(_) | Stage::Card | Stage::Reward(_) => "Play no card",
        Stage::Support(_) => "No support",
        Stage::Retreat => "Give up all that are left",
        Stage::Follow => "Stay here",
        _ => "Done",
    }
}
