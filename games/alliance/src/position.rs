//! A state as JSON that a person can read and write, and the test whether a state can be.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Dice, Seats};
use serde::{Deserialize, Serialize};

use crate::blocks::{BLOCKS, BlockId, BlockSet};
use crate::cards::{CARDS, Cards};
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
    rules: Rules,
    empires: ArrayVec<State, PLAYERS>,
    standings: BTreeMap<State, Standing>,
    blocks: Vec<Block>,
    attackers: BlockSet,
    reserves: BlockSet,
    invaders: BlockSet,
    engagements: ArrayVec<Engagement, ENGAGEMENTS>,
    urgent: PlaceSet,
    slayers: [Seats; 7],
    fallen: States,
    beaten: States,
    napoleon_fallen: bool,
    spoils: PlaceSet,
    treasuries: [u16; PLAYERS],
    hands: [Hand; PLAYERS],
    #[serde(with = "atlas::topology::as_list")]
    spent: Cards,
    pacts: Pacts,
    talk: Talk,
    solo: Solo,
    year: u16,
    game_turn: u8,
    phase: Phase,
    turn: Turn,
    fight: Option<Fight>,
    dice: Dice,
    ended: Option<End>,
}

/// A block that is not ready in its pool.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    state: State,
    name: String,
    /// Where it stands; nowhere if it lies in its pool, face-up.
    at: Option<Place>,
    strength: u8,
    from: Option<Place>,
}

impl From<Alliance> for Position {
    fn from(game: Alliance) -> Position {
        let block = |block: BlockId| {
            let spot = game.spots[block.index()];
            (spot != Spot::READY).then(|| Block {
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
            spots[block.index()] = entry.at.map_or(Spot::DOWN, Spot::from);
            origins[block.index()] = entry.from.map_or(Origin::NONE, Origin::from);
            strengths[block.index()] = entry.strength;
        }
        let game = Alliance {
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
        game.audit()?;
        Ok(game)
    }
}

impl Alliance {
    /// Whether those who play, and those they lead, can be.
    fn audit_players(&self) -> Result<(), String> {
        let players = self.players();
        if players == 0 || (players == 1) != self.rules.solitaire {
            return Err(format!("{players} players"));
        }
        for seat in self.seats().iter() {
            let empire = self.empire(seat);
            if self.standings[empire.index()] != Standing::Player(seat) {
                return Err(format!("{seat} does not lead {empire}"));
            }
        }
        for state in State::all() {
            let fits = match self.standings[state.index()] {
                Standing::Player(seat) => self.empires.get(seat.index()) == Some(&state),
                Standing::Ally(seat) => seat.0 < players && !self.rules.solitaire,
                Standing::With(empire) => empire.is_empire() && !state.is_empire(),
                Standing::Neutral | Standing::Alone => true,
            };
            if !fits {
                return Err(format!("{state} cannot stand so"));
            }
        }
        match (1..=4).contains(&self.game_turn) {
            true => Ok(()),
            false => Err(format!("there is no game turn {}", self.game_turn)),
        }
    }

    /// Whether the state can be.
    pub(crate) fn audit(&self) -> Result<(), String> {
        self.audit_players()?;
        let players = self.players();
        for block in BlockId::all() {
            let strength = self.strength(block);
            if !(block.least()..=block.printed().steps).contains(&strength) {
                return Err(format!("{block} has {strength} steps"));
            }
            let Some(place) = self.place(block) else { continue };
            if block.is_fleet() && !place.is_sea() && !place.is_base() {
                return Err(format!("{block} is aground in {place}"));
            }
            if !block.is_fleet() && place.is_sea() {
                return Err(format!("{block} is in the water: {place}"));
            }
            if block.is_fortress() && block.printed().region != Some(place) {
                return Err(format!("{block} has walked to {place}"));
            }
        }
        for place in Place::all() {
            let there = self.states_at(place);
            let mut pairs = there.iter().flat_map(|one| there.iter().map(move |other| (one, other)));
            let fought = self.fight.as_ref().is_some_and(|fight| fight.place == place);
            if pairs.any(|(one, other)| !self.can_share(one, other)) && !self.is_embattled(place) && !fought {
                return Err(format!("enemies share {place}, and no battle is to be fought"));
            }
            let moving = matches!(self.phase, Phase::Actions | Phase::Battles(_))
                || self.fight.is_some()
                || !self.urgent.is_empty();
            // Nobody makes room among neutrals.
            let led = there.iter().any(|state| self.led_by(state).is_some());
            if !moving && led && !self.is_embattled(place) && self.surplus(self.blocks_at(place), place) > 0 {
                let here: Vec<String> = self.blocks_at(place).iter().map(|block| block.to_string()).collect();
                return Err(format!("{place} holds too many blocks: {}", here.join(", ")));
            }
        }
        self.audit_fight()?;
        let flagged = self.attackers | self.reserves;
        if let Some(block) = flagged.iter().find(|block| {
            self.place(*block).is_none_or(|place| {
                !self.is_embattled(place) && self.fight.as_ref().is_none_or(|fight| fight.place != place)
            })
        }) {
            return Err(format!("{block} attacks nobody"));
        }
        self.audit_pacts()?;
        let mut dealt = Cards::EMPTY;
        let mut count = 0;
        for hand in &self.hands[..usize::from(players)] {
            for card in hand.cards.iter().chain(hand.aside).chain(hand.played) {
                dealt.insert(card);
                count += 1;
            }
        }
        if dealt.len() != count || count > usize::from(CARDS) {
            return Err("a card is in two hands".to_owned());
        }
        Ok(())
    }
}
