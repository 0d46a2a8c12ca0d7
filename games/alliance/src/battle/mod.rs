//! Battles: which is fought next, and its rounds. Rulebook 7.1, 7.2, 7.6.

mod aftermath;
mod fire;
mod retreat;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, Seats, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind, Letter};
use crate::cards::Leader;
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Engagement, Fight, Phase, Spot, Stage, Standing};
use crate::states::State;

/// A side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Side {
    Attacking,
    Defending,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::Attacking => Side::Defending,
            Side::Defending => Side::Attacking,
        }
    }
}

/// The round in which attackers must leave (A-7.2-round4).
const LAST: u8 = 4;

impl Alliance {
    /// Whose choice of a battle it is (A-7.1-forfeit).
    pub(crate) fn chooser(&self) -> Option<Seat> {
        if !self.urgent.is_empty() {
            return self.order().next();
        }
        let Phase::Battles(chosen) = self.phase else { return None };
        let order: ArrayVec<Seat, 7> = self.order().collect();
        let turns = (0..order.len()).map(|next| order[(usize::from(chosen) + next) % order.len()]);
        turns.clone().find(|seat| self.engagements.iter().any(|e| self.is_party(*seat, e.place))).or_else(
            || {
                // Nobody leads any of those who fight: the first player sees it through.
                (!self.engagements.is_empty()).then(|| order[0])
            },
        )
    }

    /// Whether blocks that a player leads are in a place.
    fn is_party(&self, seat: Seat, place: Place) -> bool {
        self.blocks_at(place).iter().any(|block| self.leads(seat, block))
    }

    fn may_choose(&self, seat: Seat, place: Place) -> Result<(), Denied> {
        if !self.is_embattled(place) {
            return Err(Denied::new(rule!("A-7.1-oneby"), "there is no battle to fight there"));
        }
        if !self.urgent.is_empty() {
            return match self.urgent.contains(place) {
                true => Ok(()),
                false => Err(Denied::new(rule!("A-6.13-battles"), "other battles are fought at once")),
            };
        }
        let any = self.engagements.iter().any(|engagement| self.is_party(seat, engagement.place));
        if any && !self.is_party(seat, place) {
            return Err(Denied::new(rule!("A-7.1-forfeit"), "choose a battle with blocks that you lead"));
        }
        Ok(())
    }

    pub(crate) fn list_battles(&self, seat: Seat, out: &mut Vec<Action>) {
        let places = self.engagements.iter().map(|engagement| engagement.place);
        out.extend(places.filter(|place| self.may_choose(seat, *place).is_ok()).map(Action::Fight));
    }

    /// Begins the battle that was chosen.
    pub(crate) fn choose_battle(
        &mut self,
        seat: Seat,
        place: Place,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_choose(seat, place)?;
        if let Phase::Battles(chosen) = self.phase
            && self.urgent.is_empty()
        {
            let order: ArrayVec<Seat, 7> = self.order().collect();
            let at = order.iter().position(|other| *other == seat).unwrap_or(0);
            let turn = usize::from(chosen) / order.len() * order.len() + at + 1;
            let turn = if turn <= usize::from(chosen) { turn + order.len() } else { turn };
            self.phase = Phase::Battles((turn % order.len()) as u8);
        }
        self.begin_fight(place, log);
        Ok(())
    }

    /// Reveals who is there and begins round 1 (A-7.1-oneby).
    pub(crate) fn begin_fight(&mut self, place: Place, log: &mut impl Recorder<Event>) {
        self.urgent.remove(place);
        log.reveal();
        log.record(|| Event::Battle { place });
        let ways = [self.came_from(place, true), self.came_from(place, false)];
        let engagement = self.engagements.iter().find(|engagement| engagement.place == place);
        let by = engagement.expect("a battle was opened there").by;
        let next = self.order().chain(self.order()).skip_while(|seat| *seat != by).nth(1);
        self.fight = Some(Fight {
            place,
            round: 1,
            stage: Stage::Fire,
            acted: BlockSet::EMPTY,
            ways,
            cracked: [None; 2],
            retreated: ArrayVec::new(),
            extended: 0,
            favoured: None,
            hindered: None,
            steward: next.unwrap_or(by),
            pursuing: None,
        });
        let eligible = self.eventful(place);
        self.set_stage(Stage::Events(eligible));
        self.go_on_fighting(log);
    }

