//! Movement. Rulebook 3.2, 4, 8.1.
//!
//! A group is every block that a player leads in one place, and one action point moves any of it (4.3). It is moved block by
//! block and step by step: a block stays in hand while it goes on, and moving another lets it go.

use std::ops::Deref;

use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::cards::Leader;
use crate::control::{Circle, Lay, States, Unit};
use crate::event::Event;
use crate::map::BorderKind;
use crate::places::{BorderId, Crossing, Link, Place, PlaceSet, Room};
use crate::state::{Alliance, Engagement, March, Origin};
use crate::states::State;
use crate::turn::PURSE;

/// The game on the map as it lies before a seat.
pub(crate) struct Ground<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) lay: &'a Lay,
}

impl Deref for Ground<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// The game on the map as it lies before somebody.
    pub(crate) fn ground<'a>(&'a self, lay: &'a Lay) -> Ground<'a> {
        Ground { game: self, lay }
    }
}

/// What happens when a block enters a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arrival {
    /// Nothing.
    Quiet,
    /// It opens a battle.
    Attack,
    /// It joins a battle, on the side of the attackers or not.
    Join {
        /// The attackers' side.
        attacking: bool,
    },
}

/// A step that is allowed, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) link: Link,
    pub(crate) arrival: Arrival,
    /// The neutral states that are roused by it (4.32).
    pub(crate) rouses: States,
    /// The leader's event is needed for it (3.3).
    pub(crate) widens: bool,
}

/// A border that takes no more blocks, by which rule, and how many it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Full {
    rule: engine::RuleId,
    limit: u8,
}

impl Full {
    /// The refusal of a block that goes into battle. It is met all the time while moves are listed: nothing is formatted.
    pub(crate) fn into_battle(self) -> Denied {
        Denied::new(
            self.rule,
            match self.limit {
                0 => "no block may cross that border into battle in Winter",
                1 => "1 block a turn may cross that border into battle; 1 has",
                2 => "2 blocks a turn may cross that border into battle; 2 have",
                3 => "3 blocks a turn may cross that border into battle; 3 have",
                _ => "4 blocks a turn may cross that border into battle; 4 have",
            },
        )
    }

    /// The refusal of a block that leaves a battle.
    pub(crate) fn out_of_battle(self) -> Denied {
        Denied::new(
            self.rule,
            match self.limit {
                0 => "no block may leave across that border in Winter",
                1 => "1 block a round may leave across that border; 1 has",
                2 => "2 blocks a round may leave across that border; 2 have",
                3 => "3 blocks a round may leave across that border; 3 have",
                _ => "4 blocks a round may leave across that border; 4 have",
            },
        )
    }
}

/// How far an army goes.
pub(crate) const MARCH: u8 = 2;

/// How far a fleet goes.
pub(crate) const SAIL: u8 = 3;

impl Alliance {
    /// Action points and gold that can still be spent (A-3.2-mix, A-3.4-spend).
    pub(crate) fn budget(&self) -> u8 {
        self.turn.points + self.purse()
    }

    pub(crate) fn may_pay(&self) -> Result<(), Denied> {
        if self.budget() > 0 {
            return Ok(());
        }
        Err(match self.turn.spent >= PURSE {
            true => Denied::new(
                rule!("A-3.4-spend"),
                "0 action points are left, and 3 of 3 gold are spent this turn",
            ),
            false => {
                Denied::new(rule!("A-3.2-mix"), "0 action points are left, and 0 gold is in your treasury")
            }
        })
    }

    /// Pays for one action: with a point while there are any, else with gold (A-3.4-spend).
    pub(crate) fn pay(&mut self) {
        if self.turn.points > 0 {
            self.turn.points -= 1;
        } else {
            self.turn.spent += 1;
            self.treasuries[self.turn.seat] -= 1;
        }
    }

    /// Opens a group, letting go of the one before.
    pub(crate) fn open_group(&mut self, place: Place) -> Result<(), Denied> {
        self.ground(&self.lay(self.turn.seat)).may_group(place)?;
        self.pay();
        self.turn.march = None;
        self.turn.group = Some(place);
        Ok(())
    }

