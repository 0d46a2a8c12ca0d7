//! The rules, chapter by chapter.

mod ages;
mod automatic;
mod elimination;
mod field;
mod fog;
mod objectives;
mod points;
mod table;
mod whole;
