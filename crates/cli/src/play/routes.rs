//! Sending pieces somewhere together: `move Inf #1, Inf #2 to Lyon`, `move Paris to Lyon via Dijon`.

use anyhow::Result;
use engine::{Game, PieceKey, Route, SpaceRef, Table};

use super::menu::{standing, told};
use super::words::Understood;
use super::{Desk, Play, Reply};
use crate::style::{DIM, wrapped};

impl<G: Game> Play<'_, G> {
    /// Sends pieces to a place, if that is what a line asks for: by their names, or all that stand in a place. `path` is
    /// the line as a row of places, if it is one. Nothing if it asks for something else, or there is no such way.
    pub(super) fn route(
        &mut self,
        line: &str,
        path: Option<&[SpaceRef]>,
        desk: &Desk<G>,
    ) -> Result<Option<Understood>> {
        let order = match path {
            Some([from, via @ .., to]) => {
                Some((vec![standing(&desk.table, *from).collect()], via.to_vec(), *to))
            }
            Some(_) => None,
            None => self.ordered(line, &desk.table),
        };
        let Some((groups, via, to)) = order else { return Ok(None) };
        let routes =
            |pieces: &[PieceKey], via: &[SpaceRef]| self.session.state().routes(desk.seat, pieces, via);
        // Of all that stand in a place, those that can leave it.
        let able = |group: Vec<PieceKey>| -> Vec<PieceKey> {
            if group.len() < 2 || leading(routes(&group, &via), to).is_some() {
                return group;
            }
            group.into_iter().filter(|piece| !routes(&[*piece], &via).is_empty()).collect()
        };
        let mut pieces: Vec<PieceKey> = groups.into_iter().flat_map(able).collect();
        pieces.sort_unstable();
        pieces.dedup();
        if pieces.is_empty() {
            return Ok(None);
        }
        let Some(Route { way, choice, .. }) = leading(routes(&pieces, &via), to) else {
            if path.is_some() {
                return Ok(None);
            }
            let names: Vec<String> = pieces
                .iter()
                .filter_map(|key| desk.table.piece(*key))
                .map(|piece| piece.name().into_owned())
                .collect();
            let said = format!("No way leads {} to {} now.", names.join(", "), self.places.name(to));
            writeln!(self.console.out, "{}", wrapped(&said, 0))?;
            return Ok(Some(Understood::Told));
        };
        let over: Vec<&str> = way.iter().map(|at| self.places.name(*at)).collect();
        writeln!(self.console.out, "{}  {DIM}by {}{DIM:#}", told(&choice, self.places), over.join(", "))?;
        Ok(Some(Understood::Reply(Reply::Route { pieces, way })))
    }

    /// What an order to move says: which pieces, over which places and where to.
    fn ordered(&self, line: &str, table: &Table) -> Option<(Vec<Vec<PieceKey>>, Vec<SpaceRef>, SpaceRef)> {
        let line = line.to_lowercase();
        let (who, whither) = line.strip_prefix("move ")?.rsplit_once(" to ")?;
        let (to, via) = whither.split_once(" via ").map_or((whither, None), |(to, via)| (to, Some(via)));
        let to = self.places.find(to.trim())?;
        let via = match via {
            Some(via) => self.places.path(&via.replace(", ", " "))?,
            None => Vec::new(),
        };
        let words = who
            .split(',')
            .flat_map(|part| part.split(" and "))
            .map(str::trim)
            .filter(|word| !word.is_empty());
        let groups: Option<Vec<Vec<PieceKey>>> = words.map(|word| self.meant(word, table)).collect();
        Some((groups?, via, to))
    }

    /// The pieces that words mean: all that stand in a place, or those whose name has all the words in it. "Inf in Paris" are
    /// those of them in Paris.
    fn meant(&self, text: &str, table: &Table) -> Option<Vec<PieceKey>> {
        let text = text.trim_start_matches("all ").trim_start_matches("from ");
        if let Some(at) = self.places.find(text) {
            return Some(standing(table, at).collect());
        }
        let (name, at) = match text.rsplit_once(" in ").or_else(|| text.rsplit_once(" from ")) {
            Some((name, place)) => (name, Some(self.places.find(place)?)),
            None => (text, None),
        };
        // "Inf #1" is not Inf #10, unless there is no other.
        let by = |fits: &dyn Fn(&str, &str) -> bool| -> Vec<PieceKey> {
            let named = table.pieces.iter().filter(|piece| {
                let words: Vec<String> = piece.print.name.split_whitespace().map(str::to_lowercase).collect();
                name.split_whitespace().all(|word| words.iter().any(|other| fits(other, word)))
            });
            let keys = named.map(|piece| piece.key);
            keys.filter(|key| at.is_none() || table.space_of(*key) == at).collect()
        };
        let exact = by(&|other, word| other == word);
        let found = if exact.is_empty() { by(&|other, word| other.starts_with(word)) } else { exact };
        (!found.is_empty()).then_some(found)
    }
}

/// The route that leads to a place.
fn leading<A>(routes: Vec<Route<A>>, to: SpaceRef) -> Option<Route<A>> {
    routes.into_iter().find(|route| route.way.last() == Some(&to))
}
