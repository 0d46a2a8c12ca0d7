//! What a battle does to National Morale. Rulebook "National Morale".

use arrayvec::ArrayVec;

use super::Role;
use super::stack::{NATIONS, Stack};
use crate::ids::NationId;

/// Losses that move National Morale (M-nm-8 to M-nm-13).
const GRAVE: u16 = 5;

/// Factors in the boxes of one operational turn that shake a nation (M-nm-27).
const EXCESSIVE: u16 = 10;

/// Factors in one battle that let an opponent gain by that (M-nm-27).
const ENGAGED: u16 = 4;

/// The least and the highest National Morale (M-nm-1).
const RANGE: (u8, u8) = (1, 6);

/// A nation in a battle, as its morale sees it. Clients belong to their power; those of Britain stand by themselves (M-nm-20,
/// M-nm-21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    /// The nation.
    pub nation: NationId,
    /// Whether its National Morale can change.
    pub has_morale: bool,
    /// Factors lost, disrupted or not (M-combat-45).
    pub lost: u16,
    /// Whether it fought, and so took part in the damage (M-nm-14).
    pub dealt: bool,
}

impl Party {
    fn bled(&self) -> bool {
        self.lost >= GRAVE
    }
}

/// All nations of a side.
pub type Parties = ArrayVec<Party, NATIONS>;

/// How National Morale changes.
pub type Changes = ArrayVec<(NationId, i8), { 2 * NATIONS }>;

/// The nations of a side with what they have lost. Who fought has had a hand in the damage.
pub fn parties(before: &[Stack], after: &[Stack]) -> Parties {
    let mut parties = Parties::new();
    for (before, after) in before.iter().zip(after) {
        for (before, after) in before.contingents.iter().zip(&after.contingents) {
            let nation = before.answers.unwrap_or(before.nation);
            let lost = before.all().total() - after.all().total();
            let dealt = !before.fights.is_empty();
            // Spaniards by themselves move nobody's morale; beside troops of their controller they are like those of any client.
            let has_morale = before.answers.is_some() && before.nation != NationId::SPAIN;
            match parties.iter_mut().find(|party| party.nation == nation) {
                Some(party) => {
                    party.has_morale |= has_morale;
                    party.lost += lost;
                    party.dealt |= dealt;
                }
                None => {
                    // A side has no more nations than a stack has room for.
                    let _ = parties.try_push(Party { nation, has_morale, lost, dealt });
                }
            }
        }
    }
    parties
}

/// What a battle does to the morale of everybody in it (M-nm-8 to M-nm-18).
///
/// Each nation is judged by itself: it gains from an enemy nation that has lost 5 factors, if it has had a hand in it, and
/// loses by 5 factors of its own.
pub fn changes(victor: Role, attackers: &[Party], defenders: &[Party]) -> Changes {
    let mut changes = Changes::new();
    let attackers_bled = attackers.iter().any(Party::bled);
    let defenders_bled = defenders.iter().any(Party::bled);
    let mut add = |party: &Party, change: i8| {
        if party.has_morale && change != 0 {
            changes.push((party.nation, change));
        }
    };
    for party in attackers {
        let change = match victor {
            Role::Attacker if defenders_bled => i8::from(party.dealt),
            _ => -i8::from(party.bled()),
        };
        add(party, change);
    }
    for party in defenders {
        let change = match victor {
            Role::Defender if attackers_bled => i8::from(party.dealt),
            _ => -i8::from(party.bled()),
        };
        add(party, change);
    }
    changes
}

/// National Morale after a change, within its range (M-nm-1).
pub fn shifted(morale: u8, change: i8) -> u8 {
    morale.saturating_add_signed(change).clamp(RANGE.0, RANGE.1)
}

/// What happens when so many factors of a nation lie in its boxes of disrupted factors and casualties of this operational turn,
/// taken together: from 10 on it loses 1, and each opponent gains 1 whose largest force in a battle of the turn on that map,
/// given with him, had 4 factors (M-nm-27).
pub fn after_the_turn(nation: NationId, in_boxes: u16, opponents: &[(NationId, u16)]) -> Changes {
    let mut changes = Changes::new();
    if in_boxes >= EXCESSIVE {
        changes.push((nation, -1));
        let fought = opponents.iter().filter(|(_, largest)| *largest >= ENGAGED).take(NATIONS);
        changes.extend(fought.map(|(opponent, _)| (*opponent, 1)));
    }
    changes
}
