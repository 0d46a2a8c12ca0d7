//! Games at random under the eyes of a witness who knows the rulebook and not the code: it follows every block, point and piece of
//! gold by itself, and reads nothing but the state as it is kept, the map, and what was done.
//!
//! `ALLIANCE_GAMES=2000 cargo test -p alliance --lib witness -- --nocapture` plays so many games for each number of players, and
//! `ALLIANCE_FROM` leaves out those before a seed.

use std::collections::{BTreeMap, HashMap, HashSet};

use engine::{Chance, Game, Recorder, Seat, Seats, Seed, Setup, Stream};

use crate::action::Action;
use crate::audit::most;
use crate::blocks::{BlockId, Kind};
use crate::event::Event;
use crate::map::BorderKind;
use crate::places::{BorderId, Crossing, Link, Place, PlaceSet};
use crate::state::{Alliance, Fight, Phase, Spot, Stage, Standing};
use crate::states::{EMPIRES, State};

/// Something against the rules, with the rule.
type Seen = Result<(), String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Seen {
    if holds { Ok(()) } else { Err(what()) }
}

/// A position as the rulebook speaks of it.
struct World<'a>(&'a Alliance);

impl World<'_> {
    fn at(&self, block: BlockId) -> Option<Place> {
        self.0.blocks.spots[block].place()
    }

    fn here(&self, place: Place) -> impl Iterator<Item = BlockId> {
        BlockId::all().filter(move |block| self.at(*block) == Some(place))
    }

    fn leads(&self, seat: Seat, block: BlockId) -> bool {
        self.0.auditor().captain(block.state()) == Some(seat)
    }

    fn embattled(&self, place: Place) -> bool {
        self.0.auditor().has_engagement(place)
    }

    fn winter(&self) -> bool {
        self.0.game_turn == 4
    }

    fn standing(&self, state: State) -> Standing {
        match self.0.standings[state] {
            Standing::With(empire) => self.0.standings[empire],
            standing => standing,
        }
    }

    /// A player's own blocks and those of his allies, be they players, empires without one, or minors (4.1).
    fn sides_with(&self, seat: Seat, state: State) -> bool {
        let ally =
            |other: Seat| self.0.auditor().are_pledged(seat, other) && self.0.empires[other.index()] == state;
        self.0.auditor().captain(state).is_some_and(|leader| leader == seat || ally(leader))
    }

    fn friendly(&self, seat: Seat, place: Place) -> bool {
        if self.embattled(place) {
            return false;
        }
        let mut here = self.here(place).peekable();
        match here.peek() {
            None => place.home().is_some_and(|home| self.sides_with(seat, home)),
            Some(_) => here.any(|block| self.sides_with(seat, block.state())),
        }
    }

    fn neutral(&self, place: Place) -> bool {
        if self.embattled(place) {
            return false;
        }
        let calm = |state: State| self.standing(state) == Standing::Neutral;
        let mut here = self.here(place).peekable();
        match here.peek() {
            None => place.home().is_none_or(calm),
            Some(_) => here.all(|block| calm(block.state())),
        }
    }

    /// Places from which a chain of friendly and neutral ones leads back to a friendly city at home, or, for fleets, to a
    /// naval base (4.4, 8.2).
    fn supplied(&self, seat: Seat, fleets: bool) -> PlaceSet {
        let open: PlaceSet =
            Place::all().filter(|place| self.friendly(seat, *place) || self.neutral(*place)).collect();
        let own =
            |place: &Place| place.home().is_some_and(|home| self.0.auditor().captain(home) == Some(seat));
        let source = |place: &Place| {
            let region = place.region();
            let city = region.is_some_and(|region| region.city.is_some() && region.value > 0);
            let base = region.is_some_and(|region| region.port.is_some());
            own(place) && self.friendly(seat, *place) && (city || (fleets && base))
        };
        let mut reached: PlaceSet = Place::all().filter(source).collect();
        let mut fresh: Vec<Place> = reached.iter().collect();
        while let Some(place) = fresh.pop() {
            for link in place.links() {
                let carries = match link.crossing {
                    Crossing::Land(BorderKind::Lake) => self.winter(),
                    Crossing::Coast { base } => base,
                    Crossing::Land(_) | Crossing::Sea | Crossing::Narrows(_) => true,
                };
                if carries && open.contains(link.to) && reached.insert(link.to) {
                    fresh.push(link.to);
                }
            }
        }
        reached
    }

    fn opposed(&self, state: State, place: Place) -> bool {
        self.here(place).any(|other| self.0.auditor().are_opposed(state, other.state()))
    }

    fn passes(&self, seat: Seat, crossing: Crossing) -> bool {
        match crossing {
            Crossing::Sea => true,
            Crossing::Narrows(shores) => {
                shores.into_iter().all(|shore| self.friendly(seat, shore) || self.neutral(shore))
            }
            Crossing::Land(_) | Crossing::Coast { .. } => false,
        }
    }

    /// Too many blocks for a region in which there is no battle (1.4, 11.4, 11.5).
    fn overstacked(&self, place: Place) -> bool {
        let blocks: Vec<BlockId> = self.here(place).collect();
        !self.embattled(place) && crate::audit::is_too_much(place, &blocks)
    }

    /// Whether others stand in a city of a state's, and nobody who is on its side.
    fn is_taken(&self, owner: State, city: Place) -> bool {
        let side = self.0.auditor().captain(owner);
        let played = self.0.empires.contains(&owner);
        let friend = |block: BlockId| match (side, self.0.auditor().captain(block.state())) {
            (Some(own), Some(other)) => own == other || (played && self.0.auditor().are_pledged(own, other)),
            (None, None) => true,
            _ => false,
        };
        self.here(city).next().is_some() && !self.here(city).any(friend)
    }

    /// Whether players hold a city of a state's against it (9.1, 9.2).
    fn held_against(&self, owner: State, city: Place) -> bool {
        let led = |block: BlockId| self.0.auditor().captain(block.state()).is_some();
        self.is_taken(owner, city) && self.here(city).any(led)
    }

    fn cities(state: State) -> Vec<Place> {
        let of = |place: &Place| {
            place.home() == Some(state) && place.region().is_some_and(|region| region.city.is_some())
        };
        Place::all().filter(of).collect()
    }

    fn defeated(&self, state: State) -> bool {
        let mut cities = World::cities(state);
        if cities.is_empty() && !state.is_empire() {
            let land: Vec<Place> = Place::all().filter(|place| place.home() == Some(state)).collect();
            cities.extend(land.first().filter(|_| land.len() == 1));
        }
        !cities.is_empty() && cities.iter().all(|city| self.held_against(state, *city))
    }

    /// What a player collects at the end of a year (3.4).
    fn income(&self, seat: Seat) -> u8 {
        let (armies, fleets) = (self.supplied(seat, false), self.supplied(seat, true));
        let highest = |place: Place| {
            let leaders: Seats =
                self.here(place).filter_map(|block| self.0.auditor().captain(block.state())).collect();
            leaders.iter().max_by_key(|leader| self.0.hands[*leader].played)
        };
        let (mut full, mut half) = (0, 0);
        for place in Place::all().filter(|place| place.value() > 0) {
            let owner = place.home().and_then(|home| self.0.auditor().captain(home));
            let lost = place.home().is_none_or(|home| self.is_taken(home, place));
            let collects = if lost { highest(place) } else { owner };
            if collects != Some(seat) {
                continue;
            }
            let supplied = if place.is_sea() { fleets } else { armies };
            match place.home() {
                Some(home) if self.0.empires[seat.index()] == home => full += place.value(),
                Some(_) if !lost => half += place.value(),
                _ if supplied.contains(place) => half += place.value(),
                _ => {}
            }
        }
        full + half / 2
    }
}

