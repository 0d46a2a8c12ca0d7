//! What an army could take with its next throw (9, 14), and what that would cost its owner.
//!
//! An attack is estimated by the pips it takes to bring enough pieces to bear: the nearest ones, over empty land. What stands
//! on their way is not looked at, so it is a hint and not a proof.

use super::Judge;
use super::field::{Army, Field, Stand};
use crate::components::{Kind, PieceId, Power};
use crate::square::{COLUMNS, Mask, ROWS, Square};
use crate::state::{Campaign, Place, Recovery};

/// Pieces that are farther off than so many pips are left out of an attack.
const FAR: usize = 7;

/// An army is not taken to attack without so many pieces at most so many squares away as it takes at least.
const NEAR: u8 = 8;

/// Pips a piece of each kind needs from so many columns and rows away until it bears on a square (9.2); [`FAR`] and more for
/// never.
const TO_BEAR: [[[u8; 64]; ROWS as usize]; 3] = {
    let mut pips = [[[u8::MAX; 64]; ROWS as usize]; 3];
    let mut rows = 0;
    while rows < ROWS as usize {
        let mut columns = 0;
        while columns < COLUMNS as usize {
            let far = if rows > columns { rows } else { columns };
            if far > 0 {
                pips[Kind::General as usize][rows][columns] = far as u8 - 1;
                // Infantry keeps to squares of one colour and attacks those; cavalry keeps to one and attacks the other.
                match (rows + columns).is_multiple_of(2) {
                    true => pips[Kind::Infantry as usize][rows][columns] = far as u8 - 1,
                    false => pips[Kind::Cavalry as usize][rows][columns] = (rows + columns - 1) as u8 / 2,
                }
            }
            columns += 1;
        }
        rows += 1;
    }
    pips
};

/// How often two dice show at least so many pips: ordinary ones, and average ones (2.1.1).
const CHANCE: [[f32; 16]; 2] = [chances([1, 2, 3, 4, 5, 6]), chances([2, 3, 3, 4, 4, 5])];

const fn chances(faces: [usize; 6]) -> [f32; 16] {
    let mut chances = [0.0; 16];
    let mut throw = 0;
    while throw < 36 {
        let mut pips = 0;
        while pips <= faces[throw / 6] + faces[throw % 6] {
            chances[pips] += 1.0 / 36.0;
            pips += 1;
        }
        throw += 1;
    }
    chances
}

/// Of attacks that look possible so many come: something is in the way of the others, or there is better to do.
const COMES_OFF: f32 = 0.35;
/// So much is left of a threat to a piece that can get away first.
const CAN_FLEE: f32 = 0.3;

/// What a captured General costs in turns: his army has to gather anew (11, 15, 16).
const GENERAL: [f32; 2] = [2.5, 3.5];
/// What it costs if his army has another to go on with (17.3.1, 17.4.1).
const SECOND_GENERAL: f32 = 1.0;
/// What a troop piece is worth, in turns.
pub(super) const TROOP: f32 = 0.35;
/// What it costs on top to have only so many left: without any an army is out (0.3).
const SCARCITY: [f32; 4] = [7.0, 3.0, 1.2, 0.4];

/// A piece that an army may take, and how likely that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub(super) to: PieceId,
    /// The turns it is expected to cost.
    pub(super) cost: f32,
}

