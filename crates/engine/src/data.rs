//! The files in which games keep their data: maps, cards, orders of battle, ledgers.

use serde::de::DeserializeOwned;
use serde_path_to_error::Track;

/// Reads a file of data in TOML.
///
/// The reader of TOML is without types and compiled here, once. Where every struct of a game has one of its own, it is half of the code
/// of that game.
///
/// # Errors
/// What is wrong in it, and where: a line, or the way to a value.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut way = Track::new();
    let read = erased_serde::deserialize(&mut reader(table, &mut way));
    read.map_err(|error| {
        let told = error.to_string();
        format!("{}: {}", way.path(), told.lines().next().unwrap_or_default())
    })
}

/// Reads what has been parsed, and keeps track of where it is.
fn reader<'a>(table: toml::Table, way: &'a mut Track) -> Box<dyn erased_serde::Deserializer<'static> + 'a> {
    let tracked = serde_path_to_error::Deserializer::new(toml::Value::Table(table), way);
    Box::new(<dyn erased_serde::Deserializer>::erase(tracked))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct File {
        town: Vec<Town>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Town {
        name: String,
        #[serde(default)]
        fort: Option<u8>,
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        let text = "[[town]]\nname = \"Ulm\"\nfort = 1\n\n[[town]]\nname = \"Paris\"\n";
        let town = |name: &str, fort| Town { name: name.to_owned(), fort };
        assert_eq!(super::read(text), Ok(File { town: vec![town("Ulm", Some(1)), town("Paris", None)] }));
        for (wrong, told) in [
            ("fort = 300", "town[0].fort: invalid value: integer `300`, expected u8"),
            ("walls = 1", "town[0].walls: unknown field `walls`, expected `name` or `fort`"),
        ] {
            assert_eq!(super::read::<File>(&text.replace("fort = 1", wrong)), Err(told.to_owned()));
        }
        let fault = super::read::<File>(&text.replace("fort = 1", "fort = ")).unwrap_err();
        assert!(fault.contains("line 3"), "{fault}");
    }
}
