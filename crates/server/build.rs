//! Builds anew when the client is built: it is part of the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_CLIENT").is_some() {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
