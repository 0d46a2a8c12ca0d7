//! The rules, chapter by chapter.

mod ages;
mod allies_move;
mod automatic;
mod capitals_entered;
mod challenges;
mod elimination;
mod field;
mod marches;
mod moves_agree;
mod moving;
mod objectives;
mod overrun;
mod passages;
mod points;
mod whole;
