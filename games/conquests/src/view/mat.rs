//! The action zones as a board beside the map. Rulebook 3.4, 7.

use engine::{Board, Ground, Layout, Space, Symbol, Text};

use super::sheets::short;
use crate::effects::Domain;
use crate::tables::{MilitarySpace, Zone};

/// How large a box is, for whoever draws them.
const SIDE: f32 = 10.0;

/// A column of boxes for each zone.
pub(crate) fn mat() -> Board {
    let most = Zone::all().into_iter().map(Zone::spaces).max().unwrap_or(0);
    Board {
        title: "Action zones".into(),
        width: SIDE * Zone::all().len() as f32,
        height: SIDE * f32::from(most),
        layout: Layout::Mat,
        picture: None,
        legend: Vec::new(),
        spaces: Zone::all()
            .into_iter()
            .flat_map(|zone| (0..zone.spaces()).map(move |nth| a_box(zone, nth)))
            .collect(),
    }
}

fn a_box(zone: Zone, nth: u8) -> Space {
    let middle = |number: u8| SIDE * (f32::from(number) + 0.5);
    Space {
        name: format!("{zone} {}", nth + 1),
        centre: (middle(zone.index() as u8), middle(nth)),
        rings: Vec::new(),
        touches: Vec::new(),
        ground: Ground::Box,
        tint: zone.domain().map(Domain::tint),
        letter: zone.name().chars().next().unwrap_or(' '),
        land: Some(zone.name().into()),
        symbol: Some(zone.domain().map_or(Symbol::Initiative, Domain::symbol)),
        mark: None,
        notes: notes(zone, nth + 1),
    }
}

/// What a space gives an advisor, or lets him buy.
pub(super) fn notes(zone: Zone, number: u8) -> Vec<Text> {
    if zone == Zone::Military {
        let MilitarySpace { ceiling, units, kinds } = MilitarySpace::numbered(number);
        let kinds: Vec<&str> = kinds.kinds().map(short).collect();
        let units = format!("{units} unit{}: {}", if units == 1 { "" } else { "s" }, kinds.join(", "));
        return vec![format!("up to {ceiling} MP").into(), units.into()];
    }
    let space = zone.space(number);
    let plural = if space.cards == 1 { "card" } else { "cards" };
    let gains = [(space.cards, plural), (space.fg, "FG"), (space.mp, "MP"), (space.morale, "Morale")];
    let gains = gains.into_iter().filter(|(count, _)| *count > 0);
    let gains: Vec<Text> = gains.map(|(count, what)| format!("{count} {what}").into()).collect();
    if gains.is_empty() { vec!["no gain".into()] } else { gains }
}