    pub(crate) fn set_stage(&mut self, stage: Stage) {
        self.fight_mut().stage = stage;
    }

    /// The battle under way.
    ///
    /// # Panics
    /// If there is none: only asked while one is fought.
    pub(crate) fn fight(&self) -> &Fight {
        self.fight.as_ref().expect("a battle is fought")
    }

    pub(crate) fn fight_mut(&mut self) -> &mut Fight {
        self.fight.as_mut().expect("a battle is fought")
    }

    /// The blocks of a side, those that are still on their way left out.
    pub(crate) fn ranks(&self, place: Place, side: Side) -> BlockSet {
        let here = self.blocks_at(place) - self.reserves;
        match side {
            Side::Attacking => here & self.attackers,
            Side::Defending => here - self.attackers,
        }
    }

    /// The blocks of a side that come in round 2.
    fn coming(&self, place: Place, side: Side) -> BlockSet {
        let coming = self.blocks_at(place) & self.reserves;
        match side {
            Side::Attacking => coming & self.attackers,
            Side::Defending => coming - self.attackers,
        }
    }

    pub(crate) fn side_of(&self, block: BlockId) -> Side {
        if self.attackers.contains(block) { Side::Attacking } else { Side::Defending }
    }

    /// Who decides for a block in the battle under way.
    pub(crate) fn decides(&self, fight: &Fight, block: BlockId) -> Seat {
        self.led_by(block.state()).unwrap_or(fight.steward)
    }

    /// Players whose leader's event could be used in a battle (A-3.3-event-once, A-3.3-no-reserve).
    fn eventful(&self, place: Place) -> Seats {
        Seat::first(self.players()).filter(|seat| self.may_use_event(*seat, place).is_ok()).collect()
    }

    fn may_use_event(&self, seat: Seat, place: Place) -> Result<Leader, Denied> {
        let none = || Denied::new(rule!("A-3.3-event-once"), "your card has no event for this battle");
        let hand = &self.hands[seat.index()];
        let leader = hand.played.and_then(|card| card.leader()).filter(|_| !hand.used).ok_or_else(none)?;
        let ranks = self.ranks(place, Side::Attacking) | self.ranks(place, Side::Defending);
        let own = |block: &BlockId| self.leads(seat, *block);
        let Some(first) = ranks.iter().find(own) else { return Err(none()) };
        let side = self.side_of(first);
        let kind = match leader {
            Leader::GrandBattery | Leader::ReverseSlope => Kind::Artillery,
            Leader::BayonetCharge | Leader::Panic => Kind::Infantry,
            Leader::CavalryCharge => Kind::Cavalry,
            Leader::AlpineGuide | Leader::BridgeCapture | Leader::Talleyrand => return Err(none()),
        };
        let found = match leader {
            Leader::ReverseSlope | Leader::Panic => {
                self.ranks(place, side.other()).iter().any(|block| block.kind() == kind)
            }
            _ => ranks.iter().any(|block| own(&block) && block.kind() == kind),
        };
        if found { Ok(leader) } else { Err(none()) }
    }

    /// Goes on until somebody has to decide, or the battle is over.
    pub(crate) fn go_on_fighting(&mut self, log: &mut impl Recorder<Event>) {
        loop {
            let fight = self.fight();
            match fight.stage {
                Stage::Events(seats) if seats.is_empty() => self.set_stage(Stage::Fire),
                Stage::Hits { hits: 0, .. } => self.set_stage(Stage::Fire),
                Stage::Hits { side, hits } => {
                    let targets = self.targets(fight, side);
                    match targets.len() {
                        0 => self.set_stage(Stage::Fire),
                        1 => {
                            let block = targets.first().expect("there is one");
                            self.strike(block, side, hits, log);
                        }
                        _ => return,
                    }
                }
                Stage::Fire => {
                    if self.is_decided(fight) {
                        self.conclude(log);
                        if self.fight.is_none() {
                            return;
                        }
                    } else if self.acting(fight).is_empty() {
                        self.end_round(log);
                    } else {
                        return;
                    }
                }
                Stage::Extend(asked) => {
                    if self.extender(asked).is_none() {
                        self.begin_round(log);
                    } else {
                        return;
                    }
                }
                Stage::Aftermath(seats) => {
                    if !seats.is_empty() || self.must_lose(fight).is_some() {
                        return;
                    }
                    self.end_fight(log);
                    return;
                }
                Stage::Events(_) | Stage::Victim(_) => return,
            }
        }
    }