/// What the witness has seen of the turn and the battle under way.
#[derive(Default)]
struct Witness {
    seat: Option<Seat>,
    /// Steps of every block that has moved this turn.
    walked: HashMap<BlockId, u8>,
    /// The block that moved last, while it may go on.
    in_hand: Option<BlockId>,
    levied: HashSet<BlockId>,
    gold: u8,
    crossed: HashMap<BorderId, (u8, u8)>,
    landed: Vec<Place>,
    /// What was friendly when the turn began.
    secure: PlaceSet,
    /// From where, and to which coasts, armies have sailed.
    voyages: Vec<(Place, Place)>,
    /// An ally has left, perhaps with fleets.
    deserted: bool,
    acted: HashSet<BlockId>,
    left: HashMap<(Seat, BorderId), (u8, u8)>,
    counts: BTreeMap<&'static str, u64>,
}

impl Witness {
    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn watch(
        &mut self,
        before: &Alliance,
        seat: Seat,
        action: Action,
        after: &Alliance,
        events: &[Event],
    ) -> Seen {
        let (old, new) = (World(before), World(after));
        let in_turn = before.phase == Phase::Actions
            && before.fight.is_none()
            && before.urgent.is_empty()
            && before.talk.proposal.is_none();
        if in_turn {
            self.watch_turn(&old, seat, action, &new)?;
        }
        if let Some(fight) = &before.fight {
            self.watch_battle(&old, fight, seat, action)?;
        }
        self.watch_neutrals(&old, action, &new, events)?;
        self.watch_alliances(&old, &new, events)?;
        self.watch_bid(&old, events)?;
        self.watch_close(&old, &new, events)?;
        for event in events {
            match *event {
                Event::Battle { place, .. } => {
                    self.acted.clear();
                    self.left.clear();
                    // Whoever is engaged goes no further.
                    self.in_hand = self.in_hand.filter(|block| old.at(*block) != Some(place));
                }
                Event::Round { .. } | Event::Won { .. } => {
                    self.acted.clear();
                    self.left.clear();
                }
                Event::Begins { who, .. } => {
                    let counts = std::mem::take(&mut self.counts);
                    let secure = Place::all().filter(|place| new.friendly(who.seat, *place)).collect();
                    *self = Witness { seat: Some(who.seat), secure, counts, ..Witness::default() };
                }
                Event::Turned { .. } | Event::Ceded { .. } | Event::Broke { .. } => self.deserted = true,
                _ => {}
            }
        }
        let ruthenia = Place::named("Ruthenia");
        must(after.billets.iter().all(|place| Some(place) == ruthenia), || {
            "a billet nobody has given".to_owned()
        })
    }

