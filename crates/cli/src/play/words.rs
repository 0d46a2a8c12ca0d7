//! What a typed line means.

use anyhow::Result;
use engine::{Game, Seat, SpaceRef, Viewer};

use super::menu::{Item, Menu, at_space, between, saying};
use super::{Desk, Play, Reply};
use crate::style::{BAD, KEY};

const HELP: &str = "  NUMBER           do what stands at that number, or open it
  10,6 9,5         move the piece on the first space to the second; name more to go on (Paris Lyon)
  Lyon             list what can be done at a space, or with what stands there
  move Inf #1, Inf #2 to Lyon      send pieces somewhere together;  move Paris to Lyon via Dijon: all that stands there
  roll             or any other words of what you want to do, in any order
  (Enter)          show the board and the list again

  why Lyon         what you can do there, or why nothing;  why 10,6 9,5: why that piece cannot go there
  odds Lyon        how a battle there would go, where a game can tell;  odds Paris Lyon: from the first space alone
  layer supply     what can be laid over the map, in words;  layer: which there are
  rule C-9.3-one   what a rule says;  rule 9.3: all of a section
  undo             take your last action back, as long as no die, reveal or other player lies between
  undo anyway      take it back though one does, if all at the table agree (bots always do)
  hint             what a bot would do in your place, and why
  log [N]          what happened, the last N lines
  board, legend    the board; what its letters mean
  places           what is marked on the board, and where
  seats, hands     how everybody stands; what lies beside the board
  all              every legal action on a line of its own;  back: the short list again
  pause on|off     whether to stop between the turns of others when you could do something
  as NAME          act for another seat of yours that may do something now
  save FILE        keep the game;  position FILE: keep only the position
  quit             leave; if the game is not saved, you are asked once
  Ctrl-C           drop the line you are typing; twice in a row leaves at once";

/// Words that stand alone.
const LONE: [&str; 14] = [
    "help", "?", "board", "map", "legend", "places", "hands", "cards", "seats", "hint", "all", "back",
    "quit", "exit",
];

/// What came of a line.
pub(super) enum Understood {
    /// The player has decided.
    Reply(Reply),
    /// The list is to be shown again.
    Show,
    /// He was told something; nothing else happened.
    Told,
}

