//! How the log tells of battles.

use engine::{Line, Seats};

use super::Sort;
use crate::combat::Role;
use crate::event::{Event, hex_name, space};

impl Event {
    /// The line of something that happens in a battle.
    pub(crate) fn tell_battle(&self, is_in: impl Fn(Seats) -> bool) -> Line {
        match *self {
            Event::Declared { seat, leader, target, known } => {
                let who = if is_in(known) { leader.name() } else { "A stack" };
                Line::new(format!("{who} attacks {}", hex_name(target)), Some(seat), vec![space(target)])
            }
            Event::StoodDown(target) => {
                let text = format!("The attack on {} is not made", hex_name(target));
                Line::new(text, None, vec![space(target)])
            }
            Event::ToTheGuns { seat, who, from, to, known } => {
                let who = if is_in(known) { who.name() } else { "A stack".to_owned() };
                let text = match from == to {
                    true => format!("{who} joins the battle from {}", hex_name(to)),
                    false => format!("{who} marches to the guns from {} to {}", hex_name(from), hex_name(to)),
                };
                Line::new(text, Some(seat), vec![space(from), space(to)])
            }
            Event::Split(leader, nation) => {
                let text = format!("{} faces {} alone; the others fight apart", leader.name(), nation.name());
                Line::new(text, None, vec![])
            }
            Event::Joined { target, sort, values: [attack, defence], hits: [on_defender, on_attacker] } => {
                let what = match sort {
                    Sort::Field => "Battle of",
                    Sort::Assault => "Assault on",
                    Sort::Sortie => "Sortie from",
                };
                let text = format!(
                    "{what} {}: {attack} against {defence}; {on_defender} hits on the defender, {on_attacker} on the attacker",
                    hex_name(target)
                );
                Line::new(text, None, vec![space(target)]).heading()
            }
            Event::Shot { nation, arm } => {
                Line::new(format!("Artillery destroys {arm} of {}", nation.name()), None, vec![])
            }
            Event::Caught { nation, arm } => {
                Line::new(format!("Pursuit destroys {arm} of {}", nation.name()), None, vec![])
            }
            Event::Judged { target, victor, values: [attack, defence], retreats } => {
                let who = if victor == Role::Attacker { "attacker" } else { "defender" };
                let then = if retreats { "; the defender retreats" } else { "" };
                let text = format!("The {who} wins at {}, {attack} to {defence}{then}", hex_name(target));
                Line::new(text, None, vec![space(target)]).result()
            }
            Event::WipedOut(target) => {
                let text = format!("Surrounded at {}, the defender is lost", hex_name(target));
                Line::new(text, None, vec![space(target)]).great()
            }
            Event::Retreated { seat, who, from, to } => {
                let text = format!("{} retreats from {} to {}", who.name(), hex_name(from), hex_name(to));
                Line::new(text, Some(seat), vec![space(from), space(to)])
            }
            Event::Advanced { seat, to } => {
                Line::new(format!("The victor advances to {}", hex_name(to)), Some(seat), vec![space(to)])
            }
            Event::Captured { leader, by } => {
                Line::new(format!("{} is captured by {}", leader.name(), by.name()), None, vec![]).great()
            }
            Event::Lost { nation, disrupted, casualties } => {
                let text =
                    format!("{} loses {disrupted} factors disrupted, {casualties} casualties", nation.name());
                Line::new(text, None, vec![])
            }
            Event::Besieged(hex) => {
                Line::new(format!("{} is besieged", hex_name(hex)), None, vec![space(hex)])
            }
            Event::Relieved(hex) => {
                Line::new(format!("The siege of {} is over", hex_name(hex)), None, vec![space(hex)])
            }
            Event::Wasted { hex, nation } => {
                let text = format!("The garrison of {} in {} loses a factor", nation.name(), hex_name(hex));
                Line::new(text, None, vec![space(hex)])
            }
            Event::Fallen(hex) => {
                Line::new(format!("{} has fallen", hex_name(hex)), None, vec![space(hex)]).great()
            }
            Event::Fought(target) => {
                Line::new(format!("The fighting at {} is over", hex_name(target)), None, vec![space(target)])
            }
            _ => Line::new("", None, vec![]),
        }
    }
}
