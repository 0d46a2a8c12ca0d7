//! The rules, chapter by chapter.

mod ages;
mod automatic;
mod combat;
mod elimination;
mod field;
mod objectives;
mod points;
mod whole;
