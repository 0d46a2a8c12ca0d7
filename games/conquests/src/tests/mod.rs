//! The rules, chapter by chapter.

mod alliances;
mod austria;
mod bonds;
mod cancelling;
mod exchange;
mod field;
mod forcing;
mod parting;
mod stockholm;
mod whole;
