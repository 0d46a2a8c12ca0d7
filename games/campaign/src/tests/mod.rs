//! The rules, chapter by chapter, each proved by a test that fails when the rule is broken.

mod alliances;
mod battle;
mod table;
mod towns;
