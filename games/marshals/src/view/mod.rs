//! The table as one viewer sees it.
//!
//! Leaders and troops lie in their hex, those of a garrison inside a piece that stands for their fort. Of an enemy's stack only the
//! leader on top is seen, and whether it has a zone of control; or, where nobody leads it, that it is there (M-intel-4, M-intel-6).

mod battle;
mod keys;
mod layers;
mod prints;

use atlas::topology::HexId;
use engine::{
    Badge, Badges, Facing, Gauge, Marker, Overlay, OverlayKind, Piece, PieceKey, Prompt, Seat, SheetPart,
    Spot, Table, Track, Viewer, steps,
};

use crate::boxes::Case;
use crate::event::space;
use crate::field::{Record, Stance};
use crate::forces::Arm;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::nations::Side;
use crate::staff::Post;
use crate::state::{Marshals, Party};
use crate::works::FINISHED;

pub(crate) use keys::{StackKey, Stores, Units};
pub(crate) use layers::layer;
pub(crate) use prints::tint;

/// How far from one's own stack one may ask whether another has a zone (M-lead-38).
const ASKED: u16 = 2;

/// The highest national morale.
const HIGHEST: i32 = 6;

/// What is asked of whoever has nothing to decide.
pub(crate) fn waiting() -> Prompt {
    Prompt::new("wait", "Wait for the others.")
}

/// What everybody sees of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Face {
    /// Where it is, whose it is, and how it stands.
    pub(crate) key: StackKey,
    /// Who is on top.
    pub(crate) leader: Option<LeaderId>,
    /// Whose he is, or the troops on top.
    pub(crate) nation: NationId,
    /// Whether it has a zone of control.
    pub(crate) has_zone: bool,
    /// The unit on top, if it is seen (M-intel-5).
    pub(crate) top: Option<(NationId, Arm)>,
}

impl Marshals {
    /// What everybody sees, stack by stack.
    pub(crate) fn faces(&self) -> Vec<Face> {
        let mut faces: Vec<Face> = Vec::with_capacity(96);
        let forces = self.forces.iter().map(|force| {
            let muster = force.muster;
            (muster.hex, muster.nation, muster.stance)
        });
        let leaders = self.staff.in_play().filter_map(|(leader, post)| match post {
            Post::Open(hex) => Some((hex, leader.get().nation, Stance::Open)),
            Post::Inside(hex) => Some((hex, leader.get().nation, Stance::Inside)),
            Post::Away | Post::Sea(_) | Post::Captive(_) => None,
        });
        for (hex, nation, stance) in forces.chain(leaders) {
            let key = StackKey::new(hex, self.party(nation), stance);
            if faces.iter().all(|face| face.key != key) {
                faces.push(face(self, key, nation));
            }
        }
        faces.sort_by_key(|face| face.key);
        faces
    }

    /// Whether a viewer may ask if an enemy stack has a zone of control: within two hexes of a stack of his own (M-lead-38), or next
    /// to one (M-lead-39).
    fn may_ask_of_zone(&self, viewer: Viewer, hex: HexId) -> bool {
        let range = if self.optional.strict_zones { 1 } else { ASKED };
        let Viewer::Seat(seat) = viewer else { return false };
        let own = self.forces.iter().filter(|force| force.is_in_the_open());
        let mut near = own.filter(|force| MAP.grid.distance(force.muster.hex, hex) <= range);
        near.any(|force| self.player(seat).knows(force.muster.nation))
    }

    /// Whether a viewer sees what is inside a stack of a nation.
    fn sees(&self, viewer: Viewer, nation: NationId) -> bool {
        self.optional.open || matches!(viewer, Viewer::Seat(seat) if self.player(seat).knows(nation))
    }
}

