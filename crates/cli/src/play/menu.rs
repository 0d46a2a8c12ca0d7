//! Legal actions as a short list.
//!
//! A turn may offer a hundred moves. They are told apart by what one would click for them: moves and other doings of
//! one piece become one line of the list, and picking it opens the moves of that piece.

use engine::{Choice, PieceKey, SpaceRef, Table, Target, Verb};

use super::places::Places;
use crate::draw::with_inside;
use crate::style::{DIM, KEY, shortened};

/// Lists longer than this are grouped.
const FLAT: usize = 10;
/// Lists that are still longer than this are grouped by what is done.
const LONG: usize = 20;
/// Spaces are set in columns if there are more.
const COLUMN: usize = 12;

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A choice, by its number.
    One(usize),
    /// Several choices with the same piece or space.
    Group {
        /// What they have in common.
        title: String,
        /// Their numbers.
        picks: Vec<usize>,
    },
}

/// What a player can pick from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Menu {
    /// The lines.
    pub items: Vec<Item>,
}

impl Menu {
    /// All choices, in groups if there are many.
    pub fn grouped(choices: &[Choice], table: &Table, places: Places) -> Menu {
        if choices.len() <= FLAT {
            return Menu::flat(0..choices.len());
        }
        let mut groups: Vec<(Subject, Vec<usize>)> = Vec::new();
        for (number, choice) in choices.iter().enumerate() {
            let subject = Subject::of(&choice.target);
            match groups.iter_mut().find(|(other, _)| *other == subject && subject != Subject::Button) {
                Some((_, picks)) => picks.push(number),
                None => groups.push((subject, vec![number])),
            }
        }
        // Buttons last: they end things, and are found at the same place each time.
        groups.sort_by_key(|(subject, _)| *subject == Subject::Button);
        let item = |(subject, picks): (Subject, Vec<usize>)| match picks[..] {
            [only] => Item::One(only),
            _ => Item::Group { title: title(&subject, &picks, choices, table, places), picks },
        };
        let items: Vec<Item> = groups.into_iter().map(item).collect();
        Menu { items: if items.len() > LONG { by_verb(items, choices) } else { items } }
    }

    /// Every one of these choices on a line of its own.
    pub fn flat(picks: impl IntoIterator<Item = usize>) -> Menu {
        Menu { items: picks.into_iter().map(Item::One).collect() }
    }

    /// The list as text, numbered from 1. Many spaces are set in columns.
    pub fn lines(&self, choices: &[Choice], places: Places) -> Vec<String> {
        let short = |item: &Item| match item {
            Item::One(number) => match &choices[*number].target {
                Target::Space(at) => Some(places.name(*at)),
                _ => None,
            },
            Item::Group { .. } => None,
        };
        let columns = self.items.iter().filter(|item| short(item).is_some()).count() > COLUMN;
        let mut lines = Vec::new();
        let mut row = String::new();
        for (number, item) in (1..).zip(&self.items) {
            match (short(item), item) {
                (Some(name), Item::One(pick)) if columns => {
                    if lines.is_empty() && row.is_empty() {
                        lines.push(format!("{DIM}   e.g. {}{DIM:#}", choices[*pick].label));
                    }
                    row += &format!("{KEY}{number:>4}{KEY:#} {:<14}", shortened(name, 14));
                    if number % 5 == 0 {
                        lines.push(std::mem::take(&mut row));
                    }
                }
                (_, Item::One(pick)) => {
                    lines.extend((!row.is_empty()).then(|| std::mem::take(&mut row)));
                    lines.push(format!("{KEY}{number:>4}{KEY:#} {}", told(&choices[*pick], places)));
                }
                (_, Item::Group { title, .. }) => {
                    lines.extend((!row.is_empty()).then(|| std::mem::take(&mut row)));
                    lines.push(format!("{KEY}{number:>4}{KEY:#} {title}"));
                }
            }
        }
        lines.extend((!row.is_empty()).then_some(row));
        lines
    }
}

/// A choice with what it costs, what comes of it and how likely that is, or with what its box of a mat gives.
pub fn told(Choice { label, cost, effect, odds, target, .. }: &Choice, places: Places) -> String {
    let given = match (effect, target) {
        (Some(effect), _) => effect.words.to_string(),
        (None, Target::Space(at)) => places.given(*at),
        (None, _) => String::new(),
    };
    let cost = cost.map(|cost| cost.to_string());
    let odds = odds.as_ref().map(|odds| odds.to_string());
    let more: Vec<String> =
        cost.into_iter().chain((!given.is_empty()).then_some(given)).chain(odds).collect();
    if more.is_empty() { label.to_string() } else { format!("{label}  {DIM}{}{DIM:#}", more.join("; ")) }
}

