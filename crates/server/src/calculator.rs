//! Calculations that take a while: on threads of their own, few at once, and nobody waits for ever.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::address::ClientAddress;
use crate::permits::{Capacity, Full, PermitPool};

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// There are too many already.
    Full(Full),
    /// It was not done in time.
    TooSlow,
    /// It broke down.
    Broken,
}

/// Works things out.
#[derive(Debug)]
pub struct Calculator {
    waiting: Arc<PermitPool>,
    threads: Arc<Semaphore>,
    deadline: Duration,
}

impl Calculator {
    /// Works on `threads` at once, lets as many wait as there is room for, and nobody longer than `deadline`.
    pub fn new(capacity: Capacity, gauge: Gauge, threads: usize, deadline: Duration) -> Calculator {
        let threads = Arc::new(Semaphore::new(threads.max(1)));
        Calculator { waiting: PermitPool::new(capacity, gauge), threads, deadline }
    }

    /// The result of `work`, when it is its turn.
    ///
    /// # Errors
    /// If there is none.
    pub async fn run<T: Send + 'static>(
        &self,
        from: ClientAddress,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let place = self.waiting.reserve(Some(from), 1).map_err(Unfinished::Full)?;
        let done = timeout(self.deadline, async {
            let thread = self.threads.clone().acquire_owned().await.map_err(|_| Unfinished::Broken)?;
            // Whoever asked may go away; the thread goes on, and counts until it is done.
            let done = tokio::task::spawn_blocking(move || {
                let _held = (place, thread);
                work()
            });
            done.await.map_err(|_| Unfinished::Broken)
        });
        done.await.unwrap_or(Err(Unfinished::TooSlow))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn few_are_worked_on_at_once_and_few_wait() {
        let gauge = Gauge::default();
        let capacity = Capacity { most: 3, per_address: 2 };
        let calculator = Arc::new(Calculator::new(capacity, gauge.clone(), 1, Duration::from_secs(60)));
        let address = |last| ClientAddress::from(IpAddr::from([192, 0, 2, last]));
        let (go_on, told) = mpsc::channel::<()>();
        let slow = calculator.clone();
        let slow = tokio::spawn(async move { slow.run(address(1), move || told.recv().is_ok()).await });
        let next = calculator.clone();
        let next = tokio::spawn(async move { next.run(address(1), || 2).await });
        while gauge.get() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(calculator.run(address(1), || 3).await, Err(Unfinished::Full(Full::Address)));
        let other = calculator.clone();
        let other = tokio::spawn(async move { other.run(address(2), || 4).await });
        while gauge.get() < 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(calculator.run(address(3), || 5).await, Err(Unfinished::Full(Full::All)));
        assert!(!next.is_finished() && !other.is_finished());
        go_on.send(()).unwrap();
        assert_eq!(
            (slow.await.unwrap(), next.await.unwrap(), other.await.unwrap()),
            (Ok(true), Ok(2), Ok(4))
        );
        assert_eq!(gauge.get(), 0);
    }

    #[tokio::test]
    async fn nobody_waits_for_ever_but_what_is_under_way_counts() {
        let gauge = Gauge::default();
        let capacity = Capacity { most: 1, per_address: 1 };
        let calculator = Calculator::new(capacity, gauge.clone(), 1, Duration::from_millis(1));
        let from = ClientAddress::from(IpAddr::from([192, 0, 2, 1]));
        let (go_on, told) = mpsc::channel::<()>();
        let slow = calculator.run(from, move || told.recv().is_ok()).await;
        assert_eq!(slow, Err(Unfinished::TooSlow));
        assert_eq!(calculator.run(from, || ()).await, Err(Unfinished::Full(Full::Address)));
        drop(go_on);
        while gauge.get() > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn what_breaks_down_is_no_answer_and_holds_nothing() {
        let gauge = Gauge::default();
        let capacity = Capacity { most: 1, per_address: 1 };
        let calculator = Calculator::new(capacity, gauge.clone(), 1, Duration::from_secs(60));
        let from = ClientAddress::from(IpAddr::from([192, 0, 2, 1]));
        let broken: Result<(), _> = calculator.run(from, || panic!("of the test")).await;
        assert_eq!((broken, gauge.get()), (Err(Unfinished::Broken), 0));
    }
}
