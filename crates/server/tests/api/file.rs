//! The database file: one server at a time, readable by its owner alone, checked at the start, and copied while in use.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engine::{Chance, Seed, Stream};
use server::{BackupError, Config};

use crate::server::{TestServer, choices};

/// A file beside another.
fn beside(path: &Path, ending: &str) -> PathBuf {
    format!("{}{ending}", path.display()).into()
}

/// Why a server does not start on this file.
async fn refusal(database: &Path) -> String {
    let config = Config::new("127.0.0.1:0".parse().unwrap(), database.to_owned());
    match server::start(config).await {
        Ok(_) => panic!("a server starts on {}", database.display()),
        Err(error) => error.to_string(),
    }
}

/// The database of a server that has stopped, with some games in it.
async fn stopped() -> TestServer {
    let mut server = TestServer::open().await;
    let mut chance = Stream::from_number(7);
    for seed in 0..8 {
        let made = server.game(&["human", "human"], Seed::from_number(seed), false).await;
        for _ in 0..8 {
            let view = server.view(&made, &made.host).await;
            let choice = chance.pick(choices(&view)).unwrap();
            server.act(&made, &made.host, &view, &choice["action"]).await.ok();
        }
    }
    server.stop().await;
    assert!(!beside(&server.database(), "-wal").exists(), "everything is in one file");
    server
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused_until_the_first_is_gone() {
    let mut server = TestServer::open().await;
    let refused = refusal(&server.database()).await;
    assert!(refused.contains("in use by another server"), "{refused}");
    #[cfg(unix)]
    {
        let link = beside(&server.database(), ".link");
        std::os::unix::fs::symlink(server.database(), &link).unwrap();
        let refused = refusal(&link).await;
        assert!(refused.contains("in use by another server"), "{refused}");
    }
    server.kill().await;
    server.start().await;
    server.game(&["human", "human"], Seed::from_number(1), false).await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_reads_the_file_and_what_lies_beside_it() {
    use std::os::unix::fs::PermissionsExt;

    let mut server = TestServer::open().await;
    server.game(&["human", "human"], Seed::from_number(1), false).await;
    let all = ["", "-wal", "-shm", "-lock"].map(|ending| beside(&server.database(), ending));
    let mode = |path: &PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(all.each_ref().map(mode), [0o600; 4]);
    server.kill().await;
    for path in [&all[0], &all[3]] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    server.start().await;
    server.game(&["human", "human"], Seed::from_number(1), false).await;
    assert_eq!(all.each_ref().map(mode), [0o600; 4]);
}

#[tokio::test]
async fn a_damaged_file_is_found_at_the_start() {
    let server = stopped().await;
    let whole = fs::read(server.database()).unwrap();
    let write = |bytes: &[u8]| fs::write(server.database(), bytes).unwrap();

    write(&whole[..whole.len() / 2]);
    let refused = refusal(&server.database()).await;
    assert!(refused.contains("damaged") && refused.contains("backup"), "{refused}");

    write(&whole);
    let mut file = fs::OpenOptions::new().write(true).open(server.database()).unwrap();
    file.seek(SeekFrom::Start(whole.len() as u64 / 8192 * 4096)).unwrap();
    file.write_all(&[0xa5; 3 * 4096]).unwrap();
    drop(file);
    let refused = refusal(&server.database()).await;
    assert!(refused.contains("damaged"), "{refused}");

    write(b"Dear diary, this is not a database. It only has the name of one.");
    let refused = refusal(&server.database()).await;
    assert!(refused.contains("no database at all"), "{refused}");

    write(&whole);
    let mut server = server;
    server.start().await;
    assert_eq!(server.get("/api/games", "").await.ok().as_array().unwrap().len(), 8);
}

#[tokio::test]
async fn a_place_where_nothing_can_be_written_is_found_at_the_start() {
    let server = stopped().await;
    // In the way of SQLite: even root cannot write there.
    fs::create_dir(beside(&server.database(), "-wal")).unwrap();
    let refused = refusal(&server.database()).await;
    assert!(refused.contains("cannot be used") && refused.contains("games.db"), "{refused}");
    let nowhere = server.database().join("games.db");
    let refused = refusal(&nowhere).await;
    assert!(refused.contains("cannot be used"), "{refused}");
}

#[tokio::test]
async fn a_copy_of_a_running_server_has_all_that_was_acknowledged() {
    let mut server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(6), false).await;
    let mut chance = Stream::from_number(6);
    let mut acknowledged = server.view(&made, &made.host).await;
    for _ in 0..10 {
        let choice = chance.pick(choices(&acknowledged)).unwrap();
        acknowledged = server.act(&made, &made.host, &acknowledged, &choice["action"]).await.ok();
    }
    let target = beside(&server.database(), ".backup");
    let copied = server::backup(&server.database(), &target).await.unwrap();
    assert_eq!((copied.games, copied.entries), (1, acknowledged["number"].as_u64().unwrap()));
    assert_eq!(copied.bytes, target.metadata().unwrap().len());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // What happens afterwards is not in it, and it is not overwritten.
    let choice = chance.pick(choices(&acknowledged)).unwrap();
    server.act(&made, &made.host, &acknowledged, &choice["action"]).await.ok();
    let again = server::backup(&server.database(), &target).await;
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    let missing = server::backup(&beside(&server.database(), ".nowhere"), &target).await;
    assert!(matches!(missing, Err(BackupError::Missing(_))), "{missing:?}");
    let files = fs::read_dir(server.database().parent().unwrap()).unwrap();
    let partial = files.filter_map(Result::ok).find(|file| file.path().to_string_lossy().contains("partial"));
    assert!(partial.is_none(), "{partial:?}");

    server.kill().await;
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(beside(&server.database(), ending));
    }
    fs::rename(&target, server.database()).unwrap();
    server.start().await;
    let restored = server.view(&made, &made.host).await;
    assert_eq!((&restored["number"], &restored["table"]), (&acknowledged["number"], &acknowledged["table"]));
}

#[tokio::test]
async fn a_damaged_database_gives_no_backup() {
    let server = stopped().await;
    let whole = fs::read(server.database()).unwrap();
    fs::write(server.database(), &whole[..whole.len() / 2]).unwrap();
    let target = beside(&server.database(), ".backup");
    server::backup(&server.database(), &target).await.unwrap_err();
    assert!(!target.exists());
}