/// Puts single choices that do the same together, if there are many of them.
fn by_verb(items: Vec<Item>, choices: &[Choice]) -> Vec<Item> {
    let verb = |item: &Item| match item {
        Item::One(pick) => Some(choices[*pick].verb),
        Item::Group { .. } => None,
    };
    let mut shorter: Vec<Item> = Vec::new();
    let mut seen: Vec<Verb> = Vec::new();
    for item in &items {
        let Some(does) = verb(item) else {
            shorter.push(item.clone());
            continue;
        };
        let same: Vec<usize> = items
            .iter()
            .filter(|other| verb(other) == Some(does))
            .filter_map(|other| if let Item::One(pick) = other { Some(*pick) } else { None })
            .collect();
        if same.len() <= 4 {
            shorter.push(item.clone());
        } else if !seen.contains(&does) {
            let first = &choices[same[0]].label;
            let title = format!("{}... {DIM}{} ways, e.g. {first}{DIM:#}", does.title(), same.len());
            shorter.push(Item::Group { title, picks: same });
            seen.push(does);
        }
    }
    shorter
}

/// What a choice is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    Piece(PieceKey),
    Space(SpaceRef),
    Button,
}

impl Subject {
    fn of(target: &Target) -> Subject {
        match target {
            Target::Piece { piece } | Target::Move { piece, .. } => Subject::Piece(*piece),
            Target::Space(at) => Subject::Space(*at),
            Target::Button => Subject::Button,
        }
    }
}

fn title(subject: &Subject, picks: &[usize], choices: &[Choice], table: &Table, places: Places) -> String {
    let name = match subject {
        Subject::Piece(key) => match table.piece(*key) {
            Some(piece) => format!("{}, {}", with_inside(table, piece), places.whereabouts(piece, table)),
            None => "A piece that is not there".to_owned(),
        },
        Subject::Space(at) => places.name(*at).to_owned(),
        Subject::Button => String::new(),
    };
    let ways: Vec<&str> = picks
        .iter()
        .filter_map(|&pick| match choices[pick].target {
            Target::Move { to, .. } => Some(places.name(to)),
            _ => None,
        })
        .collect();
    if ways.len() == picks.len() && ways.len() <= 8 {
        format!("{name} {DIM}to {}{DIM:#}", ways.join("  "))
    } else {
        format!("{name} {DIM}{} ways{DIM:#}", picks.len())
    }
}

/// The choices a player means who points at one space: what can be done there or with what stands there, or else
/// what can go there.
pub fn at_space(choices: &[Choice], table: &Table, at: SpaceRef) -> Vec<usize> {
    let stands = |piece: &PieceKey| standing(table, at).any(|other| other == *piece);
    let pick = |wanted: &dyn Fn(&Target) -> bool| -> Vec<usize> {
        choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| wanted(&choice.target))
            .map(|(number, _)| number)
            .collect()
    };
    let here = pick(&|target| match target {
        Target::Space(space) => *space == at,
        Target::Piece { piece } | Target::Move { piece, .. } => stands(piece),
        Target::Button => false,
    });
    if here.is_empty() {
        pick(&|target| matches!(target, Target::Move { to, .. } if *to == at))
    } else {
        here
    }
}

/// The choices that take a piece from one space to another.
pub fn between(choices: &[Choice], table: &Table, from: SpaceRef, to: SpaceRef) -> Vec<usize> {
    let fits = |target: &Target| match target {
        Target::Move { piece, to: end } => *end == to && standing(table, from).any(|other| other == *piece),
        _ => false,
    };
    choices.iter().enumerate().filter(|(_, choice)| fits(&choice.target)).map(|(number, _)| number).collect()
}

/// The pieces on a space, what is inside of them included.
pub fn standing(table: &Table, at: SpaceRef) -> impl Iterator<Item = PieceKey> {
    table.pieces.iter().map(|piece| piece.key).filter(move |key| table.space_of(*key) == Some(at))
}

/// The choices that say what was typed, from the beginning of a word on; failing that, those that have all its words in
/// any order.
pub fn saying(choices: &[Choice], text: &str) -> Vec<usize> {
    let wanted = text.to_lowercase();
    if wanted.chars().count() < 3 {
        return Vec::new();
    }
    let pick = |says: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let labels = choices.iter().map(|choice| choice.label.to_lowercase()).enumerate();
        labels.filter(|(_, label)| says(label)).map(|(number, _)| number).collect()
    };
    let together = pick(&|label| label.starts_with(&wanted) || label.contains(&format!(" {wanted}")));
    if !together.is_empty() {
        return together;
    }
    let words: Vec<&str> = wanted.split_whitespace().collect();
    pick(&|label| {
        let has = |word: &&str| label.split_whitespace().any(|other| other.starts_with(word));
        words.iter().all(has)
    })
}

