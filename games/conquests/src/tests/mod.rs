//! The rules, chapter by chapter.

mod field;
mod whole;
