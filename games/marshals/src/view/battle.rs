//! The battle that is being fought, for all to watch. Rulebook "How to Conduct Combat".

use engine::{Battle as Shown, Counts, Factor, Fighter, Gauge, PieceKey, Side, Text, Turn};

use super::{Units, tint};
use crate::battle::{Battle, Clash, Course, Sort};
use crate::combat::{Account, AssaultRules, LayOut, Onset, Reckoning, Role, Stack, What, account};
use crate::event::{hex_name, space};
use crate::ids::NationId;
use crate::questions::Question;
use crate::state::Marshals;

/// What everybody sees of the battle: nothing before both sides have seen each other.
pub(super) fn board(game: &Marshals) -> Option<Shown> {
    let battle = game.battle()?;
    let clash = battle.clash.as_ref()?;
    let name = hex_name(battle.target);
    let title = match battle.sort {
        Sort::Field => format!("Battle of {name}"),
        Sort::Assault => format!("Assault on {name}"),
        Sort::Sortie => format!("Sortie from {name}"),
    };
    let reckoned = reckon(game, clash);
    let sides = [Role::Attacker, Role::Defender].map(|role| side(clash, role, &reckoned));
    let fighters = match clash.veiled {
        true => Vec::new(),
        false => [Role::Attacker, Role::Defender]
            .into_iter()
            .flat_map(|role| fighters(game, battle, role))
            .collect(),
    };
    Some(Shown {
        title: title.into(),
        at: space(battle.target),
        stage: stage(game).into(),
        notes: notes(game, clash),
        sides: sides.to_vec(),
        fighters,
        outlook: Vec::new(),
    })
}

/// The arithmetic of both sides as they stood at first.
fn reckon(game: &Marshals, clash: &Clash) -> Account {
    let approaches = clash.hexes.iter().map(|hex| game.engagement().approach(*hex));
    let onsets: Vec<Onset> = clash.before[Role::Attacker]
        .iter()
        .zip(approaches)
        .map(|(stack, approach)| Onset { strength: stack.strength(), approach })
        .collect();
    account(&onsets, clash.before[Role::Defender][0].strength(), clash.site, AssaultRules::default())
}

fn nations(stacks: &[Stack]) -> Vec<NationId> {
    let mut nations: Vec<NationId> =
        stacks.iter().flat_map(|stack| &stack.contingents).map(|contingent| contingent.nation).collect();
    nations.sort_unstable();
    nations.dedup();
    nations
}

fn side(clash: &Clash, role: Role, reckoned: &Account) -> Side {
    let stacks = &clash.before[role];
    let nations = nations(stacks);
    let names: Vec<&str> = nations.iter().map(|nation| nation.name()).collect();
    let word = if role == Role::Attacker { "Attack" } else { "Defence" };
    let mut parts = Reckoning::default();
    for stack in stacks {
        LayOut::canonical(stack).reckon(stack, &mut parts);
    }
    // The value of a stack alone is that of all.
    let alone = stacks.len() == 1;
    parts.lines.retain(|line| !(alone && line.what == What::Value));
    let lines = parts.lines.iter().chain(&reckoned.of(role).lines);
    let factors = lines.map(|line| Factor {
        what: Text::from(line.what.told()),
        points: line.what.signed(line.number),
        counts: counts(line.what),
        rule: line.rule,
    });
    Side {
        title: format!("{word}: {}", names.join(", ")).into(),
        tints: nations.iter().map(|nation| tint(*nation)).collect(),
        factors: factors.collect(),
    }
}

/// How a line of the arithmetic counts.
fn counts(what: What) -> Counts {
    match what {
        What::Value | What::Damage | What::Hits => Counts::Sums,
        What::Weather | What::Unsupplied | What::Halved => Counts::Percent,
        What::Factors
        | What::Leader(_)
        | What::Ship
        | What::Group(_)
        | What::Terrain
        | What::Fort
        | What::Excess => Counts::Adds,
    }
}

fn fighters(game: &Marshals, battle: &Battle, role: Role) -> Vec<Fighter> {
    let clash = battle.clash.as_ref().expect("it is fought");
    let number = if role == Role::Attacker { 0 } else { 1 };
    let fighter =
        |piece, figures| Fighter { piece, side: number, turn: Turn::Waits, figures, notes: Vec::new() };
    let mut fighters = Vec::new();
    for (place, stack) in clash.now[role].iter().enumerate() {
        let hex = if role == Role::Attacker { clash.hexes[place] } else { battle.target };
        for leader in &stack.leaders {
            if game.staff().hex(leader.leader) == Some(hex) {
                let value = Gauge::new("value", leader.value);
                fighters.push(fighter(PieceKey::of(&leader.leader), vec![value]));
            }
        }
        for contingent in &stack.contingents {
            let stance = game.engagement().stance_of(role, hex);
            for (arm, count) in contingent.all().arms() {
                let left = game.forces().at(hex).iter().filter(|force| {
                    force.muster.nation == contingent.nation && force.muster.stance == stance
                });
                if left.map(|force| force.factors[arm]).sum::<u8>() > 0 {
                    let units = Units { hex, nation: contingent.nation, arm, stance };
                    let fights = contingent.fights[arm];
                    let idle = (fights < count).then(|| format!("{} stand by", count - fights).into());
                    let figures = vec![Gauge::count(fights, "factor", "factors")];
                    let fighter = fighter(PieceKey::of(&units), figures);
                    fighters.push(Fighter { notes: idle.into_iter().collect(), ..fighter });
                }
            }
        }
    }
    fighters
}

fn notes(game: &Marshals, clash: &Clash) -> Vec<Text> {
    let hits = &clash.exchange;
    let mut notes = vec![
        Text::from(format!("Combat values {} against {}", hits.attack_value, hits.defence_value)),
        Text::from(format!("{} hits on the defender, {} on the attacker", hits.attack, hits.counterattack)),
    ];
    if let Some(outlook) = game.outlook_of_battle() {
        let who = if outlook.verdict.victor == Role::Attacker { "the attacker" } else { "the defender" };
        let (attackers, defender) = (outlook.attackers.lost, outlook.defender.lost);
        let usual = if outlook.exact { "" } else { ", with hits placed as usual" };
        let text = format!(
            "As things stand {who} wins; the attacker loses {attackers} and the defender {defender} factors{usual}"
        );
        notes.push(text.into());
    }
    if let Some(verdict) = clash.verdict {
        let who = if verdict.victor == Role::Attacker { "The attacker" } else { "The defender" };
        notes.push(format!("{who} wins, {} to {}", verdict.attack_value, verdict.defence_value).into());
        if verdict.retreat {
            let how = if clash.surrounded { "is surrounded" } else { "must retreat" };
            notes.push(format!("The defender {how}").into());
        }
    }
    notes
}

fn stage(game: &Marshals) -> &'static str {
    match game.asked() {
        Some(Question::Hitting(_)) => "Hits",
        Some(Question::Firing(_)) => "Artillery",
        Some(Question::Pursuing) => "Pursuit",
        Some(Question::Retreating(_)) => "Retreat",
        Some(Question::Advancing(_)) => "Advance",
        Some(Question::Refuge(_)) => "Leaders",
        Some(Question::Placing(_)) => "Losses",
        Some(Question::Course(Course::Close)) => "The end",
        _ => "The combat",
    }
}
