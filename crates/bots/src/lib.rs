//! Computer opponents, for any game.
//!
//! A [`Bot`] is asked for one small decision at a time and is shown a [`Observation`]: what its seat may do, and as many
//! worlds as it likes that fit what its seat knows. It never sees the true state. [`Random`] plays anything,
//! [`Greedy`] looks one move ahead, [`Search`] plans its turn and weighs the answers, by any [`Evaluator`]; a [`Level`] names one of
//! them in a word ("search:500ms+bold"). Whoever waits for a bot can bound its time and its threads ([`Means`]) and stop it
//! in mid-thought ([`StopFlag`]).
//!
//! [`play_game`] seats bots at a table and plays to the end; [`contest`] lets two bots meet many times and says
//! how sure the result is. There is no input or output here.

mod bot;
mod clock;
mod contest;
mod course;
#[cfg(feature = "describe")]
mod describe;
mod erased;
mod evaluator;
mod greedy;
mod hint;
mod level;
mod moves;
mod observation;
mod one_ply;
mod play;
mod search;
mod stop;
mod style;
mod visited;

pub use bot::{Bot, Random};
pub use clock::{Clock, processor_clock};
pub use contest::{BotFactory, Contest, ContestResult, contest};
pub use erased::{AnyBot, AnyHint, erase};
pub use evaluator::{Appraisal, Evaluator};
pub use greedy::Greedy;
pub use hint::{Hint, hint};
pub use level::{Budget, Level, LevelError, Means, Skill};
pub use observation::Observation;
pub use play::{Conduct, Played, play_game, play_on, random_playout};
pub use search::{Effort, Search, SearchParameters};
pub use stop::StopFlag;
pub use style::Style;