    fn watch_turn(&mut self, old: &World, seat: Seat, action: Action, new: &World) -> Seen {
        must(self.seat == Some(seat), || format!("{seat} acts in the turn of another (3.1)"))?;
        let worth = |world: &World| {
            let points = if world.0.turn.seat == seat { world.0.turn.points } else { 0 };
            u16::from(points) + world.0.treasuries[seat]
        };
        let price = match action {
            Action::Group(_) | Action::Levy(_) | Action::Build { .. } => 1,
            Action::Ship { .. } | Action::Invade { .. } => 1,
            _ => 0,
        };
        if action != Action::Done {
            must(worth(old) == worth(new) + price, || {
                "each action costs a point or a piece of gold (3.2)".to_owned()
            })?;
        }
        if price == 1 && old.0.turn.points == 0 {
            self.gold += 1;
            must(self.gold <= 3, || "3 gold in a turn at most (3.4)".to_owned())?;
        }
        match action {
            Action::Step { block, to } | Action::Aid { block, to } => {
                self.watch_step(old, seat, block, to)?
            }
            Action::Ship { block, to } => {
                self.watch_voyage(old, seat, block, to)?;
                let base = to.region().is_some_and(|region| region.port.is_some());
                must(base && old.friendly(seat, to) && self.secure.contains(to), || {
                    format!("{block} ships to {to}, no friendly base (8.4)")
                })?;
                self.count("sea moves");
            }
            Action::Invade { block, to } => {
                self.watch_voyage(old, seat, block, to)?;
                let first = self.landed.is_empty();
                must(matches!(block.kind(), Kind::Hq | Kind::Infantry), || format!("{block} invades (8.5)"))?;
                must(!first || !(old.friendly(seat, to) || old.embattled(to)), || {
                    format!("{to} is no beach (8.5)")
                })?;
                self.landed.push(to);
                let one = self.landed.len() <= 2 && self.landed.iter().all(|place| *place == to);
                must(one, || "one invasion, of two blocks at most (8.5)".to_owned())?;
                self.count("landings");
            }
            Action::Levy(block) => {
                let place = old.at(block).ok_or("levied beside the map")?;
                let fleet = block.kind() == Kind::Fleet;
                let rise = new.0.blocks.strengths[block] == old.0.blocks.strengths[block] + 1;
                must(rise && self.levied.insert(block), || {
                    format!("{block} gains one step in a turn (5.0)")
                })?;
                must(old.leads(seat, block) && !old.embattled(place), || {
                    format!("{block} is not levied (5.0)")
                })?;
                must(!self.walked.contains_key(&block), || format!("{block} has moved (3.2)"))?;
                must(old.supplied(seat, fleet).contains(place), || {
                    format!("{block} is out of supply (4.4)")
                })?;
                self.count("levies");
            }
            Action::Build { block, at } => {
                let fleet = block.kind() == Kind::Fleet;
                let least = u8::from(!fleet);
                must(old.0.blocks.spots[block] == Spot::READY, || {
                    format!("{block} is not in the pool (7.7)")
                })?;
                must(new.0.blocks.strengths[block] == least, || {
                    format!("{block} begins with {least} (5.1)")
                })?;
                let home = match block.kind() {
                    Kind::Fortress => block.printed().region == Some(at),
                    _ => at.home() == Some(block.state()),
                };
                let base = !fleet || at.region().is_some_and(|region| region.port.is_some());
                must(home && base && old.friendly(seat, at), || {
                    format!("{block} is built in {at} (5.1, 8.2)")
                })?;
                must(old.supplied(seat, fleet).contains(at), || format!("{at} is out of supply (5.1)"))?;
                self.levied.insert(block);
                self.count("buildings");
            }
            Action::Done => {
                let mine = |place: &Place| {
                    let led: Vec<_> =
                        old.here(*place).map(|block| old.0.auditor().captain(block.state())).collect();
                    led.contains(&Some(seat)) || led.iter().all(Option::is_none)
                };
                let crowd = Place::all().filter(mine).find(|place| old.overstacked(*place));
                must(crowd.is_none(), || format!("{crowd:?} is too full at the end of the turn (1.4)"))?;
                self.count("turns");
            }
            _ => {}
        }
        if !matches!(action, Action::Step { .. } | Action::Aid { .. } | Action::Admit(_) | Action::Bar(_)) {
            let keeps = matches!(
                action,
                Action::Break(_) | Action::Abandon(_) | Action::Propose(_) | Action::Lose(_)
            );
            let keeps = keeps || matches!(action, Action::Levy(_) | Action::Build { .. });
            let keeps = keeps || matches!(action, Action::Ship { .. } | Action::Invade { .. });
            self.in_hand = self.in_hand.filter(|_| keeps);
        }
        Ok(())
    }