fn face(game: &Marshals, key: StackKey, nation: NationId) -> Face {
    let StackKey { hex, stance, .. } = key;
    let of_stack = |nation: NationId| StackKey::new(hex, game.party(nation), stance) == key;
    let leader = game.top_of(game.staff.at(hex, stance).filter(|leader| of_stack(leader.get().nation)));
    let has_zone = stance == Stance::Open
        && Side::ALL
            .into_iter()
            .any(|side| game.party(nation) == Party::On(side) && game.zone_at(side, hex).is_some());
    let here = game.forces.at(hex).iter().filter(|_| game.optional.boards);
    let mut units = here.filter(|force| force.muster.stance == stance && of_stack(force.muster.nation));
    let top = units.find_map(|force| force.factors.arms().next().map(|(arm, _)| (force.muster.nation, arm)));
    Face { key, leader, nation: leader.map_or(nation, |leader| leader.get().nation), has_zone, top }
}

/// The table.
pub(crate) fn view(game: &Marshals, viewer: Viewer) -> Table {
    Table {
        prompt: steps::prompt(game, viewer),
        to_act: steps::to_act(game),
        seats: (0..game.players).map(|seat| sheet(game, Seat(seat), viewer)).collect(),
        tracks: tracks(game),
        overlays: marching(game).into_iter().chain(declared(game)).collect(),
        battle: battle::board(game),
        outcome: engine::Game::outcome(game),
        ..Table::of(pieces(game, viewer))
    }
}

fn turns(game: &Marshals) -> Track {
    let scenario = game.scenario();
    let last = scenario.last_turn.since(scenario.first_turn) + 1;
    let now = game.date.since(scenario.first_turn) + 1;
    Track::new(format!("{}, turn", game.date), i32::from(now), Some(last.into()))
}

/// Where a stack is on the march.
fn marching(game: &Marshals) -> Vec<Overlay> {
    let hexes = game.forces.marching().map(|force| space(force.muster.hex)).take(1);
    let overlay = Overlay::new(OverlayKind::Group, hexes);
    Some(overlay).filter(|overlay| !overlay.spaces.is_empty()).into_iter().collect()
}

/// Which hex is attacked and from where: that is declared before all.
fn declared(game: &Marshals) -> impl Iterator<Item = Overlay> {
    let battle = game.battle();
    let target = battle.map(|battle| Overlay::new(OverlayKind::Target, [space(battle.target)]));
    let from =
        battle.map(|battle| Overlay::new(OverlayKind::Battle, battle.from.iter().map(|hex| space(*hex))));
    target.into_iter().chain(from)
}

/// The calendar, and the national morale of every power.
fn tracks(game: &Marshals) -> Vec<Track> {
    let morale = |nation: NationId| {
        let marker = Marker { name: nation.name().into(), tint: tint(nation) };
        let track = Track::new("National morale", game.realm(nation).morale, Some(HIGHEST));
        Track { marker: Some(marker), ..track }
    };
    let powers = game.scenario().power.iter().map(|power| power.nation);
    std::iter::once(turns(game)).chain(powers.map(morale)).collect()
}

fn sheet(game: &Marshals, seat: Seat, viewer: Viewer) -> engine::Sheet {
    let powers: Vec<NationId> = NationId::all()
        .filter(|nation| game.realm(*nation).is_power && game.seat(*nation) == Some(seat))
        .filter(|nation| game.scenario().power(*nation).is_some())
        .collect();
    let names: Vec<&str> = powers.iter().map(|nation| nation.name()).collect();
    engine::Sheet {
        seat,
        name: names.join(", ").into(),
        tints: powers.iter().map(|nation| tint(*nation)).collect(),
        alive: true,
        gauges: Vec::new(),
        notes: Vec::new(),
        parts: powers
            .into_iter()
            .map(|nation| part(game, nation, viewer.is(seat) || game.optional.open))
            .collect(),
    }
}

