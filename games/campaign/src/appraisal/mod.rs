//! How good a position looks, for computer players.
//!
//! The unit is one round. A player is as many rounds from victory as his Generals need to capture the towns that are missing
//! (`race`), and as he is likely to lose by what his enemies can take (`threat`), by armies that gather anew (`mobilisation`)
//! and by what he has lost for good. The fewer, against those of everybody else, the better his chance to be the first.

mod diplomacy;
mod field;
mod inclination;
mod mobilisation;
mod race;
mod reasons;
mod threat;

use std::ops::Deref;

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use engine::{Seat, Seats};

use self::field::{Army, Field};
pub(crate) use self::race::far_from;
use self::race::{Race, way_to_capital};
pub(crate) use self::threat::worth_attacking;
use self::threat::{TROOP, Threat};
use crate::board::{BOARD, Town};
use crate::components::{Kind, Power};
use crate::state::{Campaign, PLAYERS, Phase, Recovery, Status};

/// How sharply fewer rounds to victory tell: chances are as the rounds to the power of this, inverted.
const SHARPNESS: f32 = 4.0;
/// Rounds that everybody is taken to need on top: nothing is sure.
const MARGIN: f32 = 1.0;
/// How sharply a town card more tells when time runs out.
const CARD: f32 = 1.2;
/// The rounds that losing a power costs: never less than an army without troops, towns or hope.
const ELIMINATION: f32 = 16.0;
/// The rounds that it costs to have lost so many towns of a country.
const HOME_TOWNS: [f32; 5] = [0.0, 0.1, 0.25, 0.5, 1.2];
/// What it costs to announce an attack that cannot come off.
const IDLE_THREAT: f32 = 0.05;
/// The troops an army starts with; what it lacks of them slows it down.
const TROOPS: u8 = 8;
/// Rounds a captured Capital adds for whoever is about to lose it.
const CAPITAL: f32 = 6.0;

/// The towns of each power's country.
static HOMES: LazyLock<[ArrayVec<Town, 4>; 5]> =
    LazyLock::new(|| Power::ALL.map(|power| Town::of(power.home()).collect()));

/// How a player stands, in rounds.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    race: Race,
    /// What troops he lacks.
    troops: f32,
    /// What is lost for good: powers, and home towns.
    losses: f32,
    /// What each enemy army may take next.
    threats: [Option<Threat>; 5],
    /// What the enemies near his Capitals may come to.
    capitals: f32,
    /// What he gains (below 0) or loses by his alliances.
    alliances: f32,
    cards: f32,
}

impl Outlook {
    const NONE: Outlook = Outlook {
        race: Race { rounds: 0.0, first: None },
        troops: 0.0,
        losses: 0.0,
        threats: [None; 5],
        capitals: 0.0,
        alliances: 0.0,
        cards: 0.0,
    };

    /// The rounds he is from victory.
    fn rounds(&self) -> f32 {
        let threats: f32 = self.threats.iter().flatten().map(|threat| threat.cost).sum();
        (self.race.length() + self.troops + self.losses + threats + self.capitals + self.alliances).max(0.0)
    }
}

/// Judges a position for computer players.
pub(crate) struct Judge<'a> {
    game: &'a Campaign,
}

impl Deref for Judge<'_> {
    type Target = Campaign;

    fn deref(&self) -> &Campaign {
        self.game
    }
}

impl Campaign {
    /// Who judges this position.
    pub(crate) fn judge(&self) -> Judge<'_> {
        Judge { game: self }
    }
}

