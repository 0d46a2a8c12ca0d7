//! Names on a map of cells: towns, sea zones, realms, rivers, provinces, lines.

use std::rc::Rc;

use super::super::areas::Drawn;
use super::super::cells::{self, Cells, PlacedSite};
use super::super::grid::{Seat, Site};
use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, set};
use super::super::shape::{Fence, Way};
use super::super::sheet::{Area, Ground};
use super::super::{Detail, Rect};
use super::Lettering;
use super::town::beside;
use crate::survey::Point;

impl Lettering<'_, '_> {
    /// Letters a map of cells.
    pub(super) fn cells(&mut self, cells: &Cells, sites: &[PlacedSite]) {
        self.sites(cells, sites);
        let realms: Vec<&str> = self.paper.sheet.realms.iter().map(|realm| realm.name.as_str()).collect();
        let zone = |sea: bool| {
            move |cell: usize| {
                let zone = cells.grid.cells[cell].zone?;
                (cells.grid.zones[zone].is_sea == sea).then_some(zone)
            }
        };
        // A province that is a whole realm needs no second name.
        let zones = |zone: usize| {
            let name = cells.grid.zones[zone].name.as_str();
            let again = realms.contains(&name);
            if again { "" } else { name }
        };
        self.sizes.sea = (0.85 * cells.pitch).clamp(0.75 * self.sizes.sea, 1.6 * self.sizes.sea);
        self.groups(cells, zone(true), zones, true);
        self.sizes.area = (0.62 * cells.pitch).clamp(9.0, 34.0);
        let realm = |cell: usize| cells.grid.cells[cell].realm.filter(|_| !cells.is_water(cell));
        let before = self.labels.len();
        self.groups(cells, realm, |realm| realms[realm], false);
        self.labels[before..].iter_mut().for_each(|label| label.voice = Voice::Realm);
        self.named_lines(cells);
        if self.paper.detail > Detail::Overview {
            for (river, course) in cells::courses(self.paper, cells) {
                self.river(&river.name, &course, if river.rank == 1 { 1.15 } else { 1.0 });
            }
            self.sizes.area = (0.3 * cells.pitch).clamp(6.5, 14.0);
            self.groups(cells, zone(false), zones, false);
        }
    }

    /// Names of towns beside their signs, the greatest first.
    fn sites(&mut self, cells: &Cells, sites: &[PlacedSite]) {
        let rank = |site: &Site| match (site.seat, site.star, site.worth, site.fort) {
            (Some(Seat::Realm), ..) => 0,
            (_, Some(_), ..) | (_, _, 3.., _) => 1,
            (Some(Seat::Province), ..) | (_, _, 1.., _) | (_, _, _, 2..) => 2,
            (_, _, _, 1) => 3,
            _ => 4,
        };
        let least = match self.paper.detail {
            Detail::Overview => 1,
            Detail::Table => 3,
            Detail::Close => 4,
        };
        let mut order: Vec<&PlacedSite> = sites.iter().collect();
        order.sort_by_key(|placed| rank(&cells.grid.sites[placed.number]));
        for placed in order {
            let site = &cells.grid.sites[placed.number];
            let larger = match rank(site) {
                rank if rank > least => continue,
                0 => 1.25,
                1 => 1.12,
                2 => 1.0,
                _ => 0.9,
            };
            let size = (0.25 * cells.pitch).clamp(4.6, 15.0) * larger;
            let word = Rc::new(set(&site.name, Cut::Roman));
            self.first(beside(&site.name, &word, size, placed.extent, Voice::Land), |_| true);
        }
    }

    /// Names of groups of cells, inside them; the largest first, as they need the most room.
    fn groups<'c>(
        &mut self,
        cells: &Cells,
        group: impl Fn(usize) -> Option<usize>,
        name: impl Fn(usize) -> &'c str,
        is_sea: bool,
    ) {
        let outlines = cells::outlines(cells, &group);
        let mut areas: Vec<(f64, Area, Vec<Vec<Point>>, Point)> = Vec::new();
        for (number, rings) in outlines {
            let rings: Vec<Vec<Point>> =
                rings.iter().map(|ring| ring.iter().map(|&key| cells.point(key)).collect()).collect();
            let Some(heart) = cells.heart(|cell| group(cell) == Some(number)) else { continue };
            let area = Area {
                name: name(number).to_owned(),
                is_sea,
                rings: Vec::new(),
                anchor: (0.0, 0.0),
                ground: Ground::Clear,
                realm: None,
            };
            areas.push((super::area::ground(&rings), area, rings, cells.centre(heart)));
        }
        areas.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, area, rings, anchor) in &areas {
            let fence = Fence::new(rings);
            self.area(&Drawn { area, rings: rings.clone(), fence, anchor: *anchor });
        }
    }

    /// The names of lines, level beside them; a long one is named more than once.
    fn named_lines(&mut self, cells: &Cells) {
        let size = (0.26 * cells.pitch).max(4.5);
        for (name, lines) in cells::named(self.paper, cells) {
            let word = Rc::new(set(name, Cut::Italic).spaced(0.06));
            for line in &lines {
                let way = Way::new(line);
                let times = (way.length() / (14.0 * cells.pitch)).ceil() as usize;
                if way.length() < 3.0 * cells.pitch {
                    continue;
                }
                let part = way.length() / times as f64;
                for time in 0..times {
                    let tries = (1..16).flat_map(|i| {
                        let (at, _) = way.at((time as f64 + f64::from(i) / 16.0) * part);
                        let sign = Rect::around(at, (0.12 * cells.pitch, 0.12 * cells.pitch));
                        beside(name, &word, size, sign, Voice::Frost)
                    });
                    self.first(tries.collect::<Vec<Label>>(), |_| true);
                }
            }
        }
    }
}
