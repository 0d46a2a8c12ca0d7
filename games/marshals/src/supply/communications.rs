//! Lines of communications: chains of depots that lead home. Rulebook "Line of Communications and Depots".

use atlas::topology::{BoxSet, Graph, HexId, Set, Words};
use engine::{Denied, rule};

use super::trace::{Line, Obstacles, RANGE, Tracer};
use crate::forces::Factors;
use crate::ground::{LandId, LandSet, ways};
use crate::map::MAP;
use crate::march::Ground;
use crate::wording::words;

/// How many factors of a nation move along its line of communications in a turn (M-loc-25).
pub const BY_LINE: u8 = 5;

/// What a nation's communications are laid from.
#[derive(Clone, Copy)]
pub struct Base<'s, V> {
    /// Its home nation, by the borders of the last treaty (M-loc-4).
    pub home: &'s Set<HexId, V>,
    /// Its production cities, forts and construction ports at home that no enemy holds (M-loc-5).
    pub sources: &'s Set<HexId, V>,
    /// Its depots, and those of others that it may use (M-loc-13).
    pub depots: &'s Set<HexId, V>,
    /// How far depots are apart at most: [`RANGE`], or [`WITH_BERTHIER`](super::WITH_BERTHIER).
    pub range: u8,
}

/// The communications of a nation. Made once, laid anew whenever something has changed.
#[derive(Clone)]
pub struct Communications {
    linked: BoxSet<HexId>,
    cut: BoxSet<HexId>,
    home: BoxSet<HexId>,
    band: BoxSet<HexId>,
    course: BoxSet<HexId>,
    /// For the work: where the next lines can end.
    goals: BoxSet<HexId>,
    lines: Vec<Line>,
}

impl Default for Communications {
    fn default() -> Self {
        let none = BoxSet::with_room(MAP.grid.len());
        Communications {
            linked: none.clone(),
            cut: none.clone(),
            home: none.clone(),
            band: none.clone(),
            course: none.clone(),
            goals: none,
            lines: Vec::with_capacity(64),
        }
    }
}

impl Communications {
    /// Works out which depots are in a valid line of communications.
    pub fn lay<W: Words, V: Words>(
        &mut self,
        tracer: &mut Tracer,
        obstacles: &Obstacles<'_, W>,
        base: &Base<'_, V>,
    ) {
        self.lay_home(obstacles, base);
        self.linked.clear();
        self.linked.unite(base.depots);
        self.linked.intersect(&self.home);
        self.goals.clear();
        self.goals.unite(base.sources);
        self.goals.intersect(&self.home);
        self.goals.unite(&self.linked);
        self.cut.clear();
        self.cut.unite(base.depots);
        self.cut.subtract(&self.linked);
        self.lines.clear();
        self.course.clear();
        self.course.unite(&self.goals);
        loop {
            let known = self.lines.len();
            let lines = self.cut.iter().filter_map(|depot| {
                tracer.line(obstacles, depot, &self.goals, base.range).filter(|_| obstacles.open(depot))
            });
            self.lines.extend(lines);
            for line in &self.lines[known..] {
                let depot = line.hexes()[0];
                self.cut.remove(depot);
                self.linked.insert(depot);
                self.goals.insert(depot);
                self.course.extend(line.hexes().iter().copied());
            }
            if self.lines.len() == known {
                break;
            }
        }
        tracer.fill(obstacles, &self.goals, RANGE, &mut self.band);
        self.goals.clear();
        self.goals.unite(&self.band);
        for hex in self.goals.iter().filter(|hex| !obstacles.open(*hex)) {
            self.band.remove(hex);
        }
        self.band.unite(&self.home);
    }

    /// The home nation as far as the enemy does not cut it off from its sources (M-loc-3).
    fn lay_home<W: Words, V: Words>(&mut self, obstacles: &Obstacles<'_, W>, base: &Base<'_, V>) {
        let mut open: Vec<HexId> = base.sources.iter().filter(|source| obstacles.open(*source)).collect();
        self.home.clear();
        self.home.extend(open.iter().copied());
        while let Some(from) = open.pop() {
            for (to, over) in MAP.grid.leaving(from) {
                let is_home = base.home.contains(to) && !self.home.contains(to);
                if is_home && obstacles.passes(from, to, over) {
                    self.home.insert(to);
                    open.push(to);
                }
            }
        }
    }