    /// Whether a side is gone. In round 1 a side that still has reserves on their way goes on.
    fn is_decided(&self, fight: &Fight) -> bool {
        [Side::Attacking, Side::Defending]
            .into_iter()
            .any(|side| self.ranks(fight.place, side).is_empty() && self.coming(fight.place, side).is_empty())
    }

    /// The blocks that may act next: of the first letter, defenders before attackers, of one player (A-7.21-turn,
    /// A-2.3.3-letters, A-2.3.3-defender, A-7.21-samegroup).
    pub(crate) fn acting(&self, fight: &Fight) -> BlockSet {
        let mut best: Option<(Letter, bool, u8)> = None;
        let mut found = BlockSet::EMPTY;
        // In round 1 nobody fires at nobody: a side whose ranks are gone waits for its reserves.
        let both = [Side::Attacking, Side::Defending].map(|side| self.ranks(fight.place, side));
        if both.iter().any(BlockSet::is_empty) {
            return found;
        }
        for block in (both[0] | both[1]).iter().filter(|block| !fight.acted.contains(*block)) {
            let card = self.hands[self.decides(fight, block).index()].played;
            let rank = u8::MAX - card.map_or(0, |card| card.number());
            let key = (block.printed().fire.letter, self.attackers.contains(block), rank);
            match best {
                Some(first) if first < key => {}
                Some(first) if first == key => _ = found.insert(block),
                _ => (best, found) = (Some(key), BlockSet::EMPTY.with(block)),
            }
        }
        found
    }

    /// Ends a round: reserves arrive after the first, HQs may extend the battle from the third on (7.23, 7.61).
    fn end_round(&mut self, log: &mut impl Recorder<Event>) {
        let Fight { round, place, .. } = *self.fight();
        if round == 1 {
            self.bring_reserves(place, log);
        }
        if round + 1 >= LAST {
            self.fight_mut().extended = 0;
            self.set_stage(Stage::Extend(0));
        } else {
            self.begin_round(log);
        }
    }

    fn begin_round(&mut self, log: &mut impl Recorder<Event>) {
        let fight = self.fight_mut();
        fight.round += 1;
        fight.acted = BlockSet::EMPTY;
        fight.retreated.clear();
        (fight.favoured, fight.hindered) = (None, None);
        fight.stage = Stage::Fire;
        let (place, round) = (fight.place, fight.round);
        log.record(|| Event::Round { place, round });
    }

    /// Reserves join the ranks. Where the defenders are gone, those who come for them attack, a step weaker (A-7.23-switch,
    /// A-7.23-loss).
    fn bring_reserves(&mut self, place: Place, log: &mut impl Recorder<Event>) {
        let switched =
            self.ranks(place, Side::Defending).is_empty() && !self.ranks(place, Side::Attacking).is_empty();
        let coming = self.blocks_at(place) & self.reserves;
        self.reserves.subtract(&coming);
        if !coming.is_empty() {
            log.reveal();
            log.record(|| Event::Reserves { place });
        }
        if switched {
            log.record(|| Event::Switched { place });
            let late = coming - self.attackers;
            let here = self.blocks_at(place);
            self.attackers.subtract(&here);
            self.attackers.unite(&late);
            self.fight_mut().ways.swap(0, 1);
            for block in late.iter() {
                self.weaken(block, Side::Defending, log);
            }
        }
    }

