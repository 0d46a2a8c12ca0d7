//! Threads for bots to think on, apart from those that answer requests.
//!
//! A thread cannot be taken from a bot that does not come to an end. So another takes its place, and the one it held goes
//! home when the bot is done after all. Only so many are given up like that: a bot that never comes to an end is a
//! mistake of ours, and must not take the machine from everybody.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use bots::AnyBot;
use engine::{Raw, Seat};
use tokio::sync::oneshot;

use crate::Metrics;

/// So many threads are given up for each that the pool has.
const SPARE: usize = 4;

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
    begun: oneshot::Sender<Arc<Task>>,
    answer: oneshot::Sender<Answer>,
}

/// What a thread does at the moment.
#[derive(Debug, Default)]
struct Task {
    /// Whether it is done, or else nobody waits for it any more.
    ended: Mutex<Option<End>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Done,
    Overrun,
}

impl Task {
    /// Ends it one way, unless it has ended the other; gives how it has ended.
    fn end(&self, how: End) -> End {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(how)
    }
}

/// A pool of threads on which bots think.
#[derive(Clone, Debug)]
pub struct Thinkers {
    jobs: mpsc::Sender<Job>,
    patience: Duration,
    pool: Arc<Pool>,
}

/// What the threads share.
#[derive(Debug)]
struct Pool {
    queue: Mutex<mpsc::Receiver<Job>>,
    threads: Mutex<Threads>,
    /// So many may be given up.
    spare: usize,
    metrics: Arc<Metrics>,
}

/// The threads there are.
#[derive(Clone, Copy, Debug, Default)]
struct Threads {
    /// Those that take questions.
    working: usize,
    /// Those given up, for which others work.
    replaced: usize,
    /// Those given up when there were no others to be had.
    missing: usize,
}

impl Thinkers {
    /// So many threads, none of which is waited for longer than `patience`.
    ///
    /// # Errors
    /// If the machine gives no threads.
    pub fn start(threads: usize, patience: Duration, metrics: &Arc<Metrics>) -> io::Result<Thinkers> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let threads = threads.max(1);
        let pool = Arc::new(Pool {
            queue: Mutex::new(queue),
            threads: Mutex::new(Threads { working: threads, ..Threads::default() }),
            spare: SPARE * threads,
            metrics: metrics.clone(),
        });
        for _ in 0..threads {
            pool.hire()?;
        }
        Ok(Thinkers { jobs, patience, pool })
    }

    /// Lets a bot think. Nothing if it takes too long or stumbles, or if there is no thread left: then the bot is lost,
    /// too.
    pub async fn ask(&self, question: Question) -> Option<Answer> {
        let (begun, has_begun) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job { question, begun, answer }).ok()?;
        self.pool.turn_away_if_nobody_works();
        let task = has_begun.await.ok()?;
        let answer = tokio::time::timeout(self.patience, answered).await;
        if answer.is_err() {
            self.pool.give_up(&task);
        }
        answer.ok()?.ok()
    }
}

