//! Threads for bots to think on, apart from those that answer requests.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use bots::AnyBot;
use engine::{Raw, Seat};
use tokio::sync::oneshot;

use crate::Metrics;

/// A decision for a bot to take.
pub struct Question {
    /// Who thinks.
    pub bot: Box<dyn AnyBot>,
    /// The state, as `AnySession::state_any` gives it.
    pub state: Box<dyn Any + Send>,
    /// For whom.
    pub seat: Seat,
    /// After how many entries.
    pub ply: usize,
}

/// What a bot decided, and the bot.
pub type Answer = (Box<dyn AnyBot>, Option<Raw>);

struct Job {
    question: Question,
    begun: oneshot::Sender<()>,
    answer: oneshot::Sender<Answer>,
}

/// A pool of threads on which bots think.
#[derive(Clone, Debug)]
pub struct Thinkers {
    jobs: mpsc::Sender<Job>,
    patience: Duration,
}

impl Thinkers {
    /// So many threads, none of which is waited for longer than `patience`.
    ///
    /// # Errors
    /// If the machine gives no threads.
    pub fn start(threads: usize, patience: Duration, metrics: &Arc<Metrics>) -> io::Result<Thinkers> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let (queue, metrics) = (queue.clone(), metrics.clone());
            thread::Builder::new().name(format!("bot-{number}")).spawn(move || {
                loop {
                    let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    match job {
                        Ok(job) => think(job, &metrics),
                        Err(_) => return,
                    }
                }
            })?;
        }
        Ok(Thinkers { jobs, patience })
    }

    /// Lets a bot think. Nothing if it takes too long or stumbles: then the bot is lost, too.
    pub async fn ask(&self, question: Question) -> Option<Answer> {
        let (begun, has_begun) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { question, begun, answer }).ok()?;
        has_begun.await.ok()?;
        tokio::time::timeout(self.patience, answered).await.ok()?.ok()
    }
}

fn think(job: Job, metrics: &Metrics) {
    let Job { question: Question { mut bot, state, seat, ply }, begun, answer } = job;
    // Whoever asked may be gone; then nobody needs to think.
    if begun.send(()).is_err() {
        return;
    }
    let start = Instant::now();
    // A bot that stumbles is dropped: nothing it leaves behind is looked at again.
    let action = catch_unwind(AssertUnwindSafe(|| bot.choose(&*state, seat, ply)));
    metrics.thought(start.elapsed());
    match action {
        Ok(action) => drop(answer.send((bot, action))),
        Err(_) => tracing::error!(%seat, ply, "a bot has stumbled"),
    }
}
