//! What the battles will come to: the one that is declared or being fought, and those that may follow.

use arrayvec::ArrayVec;
use atlas::topology::HexId;

use super::picture::{Body, Picture};
use super::{Balance, FALLEN, SHAKEN};
use crate::battle::Sort;
use crate::combat::morale::{changes, parties};
use crate::combat::table::{Shelter, damage};
use crate::combat::{Outlook, Role, verdict};
use crate::ids::NationId;
use crate::map::{MAP, Terrain};
use crate::nations::Side;
use crate::state::Marshals;

/// How sure it is that a stack so many hexes away can be in a battle.
const REACH: [f32; 6] = [1.0, 1.0, 0.8, 0.55, 0.3, 0.1];

/// What comes of stacks beyond the strongest, which have to march up one after the other.
const TOGETHER: f32 = 0.75;

/// What a neighbour who can march to the guns adds to a defence, and what those add who can still march up in this turn, so many
/// hexes away at most.
const AID: f32 = 0.6;
const COMING: (f32, u16) = (0.45, 4);

/// How much of its losses an attacker's leaders save him.
const SAVED: f32 = 0.2;

/// Losses that move national morale (M-nm-8).
const GRAVE: f32 = 5.0;

/// What a point of morale is worth to whoever weighs an attack, in factors.
const SPIRIT: f32 = 2.5;

/// How likely an attack that promises something is to be made: by who moves now and can still march, by who cannot any more, and by
/// the other side, which moves next.
const NOW: f32 = 0.4;
const LATER: f32 = 0.25;
const NEXT: f32 = 0.45;

/// How much of the expected losses counts.
const FEAR: f32 = 0.6;

/// What an attack must promise, in factors, for one in two to make it; and by how much of a combat value a victory is in doubt.
const TEMPTING: f32 = 1.5;
const MARGIN: f32 = 2.5;

/// How much of a stack that can be beaten is not to be reckoned with elsewhere.
const HELD: f32 = 0.6;

/// What those who can still march to the guns add to a battle that is declared: the attackers, and the defenders.
const CALLED: (f32, f32) = (0.7, 0.75);

/// Who may attack a body of troops.
struct Threat {
    /// Their combat value, as far as they can be there.
    value: f32,
    /// The strongest of them.
    nation: NationId,
    mounted: bool,
    chance: f32,
}

impl Balance {
    /// Takes into account what enemies near each other may do.
    pub(super) fn fear(&mut self, game: &Marshals, picture: &Picture) {
        for (number, body) in picture.bodies.iter().enumerate() {
            if body.inside {
                continue;
            }
            if let Some(threat) = threat(picture, body) {
                self.expect(game, picture, number, &threat);
            }
        }
    }

    fn expect(&mut self, game: &Marshals, picture: &Picture, number: usize, threat: &Threat) {
        let body = &picture.bodies[number];
        let aid = |other: &Body| {
            let distance = MAP.grid.distance(other.hex, body.hex);
            if distance <= 1 && other.hears {
                AID * f32::from(other.value())
            } else if distance <= COMING.1 && other.ready > 0 && other.led > 0 {
                COMING.0 * f32::from(other.value())
            } else {
                0.0
            }
        };
        let others = picture.bodies.iter().enumerate().filter(|(other, _)| *other != number);
        let friends = others.map(|(_, other)| other).filter(|other| other.side == body.side && !other.inside);
        let aid: f32 = friends.map(aid).sum();
        let own =
            Force { value: f32::from(body.value()) + aid, factors: f32::from(body.factors) + 0.5 * aid };
        let clash = Clash::of(game, threat.value, threat.mounted, own, body.led > 0, body.hex);
        let gain = clash.gain();
        if gain <= 0.0 {
            return;
        }
        // The more it promises the surer it is to be made.
        let weight = FEAR * threat.chance * gain / (gain + TEMPTING);
        let beaten = (clash.lost / f32::from(body.factors)).min(1.0);
        self.exposed[number] = weight * HELD * beaten;
        // Who loses everything loses his leaders, too.
        let dead = if beaten >= 1.0 { 1.0 } else { 1.0 - SHAKEN };
        self.armies[body.side as usize] -= weight * dead * clash.lost;
        self.armies[body.side.enemy() as usize] -= weight * (1.0 - SHAKEN) * clash.cost;
        self.cheer(game, body.nation, weight * clash.defender);
        self.cheer(game, threat.nation, weight * clash.attacker);
    }

