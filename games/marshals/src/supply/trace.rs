//! Lines of supply, hex by hex.

use arrayvec::ArrayVec;
use atlas::topology::{Allowance, Barriers, BoxSet, Graph, HexId, Paths, Set, SideId, Words};

use crate::map::MAP;
use crate::march::Ground;

/// How many hexes a source is away at most (M-supply-1), and a depot from the next (M-loc-5).
pub const RANGE: u8 = 4;

/// How far French depots are apart at most while Berthier is with Napoleon (M-lead-53).
pub const WITH_BERTHIER: u8 = 5;

/// The hexes of the longest line.
const LONGEST: usize = WITH_BERTHIER as usize + 1;

/// A set of Cossack stacks, by their place in the list. Russia never has half as many.
type Harassers = u64;

/// What a nation's lines must go round.
pub struct Obstacles<'s, W> {
    /// The ground: what armies cannot cross, supply does not cross.
    pub ground: &'s Ground,
    /// The enemy's combat units and guerrillas (M-guer-8), but for hexes of Cossacks alone; his zones of control; where any
    /// friendly unit, supply unit or depot stands (M-loc-10).
    pub barriers: Barriers<'s, HexId, W>,
    /// Where enemy Cossacks are; those of one hex count once (M-guer-18).
    pub cossacks: &'s [HexId],
    /// Hexes with the older line of communications of somebody else, where no other may run (M-loc-28). Lines of units are free
    /// to.
    pub taken: Option<&'s Set<HexId, W>>,
}

impl<W: Words> Obstacles<'_, W> {
    /// Whether a line may run through a hex.
    #[inline]
    pub fn open(&self, hex: HexId) -> bool {
        self.barriers.open(hex) && !self.taken.is_some_and(|taken| taken.contains(hex))
    }

    /// Whether a line may go from one hex to the next.
    #[inline]
    pub(super) fn passes(&self, from: HexId, to: HexId, over: SideId) -> bool {
        self.ground.passes(from, to, over) && self.open(to)
    }

    /// The Cossacks that harass a line in this hex: those in it or next to it, unless a friend stands there.
    fn harassers(&self, hex: HexId) -> Harassers {
        if self.barriers.friends.contains(hex) {
            return 0;
        }
        let harasses = |cossacks: HexId| {
            let side = MAP.grid.side_between(cossacks, hex);
            cossacks == hex || side.is_some_and(|side| self.ground.passes(cossacks, hex, side))
        };
        let is_first = |number: usize| !self.cossacks[..number].contains(&self.cossacks[number]);
        let near =
            (0..self.cossacks.len()).filter(|number| harasses(self.cossacks[*number]) && is_first(*number));
        near.fold(0, |harassers, number| harassers | 1_u64.unbounded_shl(number as u32))
    }

    /// The line over these hexes.
    fn line(&self, hexes: impl Iterator<Item = HexId>) -> Line {
        let hexes: ArrayVec<HexId, LONGEST> = hexes.collect();
        if self.cossacks.is_empty() {
            return Line { hexes, cossacks: 0 };
        }
        let harassers = hexes[1..].iter().fold(0, |all, hex| all | self.harassers(*hex));
        Line { hexes, cossacks: harassers.count_ones() as u8 }
    }

    /// Whether Cossacks can harass a line that begins here.
    fn is_harassed(&self, from: HexId, range: u8) -> bool {
        let reach = u16::from(range) + 1;
        self.cossacks.iter().any(|cossacks| MAP.grid.distance(from, *cossacks) <= reach)
    }
}

/// A line from a unit or depot to what supplies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    hexes: ArrayVec<HexId, LONGEST>,
    cossacks: u8,
}

impl Line {
    fn at(hex: HexId) -> Line {
        Line { hexes: [hex].into_iter().collect(), cossacks: 0 }
    }

    /// Its hexes, both ends included.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes
    }

    /// How many hexes its ends are apart.
    pub fn length(&self) -> u8 {
        self.hexes.len() as u8 - 1
    }

    /// How many Cossacks harass it.
    pub fn cossacks(&self) -> u8 {
        self.cossacks
    }

    /// How long it counts: two Cossacks are worth a hex (M-guer-17).
    pub fn counted(&self) -> u8 {
        self.length() + self.cossacks / 2
    }

    /// Where it ends.
    pub fn end(&self) -> HexId {
        self.hexes[self.hexes.len() - 1]
    }
}

/// All hexes from which a line can be traced to one of the `goals` where no Cossacks harass it, ring by ring.
fn spread<W: Words, V: Words>(
    obstacles: &Obstacles<'_, W>,
    goals: &Set<HexId, V>,
    range: u8,
    field: &mut BoxSet<HexId>,
) {
    field.clear();
    field.unite(goals);
    let mut reached: Vec<HexId> = goals.iter().collect();
    let mut first = 0;
    for _ in 0..range {
        let ring = reached.len();
        for number in first..ring {
            let to = reached[number];
            // A line comes into a hex only if it is open; over frozen lakes, too.
            for (from, over) in MAP.grid.leaving(to).filter(|_| obstacles.open(to)) {
                if !field.contains(from) && obstacles.ground.passes(from, to, over) {
                    field.insert(from);
                    reached.push(from);
                }
            }
        }
        first = ring;
    }
}

