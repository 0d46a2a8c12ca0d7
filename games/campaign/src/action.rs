//! Every decision a player can make.

use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::board::Town;
use crate::components::{Kind, Power};
use crate::square::Square;

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Take a power (1.1).
    Base(Power),
    /// Start with an extra piece on a red town (17.3.3, 17.5.1).
    Reinforce {
        /// Which town.
        town: Town,
        /// Infantry or cavalry.
        kind: Kind,
    },
    /// Throw the dice (2.1).
    Throw,
    /// Name the piece on a square as the target of this turn's attack (9.3).
    Name(Square),
    /// Move a piece (4).
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Put the piece on a square to sea (17.4.2).
    Embark(Square),
    /// Land a piece from the sea (17.4.2).
    Land {
        /// What kind of piece.
        kind: Kind,
        /// Where.
        to: Square,
    },
    /// Take the named piece on a square (9).
    Strike(Square),
    /// Try to win over the neutral infantry in a town (17.8).
    Parley(Town),
    /// Put a piece on a square.
    Place(Square),
    /// Take Wellington instead of a piece gained, and put him on a square (17.4.1).
    Wellington(Square),
    /// Give up the piece on a square with a lost town (13.1).
    Forfeit(Square),
    /// Have the first (`false`) or second General (`true`) lead after a defeat (17.3.1, 17.4.1).
    Lead {
        /// Napoleon or Wellington rather than the other.
        second: bool,
    },
    /// Recruit a piece of this kind (15.2).
    Recruit(Kind),
    /// Have the guerrillas remove the piece on a square (17.4.3).
    Ambush(Square),
    /// Go without.
    Decline,
    /// Offer an alliance (7.1).
    Offer(Seat),
    /// Accept an offer (7.1).
    Accept(Seat),
    /// Break an alliance (7.2).
    Break(Seat),
    /// Let an ally into one's countries (7.1).
    Admit(Seat),
    /// Withdraw that consent (7.1).
    Bar(Seat),
    /// Pass control of the piece on a square to an ally (7.1.1).
    Lend {
        /// Where it stands.
        piece: Square,
        /// Who commands it from now on.
        to: Seat,
    },
    /// Take control of the piece on a square back (7.1.1).
    Recall(Square),
    /// Redeploy a piece by one square (17.1).
    Redeploy {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Be done with this part of the turn.
    Done,
}
