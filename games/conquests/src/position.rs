//! A state as JSON that a person can read and write, and the test whether a state can be.

use engine::Game;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value, json};

use crate::areas::Area;
use crate::cards::Cards;
use crate::combat::Sort;
use crate::errands::Due;
use crate::nations::Nation;
use crate::questions::Question;
use crate::state::{Conquests, FrigateId, PLAYERS, Phase, Step};
use crate::tables::Zone;
use crate::troops::{Kind, counters};

impl Serialize for Conquests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Conquests::serialize(self, serializer)
    }
}

/// What is read is checked.
impl<'de> Deserialize<'de> for Conquests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Conquests, D::Error> {
        let game = Conquests::deserialize(deserializer)?;
        game.check().map_err(de::Error::custom)?;
        Ok(game)
    }
}

/// The parts of a state whose fields stood side by side in states written before they had a name, each with those fields.
const PARTS: [(&str, &[&str]); 8] = [
    ("forces", &["troops", "frigates", "reserves"]),
    ("treasury", &["money", "half_points"]),
    ("tracks", &["morale", "earned_morale", "society", "earned_society"]),
    ("feats", &["victories", "successes"]),
    ("council", &["spaces", "two_staffs", "refuges"]),
    ("cards", &["hands", "deck", "tops", "discards", "reshuffled", "kept", "known", "objectives", "seen"]),
    (
        "control",
        &["holders", "garrisons", "captors", "paris_held", "attackers", "challenged", "urgent", "supported"],
    ),
    ("objections", &["reacted", "objected"]),
];

/// A state in today's shape: older ones have all their fields side by side, and say by the fields of a combat or a parley what
/// is asked.
pub(crate) fn restore(state: &Value) -> Result<Conquests, String> {
    let mut state = state.clone();
    if let Some(fields) = state.as_object_mut().filter(|fields| !fields.contains_key("forces")) {
        if let Some(objected) = fields.remove("balked") {
            fields.insert("objected".to_owned(), objected);
        }
        fields.entry("objected").or_insert_with(|| Value::Array(Vec::new()));
        for (part, names) in PARTS {
            let moved = names.iter().filter_map(|name| fields.remove_entry(*name)).collect();
            fields.insert(part.to_owned(), Value::Object(moved));
        }
    }
    if let Some(fields) = state.as_object_mut().filter(|fields| !fields.contains_key("stack")) {
        let asked = asked_before_stacks(fields);
        fields.insert("stack".to_owned(), json!(asked));
    }
    let mut game = Conquests::deserialize(state).map_err(|error| error.to_string())?;
    if game.ended.is_none() && game.errand().is_some() && !matches!(game.asked(), Some(Question::Errand(_))) {
        game.stack.push(Due);
    }
    check(&game)?;
    Ok(game)
}

/// What was asked in a state without a stack, but for errands: a combat had a stage.
fn asked_before_stacks(fields: &mut Map<String, Value>) -> Vec<Value> {
    let turn = json!("turn");
    if let Some(Value::Object(parley)) = fields.get("parley") {
        let question = match (parley["matter"].as_str(), parley["offered"].as_bool()) {
            (None, _) => "object",
            (Some(_), Some(false)) => "draft",
            (Some("alliance"), _) => "join",
            (Some(_), _) => "help",
        };
        return vec![turn, json!(question)];
    }
    let Some(Value::Object(battle)) = fields.get_mut("battle") else { return vec![turn] };
    battle.remove("asked");
    let stage = battle.remove("stage").unwrap_or_default();
    let (word, more) = match &stage {
        Value::Object(stage) => {
            stage.iter().next().map_or(("end", &Value::Null), |(word, more)| (&word[..], more))
        }
        stage => (stage.as_str().unwrap_or("end"), &Value::Null),
    };
    let mut asked = vec![turn];
    asked.extend(match word {
        "part" | "avoid" => vec![json!("avoid")],
        "effects" => vec![json!({ "effects": { "role": more } })],
        "support" => vec![json!({ "support": { "role": more } })],
        "die" => vec![json!({ "support": { "role": "defender" } })],
        "card" => vec![json!("who-plays")],
        "reward" => vec![json!({ "reward": { "nation": more } })],
        "losses" => {
            let below = if more == "result" { "grieve" } else { "retreat" };
            vec![json!(below), json!({ "losses": { "after": more } })]
        }
        "fall" | "end" => vec![json!("captor")],
        word => vec![json!(word)],
    });
    asked
}

/// Whether the state can be.
pub(crate) fn check(game: &Conquests) -> Result<(), String> {
    if !(2..=PLAYERS as u8).contains(&game.players) {
        return Err(format!("{} players", game.players));
    }
    audit_stack(game)?;
    audit_phase(game)?;
    audit_counters(game)?;
    audit_frigates(game)?;
    audit_cards(game)?;
    audit_battle(game)?;
    audit_group(game)?;
    audit_treaties(game)?;
    for land in Area::lands() {
        let strangers = game.treaties.are_hostile(game.forces.present(land));
        let fought = matches!(
            game.phase,
            Phase::Move(_) | Phase::Challenge(_) | Phase::Combat(_) | Phase::Idle(_) | Phase::Keep(_)
        );
        let fought = fought && game.ended.is_none() && game.battle.is_none();
        if strangers && !game.control.is_disputed(land) && fought {
            return Err(format!("strangers share {land}, and no combat is pending"));
        }
    }
    Ok(())
}

