//! The closed vocabularies of the table: every word that a client must understand is one of these.
//!
//! They are generated into the description of the API and into the client's types, so that a word which one side does not
//! know is a compile error there. What a word is called by people is its [`title`](Tint::title).

use serde::{Deserialize, Serialize};

macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $title:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(#[doc = $title] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// What people call it.
            pub const fn title(self) -> &'static str {
                match self {
                    $($name::$variant => $title,)*
                }
            }
        }
    };
}

vocabulary! {
    /// A colour, which says whose something is. It is always doubled by a pattern, and by a letter or a symbol.
    Tint {
        Blue = "Blue",
        Red = "Red",
        Green = "Green",
        White = "White",
        Black = "Black",
        Yellow = "Yellow",
        Orange = "Orange",
        Brown = "Brown",
        Purple = "Purple",
        Pink = "Pink",
        Grey = "Grey",
        Card = "Card",
    }
}

vocabulary! {
    /// What is drawn on a piece.
    Symbol {
        Infantry = "Infantry",
        Cavalry = "Cavalry",
        Artillery = "Artillery",
        Guerrilla = "Guerrillas",
        Corps = "Corps",
        Fortress = "Fortress",
        Fleet = "Fleet",
        General = "General",
        Napoleon = "Napoleon",
        Wellington = "Wellington",
        Headquarters = "Headquarters",
        Wagon = "Supply wagon",
        Depot = "Depot",
        Advisor = "Advisor",
        Marker = "Marker",
        Alliance = "Alliance",
        Finance = "Finance",
        Morale = "Morale",
        Society = "Society",
        Diplomacy = "Diplomacy",
        Military = "Military",
        Initiative = "Initiative",
        Town = "Town",
        InfantryTown = "Town that raises infantry",
        CavalryTown = "Town that raises cavalry",
        Objective = "Objective",
        Deck = "Deck",
    }
}

vocabulary! {
    /// What is printed on a space.
    Site {
        Capital = "Capital",
        City = "City",
        Town = "Town",
        InfantryTown = "Town that raises infantry",
        CavalryTown = "Town that raises cavalry",
        Fortress = "Fortress",
        NavalBase = "Naval base",
        Port = "Port",
        Star = "Star",
        Start = "Starting square",
        InfantryStart = "Starting square of infantry",
        CavalryStart = "Starting square of cavalry",
        GeneralEnlists = "A General enlists here",
        InfantryEnlists = "Infantry enlists here",
        CavalryEnlists = "Cavalry enlists here",
    }
}

vocabulary! {
    /// A mark that a piece bears for the moment.
    Badge {
        Guard = "Guard",
        Minor = "Of a minor country",
        InCorps = "In a corps",
        Laden = "Troops aboard",
        Lent = "Lent to an ally",
        InHand = "Being moved",
        Ordered = "Has orders",
        Moved = "Has moved",
        Attacking = "Attacks",
        Reserve = "In reserve until round 2",
        Levied = "Levied this turn",
        Waiting = "Out of play until Winter",
        Target = "Named for an attack",
        Beaten = "Beaten back",
        Laid = "Laid face down",
        Aside = "Put aside for the year",
        Used = "Its event is used",
        Kept = "Kept for the next turn",
        Pledged = "Pledged",
    }
}