    /// What would come of entering a place with a block of a state, given whose blocks are there.
    pub(crate) fn arrival_at(
        &self,
        circle: &Circle,
        there: States,
        state: State,
        to: Place,
    ) -> Result<(Arrival, States), Denied> {
        let seat = circle.seat;
        if self.is_embattled(to) {
            return Ok((self.joins(state, to)?, States::NONE));
        }
        if there.is_empty() {
            let home: States = to.home().into_iter().collect();
            home.iter().try_for_each(|home| self.lets_in(seat, circle, home))?;
            return Ok((Arrival::Quiet, home.common(circle.neutral)));
        }
        if there.iter().all(|other| self.at_peace(state, other)) {
            there.iter().try_for_each(|other| self.lets_in(seat, circle, other))?;
            return Ok((Arrival::Quiet, States::NONE));
        }
        let friend = |other: &State| {
            let leader = self.led_by(*other);
            leader.is_some_and(|leader| leader != seat && self.are_allied(leader, seat))
        };
        if there.iter().any(|other| friend(&other)) {
            return Err(Denied::new(
                rule!("A-6.2-break"),
                "an ally's blocks are there: break the alliance first",
            ));
        }
        if there.meets(circle.own) {
            return Err(Denied::new(
                rule!("A-3.6-not-transitive"),
                "your blocks there stand beside enemies of its state",
            ));
        }
        Ok((Arrival::Attack, there.common(circle.neutral)))
    }

    /// On which side of a pending battle blocks of a state fight: where all are led by players who are allied to the one who
    /// leads them, even if those bring allies of their own. Whoever is allied to both sides stays on the one he has chosen, and
    /// joins the defenders unless he says otherwise (A-7.8-join).
    pub(crate) fn joins(&self, state: State, at: Place) -> Result<Arrival, Denied> {
        let here = self.blocks_at(at);
        let own = self.led_by(state);
        match self.open_sides(own, here) {
            (true, true) => {
                let chosen = (here & self.attackers).iter().any(|block| self.led_by(block.state()) == own);
                Ok(Arrival::Join { attacking: chosen })
            }
            (attacking, defending) if attacking || defending => Ok(Arrival::Join { attacking }),
            _ => {
                Err(Denied::new(rule!("A-7.8-join"), "you are allied with neither side of the battle there"))
            }
        }
    }

    /// Whether a player could join the attackers in a battle, and whether the defenders.
    fn open_sides(&self, own: Option<Seat>, here: BlockSet) -> (bool, bool) {
        let allied = |other: State| own.zip(self.led_by(other)).is_some_and(|(a, b)| self.are_allied(a, b));
        let beside = |blocks: BlockSet| blocks.iter().all(|block| allied(block.state()));
        (beside(here & self.attackers), beside(here - self.attackers))
    }

    /// An allied player's regions are entered by his leave (A-6.2-passage).
    pub(crate) fn lets_in(&self, seat: Seat, circle: &Circle, owner: State) -> Result<(), Denied> {
        let host = self.led_by(owner).filter(|_| circle.allies.contains(owner));
        match host {
            Some(host) if !self.pacts.admitted[host].contains(seat) => {
                Err(Denied::new(rule!("A-6.2-passage"), "your ally denies you passage"))
            }
            _ => Ok(()),
        }
    }

