//! Geography for all games; it knows none of them.

pub mod board;
pub mod draw;
pub mod geography;
pub mod projection;
pub mod survey;
pub mod topology;
