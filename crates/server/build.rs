//! Builds anew when a migration is added or the client is built: they are part of the program.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    if std::env::var_os("CARGO_FEATURE_CLIENT").is_some() {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
