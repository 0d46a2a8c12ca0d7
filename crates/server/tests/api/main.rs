//! The server as its clients see it: over HTTP, with a database in a file.

mod actions;
mod adversary;
mod back;
mod description;
mod door;
mod events;
mod fuzz;
mod house;
mod letters;
mod life;
mod limits;
mod maps;
mod programs;
mod repeats;
mod resign;
mod restart;
mod sight;
mod words;
