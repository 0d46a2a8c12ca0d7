//! The rules, chapter by chapter.

mod combat;
mod field;
mod whole;
