//! The list of questions.

use crate::combat::{
    Aftermath, Avoid, Captor, Cheer, Effects, Follow, Grieve, Losses, Recruit, Retreat, Reward, Support,
    WhoPlays,
};
use crate::errands::Due;
use crate::parley::{Draft, Help, Join, Object};
use crate::state::Conquests;
use crate::turn::Turn;

engine::steps! {
    /// A question of the game.
    pub enum Question for Conquests {
        Turn,
        Errand(Due),
        Draft,
        Join,
        Help,
        Object,
        Avoid,
        Effects(Effects),
        Support(Support),
        Recruit,
        WhoPlays,
        Reward(Reward),
        Cheer,
        Losses(Losses),
        Grieve,
        Retreat,
        Captor,
        Follow,
        Aftermath,
    }
}
