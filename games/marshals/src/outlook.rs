//! What a battle would bring, before it is fought.
//!
//! How strong an enemy is who is not revealed nobody tells: it is worked out how many factors under the leader on top the attack would
//! beat. Marches to the guns are not counted, neither side's.

use atlas::topology::HexId;
use engine::{Figure, Forecast, Game, Recorder, Seat, Target, Text, Verb};

use crate::action::Action;
use crate::combat::{Outlook, Role};
use crate::event::{hex_at, hex_name, space};
use crate::field::{Muster, Stance};
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::movement::routes::routes;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;

/// The most factors that are imagined in an enemy's stack.
const MOST: u8 = 30;

/// What would come of an attack, or of the battle that is declared or fought at this place.
pub(crate) fn forecast(game: &Marshals, seat: Seat, target: &Target) -> Option<Forecast> {
    let place = match *target {
        Target::Space(at) | Target::Move { to: at, .. } => hex_at(at),
        Target::Piece { .. } | Target::Button => None,
    };
    if let Some(battle) = game.battle().filter(|battle| Some(battle.target) == place) {
        let revealed = battle.clash.as_ref().is_some_and(|clash| !clash.veiled);
        if revealed {
            return game.outlook_of_battle().map(|outlook| exact(&outlook, battle.target));
        }
    }
    let to = place?;
    let actions = attack(game, seat, target, to)?;
    let mut ready = game.clone();
    for action in &actions {
        ready.apply(seat, action, &mut Recorder::silent()).ok()?;
    }
    let (nation, leader) = seen(&ready, to)?;
    let outlooks: Vec<Outlook> = (1..=MOST)
        .map_while(|factors| imagined(&ready, to, nation, leader, factors).outlook_of_battle())
        .collect();
    supposed(&outlooks, to, leader)
}

/// What everybody sees of the enemies in the open at a place: whose they are, and who is on top.
fn seen(game: &Marshals, to: HexId) -> Option<(NationId, Option<LeaderId>)> {
    let attacker = game.battle()?.nation;
    let faces = game.faces();
    let there = faces.iter().filter(|face| face.key.hex == to && face.key.stance == Stance::Open);
    let face = there.into_iter().find(|face| game.are_enemies(face.nation, attacker))?;
    Some((face.nation, face.leader))
}

/// The same game with so much infantry at a place, in supply, under whoever is seen there.
fn imagined(game: &Marshals, to: HexId, nation: NationId, leader: Option<LeaderId>, factors: u8) -> Marshals {
    let mut world = game.clone();
    let enemies = |other: NationId| game.are_enemies(other, nation);
    let hidden: Vec<Muster> = game
        .forces
        .at(to)
        .iter()
        .map(|force| force.muster)
        .filter(|muster| muster.stance == Stance::Open && !enemies(muster.nation))
        .collect();
    hidden.into_iter().for_each(|muster| world.forces.remove(muster));
    let below: Vec<LeaderId> = game
        .staff
        .at(to, Stance::Open)
        .filter(|other| Some(*other) != leader && !enemies(other.get().nation))
        .collect();
    below.into_iter().for_each(|other| world.staff.send(other, Post::Away));
    let muster = Muster::fresh(to, nation);
    world.forces.put(muster, Factors::infantry(factors));
    world.forces.store(muster, 1, 0);
    world
}

/// How many factors an attack would beat.
fn supposed(outlooks: &[Outlook], to: HexId, leader: Option<LeaderId>) -> Option<Forecast> {
    let first = outlooks.first()?;
    let under = leader.map_or(String::new(), |leader| format!(" under {}", leader.name()));
    let wins = |outlook: &&Outlook| outlook.verdict.victor == Role::Attacker;
    let beaten = outlooks.iter().take_while(wins).count();
    let toll = |outlook: &Outlook| (outlook.attackers.lost, outlook.defender.lost);
    let value = first.exchange.attack_value;
    let mut lines: Vec<Text> =
        vec![format!("{}: combat value {value} against what is hidden.", hex_name(to)).into()];
    if let Some(outlook) = beaten.checked_sub(1).and_then(|last| outlooks.get(last)) {
        let (own, theirs) = toll(outlook);
        let text =
            format!("It beats up to {beaten} factors{under}, for {own} lost factors and {theirs} of theirs.");
        lines.push(text.into());
    }
    if let Some(outlook) = outlooks.get(beaten) {
        let (own, theirs) = toll(outlook);
        let least = beaten + 1;
        let text = format!("It fails against {least}{under}, for {own} lost factors and {theirs} of theirs.");
        lines.push(text.into());
    }
    lines.push("Counted as infantry in supply; marches to the guns come on top.".into());
    Some(Forecast { lines, figures: Vec::new(), samples: None })
}

/// The actions that lead to an attack, by what was pointed at; none if it is declared already.
fn attack(game: &Marshals, seat: Seat, target: &Target, to: HexId) -> Option<Vec<Action>> {
    if game.battle().is_some_and(|battle| battle.target == to) && !matches!(target, Target::Move { .. }) {
        return Some(Vec::new());
    }
    let piece = match (target, game.asked()?) {
        (Target::Move { piece, .. }, _) => *piece,
        (_, Question::Marching(march)) => march.piece(game),
        _ => return None,
    };
    let found = routes(game, seat, &[piece], &[])
        .into_iter()
        .find(|route| route.choice.verb == Verb::Attack && route.way.last() == Some(&space(to)));
    found.map(|route| route.actions)
}

fn exact(outlook: &Outlook, target: HexId) -> Forecast {
    let exact = outlook.exact;
    let mut forecast = told(std::slice::from_ref(outlook), target).unwrap_or(Forecast {
        lines: Vec::new(),
        figures: Vec::new(),
        samples: None,
    });
    forecast.samples = None;
    if !exact {
        forecast.lines.push("Both sides place their hits as usual.".into());
    }
    forecast
}

/// "9", or "6 to 9".
fn span(numbers: impl Iterator<Item = u16> + Clone) -> String {
    match (numbers.clone().min(), numbers.max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(least), _) => least.to_string(),
        _ => String::new(),
    }
}

fn told(outlooks: &[Outlook], target: HexId) -> Option<Forecast> {
    if outlooks.is_empty() {
        return None;
    }
    let all = outlooks.len() as f64;
    let won = outlooks.iter().filter(|outlook| outlook.verdict.victor == Role::Attacker).count();
    let mean = |number: &dyn Fn(&Outlook) -> u16| {
        outlooks.iter().map(|outlook| f64::from(number(outlook))).sum::<f64>() / all
    };
    let attack = span(outlooks.iter().map(|outlook| outlook.exchange.attack_value));
    let defence = span(outlooks.iter().map(|outlook| outlook.exchange.defence_value));
    let hits = span(outlooks.iter().map(|outlook| outlook.exchange.attack));
    let back = span(outlooks.iter().map(|outlook| outlook.exchange.counterattack));
    let lines: Vec<Text> = vec![
        format!("{}: combat value {attack} against {defence}.", hex_name(target)).into(),
        format!("{hits} hits on the defender, {back} on the attacker.").into(),
    ];
    Some(Forecast {
        lines,
        figures: vec![
            Figure::new("attackers-win", won as f64 / all),
            Figure::new("attackers-lose", mean(&|outlook| outlook.attackers.lost)),
            Figure::new("defenders-lose", mean(&|outlook| outlook.defender.lost)),
        ],
        samples: Some(outlooks.len() as u32),
    })
}
