//! What has changed between two tables of one viewer.
//!
//! A patch applied to the old table gives the new one, exactly; the kit checks that after every action. Fields that are not
//! there have not changed. A patch borrows from the new table: it is made to be written down at once.

use serde::{Serialize, Serializer};

use super::{
    Badges, Battle, Facing, Fighter, Gauge, Hand, LegalChoice, Overlay, Piece, PieceKey, Printed, Prompt,
    Register, Sheet, Side, Spot, Steps, Table, Text, Track,
};
use crate::{Outcome, Seats};

/// What has changed between two tables of one viewer.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Patch<'t> {
    /// What to do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<&'t Prompt>,
    /// Who must decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Seats>,
    /// The sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<Run<'t, Sheet>>>,
    /// Pieces that are no longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<PieceKey>,
    /// Pieces that have changed, or are new.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PiecePatch<'t>>,
    /// The hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<Run<'t, Hand>>>,
    /// The tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Run<'t, Track>>>,
    /// The registers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registers: Option<Vec<Run<'t, Register>>>,
    /// The overlays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlays: Option<Vec<Run<'t, Overlay>>>,
    /// A battle that has begun, or is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::Nullable<Battle>"))]
    pub battle: Option<Option<&'t Battle>>,
    /// What has changed in the battle that goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<FightPatch<'t>>,
    /// What the viewer may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Run<'t, LegalChoice>>>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::Nullable<Outcome>"))]
    pub outcome: Option<Option<&'t Outcome>>,
}

/// What has changed of a piece. One that is new has a print.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct PiecePatch<'t> {
    /// Which.
    pub key: PieceKey,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// What is printed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "Option<super::Print>"))]
    pub print: Option<&'t Printed>,
    /// How it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Its marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "Option<Vec<super::Badge>>"))]
    pub badges: Option<Badges>,
    /// Its steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::Nullable<Steps>"))]
    pub steps: Option<Option<Steps>>,
    /// How many it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::Nullable<u16>"))]
    pub count: Option<Option<u16>>,
    /// Its figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<&'t Vec<Gauge>>,
    /// What is to be said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "describe", schemars(with = "crate::describe::Nullable<Text>"))]
    pub text: Option<Option<&'t Text>>,
}

/// What has changed in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct FightPatch<'t> {
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'t Text>,
    /// What is to be known now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<&'t Vec<Text>>,
    /// The sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Run<'t, Side>>>,
    /// Everybody in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fighters: Option<Vec<Run<'t, Fighter>>>,
    /// What comes of the throw that decides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<Vec<Run<'t, Gauge>>>,
}

/// A part of a new list: so many items of the old one, or an item that was not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Run<'t, T> {
    /// Items of the old list: the first, and how many. Written as a pair of numbers.
    Keep(usize, usize),
    /// Another item. Written as it is.
    New(&'t T),
}

impl<T: Serialize> Serialize for Run<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Run::Keep(first, count) => (first, count).serialize(serializer),
            Run::New(item) => item.serialize(serializer),
        }
    }
}

#[cfg(feature = "describe")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Run<'_, T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}Run", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A part of a new list: items of the old one, by the first and how many, or another item.",
            "anyOf": [generator.subschema_for::<(u32, u32)>(), generator.subschema_for::<T>()],
        })
    }
}

/// How far an item of the new list is looked for in the old one.
const WINDOW: usize = 48;

/// How `new` is made of `old`; nothing if they are the same.
fn runs<'t, T: PartialEq>(old: &[T], new: &'t [T]) -> Option<Vec<Run<'t, T>>> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    if start == old.len() && start == new.len() {
        return None;
    }
    let tails = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = tails.take_while(|(old, new)| old == new).count();
    let mut made = Vec::new();
    let keep = |made: &mut Vec<Run<'t, T>>, at: usize, many: usize| match made.last_mut() {
        _ if many == 0 => {}
        Some(Run::Keep(first, count)) if *first + *count == at => *count += many,
        _ => made.push(Run::Keep(at, many)),
    };
    keep(&mut made, 0, start);
    let (mut at, last) = (start, old.len() - end);
    for item in &new[start..new.len() - end] {
        let found = old[at..last.min(at + WINDOW)].iter().position(|old| old == item);
        match found {
            Some(ahead) => {
                keep(&mut made, at + ahead, 1);
                at += ahead + 1;
            }
            None => made.push(Run::New(item)),
        }
    }
    keep(&mut made, last, end);
    Some(made)
}

/// Makes the new list of the old one, if there is one.
fn follow<T: Clone>(list: &mut Vec<T>, runs: &Option<Vec<Run<'_, T>>>) {
    let Some(runs) = runs else { return };
    let mut new = Vec::with_capacity(list.len());
    for run in runs {
        match run {
            Run::Keep(first, count) => {
                new.extend(list.iter().skip(*first).take(*count).cloned());
            }
            Run::New(item) => new.push(T::clone(item)),
        }
    }
    *list = new;
}

/// What was `old`, if it is another now.
fn change<'t, T: PartialEq>(old: &T, new: &'t T) -> Option<&'t T> {
    (old != new).then_some(new)
}

