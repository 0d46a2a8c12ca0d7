//! Surveying: from points that lie in areas to the areas' outlines.
//!
//! The plane is cut into small square cells. Every [`Claim`] spreads from its point over the cells it may
//! enter, by the cheapest way, until it meets another; so borders come to lie where crossing is dear: on rivers and
//! ridges. The cells are then [traced](Partition): every border between two areas is one [`Arc`], shared by both,
//! made smooth once, so that neighbours meet exactly.

mod checks;
mod claim;
mod follow;
mod ground;
mod plan;
mod raster;
mod sketch;
mod smooth;
mod stored;
mod trace;
pub(crate) mod way;

pub use claim::{Claim, Law, claim, tidy};
pub use follow::{Course, TOGETHER};
pub use ground::{Channel, dig, ground};
pub use plan::{Fault, Frame, Ground, Plan, PlannedArea, Survey};
pub use raster::{Cell, Raster};
pub use smooth::{smooth, thin};
pub use trace::{Arc, Partition, Ring};

/// The area a cell belongs to.
pub type AreaNumber = u16;

/// A point of the plane, in kilometres: east, south.
pub type Point = (f64, f64);
