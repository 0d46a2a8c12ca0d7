//! Leaders: where they are and what they have done in the turn. Rulebook: Leaders.

use std::fmt;
use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use atlas::topology::{ArraySet, HexId, Id};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::calendar::Date;
use crate::field::Stance;
use crate::ids::{LeaderId, NationId, SeaBoxId};

/// How many leaders there can be.
pub(crate) const LEADERS: usize = 256;

/// How many there are.
const POSTS: usize = 208;

/// How many leaders can be prisoners, and how many away for a time.
const PRISONERS: usize = 48;
const MISSING: usize = 24;

/// Leaders, each with a turn.
pub(crate) type Dated<const MOST: usize> = ArrayVec<(LeaderId, Date), MOST>;

/// A set of leaders.
pub type LeaderSet = ArraySet<LeaderId, { LEADERS / 64 }>;

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// Not in play.
    #[default]
    Away,
    /// With the troops in the open.
    Open(HexId),
    /// Inside a fort.
    Inside(HexId),
    /// In a sea box.
    Sea(SeaBoxId),
    /// A prisoner of a nation.
    Captive(NationId),
}

/// How many posts are looked at together.
const ROW: usize = 16;

/// The post of every leader, each in two bytes, so that those in a hex are found at a glance.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Posts(ArrayVec<u16, POSTS>);

/// What stands before the number of a hex, a sea box or a nation.
const OPEN: u16 = 0;
const INSIDE: u16 = 1 << 14;
const SEA: u16 = 2 << 14;
const CAPTIVE: u16 = SEA | 1 << 8;
const AWAY: u16 = 3 << 14;

impl Post {
    #[inline]
    fn code(self) -> u16 {
        match self {
            Post::Open(hex) => OPEN | hex.0,
            Post::Inside(hex) => INSIDE | hex.0,
            Post::Sea(sea) => SEA | u16::from(sea.0),
            Post::Captive(nation) => CAPTIVE | u16::from(nation.0),
            Post::Away => AWAY,
        }
    }

    #[inline]
    fn coded(code: u16) -> Post {
        match code & AWAY {
            OPEN => Post::Open(HexId(code)),
            INSIDE => Post::Inside(HexId(code & !AWAY)),
            SEA if code & CAPTIVE == CAPTIVE => Post::Captive(NationId(code as u8)),
            SEA => Post::Sea(SeaBoxId(code as u8)),
            _ => Post::Away,
        }
    }
}

impl Posts {
    #[inline]
    fn get(&self, place: usize) -> Post {
        Post::coded(self.0[place])
    }

    fn set(&mut self, place: usize, post: Post) {
        self.0[place] = post.code();
    }

    fn iter(&self) -> impl Iterator<Item = Post> {
        self.0.iter().map(|code| Post::coded(*code))
    }

    /// The places of a post.
    #[inline]
    fn places(&self, post: Post) -> impl Iterator<Item = usize> {
        let wanted = post.code();
        let rows = self.0.chunks(ROW).enumerate();
        // One row after the other is compared as a whole.
        let found =
            rows.filter(move |(_, row)| row.iter().fold(false, |found, code| found | (*code == wanted)));
        found.flat_map(move |(number, row)| {
            let here = row.iter().enumerate().filter(move |(_, code)| **code == wanted);
            here.map(move |(place, _)| number * ROW + place)
        })
    }
}

impl FromIterator<Post> for Posts {
    fn from_iter<I: IntoIterator<Item = Post>>(posts: I) -> Posts {
        Posts(posts.into_iter().map(Post::code).collect())
    }
}

/// Posts are hashed and written as what they are, not as they are kept.
impl Hash for Posts {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.iter().collect::<ArrayVec<Post, POSTS>>().hash(hasher);
    }
}