    /// The next empire whose HQ may extend the battle, of those not asked yet, the highest card first (A-7.61-extend,
    /// A-7.61-again).
    pub(crate) fn extender(&self, asked: u8) -> Option<State> {
        let fight = self.fight();
        let ranks = self.ranks(fight.place, Side::Attacking);
        let leaders = ranks.iter().filter(|block| block.kind() == Kind::Hq && self.strength(*block) > 1);
        let open = leaders.map(BlockId::state).filter(|empire| asked >> empire.index() & 1 == 0);
        open.max_by_key(|empire| {
            let leader = self.led_by(*empire).unwrap_or(fight.steward);
            self.hands[leader.index()].played
        })
    }

    /// Whether a block must leave in its turn (A-7.2-round4, A-12.2-battles).
    pub(crate) fn must_retreat(&self, fight: &Fight, block: BlockId) -> bool {
        let attacks = self.attackers.contains(block);
        let extended = block.state().is_empire() && fight.extended >> block.state().index() & 1 == 1;
        let over = fight.round >= LAST && attacks && !extended;
        let solo = self.rules.solitaire
            && fight.round > 1
            && self.strength(block) <= 1
            && !block.is_fortress()
            && self.led_by(block.state()) != Some(self.turn.seat);
        over || solo
    }

    /// Who decides in the battle under way.
    pub(crate) fn fighter(&self, fight: &Fight) -> Seat {
        let highest = |seats: Seats| self.order().find(|seat| seats.contains(*seat));
        let of =
            |blocks: BlockSet| -> Seats { blocks.iter().map(|block| self.decides(fight, block)).collect() };
        let seat = match fight.stage {
            Stage::Events(seats) => highest(seats),
            Stage::Victim(by) => {
                let side = self.side_of_player(fight, by).other();
                let victims = self.victims(fight, side);
                highest(of(victims))
            }
            Stage::Fire => highest(of(self.acting(fight))),
            Stage::Hits { side, .. } => highest(of(self.targets(fight, side))),
            Stage::Extend(asked) => {
                self.extender(asked).map(|empire| self.led_by(empire).unwrap_or(fight.steward))
            }
            Stage::Aftermath(seats) => {
                highest(seats).or_else(|| self.must_lose(fight).and_then(|b| highest(of(b))))
            }
        };
        seat.expect("somebody decides while a battle is fought")
    }

    fn side_of_player(&self, fight: &Fight, seat: Seat) -> Side {
        let own = self.blocks_at(fight.place).iter().find(|block| self.leads(seat, *block));
        own.map_or(Side::Attacking, |block| self.side_of(block))
    }

    /// The enemy blocks that an event can touch.
    fn victims(&self, fight: &Fight, side: Side) -> BlockSet {
        let kind = match fight.hindered {
            Some((Leader::ReverseSlope, _)) => Kind::Artillery,
            _ => Kind::Infantry,
        };
        let mut found = BlockSet::EMPTY;
        let ranks = self.ranks(fight.place, side);
        ranks.iter().filter(|block| block.kind() == kind).for_each(|block| _ = found.insert(block));
        found
    }

    pub(crate) fn list_fight(&self, fight: &Fight, out: &mut Vec<Action>) {
        match fight.stage {
            Stage::Events(_) => self.list_events(fight, out),
            Stage::Victim(by) => {
                let side = self.side_of_player(fight, by).other();
                out.extend(self.victims(fight, side).iter().map(Action::Suffer));
            }
            Stage::Fire => self.acting(fight).iter().for_each(|block| self.list_deeds(fight, block, out)),
            Stage::Hits { side, .. } => out.extend(self.targets(fight, side).iter().map(Action::Hit)),
            Stage::Extend(asked) => {
                out.extend(self.extender(asked).map(Action::Extend));
                out.push(Action::Done);
            }
            Stage::Aftermath(_) => self.list_aftermath(fight, out),
        }
    }

