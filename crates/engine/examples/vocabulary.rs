//! Prints the closed vocabularies of the table with their titles and drawings, as a TypeScript module for the web client.
//!
//! `cargo xtask types` writes it to `web/src/api/vocabulary.ts`.

use engine::{
    Badge, Colours, Currency, EffectKind, Glyph, Ground, Layer, OverlayKind, Paint, Site, Symbol, Tint,
    Topic, Verb,
};
use serde::Serialize;
use serde_json::{Value, json};

#[allow(dead_code, reason = "the test that compares the file includes this example as a module")]
fn main() {
    print!("{}", module());
}

const HEAD: &str = r#"// Written by `cargo xtask types` from crates/engine/src/table: do not edit.
//
// Every word that the table may use, with what people call it and how it is drawn.

import type {
  Badge, Currency, EffectKind, Ground, Layer, OverlayKind, Site, Symbol, Tint, Topic, Verb,
} from "./types";

/** What a part of a drawing is painted with: a colour of whose piece it is, or one of its own. */
export type Paint = keyof Painted | keyof typeof PAINTS;

/** The paints that depend on whose piece it is. */
export interface Painted {
  ink: string;
  face: string;
  coat: string;
  trim: string;
}

/** A part of a drawing: an SVG path, without fill or outline where none is given. Lines have round ends and corners. */
export interface Part {
  d: string;
  fill?: Paint;
  stroke?: Paint;
  width?: number;
}

/** A word with a drawing in a square from -1 to 1. */
export interface Glyph {
  title: string;
  letter: string;
  parts: readonly Part[];
}

/** A pattern: lines in a square tile of side 1, how thick they are, and how large the tile is on a piece from -1 to 1. */
export interface Hatch {
  lines: string;
  width: number;
  tile: number;
}

/** The colours of whoever has a tint, the pattern that doubles them, and a flag from -1.5 to 1.5 and -1 to 1. */
export interface Colours extends Painted {
  hatch: Hatch;
  flag: readonly Part[];
}

/** A word. */
export interface Word {
  title: string;
}
"#;

/// The whole module.
pub fn module() -> String {
    let mut out = HEAD.to_owned();
    let mut add = |name, says, kind, entries| out += &constant(name, says, kind, entries);

    let painted = [Paint::None, Paint::Ink, Paint::Face, Paint::Coat, Paint::Trim];
    let fixed = Paint::ALL.iter().filter(|paint| !painted.contains(paint));
    let fixed = fixed.map(|paint| (key(paint), json!(paint.colour(&Colours::MAP)))).collect();
    add("PAINTS", "The paints that are the same on every piece.", "", fixed);

    let symbols = entries(Symbol::ALL, |word| glyph(word.title(), word.glyph()));
    add("SYMBOLS", "What is drawn on a piece.", "Record<Symbol, Glyph>", symbols);
    let badges = entries(Badge::ALL, |word| {
        let mut badge = glyph(word.title(), word.glyph());
        badge["help"] = json!(word.help());
        badge
    });
    add(
        "BADGES",
        "What a piece bears for the moment, and what that means for it.",
        "Record<Badge, Glyph & { help: string }>",
        badges,
    );
    let sites = entries(Site::ALL, |word| glyph(word.title(), word.glyph()));
    add("SITES", "What is printed on a space, in the colours of MAP.", "Record<Site, Glyph>", sites);
    let tints = entries(Tint::ALL, |tint| word(tint.title(), colours(tint.colours())));
    add("TINTS", "Whose something is.", "Record<Tint, Word & Colours>", tints);
    let map = colours(&Colours::MAP).as_object().cloned().unwrap_or_default().into_iter().collect();
    add("MAP", "The colours of what is printed on a map.", "Colours", map);

    let plain = json!({});
    let grounds = entries(Ground::ALL, |ground| word(ground.title(), plain.clone()));
    add("GROUNDS", "What covers a space.", "Record<Ground, Word>", grounds);
    let topics = entries(Topic::ALL, |topic| word(topic.title(), plain.clone()));
    add(
        "TOPICS",
        "What a rule is about, in the order in which rules are read.",
        "Record<Topic, Word>",
        topics,
    );
    let overlays = entries(OverlayKind::ALL, |kind| word(kind.title(), plain.clone()));
    add("OVERLAYS", "What a mark over spaces says.", "Record<OverlayKind, Word>", overlays);
    let layers = entries(Layer::ALL, |layer| word(layer.title(), plain.clone()));
    add("LAYERS", "What can be laid over the map.", "Record<Layer, Word>", layers);
    let effects = entries(EffectKind::ALL, |kind| word(kind.title(), plain.clone()));
    add("EFFECTS", "What comes of a choice.", "Record<EffectKind, Word>", effects);
    let verbs = entries(Verb::ALL, |verb| {
        word(verb.title(), json!({ "diplomatic": verb.is_diplomatic(), "closes": verb.closes() }))
    });
    add(
        "VERBS",
        "What a choice does; whether players agree on something with it, and whether it closes a question or a turn.",
        "Record<Verb, Word & { diplomatic: boolean; closes: boolean }>",
        verbs,
    );
    let currencies =
        entries(Currency::ALL, |currency| word(currency.title(), json!({ "plural": currency.plural() })));
    add("CURRENCIES", "What is paid in.", "Record<Currency, Word & { plural: string }>", currencies);
    out
}

type Entries = Vec<(String, Value)>;

/// A word as it is sent.
fn key(word: &impl Serialize) -> String {
    serde_json::to_value(word).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn entries<W: Serialize>(words: &[W], says: impl Fn(&W) -> Value) -> Entries {
    words.iter().map(|word| (key(word), says(word))).collect()
}

fn word(title: &str, rest: Value) -> Value {
    let mut entry = json!({ "title": title });
    if let (Value::Object(entry), Value::Object(rest)) = (&mut entry, rest) {
        entry.extend(rest);
    }
    entry
}

fn glyph(title: &str, Glyph { letter, parts }: Glyph) -> Value {
    json!({ "title": title, "letter": letter, "parts": parts })
}

fn colours(Colours { face, ink, coat, trim, hatch, flag, .. }: &Colours) -> Value {
    json!({ "face": face, "ink": ink, "coat": coat, "trim": trim, "hatch": hatch, "flag": flag })
}

/// A constant, with an entry to a line and a part of a drawing to a line.
fn constant(name: &str, says: &str, kind: &str, entries: Entries) -> String {
    let (of, end) = if kind.is_empty() { (String::new(), " as const") } else { (format!(": {kind}"), "") };
    let mut out = format!("\n/** {says} */\nexport const {name}{of} = {{\n");
    for (word, value) in entries {
        let key = if word.contains('-') { format!("\"{word}\"") } else { word };
        out += &format!("  {key}: {},\n", written(&value, 2));
    }
    out + &format!("}}{end};\n")
}

fn written(value: &Value, indent: usize) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(field, value)| format!("{field}: {}", written(value, indent)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(items) => {
            let margin = " ".repeat(indent + 2);
            let items = items.iter().map(|item| format!("\n{margin}{},", written(item, indent + 2)));
            format!("[{}\n{}]", items.collect::<String>(), " ".repeat(indent))
        }
        // Lengths are short numbers of half the precision that JSON has.
        Value::Number(number) => (number.as_f64().unwrap_or_default() as f32).to_string(),
        plain => plain.to_string(),
    }
}