    fn watch_step(&mut self, old: &World, seat: Seat, block: BlockId, to: Place) -> Seen {
        let from = old.at(block).ok_or("a block moves that is not on the map")?;
        let link = from.links().iter().find(|link| link.to == to).ok_or("not adjacent")?;
        let fleet = block.kind() == Kind::Fleet;
        must(old.leads(seat, block), || format!("{seat} moves {block}, which others lead (4.0)"))?;
        must(block.kind() != Kind::Fortress, || format!("{block} moves (2.13)"))?;
        must(!self.levied.contains(&block), || format!("{block} was levied (3.2)"))?;
        let way = match (fleet, link.crossing) {
            (true, Crossing::Coast { base }) => base,
            (true, crossing) => old.passes(seat, crossing),
            (false, Crossing::Land(BorderKind::Lake)) => old.winter(),
            (false, crossing) => matches!(crossing, Crossing::Land(_)),
        };
        must(way, || format!("{block} cannot go from {from} to {to} (4.2, 8.1)"))?;
        if let Some(came) = old.0.blocks.origins[block].place().filter(|_| fleet && !from.is_sea()) {
            must(came == to, || format!("{block} leaves {from} for {to}, not {came} (1.3)"))?;
        }
        let so_far = self.walked.get(&block).copied().unwrap_or(0);
        must(so_far == 0 || self.in_hand == Some(block), || format!("{block} moves twice (4.0)"))?;
        must(so_far < if fleet { 3 } else { 2 }, || format!("{block} goes too far (3.2)"))?;
        let engages = old.embattled(to) || old.opposed(block.state(), to);
        if engages {
            must(so_far == 0, || format!("{block} attacks {to} from afar (4.31)"))?;
            self.cross(old, block, *link)?;
            self.count("attacks");
        }
        if so_far == 0 && old.embattled(from) {
            self.slips_away(old, block, from, to)?;
        }
        let stops =
            !fleet && matches!(link.crossing, Crossing::Land(BorderKind::Mountain | BorderKind::Strait));
        self.walked.insert(block, so_far + 1);
        self.in_hand = (!engages && !stops).then_some(block);
        self.count("steps");
        if fleet && !self.deserted {
            for (base, coast) in self.voyages.clone() {
                let seas = self.chain(old, seat, base);
                let lands = coast.links().iter().any(|link| seas.contains(link.to));
                must(lands, || format!("{block} leaves a sea that armies have crossed (8.4)"))?;
            }
        }
        Ok(())
    }