    fn list_events(&self, fight: &Fight, out: &mut Vec<Action>) {
        let seat = self.fighter(fight);
        if let Ok(leader) = self.may_use_event(seat, fight.place) {
            match leader {
                Leader::ReverseSlope | Leader::Panic => out.push(Action::Hinder),
                leader => {
                    let ranks =
                        self.ranks(fight.place, Side::Attacking) | self.ranks(fight.place, Side::Defending);
                    let own = ranks.iter().filter(|block| self.leads(seat, *block));
                    out.extend(own.filter(|block| favours(leader, *block)).map(Action::Favour));
                }
            }
        }
        out.push(Action::Done);
    }

    pub(crate) fn act_in_fight(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        match (fight.stage, action) {
            (Stage::Events(seats), action) => self.use_event(seat, seats, action, log)?,
            (Stage::Victim(by), Action::Suffer(block)) => {
                let side = self.side_of_player(fight, by).other();
                if !self.victims(fight, side).contains(block) {
                    return Err(Denied::new(
                        rule!("A-3.3-wellington"),
                        "the event does not touch that block",
                    ));
                }
                let fight = self.fight_mut();
                fight.hindered = fight.hindered.map(|(leader, _)| (leader, Some(block)));
                let Stage::Victim(by) = fight.stage else { return Ok(()) };
                let left = self.eventful(self.fight().place).without(by);
                self.set_stage(Stage::Events(left));
            }
            (Stage::Fire, action) => self.take_turn(action, log)?,
            (Stage::Hits { side, hits }, Action::Hit(block)) => {
                if !self.targets(fight, side).contains(block) {
                    return Err(Denied::new(rule!("A-7.31-strongest"), "hits go to the strongest block"));
                }
                self.strike(block, side, hits, log);
            }
            (Stage::Extend(asked), Action::Extend(empire)) => {
                if self.extender(asked) != Some(empire) {
                    return Err(Denied::new(rule!("A-7.6-step"), "its HQ cannot extend the battle now"));
                }
                self.extend(empire, asked, log);
            }
            (Stage::Extend(asked), Action::Done) => {
                let empire = self.extender(asked).expect("somebody is asked");
                self.set_stage(Stage::Extend(asked | 1 << empire.index()));
            }
            (Stage::Aftermath(_), action) => self.act_after(seat, action, log)?,
            _ => return Err(Denied::new(rule!("A-7.21-turn"), "this is not the time for that")),
        }
        self.go_on_fighting(log);
        self.go_on(log);
        Ok(())
    }

    fn use_event(
        &mut self,
        seat: Seat,
        seats: Seats,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let place = self.fight().place;
        let leader = self.may_use_event(seat, place);
        match action {
            Action::Done => self.set_stage(Stage::Events(seats.without(seat))),
            Action::Favour(block) => {
                let leader = leader?;
                let ranks = self.ranks(place, Side::Attacking) | self.ranks(place, Side::Defending);
                if !ranks.contains(block) || !self.leads(seat, block) || !favours(leader, block) {
                    return Err(Denied::new(rule!("A-3.3-no-reserve"), "the event does not help that block"));
                }
                self.hands[seat.index()].used = true;
                self.fight_mut().favoured = Some(block);
                log.record(|| Event::Favoured { seat, leader, block });
                self.set_stage(Stage::Events(seats.without(seat)));
            }
            Action::Hinder => {
                let leader = leader?;
                if !matches!(leader, Leader::ReverseSlope | Leader::Panic) {
                    return Err(Denied::new(rule!("A-3.3-event-once"), "your card has no such event"));
                }
                self.hands[seat.index()].used = true;
                self.fight_mut().hindered = Some((leader, None));
                log.record(|| Event::Hindered { seat, leader });
                self.set_stage(Stage::Victim(seat));
            }
            _ => return Err(Denied::new(rule!("A-3.3-event-once"), "this is the time for leaders' events")),
        }
        Ok(())
    }

    /// Spends a step of an HQ so that its empire's attackers fight on (7.61).
    fn extend(&mut self, empire: State, asked: u8, log: &mut impl Recorder<Event>) {
        let place = self.fight().place;
        let ranks = self.ranks(place, Side::Attacking);
        let hq = ranks.iter().find(|block| block.kind() == Kind::Hq && block.state() == empire);
        let hq = hq.expect("its HQ is there");
        self.strengths[hq.index()] -= 1;
        let bit = 1 << empire.index();
        self.fight_mut().extended |= bit;
        self.set_stage(Stage::Extend(asked | bit));
        log.record(|| Event::Extended { empire, place });
    }

