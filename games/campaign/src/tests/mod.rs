//! The rules, chapter by chapter, each proved by a test that fails when the rule is broken.

mod advanced;
mod alliances;
mod battle;
mod board;
mod bots;
mod contents;
mod defeat;
mod minors;
mod movement;
mod object;
mod older;
mod preparation;
mod reasons;
mod shown;
mod spain;
mod table;
mod towns;
mod umpire;
