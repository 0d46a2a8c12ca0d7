//! Threads for bots to think on, apart from those that answer requests.
//!
//! Questions wait in a [fair queue](crate::queue), in one of two lanes: bots that look one action ahead never wait behind
//! bots that search, for a search that has begun is not interrupted for others. What thinks at the same time shares the
//! cores as the system shares them out. One account never takes the last slot for searches.
//!
//! A bot whose answer nobody wants any more, or whose time is up, is told to stop, and does so at its next look at the
//! clock. A thread cannot be taken from a bot that does not stop even then: it is given up, and its slot goes to another.
//! That is a mistake of ours and must not take the machine from everybody, so nobody thinks any more while too many
//! threads are given up.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bots::{AnyBot, StopFlag};
use engine::{Raw, Seat};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::Metrics;
use crate::account::Account;
use crate::queue::{Queue, Slots, Turn};

/// So many threads are given up for each that may think, before nobody thinks any more.
const SPARE: usize = 4;

/// A decision for a bot to take.
pub struct BotDecision {
    /// Who thinks.
    pub bot: Box<dyn AnyBot>,
    /// The state, as `AnySession::state_any` gives it.
    pub state: Box<dyn Any + Send>,
    /// For whom.
    pub seat: Seat,
    /// After how many entries.
    pub ply: usize,
    /// On whose account.
    pub account: Account,
    /// In which game.
    pub game: Arc<str>,
    /// Where it waits.
    pub lane: Lane,
    /// About how long it will take.
    pub cost: Duration,
}

/// Where a question waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// With those that are answered in no time.
    Quick,
    /// With those that take as long as they may.
    Search,
}

/// What a bot decided, and the bot.
pub type Answer = (Box<dyn AnyBot>, Option<Raw>);

/// How long a bot is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Until it is told to stop.
    pub turn: Duration,
    /// And then, until its thread is given up.
    pub grace: Duration,
}

struct Job {
    question: BotDecision,
    stop: StopFlag,
    begun: oneshot::Sender<Arc<Task>>,
    answer: oneshot::Sender<Answer>,
}

/// What a thread does at the moment. Whoever takes the turn out gives it back to the queue.
#[derive(Debug)]
struct Task {
    lane: Lane,
    begun: Instant,
    turn: Mutex<Option<Turn>>,
}

impl Task {
    fn take(&self) -> Option<Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Where bots think.
#[derive(Clone)]
pub struct BotPool {
    times: Times,
    pool: Arc<Pool>,
}

struct Pool {
    lanes: Mutex<Lanes>,
    /// So many threads may be busy.
    threads: usize,
    /// How many searches are under way.
    searches: AtomicUsize,
    /// So many threads may be given up.
    spare: usize,
    metrics: Arc<Metrics>,
}

struct Lanes {
    quick: Queue<Job>,
    search: Queue<Job>,
    /// Threads that were given up and have not come back.
    overdue: usize,
}

impl Lanes {
    fn of(&mut self, lane: Lane) -> &mut Queue<Job> {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Search => &mut self.search,
        }
    }
}