impl<'t> PiecePatch<'t> {
    fn new(piece: &'t Piece) -> PiecePatch<'t> {
        let Piece { key, at, print, facing, badges, steps, count, figures, text } = piece;
        PiecePatch {
            key: *key,
            at: Some(*at),
            print: Some(print),
            facing: Some(*facing),
            badges: (!badges.is_empty()).then_some(*badges),
            steps: steps.map(Some),
            count: count.map(Some),
            figures: (!figures.is_empty()).then_some(figures),
            text: text.as_ref().map(Some),
        }
    }

    fn between(old: &Piece, new: &'t Piece) -> Option<PiecePatch<'t>> {
        if old == new {
            return None;
        }
        Some(PiecePatch {
            key: new.key,
            at: change(&old.at, &new.at).copied(),
            print: change(&old.print, &new.print),
            facing: change(&old.facing, &new.facing).copied(),
            badges: change(&old.badges, &new.badges).copied(),
            steps: change(&old.steps, &new.steps).copied(),
            count: change(&old.count, &new.count).copied(),
            figures: change(&old.figures, &new.figures),
            text: change(&old.text, &new.text).map(Option::as_ref),
        })
    }

    fn apply(&self, piece: &mut Piece) {
        let PiecePatch { key: _, at, print, facing, badges, steps, count, figures, text } = self;
        set(&mut piece.at, at.as_ref());
        set(&mut piece.print, *print);
        set(&mut piece.facing, facing.as_ref());
        set(&mut piece.badges, badges.as_ref());
        set(&mut piece.steps, steps.as_ref());
        set(&mut piece.count, count.as_ref());
        set(&mut piece.figures, *figures);
        if let Some(text) = text {
            piece.text = text.cloned();
        }
    }
}

fn set<T: Clone>(field: &mut T, to: Option<&T>) {
    if let Some(to) = to {
        field.clone_from(to);
    }
}

impl<'t> FightPatch<'t> {
    fn between(old: &Battle, new: &'t Battle) -> FightPatch<'t> {
        FightPatch {
            stage: change(&old.stage, &new.stage),
            notes: change(&old.notes, &new.notes),
            sides: runs(&old.sides, &new.sides),
            fighters: runs(&old.fighters, &new.fighters),
            outlook: runs(&old.outlook, &new.outlook),
        }
    }

    fn apply(&self, battle: &mut Battle) {
        set(&mut battle.stage, self.stage);
        set(&mut battle.notes, self.notes);
        follow(&mut battle.sides, &self.sides);
        follow(&mut battle.fighters, &self.fighters);
        follow(&mut battle.outlook, &self.outlook);
    }
}

impl Table {
    /// What must be changed in this table to make it `new`.
    pub fn diff<'t>(&self, new: &'t Table) -> Patch<'t> {
        let (mut gone, mut pieces) = (Vec::new(), Vec::new());
        let mut before = self.pieces.iter().peekable();
        for piece in &new.pieces {
            while let Some(old) = before.next_if(|old| old.key < piece.key) {
                gone.push(old.key);
            }
            match before.next_if(|old| old.key == piece.key) {
                Some(old) => pieces.extend(PiecePatch::between(old, piece)),
                None => pieces.push(PiecePatch::new(piece)),
            }
        }
        gone.extend(before.map(|old| old.key));
        let (battle, fight) = match (&self.battle, &new.battle) {
            (old, new) if old == new => (None, None),
            (Some(old), Some(new)) if (&old.title, old.at) == (&new.title, new.at) => {
                (None, Some(FightPatch::between(old, new)))
            }
            (_, new) => (Some(new.as_ref()), None),
        };
        Patch {
            prompt: change(&self.prompt, &new.prompt),
            to_act: change(&self.to_act, &new.to_act).copied(),
            seats: runs(&self.seats, &new.seats),
            gone,
            pieces,
            hands: runs(&self.hands, &new.hands),
            tracks: runs(&self.tracks, &new.tracks),
            registers: runs(&self.registers, &new.registers),
            overlays: runs(&self.overlays, &new.overlays),
            battle,
            fight,
            choices: runs(&self.choices, &new.choices),
            outcome: change(&self.outcome, &new.outcome).map(Option::as_ref),
        }
    }

    /// Changes this table as `patch` says.
    pub fn apply(&mut self, patch: &Patch<'_>) {
        set(&mut self.prompt, patch.prompt);
        set(&mut self.to_act, patch.to_act.as_ref());
        self.pieces.retain(|piece| !patch.gone.contains(&piece.key));
        for changed in &patch.pieces {
            match (self.pieces.binary_search_by_key(&changed.key, |piece| piece.key), &changed.print) {
                (Ok(at), _) => changed.apply(&mut self.pieces[at]),
                (Err(at), Some(print)) => {
                    let mut piece = Piece::new(changed.key, Spot::Hand { hand: 0 }, Printed::clone(print));
                    changed.apply(&mut piece);
                    self.pieces.insert(at, piece);
                }
                // Of a piece that is not there nothing can change.
                (Err(_), None) => {}
            }
        }
        if let Some(battle) = patch.battle {
            self.battle = battle.cloned();
        }
        if let (Some(battle), Some(fight)) = (&mut self.battle, &patch.fight) {
            fight.apply(battle);
        }
        follow(&mut self.seats, &patch.seats);
        follow(&mut self.hands, &patch.hands);
        follow(&mut self.tracks, &patch.tracks);
        follow(&mut self.registers, &patch.registers);
        follow(&mut self.overlays, &patch.overlays);
        follow(&mut self.choices, &patch.choices);
        if let Some(outcome) = patch.outcome {
            self.outcome = outcome.cloned();
        }
    }
}

impl Patch<'_> {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        *self == Patch::default()
    }
}