    /// The limit of a border into battle for blocks of a state, and the rule that sets it (4.2, 3.5, 11.12).
    pub(crate) fn limit(&self, crossing: Crossing, russian: bool) -> (u8, engine::RuleId) {
        let (limit, rule) = match crossing {
            Crossing::Land(BorderKind::Clear) => (4, rule!("A-4.2-clear")),
            Crossing::Land(BorderKind::River | BorderKind::RiverFrozen) => (3, rule!("A-4.2-river")),
            Crossing::Land(BorderKind::Forest) => (3, rule!("A-4.2-forest")),
            Crossing::Land(BorderKind::Mountain) => (2, rule!("A-4.2-mountain")),
            Crossing::Land(BorderKind::Marsh) => (2, rule!("A-4.2-marsh")),
            Crossing::Land(BorderKind::Strait) => (2, rule!("A-4.2-strait")),
            Crossing::Land(BorderKind::Narrow) => (1, rule!("A-11.4-border")),
            Crossing::Land(BorderKind::Lake) => (3, rule!("A-11.12-onega")),
            Crossing::Coast { .. } => (2, rule!("A-4.2-coast")),
            Crossing::Sea | Crossing::Narrows(_) => return (u8::MAX, rule!("A-4.2-sea")),
        };
        if !self.is_winter() {
            return (limit, rule);
        }
        match crossing {
            Crossing::Land(BorderKind::RiverFrozen | BorderKind::Lake) if russian => {
                (3, rule!("A-11.12-limit"))
            }
            Crossing::Land(BorderKind::RiverFrozen | BorderKind::Lake) => (2, rule!("A-11.12-limit")),
            _ => (limit - 1, rule!("A-3.5-limits")),
        }
    }

    /// Whether the player's leader card widens such a border (A-3.3-charles, A-3.3-blucher).
    fn widens(&self, crossing: Crossing) -> bool {
        let hand = &self.hands[self.turn.seat];
        let leader = hand.played.and_then(crate::cards::Card::leader).filter(|_| !hand.used);
        match crossing {
            Crossing::Land(BorderKind::Mountain) => leader == Some(Leader::AlpineGuide),
            Crossing::Land(BorderKind::River | BorderKind::RiverFrozen) => {
                leader == Some(Leader::BridgeCapture)
            }
            _ => false,
        }
    }

    /// How many blocks have crossed a border into battle this turn: all, and those that are not Russian.
    pub(crate) fn crossed(&self, border: BorderId) -> (u8, u8) {
        let found = self.turn.crossed.iter().find(|crossing| crossing.border == border);
        found.map_or((0, 0), |crossing| (crossing.all, crossing.foreign))
    }

    /// The block in hand, if it has come where there is no room and nobody else can make any: it goes on before anything else
    /// is done (A-1.4-timing).
    pub(crate) fn must_go_on(&self) -> Option<BlockId> {
        // A block whose state the player has broken with is not in hand any more.
        let block = self.turn.march?.block;
        self.unit(block).may_stir().ok()?;
        let place = self.place(block).filter(|place| !place.is_sea() && !self.is_embattled(*place))?;
        let here = self.blocks_at(place);
        if self.surplus(here, place) <= self.can_make_room(here, place, block.is_fleet(), self.budget()) {
            return None;
        }
        let lay = self.lay(self.turn.seat);
        place.links().iter().any(|link| self.ground(&lay).may_step(block, *link).is_ok()).then_some(block)
    }

    /// How many of the blocks in a place the player can still move away this turn, with so much left to pay for it; on an
    /// island, of fleets or of armies.
    pub(crate) fn can_make_room(&self, here: BlockSet, place: Place, fleets: bool, budget: u8) -> usize {
        if budget == 0 && self.turn.group != Some(place) {
            return 0;
        }
        let kind = match (place.room(), fleets) {
            (Room::Island, true) => here & BlockId::fleets(),
            // Only ships take armies off an island.
            (Room::Island, false) if place.is_small_island() && (self.is_winter() || budget == 0) => {
                return 0;
            }
            (Room::Island, false) => here - BlockId::fleets(),
            (Room::Blocks(_) | Room::Sea, _) => here,
        };
        let idle = kind - BlockId::fortresses() - self.turn.moved - self.turn.levied;
        idle.iter().filter(|block| self.leads(self.turn.seat, *block)).count()
    }

