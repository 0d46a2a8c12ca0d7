//! How every decision shows: what it says, what it costs, and what is clicked for it.

use engine::{
    Choice, Cost, Currency, Effect, EffectKind, Game, PieceKey, Recorder, Seat, Target, Text, Verb,
};

use super::mat::notes;
use super::sheets::points;
use super::{box_of, space};
use crate::action::Action;
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Domain, Tab};
use crate::errands::Errand;
use crate::gifts::{LANDING, military};
use crate::movement::BOARDING;
use crate::nations::{Nation, Nations};
use crate::odds;
use crate::parley::{Matter, Parley, separate};
use crate::state::{Conquests, FrigateId, Phase, Step};
use crate::tables::{Zone, prices};
use crate::troops::Kind;
use crate::view::keys::Units;
use crate::view::{area_at, faces};

pub(crate) fn on_card(verb: Verb, card: Card, label: String) -> Choice {
    Choice::new(verb, label, Target::Piece { piece: PieceKey::of(&card) })
}

pub(crate) fn there(verb: Verb, at: Area, label: String) -> Choice {
    Choice::new(verb, label, Target::Space(space(at)))
}

/// A choice with what comes of it.
pub(crate) fn with_effect(choice: Choice, kind: EffectKind, words: impl Into<Text>) -> Choice {
    Choice { effect: Some(Effect::new(kind, words)), ..choice }
}

/// The same, where nothing is out of the ordinary.
pub(crate) fn with_words(choice: Choice, words: impl Into<Text>) -> Choice {
    with_effect(choice, EffectKind::Plain, words)
}

/// A choice with what is the same for all: which tab of a card is used, and whether there is a way back.
pub(crate) fn finished(game: &Conquests, seat: Seat, action: Action, choice: Choice) -> Choice {
    Choice {
        tab: tab_used(game, action),
        seals: is_sealed_by(game, seat, action),
        odds: odds::odds_of(game, action),
        ..choice
    }
}

/// Whether dice are thrown or something hidden is shown as soon as this is done: often by what follows of itself.
pub(crate) fn is_sealed_by(game: &Conquests, seat: Seat, action: Action) -> bool {
    if matches!(action, Action::Pick { .. } | Action::Drop { .. } | Action::Share { .. }) {
        return false;
    }
    let (mut after, mut log) = (game.clone(), Recorder::silent());
    let done = after.apply(seat, &action, &mut log).is_ok();
    done && (log.revealed || after.dice.drawn() != game.dice.drawn())
}

/// Which of a card's three tabs an action is about.
fn tab_used(game: &Conquests, action: Action) -> Option<u8> {
    let (card, domain) = match action {
        Action::Play(card)
        | Action::PlayForPoints(card)
        | Action::PlayForGuard(card)
        | Action::PlayOn { card, .. }
        | Action::Subsidise(card) => (card, domain_in_use(game)?),
        Action::Pledge(card) | Action::Sponsor { card, .. } => (card, Domain::Diplomacy),
        Action::Reward { card, domain, .. } => (card, domain),
        _ => return None,
    };
    let tab = card.face().tabs.iter().position(|tab| tab.domain == domain)?;
    u8::try_from(tab).ok()
}

/// What a move costs, in halves of movement points.
fn charge(game: &Conquests, own: Nation, action: Action) -> Option<i16> {
    match game.errand() {
        Some(Errand::Abandon { .. }) => matches!(action, Action::Land { .. }).then_some(LANDING as i16),
        None if matches!(action, Action::Board { .. }) => Some(BOARDING as i16),
        _ => game.toll(own, action).map(|toll| toll as i16),
    }
}

