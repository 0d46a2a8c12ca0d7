//! Napoleon and his Marshals from outside. One program, for whatever is built for a game is built once per program.

mod kit;
mod map;
