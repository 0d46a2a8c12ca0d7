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
        Turn(Turn),
        Errand(Due),
        Draft(Draft),
        Join(Join),
        Help(Help),
        Object(Object),
        Avoid(Avoid),
        Effects(Effects),
        Support(Support),
        Recruit(Recruit),
        WhoPlays(WhoPlays),
        Reward(Reward),
        Cheer(Cheer),
        Losses(Losses),
        Grieve(Grieve),
        Retreat(Retreat),
        Captor(Captor),
        Follow(Follow),
        Aftermath(Aftermath),
    }
}