impl Judge<'_> {
    /// What `seat` may expect, from 0 (lost) to 1 (won).
    pub(crate) fn appraise(&self, seat: Seat) -> f32 {
        self.appraise_each()[seat.index()]
    }

    /// What every seat may expect. Never quite 0 or 1 for whoever is in a game that goes on.
    pub(crate) fn appraise_each(&self) -> [f32; PLAYERS] {
        let mut chances = [0.0; PLAYERS];
        if let Some(end) = self.ended {
            end.winners.iter().for_each(|seat| chances[seat.index()] = 1.0 / f32::from(end.winners.len()));
            return chances;
        }
        if self.phase() == Phase::Bases {
            return [1.0 / f32::from(self.seats); PLAYERS];
        }
        let alive = self.alive();
        let outlooks = self.outlooks(alive);
        let late = self.lateness(alive, &outlooks);
        let score = |outlook: &Outlook| {
            let race = -SHARPNESS * (MARGIN + outlook.rounds()).ln();
            (1.0 - late) * race + late * CARD * outlook.cards
        };
        let best = alive.iter().map(|seat| score(&outlooks[seat.index()])).fold(f32::MIN, f32::max);
        alive.iter().for_each(|seat| {
            chances[seat.index()] = (score(&outlooks[seat.index()]) - best).exp();
        });
        let total: f32 = chances.iter().sum();
        alive.iter().for_each(|seat| {
            let chance = &mut chances[seat.index()];
            *chance = 0.005 + 0.99 * *chance / total;
        });
        chances
    }

    /// How sure it is that the time limit ends the game, before anybody has the towns he needs.
    fn lateness(&self, alive: Seats, outlooks: &[Outlook; PLAYERS]) -> f32 {
        if self.rules.time_limit == 0 {
            return 0.0;
        }
        let left = f32::from(self.rules.time_limit.saturating_sub(self.turn.round));
        let soonest = alive.iter().map(|seat| outlooks[seat.index()].rounds()).fold(f32::MAX, f32::min);
        1.0 / (1.0 + (left + 1.0 - soonest).exp())
    }

    /// How each of these players stands.
    fn outlooks(&self, alive: Seats) -> [Outlook; PLAYERS] {
        let field = Field::of(self.game);
        let mut outlooks = [Outlook::NONE; PLAYERS];
        for seat in alive.iter() {
            let outlook = &mut outlooks[seat.index()];
            outlook.race = self.race(&field, seat);
            outlook.cards = field.towns.iter().filter(|town| town.holder == Some(seat)).count() as f32;
        }
        for power in Power::ALL {
            let state = self.power(power);
            if let Some(seat) = state.seat.filter(|_| state.status == Status::Out) {
                outlooks[seat.index()].losses += ELIMINATION;
            }
        }
        for army in &field.armies {
            let outlook = &mut outlooks[army.seat.index()];
            outlook.troops += TROOP * f32::from(TROOPS) - TROOP * f32::from(army.troops);
            outlook.troops += threat::scarcity(army.troops);
            let lost = self.home_towns_lost(&field, army);
            outlook.losses += HOME_TOWNS[lost];
            outlook.losses += self.beaten_generals(army);
            if lost == 4 {
                outlook.capitals += self.danger_to_capital(&field, army);
            }
        }
        self.add_threats(&field, &mut outlooks);
        if self.may_negotiate().is_ok() {
            self.add_alliances(alive, &mut outlooks);
        }
        outlooks
    }

    /// What it costs an army that a General of his has just been beaten.
    fn beaten_generals(&self, army: &Army) -> f32 {
        let beaten = self.turn.beaten.iter().filter(|piece| piece.set_owner() == Some(army.power));
        beaten.filter(|piece| piece.kind() == Kind::General).map(|piece| self.price_of(army, piece)).sum()
    }

    /// How many towns of an army's country others hold.
    fn home_towns_lost(&self, field: &Field, army: &Army) -> usize {
        let towns = HOMES[army.power.index()].iter().map(|town| &field.towns[town.index()]);
        towns.filter(|town| town.holder.is_some_and(|holder| holder != army.seat)).count()
    }

    /// What the enemy Generals near a Capital may come to, now that all towns of its country are lost (6.1).
    fn danger_to_capital(&self, field: &Field, army: &Army) -> f32 {
        if self.power(army.power).capital_to.is_some() || army.recovery != Recovery::Ready {
            return 0.0;
        }
        let square = BOARD.base(army.power).capital.general;
        let held = self.occupied.has(square);
        let nearest = field
            .armies
            .iter()
            .filter(|other| other.is_free() && field.are_enemies(army.seat, other.seat))
            .flat_map(Army::generals)
            .map(|general| way_to_capital(army.power, general.square))
            .min();
        let near = nearest.map_or(0.0, |moves| 1.0 / (1.0 + f32::from(moves) / 6.0));
        CAPITAL * near * if held { 0.3 } else { 1.0 }
    }

    /// What every army may take next is to be feared by its owner.
    fn add_threats(&self, field: &Field, outlooks: &mut [Outlook; PLAYERS]) {
        let attacking = matches!(self.phase(), Phase::Moving | Phase::Attack);
        for (number, army) in field.armies.iter().enumerate() {
            let announced = attacking && army.power == self.turn.power;
            let worst = field
                .armies
                .iter()
                .filter_map(|victims| Some((victims.seat, self.threat(field, army, victims)?)))
                .max_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost));
            if announced {
                self.add_announced(field, army, outlooks);
            }
            if let Some((seat, threat)) = worst {
                outlooks[seat.index()].threats[number] = Some(threat);
            }
        }
    }

    /// What comes of the attacks that the active player has announced.
    fn add_announced(&self, field: &Field, army: &Army, outlooks: &mut [Outlook; PLAYERS]) {
        for target in self.turn.targets.iter().flatten() {
            let Some(victims) = self.owner(*target).and_then(|owner| field.army(owner)) else { continue };
            let Some(stand) = victims.stands.iter().find(|stand| stand.piece == *target) else { continue };
            let likely = match self.phase() {
                _ if self.may_take(*target).is_ok() => 0.95,
                Phase::Attack => 0.0,
                _ => {
                    let moves = |piece| !self.turn.moved.contains(piece) || self.turn.in_hand == Some(piece);
                    let pips = self.pips_to_take(field, army, victims, stand, moves);
                    // Enough may bear on it already, but not as it must be: one more move may do.
                    match pips.map(|pips| pips.max(2)) {
                        Some(pips) if pips <= self.turn.pips => 0.8 - 0.04 * f32::from(pips),
                        _ => 0.0,
                    }
                }
            };
            if likely == 0.0 {
                outlooks[army.seat.index()].losses += IDLE_THREAT;
            }
            outlooks[victims.seat.index()].losses += likely * self.price_of(victims, *target);
        }
    }

    /// Whether the position can be judged as it stands: nobody owes an answer, and no attack is under way.
    pub(crate) fn is_quiet(&self) -> bool {
        let attacking = self.turn.targets.iter().any(Option::is_some);
        self.owed().is_none()
            && match self.phase() {
                Phase::Moving => !attacking,
                Phase::Attack | Phase::Spoils | Phase::Defeats => false,
                _ => true,
            }
    }
}