/// A choice of a phase or an errand, with what it is paid with.
pub(crate) fn priced(game: &Conquests, own: Nation, action: Action) -> Choice {
    let choice = plain_choice(game, own, action);
    if let Some(toll) = charge(game, own, action) {
        return with_toll(own, own, toll, choice);
    }
    let members = match action {
        Action::Force(nation) => Nations::from(nation),
        Action::Cancel(nation) => game.treaties.friends(nation),
        _ => Nations::NONE,
    };
    let (amount, currency) = match action {
        Action::Enlist { kind, .. } if game.errand().is_none() => (prices().unit(kind), Currency::Fg),
        Action::BuyPoints | Action::BuyCard => (1, Currency::Fg),
        Action::Ally(nations) => (prices().alliance * nations.len(), Currency::Fg),
        Action::Force(_) => (Parley::new(own, Matter::Force, members).price(), Currency::Fg),
        Action::Cancel(_) => (Parley::new(own, Matter::Cancel, members).price(), Currency::Fg),
        Action::Play(card) | Action::PlayOn { card, .. } => price_of_card(game, card),
        _ => return choice,
    };
    match amount {
        0 => choice,
        amount => choice.costing(amount.into(), currency),
    }
}

/// What the effect of a card costs that is played now.
fn price_of_card(game: &Conquests, card: Card) -> (u8, Currency) {
    let effect = military(card).filter(|_| domain_in_use(game) == Some(Domain::Military));
    match effect.map(|effect| (effect.cost, effect.cost_mp)) {
        Some((0, points)) => (points, Currency::Mp),
        Some((money, _)) => (money, Currency::Fg),
        None => (0, Currency::Fg),
    }
}

/// "attacks Prussia", of whoever enters an area.
pub(crate) fn attack_in_words(game: &Conquests, attacker: Nation, to: Area) -> String {
    let enemies = game.forces.present(to) - game.treaties.friends(attacker);
    match (enemies.is_empty(), game.control.is_garrisoned(to), to.capital_of()) {
        (false, ..) => format!("attacks {enemies}"),
        (true, true, _) => "attacks the garrison".to_owned(),
        (true, false, Some(owner)) => format!("attacks the capital of {owner}"),
        (true, false, None) => "attacks".to_owned(),
    }
}

/// A move that may be an attack.
fn attacking(game: &Conquests, own: Nation, to: Area, choice: Choice) -> Choice {
    match game.provokes(own, to) {
        true => with_effect(choice, EffectKind::Attack, attack_in_words(game, own, to)),
        false => choice,
    }
}

