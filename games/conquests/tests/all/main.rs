//! Conquests from outside. One program, for whatever is built for a game is built once per program.

mod fixtures;
mod kit;
mod referee;
