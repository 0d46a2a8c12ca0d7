//! What happens, and how the log tells it.

use atlas::topology::{HexId, Id};
use engine::{Line, LineKind, Seat, Seats, SpaceRef, Viewer};
use serde::{Deserialize, Serialize};

use crate::battle::Sort;
use crate::calendar::Date;
use crate::combat::Role;
use crate::forces::Arm;
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::map::MAP;
use crate::nations::Side;
use crate::scenarios::Level;
use crate::state::ScenarioId;

/// Who moves: the leader on top of a stack, or a nation's troops without one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// A leader.
    Leader(LeaderId),
    /// Troops of a nation.
    Troops(NationId),
}

/// Something that happened. What `known` seats know, others may not read: who stands below the top of a stack is hidden (M-intel-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The pieces were set up.
    Begun(ScenarioId),
    /// An operational turn begins.
    Turn(Date),
    /// Troops or leaders come into play.
    Arrived(NationId, PlaceId),
    /// A leader goes.
    Withdrawn(LeaderId),
    /// A nation enters the war.
    Entered(NationId),
    /// A leader was activated.
    Activated {
        /// Whose doing it was.
        seat: Seat,
        /// Who.
        leader: LeaderId,
        /// Who knows that.
        known: Seats,
    },
    /// A stack marched to the next hex.
    Marched {
        /// Whose doing it was.
        seat: Seat,
        /// Who.
        who: Mover,
        /// From where.
        from: HexId,
        /// To where.
        to: HexId,
        /// Who knows who it was.
        known: Seats,
    },
    /// A leader rode somewhere alone.
    Rode {
        /// Whose doing it was.
        seat: Seat,
        /// Who.
        leader: LeaderId,
        /// To where.
        to: HexId,
        /// Who knows that.
        known: Seats,
    },
    /// A leader was wounded, and misses so many turns.
    Wounded(LeaderId, u8),
    /// A leader was killed.
    Killed(LeaderId),
    /// A leader who was away comes back.
    Recovered(LeaderId, HexId),
    /// A prisoner was let go on parole.
    Paroled(LeaderId),
    /// The works of Torres Vedras are finished.
    Entrenched(HexId),
    /// What feeds a stack in a battle: the hex of its source, if it has one.
    Fed {
        /// Whose stack.
        nation: NationId,
        /// Where it stands.
        at: HexId,
        /// What it traces to.
        from: Option<HexId>,
    },
    /// Two prisoners were exchanged.
    Exchanged(LeaderId, LeaderId),
    /// A leader alone got out of the way.
    Displaced(LeaderId, Option<HexId>),
    /// Control of a place changed hands.
    Taken {
        /// Which.
        place: PlaceId,
        /// Who has it now.
        by: NationId,
    },
    /// An attack was declared.
    Declared {
        /// Whose doing it was.
        seat: Seat,
        /// Who attacks.
        leader: LeaderId,
        /// Which hex.
        target: HexId,
        /// Who knows who he is.
        known: Seats,
    },
    /// An attack that was declared is not made.
    StoodDown(HexId),
    /// A stack marched to the guns.
    ToTheGuns {
        /// Whose doing it was.
        seat: Seat,
        /// Who.
        who: Mover,
        /// From where.
        from: HexId,
        /// To where.
        to: HexId,
        /// Who knows who it was.
        known: Seats,
    },
    /// Napoleon has split his enemies: a leader faces one nation alone.
    Split(LeaderId, NationId),
    /// A battle was joined.
    Joined {
        /// Where.
        target: HexId,
        /// What is attacked.
        sort: Sort,
        /// The combat values of attacker and defender.
        values: [u16; 2],
        /// The hits that they inflict.
        hits: [u16; 2],
    },
    /// Artillery destroyed a factor.
    Shot {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Horse caught a factor.
    Caught {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// A battle was decided.
    Judged {
        /// Where.
        target: HexId,
        /// Who has won.
        victor: Role,
        /// The combat values that are left.
        values: [u16; 2],
        /// Whether the defender retreats.
        retreats: bool,
    },
    /// A defender with nowhere to go was lost.
    WipedOut(HexId),
    /// Beaten units retreated.
    Retreated {
        /// Whose they are.
        seat: Seat,
        /// Who.
        who: Mover,
        /// From where.
        from: HexId,
        /// To where.
        to: HexId,
    },
    /// The victor advanced.
    Advanced {
        /// Whose doing it was.
        seat: Seat,
        /// To where.
        to: HexId,
    },
    /// A leader was captured.
    Captured {
        /// Who.
        leader: LeaderId,
        /// By whom.
        by: NationId,
    },
    /// What a battle has cost a nation.
    Lost {
        /// Which.
        nation: NationId,
        /// How many factors are disrupted.
        disrupted: u8,
        /// How many are casualties.
        casualties: u8,
    },
    /// The national morale of a power has changed.
    Morale {
        /// Whose.
        nation: NationId,
        /// What it was.
        from: u8,
        /// What it is.
        to: u8,
    },
    /// A battle is over.
    Fought(HexId),
    /// A siege is in force.
    Besieged(HexId),
    /// A siege is over.
    Relieved(HexId),
    /// A besieged garrison has lost a factor.
    Wasted {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// A fort has fallen.
    Fallen(HexId),
    /// A seat has ended its turn.
    Passed(Seat),
    /// Units perish for want of supply.
    Perished {
        /// Whose.
        nation: NationId,
        /// Where.
        hex: HexId,
        /// How many factors.
        factors: u16,
        /// Who knows that.
        known: Seats,
    },
    /// Stores of the enemy were captured.
    Plundered {
        /// By whom.
        seat: Seat,
        /// Where.
        hex: HexId,
        /// Whether it was a depot.
        is_depot: bool,
        /// Whether they are kept, not destroyed.
        is_kept: bool,
    },
    /// A supply unit moved.
    Hauled {
        /// Whose doing it was.
        seat: Seat,
        /// To where.
        to: HexId,
        /// Who knows that.
        known: Seats,
    },
    /// Infantry went along its line of communications.
    Forwarded {
        /// Whose doing it was.
        seat: Seat,
        /// Whose infantry.
        nation: NationId,
        /// From where.
        from: HexId,
        /// To where.
        to: HexId,
        /// Who knows that.
        known: Seats,
    },
    /// A supply unit became a depot.
    Converted {
        /// Whose.
        nation: NationId,
        /// Where.
        hex: HexId,
        /// Who knows that.
        known: Seats,
    },
    /// A power has decided what it pays for in a season; this much is announced (M-intel-2, M-intel-3).
    Decided {
        /// Which.
        nation: NationId,
        /// How many leaders it keeps.
        leaders: u8,
        /// How many factors it mobilizes.
        called: u16,
        /// How many command points it has in each turn.
        command: u8,
    },
    /// A factor went back to the mobilization box.
    Demobilized {
        /// Whose.
        nation: NationId,
        /// From where.
        hex: HexId,
    },
    /// A factor was disbanded.
    Disbanded {
        /// Whose.
        nation: NationId,
        /// Where.
        hex: HexId,
        /// Of which arm.
        arm: Arm,
    },
    /// A factor of an intrinsic defence came into play.
    StoodUp {
        /// Whose.
        nation: NationId,
        /// Where.
        hex: HexId,
    },
    /// A factor went back to an intrinsic defence.
    WentBack {
        /// Whose.
        nation: NationId,
        /// From where.
        hex: HexId,
    },
    /// British troops were taken off the continent.
    Evacuated {
        /// Whose.
        nation: NationId,
        /// From where.
        hex: HexId,
        /// How many factors.
        factors: u16,
    },
    /// A beaten general was called to London.
    CalledHome(LeaderId),
    /// A nation has completed Army Reform.
    Reformed(NationId),
    /// A factor has rallied.
    Rallied {
        /// Whose doing it was.
        seat: Seat,
        /// To whom.
        leader: LeaderId,
        /// Whose factor.
        nation: NationId,
        /// Where.
        hex: HexId,
        /// Who knows that.
        known: Seats,
    },
    /// A factor came into play.
    Placed {
        /// Whose.
        nation: NationId,
        /// Where.
        hex: HexId,
        /// Who knows where.
        known: Seats,
    },
    /// A power sues for peace and leaves the war.
    Sued(NationId),
    /// A client has changed sides.
    Defected(NationId, NationId),
    /// A nation has ceased to be.
    Dissolved(NationId),
    /// An armistice was called, that holds through a turn.
    Armistice {
        /// By whom.
        seat: Seat,
        /// Its last turn.
        until: Date,
    },
    /// The armistice is over.
    ArmisticeOver,
    /// A side was given victory points.
    Awarded {
        /// Which.
        side: Side,
        /// How many.
        points: u8,
    },
    /// The game is over.
    Over {
        /// What was played.
        scenario: ScenarioId,
        /// The level that was reached; none is a draw.
        verdict: Option<Level>,
    },
}

/// The space of the board that a hex is.
pub(crate) fn space(hex: HexId) -> SpaceRef {
    SpaceRef { board: 0, space: hex.index() as u16 }
}

/// The hex that a space is.
pub(crate) fn hex_at(space: SpaceRef) -> Option<HexId> {
    let hex = HexId::from_index(space.space.into());
    (space.board == 0 && hex.index() < MAP.grid.len()).then_some(hex)
}

/// "Ulm", or the number of a hex without a place.
pub(crate) fn hex_name(hex: HexId) -> String {
    MAP.place_id(hex).map_or_else(|| format!("hex {}", MAP.grid.name(hex)), |place| place.name().to_owned())
}

impl Mover {
    pub(crate) fn name(self) -> String {
        match self {
            Mover::Leader(leader) => leader.name().to_owned(),
            Mover::Troops(nation) => format!("A force of {}", nation.name()),
        }
    }
}

impl Event {
    /// The line that a viewer reads; nothing of what is hidden from him.
    pub(crate) fn tell(&self, viewer: Viewer) -> Option<Line> {
        let is_in = |known: Seats| matches!(viewer, Viewer::Seat(seat) if known.contains(seat));
        let plain = Line::new;
        let heading = |text: String| Line { kind: LineKind::Heading, ..Line::new(text, None, vec![]) };
        let great = |text: String| Line { kind: LineKind::Great, ..Line::new(text, None, vec![]) };
        let line = match *self {
            Event::Begun(scenario) => heading(scenario.get().name.clone()),
            Event::Turn(date) => heading(date.to_string()),
            Event::Arrived(nation, place) => {
                let text = format!("Reinforcements of {} arrive at {}", nation.name(), place.name());
                plain(text, None, vec![space(place.hex())])
            }
            Event::Withdrawn(leader) => plain(format!("{} leaves the war", leader.name()), None, vec![]),
            Event::Entered(nation) => great(format!("{} enters the war", nation.name())),
            Event::Activated { known, .. }
            | Event::Rode { known, .. }
            | Event::Perished { known, .. }
            | Event::Hauled { known, .. }
            | Event::Forwarded { known, .. }
            | Event::Converted { known, .. }
            | Event::Rallied { known, .. }
                if !is_in(known) =>
            {
                return None;
            }
            Event::Decided { nation, leaders, called, command } => {
                let name = nation.name();
                let text = format!(
                    "{name} keeps {leaders} leaders, mobilizes {called} factors and has {command} command points"
                );
                plain(text, None, vec![])
            }
            Event::Demobilized { nation, hex } => {
                let text = format!("A factor of {} goes home from {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::Rallied { seat, leader, nation, hex, .. } => {
                let text = format!("{} rallies a factor of {}", leader.name(), nation.name());
                plain(text, Some(seat), vec![space(hex)])
            }
            Event::Disbanded { nation, hex, arm } => {
                let text = format!("{} disbands {arm} at {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::StoodUp { nation, hex } => {
                let text = format!("{} raises a factor to defend {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::WentBack { nation, hex } => {
                let text =
                    format!("A factor of {} at {} goes back to the coast", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::Evacuated { nation, hex, factors } => {
                let text = format!("{factors} factors of {} give up {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::CalledHome(leader) => {
                plain(format!("{} is called to London after his defeat", leader.name()), None, vec![])
            }
            Event::Reformed(nation) => great(format!("{} has reformed its army", nation.name())),
            Event::Placed { nation, hex, known } if is_in(known) => {
                let text = format!("A factor of {} appears at {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::Placed { nation, .. } => {
                plain(format!("A factor of {} comes into play", nation.name()), None, vec![])
            }
            Event::Perished { nation, hex, factors, .. } => {
                let text =
                    format!("{} loses {factors} for want of supply at {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::Plundered { seat, hex, is_depot, is_kept } => {
                let what = if is_depot { "A depot" } else { "A supply unit" };
                let fate = if is_kept { "is captured" } else { "is destroyed" };
                plain(format!("{what} {fate} at {}", hex_name(hex)), Some(seat), vec![space(hex)])
            }
            Event::Hauled { seat, to, .. } => {
                plain(format!("A supply unit goes to {}", hex_name(to)), Some(seat), vec![space(to)])
            }
            Event::Forwarded { seat, nation, from, to, .. } => {
                let (name, from_name, to_name) = (nation.name(), hex_name(from), hex_name(to));
                let text = format!("Infantry of {name} goes from {from_name} to {to_name} along its line");
                plain(text, Some(seat), vec![space(from), space(to)])
            }
            Event::Converted { nation, hex, .. } => {
                let text = format!("{} sets up a depot at {}", nation.name(), hex_name(hex));
                plain(text, None, vec![space(hex)])
            }
            Event::Activated { seat, leader, .. } => {
                plain(format!("{} is activated", leader.name()), Some(seat), vec![])
            }
            Event::Marched { seat, who, from, to, known } => {
                let who = if is_in(known) { who.name() } else { "A stack".to_owned() };
                let text = format!("{who} marches from {} to {}", hex_name(from), hex_name(to));
                let march = engine::March { who: who.into(), from: space(from), to: space(to) };
                Line { march: Some(march), ..plain(text, Some(seat), vec![space(from), space(to)]) }
            }
            Event::Rode { seat, leader, to, .. } => {
                let text = format!("{} rides to {}", leader.name(), hex_name(to));
                plain(text, Some(seat), vec![space(to)])
            }
            Event::Displaced(leader, Some(to)) => {
                plain(format!("{} gets away to {}", leader.name(), hex_name(to)), None, vec![space(to)])
            }
            Event::Displaced(leader, None) => {
                plain(format!("{} gets away from the theatre of war", leader.name()), None, vec![])
            }
            Event::Wounded(leader, turns) => {
                let turns = if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
                great(format!("{} is wounded and misses {turns}", leader.name()))
            }
            Event::Killed(leader) => great(format!("{} is killed", leader.name())),
            Event::Recovered(leader, hex) => {
                plain(format!("{} is back at {}", leader.name(), hex_name(hex)), None, vec![space(hex)])
            }
            Event::Paroled(leader) => plain(format!("{} is let go on parole", leader.name()), None, vec![]),
            Event::Entrenched(hex) => Line {
                kind: LineKind::Great,
                ..plain(format!("The lines of {} are finished", hex_name(hex)), None, vec![space(hex)])
            },
            Event::Fed { nation, at, from } => {
                let name = nation.name();
                let text = match from {
                    Some(from) if from == at => format!("{name} at {} has supply with it", hex_name(at)),
                    Some(from) => format!("{name} at {} is supplied from {}", hex_name(at), hex_name(from)),
                    None => format!("{name} at {} fights without supply", hex_name(at)),
                };
                plain(text, None, from.into_iter().chain([at]).map(space).collect())
            }
            Event::Exchanged(one, other) => {
                plain(format!("{} and {} are exchanged", one.name(), other.name()), None, vec![])
            }
            Event::Taken { place, by } => {
                let text = format!("{} controls {}", by.name(), place.name());
                plain(text, None, vec![space(place.hex())])
            }
            Event::Declared { .. }
            | Event::StoodDown(_)
            | Event::ToTheGuns { .. }
            | Event::Split(..)
            | Event::Joined { .. }
            | Event::Shot { .. }
            | Event::Caught { .. }
            | Event::Judged { .. }
            | Event::WipedOut(_)
            | Event::Retreated { .. }
            | Event::Advanced { .. }
            | Event::Captured { .. }
            | Event::Lost { .. }
            | Event::Besieged(_)
            | Event::Relieved(_)
            | Event::Wasted { .. }
            | Event::Fallen(_)
            | Event::Fought(_) => self.tell_battle(is_in),
            Event::Morale { nation, from, to } => {
                let verb = if to > from { "rises" } else { "falls" };
                let text = format!("National Morale of {} {verb} from {from} to {to}", nation.name());
                plain(text, None, vec![])
            }
            Event::Passed(seat) => plain("The turn of a side ends".to_owned(), Some(seat), vec![]),
            Event::Sued(nation) => great(format!("{} sues for peace and leaves the war", nation.name())),
            Event::Defected(nation, to) => great(format!("{} goes over to {}", nation.name(), to.name())),
            Event::Dissolved(nation) => great(format!("{} falls apart", nation.name())),
            Event::Armistice { seat, until } => Line {
                kind: LineKind::Great,
                ..plain(format!("An armistice is called until {until}"), Some(seat), vec![])
            },
            Event::ArmisticeOver => great("The armistice is over".to_owned()),
            Event::Awarded { side, points } => {
                plain(format!("{} gains {points} victory points", side.name()), None, vec![])
            }
            Event::Over { verdict: None, .. } => great("The game is over and ends in a draw".to_owned()),
            Event::Over { scenario, verdict: Some(level) } => {
                let victory = scenario.get().victory.iter().find(|victory| victory.level == level);
                let why = victory.map(|victory| victory.when.to_string()).unwrap_or_default();
                great(format!("{}: {why}", level.name()))
            }
        };
        Some(line)
    }
}
