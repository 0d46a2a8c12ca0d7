//! Whether a state can be.
//!
//! This is written from the rulebook, and not with the predicates by which the game is played: a mistake in those is to be seen
//! here, not shared. It reads the state as it is kept, and the map as it is drawn.

use std::ops::Deref;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Seat, Seats};

use crate::blocks::{BlockId, Kind};
use crate::cards::CARDS;
use crate::map::{BorderKind, MAP, Terrain};
use crate::places::{BorderId, Crossing, PLACES, Place};
use crate::state::{Alliance, Fight, Phase, Stage, Standing};
use crate::states::State;

/// Checks whether a state is one that can be.
pub(crate) struct Auditor<'a> {
    pub(crate) game: &'a Alliance,
}

impl Deref for Auditor<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// Checks whether this is a state that can be.
    pub(crate) fn auditor(&self) -> Auditor<'_> {
        Auditor { game: self }
    }
}

/// What stands in a place. No more than 130 blocks do, but then they stand nowhere else.
#[derive(Clone, Default)]
struct Company {
    blocks: ArrayVec<BlockId, 130>,
}

/// How many blocks may stay in a place (1.4, 11.4, 11.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Capacity {
    Any,
    Blocks(usize),
    /// An army and a fleet.
    Pair,
}

/// Gibraltar (11.4) and the small islands (11.5).
const PAIRS: [&str; 6] = ["Gibraltar", "Corfu", "Cyprus", "Rhodes", "Majorca", "Malta"];

static CAPACITIES: LazyLock<Vec<Capacity>> = LazyLock::new(|| {
    let capacity = |place: Place| match MAP.regions.iter().find(|region| region.name == place.name()) {
        None => Capacity::Any,
        Some(region) if PAIRS.contains(&region.name.as_str()) => Capacity::Pair,
        Some(region) => Capacity::Blocks(match region.terrain {
            Terrain::Clear => 4,
            Terrain::Forest => 3,
            Terrain::Mountain => 2,
        }),
    };
    Place::all().map(capacity).collect()
});

/// What lies on either side of a border, and how it is crossed.
type Border = ([Place; 2], Crossing);

static BORDERS: LazyLock<Vec<Option<Border>>> = LazyLock::new(|| {
    let mut borders = Vec::new();
    for place in Place::all() {
        for link in place.links() {
            let number = link.border.index();
            borders.resize(borders.len().max(number + 1), None);
            borders[number] = Some(([place, link.to], link.crossing));
        }
    }
    borders
});

/// Whether these are more blocks than may stay in a place.
pub(crate) fn is_too_much(place: Place, blocks: &[BlockId]) -> bool {
    let fleets = blocks.iter().filter(|block| block.kind() == Kind::Fleet).count();
    match CAPACITIES[place.index()] {
        Capacity::Any => false,
        Capacity::Blocks(most) => blocks.len() > most,
        Capacity::Pair => fleets > 1 || blocks.len() - fleets > 1,
    }
}

