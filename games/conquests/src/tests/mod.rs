//! The rules, chapter by chapter.

mod advice;
mod field;
mod gifts;
mod levels;
mod plays;
mod powers;
mod purchase;
mod revenue;
mod start;
mod whole;
mod zones;
