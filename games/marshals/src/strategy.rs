//! The strategic turn: income, and what every nation buys. Rulebook: Production, Mobilization and Demobilization.

pub(crate) mod arrivals;
pub(crate) mod council;
pub(crate) mod disbanding;
mod income;
pub(crate) mod orders;
pub(crate) mod reckoning;
mod reform;
