//! What somebody owes in the middle of a phase: a piece to be placed, given up or expelled. It says why nothing else can
//! be done meanwhile, and why not there.

use engine::{Denied, RuleId, rule};

use crate::board::BOARD;
use crate::components::{Kind, Power};
use crate::square::{Mask, Square};
use crate::state::{Ask, Campaign};

impl Campaign {
    /// Where a piece that is owed a place may stand.
    pub(crate) fn placements(&self, ask: Ask) -> Mask {
        match ask {
            Ask::OtherGeneral => self.other_general_squares(),
            Ask::Gain(town, power) => self.gain_squares(town, power),
            Ask::Plunder(power) => self.plunder_squares(power),
            Ask::Expel(power, _) => self.expel_squares(power),
            Ask::Surplus(piece) => self.surplus_squares(piece),
            Ask::Extra(_) | Ask::Forfeit(..) | Ask::Leader(_) | Ask::Recruit(_) | Ask::Ambush => Mask::EMPTY,
        }
    }

    /// What stops a piece that is owed a place from standing on `square`.
    pub(crate) fn may_place(&self, ask: Ask, square: Square) -> Result<(), Denied> {
        if self.placements(ask).has(square) {
            return Ok(());
        }
        if let Ask::Gain(town, power) = ask
            && square.distance(town.square()) == 1
        {
            self.may_enter(power, square).map_err(|closed| {
                let why = format!("the piece that {town} raises cannot stand there: {}", closed.why);
                Denied::new(rule!("C-13.1-gain"), why)
            })?;
        }
        Err(self.owed(ask))
    }

    /// What is owed, by its rule.
    pub(crate) fn owed(&self, ask: Ask) -> Denied {
        let named = |rule, why| Denied::new(rule, why);
        match ask {
            Ask::Extra(power) => {
                let why =
                    format!("place the extra infantry or cavalry of {power} first, on a red town of its own");
                named(extra_rule(power), why)
            }
            Ask::OtherGeneral => {
                let why =
                    "place the other French General first, on empty land that touches the area of Paris";
                named(rule!("C-17.3.1-napoleon"), why.to_owned())
            }
            Ask::Forfeit(town, power) => {
                let kind = town.symbol().unwrap_or(Kind::Infantry);
                let lost = match self.troops(power).any(|piece| piece.kind() == kind) {
                    true => format!("{} {kind}", power.adjective()),
                    false => format!("{} piece", power.adjective()),
                };
                named(rule!("C-13.1-lose"), format!("{town} is lost: give up the {lost} nearest to it first"))
            }
            Ask::Gain(town, _) => {
                let why = format!("place the piece that {town} raises first, on an empty square beside it");
                named(rule!("C-13.1-gain"), why)
            }
            Ask::Plunder(power) => {
                let capital = &BOARD.base(power).name;
                let why = match (BOARD.base(power).capital.all & !self.occupied).is_empty() {
                    false => format!("place the infantry won by plunder first, in the area of {capital}"),
                    true => {
                        format!("place the infantry won by plunder first, as near to {capital} as you can")
                    }
                };
                named(rule!("C-17.2-plunder"), why)
            }
            Ask::Expel(power, piece) => {
                let piece = self.tag(piece).name();
                let why = format!("move {piece} out first, to the perimeter of {}", power.home());
                named(expel_rule(self.rules.standard), why)
            }
            Ask::Surplus(piece) => {
                let why =
                    format!("place {} first, as near to its Capital as you can", self.tag(piece).name());
                named(rule!("C-11.1-return"), why)
            }
            Ask::Leader(power) => {
                let rule = match power {
                    Power::Spain => rule!("C-17.4.1-both"),
                    _ => rule!("C-17.3.1-restart"),
                };
                named(rule, format!("choose first which General leads the {} army", power.adjective()))
            }
            Ask::Recruit(power) => named(
                self.levy_rule(power),
                format!("choose first what {power} recruits: infantry or cavalry"),
            ),
            Ask::Ambush => {
                let why = "choose first what the guerrillas destroy: a piece in Spain, neither Spanish nor a General";
                named(rule!("C-17.4.3-guerrillas"), why.to_owned())
            }
        }
    }

    /// Why a click on `square` is no answer to what is owed.
    pub(crate) fn why_not_owed(&self, ask: Ask, square: Option<Square>) -> Denied {
        let Some(square) = square else { return self.owed(ask) };
        match ask {
            Ask::Ambush => self.may_ambush(square).err(),
            Ask::OtherGeneral | Ask::Gain(..) | Ask::Plunder(_) | Ask::Expel(..) | Ask::Surplus(_) => {
                self.may_place(ask, square).err()
            }
            Ask::Extra(_) | Ask::Forfeit(..) | Ask::Leader(_) | Ask::Recruit(_) => None,
        }
        .unwrap_or_else(|| self.owed(ask))
    }

    /// The rule by which a beaten army recruits a piece of its choice: its last one in Prussia is that of 17.7.1.
    fn levy_rule(&self, power: Power) -> RuleId {
        match self.rules.liberation && power == Power::Prussia && self.turn.levies == 1 {
            true => rule!("C-17.7.1-liberation"),
            false => rule!("C-15.2-one"),
        }
    }
}

/// The rule for the extra piece of a power.
pub(crate) fn extra_rule(power: Power) -> RuleId {
    if power == Power::France { rule!("C-17.3.3-fervour") } else { rule!("C-17.5.1-extra") }
}

/// The rule that says where an expelled piece goes, at the level that is played.
fn expel_rule(standard: bool) -> RuleId {
    if standard { rule!("C-15.2-expel") } else { rule!("C-11.1-expel") }
}