fn plain_choice(game: &Conquests, own: Nation, action: Action) -> Choice {
    match action {
        Action::Place { kind, at } => there(Verb::Place, at, format!("Place {kind} in {at}")),
        Action::Convert { kind, at } => {
            let label = format!("Make the {kind} in {at} Guard");
            on_units(game, Verb::Choose, Nation::France, kind, at, label)
        }
        Action::Advise { zone, space } => {
            let label = format!("Send an advisor to {zone} {}", space + 1);
            let choice = Choice::new(Verb::Place, label, Target::Space(box_of(zone, space)));
            with_words(choice, notes(zone, space + 1).join(", "))
        }
        Action::Enlist { kind, at } => there(Verb::Recruit, at, format!("Enlist {kind} in {at}")),
        Action::BuyPoints => Choice::button(Verb::Buy, "Buy 2 MP"),
        Action::Play(_)
        | Action::PlayForPoints(_)
        | Action::PlayForGuard(_)
        | Action::PlayOn { .. }
        | Action::Subsidise(_) => way_of_playing(game, action),
        Action::Grant(nation) => Choice::button(Verb::Give, format!("Give 1 FG to {nation}")),
        Action::Strike { nation, kind, at } => {
            let label = format!("Destroy {} {kind} in {at}", nation.adjective());
            on_units(game, Verb::Remove, nation, kind, at, label)
        }
        Action::Sink(frigate) => sunk(game, frigate),
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
            let members = game.treaties.friends(nation);
            let choice = Choice::button(Verb::Break, format!("Cancel the Alliance of {members}"));
            with_words(choice, points_in_words(Matter::Cancel, own, members))
        }
        Action::Accept => Choice::button(Verb::Accept, "Lend your units"),
        Action::Refuse => Choice::button(Verb::Refuse, "Refuse"),
        Action::Give { card, to } => on_card(Verb::Give, card, format!("Give {card} to {to}")),
        Action::Show { card, to } => on_card(Verb::Show, card, format!("Show {card} to {to}")),
        Action::Part { nation, to } => {
            let label = match separate::those_who_part(game, nation) {
                alone if alone.len() == 1 => format!("Send the {} units to {to}", nation.adjective()),
                company => format!("Send the units of {company} to {to}"),
            };
            attacking(game, nation, to, there(Verb::Move, to, label))
        }
        Action::Stay(nation) => Choice::button(Verb::Choose, format!("Let {nation} stay")),
        Action::Pick { nation, kind, at } => {
            let label = match game.movement.group {
                Some(_) => format!("Take {} {kind} along", nation.adjective()),
                None => format!("Take {} {kind} along from {at}", nation.adjective()),
            };
            on_units(game, Verb::Select, nation, kind, at, label)
        }
        Action::Drop { nation, kind } => {
            let at = game.movement.group.map_or(Area::capital(nation), |group| group.at);
            let label = format!("Leave {} {kind} behind", nation.adjective());
            on_units(game, Verb::Deselect, nation, kind, at, label)
        }
        Action::AskUnits(nation) => Choice::button(Verb::Ask, format!("Ask {nation} for units")),
        Action::March(to) => match game.provokes(own, to) {
            true => attacking(game, own, to, there(Verb::Attack, to, format!("Attack in {to}"))),
            false => there(Verb::Move, to, format!("March to {to}")),
        },
        Action::Embark { kind, from, frigate } => {
            let nation = frigate.nation();
            let label = format!("Take {} {kind} aboard the {}", nation.adjective(), named(game, frigate));
            moving_units(game, Verb::Embark, nation, kind, from, berth(game, frigate), label)
        }
        Action::Land { kind, frigate, to } => {
            let nation = frigate.nation().adjective();
            let label = format!("Land {nation} {kind} from frigate {} in {to}", frigate.number());
            let target = Target::Move { piece: PieceKey::of(&frigate), to: space(to) };
            attacking(game, own, to, Choice::new(Verb::Land, label, target))
        }
        Action::Sail { frigate, to } => sailing(game, Verb::Sail, frigate, to),
        Action::Challenge { sea, nation, all } => {
            let whom = match all {
                true => format!("{nation} and its Allies"),
                false => nation.to_string(),
            };
            there(Verb::Attack, sea, format!("Challenge {whom} in {sea}"))
        }
        Action::Fight(area) => fighting(game, area),
        Action::Lose { nation, kind } => lost(game, own, nation, kind, left_behind(game, nation)),
        Action::Retreat { nation, kind, to } => retreating(game, nation, kind, left_behind(game, nation), to),
        Action::Board { nation, kind, frigate } => {
            boarding(game, nation, kind, left_behind(game, nation), frigate)
        }
        Action::Keep(card) => on_card(Verb::Keep, card, format!("Keep {card}")),
        Action::Done => closing(game, own),
        _ => unlisted(action),
    }
}

/// A card that is played, with its price.
pub(crate) fn card_played(game: &Conquests, action: Action) -> Choice {
    let choice = way_of_playing(game, action);
    match action {
        Action::Play(card) | Action::PlayOn { card, .. } => match price_of_card(game, card) {
            (0, _) => choice,
            (amount, currency) => choice.costing(amount.into(), currency),
        },
        _ => choice,
    }
}

fn way_of_playing(game: &Conquests, action: Action) -> Choice {
    match action {
        Action::Play(card) => played(game, card, format!("Play {card}"), Tab::played),
        Action::PlayForPoints(card) => {
            let choice = on_card(Verb::Play, card, format!("Play {card} for MP"));
            let points = military(card).and_then(|military| military.or_mp).unwrap_or(0);
            with_words(choice, format!("{points} MP"))
        }
        Action::PlayForGuard(card) => on_card(Verb::Play, card, format!("Play {card} for the Guard")),
        Action::PlayOn { card, nation } => {
            played(game, card, format!("Play {card} on {nation}"), |tab| tab.played_on(nation))
        }
        Action::Subsidise(card) => {
            let choice = on_card(Verb::Play, card, format!("Play {card} for other nations"));
            with_words(choice, "5 FG for them")
        }
        _ => unlisted(action),
    }
}

/// What is no answer to the question that is asked.
///
/// # Panics
/// Always: only what is legal is shown.
pub(crate) fn unlisted(action: Action) -> Choice {
    unreachable!("{action:?} is shown where it is not asked for")
}

