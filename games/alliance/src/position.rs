//! A state as JSON that a person can read and write. States, blocks and places go by their names, seats by their numbers from 0 in
//! the order of `empires`.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Dice, Seats};
use serde::{Deserialize, Serialize};

use crate::blocks::{BLOCKS, BlockId, BlockSet};
use crate::cards::Cards;
use crate::control::States;
use crate::options::Rules;
use crate::places::{Place, PlaceSet};
use crate::solitaire::Solo;
use crate::state::{
    Alliance, ENGAGEMENTS, End, Engagement, Fight, Hand, Origin, PLAYERS, Pacts, Phase, Spot, Standing, Talk,
    Turn,
};
use crate::states::{STATES, State};

/// A state, written out.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// What was agreed on before the game.
    rules: Rules,
    /// The empire of each seat.
    empires: ArrayVec<State, PLAYERS>,
    /// With whom every state is: led by its player, allied to one, going with an empire, neutral, or alone against an invader.
    standings: BTreeMap<State, Standing>,
    /// All blocks but those that are ready to be built.
    blocks: Vec<Block>,
    /// Blocks that attack where they stand. Whoever else is in a place of `engagements` defends.
    attackers: BlockSet,
    /// Blocks that join their battle in round 2.
    reserves: BlockSet,
    /// Blocks that have landed this game turn.
    invaders: BlockSet,
    /// Battles to be fought, that which is being fought included until it is won.
    engagements: ArrayVec<Engagement, ENGAGEMENTS>,
    /// Those of them that are fought before anything else.
    urgent: PlaceSet,
    /// Places where blocks of players who are not allied stand side by side because the set-up has put them there. Games that
    /// were saved under revision 1 do not say.
    #[serde(default)]
    billets: Option<PlaceSet>,
    /// Who has eliminated blocks of each empire this game turn: Austria, Britain, France, Prussia, Russia, Spain, Turkey.
    slayers: [Seats; 7],
    /// States that were defeated this game turn.
    fallen: States,
    /// Empires that were defeated and have not closed a game turn with four blocks since.
    beaten: States,
    napoleon_fallen: bool,
    /// Homeland cities that count for whoever stands in them although their owner is his ally.
    spoils: PlaceSet,
    /// The gold of each seat.
    treasuries: [u16; PLAYERS],
    /// The cards of each seat.
    hands: [Hand; PLAYERS],
    /// Cards that were played in earlier game turns of the year.
    #[serde(with = "atlas::topology::as_list")]
    spent: Cards,
    /// What stands between the players, a list for each seat.
    pacts: Pacts,
    /// What is being negotiated.
    talk: Talk,
    /// What the solo player has won.
    solo: Solo,
    year: u16,
    /// From 1 to 4; the fourth is Winter.
    game_turn: u8,
    phase: Phase,
    /// The player's turn under way; in other phases the last one.
    turn: Turn,
    /// The battle being fought; won as soon as its stage is the aftermath.
    fight: Option<Fight>,
    dice: Dice,
    ended: Option<End>,
}

/// A block that is not ready in its pool.
#[derive(Clone, Serialize, Deserialize)]
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

impl From<Alliance> for Position {
    fn from(game: Alliance) -> Position {
        let block = |block: BlockId| {
            let spot = game.spots[block.index()];
            (spot != Spot::READY).then(|| Block {
                number: Some(block),
                state: block.state(),
                name: block.printed().name.clone(),
                at: spot.place(),
                strength: game.strengths[block.index()],
                from: game.origins[block.index()].place(),
            })
        };
        Position {
            standings: State::all().map(|state| (state, game.standings[state.index()])).collect(),
            blocks: BlockId::all().filter_map(block).collect(),
            rules: game.rules,
            empires: game.empires,
            attackers: game.attackers,
            reserves: game.reserves,
            invaders: game.invaders,
            engagements: game.engagements,
            urgent: game.urgent,
            billets: Some(game.billets),
            slayers: game.slayers,
            fallen: game.fallen,
            beaten: game.beaten,
            napoleon_fallen: game.napoleon_fallen,
            spoils: game.spoils,
            treasuries: game.treasuries,
            hands: game.hands,
            spent: game.spent,
            pacts: game.pacts,
            talk: game.talk,
            solo: game.solo,
            year: game.year,
            game_turn: game.game_turn,
            phase: game.phase,
            turn: game.turn,
            fight: game.fight,
            dice: game.dice,
            ended: game.ended,
        }
    }
}

impl TryFrom<Position> for Alliance {
    type Error = String;

    fn try_from(position: Position) -> Result<Alliance, String> {
        let mut standings = [Standing::Neutral; STATES];
        for (state, standing) in position.standings {
            standings[state.index()] = standing;
        }
        let mut spots = [Spot::READY; BLOCKS];
        let mut origins = [Origin::NONE; BLOCKS];
        let mut strengths = [0; BLOCKS];
        for block in BlockId::all() {
            strengths[block.index()] = block.least();
        }
        for entry in position.blocks {
            let block = BlockId::named(entry.state, &entry.name);
            let block = block.ok_or_else(|| format!("{} has no block {}", entry.state, entry.name))?;
            if entry.number.is_some_and(|number| number != block) {
                return Err(format!("{block} has another number"));
            }
            spots[block.index()] = entry.at.map_or(Spot::DOWN, Spot::from);
            origins[block.index()] = entry.from.map_or(Origin::NONE, Origin::from);
            strengths[block.index()] = entry.strength;
        }
        let mut game = Alliance {
            rules: position.rules,
            empires: position.empires,
            standings,
            spots,
            strengths,
            origins,
            attackers: position.attackers,
            reserves: position.reserves,
            invaders: position.invaders,
            engagements: position.engagements,
            urgent: position.urgent,
            billets: position.billets.unwrap_or(PlaceSet::EMPTY),
            slayers: position.slayers,
            fallen: position.fallen,
            beaten: position.beaten,
            napoleon_fallen: position.napoleon_fallen,
            spoils: position.spoils,
            treasuries: position.treasuries,
            hands: position.hands,
            spent: position.spent,
            pacts: position.pacts,
            talk: position.talk,
            solo: position.solo,
            year: position.year,
            game_turn: position.game_turn,
            phase: position.phase,
            turn: position.turn,
            fight: position.fight,
            dice: position.dice,
            ended: position.ended,
        };
        // Under revision 1 whoever had an ally in common could stay together.
        if position.billets.is_none() {
            let fought = game.fight.as_ref().map(|fight| fight.place);
            let quiet = Place::all().filter(|place| !game.is_embattled(*place) && Some(*place) != fought);
            game.billets = quiet.filter(|place| game.is_disputed(*place)).collect();
        }
        game.auditor().audit()?;
        Ok(game)
    }
}
