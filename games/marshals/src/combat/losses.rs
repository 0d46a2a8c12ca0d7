//! Where lost factors go. Rulebook "How to Conduct Combat" 8.

use arrayvec::ArrayVec;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use super::hits::BY_WORTH;
use super::stack::{Contingent, NATIONS, Stack};
use crate::forces::Factors;
use crate::ids::NationId;
use crate::wording::words;

/// What a nation has lost in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toll {
    /// The nation.
    pub nation: NationId,
    /// Whether these were its guerrillas.
    pub guerrillas: bool,
    /// Lost to the combat table.
    pub melee: Factors,
    /// Lost to artillery and pursuit: casualties in any case (M-arms-3, M-arms-5).
    pub outright: Factors,
}

impl Toll {
    /// All that is lost.
    pub fn all(&self) -> Factors {
        self.melee + self.outright
    }

    /// What may go into the disrupted box: Cossacks and guerrillas never do (M-guer-15, M-guer-10).
    fn can_rally(&self) -> Factors {
        match self.guerrillas {
            true => Factors::NONE,
            false => Factors { cossacks: 0, ..self.melee },
        }
    }
}

/// What the nations of a side have lost.
pub type Tolls = ArrayVec<Toll, NATIONS>;

/// The losses of one nation by the box they go into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boxes {
    /// The nation.
    pub nation: NationId,
    /// Into its box of disrupted factors.
    pub disrupted: Factors,
    /// Into its box of casualties.
    pub casualties: Factors,
}

/// What becomes of the losses on the combat table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Half are disrupted (M-combat-43).
    Halved,
    /// All are casualties: the side is surrounded and gone (M-combat-39), or inside a fort (M-siege-25).
    Casualties,
}

/// What a side has lost, by nation: its stacks before the battle, after the melee and at the end.
pub fn tolls(before: &[Stack], melee: &[Stack], end: &[Stack]) -> Tolls {
    let mut tolls = Tolls::new();
    for ((before, melee), end) in before.iter().zip(melee).zip(end) {
        for ((before, melee), end) in before.contingents.iter().zip(&melee.contingents).zip(&end.contingents)
        {
            let (lost, outright) = (before.all() - melee.all(), melee.all() - end.all());
            if !(lost + outright).is_empty() {
                let toll = toll_of(&mut tolls, before);
                toll.melee += lost;
                toll.outright += outright;
            }
        }
    }
    tolls
}

/// The toll of a contingent's nation.
pub(super) fn toll_of<'a>(tolls: &'a mut Tolls, contingent: &Contingent) -> &'a mut Toll {
    let Contingent { nation, guerrillas, .. } = *contingent;
    let known = tolls.iter().position(|toll| (toll.nation, toll.guerrillas) == (nation, guerrillas));
    let place = known.unwrap_or_else(|| {
        tolls.push(Toll { nation, guerrillas, melee: Factors::NONE, outright: Factors::NONE });
        tolls.len() - 1
    });
    &mut tolls[place]
}

/// How many factors of a side are disrupted: half of the losses on the combat table, an odd one included (M-combat-43).
pub fn disrupted(tolls: &[Toll], fate: Fate) -> u16 {
    let lost: u16 = tolls.iter().map(|toll| toll.melee.total()).sum();
    let can_rally: u16 = tolls.iter().map(|toll| toll.can_rally().total()).sum();
    match fate {
        Fate::Halved => lost.div_ceil(2).min(can_rally),
        Fate::Casualties => 0,
    }
}

/// How many factors of a side are casualties.
pub fn casualties(tolls: &[Toll], fate: Fate) -> u16 {
    let lost: u16 = tolls.iter().map(|toll| toll.all().total()).sum();
    lost - disrupted(tolls, fate)
}

/// The losses by box with these factors disrupted, one entry for each toll: the owner chooses (M-combat-43).
///
/// # Errors
/// If there are too many or too few, or if some were not lost or cannot be disrupted.
pub fn place(tolls: &[Toll], fate: Fate, chosen: &[Factors]) -> Result<ArrayVec<Boxes, NATIONS>, Denied> {
    let due = disrupted(tolls, fate);
    let count: u16 = chosen.iter().map(|factors| factors.total()).sum();
    if count != due || chosen.len() != tolls.len() {
        let why = words!("{due} of these losses are disrupted, not {count}.");
        return Err(Denied::new(rule!("M-combat-43"), why));
    }
    let mut boxes = ArrayVec::new();
    for (toll, disrupted) in tolls.iter().zip(chosen) {
        if !toll.can_rally().contains(*disrupted) {
            let why = words!("Of these losses {} can be disrupted, not {disrupted}.", toll.can_rally());
            let rule =
                if toll.melee.contains(*disrupted) { rule!("M-guer-15") } else { rule!("M-combat-43") };
            return Err(Denied::new(rule, why));
        }
        boxes.push(Boxes { nation: toll.nation, disrupted: *disrupted, casualties: toll.all() - *disrupted });
    }
    Ok(boxes)
}

/// The usual choice: guns and horse are disrupted, then infantry of each nation in turn.
pub fn usual(tolls: &[Toll], fate: Fate) -> ArrayVec<Factors, NATIONS> {
    let mut chosen: ArrayVec<Factors, NATIONS> = tolls.iter().map(|_| Factors::NONE).collect();
    let mut due = disrupted(tolls, fate);
    for arm in BY_WORTH {
        while due > 0 {
            let before = due;
            for (toll, disrupted) in tolls.iter().zip(&mut chosen) {
                if due > 0 && disrupted[arm] < toll.can_rally()[arm] {
                    *disrupted += Factors::of(arm, 1);
                    due -= 1;
                }
            }
            if due == before {
                break;
            }
        }
    }
    chosen
}