/// What a power has. Its points and what it has bought for the season are nobody else's business (M-intel-2).
fn part(game: &Marshals, nation: NationId, is_own: bool) -> SheetPart {
    let realm = game.realm(nation);
    let treasury = game.treasury(nation);
    let mut gauges = vec![
        Gauge::new("Command points", format!("{} of {}", realm.points, realm.command)),
        Gauge::new("National morale", realm.morale),
    ];
    if is_own {
        gauges.push(Gauge::new("Production points", realm.balance));
        gauges.push(Gauge::new("Production of a season", game.country(nation).income()));
        gauges.push(Gauge::new("Replacement points", treasury.replacements));
    }
    if nation == NationId::BRITAIN && game.works > 0 {
        gauges.push(Gauge::new("Lines of Torres Vedras", format!("{} of {FINISHED}", game.works)));
    }
    let boxes = [
        ("Disrupted", game.boxes.factors(nation, Case::is_disrupted)),
        ("Casualties", game.boxes.factors(nation, |case| !case.is_disrupted())),
        ("Ready for mobilization", treasury.ready),
        ("Built this season", treasury.fresh),
        ("Mobilized and to be placed", treasury.called),
    ];
    for (name, factors) in boxes.into_iter().filter(|(_, factors)| !factors.is_empty()) {
        gauges.push(Gauge::new(name, factors.to_string()));
    }
    let sued = realm.sued.map(|date| format!("Sued for peace in {date}.").into());
    let notes = sued.into_iter().chain(game.country(nation).absences()).collect();
    SheetPart { name: nation.name().into(), tint: tint(nation), gauges, notes }
}

/// Everything on the map. What a viewer knows of lies in its hex by itself, leaders and troops; of others he sees who is on top.
fn pieces(game: &Marshals, viewer: Viewer) -> Vec<Piece> {
    let faces = game.faces();
    let mut pieces: Vec<Piece> = Vec::with_capacity(4 * faces.len());
    for face in &faces {
        let StackKey { hex, stance, .. } = face.key;
        let is_shown = shows(game, viewer, hex, face.nation, stance);
        if stance == Stance::Inside || face.leader.is_none() && !is_shown {
            pieces.push(stack(face, is_shown));
        }
    }
    for (leader, post) in game.staff.in_play() {
        let (hex, stance) = match post {
            Post::Open(hex) => (hex, Stance::Open),
            Post::Inside(hex) => (hex, Stance::Inside),
            Post::Away | Post::Sea(_) | Post::Captive(_) => continue,
        };
        let nation = leader.get().nation;
        let face = faces.iter().find(|face| face.leader == Some(leader));
        let is_shown = shows(game, viewer, hex, nation, stance);
        if face.is_none() && !is_shown {
            continue;
        }
        let sees = game.sees(viewer, nation);
        let staff = &game.staff;
        let moved = staff.moved.contains(leader);
        let badges = Badges::of([
            (staff.marching.contains(leader), Badge::InHand),
            (staff.engaged.contains(leader) && sees, Badge::Attacking),
            (moved, Badge::Moved),
            (staff.activated.contains(leader) && !moved && sees, Badge::Ordered),
        ]);
        let told = sees || game.may_ask_of_zone(viewer, hex);
        let zone = face.filter(|face| told && stance == Stance::Open && face.key.is_on_a_side());
        let zone = zone.map(|face| Gauge::new("zone of control", if face.has_zone { "yes" } else { "no" }));
        let top = face.and_then(|face| top_unit(face, is_shown));
        // Whoever is told of his orders sees that he has them.
        let rally = (sees && staff.rallied.contains(leader)).then(|| Gauge::new("a rally", "yes"));
        let text = (!is_shown).then_some("Whom he leads, and who is with him, is hidden.");
        pieces.push(Piece {
            badges,
            figures: zone.into_iter().chain(rally).chain(top).collect(),
            text: text.map(Into::into),
            ..Piece::new(
                PieceKey::of(&leader),
                game.spot(hex, nation, stance),
                prints::leader(leader, game.date),
            )
        });
    }
    lay_units(game, viewer, &mut pieces);
    pieces
}

impl Marshals {
    /// Where a piece of a nation lies: in its hex, or with the garrison of the fort.
    fn spot(&self, hex: HexId, nation: NationId, stance: Stance) -> Spot {
        match stance {
            Stance::Open => Spot::Space(space(hex)),
            Stance::Inside => {
                Spot::Inside { piece: PieceKey::of(&StackKey::new(hex, self.party(nation), stance)) }
            }
        }
    }
}

