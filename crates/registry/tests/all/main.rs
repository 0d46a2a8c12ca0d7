//! All games, by the list of them. One program, for whatever is built for a game is built once per program.

mod forced;
mod list;
mod maps;
mod time;
mod worlds;