impl Badge {
    /// What it means for the piece that bears it, in a sentence.
    pub const fn help(self) -> &'static str {
        match self {
            Badge::Guard => "Elite troops, with figures of their own.",
            Badge::Minor => "It belongs to a minor country and fights for the power that holds it.",
            Badge::InCorps => "It marches and fights with its corps.",
            Badge::Laden => "It carries troops; what sinks it takes them along.",
            Badge::Lent => "An ally commands it for now.",
            Badge::InHand => "It is in hand: choose where it goes.",
            Badge::Ordered => "Its orders are paid for: it can still act this turn.",
            Badge::Moved => "It has moved and stays where it is for the rest of the turn.",
            Badge::Attacking => "It has come to attack and fights here before the turn ends.",
            Badge::Reserve => "It came by another border and joins the battle in round 2.",
            Badge::Levied => "It was raised this turn.",
            Badge::Waiting => "It was destroyed and can be raised again after Winter.",
            Badge::Target => "An attack on it has been declared.",
            Badge::Beaten => "It lost its battle and must go back.",
            Badge::Laid => "A card lies here face down; its owner alone knows which.",
            Badge::Aside => "It comes back at the end of the year.",
            Badge::Used => "Its event has happened and counts no more.",
            Badge::Kept => "It stays in hand for the next turn.",
            Badge::Pledged => "It has been promised in an offer and cannot be used otherwise meanwhile.",
        }
    }
}

vocabulary! {
    /// What a rule is about, in the order in which a newcomer reads a rulebook.
    Topic {
        Victory = "How to win",
        Setup = "Setting up",
        Option = "Versions of the game",
        Scenario = "Scenarios",
        Sequence = "Sequence of play",
        Map = "The map",
        Components = "Pieces and cards",
        Information = "Who sees what",
        Cards = "Cards",
        Advisors = "Advisors",
        Gold = "Gold",
        Revenue = "Revenue",
        Finance = "Finance",
        Morale = "Morale",
        Society = "Society",
        Military = "Military",
        Movement = "Movement",
        Naval = "At sea",
        Supply = "Supply",
        Control = "Control",
        Battle = "Battle",
        Combat = "Combat",
        Retreat = "Retreat",
        Pursuit = "Pursuit",
        Levy = "Raising troops",
        Capitals = "Capitals",
        Diplomacy = "Diplomacy",
        Alliances = "Alliances",
        Defeat = "Defeat",
        Winter = "Winter",
        Age = "A new Age",
        Solitaire = "Solitaire",
        Other = "Other rules",
    }
}

vocabulary! {
    /// What covers a space.
    Ground {
        Sea = "Sea",
        Clear = "Open country",
        Forest = "Forest",
        Marsh = "Marsh",
        Hill = "Hills",
        Mountain = "Mountains",
        Pass = "Mountain pass",
        Desert = "Desert",
        Box = "Box",
    }
}

vocabulary! {
    /// What a mark laid over spaces says.
    OverlayKind {
        Held = "Controlled",
        Neutral = "Neutral",
        Battle = "Battle",
        Group = "Group on the move",
        Target = "Named for an attack",
        Supplied = "In supply",
        CutOff = "Out of supply",
        Reach = "Within reach",
        Threat = "Within the enemy's reach",
        Zone = "Zone of control",
        Line = "Line of supply",
        Guns = "Can come to the battle",
    }
}

vocabulary! {
    /// Something that can be laid over the map by whoever asks for it.
    Layer {
        Control = "Control",
        Supply = "Supply",
        Reach = "Reach",
        Threat = "Enemy reach",
        Zones = "Zones of control",
        Guns = "Who comes to the guns",
    }
}

vocabulary! {
    /// What comes of a choice.
    EffectKind {
        Plain = "Nothing out of the ordinary",
        Attack = "Attacks",
        Reserve = "Comes in as a reserve",
        Neutral = "Rouses a neutral",
        Hungry = "Out of supply",
        Grave = "Hard to mend",
    }
}