/// The turn is lowest; a combat or a parley that is asked about is there, and an errand that is asked about is due.
fn audit_stack(game: &Conquests) -> Result<(), String> {
    let asked: Vec<Question> = game.stack.iter().collect();
    let (errand, rest) = match asked.split_last() {
        Some((Question::Errand(_), rest)) => (true, rest),
        _ => (false, &asked[..]),
    };
    let sound = match *rest {
        [Question::Turn] => game.battle.is_none() && game.parley.is_none(),
        [Question::Turn, Question::Grieve | Question::Retreat, Question::Losses(_)] => {
            game.battle.is_some() && game.parley.is_none()
        }
        [Question::Turn, Question::Losses(_)] => false,
        [Question::Turn, question] if question.is_of_combat() => {
            game.battle.is_some() && game.parley.is_none()
        }
        [Question::Turn, question] => {
            game.battle.is_none() && game.parley.is_some_and(|parley| parley.asks() == question)
        }
        _ => false,
    };
    let due = game.errand().is_some() || game.ended.is_some();
    if sound && (due || !errand) { Ok(()) } else { Err(format!("{asked:?} cannot be asked")) }
}

/// The phase speaks of a nation in the order, and of a space of the board.
fn audit_phase(game: &Conquests) -> Result<(), String> {
    let sound = match game.phase {
        Phase::Resolve(zone, space, step) => {
            let buys = matches!(step, Step::Purchase(_));
            space < zone.spaces() && (!buys || zone == Zone::Military)
        }
        Phase::Deploy(place)
        | Phase::Move(place)
        | Phase::Challenge(place)
        | Phase::Combat(place)
        | Phase::Idle(place)
        | Phase::Keep(place) => usize::from(place) < game.order.len(),
        Phase::Advisors(_) | Phase::Powers(_) | Phase::Exchange { .. } | Phase::Separate => true,
    };
    let sound = sound || game.ended.is_some();
    if sound { Ok(()) } else { Err(format!("there is no {:?}", game.phase)) }
}

/// No nation has more units than counters (N-3.1-conservation).
fn audit_counters(game: &Conquests) -> Result<(), String> {
    for nation in Nation::all() {
        let mut used = game.forces.reserves[nation].units().collect::<Vec<_>>();
        for land in Area::lands() {
            used.extend(game.forces.troops(nation, land).units());
        }
        for frigate in FrigateId::of(nation).map(|frigate| game.forces.frigate(frigate)) {
            used.extend(frigate.cargo.units());
            used.extend(frigate.at.map(|_| Kind::Frigate));
        }
        for kind in Kind::all() {
            let count = used.iter().filter(|own| **own == kind).count();
            if count > usize::from(counters(nation).count(kind)) {
                return Err(format!("{nation} has {count} {kind}"));
            }
        }
    }
    Ok(())
}

fn audit_frigates(game: &Conquests) -> Result<(), String> {
    for (frigate, number) in game.forces.frigates.iter().zip(0..) {
        let nation = FrigateId(number).nation();
        if frigate.at.is_some_and(|area| !area.is_sea()) {
            return Err(format!("a frigate of {nation} is aground"));
        }
        if frigate.cargo.len() > 3 || frigate.at.is_none() && !frigate.cargo.is_empty() {
            return Err(format!("a frigate of {nation} carries {}", frigate.cargo));
        }
    }
    Ok(())
}

/// A combat has two sides; nobody defends a neutral capital but its garrison, nor a capital that was empty.
fn audit_battle(game: &Conquests) -> Result<(), String> {
    let Some(battle) = game.battle else { return Ok(()) };
    let undefended = battle.sort == Sort::Garrison
        || matches!(game.asked_in_combat(), Some(Question::Captor | Question::Follow));
    let [attack, defence] = battle.sides;
    match attack.is_empty() || defence.is_empty() && !undefended {
        true => Err(format!("a side of the combat in {} has no nation", battle.area)),
        false => Ok(()),
    }
}

/// A group consists of units that stand where it is.
fn audit_group(game: &Conquests) -> Result<(), String> {
    let Some(group) = &game.movement.group else { return Ok(()) };
    let stands = |nation: Nation| game.forces.troops(nation, group.at).includes(group.troops[nation]);
    match !group.at.is_sea() && Nation::all().all(stands) {
        true => Ok(()),
        false => Err(format!("a group marches in {} with units that are not there", group.at)),
    }
}

/// A nation is in one Alliance at a time (N-9.2-one-at-a-time), and what is pledged is in hand.
fn audit_treaties(game: &Conquests) -> Result<(), String> {
    for nation in Nation::all() {
        if game.treaties.bonds().filter(|treaty| treaty.members.contains(nation)).count() > 1 {
            return Err(format!("{nation} is in two Alliances"));
        }
    }
    if let Some(treaty) = game.treaties.bonds().find(|treaty| treaty.members.len() < 2) {
        return Err(format!("{} is in an Alliance with nobody", treaty.members));
    }
    let held = game.cards.hands.iter().fold(Cards::EMPTY, |all, hand| all | *hand);
    match game.parley.is_some_and(|parley| !(parley.pledged - held).is_empty()) {
        true => Err("a card is pledged that nobody holds".into()),
        false => Ok(()),
    }
}

/// Every card is in one place at most.
fn audit_cards(game: &Conquests) -> Result<(), String> {
    let mut found = Cards::EMPTY;
    for cards in game.cards.hands.iter().chain([&game.cards.deck, &game.cards.discards]) {
        if let Some(card) = (found & *cards).iter().next() {
            return Err(format!("card {card} is in two places"));
        }
        found = found | *cards;
    }
    match game.cards.tops.iter().flatten().find(|top| !game.cards.deck.contains(**top)) {
        Some(top) => Err(format!("card {top} is on top of a deck that it is not in")),
        None => Ok(()),
    }
}
