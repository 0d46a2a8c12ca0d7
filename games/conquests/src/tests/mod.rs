//! The rules, chapter by chapter.

mod advice;
mod ages;
mod automatic;
mod boards;
mod elimination;
mod field;
mod fog;
mod gifts;
mod levels;
mod objectives;
mod plays;
mod points;
mod powers;
mod purchase;
mod revenue;
mod start;
mod table;
mod whole;
mod zones;