vocabulary! {
    /// What whoever makes a choice does.
    Verb {
        Move = "Move",
        Attack = "Attack",
        Sail = "Sail",
        Embark = "Embark",
        Land = "Land",
        Redeploy = "Redeploy",
        Select = "Pick",
        Deselect = "Leave behind",
        Place = "Place",
        Build = "Build",
        Levy = "Levy",
        Recruit = "Recruit",
        Remove = "Remove",
        Disband = "Disband",
        Lose = "Take a loss",
        Play = "Play",
        Discard = "Discard",
        Keep = "Keep",
        Buy = "Buy",
        Bid = "Bid",
        Roll = "Roll",
        Fire = "Fire",
        Hold = "Hold fire",
        Retreat = "Retreat",
        Pursue = "Pursue",
        Regroup = "Regroup",
        Advance = "Advance",
        Fight = "Fight",
        Support = "Support",
        Extend = "Fight on",
        Event = "Use an event",
        Lead = "Take the lead",
        Propose = "Propose",
        Give = "Give",
        Ask = "Ask for",
        Terms = "Set terms",
        Send = "Send",
        Accept = "Accept",
        Refuse = "Refuse",
        Admit = "Grant passage",
        Bar = "Deny passage",
        Break = "Break",
        Lend = "Lend",
        Recall = "Recall",
        Choose = "Choose",
        Pass = "Decline",
        Done = "Done",
        EndTurn = "End the turn",
        Show = "Show",
    }
}

vocabulary! {
    /// What something is paid in.
    Currency {
        ActionPoint = "action point",
        CommandPoint = "command point",
        Gold = "gold",
        Fg = "FG",
        Mp = "MP",
        Pip = "pip",
        Step = "step",
        Unit = "unit",
        Card = "card",
        DiplomacyPoint = "point of Diplomacy",
        Redeployment = "redeployment",
    }
}

impl Currency {
    /// What people call several of it.
    pub const fn plural(self) -> &'static str {
        match self {
            Currency::ActionPoint => "action points",
            Currency::CommandPoint => "command points",
            Currency::Gold => "gold",
            Currency::Fg => "FG",
            Currency::Mp => "MP",
            Currency::Pip => "pips",
            Currency::Step => "steps",
            Currency::Unit => "units",
            Currency::Card => "cards",
            Currency::DiplomacyPoint => "points of Diplomacy",
            Currency::Redeployment => "redeployments",
        }
    }
}

impl Verb {
    /// Whether players agree on something with it: such choices have a place of their own.
    pub const fn is_diplomatic(self) -> bool {
        matches!(
            self,
            Verb::Propose
                | Verb::Give
                | Verb::Ask
                | Verb::Terms
                | Verb::Send
                | Verb::Admit
                | Verb::Bar
                | Verb::Break
        )
    }

    /// Whether nothing more is done with it: such a choice closes a question or a turn.
    pub const fn closes(self) -> bool {
        matches!(self, Verb::Pass | Verb::Done | Verb::EndTurn)
    }
}

/// A set of [`Badge`]s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Badges(u64);

impl Badges {
    /// None of them.
    pub const NONE: Badges = Badges(0);

    /// Those of the badges that are borne.
    pub fn of<const N: usize>(badges: [(bool, Badge); N]) -> Badges {
        badges.into_iter().filter(|(borne, _)| *borne).map(|(_, badge)| badge).collect()
    }

    /// With one more.
    pub const fn with(self, badge: Badge) -> Badges {
        Badges(self.0 | (1 << badge as u64))
    }

    /// Whether it is borne.
    pub const fn contains(self, badge: Badge) -> bool {
        self.0 & (1 << badge as u64) != 0
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// All that are borne.
    pub fn iter(self) -> impl Iterator<Item = Badge> {
        Badge::ALL.iter().copied().filter(move |badge| self.contains(*badge))
    }
}

impl FromIterator<Badge> for Badges {
    fn from_iter<I: IntoIterator<Item = Badge>>(badges: I) -> Badges {
        badges.into_iter().fold(Badges::NONE, Badges::with)
    }
}

impl Serialize for Badges {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_are_a_set_written_as_a_list() {
        let badges = Badges::of([(true, Badge::Moved), (false, Badge::Lent), (true, Badge::Guard)]);
        assert_eq!(serde_json::to_value(badges).unwrap(), serde_json::json!(["guard", "moved"]));
        assert!(badges.contains(Badge::Guard) && !badges.contains(Badge::Lent));
        assert!(Badge::ALL.len() <= 64, "a set of badges is one word");
    }
}