    /// Border limits (4.2, 3.5, 11.12), a leader's event aside, which raises one of them by one.
    fn cross(&mut self, old: &World, block: BlockId, link: Link) -> Seen {
        let russian = block.state() == State::Russia;
        let frozen = matches!(link.crossing, Crossing::Land(BorderKind::RiverFrozen | BorderKind::Lake));
        let widened =
            u8::from(old.0.hands[old.0.turn.seat].played.is_some_and(|card| card.leader().is_some()));
        let limit = most(link.crossing, old.winter()).saturating_add(widened);
        let others = if frozen && old.winter() { 2 + widened } else { limit };
        let crossed = self.crossed.entry(link.border).or_default();
        crossed.0 += 1;
        crossed.1 += u8::from(!russian);
        let fits = crossed.0 <= limit && crossed.1 <= others;
        must(fits, || format!("{crossed:?} over the border to {} (4.2)", link.to))
    }

    /// Pinning (4.33).
    fn slips_away(&mut self, old: &World, block: BlockId, from: Place, to: Place) -> Seen {
        let attacks = |block: &BlockId| old.0.attackers.contains(*block);
        must(!attacks(&block), || format!("{block} attacks, and leaves {from} (4.33)"))?;
        let (main, front): (Vec<_>, Vec<_>) =
            old.here(from).filter(|block| !old.0.reserves.contains(*block)).partition(attacks);
        must(front.len() > main.len(), || format!("{block} is pinned in {from} (4.33)"))?;
        let invades = |block: &BlockId| old.0.invaders.contains(*block);
        let came = |block: BlockId| old.0.blocks.origins[block].place() == Some(to);
        let enemies = old.here(from).filter(attacks).filter(|block| !invades(block));
        let cut = { enemies }.any(came);
        self.count("unpinned");
        must(!cut, || format!("{block} leaves {from} over the border of the attack (4.33)"))
    }

    /// The seas that carry armies of a player from a base: fleets of his that have not moved stand in all of them.
    fn chain(&self, old: &World, seat: Seat, base: Place) -> PlaceSet {
        let carries = |sea: Place| {
            let fleet = |block: BlockId| old.leads(seat, block) && !self.walked.contains_key(&block);
            self.secure.contains(sea) && old.friendly(seat, sea) && old.here(sea).any(fleet)
        };
        let opens = |link: &&Link| link.crossing == (Crossing::Coast { base: true }) && carries(link.to);
        let mut fresh: Vec<Place> = base.links().iter().filter(opens).map(|link| link.to).collect();
        let mut reached: PlaceSet = fresh.iter().copied().collect();
        while let Some(sea) = fresh.pop() {
            for link in sea.links().iter().filter(|link| old.passes(seat, link.crossing)) {
                if carries(link.to) && reached.insert(link.to) {
                    fresh.push(link.to);
                }
            }
        }
        reached
    }

    fn watch_voyage(&mut self, old: &World, seat: Seat, block: BlockId, to: Place) -> Seen {
        let base = old.at(block).ok_or("an army sails that is not on the map")?;
        let army = !matches!(block.kind(), Kind::Fleet | Kind::Fortress) && old.leads(seat, block);
        must(army && !old.winter(), || format!("{block} goes by sea (8.4, 3.5)"))?;
        let fresh = !self.walked.contains_key(&block) && !self.levied.contains(&block);
        must(fresh, || format!("{block} has moved or was levied (8.4, 3.2)"))?;
        let harbour = base.region().is_some_and(|region| region.port.is_some());
        must(harbour && self.secure.contains(base) && old.friendly(seat, base), || {
            format!("{block} sails from {base} (8.4)")
        })?;
        let seas = self.chain(old, seat, base);
        must(to.links().iter().any(|link| seas.contains(link.to)), || format!("no seas lead to {to} (8.4)"))?;
        self.walked.insert(block, u8::MAX);
        self.voyages.push((base, to));
        Ok(())
    }

