//! Reading JSON that a person or a program has sent, with faults told in plain words: what is wrong, and where. Whoever reads
//! them has never seen our code, so no name of a Rust type gets through.

use serde::de::{DeserializeOwned, IgnoredAny};

/// A list of names that is longer than this is left out.
const MOST_NAMES: usize = 12;

/// What is said of something that should be a name.
const NO_NAME: &str = "data did not match any variant";

/// A text that is longer than this is cut.
const MOST_TEXT: usize = 60;

/// Reads a value.
///
/// # Errors
/// What is wrong with it, as the end of a sentence.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| fault(json, &error.path().to_string(), error.inner()));
    let value = read?;
    deserializer.end().map_err(|error| fault(json, "", &error))?;
    Ok(value)
}

fn fault(json: &[u8], path: &str, error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    match error.classify() {
        // Where a name should be, the parser takes anything else for a slip of the pen.
        Category::Syntax if serde_json::from_slice::<IgnoredAny>(json).is_ok() => words(path, NO_NAME),
        Category::Eof => "it ends too early".to_owned(),
        Category::Syntax | Category::Io => {
            format!("it is not valid JSON (line {}, column {})", error.line(), error.column())
        }
        Category::Data => {
            let message = error.to_string();
            words(path, message.rsplit_once(" at line ").map_or(&message, |(message, _)| message))
        }
    }
}

/// What a deserializer says of the value at `path`, in plain words.
pub fn words(path: &str, message: &str) -> String {
    let at = if matches!(path, "" | "." | "?") { None } else { Some(path.trim_end_matches(".?")) };
    let inside = at.map(|at| format!("in \"{at}\", ")).unwrap_or_default();
    let it = at.map_or_else(|| "it".to_owned(), |at| format!("\"{at}\""));
    if let Some(rest) = message.strip_prefix("unknown field ") {
        // Where a struct is read, the path already names the field.
        let name = name(rest);
        let place = at.map(|at| at.strip_suffix(name).unwrap_or(at).trim_end_matches('.'));
        let place = place.filter(|place| !place.is_empty());
        return match place {
            Some(place) => format!("in \"{place}\", there is no field \"{}\"", cut(name)),
            None => format!("there is no field \"{}\"", cut(name)),
        };
    }
    if let Some(rest) = message.strip_prefix("missing field ") {
        return format!("{inside}the field \"{}\" is missing", name(rest));
    }
    if let Some(rest) = message.strip_prefix("duplicate field ") {
        return format!("{inside}the field \"{}\" is given twice", name(rest));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let known: Vec<&str> = rest.split('`').skip(3).step_by(2).collect();
        let list = match known.len() {
            0 => String::new(),
            1..=MOST_NAMES => format!("; it must be one of: {}", known.join(", ")),
            _ => "; the description of the API lists the names it can have".to_owned(),
        };
        return format!("{inside}the name \"{}\" is not known{list}", cut(name(rest)));
    }
    for wrong in ["invalid type: ", "invalid value: "] {
        if let Some((found, wanted)) =
            message.strip_prefix(wrong).and_then(|rest| rest.split_once(", expected "))
        {
            return format!("{it} must be {}, not {}", wanted_words(wanted), found_words(found));
        }
    }
    if let Some(rest) = message.strip_prefix("invalid length ") {
        let length = rest.split(',').next().unwrap_or_default();
        return format!("{it} has the wrong number of parts ({length})");
    }
    if message.starts_with(NO_NAME) {
        return format!("{it} is none of what can stand there");
    }
    if message.contains("invalid digit") || message.contains("invalid float") {
        return format!("{it} must be a whole number");
    }
    if message.contains("number too large") || message.contains("number too small") {
        return format!("{it} is a number that is out of range");
    }
    if message.contains("from empty string") {
        return format!("{it} must be a number, and is empty");
    }
    if message.contains("`true` or `false`") {
        return format!("{it} must be true or false");
    }
    format!("{inside}{message}")
}

/// The first name in backquotes.
fn name(rest: &str) -> &str {
    rest.split('`').nth(1).unwrap_or_default()
}