impl Judge<'_> {
    /// How likely a throw is to show at least so many pips.
    pub(super) fn chance_of(&self, pips: u8) -> f32 {
        CHANCE[usize::from(self.rules.average_dice)][usize::from(pips.min(15))]
    }

    /// What the next attack of `army` on somebody of `victims` is likely to cost him: on whichever piece is the best to go for.
    pub(super) fn threat(&self, field: &Field, army: &Army, victims: &Army) -> Option<Threat> {
        if !army.is_free()
            || victims.recovery != Recovery::Ready
            || !field.are_enemies(army.seat, victims.seat)
        {
            return None;
        }
        // Troops that can get away first are not worth a thought, a General is.
        let flees = victims.turns < army.turns;
        let mut worst: Option<Threat> = None;
        for target in &victims.stands {
            let general = target.kind == Kind::General;
            if (flees && !general) || army.count_near(target.square, NEAR) < if general { 3 } else { 2 } {
                continue;
            }
            let Some(pips) = self.pips_to_take(field, army, victims, target, |_| true) else { continue };
            let mut cost = COMES_OFF * self.chance_of(pips) * self.price_of(victims, target.piece);
            if flees {
                cost *= CAN_FLEE;
            }
            if worst.is_none_or(|threat| cost > threat.cost) {
                worst = Some(Threat { to: target.piece, cost });
            }
        }
        worst.filter(|threat| threat.cost > 0.0)
    }

    /// The turns that losing a piece costs its owner.
    pub(super) fn price_of(&self, army: &Army, piece: PieceId) -> f32 {
        if piece.kind() != Kind::General {
            let weight = TROOP * f32::from(self.defence_value(piece));
            return weight + scarcity(army.troops.saturating_sub(1)) - scarcity(army.troops);
        }
        let both = [PieceId::general(army.power), PieceId::second(army.power)]
            .iter()
            .all(|general| !matches!(self.place(*general), Place::BOX | Place::ASIDE));
        let spared = both && (army.power == Power::Spain || !piece.is_second());
        if spared { SECOND_GENERAL } else { GENERAL[usize::from(self.rules.standard)] }
    }

    /// About how many pips `army` needs until it could take a piece of `victims`; nothing if it cannot at all. Only pieces
    /// for which `moves` holds can come up; the others count where they stand.
    pub(super) fn pips_to_take(
        &self,
        field: &Field,
        army: &Army,
        victims: &Army,
        target: &Stand,
        moves: impl Fn(PieceId) -> bool,
    ) -> Option<u8> {
        let mut need = i32::from(self.defence_value(target.piece)) + 1;
        // How much can come up of each kind for so many pips; for none whoever is there already.
        let mut coming = [[0i32; 3]; FAR];
        let mut most = 0;
        for stand in &army.stands {
            let pips = usize::from(to_bear(stand.kind, stand.square, target.square));
            if pips < FAR && (pips == 0 || moves(stand.piece)) {
                let value = i32::from(self.attack_value(stand.piece));
                most += value;
                coming[pips][stand.kind as usize] += value;
            }
        }
        if most >= need && self.rules.standard && self.occupied.touches(target.square) {
            need += self.support(field, army, victims, target);
        }
        if most < need {
            return None;
        }
        need -= coming[0].iter().sum::<i32>();
        if need <= 0 {
            return Some(0);
        }
        let [corners, sides] = free_beside(&field.free, target.square);
        let mut room = [corners + sides, corners, sides];
        let mut spent = 0;
        for (pips, kinds) in coming.iter().enumerate().skip(1) {
            for kind in [Kind::General, Kind::Infantry, Kind::Cavalry] {
                let kind = kind as usize;
                let come = kinds[kind].min(room[kind]).min(need);
                if come > 0 {
                    room[kind] -= come;
                    need -= come;
                    spent += come * pips as i32;
                }
            }
            if need == 0 {
                return u8::try_from(spent).ok();
            }
        }
        None
    }

    /// What it takes on top to engage those who support a target (14.1).
    fn support(&self, field: &Field, army: &Army, victims: &Army, target: &Stand) -> i32 {
        let beside = |stand: &&Stand| stand.square.distance(target.square) == 1;
        field
            .armies
            .iter()
            .filter(|other| other.is_free())
            .filter(|other| {
                field.are_enemies(army.seat, other.seat) && !field.are_enemies(victims.seat, other.seat)
            })
            .flat_map(|other| other.stands.iter().filter(beside))
            .map(|stand| i32::from(self.defence_value(stand.piece)))
            .sum()
    }
}

/// The enemy pieces that the active army looks able to take with the pips it has, the most valuable first.
pub(crate) fn worth_attacking(game: &Campaign, most: usize) -> Vec<PieceId> {
    let field = Field::of(game);
    let Some(army) = field.army(game.turn.power) else { return Vec::new() };
    let announced = game.turn.targets.iter().any(Option::is_some);
    let mut found: Vec<(f32, PieceId)> = Vec::new();
    for victims in field.armies.iter().filter(|victims| field.are_enemies(army.seat, victims.seat)) {
        for target in victims.stands.iter().filter(|target| army.count_near(target.square, NEAR) > 1) {
            if announced && !game.turn.targets.contains(&Some(target.piece)) {
                continue;
            }
            let pips = game.judge().pips_to_take(&field, army, victims, target, |_| true);
            if pips.is_some_and(|pips| pips <= game.turn.pips) && game.may_attack(target.piece).is_ok() {
                found.push((game.judge().price_of(victims, target.piece), target.piece));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().take(most).map(|(_, piece)| piece).collect()
}

/// The turns it costs an army to be down to so many troops.
pub(super) fn scarcity(troops: u8) -> f32 {
    SCARCITY.get(usize::from(troops)).copied().unwrap_or(0.0)
}

fn to_bear(kind: Kind, from: Square, to: Square) -> u8 {
    let (columns, rows) =
        ((from.column() - to.column()).unsigned_abs(), (from.row() - to.row()).unsigned_abs());
    TO_BEAR[kind as usize][rows as usize][columns as usize]
}

/// Free squares at the corners and at the sides of a square.
fn free_beside(free: &Mask, square: Square) -> [i32; 2] {
    let [_, above, level, below, _] = free.window(square);
    let count = |row: u8, bits: u8| (row & bits).count_ones() as i32;
    let corners = count(above, 0b01010) + count(below, 0b01010);
    let sides = count(above, 0b00100) + count(below, 0b00100) + count(level, 0b01010);
    [corners, sides]
}
