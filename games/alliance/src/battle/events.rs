//! Leaders' events in battle. Rulebook 3.3.
//!
//! They are used before round 1 and last for that round. The player with the highest card is asked first.

use engine::{Denied, Recorder, Seat, Seats, rule};

use super::{Melee, Side};
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind};
use crate::cards::Leader;
use crate::control::Player;
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, Stage};

/// Whose block an event touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Whose {
    /// One of the card's player, as he chooses.
    Own,
    /// One of the enemy's, as its owner chooses.
    Enemy,
}

/// What kind of block an event touches in battle, if it does.
fn touches(leader: Leader) -> Option<(Whose, Kind)> {
    match leader {
        Leader::GrandBattery => Some((Whose::Own, Kind::Artillery)),
        Leader::BayonetCharge => Some((Whose::Own, Kind::Infantry)),
        Leader::CavalryCharge => Some((Whose::Own, Kind::Cavalry)),
        Leader::ReverseSlope => Some((Whose::Enemy, Kind::Artillery)),
        Leader::Panic => Some((Whose::Enemy, Kind::Infantry)),
        Leader::AlpineGuide | Leader::BridgeCapture | Leader::Talleyrand => None,
    }
}

/// The rule of an event.
fn rule_of(leader: Leader) -> engine::RuleId {
    match leader {
        Leader::GrandBattery => rule!("A-3.3-napoleon"),
        Leader::BayonetCharge => rule!("A-3.3-alexander"),
        Leader::CavalryCharge => rule!("A-3.3-cuesta"),
        Leader::ReverseSlope => rule!("A-3.3-wellington"),
        Leader::Panic => rule!("A-3.3-selim"),
        Leader::AlpineGuide | Leader::BridgeCapture | Leader::Talleyrand => rule!("A-3.3-event-once"),
    }
}

impl Alliance {
    /// Players who can use their leader's event in a battle.
    pub(super) fn eventful(&self, place: Place) -> Seats {
        Seat::first(self.players()).filter(|seat| self.player(*seat).may_use_event(place).is_ok()).collect()
    }

    /// A player uses his event, or keeps it.
    pub(super) fn use_event(
        &mut self,
        seat: Seat,
        asked: Seats,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        if action == Action::Done {
            self.set_stage(Stage::Events(asked.without(seat)));
            return Ok(());
        }
        let (leader, whose, open) = self.player(seat).may_use_event(self.fight().place)?;
        match (action, whose) {
            (Action::Favour(block), Whose::Own) => {
                // Those of others wait unseen.
                if self.reserves.contains(block) && self.leads(seat, block) {
                    return Err(Denied::new(rule!("A-3.3-no-reserve"), "reserves do not fight in round 1"));
                }
                if !open.contains(block) {
                    return Err(Denied::new(rule_of(leader), "the event does not help that block"));
                }
                self.fight_mut().events.push((leader, Some(block)));
                log.record(|| Event::Favoured { seat, leader, block });
                self.set_stage(Stage::Events(asked.without(seat)));
            }
            (Action::Hinder, Whose::Enemy) => {
                self.fight_mut().events.push((leader, None));
                log.record(|| Event::Hindered { seat, leader });
                self.set_stage(Stage::Victim(seat));
            }
            (Action::Favour(_) | Action::Hinder, _) => {
                return Err(Denied::new(rule_of(leader), "your event does something else"));
            }
            _ => return Err(Denied::new(rule!("A-3.3-event-once"), "use your leader's event or save it")),
        }
        self.hands[seat].used = true;
        Ok(())
    }

    /// The owner chooses which of his blocks suffers the event; players with lower cards are asked next.
    pub(super) fn suffer(
        &mut self,
        by: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let (leader, _) = *fight.events.last().expect("an event is being used");
        let Action::Suffer(block) = action else {
            return Err(Denied::new(rule_of(leader), "choose the block that suffers the event"));
        };
        if !self.melee(fight).victims(by).contains(block) {
            return Err(Denied::new(rule_of(leader), "the event does not touch that block"));
        }
        if let Some((_, victim)) = self.fight_mut().events.last_mut() {
            *victim = Some(block);
        }
        log.record(|| Event::Suffered { leader, block });
        let eventful = self.eventful(self.fight().place);
        let lower = self.order().skip_while(|seat| *seat != by).skip(1);
        self.set_stage(Stage::Events(lower.filter(|seat| eventful.contains(*seat)).collect()));
        Ok(())
    }
}

impl Player<'_> {
    /// The event a player can use in a battle, and the blocks it can touch (A-3.3-event-once, A-3.3-no-reserve).
    fn may_use_event(&self, place: Place) -> Result<(Leader, Whose, BlockSet), Denied> {
        let none = |why| Denied::new(rule!("A-3.3-event-once"), why);
        let hand = &self.hands[self.seat];
        let leader = hand.played.and_then(|card| card.leader());
        let leader = leader.ok_or_else(|| none("your card has no event"))?;
        let (whose, kind) = touches(leader).ok_or_else(|| none("your event is not for battles"))?;
        if hand.used {
            return Err(none("you have used your event"));
        }
        let own = |block: &BlockId| self.leads(self.seat, *block);
        let ranks = Side::BOTH.map(|side| self.ranks(place, side));
        let Some(first) = (ranks[0] | ranks[1]).iter().find(own) else {
            return Err(Denied::new(rule!("A-3.3-no-reserve"), "none of your blocks fights in round 1"));
        };
        let side = self.side_of(first);
        let kind = |block: &BlockId| block.kind() == kind;
        let open: BlockSet = match whose {
            Whose::Own => ranks[side.index()].iter().filter(own).filter(kind).collect(),
            Whose::Enemy => ranks[side.other().index()].iter().filter(kind).collect(),
        };
        match open.is_empty() {
            true => Err(Denied::new(rule_of(leader), "there is no block that it could touch")),
            false => Ok((leader, whose, open)),
        }
    }
}

impl Melee<'_> {
    pub(super) fn list_events(&self, out: &mut Vec<Action>) {
        match self.player(self.fighter()).may_use_event(self.fight.place) {
            Ok((_, Whose::Own, blocks)) => out.extend(blocks.iter().map(Action::Favour)),
            Ok((_, Whose::Enemy, _)) => out.push(Action::Hinder),
            Err(_) => {}
        }
        out.push(Action::Done);
    }

    /// The enemy blocks one of which suffers the event of a player.
    pub(super) fn victims(&self, by: Seat) -> BlockSet {
        let leader = self.fight.events.last().map(|(leader, _)| *leader);
        let Some((_, kind)) = leader.and_then(touches) else { return BlockSet::EMPTY };
        let own = self.blocks_at(self.fight.place).iter().find(|block| self.leads(by, *block));
        let side = own.map_or(Side::Attacking, |block| self.side_of(block)).other();
        self.ranks(self.fight.place, side).iter().filter(|block| block.kind() == kind).collect()
    }

    /// What events change of a block's number this round (A-3.3-cap).
    pub(super) fn event_on_fire(&self, block: BlockId) -> i8 {
        let touching = self.fight.events.iter().filter(|(_, touched)| *touched == Some(block));
        let change = |(leader, _): &(Leader, Option<BlockId>)| match leader {
            Leader::ReverseSlope => -1,
            Leader::GrandBattery | Leader::BayonetCharge | Leader::CavalryCharge => 1,
            _ => 0,
        };
        touching.map(change).sum()
    }

    /// Whether a block panics this round (A-3.3-selim).
    pub(super) fn panics(&self, block: BlockId) -> bool {
        self.fight.events.contains(&(Leader::Panic, Some(block)))
    }
}
