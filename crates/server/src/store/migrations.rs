//! The migrations of `crates/server/migrations`, in the program itself.
//!
//! `sqlx::migrate!` would do the same, but the macros of sqlx bring a second copy of sqlx, SQLite and tokio, to be built for the compiler's
//! own use.

use futures_util::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType};

/// Version, what it is about, and its statements.
const MIGRATIONS: [(i64, &str, &str); 10] = [
    (1, "games", include_str!("../../migrations/0001_games.sql")),
    (2, "requests and orders", include_str!("../../migrations/0002_requests_and_orders.sql")),
    (3, "letters", include_str!("../../migrations/0003_letters.sql")),
    (4, "health", include_str!("../../migrations/0004_health.sql")),
    (5, "claims seeds and repairs", include_str!("../../migrations/0005_claims_seeds_and_repairs.sql")),
    (6, "accounts and hosts", include_str!("../../migrations/0006_accounts_and_hosts.sql")),
    (7, "resigned", include_str!("../../migrations/0007_resigned.sql")),
    (8, "history", include_str!("../../migrations/0008_history.sql")),
    (9, "lent links", include_str!("../../migrations/0009_lent_links.sql")),
    (10, "sights", include_str!("../../migrations/0010_sights.sql")),
];

/// All of them.
#[derive(Debug)]
pub struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> BoxFuture<'static, Result<Vec<Migration>, BoxDynError>> {
        let all = MIGRATIONS.map(|(version, about, sql)| {
            Migration::new(version, about.into(), MigrationType::Simple, sql.into(), false)
        });
        Box::pin(async { Ok(all.into()) })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn they_are_the_files_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let of = |all: Vec<Migration>| -> Vec<_> {
            all.into_iter().map(|one| (one.version, one.description, one.checksum)).collect()
        };
        let files = of(folder.as_path().resolve().await.unwrap());
        assert_eq!(of(Embedded.resolve().await.unwrap()), files);
    }
}
