//! Empires and minor states. Rulebook 1.1, 1.2, 2.2.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An empire or a minor state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[repr(u8)]
pub enum State {
    /// White.
    Austria,
    /// Red.
    Britain,
    /// Blue.
    France,
    /// Black.
    Prussia,
    /// Green.
    Russia,
    /// Yellow.
    Spain,
    /// Orange.
    Turkey,
    /// Minor, like all that follow: brown.
    Bavaria,
    /// With Norway.
    Denmark,
    /// Hamburg and its sisters.
    Hansa,
    /// The Batavian republic, then kingdom.
    Holland,
    /// Its horsemen go with Spain.
    Morocco,
    /// Calabria, Apulia and Sicily.
    Naples,
    /// The Duchy of Warsaw.
    Poland,
    /// Norte and Algarve.
    Portugal,
    /// The Papal States.
    Rome,
    /// With Magdeburg.
    Saxony,
    /// With Finland.
    Sweden,
    /// The cantons.
    Swiss,
    /// The Bey's.
    Tunisia,
    /// Venice and Mantua.
    Veneto,
    /// The later kingdom of Jérôme.
    Westfalen,
}

/// Empires and minor states.
pub(crate) const STATES: usize = 22;

/// The empires, which players can lead.
pub const EMPIRES: [State; 7] = [
    State::Austria,
    State::Britain,
    State::France,
    State::Prussia,
    State::Russia,
    State::Spain,
    State::Turkey,
];

/// All states, the empires first.
const ALL: [State; STATES] = [
    State::Austria,
    State::Britain,
    State::France,
    State::Prussia,
    State::Russia,
    State::Spain,
    State::Turkey,
    State::Bavaria,
    State::Denmark,
    State::Hansa,
    State::Holland,
    State::Morocco,
    State::Naples,
    State::Poland,
    State::Portugal,
    State::Rome,
    State::Saxony,
    State::Sweden,
    State::Swiss,
    State::Tunisia,
    State::Veneto,
    State::Westfalen,
];

impl State {
    /// All of them, the empires first.
    pub fn all() -> impl Iterator<Item = State> {
        ALL.into_iter()
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub(crate) fn from_index(index: usize) -> State {
        ALL[index]
    }

    /// Whether it is one of the seven empires.
    #[inline]
    pub fn is_empire(self) -> bool {
        self.index() < EMPIRES.len()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            State::Austria => "Austria",
            State::Britain => "Britain",
            State::France => "France",
            State::Prussia => "Prussia",
            State::Russia => "Russia",
            State::Spain => "Spain",
            State::Turkey => "Turkey",
            State::Bavaria => "Bavaria",
            State::Denmark => "Denmark",
            State::Hansa => "Hansa",
            State::Holland => "Holland",
            State::Morocco => "Morocco",
            State::Naples => "Naples",
            State::Poland => "Poland",
            State::Portugal => "Portugal",
            State::Rome => "Rome",
            State::Saxony => "Saxony",
            State::Sweden => "Sweden",
            State::Swiss => "Swiss",
            State::Tunisia => "Tunisia",
            State::Veneto => "Veneto",
            State::Westfalen => "Westfalen",
        }
    }

    /// "French", "Prussian"; minor states by their name.
    pub(crate) fn adjective(self) -> &'static str {
        match self {
            State::Austria => "Austrian",
            State::Britain => "British",
            State::France => "French",
            State::Prussia => "Prussian",
            State::Russia => "Russian",
            State::Spain => "Spanish",
            State::Turkey => "Turkish",
            State::Bavaria => "Bavarian",
            State::Denmark => "Danish",
            State::Hansa => "Hanseatic",
            State::Holland => "Dutch",
            State::Morocco => "Moroccan",
            State::Naples => "Neapolitan",
            State::Poland => "Polish",
            State::Portugal => "Portuguese",
            State::Rome => "Roman",
            State::Saxony => "Saxon",
            State::Sweden => "Swedish",
            State::Swiss => "Swiss",
            State::Tunisia => "Tunisian",
            State::Veneto => "Venetian",
            State::Westfalen => "Westphalian",
        }
    }

    /// The state of this name.
    pub fn named(name: &str) -> Option<State> {
        State::all().find(|state| state.name() == name)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_counted_as_they_are_listed() {
        assert!(State::all().zip(0..).all(|(state, number)| state.index() == number));
        assert!(State::all().all(|state| State::named(state.name()) == Some(state)));
        assert_eq!(State::all().filter(|state| state.is_empire()).collect::<Vec<_>>(), EMPIRES);
    }
}
