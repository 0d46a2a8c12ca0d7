//! How a combat will probably go. Rulebook 11.2, 11.3.

use super::situation::Situation;
use crate::areas::Area;
use crate::combat::Verdict;
use crate::combat::strength::{GARRISON, luck, total};
use crate::effects::Role;
use crate::forces::morale_edge;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;

/// What is to be expected of a combat.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Likely {
    /// How likely the attacker is to take the area.
    pub(super) win: f32,
    /// How likely the attacker is to win so that it counts, and the defender (N-11.3.3-vp).
    pub(super) counts: [f32; 2],
    /// Shares of their units that both sides lose.
    pub(super) losses: [f32; 2],
}

/// All rolls of the die against so much strength.
pub(super) fn foresee(attack: i16, defence: i16, at_sea: bool) -> Likely {
    let mut likely = Likely::default();
    for die in 1..=6 {
        likely.add(Verdict::of(attack + luck(die, at_sea), defence), 1.0 / 6.0);
    }
    likely
}

/// How likely so much strength is to beat a garrison, which yields to any advantage (N-11.7-garrison-combat).
pub(super) fn against_garrison(attack: i16) -> Likely {
    let lost = foresee(attack, GARRISON.points, false);
    Likely { win: lost.win, counts: [0.0; 2], losses: [lost.losses[0], 0.0] }
}

impl Likely {
    /// An area that nobody defends.
    const OPEN: Likely = Likely { win: 1.0, counts: [0.0; 2], losses: [0.0; 2] };

    fn add(&mut self, verdict: Verdict, share: f32) {
        if verdict.victor() == Role::Attacker {
            self.win += share;
        }
        if verdict.counts() {
            self.counts[verdict.victor().index()] += share;
        }
        let lost = match verdict {
            Verdict::Strategic => [0.0, 0.65],
            Verdict::Tactical => [0.0, 0.45],
            Verdict::Minor => [0.0, 0.1],
            Verdict::Trap => [0.75, 0.0],
            Verdict::Heroic => [0.45, 0.0],
            Verdict::Uncertain | Verdict::Taken => [0.0, 0.0],
        };
        self.losses[0] += share * lost[0];
        self.losses[1] += share * lost[1];
    }

    /// What is certain.
    fn of(verdict: Verdict) -> Likely {
        let mut likely = Likely::default();
        likely.add(verdict, 1.0);
        // What is won so is recorded as soon as it is.
        likely.counts = [0.0; 2];
        likely
    }
}

/// What will come of the combat that is pending in an area, with who fights.
pub(super) fn forebode(
    game: &Conquests,
    situation: &Situation,
    area: Area,
    attacker: Nation,
) -> ([Nations; 2], Likely) {
    if let Some(battle) = game.battle.filter(|battle| battle.area == area) {
        let likely = match battle.verdict {
            Some(verdict) => Likely::of(verdict),
            None => {
                let strength = |role| {
                    let support = match battle.support[role] {
                        0 if !area.is_sea() => situation.frigates_beside(battle.side(role), area),
                        _ => 0,
                    };
                    total(&battle.strength(game, role)) + i16::from(support)
                };
                match battle.side(Role::Defender).is_empty() {
                    true => against_garrison(strength(Role::Attacker)),
                    false => foresee(strength(Role::Attacker), strength(Role::Defender), area.is_sea()),
                }
            }
        };
        return (battle.sides, likely);
    }
    let sides = game.sides(area, attacker);
    let [attack, defence] = sides;
    if area.is_sea() {
        let strength = |side: Nations| {
            2 * side.iter().map(|nation| i16::from(situation.fleet(nation, area))).sum::<i16>()
        };
        let [edge, other] = edges(game, attack, defence);
        return (sides, foresee(strength(attack) + edge, strength(defence) + other, true));
    }
    let force = |side: Nations| {
        let frigates = situation.frigates_beside(side, area);
        i16::from(game.forces.arms(side, area).strength() + frigates)
    };
    if defence.is_empty() {
        let garrison = game.control.is_garrisoned(area);
        return (sides, if garrison { against_garrison(force(attack)) } else { Likely::OPEN });
    }
    let [edge, other] = edges(game, attack, defence);
    let against = force(defence) + game.works_strength(defence, area) + other;
    (sides, foresee(force(attack) + edge, against, false))
}

/// What Morale is worth to both sides (N-11.2-morale).
pub(super) fn edges(game: &Conquests, one: Nations, other: Nations) -> [i16; 2] {
    let (own, against) = (game.tracks.best_morale(one), game.tracks.best_morale(other));
    [morale_edge(own, against), morale_edge(against, own)].map(i16::from)
}