impl Pool {
    fn threads(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread.
    fn hire(self: &Arc<Pool>) -> io::Result<()> {
        let pool = self.clone();
        thread::Builder::new().name("bot".to_owned()).spawn(move || {
            loop {
                let job = pool.queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(job) = job else { return };
                if think(job, &pool.metrics) == End::Overrun && !pool.come_back() {
                    return;
                }
            }
        })?;
        Ok(())
    }

    /// Waits no longer for the thread that does `task`.
    fn give_up(self: &Arc<Pool>, task: &Task) {
        if task.end(End::Overrun) == End::Done {
            return;
        }
        self.metrics.overrun();
        self.metrics.overdue.inc();
        let mut threads = self.threads();
        let hired = threads.replaced < self.spare && self.hire().is_ok();
        if hired {
            threads.replaced += 1;
        } else {
            threads.working -= 1;
            threads.missing += 1;
        }
        let Threads { working, replaced, missing } = *threads;
        drop(threads);
        tracing::error!(working, replaced, missing, "a bot has not given its thread back in time");
        self.turn_away_if_nobody_works();
    }

    /// A thread that was given up is back: whether it is needed.
    fn come_back(&self) -> bool {
        self.metrics.overdue.dec();
        let mut threads = self.threads();
        if threads.missing > 0 {
            threads.missing -= 1;
            threads.working += 1;
            return true;
        }
        threads.replaced -= 1;
        false
    }

    /// Whoever waits for a thread when there is none is not left waiting.
    fn turn_away_if_nobody_works(&self) {
        // Whoever holds the queue works.
        if self.threads().working == 0
            && let Ok(queue) = self.queue.try_lock()
        {
            while queue.try_recv().is_ok() {}
        }
    }
}

fn think(job: Job, metrics: &Metrics) -> End {
    let Job { question: Question { mut bot, state, seat, ply }, begun, answer } = job;
    let task = Arc::new(Task::default());
    // Whoever asked may be gone; then nobody needs to think.
    if begun.send(task.clone()).is_err() {
        return End::Done;
    }
    let start = Instant::now();
    // A bot that stumbles is dropped: nothing it leaves behind is looked at again.
    let action = catch_unwind(AssertUnwindSafe(|| bot.choose(&*state, seat, ply)));
    metrics.thought(start.elapsed());
    let end = task.end(End::Done);
    match action {
        Ok(action) => drop(answer.send((bot, action))),
        Err(_) => tracing::error!(%seat, ply, "a bot has stumbled"),
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thinks until it is told to decide.
    struct Slow(mpsc::Receiver<()>);

    impl AnyBot for Slow {
        fn choose(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize) -> Option<Raw> {
            self.0.recv().ok().map(|()| Raw::of("late"))
        }

        fn name(&self) -> String {
            "slow".to_owned()
        }
    }

    /// Decides at once, or panics.
    struct Quick(bool);

    impl AnyBot for Quick {
        fn choose(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize) -> Option<Raw> {
            assert!(self.0, "it stumbles");
            Some(Raw::of("quick"))
        }

        fn name(&self) -> String {
            "quick".to_owned()
        }
    }

    fn question(bot: impl AnyBot + 'static) -> Question {
        Question { bot: Box::new(bot), state: Box::new(()), seat: Seat(0), ply: 0 }
    }

    async fn quick(thinkers: &Thinkers) -> Option<Raw> {
        let asked = thinkers.ask(question(Quick(true)));
        tokio::time::timeout(Duration::from_secs(10), asked)
            .await
            .expect("nobody thinks")
            .and_then(|(_, it)| it)
    }

    /// Waits until the threads are as they should be.
    async fn settled(thinkers: &Thinkers, working: usize, replaced: usize, missing: usize) {
        for _ in 0..1000 {
            let threads = *thinkers.pool.threads();
            if (threads.working, threads.replaced, threads.missing) == (working, replaced, missing) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{:?}", thinkers.pool.threads());
    }

    #[tokio::test]
    async fn a_bot_that_does_not_come_to_an_end_costs_no_thread() {
        let metrics = Arc::new(Metrics::default());
        let thinkers = Thinkers::start(2, Duration::from_millis(250), &metrics).unwrap();
        let mut wake = Vec::new();
        for _ in 0..4 {
            let (sender, receiver) = mpsc::channel();
            wake.push(sender);
            assert!(thinkers.ask(question(Slow(receiver))).await.is_none());
        }
        settled(&thinkers, 2, 4, 0).await;
        assert_eq!((metrics.overdue.get(), quick(&thinkers).await), (4, Some(Raw::of("quick"))));
        // Those that come to an end go home: there are two that work, as before.
        wake.clear();
        settled(&thinkers, 2, 0, 0).await;
        assert_eq!((metrics.overdue.get(), quick(&thinkers).await), (0, Some(Raw::of("quick"))));
        assert!(metrics.text().contains("grognard_bots_overran_total 4"), "{}", metrics.text());
    }

    #[tokio::test]
    async fn when_all_are_lost_nobody_waits_for_one_and_work_goes_on_when_one_is_back() {
        let thinkers = Thinkers::start(1, Duration::from_millis(250), &Arc::default()).unwrap();
        let mut wake = Vec::new();
        for _ in 0..=SPARE {
            let (sender, receiver) = mpsc::channel();
            wake.push(sender);
            assert!(thinkers.ask(question(Slow(receiver))).await.is_none());
        }
        settled(&thinkers, 0, SPARE, 1).await;
        assert_eq!(quick(&thinkers).await, None);
        wake.pop().unwrap().send(()).unwrap();
        settled(&thinkers, 1, SPARE, 0).await;
        assert_eq!(quick(&thinkers).await, Some(Raw::of("quick")));
    }

    #[tokio::test]
    async fn a_bot_that_stumbles_costs_no_thread_either() {
        let thinkers = Thinkers::start(1, Duration::from_secs(10), &Arc::default()).unwrap();
        assert!(thinkers.ask(question(Quick(false))).await.is_none());
        assert_eq!(quick(&thinkers).await, Some(Raw::of("quick")));
        settled(&thinkers, 1, 0, 0).await;
    }
}
