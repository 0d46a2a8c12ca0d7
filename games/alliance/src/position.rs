//! A state as JSON that a person can read and write. States, blocks and places go by their names, seats by their numbers from 0 in
//! the order of `empires`.

use engine::By;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::blocks::BlockId;
use crate::places::Place;
use crate::state::{Alliance, Blocks, Origin, Spot};
use crate::states::State;

impl Serialize for Alliance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Alliance::serialize(self, serializer)
    }
}

/// What is read is checked.
impl<'de> Deserialize<'de> for Alliance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Alliance, D::Error> {
        let game = Alliance::deserialize(deserializer)?;
        game.auditor().audit().map_err(de::Error::custom)?;
        Ok(game)
    }
}

/// A state in today's shape. Under revision 1 it did not say where blocks of players who are not allied stand side by side:
/// whoever had an ally in common could stay together.
pub(crate) fn restore(state: &Value) -> Result<Alliance, String> {
    let mut state = state.clone();
    let billets = state.get("billets").is_some_and(|billets| !billets.is_null());
    if let Some(fields) = state.as_object_mut().filter(|_| !billets) {
        fields.insert("billets".to_owned(), Value::Array(Vec::new()));
    }
    let mut game = Alliance::deserialize(state).map_err(|error| error.to_string())?;
    if !billets {
        let fought = game.fight.as_ref().map(|fight| fight.place);
        let quiet = Place::all().filter(|place| !game.is_embattled(*place) && Some(*place) != fought);
        game.billets = quiet.filter(|place| game.is_disputed(*place)).collect();
    }
    game.auditor().audit()?;
    Ok(game)
}

/// A block that is not ready in its pool, written out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    /// The number by which everything else speaks of it. Games that were saved under revision 1 do not say.
    #[serde(default)]
    number: Option<BlockId>,
    state: State,
    name: String,
    /// Where it stands; nowhere if it lies in its pool, face-up.
    at: Option<Place>,
    strength: u8,
    /// From where it came into the battle it is in; of a fleet in a naval base, from which sea.
    from: Option<Place>,
}

/// All blocks but those that are ready to be built.
impl Serialize for Blocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = BlockId::all().filter(|block| self.spots[*block] != Spot::READY).map(|block| Block {
            number: Some(block),
            state: block.state(),
            name: block.printed().name.clone(),
            at: self.spots[block].place(),
            strength: self.strengths[block],
            from: self.origins[block].place(),
        });
        written.collect::<Vec<_>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Blocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Blocks, D::Error> {
        let mut blocks = Blocks {
            spots: By::all(Spot::READY),
            strengths: By::from_fn(BlockId::least),
            origins: By::all(Origin::NONE),
        };
        for Block { number, state, name, at, strength, from } in Vec::deserialize(deserializer)? {
            let block = BlockId::named(state, &name);
            let block = block.ok_or_else(|| de::Error::custom(format!("{state} has no block {name}")))?;
            if number.is_some_and(|number| number != block) {
                return Err(de::Error::custom(format!("{block} has another number")));
            }
            blocks.spots[block] = at.map_or(Spot::DOWN, Spot::from);
            blocks.origins[block] = from.map_or(Origin::NONE, Origin::from);
            blocks.strengths[block] = strength;
        }
        Ok(blocks)
    }
}