/// The desk on which lines are traced: make it once.
#[derive(Clone)]
pub struct Tracer {
    pub(super) paths: Paths<HexId>,
}

impl Default for Tracer {
    fn default() -> Self {
        Tracer { paths: Paths::new(MAP.grid.len()) }
    }
}

impl Tracer {
    /// The line to the nearest of the `goals`, as Cossacks make it count; of several the shortest, then the one that ends lowest.
    /// Where it begins is not asked about.
    pub fn line<W: Words, V: Words>(
        &mut self,
        obstacles: &Obstacles<'_, W>,
        from: HexId,
        goals: &Set<HexId, V>,
        range: u8,
    ) -> Option<Line> {
        if goals.contains(from) {
            return Some(Line::at(from));
        }
        let allowance = Allowance::points(range.into());
        let passes = |from, to, over| obstacles.passes(from, to, over);
        let way = self.paths.nearest(&MAP.grid, from, allowance, |hex| goals.contains(hex), passes)?;
        let line = obstacles.line(way.spaces.iter().copied());
        if line.counted() == line.length() {
            return Some(line);
        }
        detour(obstacles, from, range, |hex| u8::from(!goals.contains(hex)))
    }

    /// All hexes from which a line can be traced to one of the `goals`, into `field`.
    pub fn fill<W: Words, V: Words>(
        &mut self,
        obstacles: &Obstacles<'_, W>,
        goals: &Set<HexId, V>,
        range: u8,
        field: &mut BoxSet<HexId>,
    ) {
        if obstacles.cossacks.is_empty() {
            return spread(obstacles, goals, range, field);
        }
        let allowance = Allowance::points(range.into());
        let passes = |from, to, over| obstacles.passes(from, to, over);
        let reach = self.paths.flood_towards(&MAP.grid, goals.iter(), allowance, passes);
        field.clear();
        field.unite(reach.spaces());
        for hex in reach.spaces().iter().filter(|hex| obstacles.is_harassed(*hex, range)) {
            let ahead = |hex| reach.cost(hex).map_or(u8::MAX, |cost| cost as u8);
            if obstacles.line(reach.back(hex)).counted() > range
                && detour(obstacles, hex, range, ahead).is_none()
            {
                field.remove(hex);
            }
        }
    }

    /// All lines that begin at `from`.
    pub(super) fn lines<'t, W: Words>(
        &'t mut self,
        obstacles: &'t Obstacles<'_, W>,
        from: HexId,
        range: u8,
    ) -> impl FnMut(HexId) -> Option<Line> {
        let allowance = Allowance::points(range.into());
        let passes = |from, to, over| obstacles.passes(from, to, over);
        let mut reach = self.paths.reach(&MAP.grid, from, allowance, passes);
        move |to| {
            let line = obstacles.line(reach.way(to)?.spaces.iter().copied());
            if line.counted() == line.length() {
                return Some(line);
            }
            detour(obstacles, from, range, |hex| MAP.grid.distance(hex, to) as u8)
        }
    }
}

/// The best line where Cossacks make the shortest count more. How far a line counts depends on all of its hexes, so every line is
/// tried that can still do: `ahead` says how far the goal is at least, nothing only at the goal.
fn detour<W: Words>(
    obstacles: &Obstacles<'_, W>,
    from: HexId,
    range: u8,
    ahead: impl Fn(HexId) -> u8,
) -> Option<Line> {
    let mut hunt = Hunt { obstacles, range, ahead, best: None };
    hunt.go_on(&mut Line::at(from), 0);
    hunt.best
}

struct Hunt<'h, 's, W, F> {
    obstacles: &'h Obstacles<'s, W>,
    range: u8,
    ahead: F,
    best: Option<Line>,
}

impl<W: Words, F: Fn(HexId) -> u8> Hunt<'_, '_, W, F> {
    /// Tries every way to go on with a line that these harass.
    fn go_on(&mut self, line: &mut Line, harassers: Harassers) {
        let rank = |line: &Line| (line.counted(), line.length(), line.end());
        if (self.ahead)(line.end()) == 0 {
            if self.best.as_ref().is_none_or(|best| rank(line) < rank(best)) {
                self.best = Some(line.clone());
            }
            return;
        }
        for (to, over) in MAP.grid.leaving(line.end()) {
            if line.hexes.contains(&to) || !self.obstacles.passes(line.end(), to, over) {
                continue;
            }
            let limit = self.best.as_ref().map_or(self.range, Line::counted);
            let ahead = 1 + (self.ahead)(to).min(self.range);
            if line.counted() + ahead > limit {
                continue;
            }
            let harassers = harassers | self.obstacles.harassers(to);
            let before = std::mem::replace(&mut line.cossacks, harassers.count_ones() as u8);
            if line.counted() + ahead <= limit {
                line.hexes.push(to);
                self.go_on(line, harassers);
                line.hexes.pop();
            }
            line.cossacks = before;
        }
    }
}
