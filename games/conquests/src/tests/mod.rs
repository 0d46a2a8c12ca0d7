//! The rules, chapter by chapter.

mod allies_move;
mod capitals_entered;
mod challenges;
mod field;
mod marches;
mod moves_agree;
mod moving;
mod overrun;
mod passages;
mod whole;