    /// The depots in a valid line of communications.
    pub fn linked(&self) -> &BoxSet<HexId> {
        &self.linked
    }

    /// The depots that are cut off: each serves like an immobile supply unit (M-loc-16).
    pub fn cut(&self) -> &BoxSet<HexId> {
        &self.cut
    }

    /// The hexes that belong to the line of communications: in the home nation, and within four hexes of a linked depot or a home
    /// source, but for those of the enemy and his zones (M-control-7).
    pub fn band(&self) -> &BoxSet<HexId> {
        &self.band
    }

    /// The hexes over which the line itself runs, depot by depot: nobody else's may (M-loc-28).
    pub fn course(&self) -> &BoxSet<HexId> {
        &self.course
    }

    /// The line from a depot abroad to the next depot or home source, if it is linked.
    pub fn line(&self, depot: HexId) -> Option<&Line> {
        self.lines.iter().find(|line| line.hexes()[0] == depot)
    }

    /// The lines from a depot abroad to its home source.
    pub fn lines(&self, depot: HexId) -> impl Iterator<Item = &Line> {
        std::iter::successors(self.line(depot), |line| self.line(line.end()))
    }

    /// Whether supply units can be built in a hex: in home production cities and forts and in foreign production cities under
    /// control, which are the `cities`, and at linked depots (M-loc-8).
    ///
    /// # Errors
    /// If the hex is no such place, or its depot is cut off (M-loc-15).
    pub fn may_build<V: Words>(&self, hex: HexId, cities: &Set<HexId, V>) -> Result<(), Denied> {
        if self.linked.contains(hex) || cities.contains(hex) {
            return Ok(());
        }
        if self.cut.contains(hex) {
            let why = "This depot is cut off from home: it brings no supply units.";
            return Err(Denied::new(rule!("M-loc-15"), why));
        }
        let why =
            "Supply units come in production cities, home forts and depots of a line of communications.";
        Err(Denied::new(rule!("M-loc-8"), why))
    }

    /// Whether these factors may move along the line of communications, after others of their nation did so this turn.
    ///
    /// # Errors
    /// If somebody leads them, if they are not all infantry, if they are too many, or if they begin outside the line or in an
    /// enemy zone of control.
    pub fn may_move<W: Words>(
        &self,
        from: HexId,
        factors: Factors,
        led: bool,
        moved: u8,
        zones: &Set<HexId, W>,
    ) -> Result<(), Denied> {
        let deny = |why: String| Err(Denied::new(rule!("M-loc-25"), why));
        if led || Factors::infantry(factors.infantry) != factors {
            return deny("Only infantry without leaders moves along a line of communications.".to_owned());
        }
        let left = BY_LINE.saturating_sub(moved);
        if factors.infantry > left {
            return deny(words!(
                "{BY_LINE} factors a turn move along a line of communications; {left} are left, {} want to.",
                factors.infantry
            ));
        }
        if !self.band.contains(from) {
            return deny("They do not stand in the line of communications.".to_owned());
        }
        if zones.contains(from) {
            return deny("They stand in an enemy zone of control.".to_owned());
        }
        Ok(())
    }

    /// Where factors can move along the line of communications, at any distance, and where they are. An enemy zone of control ends the
    /// move, and is entered only where a friend stands (M-loc-27). Land that troops may not enter is no way, though supply runs over it.
    pub fn reach<W: Words>(
        &self,
        ground: &Ground,
        zones: &Set<HexId, W>,
        from: HexId,
        mut enters: impl FnMut(HexId, HexId) -> bool,
    ) -> LandSet {
        let mut reach: LandSet = LandId::of(from).into_iter().collect();
        let mut open = vec![from];
        while let Some(from) = open.pop() {
            for way in ways(from) {
                if reach.contains(way.land) {
                    continue;
                }
                let leads = self.band.contains(way.to)
                    && ground.passes(from, way.to, way.over)
                    && enters(from, way.to);
                if leads {
                    reach.insert(way.land);
                    if !zones.contains(way.to) {
                        open.push(way.to);
                    }
                }
            }
        }
        reach
    }
}