    /// One side is gone: the other has won (A-7.2-end).
    fn conclude(&mut self, log: &mut impl Recorder<Event>) {
        let place = self.fight().place;
        // Where all defenders fell in round 1 and others come for them, the battle goes on (A-7.23-switch); is_decided sees to
        // that. Reserves of the victor are there now.
        let here = self.blocks_at(place);
        self.reserves.subtract(&here);
        let victors: Seats = here.iter().filter_map(|block| self.led_by(block.state())).collect();
        log.record(|| Event::Won { place, victors });
        self.fight_mut().acted = BlockSet::EMPTY;
        self.fight_mut().retreated.clear();
        self.close_engagement(place);
        self.set_stage(Stage::Aftermath(victors));
    }

    fn close_engagement(&mut self, place: Place) {
        self.engagements.retain(|engagement| engagement.place != place);
    }

    /// Everybody stands up again, and what is pending goes on.
    fn end_fight(&mut self, _log: &mut impl Recorder<Event>) {
        let place = self.fight().place;
        let here = self.blocks_at(place);
        self.attackers.subtract(&here);
        self.invaders.subtract(&here);
        for block in here.iter().filter(|block| !block.is_fleet() || place.is_sea()) {
            self.origins[block.index()] = crate::state::Origin::NONE;
        }
        self.fight = None;
        // Victors who have fallen out with each other meanwhile fight next.
        if let Some(first) = self.order().next() {
            self.divide_all(place, first);
        }
    }

    /// Former friends who share a place fight at once, those who have changed sides attacking (A-6.13-battles).
    pub(crate) fn part_former_friends(&mut self, state: State, cause: Seat, log: &mut impl Recorder<Event>) {
        let with = |other: &State| *other == state || self.standings[other.index()] == Standing::With(state);
        let turned = self.blocks_in(State::all().filter(with).collect());
        let places: PlaceSet = turned.iter().filter_map(|block| self.place(block)).collect();
        for place in places.iter() {
            if self.is_embattled(place) {
                continue;
            }
            let here = self.blocks_at(place);
            let (turned, others) = (here & turned, here - turned);
            let apart = |one: BlockId, other: BlockId| !self.can_share(one.state(), other.state());
            if turned.iter().any(|one| others.iter().any(|other| apart(one, other))) {
                self.attackers.unite(&turned);
                self.engagements.push(Engagement { place, by: cause, main: None });
                self.urgent.insert(place);
                log.record(|| Event::Parted { state, place });
            }
        }
    }

    /// Takes a block off the map, face-up into its pool (A-7.7-pool).
    pub(crate) fn eliminate(&mut self, block: BlockId, by: Option<Seat>, log: &mut impl Recorder<Event>) {
        let at = self.place(block);
        self.spots[block.index()] = Spot::DOWN;
        self.strengths[block.index()] = block.least();
        self.origins[block.index()] = crate::state::Origin::NONE;
        self.attackers.remove(block);
        self.reserves.remove(block);
        self.invaders.remove(block);
        if let Some(by) = by
            && block.state().is_empire()
        {
            self.slayers[block.state().index()].insert(by);
        }
        if block.kind() == Kind::Hq && block.state() == State::France {
            self.napoleon_fallen = true;
        }
        log.record(|| Event::Eliminated { block, at });
    }

    /// Places from which a side has come, for the borders it may not or may use to leave.
    pub(crate) fn ways(&self, side: Side) -> PlaceSet {
        self.fight().ways[usize::from(side == Side::Defending)]
    }
}

/// Whether an event helps such a block.
fn favours(leader: Leader, block: BlockId) -> bool {
    matches!(
        (leader, block.kind()),
        (Leader::GrandBattery, Kind::Artillery)
            | (Leader::BayonetCharge, Kind::Infantry)
            | (Leader::CavalryCharge, Kind::Cavalry)
    )
}