    fn watch_battle(&mut self, old: &World, fight: &Fight, seat: Seat, action: Action) -> Seen {
        let present = |block: BlockId| old.at(block) == Some(fight.place) && !old.0.reserves.contains(block);
        let attacks = |block: BlockId| old.0.attackers.contains(block);
        match (fight.stage, action) {
            (
                Stage::Fire,
                Action::Fire(block)
                | Action::Hold(block)
                | Action::Lose(block)
                | Action::Retreat { block, .. },
            ) => {
                must(present(block), || format!("{block} is not in the battle (7.23)"))?;
                let key = |block: BlockId| (block.printed().fire.letter, attacks(block));
                let waiting = BlockId::all().filter(|other| present(*other) && !self.acted.contains(other));
                let first = waiting.map(key).min();
                must(first == Some(key(block)), || format!("{block} acts out of turn (2.3.3, 7.21)"))?;
                must(self.acted.insert(block), || format!("{block} acts twice in a round (7.21)"))?;
                if let Action::Retreat { to, .. } = action {
                    must(fight.round > 1, || format!("{block} retreats in round 1 (7.4)"))?;
                    self.watch_leaving(old, fight, seat, block, to)?;
                    self.count("retreats");
                }
                if action == Action::Fire(block) {
                    let over = fight.round >= 4 && attacks(block);
                    let empire = EMPIRES.iter().position(|empire| *empire == block.state());
                    let extended = empire.is_some_and(|empire| fight.extended >> empire & 1 == 1);
                    must(!over || extended, || format!("{block} fires in round {} (7.2)", fight.round))?;
                }
                self.count("battle turns");
            }
            (Stage::Hits { .. }, Action::Hit(block)) => {
                let side =
                    BlockId::all().filter(|other| present(*other) && attacks(*other) == attacks(block));
                let most = side.map(|other| old.0.blocks.strengths[other]).max();
                let cracked = fight.cracked.contains(&Some(block));
                must(present(block) && (cracked || most == Some(old.0.blocks.strengths[block])), || {
                    format!("{block} is not the strongest (7.31)")
                })?;
                self.count("hits");
            }
            (Stage::Aftermath(_), Action::Regroup { block, to }) => {
                self.watch_leaving(old, fight, seat, block, to)?;
                self.count("regroups");
            }
            (Stage::Aftermath(_), Action::Pursue { block, .. }) => {
                let own_hq = |other: BlockId| {
                    let hq = other.kind() == Kind::Hq && other.state() == block.state();
                    hq && old.at(other) == Some(fight.place)
                };
                let spent = fight.pursuits.iter().any(|(empire, _)| *empire == block.state());
                must(spent || BlockId::all().any(own_hq), || {
                    format!("{block} pursues without its HQ (7.6)")
                })?;
                self.count("pursuits");
            }
            _ => {}
        }
        Ok(())
    }

    /// Where a block goes that leaves a battle (7.4, 7.5, 8.3, 8.31).
    fn watch_leaving(&mut self, old: &World, fight: &Fight, seat: Seat, block: BlockId, to: Place) -> Seen {
        let here: Vec<BlockId> = old.here(to).collect();
        must(block.kind() != Kind::Fortress, || format!("{block} leaves (2.13)"))?;
        must(!old.embattled(to), || format!("{block} leaves for a battle in {to} (7.4)"))?;
        // Nobody but their own is a friend of neutrals.
        let friend = |other: &BlockId| match old.0.auditor().captain(block.state()) {
            Some(leader) => old.sides_with(leader, other.state()),
            None => old.0.auditor().are_kin(block.state(), other.state()),
        };
        must(here.iter().all(friend), || format!("{block} leaves for {to}, where others are (7.4)"))?;
        let full = [&here[..], &[block]].concat();
        must(!crate::audit::is_too_much(to, &full), || format!("{block} finds no room in {to} (1.4)"))?;
        let link = fight.place.links().iter().find(|link| link.to == to);
        let walks = link.filter(|link| match block.kind() {
            Kind::Fleet => to.is_sea() && !matches!(link.crossing, Crossing::Coast { base: false }),
            _ => matches!(link.crossing, Crossing::Land(_)),
        });
        let home = old.0.blocks.origins[block].place() == Some(to) && old.0.invaders.contains(block);
        must(walks.is_some() || home, || format!("{block} cannot leave for {to} (7.4, 8.31)"))?;
        if let Some(link) = walks.filter(|_| !home) {
            let leader = old.0.auditor().captain(block.state()).unwrap_or(seat);
            let left = self.left.entry((leader, link.border)).or_default();
            left.0 += 1;
            must(left.0 <= most(link.crossing, old.winter()), || format!("{left:?} leave for {to} (7.4)"))?;
        }
        Ok(())
    }