    /// By how many blocks a place is too full (1.4).
    pub(crate) fn surplus(&self, blocks: BlockSet, place: Place) -> usize {
        match place.room() {
            Room::Sea => 0,
            Room::Blocks(most) => blocks.len().saturating_sub(most.into()),
            Room::Island => {
                let fleets = (blocks & BlockId::fleets()).len();
                fleets.saturating_sub(1) + (blocks.len() - fleets).saturating_sub(1)
            }
        }
    }

    /// From where a side has come into the battle in a place; whoever landed has crossed no border to where he came from.
    pub(crate) fn came_from(&self, place: Place, attackers: bool) -> PlaceSet {
        let mut ways = PlaceSet::EMPTY;
        let here = self.blocks_at(place) - self.invaders;
        let side = here.iter().filter(|block| self.attackers.contains(*block) == attackers);
        for way in side.filter_map(|block| self.blocks.origins[block].place()) {
            ways.insert(way);
        }
        ways
    }

    /// Takes a step; `aid` is for the attackers of a battle.
    pub(crate) fn step(
        &mut self,
        block: BlockId,
        to: Place,
        aid: bool,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let marching = self.turn.march.filter(|march| march.block == block);
        let waiting = !self.turn.moved.contains(block)
            && self.turn.group.is_some_and(|group| self.place(block) == Some(group));
        self.unit(block).may_stir()?;
        if marching.is_none() && !waiting {
            return Err(Denied::new(rule!("A-4.3-group"), "it is not in the active group"));
        }
        let from = self.place(block).expect("a block that may stir is on the map");
        let link = from.link(to).ok_or_else(|| {
            Denied::new(rule!("A-3.2-distance"), "a step goes to an adjacent region or sea")
        })?;
        let step = self.ground(&self.lay(self.turn.seat)).may_step(block, link)?;
        let step = if aid { self.unit(block).may_aid(step)? } else { step };
        log.record(|| Event::Moved { seat: self.turn.seat, block, from, to });
        let steps = marching.map_or(0, |march| march.steps) + 1;
        let halted = halts(link.crossing) && !block.is_fleet() || step.arrival != Arrival::Quiet;
        self.turn.march = Some(March { block, steps, halted });
        self.turn.moved.insert(block);
        self.enter(block, step, log);
        // Perhaps it was the last that opposed somebody there.
        if self.is_embattled(from) && !self.is_contested(from) {
            self.make_peace();
        }
        Ok(())
    }

    /// Puts a block that has stepped over a border where it goes, with all that follows.
    fn enter(&mut self, block: BlockId, step: Step, log: &mut Recorder<Event>) {
        let Step { link, arrival, rouses, widens } = step;
        let from = self.place(block).expect("a block on the march is on the map");
        let seat = self.turn.seat;
        if arrival == Arrival::Attack {
            self.engagements.push(Engagement { place: link.to, by: seat, main: Some(link.border) });
        }
        self.blocks.spots[block] = link.to.into();
        let harbour = block.is_fleet() && !link.to.is_sea();
        self.blocks.origins[block] =
            if harbour || arrival != Arrival::Quiet { from.into() } else { Origin::NONE };
        if widens {
            self.turn.widened = Some(link.border);
            self.hands[seat].used = true;
        }
        match arrival {
            Arrival::Quiet => {}
            Arrival::Attack => {
                self.attackers.insert(block);
                self.count_crossing(block, link);
                log.record(|| Event::Attacked { seat, place: link.to });
            }
            Arrival::Join { attacking } => {
                let engagement = self.engagements.iter().find(|engagement| engagement.place == link.to);
                let opened = engagement
                    .is_some_and(|engagement| engagement.by == seat && engagement.main == Some(link.border));
                if attacking {
                    self.attackers.insert(block);
                }
                // Whoever crosses the border of the main attack in the turn that opened it belongs to it (A-4.31-first-border).
                if !(attacking && opened) {
                    self.reserves.insert(block);
                }
                self.count_crossing(block, link);
            }
        }
        self.rouse_all(rouses, seat, log);
    }

