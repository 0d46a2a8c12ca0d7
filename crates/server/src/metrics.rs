//! What the server counts, in the text form of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Status {
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct By {
    by: Actor,
}

/// Who decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
pub enum Actor {
    /// A person.
    Human,
    /// A bot.
    Bot,
    /// Nobody: there was no choice.
    Forced,
    /// An undo.
    Undo,
}

/// What the server counts.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Status, Counter>,
    latency: Histogram,
    entries: Family<By, Counter>,
    commits: Counter,
    grouped: Histogram,
    commit_time: Histogram,
    thinking: Histogram,
    /// Threads that bots have not given back in time.
    pub overdue: Gauge,
    overran: Counter,
    /// Connections that are open.
    pub connections: Gauge,
    /// Live-update streams that are open.
    pub streams: Gauge,
    /// Bytes of answers that are on their way.
    pub answers: Gauge,
    /// Forecasts that are worked out or wait for their turn.
    pub forecasts: Gauge,
    /// Games held in memory.
    pub rooms: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let times = || Histogram::new(exponential_buckets(0.000_25, 2.0, 16));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("grognard"),
            requests: Family::default(),
            latency: times(),
            entries: Family::default(),
            commits: Counter::default(),
            grouped: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            commit_time: times(),
            thinking: times(),
            overdue: Gauge::default(),
            overran: Counter::default(),
            connections: Gauge::default(),
            streams: Gauge::default(),
            answers: Gauge::default(),
            forecasts: Gauge::default(),
            rooms: Gauge::default(),
        };
        let to = &mut metrics.registry;
        to.register("requests", "Requests answered, by status", metrics.requests.clone());
        to.register("request_seconds", "How long an answer took", metrics.latency.clone());
        to.register("entries", "Entries of journals, by who decided", metrics.entries.clone());
        to.register("commits", "Transactions on disk", metrics.commits.clone());
        to.register("commit_writes", "Writes gathered in a transaction", metrics.grouped.clone());
        to.register("commit_seconds", "How long a transaction took", metrics.commit_time.clone());
        to.register("thinking_seconds", "How long a bot thought on a decision", metrics.thinking.clone());
        to.register("bots_overran", "Decisions that bots did not take in time", metrics.overran.clone());
        to.register("threads_overdue", "Threads held by bots that overran", metrics.overdue.clone());
        to.register("connections", "Connections that are open", metrics.connections.clone());
        to.register("streams", "Live-update streams that are open", metrics.streams.clone());
        to.register("answer_bytes", "Bytes of answers that are on their way", metrics.answers.clone());
        to.register("forecasts", "Forecasts under way or waiting", metrics.forecasts.clone());
        to.register("games_in_memory", "Games held in memory", metrics.rooms.clone());
        metrics
    }
}

impl Metrics {
    /// A request was answered.
    pub fn answered(&self, status: u16, time: Duration) {
        self.requests.get_or_create(&Status { status }).inc();
        self.latency.observe(time.as_secs_f64());
    }

    /// An entry was added to a journal.
    pub fn entered(&self, by: Actor) {
        self.entries.get_or_create(&By { by }).inc();
    }

    /// A transaction is on disk.
    pub fn committed(&self, writes: usize, time: Duration) {
        self.commits.inc();
        self.grouped.observe(writes as f64);
        self.commit_time.observe(time.as_secs_f64());
    }

    /// A bot has decided.
    pub fn thought(&self, time: Duration) {
        self.thinking.observe(time.as_secs_f64());
    }

    /// A bot has not decided in time.
    pub fn overrun(&self) {
        self.overran.inc();
    }

    /// Everything, as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