/// Tells a bot to stop when nobody waits for its answer any more.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl BotPool {
    /// For a machine on which so many threads may be busy.
    pub fn new(threads: usize, times: Times, metrics: &Arc<Metrics>) -> BotPool {
        let threads = threads.max(1);
        let lanes = Lanes {
            quick: Queue::new(Slots { all: threads, per_account: threads }),
            search: Queue::new(Slots { all: threads + 1, per_account: threads }),
            overdue: 0,
        };
        let (lanes, metrics) = (Mutex::new(lanes), metrics.clone());
        let (searches, spare) = (AtomicUsize::new(0), SPARE * threads);
        BotPool { times, pool: Arc::new(Pool { lanes, threads, searches, spare, metrics }) }
    }

    /// On how many threads a search may think that begins now: on those that nobody needs, and at least on one.
    pub fn free_threads(&self) -> usize {
        self.pool.threads.saturating_sub(self.pool.searches.load(Ordering::Relaxed)).max(1)
    }

    /// Lets a bot think when it is its turn. Nothing if it stumbles, or does not come to an end: then the bot is lost, too.
    /// Whoever drops this wants no answer any more.
    pub async fn ask(&self, question: BotDecision) -> Option<Answer> {
        let stop = StopFlag::default();
        let _stop = StopOnDrop(stop.clone());
        let (begun, has_begun) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        self.pool.push(Job { question, stop: stop.clone(), begun, answer });
        // In a task of its own: a bot that nobody waits for must come to an end all the same.
        tokio::spawn(self.clone().watch(stop, has_begun, answered)).await.ok()?
    }

    async fn watch(
        self,
        stop: StopFlag,
        has_begun: oneshot::Receiver<Arc<Task>>,
        mut answered: oneshot::Receiver<Answer>,
    ) -> Option<Answer> {
        let task = has_begun.await.ok()?;
        if let Ok(answer) = timeout(self.times.turn, &mut answered).await {
            return answer.ok();
        }
        // Its time is up: what it knows by now must do.
        stop.set();
        let answer = timeout(self.times.grace, answered).await;
        if answer.is_err() {
            self.pool.give_up(&task);
        }
        answer.ok()?.ok()
    }
}

impl Pool {
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(self: &Arc<Pool>, job: Job) {
        let BotDecision { account, lane, cost, .. } = job.question;
        let game = job.question.game.clone();
        drop(self.lanes().of(lane).push(account, &game, cost, job));
        self.go_on();
    }

    /// Begins with whatever may begin.
    fn go_on(self: &Arc<Pool>) {
        loop {
            let mut lanes = self.lanes();
            if lanes.overdue >= self.spare {
                // Nobody is left waiting for a thread that there may never be.
                drop((lanes.quick.drain(), lanes.search.drain()));
                return;
            }
            let quick = lanes.quick.begin().map(|begun| (Lane::Quick, begun));
            let begun = quick.or_else(|| lanes.search.begin().map(|begun| (Lane::Search, begun)));
            let Some((lane, (turn, job))) = begun else { return };
            drop(lanes);
            self.begin(lane, turn, job);
        }
    }

    fn begin(self: &Arc<Pool>, lane: Lane, turn: Turn, job: Job) {
        let task = Arc::new(Task { lane, begun: Instant::now(), turn: Mutex::new(Some(turn)) });
        // Whoever asked may be gone; then nobody needs to think.
        if job.stop.is_set() || job.begun.is_closed() {
            self.give_back(&task);
            return;
        }
        let (pool, thinking) = (self.clone(), task.clone());
        let think = move || {
            pool.think(&thinking, job);
            pool.go_on();
        };
        if let Err(error) = thread::Builder::new().name("bot".to_owned()).spawn(think) {
            tracing::error!(%error, "there is no thread for a bot");
            self.give_back(&task);
        }
    }

    fn think(&self, task: &Arc<Task>, job: Job) {
        let Job { question: BotDecision { mut bot, state, seat, ply, .. }, stop, begun, answer } = job;
        let _ = begun.send(task.clone());
        // A bot that stumbles is dropped: nothing it leaves behind is looked at again.
        let searches = usize::from(task.lane == Lane::Search);
        self.searches.fetch_add(searches, Ordering::Relaxed);
        let action = catch_unwind(AssertUnwindSafe(|| bot.choose(&*state, seat, ply, &stop)));
        self.searches.fetch_sub(searches, Ordering::Relaxed);
        self.metrics.thought(task.begun.elapsed());
        if !self.give_back(task) {
            self.metrics.overdue.dec();
            self.lanes().overdue -= 1;
        }
        match action {
            Ok(action) => drop(answer.send((bot, action))),
            Err(_) => tracing::error!(%seat, ply, "a bot has stumbled"),
        }
    }

