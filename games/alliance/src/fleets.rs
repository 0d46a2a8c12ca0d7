//! Sea moves and invasions. Rulebook 8.4, 8.5.

use atlas::topology::Id;
use engine::{Denied, Recorder, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind};
use crate::control::{Control, States, Unit};
use crate::event::Event;
use crate::movement::{Arrival, Ground};
use crate::places::{Crossing, Link, Place, PlaceSet, REGIONS, SEAS};
use crate::state::{Alliance, Engagement, Landing, Origin};

/// The seas that can carry a player's armies, and from where each was reached.
pub(crate) struct Voyage {
    /// In how many seas on the way there a fleet would have to stay that need not yet.
    costs: [u8; SEAS],
    before: [Option<Place>; SEAS],
    reached: PlaceSet,
}

/// The number of a sea among the seas.
fn nth(sea: Place) -> usize {
    sea.index() - REGIONS
}

impl Voyage {
    /// The seas crossed on the way to one of them, itself included.
    fn seas_to(&self, sea: Place) -> impl Iterator<Item = Place> {
        std::iter::successors(Some(sea), |sea| self.before[nth(*sea)])
    }

    /// The coast among these that is reached with the fewest fleets pinned.
    fn nearest<'a>(&self, coasts: impl Iterator<Item = &'a Link>) -> Option<Link> {
        let reached = coasts.filter(|coast| self.reached.contains(coast.to));
        reached.min_by_key(|coast| self.costs[nth(coast.to)]).copied()
    }

    /// Reaches a sea, if this way is better than any before.
    fn reach(&mut self, sea: Place, before: Option<Place>, cost: u8) -> bool {
        let better = cost < self.costs[nth(sea)];
        if better {
            self.costs[nth(sea)] = cost;
            self.before[nth(sea)] = before;
            self.reached.insert(sea);
        }
        better
    }
}

/// The most blocks of an invasion (A-8.5-one).
const INVADERS: u8 = 2;

impl Alliance {
    /// Carries an army to a friendly naval base.
    pub(crate) fn ship(
        &mut self,
        block: BlockId,
        to: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let base = self.unit(block).may_embark()?;
        let lay = self.lay(self.turn.seat);
        let voyage = self.ground(&lay).voyage(self.ground(&lay).carriers(), base);
        let sea = self.ground(&lay).may_ship(&voyage, block, to)?;
        self.pay();
        self.cross(&voyage, sea);
        self.blocks.spots[block] = to.into();
        self.blocks.origins[block] = Origin::NONE;
        self.turn.moved.insert(block);
        log.record(|| Event::Shipped { seat: self.turn.seat, block, from: base, to });
        Ok(())
    }

    /// Lands an army on a hostile coast.
    pub(crate) fn invade(
        &mut self,
        block: BlockId,
        to: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let base = self.unit(block).may_embark()?;
        let seat = self.turn.seat;
        let lay = self.lay(seat);
        let voyage = self.ground(&lay).voyage(self.ground(&lay).carriers(), base);
        let coast = self.ground(&lay).may_invade(&voyage, block, to)?;
        let (arrival, rouses) = self.ground(&lay).arrival(block, to)?;
        self.pay();
        self.cross(&voyage, coast.to);
        log.record(|| Event::Invaded { seat, block, from: base, to });
        if arrival == Arrival::Attack {
            self.engagements.push(Engagement { place: to, by: seat, main: None });
        }
        self.blocks.spots[block] = to.into();
        self.blocks.origins[block] = base.into();
        self.turn.moved.insert(block);
        self.invaders.insert(block);
        let landed = self.turn.landing.map_or(0, |landing| landing.blocks);
        self.turn.landing = Some(Landing { place: to, sea: coast.to, blocks: landed + 1 });
        if arrival == Arrival::Attack {
            log.record(|| Event::Attacked { seat, place: to });
        }
        if arrival != Arrival::Quiet {
            self.attackers.insert(block);
            self.count_crossing(block, coast);
        }
        self.rouse_all(rouses, seat, log);
        Ok(())
    }

