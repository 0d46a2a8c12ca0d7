//! How far pieces get: routes for one piece, and what an army can reach or attack in a turn. Rulebook 2, 4, 9, 12.

use engine::{Layer, Overlay, OverlayKind, PieceKey, Route, Seat, SpaceRef, Viewer};

use crate::action::Action;
use crate::battle::bears_from;
use crate::board::{BOARD, Town};
use crate::components::{Country, Kind, PieceId, Power};
use crate::event::space;
use crate::movement::Lay;
use crate::square::{AROUND, Mask, NUMBERS, Square};
use crate::state::{Campaign, Phase, Place, Recovery, Relation, Turn};
use crate::steps::Sequence;

/// The most pips that two dice can show.
const MOST: usize = 12;

/// Where a piece can be after spending so many pips, each square under the fewest.
pub(crate) struct Span([Mask; MOST + 1]);

/// What stops pieces of the army that moves.
pub(crate) struct Obstacles {
    /// Squares they may enter.
    open: Mask,
    /// Squares that cost double.
    dear: Mask,
    /// Squares with hostile pieces, between two of which nobody slips (12.2); none without zones of control.
    hostile: Mask,
    /// Squares that enemies control (12.1); none without zones of control.
    controlled: Mask,
}

/// A square on the way of a piece.
struct Leg {
    square: Square,
    pips: u8,
    moves: u8,
    /// The leg before it.
    before: Option<usize>,
}