    /// Counts a block that crosses a border into battle (A-4.2-count).
    pub(crate) fn count_crossing(&mut self, block: BlockId, link: Link) {
        if matches!(link.crossing, Crossing::Sea | Crossing::Narrows(_)) {
            return;
        }
        let foreign = u8::from(block.state() != State::Russia);
        match self.turn.crossed.iter_mut().find(|crossing| crossing.border == link.border) {
            Some(crossing) => {
                crossing.all += 1;
                crossing.foreign += foreign;
            }
            None => self.turn.crossed.push(crate::state::Crossed { border: link.border, all: 1, foreign }),
        }
    }
}

impl Unit<'_> {
    /// Whether the player whose turn it is leads a block: never one of another player's (A-4.0-own, A-4.0-never).
    pub(crate) fn may_lead(&self) -> Result<(), Denied> {
        match self.led_by(self.block.state()) {
            Some(leader) if leader == self.turn.seat => Ok(()),
            Some(_) => Err(Denied::new(rule!("A-4.0-never"), "another player leads that self.block")),
            None => Err(Denied::new(rule!("A-4.0-own"), "nobody leads that self.block")),
        }
    }

    /// What stops a block from moving at all, wherever to.
    pub(crate) fn may_stir(&self) -> Result<(), Denied> {
        self.may_lead()?;
        if self.block.is_fortress() {
            return Err(Denied::new(rule!("A-2.13-fortress"), "a fortress never moves"));
        }
        if self.turn.levied.contains(self.block) {
            return Err(Denied::new(
                rule!("A-3.2-levy-still"),
                "it was levied or built this turn, so it cannot move",
            ));
        }
        if self.turn.moved.contains(self.block)
            && self.turn.march.is_none_or(|march| march.block != self.block)
        {
            return Err(Denied::new(rule!("A-4.0-once"), "a self.block moves once a turn, and it has"));
        }
        let Some(place) = self.place(self.block) else {
            return Err(Denied::new(rule!("A-3.2-levy"), "it is in the pool: build it instead"));
        };
        if self.is_pinned_at_sea(place) {
            return Err(Denied::new(
                rule!("A-8.4-pin"),
                "it must hold the sea that an army crossed this turn",
            ));
        }
        match self.turn.march {
            Some(march) if march.block == self.block && self.is_embattled(place) => {
                Err(Denied::new(rule!("A-3.2-stop"), "it has engaged the enemy"))
            }
            Some(march) if march.block == self.block => Ok(()),
            _ => self.may_leave_battle(place),
        }
    }

    /// Whether it is the last fleet of the player in a sea that an army has crossed this turn. A fleet on its way through leaves
    /// those there that were there (A-8.4-pin).
    fn is_pinned_at_sea(&self, sea: Place) -> bool {
        if !self.block.is_fleet() || !self.turn.held.contains(sea) || self.turn.moved.contains(self.block) {
            return false;
        }
        let idle = |other: &BlockId| self.leads(self.turn.seat, *other) && !self.turn.moved.contains(*other);
        self.blocks_at(sea).iter().filter(idle).count() < 2
    }

    /// Pinning: as many defenders stay as there are blocks in the main attack, and attackers are engaged (4.33).
    pub(crate) fn may_leave_battle(&self, place: Place) -> Result<(), Denied> {
        if !self.is_embattled(place) {
            return Ok(());
        }
        if self.attackers.contains(self.block) {
            return Err(Denied::new(rule!("A-3.2-stop"), "it has engaged the enemy"));
        }
        let here = self.blocks_at(place);
        let first = |set: BlockSet| (set - self.reserves).len();
        if first(here - self.attackers) <= first(here & self.attackers) {
            return Err(Denied::new(rule!("A-4.33-pin"), "the main attack pins it"));
        }
        Ok(())
    }

    /// The step of a block into a battle between two allies of the player, on the side of the attackers (A-7.8-join).
    fn may_aid(&self, step: Step) -> Result<Step, Denied> {
        let here = self.blocks_at(step.link.to);
        let own = self.led_by(self.block.state());
        let fresh = !here.iter().any(|other| self.led_by(other.state()) == own);
        let joins = step.arrival == Arrival::Join { attacking: false };
        if !(joins && fresh && self.open_sides(own, here) == (true, true)) {
            let why = "only an ally of both sides chooses between them";
            return Err(Denied::new(rule!("A-7.8-join"), why));
        }
        Ok(Step { arrival: Arrival::Join { attacking: true }, ..step })
    }

    /// Whether a border takes one more block after those that have crossed it: all, and those that are not Russian; else what
    /// closes it. In mixed columns the others keep to their own limit, and all together to the larger one
    /// (A-11.12-limit).
    pub(crate) fn takes_more(
        &self,
        crossing: Crossing,
        (all, foreign): (u8, u8),
        extra: u8,
    ) -> Result<(), Full> {
        let russian = self.block.state() == State::Russia;
        let (limit, rule) = self.limit(crossing, russian);
        let (most, _) = self.limit(crossing, true);
        let [limit, most] = [limit, most].map(|limit| limit.saturating_add(extra));
        if !russian && foreign >= limit {
            return Err(Full { rule, limit });
        }
        if all >= most { Err(Full { rule, limit: most }) } else { Ok(()) }
    }

    /// Whether one more block may cross a border into battle this turn; says whether it takes a leader's event (3.3).
    pub(crate) fn may_cross(&self, link: Link) -> Result<bool, Denied> {
        let extra = u8::from(self.turn.widened == Some(link.border));
        let Err(full) = self.takes_more(link.crossing, self.crossed(link.border), extra) else {
            return Ok(false);
        };
        if extra == 0 && self.turn.widened.is_none() && self.widens(link.crossing) {
            return Ok(true);
        }
        Err(full.into_battle())
    }

    /// Gibraltar and the small islands take an army and a fleet of each side, in battle too (A-11.4-stack, A-11.5-stack).
    pub(crate) fn fits_island(&self, to: Place, arrival: Arrival) -> Result<(), Denied> {
        if to.room() != Room::Island {
            return Ok(());
        }
        let here = self.blocks_at(to);
        let side = match arrival {
            Arrival::Quiet => here,
            Arrival::Attack => BlockSet::EMPTY,
            Arrival::Join { attacking: true } => here & self.attackers,
            Arrival::Join { attacking: false } => here - self.attackers,
        };
        let full = |fleet: bool| side.iter().any(|other| other.is_fleet() == fleet);
        match self.block.is_fleet() {
            true if full(true) => Err(Denied::new(to.room_rule(), "1 fleet of each side may be there; 1 is")),
            false if full(false) => {
                Err(Denied::new(to.room_rule(), "1 army of each side may be there; 1 is"))
            }
            _ => Ok(()),
        }
    }

    /// Whether there is room for a block that is built in a place or comes over sea: now, or because enough others can still
    /// leave for what is left when that is paid (A-1.4-timing).
    pub(crate) fn has_room_to_stay(&self, at: Place) -> Result<(), Denied> {
        let here = self.blocks_at(at);
        let surplus = self.surplus(here.with(self.block), at);
        if surplus == 0 || surplus <= self.can_make_room(here, at, self.block.is_fleet(), self.budget() - 1) {
            return Ok(());
        }
        Err(no_room(at))
    }
}