impl fmt::Debug for Posts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Posts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.iter().collect::<ArrayVec<Post, POSTS>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Posts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Posts, D::Error> {
        Ok(ArrayVec::<Post, POSTS>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Every leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Staff {
    posts: Posts,
    /// Who has been activated.
    pub activated: LeaderSet,
    /// Who is on the march.
    pub marching: LeaderSet,
    /// Who has moved, or had his chance.
    pub moved: LeaderSet,
    /// Who has rallied a factor in this turn.
    pub rallied: LeaderSet,
    /// Who is not paid, and can come back.
    pub resting: LeaderSet,
    /// Who has ridden somewhere alone.
    pub rode: LeaderSet,
    /// Who takes part in an attack.
    pub engaged: LeaderSet,
    /// Who has fought in a battle of the turn.
    pub fought: LeaderSet,
    /// Who has fought in two.
    pub spent: LeaderSet,
    /// Who is dead (M-terms-2).
    pub dead: LeaderSet,
    /// Who is away, and when he comes back.
    pub(crate) missing: Dated<MISSING>,
    /// Who is a prisoner, and since when, in the order of their capture.
    pub(crate) taken: Dated<PRISONERS>,
}

impl Default for Staff {
    fn default() -> Staff {
        Staff {
            posts: LeaderId::all().map(|_| Post::Away).collect(),
            activated: LeaderSet::EMPTY,
            marching: LeaderSet::EMPTY,
            moved: LeaderSet::EMPTY,
            rallied: LeaderSet::EMPTY,
            resting: LeaderSet::EMPTY,
            rode: LeaderSet::EMPTY,
            engaged: LeaderSet::EMPTY,
            fought: LeaderSet::EMPTY,
            spent: LeaderSet::EMPTY,
            dead: LeaderSet::EMPTY,
            missing: ArrayVec::new(),
            taken: ArrayVec::new(),
        }
    }
}

impl Staff {
    /// Where a leader is.
    #[inline]
    pub fn post(&self, leader: LeaderId) -> Post {
        self.posts.get(leader.index())
    }

    /// Where every leader is.
    pub(crate) fn posts(&self) -> &Posts {
        &self.posts
    }

    /// Sends a leader somewhere.
    pub fn send(&mut self, leader: LeaderId, post: Post) {
        self.posts.set(leader.index(), post);
    }

    /// The hex of a leader on land.
    #[inline]
    pub fn hex(&self, leader: LeaderId) -> Option<HexId> {
        match self.post(leader) {
            Post::Open(hex) | Post::Inside(hex) => Some(hex),
            Post::Away | Post::Sea(_) | Post::Captive(_) => None,
        }
    }

    /// A leader has fought once more.
    pub(crate) fn fights(&mut self, leader: LeaderId) {
        if !self.fought.insert(leader) {
            self.spent.insert(leader);
        }
    }

    /// The leaders in a hex, admirals too.
    #[inline]
    pub fn at(&self, hex: HexId, stance: Stance) -> impl Iterator<Item = LeaderId> + '_ {
        let wanted = match stance {
            Stance::Open => Post::Open(hex),
            Stance::Inside => Post::Inside(hex),
        };
        self.posts.places(wanted).map(LeaderId::from_index)
    }

    /// Everybody in play, with where he is.
    pub fn in_play(&self) -> impl Iterator<Item = (LeaderId, Post)> + '_ {
        let posts = self.posts.iter().enumerate();
        let posts = posts.filter(|(_, post)| !matches!(post, Post::Away | Post::Captive(_)));
        posts.map(|(leader, post)| (LeaderId::from_index(leader), post))
    }

    /// The prisoners, with the nation that holds each.
    pub fn captives(&self) -> impl Iterator<Item = (LeaderId, NationId)> + '_ {
        self.posts.iter().enumerate().filter_map(|(leader, post)| match post {
            Post::Captive(holder) => Some((LeaderId::from_index(leader), holder)),
            _ => None,
        })
    }

    /// Forgets what leaders have done.
    pub(crate) fn rest(&mut self, who: impl Fn(LeaderId) -> bool) {
        let Staff { activated, marching, moved, rode, engaged, fought, spent, .. } = self;
        for set in [activated, marching, moved, rode, engaged, fought, spent] {
            let rested: ArrayVec<LeaderId, LEADERS> = set.iter().filter(|leader| who(*leader)).collect();
            rested.into_iter().for_each(|leader| {
                set.remove(leader);
            });
        }
    }
}
