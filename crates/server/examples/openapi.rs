//! Prints the description of the API: `cargo xtask types` makes the client's types of it.

fn main() {
    println!("{:#}", server::openapi());
}