/// What should have been there. The names of our types follow words that say what kind of JSON they are.
fn wanted_words(wanted: &str) -> &'static str {
    match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "unit" | "null" => "null",
        _ if wanted.contains("string") && !wanted.contains("map") => "a text",
        _ if wanted.contains("identifier") => "a name",
        _ if wanted.contains("sequence") || wanted.contains("tuple") || wanted.contains("array") => "a list",
        _ if wanted.starts_with("enum") || wanted.contains("string or map") => {
            "a name, or an object with one field"
        }
        _ if wanted.contains("unit variant") => "a name alone",
        _ if ["map", "struct", "tagged enum", "variant"].iter().any(|word| wanted.contains(word)) => {
            "an object"
        }
        _ => "something else",
    }
}

/// What was there instead.
fn found_words(found: &str) -> String {
    let (kind, rest) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "string" => format!("the text \"{}\"", cut(rest.trim_matches('"'))),
        "integer" | "boolean" => rest.trim_matches('`').to_owned(),
        "floating" => rest.trim_start_matches("point ").trim_matches('`').to_owned(),
        "map" | "struct" => "an object".to_owned(),
        "sequence" | "tuple" => "a list".to_owned(),
        "null" | "unit" | "Option" => "null".to_owned(),
        _ => "what it is".to_owned(),
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MOST_TEXT {
        return text.to_owned();
    }
    text.chars().take(MOST_TEXT).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct March {
        number: usize,
        seat: u8,
        #[serde(default)]
        pace: Pace,
        #[serde(default)]
        way: Vec<Order>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Pace {
        #[default]
        Slow,
        DoubleQuick,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    enum Order {
        Halt,
        Step { from: u8, to: u8 },
    }

    fn fault(json: &str) -> String {
        read::<March>(json.as_bytes()).unwrap_err()
    }

    #[test]
    fn faults_are_told_in_plain_words() {
        let told = [
            (r#"{"number":0}"#, r#"the field "seat" is missing"#),
            (r#"{"number":0,"seat":0,"dice":6}"#, r#"there is no field "dice""#),
            (
                r#"{"number":"0","seat":0}"#,
                r#""number" must be a whole number of 0 or more, not the text "0""#,
            ),
            (r#"{"number":0,"seat":300}"#, r#""seat" must be a whole number from 0 to 255, not 300"#),
            (r#"{"number":0,"seat":0.5}"#, r#""seat" must be a whole number from 0 to 255, not 0.5"#),
            (r#"{"number":0,"seat":{}}"#, r#""seat" must be a whole number from 0 to 255, not an object"#),
            (r#"{"number":0,"number":1,"seat":0}"#, r#"the field "number" is given twice"#),
            (r#"{"number":0,"seat":0,"way":{}}"#, r#""way" must be a list, not an object"#),
            (
                r#"{"number":0,"seat":0,"pace":"fast"}"#,
                r#"in "pace", the name "fast" is not known; it must be one of: slow, double-quick"#,
            ),
            (
                r#"{"number":0,"seat":0,"way":["halt",{"step":{"from":1}}]}"#,
                r#"in "way[1].step", the field "to" is missing"#,
            ),
            (
                r#"{"number":0,"seat":0,"way":[{"step":{"from":1,"to":2,"by":3}}]}"#,
                r#"in "way[0].step", there is no field "by""#,
            ),
            (r#"{"number":0,"seat":0,"way":[{"step":7}]}"#, r#""way[0].step" must be an object, not 7"#),
            (r#"{"number":0,"seat":0,"pace":7}"#, r#""pace" is none of what can stand there"#),
            (
                r#"{"number":0,"seat":0,"way":[{"halt":null,"step":{}}]}"#,
                r#""way[0]" is none of what can stand there"#,
            ),
            (r#"{"number":0"#, "it ends too early"),
            (r#"{"number":0,}"#, "it is not valid JSON (line 1, column 13)"),
            (r#"{"number":0,"seat":0}}"#, "it is not valid JSON (line 1, column 22)"),
        ];
        for (json, words) in told {
            assert_eq!(fault(json), words, "{json}");
        }
    }

    #[test]
    fn what_is_long_is_cut() {
        let long = format!(r#"{{"number":0,"seat":0,"{}":1}}"#, "x".repeat(5000));
        assert!(fault(&long).chars().count() < 100);
    }
}
