//! The limit of open files. Every connection is one.

use crate::config::Capacity;

/// Open files that are no connections of clients: the database, its log, listeners, what the runtime needs.
const OTHERS: usize = 128;

/// Raises the limit so that all connections can be open, and gives how many can be.
pub fn make_room(connections: Capacity) -> Capacity {
    let wanted = connections.most + OTHERS;
    let granted = match rlimit::increase_nofile_limit(wanted as u64) {
        Ok(granted) => usize::try_from(granted).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be found out");
            return connections;
        }
    };
    let fitted = fit(connections, granted);
    if fitted != connections {
        tracing::warn!(
            granted,
            wanted,
            connections = fitted.most,
            "the system allows too few open files: fewer clients are let in (raise the hard limit, `ulimit -Hn`)"
        );
    }
    fitted
}

/// As many connections as so many open files allow, shared as before.
fn fit(connections: Capacity, files: usize) -> Capacity {
    let most = connections.most.min(files.saturating_sub(OTHERS).max(files / 2)).max(1);
    let share = connections.per_address.saturating_mul(most) / connections.most.max(1);
    Capacity { most, per_address: connections.per_address.min(share.max(1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_come_in_as_the_system_allows() {
        let wanted = Capacity { most: 8192, per_address: 1024 };
        assert_eq!(fit(wanted, 8192 + OTHERS), wanted);
        assert_eq!(fit(wanted, usize::MAX), wanted);
        assert_eq!(fit(wanted, 1024), Capacity { most: 896, per_address: 112 });
        assert_eq!(fit(wanted, 100), Capacity { most: 50, per_address: 6 });
        assert_eq!(fit(wanted, 0), Capacity { most: 1, per_address: 1 });
    }

    #[test]
    fn the_limit_is_raised() {
        let (before, hard) = rlimit::Resource::NOFILE.get().unwrap();
        let most = (before as usize + 10).min(hard as usize) - OTHERS;
        let wanted = Capacity { most, per_address: 9 };
        assert_eq!(make_room(wanted), wanted);
        assert!(rlimit::Resource::NOFILE.get_soft().unwrap() as usize >= most + OTHERS);
    }
}