impl Company {
    fn names(&self) -> String {
        self.blocks.iter().map(BlockId::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl Auditor<'_> {
    /// Whether the state can be; else what is wrong with it.
    pub(crate) fn audit(&self) -> Result<(), String> {
        self.audit_players()?;
        self.audit_pacts()?;
        self.audit_cards()?;
        self.audit_blocks()?;
        let mut places = vec![Company::default(); PLACES];
        for block in BlockId::all() {
            if let Some(place) = self.blocks.spots[block].place() {
                places[place.index()].blocks.push(block);
            }
        }
        for (place, company) in Place::all().zip(&places) {
            self.audit_company(place, company)?;
            self.audit_crowd(place, company)?;
        }
        for (nth, engagement) in self.engagements.iter().enumerate() {
            let place = engagement.place;
            if self.engagements[..nth].iter().any(|other| other.place == place) {
                return Err(format!("two battles are to be fought in {place}"));
            }
            if self.fought_in() != Some(place) {
                self.audit_engagement(place, &places[place.index()])?;
            }
        }
        if let Some(place) = self.urgent.iter().find(|place| !self.has_engagement(*place)) {
            return Err(format!("nobody fights in {place}, at once"));
        }
        self.audit_sides()?;
        self.audit_turn()?;
        self.audit_fight()
    }

    /// Whether those who play, and those they lead, can be (1.1, 3.6).
    fn audit_players(&self) -> Result<(), String> {
        let players = self.empires.len();
        if players == 0 || (players == 1) != self.rules.solitaire {
            return Err(format!("{players} players"));
        }
        for (number, empire) in self.empires.iter().enumerate() {
            if !empire.is_empire() || self.standings[*empire] != Standing::Player(Seat(number as u8)) {
                return Err(format!("seat {number} does not lead {empire}"));
            }
        }
        for state in State::all() {
            let fits = match self.standings[state] {
                Standing::Player(seat) => self.empires.get(seat.index()) == Some(&state),
                Standing::Ally(seat) => seat.index() < players && !self.rules.solitaire,
                // Only a minor goes with an empire, and only with one that nobody plays: a player leads his minors himself.
                Standing::With(empire) => {
                    let played = matches!(self.standings[empire], Standing::Player(_));
                    empire.is_empire() && !state.is_empire() && (self.rules.solitaire || !played)
                }
                Standing::Neutral | Standing::Alone => true,
            };
            if !fits {
                return Err(format!("{state} cannot stand so"));
            }
        }
        if self.treasuries.iter().skip(players).any(|gold| *gold > 0) {
            return Err("somebody who does not play has gold".to_owned());
        }
        match (1..=4).contains(&self.game_turn) && self.year <= self.rules.last_year {
            true => Ok(()),
            false => Err(format!("there is no game turn {} in {}", self.game_turn, self.year)),
        }
    }

    /// Whether what stands between the players can be (6.2, 9.21).
    fn audit_pacts(&self) -> Result<(), String> {
        let seats = Seats::first(self.empires.len() as u8);
        for a in seats.iter() {
            let allies = self.pacts.allied[a];
            for b in allies.iter() {
                if a == b || !seats.contains(b) || !self.pacts.allied[b].contains(a) {
                    return Err(format!("{a} is allied to {b}, but not the reverse"));
                }
            }
            let beside = self.pacts.admitted[a].union(self.pacts.open[a]);
            if !beside.minus(allies).is_empty() {
                return Err(format!("{a} lets in somebody who is not allied to him"));
            }
            // Whoever is defeated is an ally of his conqueror at least until the following Winter.
            let bond = self.pacts.bound[a].filter(|bond| self.year <= bond.until);
            if bond.is_some_and(|bond| !bond.to.minus(allies).is_empty()) {
                return Err(format!("{a} is not allied to somebody who has defeated him"));
            }
        }
        match self.talk.proposal {
            Some(open) if open.from == open.to || !seats.contains(open.to) => {
                Err(format!("{} makes a proposal to nobody", open.from))
            }
            _ => Ok(()),
        }
    }

    /// Whether every card is in one place at most (3.0), and nobody holds more than are dealt.
    fn audit_cards(&self) -> Result<(), String> {
        let mut dealt = self.spent;
        let mut count = self.spent.len();
        for hand in self.hands.iter().take(self.empires.len()) {
            let own: ArrayVec<_, 42> = hand.cards.iter().chain(hand.aside).chain(hand.played).collect();
            if own.len() > 5 {
                return Err("somebody has more than five cards".to_owned());
            }
            count += own.len();
            dealt.extend(own);
        }
        match dealt.len() != count || dealt.len() > usize::from(CARDS) {
            true => Err("a card is in two places".to_owned()),
            false => Ok(()),
        }
    }

    /// Whether every block has steps it can have and stands where it can (2.13, 2.3.1, 8.1, 8.3).
    fn audit_blocks(&self) -> Result<(), String> {
        for block in BlockId::all() {
            let strength = self.blocks.strengths[block];
            let least = u8::from(block.kind() != Kind::Fleet);
            if !(least..=block.printed().steps).contains(&strength) {
                return Err(format!("{block} has {strength} steps"));
            }
            let Some(place) = self.blocks.spots[block].place() else { continue };
            let region = MAP.regions.get(place.index());
            let stands = match (block.kind(), region) {
                (Kind::Fleet, Some(region)) => region.port.is_some(),
                (Kind::Fleet, None) => true,
                (Kind::Fortress, Some(region)) => {
                    region.fortress.is_some() && block.printed().region == Some(place)
                }
                (_, Some(_)) => true,
                (_, None) => false,
            };
            if !stands {
                return Err(format!("{block} cannot stand in {place}"));
            }
            // A fleet in a base came from a sea on which that opens; others came over a border, or landed.
            let from = self.blocks.origins[block].place();
            let near = |from: Place| place.links().iter().any(|link| link.to == from);
            if from.is_some_and(|from| !near(from) && !self.invaders.contains(block)) {
                return Err(format!("{block} came to {place} from afar"));
            }
        }
        Ok(())
    }

    /// Who leads a state: its player, or the one it is allied to; a minor goes where its empire goes (3.6).
    pub(crate) fn captain(&self, state: State) -> Option<Seat> {
        let standing = match self.standings[state] {
            Standing::With(empire) => self.standings[empire],
            standing => standing,
        };
        match standing {
            Standing::Player(seat) | Standing::Ally(seat) => Some(seat),
            Standing::With(_) | Standing::Neutral | Standing::Alone => None,
        }
    }

    /// Whether two states are of one empire: the same, or a minor and the empire it goes with.
    pub(crate) fn are_kin(&self, a: State, b: State) -> bool {
        let [a, b] = [a, b].map(|state| match self.standings[state] {
            Standing::With(empire) => empire,
            _ => state,
        });
        a == b
    }

    /// Whether blocks of two states fight where they meet: unless one player leads both, or both are empires of players who are
    /// allied, or both are with nobody (3.6, 4.1).
    pub(crate) fn are_opposed(&self, a: State, b: State) -> bool {
        match (self.captain(a), self.captain(b)) {
            _ if self.rules.solitaire => !self.are_kin(a, b),
            (Some(one), Some(other)) => {
                let players = [a, b].iter().all(|state| self.empires.contains(state));
                if players { !self.are_pledged(one, other) } else { one != other }
            }
            (None, None) => false,
            _ => true,
        }
    }

    /// Whether two players are the same, or allied.
    pub(crate) fn are_pledged(&self, a: Seat, b: Seat) -> bool {
        a == b || self.pacts.allied[a].contains(b)
    }

    pub(crate) fn has_engagement(&self, place: Place) -> bool {
        self.engagements.iter().any(|engagement| engagement.place == place)
    }

    fn fought_in(&self) -> Option<Place> {
        self.fight.as_ref().map(|fight| fight.place)
    }

    /// Where opposing blocks stand in one place a battle is fought (4.1, 6.13, 6.2). Opposed is whoever is led by players who are
    /// not allied, and whoever is led by a player to whoever is led by none. A friend whom both have does not make them
    /// friends (3.6), unless the set-up of 1812 has put them there together.
    fn audit_company(&self, place: Place, company: &Company) -> Result<(), String> {
        if company.blocks.len() < 2 || self.has_engagement(place) || self.fought_in() == Some(place) {
            return Ok(());
        }
        for (nth, one) in company.blocks.iter().enumerate() {
            for other in &company.blocks[..nth] {
                let (a, b) = (one.state(), other.state());
                let peace = match (self.captain(a), self.captain(b)) {
                    _ if self.rules.solitaire => self.are_kin(a, b),
                    (Some(a), Some(b)) => self.are_pledged(a, b) || self.share_a_billet(place, a, b),
                    (None, None) => true,
                    _ => false,
                };
                if !peace {
                    return Err(format!("{one} and {other} share {place}, and no battle is to be fought"));
                }
            }
        }
        Ok(())
    }

    fn share_a_billet(&self, place: Place, a: Seat, b: Seat) -> bool {
        let mut all = (0..self.empires.len() as u8).map(Seat);
        self.billets.contains(place) && all.any(|ally| self.are_pledged(a, ally) && self.are_pledged(b, ally))
    }

    /// Stacking is enforced when movement ends (1.4), and by the victor after a battle (7.22): at any other time nothing stands
    /// where there is no room, whosever it is.
    fn audit_crowd(&self, place: Place, company: &Company) -> Result<(), String> {
        let moving = matches!(self.phase, Phase::Actions | Phase::Battles(_))
            || self.fight.is_some()
            || !self.urgent.is_empty();
        if moving || self.has_engagement(place) || !is_too_much(place, &company.blocks) {
            return Ok(());
        }
        Err(format!("{place} holds too many blocks: {}", company.names()))
    }

    /// A battle that is to be fought has attackers and defenders who are not allied to each other (4.1, 4.31).
    fn audit_engagement(&self, place: Place, company: &Company) -> Result<(), String> {
        let attacks = |block: &&BlockId| self.attackers.contains(**block);
        let (attackers, defenders): (Vec<&BlockId>, Vec<&BlockId>) = company.blocks.iter().partition(attacks);
        let mut pairs = attackers.iter().flat_map(|one| defenders.iter().map(move |other| (one, other)));
        match pairs.any(|(one, other)| self.are_opposed(one.state(), other.state())) {
            true => Ok(()),
            false => Err(format!("a battle is to be fought in {place} between friends: {}", company.names())),
        }
    }

    /// Only who is in a battle attacks, or is in reserve.
    fn audit_sides(&self) -> Result<(), String> {
        for block in (self.attackers | self.reserves).iter() {
            let place = self.blocks.spots[block].place();
            let fights = |place: Place| self.has_engagement(place) || self.fought_in() == Some(place);
            if !place.is_some_and(fights) {
                return Err(format!("{block} attacks nobody"));
            }
        }
        Ok(())
    }

    /// What a player can have done in his turn (3.2, 3.4, 3.5, 4.0, 4.2, 8.5).
    fn audit_turn(&self) -> Result<(), String> {
        let turn = &self.turn;
        if turn.points > 4 || turn.spent > 3 {
            return Err(format!("{} points and {} gold in a turn", turn.points, turn.spent));
        }
        if let Some(block) = (turn.moved & turn.levied).first() {
            return Err(format!("{block} was levied and has moved"));
        }
        let winter = self.game_turn == 4 && !self.rules.solitaire;
        if turn.landing.is_some_and(|landing| landing.blocks > 2 || (winter && self.phase == Phase::Actions))
        {
            return Err("an invasion that cannot be".to_owned());
        }
        for crossed in &turn.crossed {
            let (between, crossing) = border(crossed.border);
            let widened = u8::from(turn.widened == Some(crossed.border));
            if self.phase == Phase::Actions && crossed.all > most(crossing, winter) + widened {
                return Err(format!("{} blocks between {} and {}", crossed.all, between[0], between[1]));
            }
        }
        match turn.march {
            Some(march) if march.steps > 3 || (march.steps > 2 && march.block.kind() != Kind::Fleet) => {
                Err(format!("{} has gone too far", march.block))
            }
            _ => Ok(()),
        }
    }

    /// Whether the battle under way can be (7.2, 7.32).
    fn audit_fight(&self) -> Result<(), String> {
        let Some(fight) = &self.fight else { return Ok(()) };
        let Fight { place, round, stage, steward, .. } = *fight;
        let won = matches!(stage, Stage::Aftermath(_));
        if round == 0 || self.has_engagement(place) == won {
            return Err(format!("the battle in {place} has not begun, or is over"));
        }
        // Each round beyond the fourth costs a step of an HQ, and nobody has more than two to spend, nor more than seven HQs.
        if round > 4 + 7 * 2 {
            return Err(format!("round {round} in {place}"));
        }
        if steward.index() >= self.empires.len() {
            return Err("nobody decides for those whom nobody leads".to_owned());
        }
        let here = |block: BlockId| self.blocks.spots[block].is(place);
        if fight.cracked.iter().flatten().any(|block| block.kind() != Kind::Fortress || !here(*block)) {
            return Err(format!("half a hit in {place} is on no fortress there"));
        }
        match self.melee(fight).is_led() {
            true => Ok(()),
            false => Err(format!("nobody decides in the battle in {place}")),
        }
    }
}

fn border(border: BorderId) -> Border {
    BORDERS[border.index()].expect("every border has two sides")
}

/// How many blocks of a player cross a border into battle at most, Russians or not (4.2, 3.5, 11.4, 11.12).
pub(crate) fn most(crossing: Crossing, winter: bool) -> u8 {
    let cold = u8::from(winter);
    match crossing {
        Crossing::Sea | Crossing::Narrows(_) => u8::MAX,
        Crossing::Land(BorderKind::RiverFrozen | BorderKind::Lake) => 3,
        Crossing::Land(BorderKind::Clear) => 4 - cold,
        Crossing::Land(BorderKind::River | BorderKind::Forest) => 3 - cold,
        Crossing::Land(BorderKind::Mountain | BorderKind::Marsh | BorderKind::Strait) => 2 - cold,
        Crossing::Coast { .. } => 2 - cold,
        Crossing::Land(BorderKind::Narrow) => 1 - cold,
    }
}