    /// What the battle will come to that is declared or being fought.
    pub(super) fn foresee(&mut self, game: &Marshals, picture: &Picture) {
        let Some(battle) = game.battle() else { return };
        let Some(attacker) = game.side(battle.nation) else { return };
        let sides = [attacker, attacker.enemy()];
        let outlook = game.outlook_of_battle();
        let is_declared = battle.clash.is_none() && battle.sort == Sort::Field;
        if let Some(outlook) = outlook.as_ref().filter(|_| is_declared)
            && let Some(retreats) = self.foresee_calls(game, picture, attacker, outlook)
        {
            if retreats && game.controls(battle.target) == Some(attacker.enemy()) {
                self.won = Some((battle.target, attacker));
            }
            return;
        }
        let retreats = match outlook {
            Some(outlook) => {
                for (side, prospect) in sides.into_iter().zip([&outlook.attackers, &outlook.defender]) {
                    let disrupted = f32::from(prospect.lost - prospect.casualties);
                    self.armies[side as usize] -=
                        (1.0 - SHAKEN) * disrupted + (1.0 - FALLEN) * f32::from(prospect.casualties);
                }
                for (nation, change) in outlook.morale {
                    self.cheer(game, nation, change.into());
                }
                outlook.verdict.retreat
            }
            None => self.conclude(game, sides),
        };
        if retreats && game.controls(battle.target) == Some(attacker.enemy()) {
            self.won = Some((battle.target, attacker));
        }
    }

    /// What a battle will come to into which others can still march to the guns, if there are any. Whether the defender retreats.
    fn foresee_calls(
        &mut self,
        game: &Marshals,
        picture: &Picture,
        attacker: Side,
        outlook: &Outlook,
    ) -> Option<bool> {
        let battle = game.battle()?;
        let (target, hexes) = (battle.target, game.engagement().attacking_hexes());
        let mut coming = [0.0; 2];
        let mut defenders = 0.0;
        let mut nation = None;
        for body in picture.bodies.iter().filter(|body| !body.inside) {
            let near = MAP.grid.distance(body.hex, target) <= 1;
            if body.side == attacker {
                if near && body.hears && !hexes.contains(&body.hex) {
                    coming[0] += CALLED.0 * f32::from(body.value());
                }
            } else if body.hex == target {
                defenders += f32::from(body.factors);
                nation = Some(body.nation);
            } else if near && body.hears {
                coming[1] += CALLED.1 * f32::from(body.value());
                defenders += 0.5 * CALLED.1 * f32::from(body.value());
            }
        }
        if coming == [0.0; 2] {
            return None;
        }
        let exchange = &outlook.exchange;
        let own = Force { value: f32::from(exchange.defence_value) + coming[1], factors: defenders };
        let value = f32::from(exchange.attack_value) + coming[0];
        let clash = Clash::of(game, value, true, own, true, target);
        self.armies[attacker as usize] -= (1.0 - SHAKEN) * clash.cost;
        self.armies[attacker.enemy() as usize] -= (1.0 - SHAKEN) * clash.lost;
        self.cheer(game, battle.nation, clash.attacker);
        if let Some(nation) = nation {
            self.cheer(game, nation, clash.defender);
        }
        Some(clash.wins > 0.5)
    }