    /// Has a fleet stay in every sea that is crossed (A-8.4-pin).
    fn cross(&mut self, voyage: &Voyage, sea: Place) {
        for sea in voyage.seas_to(sea) {
            self.turn.held.insert(sea);
        }
    }
}

impl Unit<'_> {
    /// What stops an army from going aboard where it stands, if anything (8.4).
    pub(crate) fn may_embark(&self) -> Result<Place, Denied> {
        if self.is_winter() {
            return Err(Denied::new(rule!("A-3.5-nosea"), "no army goes by sea in Winter"));
        }
        if self.block.is_fleet() {
            return Err(Denied::new(rule!("A-8.4-move"), "a fleet sails by itself: move its group"));
        }
        self.may_pay()?;
        // Who has lost the lead of a self.block in mid-turn need not hear whether it is the one that he moved.
        self.may_lead()?;
        if self.turn.moved.contains(self.block) {
            return Err(Denied::new(rule!("A-8.4-noland"), "it has moved this turn, so it cannot embark"));
        }
        self.may_stir()?;
        let base = self.place(self.block).expect("a self.block that may stir is on the map");
        if !base.is_base() {
            return Err(Denied::new(rule!("A-8.4-move"), "a sea move starts in a naval base"));
        }
        if !self.turn.secure.contains(base) || self.is_embattled(base) {
            let why = "it must start in a naval base that has been friendly since the turn began";
            return Err(Denied::new(rule!("A-8.4-start"), why));
        }
        Ok(base)
    }

    /// Nobody attacks by land in the turn in which he lands there (A-8.5-alone).
    pub(crate) fn is_no_landing(&self, to: Place) -> Result<(), Denied> {
        match self.turn.landing {
            Some(landing) if landing.place == to && !self.block.is_fleet() => Err(Denied::new(
                rule!("A-8.5-alone"),
                "you have landed there: you cannot attack by land as well",
            )),
            _ => Ok(()),
        }
    }
}

