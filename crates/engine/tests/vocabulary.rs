//! The client draws with the words and the drawings of today.

#[path = "../examples/vocabulary.rs"]
mod vocabulary;

#[test]
fn the_client_knows_every_word() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/vocabulary.ts");
    let kept = std::fs::read_to_string(path).expect("web/src/api/vocabulary.ts is there");
    assert!(
        kept == vocabulary::module(),
        "web/src/api/vocabulary.ts is not what the engine says: run `cargo xtask types`"
    );
}