    /// Whoever enters the land of a neutral, or attacks its blocks, makes it an enemy at once (4.32, 7.4, 7.5).
    fn watch_neutrals(&mut self, old: &World, action: Action, new: &World, events: &[Event]) -> Seen {
        let (Action::Step { block, to }
        | Action::Aid { block, to }
        | Action::Invade { block, to }
        | Action::Retreat { block, to }
        | Action::Regroup { block, to }) = action
        else {
            return Ok(());
        };
        let mut touched: Vec<State> = old.here(to).map(BlockId::state).collect();
        if touched.is_empty() {
            touched.extend(to.home());
        }
        let stranger = |state: &State| !old.0.auditor().are_kin(block.state(), *state);
        touched.retain(|state| {
            old.standing(*state) == Standing::Neutral && stranger(state) && !old.embattled(to)
        });
        for state in touched {
            let roused = events.iter().any(|event| matches!(event, Event::Roused { .. }));
            must(roused, || format!("{block} enters {to}, and {state} stays neutral (4.32)"))?;
            if new.at(block) == Some(to) && new.0.fight.is_none() {
                must(new.standing(state) != Standing::Neutral, || {
                    format!("{state} is neutral again (4.32)")
                })?;
            }
            self.count("neutrals roused");
        }
        Ok(())
    }

    /// Alliances do not change once battles are fought (6.2), but by force.
    fn watch_alliances(&mut self, old: &World, new: &World, events: &[Event]) -> Seen {
        let forced = events.iter().any(|event| matches!(event, Event::Defeated { .. } | Event::Dealt { .. }));
        let fighting = matches!(old.0.phase, Phase::Battles(_)) || old.0.fight.is_some();
        let same = old.0.pacts.allied == new.0.pacts.allied;
        must(!fighting || forced || same, || "an alliance changes among battles (6.2)".to_owned())
    }

    /// Diplomatic results (6.13).
    fn watch_bid(&mut self, old: &World, events: &[Event]) -> Seen {
        let target = events.iter().find_map(|event| match *event {
            Event::Bid { target, .. } => Some(target),
            _ => None,
        });
        let target = match old.0.phase {
            Phase::Match(bid) => Some(bid.target),
            _ => target,
        };
        let Some(target) = target else { return Ok(()) };
        let decided = |event: &Event| match *event {
            Event::Unmoved { .. } => Some(false),
            Event::Turned { state, .. } if state == target => Some(true),
            _ => None,
        };
        let Some(moved) = events.iter().find_map(decided) else { return Ok(()) };
        let totals: Vec<(u8, Seat)> = events
            .iter()
            .take_while(|event| !matches!(event, Event::Unmoved { .. } | Event::Turned { .. }))
            .filter_map(|event| match *event {
                Event::Rolled { who, total, .. } => Some((total, who.seat)),
                _ => None,
            })
            .collect();
        let best = totals.iter().map(|(total, _)| *total).max().unwrap_or(0);
        let winners: Vec<Seat> =
            totals.iter().filter(|(total, _)| *total == best).map(|(_, seat)| *seat).collect();
        let winner = winners.first().filter(|_| winners.len() == 1 && best >= 7);
        let held = old.0.auditor().captain(target);
        let changes = winner.is_some_and(|winner| held != Some(*winner));
        must(changes == moved, || format!("{totals:?} for {target}, led by {held:?} (6.13)"))?;
        // Battles that follow may rouse it again; what stands for sure is who it went to.
        let turned = events.iter().find_map(|event| match *event {
            Event::Turned { state, to } if state == target => Some(to.map(|party| party.seat)),
            _ => None,
        });
        if let Some(to) = turned {
            let wanted = if held.is_some() { None } else { winner.copied() };
            must(to == wanted, || format!("{target} goes to {to:?} from {held:?} (6.13)"))?;
        }
        self.count("bids");
        Ok(())
    }

    /// At the end of a game turn whoever is to be defeated is (9.1, 9.2), and in Winter everybody collects (3.4).
    fn watch_close(&mut self, old: &World, new: &World, events: &[Event]) -> Seen {
        let over = |phase: Phase| matches!(phase, Phase::Cards | Phase::Disband(0));
        if !over(new.0.phase) || matches!(old.0.phase, Phase::Cards | Phase::Disband(_) | Phase::Discard) {
            return Ok(());
        }
        for state in State::all().filter(|state| new.defeated(*state)) {
            let fell = events
                .iter()
                .any(|event| matches!(event, Event::Defeated { state: fell, .. } if *fell == state));
            let fell = fell || old.0.fallen.contains(state);
            must(fell, || format!("{state} has lost its cities and is not defeated (9.1, 9.2)"))?;
        }
        if new.0.phase == Phase::Disband(0) && new.0.spoils.is_empty() {
            for event in events {
                if let Event::Collected { who, gold } = *event {
                    let due = new.income(who.seat);
                    must(gold == due, || format!("{who} collects {gold} gold instead of {due} (3.4)"))?;
                    self.count("incomes");
                }
            }
        }
        self.count("game turns");
        Ok(())
    }
}