/// The button that names a nation.
pub(crate) fn chosen(nation: Nation) -> Choice {
    Choice::button(Verb::Choose, format!("Choose {nation}"))
}

/// A unit that is lost, or destroyed if it is an enemy's.
pub(crate) fn lost(game: &Conquests, own: Nation, nation: Nation, kind: Kind, at: Area) -> Choice {
    let label = match game.treaties.allied(own, nation) {
        true => format!("Lose {} {kind}", nation.adjective()),
        false => format!("Destroy {} {kind}", nation.adjective()),
    };
    on_units(game, Verb::Lose, nation, kind, at, label)
}

/// A frigate that is lost or destroyed.
pub(crate) fn sunk(game: &Conquests, frigate: FrigateId) -> Choice {
    let label = format!("Sink the {}", named(game, frigate));
    Choice::new(Verb::Remove, label, Target::Piece { piece: PieceKey::of(&frigate) })
}

pub(crate) fn retreating(game: &Conquests, nation: Nation, kind: Kind, from: Area, to: Area) -> Choice {
    let label = format!("Retreat {} {kind} to {to}", nation.adjective());
    moving_units(game, Verb::Retreat, nation, kind, from, to, label)
}

pub(crate) fn boarding(
    game: &Conquests,
    nation: Nation,
    kind: Kind,
    from: Area,
    frigate: FrigateId,
) -> Choice {
    let label = format!("Take {} {kind} aboard the {}", nation.adjective(), named(game, frigate));
    moving_units(game, Verb::Embark, nation, kind, from, berth(game, frigate), label)
}

pub(crate) fn sailing(game: &Conquests, verb: Verb, frigate: FrigateId, to: Area) -> Choice {
    let label = format!("Sail the {} to {to}", named(game, frigate));
    Choice::new(verb, label, Target::Move { piece: PieceKey::of(&frigate), to: space(to) })
}

/// A combat that is begun, or fought on.
pub(crate) fn fighting(game: &Conquests, area: Area) -> Choice {
    let choice = there(Verb::Fight, area, format!("Fight in {area}"));
    match odds::strengths_in(game, area) {
        Some(strengths) => with_effect(choice, EffectKind::Attack, strengths),
        None => choice,
    }
}

/// A button that gives something up for good.
pub(crate) fn grave(label: &'static str, words: &'static str) -> Choice {
    with_effect(Choice::button(Verb::Done, label), EffectKind::Grave, words)
}

/// The card that is clicked.
pub(crate) fn card_at(target: &Target) -> Option<Card> {
    match target {
        Target::Piece { piece } => piece.get(),
        _ => None,
    }
}

/// The units that are clicked.
pub(crate) fn units_at(target: &Target) -> Option<Units> {
    match target {
        Target::Piece { piece } => piece.get(),
        _ => None,
    }
}

/// The frigate that is clicked.
pub(crate) fn frigate_at(target: &Target) -> Option<FrigateId> {
    match target {
        Target::Piece { piece } => piece.get(),
        _ => None,
    }
}

/// The units that are to be moved.
pub(crate) fn units_moved(target: &Target) -> Option<Units> {
    match target {
        Target::Move { piece, .. } => piece.get(),
        _ => None,
    }
}

/// The frigate that is to be moved.
pub(crate) fn frigate_moved(target: &Target) -> Option<FrigateId> {
    match target {
        Target::Move { piece, .. } => piece.get(),
        _ => None,
    }
}

/// The area that is clicked, or that something is to be moved to.
pub(crate) fn area_meant(target: &Target) -> Option<Area> {
    match *target {
        Target::Space(at) | Target::Move { to: at, .. } => area_at(at),
        Target::Piece { .. } | Target::Button => None,
    }
}

/// A card that is played for its effect in the domain of the moment.
fn played(game: &Conquests, card: Card, label: String, words: impl Fn(&Tab) -> String) -> Choice {
    let choice = on_card(Verb::Play, card, label);
    match domain_in_use(game).and_then(|domain| card.tab(domain)) {
        Some(tab) => with_words(choice, words(tab)),
        None => choice,
    }
}