    /// What is still to come of a battle whose melee is over: the verdict, and how it is felt. Whether the defender retreats.
    fn conclude(&mut self, game: &Marshals, sides: [Side; 2]) -> bool {
        let Some(clash) = game.battle().and_then(|battle| battle.clash.as_ref()) else { return false };
        if !clash.is_settled {
            return false;
        }
        for (role, side) in [Role::Attacker, Role::Defender].into_iter().zip(sides) {
            if !clash.sorted[role] {
                let of = |stacks: &[crate::combat::Stack]| -> u16 {
                    stacks.iter().map(|stack| stack.all().total()).sum()
                };
                let lost = f32::from(of(&clash.before[role]) - of(&clash.now[role]));
                self.armies[side as usize] += 0.5 * (SHAKEN + FALLEN) * lost;
            }
        }
        let Some(defender) = clash.now[Role::Defender].first() else { return false };
        let verdict = clash.verdict.unwrap_or_else(|| {
            verdict(&clash.now[Role::Attacker], defender, game.engagement().stands_fast())
        });
        let of = |role: Role| parties(&clash.before[role], &clash.now[role]);
        for (nation, change) in changes(verdict.victor, &of(Role::Attacker), &of(Role::Defender)) {
            self.cheer(game, nation, change.into());
        }
        verdict.retreat
    }
}

/// What a side has in a battle.
#[derive(Clone, Copy)]
struct Force {
    value: f32,
    factors: f32,
}

/// What a battle would roughly come to.
struct Clash {
    /// What the defender would lose, and what the attacker.
    lost: f32,
    cost: f32,
    /// How likely the attacker is to win.
    wins: f32,
    /// How the morale of both would change.
    attacker: f32,
    defender: f32,
}

impl Clash {
    fn of(game: &Marshals, attack: f32, mounted: bool, own: Force, led: bool, hex: HexId) -> Clash {
        let terrain = u8::from(MAP.terrain(hex) == Terrain::Woods);
        let shelter = Shelter { terrain, fort: game.fort(hex) };
        let hits = f32::from(damage(attack as u16, shelter));
        let back = f32::from(damage(own.value as u16, Shelter::default()));
        let share = (own.factors / own.value.max(1.0)).min(1.0);
        let (lost, cost) = ((hits * share).min(own.factors), back * (1.0 - SAVED));
        // How sure the attacker can be to win.
        let margin = (attack - back) - (own.value - hits);
        let wins = if led { 1.0 / (1.0 + (-margin / MARGIN).exp()) } else { 1.0 };
        let lost = (lost + if mounted { wins } else { 0.0 }).min(own.factors);
        let (bled, paid) = (grave(lost), grave(cost));
        let attacker = wins * (bled - (1.0 - bled) * paid) - (1.0 - wins) * paid;
        let defender = (1.0 - wins) * (paid - (1.0 - paid) * bled) - wins * bled;
        Clash { lost, cost, wins, attacker, defender }
    }

    /// What it would bring the attacker, in factors.
    fn gain(&self) -> f32 {
        self.lost - self.cost + SPIRIT * (self.attacker - self.defender)
    }
}

/// How far losses are grave.
fn grave(lost: f32) -> f32 {
    ((lost - GRAVE + 1.5) / 2.0).clamp(0.0, 1.0)
}

/// What enemies could bring against a body of troops.
fn threat(picture: &Picture, body: &Body) -> Option<Threat> {
    let mut near: ArrayVec<(f32, f32, NationId, bool), 32> = ArrayVec::new();
    for enemy in &picture.bodies {
        if enemy.side == body.side || enemy.inside || enemy.led == 0 || near.is_full() {
            continue;
        }
        let distance = usize::from(MAP.grid.distance(enemy.hex, body.hex));
        let Some(reach) = REACH.get(distance) else { continue };
        let chance = match enemy.side == picture.mover {
            true if enemy.ready > 0 => NOW,
            true => LATER,
            false => NEXT,
        };
        let value = reach * enemy.fed * f32::from(enemy.value());
        near.push((value, chance * reach, enemy.nation, enemy.mounted));
    }
    let (first, chance, nation, _) = *near.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let all: f32 = near.iter().map(|(value, ..)| value).sum();
    let mounted = near.iter().any(|(.., mounted)| *mounted);
    Some(Threat { value: first + TOGETHER * (all - first), nation, mounted, chance })
}