/// How the players of a game come to decide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Anything.
    Blind,
    /// As a sensible player might.
    Sensible,
    /// Making friends, standing beside them, and falling out with them.
    Courtly,
}

impl Manner {
    fn choose(self, game: &Alliance, seat: Seat, actions: &[Action], chance: &mut Stream) -> Action {
        let weights: Vec<f32> = actions.iter().map(|action| self.weight(game, seat, *action)).collect();
        let mut left = chance.below(1 << 20) as f32 / (1 << 20) as f32 * weights.iter().sum::<f32>();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        actions[drawn.unwrap_or(0)]
    }

    fn weight(self, game: &Alliance, seat: Seat, action: Action) -> f32 {
        if self == Manner::Sensible {
            return game.urge(seat).prior(action);
        }
        let world = World(game);
        let beside_friends = |to: Place| {
            let friend = |block: BlockId| !world.leads(seat, block) && world.sides_with(seat, block.state());
            world.here(to).any(friend)
        };
        match action {
            _ if self == Manner::Blind => 1.0,
            Action::Ally | Action::Send | Action::Accept => 10.0,
            Action::Surrender => 0.0,
            Action::Break(_) | Action::Abandon(_) | Action::Bar(_) => 0.1,
            Action::Counter | Action::Grant(_) | Action::Claim(_) => 0.01,
            Action::Step { to, .. } if beside_friends(to) => 10.0,
            Action::Done if game.phase == Phase::Actions => 0.3,
            _ => 1.0,
        }
    }
}

/// Plays a game to its end, and has it witnessed.
fn play(setup: &Setup, seed: u64, counts: &mut BTreeMap<&'static str, u64>) {
    let mut log = Recorder::default();
    let mut game = Alliance::new(setup, &mut log).expect("the set-up is sound");
    let mut chance = Stream::from_number(seed);
    let mut witness = Witness { counts: std::mem::take(counts), ..Witness::default() };
    let manner = [Manner::Blind, Manner::Sensible, Manner::Courtly][(seed % 3) as usize];
    let mut actions = Vec::new();
    let mut done: Vec<Action> = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.actions(seat, &mut actions);
        let action = manner.choose(&game, seat, &actions, &mut chance);
        let before = game.clone();
        let mut log = Recorder::default();
        game.apply(seat, &action, &mut log).unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
        done.push(action);
        let seen =
            game.auditor().audit().and_then(|()| witness.watch(&before, seat, action, &game, &log.events));
        if let Err(wrong) = seen {
            let last = &done[done.len().saturating_sub(12)..];
            let when = format!("in {} turn {}", game.year, game.game_turn);
            panic!("{wrong}\n{when} after {last:?}\nwith {:?}\nof {setup:?}, seed {seed}", log.events);
        }
        witness.count("actions");
        assert!(done.len() < 100_000, "no end: {setup:?}, seed {seed}");
    }
    *counts = witness.counts;
}

#[test]
fn games_at_random_keep_to_the_rulebook() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let seeds = number("ALLIANCE_FROM").unwrap_or(0)..number("ALLIANCE_GAMES").unwrap_or(9);
    let of = |players: u8| {
        let mut counts = BTreeMap::new();
        for seed in seeds.clone() {
            let scenario = ["1804", "1808", "1812"][(seed / 3 % 3) as usize];
            let mut setup = Setup::new(scenario, players, Seed::from_number(seed));
            let mut chance = Stream::from_number(seed ^ 0xA11);
            // Whoever is played besides: not always the same.
            if seed % 4 > 1 {
                let empire = *chance.pick(&EMPIRES).expect("there are empires");
                setup = setup.with(crate::options::option_of(empire), true);
            }
            for (option, nth) in
                [("secret-alliances", 5), ("hidden-treasuries", 7), ("gentlemens-diplomacy", 11)]
            {
                if seed % nth == nth - 1 {
                    setup = setup.with(option, true);
                }
            }
            play(&setup, seed, &mut counts);
        }
        println!("{players} players, seeds {seeds:?}: {counts:?}");
        for what in ["steps", "attacks", "levies", "buildings", "retreats", "hits", "bids", "game turns"] {
            assert!(counts.contains_key(what), "{players} players: no {what} with seeds {seeds:?}");
        }
    };
    (2..=7).for_each(of);
}
