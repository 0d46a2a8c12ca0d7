//! Geography for all games; it knows none of them.

pub mod topology;
