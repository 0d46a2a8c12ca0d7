//! The server as its clients see it: over HTTP, with a database in a file.

mod actions;
mod adversary;
mod back;
mod bots;
mod connections;
mod delete;
mod description;
mod events;
mod faults;
mod file;
mod fuzz;
mod letters;
mod life;
mod limits;
mod links;
mod live;
mod maps;
mod programs;
mod repeats;
mod resign;
mod restart;
mod revisions;
mod server;
mod sight;
mod undo;
mod words;

#[path = "../common/patches.rs"]
mod patches;
