//! The rules, chapter by chapter, each proved by a test that fails when the rule is broken.

mod battle;
mod contents;
mod movement;
mod object;
mod preparation;
mod table;