#[cfg(test)]
mod tests {
    use engine::toy::Skirmish;
    use engine::{Game, Recorder, Seed, Setup, Viewer};

    use super::*;

    fn places() -> Places {
        Places::new(Skirmish::boards())
    }

    fn table() -> Table {
        let setup = Setup::new("field", 2, Seed::from_number(1));
        Skirmish::new(&setup, &mut Recorder::silent()).unwrap().view(Viewer::Spectator)
    }

    fn space(space: u16) -> SpaceRef {
        SpaceRef { board: 0, space }
    }

    /// Piece number `nth` of the table; there is only one.
    fn key(nth: u32) -> PieceKey {
        table().pieces.get(nth as usize).map_or(PieceKey::unseen(nth), |piece| piece.key)
    }

    fn step(piece: u32, to: u16) -> Choice {
        let target = Target::Move { piece: key(piece), to: space(to) };
        Choice::new(Verb::Move, format!("Move {piece} to {to}"), target)
    }

    #[test]
    fn a_long_list_is_grouped_by_piece_with_buttons_last() {
        let mut choices = vec![Choice::button(Verb::EndTurn, "End the turn")];
        choices.extend((0..9).map(|to| step(0, to)));
        choices.extend([step(7, 1)]);
        let menu = Menu::grouped(&choices, &table(), places());
        let [Item::Group { title, picks }, Item::One(10), Item::One(0)] = &menu.items[..] else {
            panic!("{menu:?}")
        };
        assert!(title.starts_with("The marker, space 4"), "{title}");
        assert_eq!(picks, &(1..10).collect::<Vec<_>>());
        assert_eq!(menu.lines(&choices, places()).len(), 3);
    }

    #[test]
    fn many_single_choices_are_grouped_by_what_is_done() {
        let attack = |piece: u32| {
            Choice::new(Verb::Attack, format!("Strike at piece {piece}"), Target::Piece { piece: key(piece) })
        };
        let mut choices: Vec<Choice> = (0..30).map(attack).collect();
        choices.push(Choice::button(Verb::EndTurn, "End the turn"));
        let menu = Menu::grouped(&choices, &table(), places());
        let [Item::Group { title, picks }, Item::One(30)] = &menu.items[..] else { panic!("{menu:?}") };
        assert!(title.starts_with("Attack..."), "{title}");
        assert_eq!(picks.len(), 30);
    }

    #[test]
    fn what_a_choice_costs_stands_beside_it() {
        let step = step(0, 1).costing(2, engine::Currency::ActionPoint);
        let lines = Menu::flat([0]).lines(&[step], places());
        assert!(
            anstream::adapter::strip_str(&lines[0]).to_string().ends_with("Move 0 to 1  2 action points")
        );
    }

    #[test]
    fn a_short_list_is_shown_as_it_is() {
        let choices = vec![step(0, 1), step(0, 2)];
        assert_eq!(Menu::grouped(&choices, &table(), places()), Menu::flat(0..2));
    }

    #[test]
    fn many_spaces_are_set_in_columns() {
        let place = |at| Choice::new(Verb::Place, "Place it", Target::Space(space(at)));
        let mut choices: Vec<Choice> = (0..9).chain(0..9).map(place).collect();
        choices.push(Choice::button(Verb::Pass, "Pass"));
        let lines = Menu::flat(0..choices.len()).lines(&choices, places());
        assert_eq!(lines.len(), 1 + 4 + 1);
        assert!(lines[5].contains("Pass"));
    }

    #[test]
    fn pointing_at_a_space_means_what_stands_there_or_what_can_go_there() {
        let choices = vec![step(0, 3), step(0, 5), step(9, 5)];
        assert_eq!(at_space(&choices, &table(), space(4)), [0, 1]);
        assert_eq!(at_space(&choices, &table(), space(5)), [1, 2]);
        assert_eq!(between(&choices, &table(), space(4), space(5)), [1]);
        assert_eq!(saying(&choices, "to 5"), [1, 2]);
        assert_eq!(saying(&choices, "5 move 0"), [1]);
        assert_eq!(saying(&choices, "ov"), [0usize; 0]);
    }
}