impl Ground<'_> {
    /// The seas that can carry armies: friendly since the turn began, and a fleet of the player has stayed there (A-8.4-start,
    /// A-8.4-pin).
    fn carriers(&self) -> PlaceSet {
        let idle = (self.blocks_in(self.lay.circle.own) & BlockId::fleets()) - self.turn.moved;
        let stations: PlaceSet = idle.iter().filter_map(|fleet| self.place(fleet)).collect();
        (stations & self.turn.secure & Place::waters()) - self.lay.embattled
    }

    /// Where armies can be carried from a naval base over these seas. Of several ways the one is taken that pins the fewest
    /// fleets.
    fn voyage(&self, carriers: PlaceSet, base: Place) -> Voyage {
        let mut voyage = Voyage { costs: [u8::MAX; SEAS], before: [None; SEAS], reached: PlaceSet::EMPTY };
        let cost = |sea: Place| u8::from(!self.turn.held.contains(sea));
        let mut fresh = PlaceSet::EMPTY;
        for link in base.links() {
            if link.crossing == (Crossing::Coast { base: true }) && carriers.contains(link.to) {
                voyage.reach(link.to, None, cost(link.to));
                fresh.insert(link.to);
            }
        }
        while let Some(sea) = fresh.first() {
            fresh.remove(sea);
            for link in sea.links().iter().filter(|link| self.is_sailable(link.crossing)) {
                let so_far = voyage.costs[nth(sea)];
                if carriers.contains(link.to) && voyage.reach(link.to, Some(sea), so_far + cost(link.to)) {
                    fresh.insert(link.to);
                }
            }
        }
        voyage
    }

    /// The coasts to which armies can be carried from a naval base.
    pub(crate) fn landfalls(&self, base: Place) -> PlaceSet {
        let voyage = self.voyage(self.carriers(), base);
        let coasts = voyage.reached.iter().fold(PlaceSet::EMPTY, |coasts, sea| coasts | sea.coasts());
        coasts - PlaceSet::EMPTY.with(base)
    }

    /// Whether ships go from sea to sea over such a border (A-8.1-strait).
    fn is_sailable(&self, crossing: Crossing) -> bool {
        match crossing {
            Crossing::Sea => true,
            Crossing::Narrows(shores) => self.are_open(shores).is_ok(),
            Crossing::Coast { .. } | Crossing::Land(_) => false,
        }
    }

    /// Over which sea a sea move reaches a naval base (A-8.4-move), if it does.
    fn may_ship(&self, voyage: &Voyage, block: BlockId, to: Place) -> Result<Place, Denied> {
        if self.place(block) == Some(to) {
            return Err(Denied::new(rule!("A-8.4-move"), "it is there already"));
        }
        // What was friendly when the turn began need not be so any more: an alliance may be broken.
        if !to.is_base() || !self.lay.friendly.contains(to) {
            return Err(Denied::new(rule!("A-8.4-move"), "a sea move ends in a friendly naval base"));
        }
        if !self.turn.secure.contains(to) {
            let why = "it must end in a naval base that has been friendly since the turn began";
            return Err(Denied::new(rule!("A-8.4-start"), why));
        }
        if self.arrival(block, to)? != (Arrival::Quiet, States::NONE) {
            return Err(Denied::new(rule!("A-8.4-move"), "a sea move ends in a friendly naval base"));
        }
        let harbours = to.links().iter().filter(|link| link.crossing == Crossing::Coast { base: true });
        let nearest = voyage.nearest(harbours.clone());
        let sea = nearest.ok_or_else(|| self.why_no_chain(block, harbours))?.to;
        self.unit(block).has_room_to_stay(to)?;
        Ok(sea)
    }

    /// Why no seas carry a block to any of these coasts: the fleets there have moved this turn, or the seas have not been
    /// friendly since it began, or none of the player's fleets is there at all (A-8.4-pin, A-8.4-start).
    fn why_no_chain<'a>(&self, block: BlockId, coasts: impl Iterator<Item = &'a Link> + Clone) -> Denied {
        let fleets = self.blocks_in(self.lay.circle.own) & BlockId::fleets();
        let stations: PlaceSet = fleets.iter().filter_map(|fleet| self.place(fleet)).collect();
        let held = (stations & Place::waters()) - self.lay.embattled;
        let leads = |seas: PlaceSet| {
            let base = self.place(block);
            base.is_some_and(|base| self.voyage(seas, base).nearest(coasts.clone()).is_some())
        };
        if leads(held & self.turn.secure) {
            return Denied::new(
                rule!("A-8.4-pin"),
                "the fleets on the way have moved this turn, so they carry no army",
            );
        }
        if leads(held) {
            let why = "the seas on the way must have been friendly since the turn began";
            return Denied::new(rule!("A-8.4-start"), why);
        }
        Denied::new(rule!("A-8.4-pin"), "no chain of seas held by your fleets leads there")
    }

    /// Over which border an invasion reaches a coast (8.5), if it may.
    fn may_invade(&self, voyage: &Voyage, block: BlockId, to: Place) -> Result<Link, Denied> {
        if !matches!(block.kind(), Kind::Hq | Kind::Infantry) {
            return Err(Denied::new(rule!("A-8.5-types"), "only HQs and infantry can invade"));
        }
        let landing = self.turn.landing;
        if landing.is_some_and(|landing| landing.place != to) {
            return Err(Denied::new(rule!("A-8.5-one"), "you may invade 1 region a turn, and you have"));
        }
        if landing.is_some_and(|landing| landing.blocks >= INVADERS) {
            return Err(Denied::new(rule!("A-8.5-one"), "2 blocks a turn may invade; 2 have"));
        }
        if landing.is_none() && self.lay.control(to) == Control::Friendly {
            return Err(Denied::new(
                rule!("A-8.5-define"),
                "that coast is friendly: ship blocks to its naval base instead",
            ));
        }
        if landing.is_none() && self.is_embattled(to) {
            return Err(Denied::new(rule!("A-8.5-alone"), "an invasion cannot join a battle"));
        }
        let (arrival, _) = self.arrival(block, to)?;
        self.unit(block).fits_island(to, arrival)?;
        let coasts = to.links().iter().filter(|link| matches!(link.crossing, Crossing::Coast { .. }));
        // The second block crosses the same border as the first.
        let coasts = coasts.filter(|coast| landing.is_none_or(|landing| landing.sea == coast.to));
        // Fleets that have come over the same coast into battle count too (A-4.2-coast).
        let open = |coast: &&Link| {
            arrival == Arrival::Quiet
                || self.unit(block).takes_more(coast.crossing, self.crossed(coast.border), 0).is_ok()
        };
        let nearest = voyage.nearest(coasts.clone().filter(open)).ok_or_else(|| {
            let full = |coast: &Link| {
                self.unit(block).takes_more(coast.crossing, self.crossed(coast.border), 0).err()
            };
            let mut reached = coasts.clone().filter(|coast| voyage.reached.contains(coast.to));
            match reached.find_map(full) {
                Some(full) => full.into_battle(),
                None => self.why_no_chain(block, coasts),
            }
        })?;
        // Somebody may have marched to where the first has landed.
        if arrival == Arrival::Quiet {
            self.unit(block).has_room_to_stay(to)?;
        }
        Ok(nearest)
    }

    /// Every sea move and every landing.
    pub(crate) fn list_voyages(&self, out: &mut Vec<Action>) {
        self.list_voyages_of(self.blocks_in(self.lay.circle.own), out);
    }

    /// Every sea move and every landing of those of these blocks that can embark.
    pub(crate) fn list_voyages_of(&self, blocks: BlockSet, out: &mut Vec<Action>) {
        let carriers = self.carriers();
        if self.is_winter() || carriers.is_empty() {
            return;
        }
        let idle = blocks - BlockId::fleets() - BlockId::fortresses() - self.turn.moved;
        let mut known: Option<(Place, Voyage)> = None;
        // Whichever block it is, a sea move ends in a safe harbour, an invasion on a hostile shore or where it has begun.
        let harbours = Place::bases() & self.turn.secure & self.lay.friendly;
        let closed = self.lay.friendly | self.lay.embattled;
        let landing = self.turn.landing.map(|landing| PlaceSet::EMPTY.with(landing.place));
        for block in (idle - self.turn.levied).iter() {
            let Some(base) = self.place(block).filter(|place| self.turn.secure.contains(*place)) else {
                continue;
            };
            if self.unit(block).may_embark().is_err() {
                continue;
            }
            if known.as_ref().is_none_or(|(place, _)| *place != base) {
                known = Some((base, self.voyage(carriers, base)));
            }
            let Some((_, voyage)) = &known else { continue };
            let coasts = voyage.reached.iter().fold(PlaceSet::EMPTY, |coasts, sea| coasts | sea.coasts());
            let coasts = coasts - PlaceSet::EMPTY.with(base);
            let shores = landing.unwrap_or(coasts - closed) & coasts;
            for to in ((coasts & harbours) | shores).iter() {
                if harbours.contains(to) && self.may_ship(voyage, block, to).is_ok() {
                    out.push(Action::Ship { block, to });
                }
                if shores.contains(to) && self.may_invade(voyage, block, to).is_ok() {
                    out.push(Action::Invade { block, to });
                }
            }
        }
    }

    /// Whether an army that invaded can go back to where it came from, over seas that are still friendly (A-8.5-retreat,
    /// A-8.5-cut).
    pub(crate) fn may_sail_back(&self, from: Place, base: Place) -> Result<(), Denied> {
        let cut = || Denied::new(rule!("A-8.5-cut"), "the seas on the way back are no longer friendly");
        if !self.lay.friendly.contains(base) {
            return Err(cut());
        }
        let coasts = from.links().iter().map(|link| link.to).filter(|to| to.is_sea());
        let mut fresh = coasts.fold(PlaceSet::EMPTY, PlaceSet::with) & self.lay.friendly;
        let mut reached = fresh;
        while let Some(sea) = fresh.first() {
            fresh.remove(sea);
            for link in sea.links() {
                if link.to == base && link.crossing == (Crossing::Coast { base: true }) {
                    return Ok(());
                }
                let open = self.lay.friendly.contains(link.to) && self.is_sailable(link.crossing);
                if open && reached.insert(link.to) {
                    fresh.insert(link.to);
                }
            }
        }
        Err(cut())
    }
}