impl<G: Game> Play<'_, G> {
    /// Does what a line says.
    pub(super) fn understand(
        &mut self,
        line: &str,
        desk: &Desk<G>,
        menu: &mut Menu,
        optional: bool,
    ) -> Result<Understood> {
        if let Ok(number) = line.parse::<usize>() {
            return self.pick_item(number, menu);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_lowercase();
        if !rest.is_empty() && LONE.contains(&word.as_str()) && saying(&desk.choices, line).is_empty() {
            writeln!(self.console.out, "\"{word}\" stands alone; I do not know what \"{rest}\" is to mean.")?;
            return Ok(Understood::Told);
        }
        match word.as_str() {
            "" if optional => return Ok(Understood::Reply(Reply::Pass)),
            "" if desk.actions.len() == 1 => return Ok(Understood::Reply(Reply::Act(0))),
            "" => {
                self.show_board(&desk.table)?;
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "help" | "?" => writeln!(self.console.out, "{HELP}")?,
            "board" | "map" => self.show_board(&desk.table)?,
            "legend" => self.show_legend(&desk.table)?,
            "places" => self.show_places()?,
            "hands" | "cards" => self.show_hands(&desk.table)?,
            "seats" => self.show_seats(&desk.table, Some(desk.seat))?,
            "log" => self.show_log(Viewer::Seat(desk.seat), rest)?,
            "why" => self.why(desk, rest)?,
            "odds" => self.odds(desk, rest)?,
            "layer" | "layers" => self.show_layer(Viewer::Seat(desk.seat), rest)?,
            "rule" | "rules" => self.show_rule(rest)?,
            "hint" => self.hint(desk)?,
            "save" => self.save(rest)?,
            "position" => self.save_position(rest)?,
            "undo" if !["", "anyway"].contains(&rest) => {
                writeln!(
                    self.console.out,
                    "It is {KEY}undo{KEY:#} or {KEY}undo anyway{KEY:#}, not \"{line}\"."
                )?;
            }
            "undo" => return self.undo(desk.seat, rest == "anyway"),
            "all" => {
                *menu = Menu::flat(0..desk.choices.len());
                return Ok(Understood::Show);
            }
            "back" => {
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "pause" if !["", "on", "off"].contains(&rest) => {
                writeln!(
                    self.console.out,
                    "It is {KEY}pause on{KEY:#} or {KEY}pause off{KEY:#}, not \"{line}\"."
                )?;
            }
            "pause" => {
                self.pauses = rest != "off";
                let what = if self.pauses { "stops" } else { "does not stop" };
                writeln!(self.console.out, "The game {what} between turns when you could do something.")?;
            }
            "as" => return self.act_as(desk.seat, rest),
            _ => return self.choose(line, desk, menu),
        }
        Ok(Understood::Told)
    }

    pub(super) fn pick_item(&mut self, number: usize, menu: &mut Menu) -> Result<Understood> {
        match number.checked_sub(1).and_then(|index| menu.items.get(index)).cloned() {
            Some(Item::One(choice)) => Ok(Understood::Reply(Reply::Act(choice))),
            Some(Item::Group { picks, .. }) => {
                *menu = Menu::flat(picks);
                Ok(Understood::Show)
            }
            None => {
                let last = menu.items.len();
                writeln!(
                    self.console.out,
                    "{BAD}There is no number {number}:{BAD:#} they go from 1 to {last}."
                )?;
                Ok(Understood::Told)
            }
        }
    }

    /// Finds the choice that is meant by spaces or by words.
    pub(super) fn choose(&mut self, line: &str, desk: &Desk<G>, menu: &mut Menu) -> Result<Understood> {
        let (choices, table) = (&desk.choices, &desk.table);
        let path = self.places.path(line);
        let picks = match path.as_deref() {
            Some([at]) => at_space(choices, table, *at),
            Some([from, to, further @ ..]) => {
                let picks = between(choices, table, *from, *to);
                if !picks.is_empty() {
                    self.walk_on(*to, further);
                }
                picks
            }
            _ => saying(choices, line),
        };
        // A place alone is a question: what can be done there is listed, be it one thing.
        let asks = path.as_ref().is_some_and(|path| path.len() == 1);
        match picks[..] {
            [only] if !asks => Ok(Understood::Reply(Reply::Act(only))),
            [] => {
                if let Some(understood) = self.route(line, path.as_deref(), desk)? {
                    return Ok(understood);
                }
                match path {
                    Some(path) => self.explain(desk, &path)?,
                    None if self.places.beyond(line).is_some() => {
                        writeln!(self.console.out, "{}", self.places.beyond(line).unwrap_or_default())?;
                    }
                    None => writeln!(
                        self.console.out,
                        "{BAD}\"{line}\" is nothing you can do or ask now.{BAD:#} Type {KEY}help{KEY:#} to see what is."
                    )?,
                }
                Ok(Understood::Told)
            }
            _ => {
                self.ahead.clear();
                *menu = Menu::flat(picks);
                Ok(Understood::Show)
            }
        }
    }

    /// Types the further steps of a path ahead.
    pub(super) fn walk_on(&mut self, mut from: SpaceRef, further: &[SpaceRef]) {
        for &to in further {
            self.ahead.push_back(format!("{} {}", self.places.name(from), self.places.name(to)));
            from = to;
        }
    }

    pub(super) fn act_as(&mut self, me: Seat, name: &str) -> Result<Understood> {
        let wanted = name.to_lowercase();
        let may = self.session.to_act().union(self.session.state().may_interject());
        let found = may.iter().filter(|seat| *seat != me && self.bots[seat.index()].is_none()).find(|seat| {
            self.name(*seat).to_lowercase().starts_with(&wanted) || wanted == (seat.0 + 1).to_string()
        });
        match found {
            Some(seat) if !wanted.is_empty() => Ok(Understood::Reply(Reply::For(seat))),
            _ => {
                writeln!(
                    self.console.out,
                    "No other player at this keyboard called \"{name}\" could act now."
                )?;
                Ok(Understood::Told)
            }
        }
    }
}