    /// Gives the turn of a task back to the queue; whether it still had it.
    fn give_back(&self, task: &Task) -> bool {
        let Some(turn) = task.take() else { return false };
        self.lanes().of(task.lane).done(&turn, task.begun.elapsed());
        true
    }

    /// Waits no longer for the thread that does `task`: another may begin.
    fn give_up(self: &Arc<Pool>, task: &Task) {
        // Counted before it can be seen that it is given up.
        self.lanes().overdue += 1;
        self.metrics.overdue.inc();
        if !self.give_back(task) {
            self.lanes().overdue -= 1;
            self.metrics.overdue.dec();
            return;
        }
        self.metrics.overrun();
        tracing::error!("a bot does not stop: its thread is given up");
        self.go_on();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const TIMES: Times = Times { turn: Duration::from_millis(50), grace: Duration::from_millis(200) };
    const LONG: Times = Times { turn: Duration::from_secs(3600), grace: Duration::from_secs(3600) };

    /// Thinks until it is let go, whatever it is told.
    struct Stuck(mpsc::Receiver<()>);

    impl AnyBot for Stuck {
        fn choose(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize, _stop: &StopFlag) -> Option<Raw> {
            self.0.recv().ok().map(|()| Raw::of("late"))
        }

        fn name(&self) -> String {
            "stuck".to_owned()
        }
    }

    /// Thinks until it is told to stop; says so when it begins and when it ends.
    struct Patient(mpsc::Sender<&'static str>);

    impl AnyBot for Patient {
        fn choose(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize, stop: &StopFlag) -> Option<Raw> {
            let _ = self.0.send("begins");
            while !stop.is_set() {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = self.0.send("ends");
            Some(Raw::of("stopped"))
        }

        fn name(&self) -> String {
            "patient".to_owned()
        }
    }

    /// Decides at once, or panics.
    struct Quick(bool);

    impl AnyBot for Quick {
        fn choose(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize, _stop: &StopFlag) -> Option<Raw> {
            assert!(self.0, "it stumbles");
            Some(Raw::of("quick"))
        }

        fn name(&self) -> String {
            "quick".to_owned()
        }
    }

    fn question(bot: impl AnyBot + 'static, game: &str, lane: Lane) -> BotDecision {
        BotDecision {
            bot: Box::new(bot),
            state: Box::new(()),
            seat: Seat(0),
            ply: 0,
            account: Account(0),
            game: game.into(),
            lane,
            cost: Duration::from_secs(1),
        }
    }

    async fn quick(bot_pool: &BotPool) -> Option<Raw> {
        let asked = bot_pool.ask(question(Quick(true), "quick", Lane::Quick));
        timeout(Duration::from_secs(10), asked).await.expect("nobody thinks").and_then(|(_, it)| it)
    }

    async fn stuck(bot_pool: &BotPool) -> mpsc::Sender<()> {
        let (sender, receiver) = mpsc::channel();
        assert!(bot_pool.ask(question(Stuck(receiver), "stuck", Lane::Quick)).await.is_none());
        sender
    }

    /// Waits until as many threads are given up as should be.
    async fn settled(bot_pool: &BotPool, overdue: usize) {
        for _ in 0..1000 {
            if bot_pool.pool.lanes().overdue == overdue {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{} are given up", bot_pool.pool.lanes().overdue);
    }

    /// Lets somebody wait for a search; gives what the bot says.
    fn search(
        bot_pool: &BotPool,
        game: &str,
    ) -> (tokio::task::JoinHandle<Option<Answer>>, mpsc::Receiver<&'static str>) {
        let (says, heard) = mpsc::channel();
        let (bot_pool, question) = (bot_pool.clone(), question(Patient(says), game, Lane::Search));
        (tokio::spawn(async move { bot_pool.ask(question).await }), heard)
    }

    async fn hear(
        heard: mpsc::Receiver<&'static str>,
    ) -> (Option<&'static str>, mpsc::Receiver<&'static str>) {
        let listen = move || (heard.recv_timeout(Duration::from_secs(10)).ok(), heard);
        tokio::task::spawn_blocking(listen).await.unwrap()
    }

    #[tokio::test]
    async fn a_bot_that_does_not_come_to_an_end_costs_no_thread() {
        let metrics = Arc::new(Metrics::default());
        let bot_pool = BotPool::new(2, TIMES, &metrics);
        let mut wake = Vec::new();
        for _ in 0..4 {
            wake.push(stuck(&bot_pool).await);
        }
        settled(&bot_pool, 4).await;
        assert_eq!((metrics.overdue.get(), quick(&bot_pool).await), (4, Some(Raw::of("quick"))));
        wake.clear();
        settled(&bot_pool, 0).await;
        assert_eq!((metrics.overdue.get(), quick(&bot_pool).await), (0, Some(Raw::of("quick"))));
        assert!(metrics.text().contains("grognard_bots_overran_total 4"), "{}", metrics.text());
    }

    #[tokio::test]
    async fn when_too_many_are_lost_nobody_waits_for_one_and_work_goes_on_when_one_is_back() {
        let bot_pool = BotPool::new(1, TIMES, &Arc::default());
        let mut wake = Vec::new();
        for _ in 0..SPARE {
            wake.push(stuck(&bot_pool).await);
        }
        settled(&bot_pool, SPARE).await;
        assert_eq!(quick(&bot_pool).await, None);
        wake.pop().unwrap().send(()).unwrap();
        settled(&bot_pool, SPARE - 1).await;
        assert_eq!(quick(&bot_pool).await, Some(Raw::of("quick")));
    }

    #[tokio::test]
    async fn a_bot_that_stumbles_costs_no_thread_either() {
        let bot_pool = BotPool::new(1, LONG, &Arc::default());
        let stumbles = bot_pool.ask(question(Quick(false), "quick", Lane::Quick));
        assert!(stumbles.await.is_none());
        assert_eq!(quick(&bot_pool).await, Some(Raw::of("quick")));
        settled(&bot_pool, 0).await;
    }

    #[tokio::test]
    async fn quick_questions_never_wait_behind_searches() {
        let bot_pool = BotPool::new(1, LONG, &Arc::default());
        let (waiting, heard) = search(&bot_pool, "a");
        let others = [search(&bot_pool, "b"), search(&bot_pool, "c")];
        let (begins, _heard) = hear(heard).await;
        assert_eq!((begins, quick(&bot_pool).await), (Some("begins"), Some(Raw::of("quick"))));
        assert!(!waiting.is_finished() && others.iter().all(|(other, _)| !other.is_finished()));
    }

    #[tokio::test]
    async fn a_bot_whose_time_is_up_answers_with_what_it_knows() {
        let bot_pool = BotPool::new(1, Times { grace: LONG.grace, ..TIMES }, &Arc::default());
        let (waiting, _heard) = search(&bot_pool, "a");
        let answer = waiting.await.unwrap().and_then(|(_, action)| action);
        assert_eq!(answer, Some(Raw::of("stopped")));
        settled(&bot_pool, 0).await;
    }

    #[tokio::test]
    async fn a_bot_whose_answer_nobody_wants_any_more_stops() {
        let bot_pool = BotPool::new(1, LONG, &Arc::default());
        let (waiting, heard) = search(&bot_pool, "a");
        let (begins, heard) = hear(heard).await;
        assert_eq!(begins, Some("begins"));
        // One that is still waiting for its turn never begins.
        let (unheard, silent) = search(&bot_pool, "b");
        tokio::task::yield_now().await;
        unheard.abort();
        assert!(unheard.await.is_err());
        waiting.abort();
        assert_eq!(hear(heard).await.0, Some("ends"));
        assert_eq!(quick(&bot_pool).await, Some(Raw::of("quick")));
        assert_eq!(hear(silent).await.0, None);
    }
}