impl Ground<'_> {
    /// What stops the player from opening a group in a place, if anything (A-4.3-group).
    pub(crate) fn may_group(&self, place: Place) -> Result<(), Denied> {
        self.may_pay()?;
        let mut reason = Denied::new(rule!("A-4.3-group"), "you lead no block there");
        let (here, own) = (self.blocks_at(place), self.blocks_in(self.lay.circle.own));
        // What is said last of all is what stops a block that could move if it were free to.
        let ranks = [here - own, here & own & BlockId::fortresses(), (here & own) - BlockId::fortresses()];
        for block in ranks.iter().flat_map(BlockSet::iter) {
            match self.may_set_out(block, place) {
                Ok(()) => return Ok(()),
                Err(denied) => reason = denied,
            }
        }
        Err(reason)
    }

    /// Whether a block that has not moved has any step to take.
    fn may_set_out(&self, block: BlockId, place: Place) -> Result<(), Denied> {
        self.unit(block).may_stir()?;
        if self.turn.moved.contains(block) {
            return Err(Denied::new(rule!("A-4.0-once"), "a block moves once a turn, and it has"));
        }
        let mut reason = Denied::new(rule!("A-4.3-group"), "it has nowhere to go");
        for link in place.links() {
            match self.may_step(block, *link) {
                Ok(_) => return Ok(()),
                Err(denied) => reason = denied,
            }
        }
        Err(reason)
    }

    /// Every group that can be opened.
    pub(crate) fn list_groups(&self, out: &mut Vec<Action>) {
        let (mut seen, mut found) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        seen.extend(self.turn.group);
        let idle =
            self.blocks_in(self.lay.circle.own) - BlockId::fortresses() - self.turn.moved - self.turn.levied;
        for block in idle.iter() {
            let Some(place) = self.place(block) else { continue };
            if !seen.contains(place) && !found.contains(place) && self.may_set_out(block, place).is_ok() {
                found.insert(place);
            }
        }
        out.extend(found.iter().map(Action::Group));
    }

    /// What stops a block of the group from taking a step, if anything; the block is one that may stir.
    pub(crate) fn may_step(&self, block: BlockId, link: Link) -> Result<Step, Denied> {
        let marching = self.turn.march.filter(|march| march.block == block);
        let (steps, halted) = marching.map_or((0, false), |march| (march.steps, march.halted));
        if halted {
            return Err(Denied::new(rule!("A-3.2-stop"), "it must stop here"));
        }
        if steps >= if block.is_fleet() { SAIL } else { MARCH } {
            return Err(Denied::new(
                rule!("A-3.2-distance"),
                "an army moves 2 regions and a fleet 3 seas, and it has",
            ));
        }
        self.is_passable(block, link)?;
        let from = self.place(block).expect("a block on the march is on the map");
        if steps == 0 && self.is_embattled(from) && self.came_from(from, true).contains(link.to) {
            return Err(Denied::new(rule!("A-4.33-unpinned"), "the enemy came over that border"));
        }
        let (arrival, rouses) = self.arrival(block, link.to)?;
        let mut widens = false;
        if arrival != Arrival::Quiet {
            if steps > 0 {
                let why = "blocks attack and reinforce only places adjacent to where they start";
                return Err(Denied::new(rule!("A-4.31-adjacent"), why));
            }
            self.unit(block).is_no_landing(link.to)?;
            widens = self.unit(block).may_cross(link)?;
            self.unit(block).fits_island(link.to, arrival)?;
        } else {
            self.has_room(block, link, steps)?;
        }
        Ok(Step { link, arrival, rouses, widens })
    }

    /// Whether a block crosses such a border at all.
    fn is_passable(&self, block: BlockId, link: Link) -> Result<(), Denied> {
        self.lets_by(block.is_fleet(), self.blocks.origins[block].place(), link)
    }

    /// Whether fleets or armies cross such a border at all; a fleet in a naval base may have come from a sea.
    pub(crate) fn lets_by(&self, fleet: bool, came: Option<Place>, link: Link) -> Result<(), Denied> {
        match (fleet, link.crossing) {
            (true, Crossing::Land(_)) => {
                Err(Denied::new(rule!("A-8.1-nodirect"), "a fleet goes from coast to coast by sea"))
            }
            (true, Crossing::Coast { base: false }) => {
                Err(Denied::new(rule!("A-1.3-fleet-location"), "there is no naval base on that coast"))
            }
            (true, Crossing::Coast { base: true }) => leaves_by(came, link),
            (true, Crossing::Sea) => Ok(()),
            (true, Crossing::Narrows(shores)) => self.are_open(shores),
            (false, Crossing::Land(BorderKind::Lake)) if !self.is_winter() => {
                Err(Denied::new(rule!("A-11.12-onega"), "the lake freezes in Winter only"))
            }
            (false, Crossing::Land(_)) => Ok(()),
            (false, _) => Err(Denied::new(rule!("A-8.3-atsea"), "an army cannot stand in a sea")),
        }
    }

    /// Whether both shores of narrows let the player pass (A-8.1-strait, A-11.1-straits).
    pub(crate) fn are_open(&self, shores: [Place; 2]) -> Result<(), Denied> {
        if shores.into_iter().all(|shore| self.lay.lets_pass(shore)) {
            return Ok(());
        }
        Err(Denied::new(Place::narrows_rule(shores), "a shore of the strait is hostile"))
    }

    /// What would come of a block's entering a place (4.1, 4.31, 4.32).
    pub(crate) fn arrival(&self, block: BlockId, to: Place) -> Result<(Arrival, States), Denied> {
        self.arrival_at(&self.lay.circle, self.lay.at(to), block.state(), to)
    }

    /// Whether there is room where a block would stand: now, or because it can go on, or because enough others can still leave
    /// (A-1.4-timing).
    fn has_room(&self, block: BlockId, link: Link, steps: u8) -> Result<(), Denied> {
        let to = link.to;
        match to.room() {
            Room::Sea => return Ok(()),
            Room::Blocks(most) if self.lay.count[to.index()] < most => return Ok(()),
            Room::Blocks(_) | Room::Island => {}
        }
        let here = self.blocks_at(to);
        let surplus = self.surplus(here.with(block), to);
        if surplus == 0 {
            return Ok(());
        }
        let most = if block.is_fleet() { SAIL } else { MARCH };
        let goes_on = steps + 1 < most && !halts(link.crossing);
        if goes_on || surplus <= self.can_make_room(here, to, block.is_fleet(), self.budget()) {
            return Ok(());
        }
        Err(no_room(to))
    }

    /// Every step of the open group.
    pub(crate) fn list_steps(&self, out: &mut Vec<Action>) {
        let Some(group) = self.turn.group else { return };
        let marching = self.turn.march.map(|march| march.block);
        for block in (self.blocks_at(group) - self.turn.moved).iter().chain(marching) {
            if self.unit(block).may_stir().is_ok() {
                self.list_steps_of(block, out);
            }
        }
    }

    /// Every step of a block that may stir.
    pub(crate) fn list_steps_of(&self, block: BlockId, out: &mut Vec<Action>) {
        let Some(place) = self.place(block) else { return };
        for link in place.links() {
            let Ok(step) = self.may_step(block, *link) else { continue };
            out.push(Action::Step { block, to: link.to });
            if self.unit(block).may_aid(step).is_ok() {
                out.push(Action::Aid { block, to: link.to });
            }
        }
    }
}

/// A fleet leaves a naval base for the sea it came from (A-1.3-same-exit).
fn leaves_by(came: Option<Place>, link: Link) -> Result<(), Denied> {
    match (link.to.is_sea(), came) {
        (true, Some(sea)) if sea != link.to => {
            Err(Denied::new(rule!("A-1.3-same-exit"), "it must leave by the sea from which it came"))
        }
        _ => Ok(()),
    }
}

/// The refusal where too many blocks would stay.
fn no_room(at: Place) -> Denied {
    Denied::new(
        at.room_rule(),
        match at.room() {
            Room::Island => "1 army and 1 fleet may stay there, and no block can make room",
            Room::Blocks(2) => "2 blocks may stay there; 2 do, and none can make room",
            Room::Blocks(3) => "3 blocks may stay there; 3 do, and none can make room",
            Room::Blocks(_) | Room::Sea => "4 blocks may stay there; 4 do, and none can make room",
        },
    )
}

/// Whether an army stops behind such a border (A-3.2-stop).
pub(crate) fn halts(crossing: Crossing) -> bool {
    matches!(crossing, Crossing::Land(BorderKind::Mountain | BorderKind::Strait))
}
