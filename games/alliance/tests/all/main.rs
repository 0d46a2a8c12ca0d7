//! Alliance from outside. One program, for whatever is built for a game is built once per program.

mod drawing;
mod fixtures;
mod kit;
mod map;
mod referee;
mod secrets;