/// What is laid over the map for whoever asks for it.
pub(crate) fn layer(game: &Campaign, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
    if game.phase() == Phase::Bases {
        return Vec::new();
    }
    let active = || Power::ALL.into_iter().filter(|power| game.is_active(*power));
    let over = |kind, power, squares: Mask| {
        let overlay = || Overlay::new(kind, squares.iter().map(space)).tinted(game.tint(power));
        (!squares.is_empty()).then(overlay)
    };
    match (layer, viewer) {
        (Layer::Control, _) => active()
            .filter_map(|power| {
                let towns = game.towns_of(power).map(|town| town.square()).collect();
                over(OverlayKind::Held, power, towns)
            })
            .collect(),
        (Layer::Reach, Viewer::Seat(seat)) => active()
            .filter(|power| game.seat_of(*power) == seat)
            .filter_map(|power| over(OverlayKind::Reach, power, game.reach_of(power)))
            .collect(),
        (Layer::Threat, Viewer::Seat(seat)) => active()
            .filter(|power| game.relation(seat, game.seat_of(*power)) == Relation::Hostile)
            .filter_map(|power| over(OverlayKind::Threat, power, game.threat_of(power, seat)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Where a piece of the active player can go by itgame, over the squares of `via` in their order. Two pieces never
/// end on one square, so several have no routes.
pub(crate) fn routes(
    game: &Campaign,
    seat: Seat,
    pieces: &[PieceKey],
    via: &[SpaceRef],
) -> Vec<Route<Action>> {
    let &[key] = pieces else { return Vec::new() };
    let Some(piece) = key.get::<PieceId>().filter(|_| game.is_free_to_order(seat)) else {
        return Vec::new();
    };
    match (game.phase(), game.square(piece)) {
        (Phase::Moving, Some(from)) => game.marches(piece, from, via),
        (Phase::Moving, None) if via.is_empty() => game.landings(piece),
        (Phase::Redeployment, Some(from)) if via.is_empty() => {
            let shifts = from.neighbours().filter(|to| game.may_redeploy(from, *to).is_ok());
            shifts.map(|to| game.route(vec![to], vec![Action::Redeploy { from, to }])).collect()
        }
        _ => Vec::new(),
    }
}

impl Campaign {
    /// Whether `seat` gives orders to pieces now.
    fn is_free_to_order(&self, seat: Seat) -> bool {
        self.ended.is_none() && self.owed().is_none() && self.turn.seat == seat
    }

    /// A route of one or several actions, which shows as its last with what all of it costs.
    fn route(&self, way: Vec<Square>, actions: Vec<Action>) -> Route<Action> {
        let to = way[way.len() - 1];
        let mut choice = self.present(actions[actions.len() - 1]);
        choice.target = engine::Target::Space(space(to));
        Route { way: way.into_iter().map(space).collect(), actions, choice }
    }

    /// Landings of a piece at sea.
    fn landings(&self, piece: PieceId) -> Vec<Route<Action>> {
        let kind = piece.kind();
        let lands = |to: &Square| self.may_land(kind, *to) == Ok(piece);
        let squares: Vec<Square> = self.landing_squares().iter().filter(lands).collect();
        squares.into_iter().map(|to| self.route(vec![to], vec![Action::Land { kind, to }])).collect()
    }

    fn marches(&self, piece: PieceId, from: Square, via: &[SpaceRef]) -> Vec<Route<Action>> {
        if self.may_move(piece).is_err() {
            return Vec::new();
        }
        let (lay, halts) = (self.lay(), self.halts(piece));
        let mut way = Vec::new();
        let mut start = Leg { square: from, pips: 0, moves: 0, before: None };
        for over in via {
            let Some(square) = Square::from_space(over.space).filter(|_| over.board == 0) else {
                return Vec::new();
            };
            let legs = self.legs(&lay, &halts, piece, start, Some(square));
            let Some(last) = legs.iter().rposition(|leg| leg.square == square) else { return Vec::new() };
            retrace(&legs, last, &mut way);
            start = Leg { before: None, ..legs[last] };
        }
        let begun = start.square;
        let legs = self.legs(&lay, &halts, piece, start, None);
        let mut best: Vec<Option<usize>> = vec![None; usize::from(NUMBERS)];
        for (number, leg) in legs.iter().enumerate() {
            best[leg.square.index()] = Some(number);
        }
        let name = self.tag(piece).name();
        let found = best.into_iter().flatten().filter(|last| legs[*last].square != begun);
        found
            .map(|last| {
                let mut way = way.clone();
                retrace(&legs, last, &mut way);
                let froms = std::iter::once(from).chain(way.iter().copied());
                let actions = froms.zip(&way).map(|(from, &to)| Action::Step { from, to }).collect();
                let Leg { square: to, pips, .. } = legs[last];
                let choice = self.step_choice(piece, name, from, to, pips);
                let choice = engine::Choice { target: engine::Target::Space(space(to)), ..choice };
                Route { way: way.into_iter().map(space).collect(), actions, choice }
            })
            .collect()
    }

    /// Whether a piece of the active army can go from its square to another one in this turn.
    pub(crate) fn reaches(&self, piece: PieceId, from: Square, to: Square) -> bool {
        let start = Leg { square: from, pips: 0, moves: 0, before: None };
        self.may_move(piece).is_ok()
            && self
                .legs(&self.lay(), &self.halts(piece), piece, start, Some(to))
                .iter()
                .any(|leg| leg.square == to)
    }

    /// Whether some piece of the active army can go to a square in this turn.
    pub(crate) fn army_reaches(&self, to: Square) -> bool {
        self.spans().iter().any(|(_, span)| span.entered().has(to))
    }

    /// Every way on from `start`, move by move: of several legs to one square the last is the cheapest. Stops early once
    /// `goal` cannot be reached for less.
    fn legs(&self, lay: &Lay, halts: &Mask, piece: PieceId, start: Leg, goal: Option<Square>) -> Vec<Leg> {
        let made = if self.turn.in_hand == Some(piece) { self.turn.moves } else { 0 };
        let most = if self.rules.three_moves { 3 - made.min(3) } else { u8::MAX };
        let mut least = vec![u8::MAX; usize::from(NUMBERS)];
        least[start.square.index()] = start.pips;
        let mut legs = vec![start];
        let mut next = 0;
        while let Some(&Leg { square: from, pips, moves, .. }) = legs.get(next) {
            next += 1;
            let ends = (moves > 0 && halts.has(from)) || moves >= most;
            let beaten = least[from.index()] < pips;
            let arrived = goal.is_some_and(|goal| least[goal.index()] <= pips);
            if ends || beaten || arrived {
                continue;
            }
            for to in self.candidates(lay, piece.kind(), from) {
                let Ok(double) = self.may_go(lay, piece, from, to) else { continue };
                // Whoever has just landed in a wood leaves it for one pip (17.4.2).
                let eased = moves == 0 && self.ashore.contains(piece);
                let pips = pips + 1 + u8::from(double && !eased);
                if pips <= self.turn.pips && pips < least[to.index()] {
                    least[to.index()] = pips;
                    legs.push(Leg { square: to, pips, moves: moves + 1, before: Some(next - 1) });
                }
            }
        }
        legs
    }

    /// Squares where a piece of the active army may not go on: those that enemies control, towns that stop a General, and
    /// Spain before it is invaded, since that sets up a whole army.
    pub(crate) fn halts(&self, piece: PieceId) -> Mask {
        let mut halts = if self.rules.zone_of_control { self.controlled() } else { Mask::EMPTY };
        let towns = Town::all().map(Town::square);
        towns.filter(|square| self.halts_in_town(piece, *square)).for_each(|square| halts.insert(square));
        let invades = || {
            let spain = self.power(Power::Spain).seat;
            self.owner_seat(piece).zip(spain).is_some_and(|(a, b)| self.relation(a, b) == Relation::Hostile)
        };
        if self.partial && invades() {
            halts |= *BOARD.land_of(Country::Spain);
        }
        halts
    }

    /// Every square that enemies of the active player control (12.1).
    fn controlled(&self) -> Mask {
        let mut standing = [Mask::EMPTY; 3];
        for piece in PieceId::all() {
            if let Some(square) = self.square(piece)
                && self.is_hostile(piece, self.turn.seat)
                && self.may_fight(piece)
            {
                standing[piece.kind() as usize].insert(square);
            }
        }
        let [generals, infantry, cavalry] = standing;
        (generals | infantry).corners() | (generals | cavalry).sides()
    }

    /// What a legal move costs, without looking at the whole board.
    pub(crate) fn step_price(&self, piece: PieceId, from: Square, to: Square) -> u8 {
        if !self.rules.terrain && !self.rules.steppes || self.ashore.contains(piece) {
            return 1;
        }
        let dear = self.dear(self.turn.power);
        let (columns, rows) = (to.column() - from.column(), to.row() - from.row());
        let is_dear = |columns, rows| from.step(columns, rows).is_some_and(|square| dear.has(square));
        let double = dear.has(to)
            || piece.kind() == Kind::Cavalry
                && match (columns.abs(), rows.abs()) {
                    (1, 1) => match (is_dear(columns, 0), is_dear(0, rows)) {
                        (a, b) if a == b => a,
                        // One way round is dear: it depends on whether the other is open.
                        _ => self.may_go(&self.lay(), piece, from, to) == Ok(true),
                    },
                    _ => is_dear(columns / 2, rows / 2),
                };
        1 + u8::from(double)
    }

    /// The squares that some piece of `power` can enter in a turn.
    fn reach_of(&self, power: Power) -> Mask {
        let Some(game) = self.in_the_turn_of(power) else { return Mask::EMPTY };
        let spans = game.spans();
        spans.iter().fold(Mask::EMPTY, |reach, (_, span)| reach | span.entered())
    }

    /// The squares that some piece of `power` can enter in a turn, and the pieces of `seat` that so many of them can bear on
    /// as it takes to outweigh them (9.1), support apart.
    fn threat_of(&self, power: Power, seat: Seat) -> Mask {
        let Some(game) = self.in_the_turn_of(power) else { return Mask::EMPTY };
        let spans = game.spans();
        let mut threat = spans.iter().fold(Mask::EMPTY, |reach, (_, span)| reach | span.entered());
        let helpers: Vec<PieceId> = PieceId::all()
            .filter(|piece| {
                game.may_fight(*piece)
                    && game.owner_seat(*piece).is_some_and(|owner| {
                        game.relation(game.turn.seat, owner) == Relation::Allied
                            && game.relation(owner, seat) == Relation::Hostile
                    })
            })
            .collect();
        // An attack takes a piece of the attacker's own (9.4).
        let targets = PieceId::all().filter(|piece| game.owner_seat(*piece) == Some(seat));
        for target in targets.filter(|piece| game.may_attack(*piece).is_ok()) {
            let Some(square) = game.square(target) else { continue };
            let mut weight: u8 = helpers.iter().map(|piece| u8::from(game.bears_on(*piece, square))).sum();
            // Of every attacker what it costs to come to bear, the cheapest first.
            let mut prices: Vec<(u8, u8)> = spans
                .iter()
                .filter_map(|(piece, span)| {
                    Some((span.price_to_bear(piece.kind(), square)?, game.attack_value(*piece)))
                })
                .collect();
            prices.sort_unstable();
            let (mut spent, needed) = (0, game.defence_value(target));
            for (price, value) in prices {
                spent += price;
                weight += value;
                if spent > game.turn.pips || weight > needed {
                    break;
                }
            }
            if spent <= game.turn.pips && weight > needed {
                threat.insert(square);
            }
        }
        threat
    }

    /// The game as it is if `power` moves now, else as if it had just thrown the highest throw; nothing if it must miss its
    /// next turn.
    fn in_the_turn_of(&self, power: Power) -> Option<Campaign> {
        let mut game = self.clone();
        if (self.phase(), self.turn.power) == (Phase::Moving, power) {
            return Some(game);
        }
        let face = if self.rules.average_dice { 5 } else { 6 };
        let turn = self.turn.next(self.seat_of(power), power);
        game.turn = Turn { throw: [face; 2], pips: 2 * face, ..turn };
        game.sequence = Sequence::new(Phase::Moving, None);
        (self.power(power).recovery != Recovery::Misses).then_some(game)
    }

    /// How far each piece of the active army gets. Redeployment is left out: it comes after all attacks and captures.
    fn spans(&self) -> Vec<(PieceId, Span)> {
        let obstacles = self.obstacles(&self.lay());
        self.commanded().filter_map(|piece| Some((piece, self.span(piece, &obstacles)?))).collect()
    }

    /// What stops pieces of the active army.
    pub(crate) fn obstacles(&self, lay: &Lay) -> Obstacles {
        let zoned = self.rules.zone_of_control;
        let hostile = PieceId::all().filter(|piece| self.is_hostile(*piece, self.turn.seat));
        Obstacles {
            open: !lay.shut,
            dear: lay.dear,
            hostile: hostile.filter(|_| zoned).filter_map(|piece| self.square(piece)).collect(),
            controlled: if zoned { self.controlled() } else { Mask::EMPTY },
        }
    }

    /// How far a piece of the active army gets; nothing if it is not in play.
    pub(crate) fn span(&self, piece: PieceId, obstacles: &Obstacles) -> Option<Span> {
        let mut span = Span([Mask::EMPTY; MOST + 1]);
        let pips = usize::from(self.turn.pips).min(MOST);
        let Some(from) = self.square(piece) else {
            let lands = |to: &Square| self.may_land(piece.kind(), *to).is_ok();
            let afloat = self.place(piece) == Place::SEA && pips > 0;
            return afloat.then(|| {
                span.0[1] = self.landing_squares().iter().filter(lands).collect();
                span
            });
        };
        span.0[0].insert(from);
        if self.may_move(piece).is_err() {
            return Some(span);
        }
        let made = if self.turn.in_hand == Some(piece) { usize::from(self.turn.moves) } else { 0 };
        let moves = if self.rules.three_moves { 3usize.saturating_sub(made) } else { pips };
        let halts = self.halts(piece);
        let within = match BOARD.country(from) {
            _ if self.lent[piece].is_none() => !Mask::EMPTY,
            Some(country) => *BOARD.land_of(country),
            None => !BOARD.land,
        };
        let mut reached = span.0;
        for made in 0..moves {
            let mut next = [Mask::EMPTY; MOST + 1];
            for spent in 0..pips {
                let mut from = reached[spent];
                if made > 0 {
                    from = from & !halts;
                }
                if from.is_empty() {
                    continue;
                }
                let (cheap, dear) = obstacles.onward(piece.kind(), from, &within);
                let eased = made == 0 && self.ashore.contains(piece);
                next[spent + 1] |= if eased { cheap | dear } else { cheap };
                if !eased && spent + 2 <= pips {
                    next[spent + 2] |= dear;
                }
            }
            // Only what is new, or cheaper than before, leads on.
            reached = span.lower(next);
            if reached.iter().all(Mask::is_empty) {
                break;
            }
        }
        Some(span)
    }
}

impl Obstacles {
    /// Where a move of a kind leads from these squares: for one pip, and for two.
    fn onward(&self, kind: Kind, from: Mask, within: &Mask) -> (Mask, Mask) {
        let open = self.open & *within;
        let (mut cheap, mut dear) = (Mask::EMPTY, Mask::EMPTY);
        if kind == Kind::Cavalry {
            for (columns, rows) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let middle = from.moved(columns, rows) & open & !self.controlled;
                // Straight on or round a corner, not back.
                let ends = |middle: Mask| {
                    let straight = middle.moved(columns, rows);
                    (straight | middle.moved(rows, columns) | middle.moved(-rows, -columns)) & open
                };
                let easy = ends(middle & !self.dear);
                cheap |= easy & !self.dear;
                dear |= (easy & self.dear) | ends(middle & self.dear);
            }
            return (cheap, dear & !cheap);
        }
        for (columns, rows) in AROUND {
            let diagonal = columns != 0 && rows != 0;
            if !diagonal && kind == Kind::Infantry {
                continue;
            }
            let mut from = from;
            if diagonal {
                from = from & !(self.hostile.moved(-columns, 0) & self.hostile.moved(0, -rows));
            }
            let to = from.moved(columns, rows) & open;
            cheap |= to & !self.dear;
            dear |= to & self.dear;
        }
        (cheap, dear)
    }
}

impl Span {
    /// Adds squares reached for so many pips; returns those of them that are new, or cheaper than before.
    fn lower(&mut self, mut reached: [Mask; MOST + 1]) -> [Mask; MOST + 1] {
        let mut cheaper = Mask::EMPTY;
        for (known, new) in self.0.iter_mut().zip(&mut reached) {
            *known = *known & !cheaper;
            *new = *new & !(cheaper | *known);
            *known |= *new;
            cheaper |= *known;
        }
        reached
    }

    /// The fewest pips for which the piece can be on a square.
    pub(crate) fn price(&self, square: Square) -> Option<u8> {
        self.0.iter().position(|squares| squares.has(square)).map(|pips| pips as u8)
    }

    /// Every square the piece can enter, not the one it stands on.
    pub(crate) fn entered(&self) -> Mask {
        self.0[1..].iter().fold(Mask::EMPTY, |reach, squares| reach | *squares)
    }

    /// The fewest pips for which a piece of this kind comes to bear on `square` (9.2).
    fn price_to_bear(&self, kind: Kind, square: Square) -> Option<u8> {
        let bears = |squares: &Mask| {
            square.neighbours().any(|from| squares.has(from) && bears_from(kind, from, square))
        };
        self.0.iter().position(bears).map(|pips| pips as u8)
    }
}

/// Adds the squares of a way up to the leg `last`, without the one it begins on.
fn retrace(legs: &[Leg], last: usize, way: &mut Vec<Square>) {
    let begun = way.len();
    let mut at = last;
    while let Some(before) = legs[at].before {
        way.push(legs[at].square);
        at = before;
    }
    way[begun..].reverse();
}