/// Whether what a nation has in a hex lies open to a viewer.
fn shows(game: &Marshals, viewer: Viewer, hex: HexId, nation: NationId, stance: Stance) -> bool {
    game.sees(viewer, nation) || game.is_revealed(hex, nation, stance)
}

/// What unit shows on top of a stack, where others see no more than that.
fn top_unit(face: &Face, is_shown: bool) -> Option<Gauge> {
    let (nation, arm) = face.top.filter(|_| !is_shown)?;
    Some(Gauge::new("on top", format!("{arm} of {}", nation.name())))
}

/// What stands for a stack: a garrison in its fort, or troops that nobody leads and others do not see.
fn stack(face: &Face, is_shown: bool) -> Piece {
    let StackKey { hex, stance, .. } = face.key;
    let print = match stance {
        Stance::Open => prints::troops(face.nation),
        Stance::Inside => prints::garrison(face.nation, hex),
    };
    Piece {
        figures: top_unit(face, is_shown).into_iter().collect(),
        facing: if is_shown || stance == Stance::Inside { Facing::Open } else { Facing::Hidden },
        text: (!is_shown).then_some("How strong they are is hidden.".into()),
        ..Piece::new(PieceKey::of(&face.key), Spot::Space(space(hex)), print)
    }
}

/// Troops, those of a nation and an arm in one place together, and their stores.
fn lay_units(game: &Marshals, viewer: Viewer, pieces: &mut Vec<Piece>) {
    let mut last = None;
    for force in game.forces.iter() {
        let muster = force.muster;
        let place = (muster.hex, muster.nation, muster.stance);
        let (hex, nation, stance) = place;
        if last == Some(place) || !shows(game, viewer, hex, nation, stance) {
            continue;
        }
        last = Some(place);
        let same: Vec<_> = game
            .forces
            .at(hex)
            .iter()
            .filter(|other| (other.muster.nation, other.muster.stance) == (nation, stance))
            .collect();
        let at = game.spot(hex, nation, stance);
        for arm in Arm::ALL {
            let of = |record: Record| {
                let those = same.iter().filter(|other| other.muster.record == record);
                those.map(|other| u16::from(other.factors[arm])).sum::<u16>()
            };
            let marching = of(Record::Marching) + of(Record::Trailing);
            let apart = of(Record::Apart) + of(Record::Lent) + of(Record::Facing);
            let attacking = of(Record::Called) + of(Record::Engaged) + of(Record::Apart) + of(Record::Lent);
            let moved = of(Record::Moved) + of(Record::Forwarded);
            let count = marching + attacking + moved + of(Record::Fresh) + of(Record::Facing);
            if count > 0 {
                let key = PieceKey::of(&Units { hex, nation, arm, stance });
                let badges = Badges::of([
                    (marching > 0, Badge::InHand),
                    (attacking > 0, Badge::Attacking),
                    (moved == count, Badge::Moved),
                ]);
                // Of those who are not all alike, how many do what.
                let figures = [
                    ("on the march", marching),
                    ("attack", attacking),
                    ("stand apart", apart),
                    ("have moved", moved),
                ];
                let figures = figures.into_iter().filter(|(_, number)| (1..count).contains(number));
                let figures = figures.chain((apart == count).then_some(("stand apart", apart)));
                pieces.push(Piece {
                    count: (count > 1).then_some(count),
                    badges,
                    figures: figures.map(|(name, number)| Gauge::new(name, number)).collect(),
                    ..Piece::new(key, at, prints::units(nation, arm))
                });
            }
        }
        let depots = same.iter().map(|force| force.depots).sum::<u8>();
        let stores = [(false, same.iter().map(|force| force.supply).sum::<u8>()), (true, depots)];
        for (is_depot, count) in stores.into_iter().filter(|(_, count)| *count > 0) {
            let key = PieceKey::of(&Stores { hex, nation, stance, is_depot });
            let count = (count > 1).then_some(count.into());
            pieces.push(Piece { count, ..Piece::new(key, at, prints::stores(nation, is_depot)) });
        }
    }
}