/// A click on units of a kind; on a frigate that is there or that has them aboard.
pub(crate) fn on_units(
    game: &Conquests,
    verb: Verb,
    nation: Nation,
    kind: Kind,
    at: Area,
    label: String,
) -> Choice {
    Choice::new(verb, label, Target::Piece { piece: faces::units_piece(game, nation, kind, at) })
}

pub(crate) fn moving_units(
    game: &Conquests,
    verb: Verb,
    nation: Nation,
    kind: Kind,
    from: Area,
    to: Area,
    label: String,
) -> Choice {
    Choice::new(
        verb,
        label,
        Target::Move { piece: faces::units_piece(game, nation, kind, from), to: space(to) },
    )
}

/// The land that units break out of or part in.
fn left_behind(game: &Conquests, nation: Nation) -> Area {
    match game.errand() {
        Some(Errand::Shed { from, .. }) => *from,
        _ => separate::parting_land(game).unwrap_or(Area::capital(nation)),
    }
}

/// Where a frigate lies.
fn berth(game: &Conquests, frigate: FrigateId) -> Area {
    game.forces.frigate(frigate).at.unwrap_or_else(Area::irish_sea)
}

/// A frigate by whose it is, its number and what it carries.
fn named(game: &Conquests, frigate: FrigateId) -> String {
    let cargo = game.forces.frigate(frigate).cargo;
    match cargo.is_empty() {
        true => frigate.to_string(),
        false => format!("{frigate} with {cargo}"),
    }
}

/// The domain whose effects are played now.
pub(crate) fn domain_in_use(game: &Conquests) -> Option<Domain> {
    if game.battle.is_some() {
        return Some(Domain::Military);
    }
    match game.phase {
        Phase::Resolve(zone, ..) => zone.domain(),
        Phase::Powers(number) => {
            let domains = [Domain::Morale, Domain::Society, Domain::Diplomacy, Domain::Finance];
            domains.get(usize::from(number)).copied()
        }
        _ => None,
    }
}

/// The button that closes a question or goes without, by what it means at the moment.
fn closing(game: &Conquests, nation: Nation) -> Choice {
    match game.errand() {
        Some(Errand::Enlist(_)) => return Choice::button(Verb::Done, "Enlist no more"),
        Some(Errand::Abandon { .. }) => return grave("Give up those aboard", "they are lost"),
        _ => {}
    }
    let (verb, label) = match game.phase {
        Phase::Resolve(_, _, Step::Purchase(_)) => (Verb::Done, "Buy no more"),
        Phase::Resolve(Zone::Military, ..) => (Verb::Pass, "Keep the advisor for combat"),
        Phase::Resolve(_, _, Step::Tried) => (Verb::Pass, "Buy no card"),
        Phase::Resolve(_, _, Step::Cancelled) => (Verb::Done, "Cancel no more"),
        Phase::Resolve(Zone::Diplomacy, ..) => (Verb::Pass, "Go without"),
        Phase::Resolve(..) => (Verb::Pass, "Play no card"),
        Phase::Powers(_) => (Verb::Pass, "Go without its power"),
        Phase::Separate => return grave("Give up all that are left", "they are lost"),
        Phase::Move(_) if game.movement.asked == Some(nation) => (Verb::Refuse, "Refuse"),
        Phase::Move(_) if game.movement.group.is_some() => (Verb::Done, "Leave the group here"),
        Phase::Move(_) => (Verb::EndTurn, "End the movement"),
        Phase::Challenge(_) => (Verb::Pass, "Fight no combat at sea"),
        Phase::Idle(_) => (Verb::Pass, "Buy no card"),
        Phase::Keep(_) => (Verb::Done, "Keep no more"),
        Phase::Exchange { .. } => (Verb::Done, "Share no more cards"),
        Phase::Deploy(_) | Phase::Advisors(_) | Phase::Combat(_) => (Verb::Done, "Go on"),
    };
    Choice::button(verb, label)
}

/// A move with what it costs, and who pays if that is somebody else.
pub(crate) fn with_toll(own: Nation, payer: Nation, toll: i16, choice: Choice) -> Choice {
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
