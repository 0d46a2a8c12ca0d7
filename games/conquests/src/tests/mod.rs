//! The rules, chapter by chapter.

mod advice;
mod ages;
mod allies_move;
mod automatic;
mod capitals_entered;
mod challenges;
mod combat;
mod elimination;
mod field;
mod gifts;
mod levels;
mod marches;
mod moves_agree;
mod moving;
mod objectives;
mod overrun;
mod passages;
mod plays;
mod points;
mod powers;
mod purchase;
mod revenue;
mod start;
mod whole;
mod zones;
