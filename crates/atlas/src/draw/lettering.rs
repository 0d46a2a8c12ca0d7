//! Letters: words set in type, as outlines.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder, Tag};
use rustybuzz::{Face, Feature, UnicodeBuffer, shape};

use super::pen::short;

/// How a word is set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cut {
    /// Upright.
    Roman,
    /// Slanted.
    Italic,
    /// Slanted small capitals.
    SmallCaps,
}

static ROMAN: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../data/fonts/EBGaramond-Medium.ttf")));
static ITALIC: LazyLock<Face<'static>> =
    LazyLock::new(|| face(include_bytes!("../../data/fonts/EBGaramond-MediumItalic.ttf")));

fn face(bytes: &'static [u8]) -> Face<'static> {
    Face::from_slice(bytes, 0).expect("the typeface is whole")
}

impl Cut {
    fn face(self) -> &'static Face<'static> {
        match self {
            Cut::Roman => &ROMAN,
            Cut::Italic | Cut::SmallCaps => &ITALIC,
        }
    }

    fn features(self) -> Vec<Feature> {
        match self {
            Cut::Roman => Vec::new(),
            // Letters that may be spaced are not joined.
            Cut::Italic => vec![Feature::new(Tag::from_bytes(b"liga"), 0, ..)],
            Cut::SmallCaps => vec![Feature::new(Tag::from_bytes(b"smcp"), 1, ..)],
        }
    }

    /// The letter by which the outlines of a face are known.
    fn key(self) -> char {
        match self {
            Cut::Roman => 'r',
            Cut::Italic | Cut::SmallCaps => 'i',
        }
    }
}

/// A glyph of a face: its key and number.
pub(super) type Glyph = (char, u16);

/// A word, set. Lengths are in ems.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The glyphs, where each begins, and how wide it is.
    pub(super) glyphs: Vec<(Glyph, f64, f64)>,
    /// How wide the word is.
    pub(super) width: f64,
}

/// How high small letters and capitals rise, in ems, and how deep letters hang.
pub(super) const RISE: f64 = 0.66;
/// How deep letters hang below the line, in ems.
pub(super) const HANG: f64 = 0.24;

impl Word {
    /// The same with so many ems between its letters.
    pub(super) fn spaced(&self, spacing: f64) -> Word {
        let mut glyphs = self.glyphs.clone();
        for (i, (_, x, _)) in glyphs.iter_mut().enumerate() {
            *x += spacing * i as f64;
        }
        Word { width: self.width + spacing * glyphs.len().saturating_sub(1) as f64, glyphs }
    }
}

/// Sets a word.
pub(super) fn set(text: &str, cut: Cut) -> Word {
    let face = cut.face();
    let em = f64::from(face.units_per_em());
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    let shaped = shape(face, &cut.features(), buffer);
    let mut at = 0.0;
    let mut glyphs = Vec::new();
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        let advance = f64::from(position.x_advance) / em;
        let glyph = (cut.key(), info.glyph_id as u16);
        glyphs.push((glyph, at + f64::from(position.x_offset) / em, advance));
        at += advance;
    }
    Word { glyphs, width: at }
}

/// The outlines of glyphs, each under its name, a thousand units to the em.
pub(super) fn define(glyphs: &BTreeSet<Glyph>) -> String {
    let define =
        |&(key, number): &Glyph| format!("<path id=\"{key}{number}\" d=\"{}\"/>", path((key, number)));
    glyphs.iter().map(define).collect()
}

fn path((key, number): Glyph) -> String {
    let face: &Face = if key == 'r' { &ROMAN } else { &ITALIC };
    let mut outline = Outline { path: String::new(), scale: 1000.0 / f64::from(face.units_per_em()) };
    face.outline_glyph(GlyphId(number), &mut outline);
    outline.path
}

/// Words as outlines, for drawings that go with a map: on a level line from the origin, and how wide they are.
pub fn letters(text: &str, size: f64) -> (String, f64) {
    let word = set(text, Cut::Roman);
    let mut out = format!("<g transform=\"scale({:.5})\">", size / 1000.0);
    for &(glyph, x, _) in &word.glyphs {
        let path = path(glyph);
        if !path.is_empty() {
            out += &format!("<path transform=\"translate({})\" d=\"{path}\"/>", (x * 1000.0).round());
        }
    }
    (out + "</g>", word.width * size)
}

struct Outline {
    path: String,
    scale: f64,
}

impl Outline {
    fn put(&mut self, command: char, numbers: &[f32]) {
        self.path.push(command);
        for (i, pair) in numbers.chunks(2).enumerate() {
            let [x, y] = [f64::from(pair[0]), -f64::from(pair[1])].map(|n| (n * self.scale).round() + 0.0);
            let gap = if i > 0 && x >= 0.0 { " " } else { "" };
            let part = if y >= 0.0 { " " } else { "" };
            write!(self.path, "{gap}{}{part}{}", short(x), short(y)).expect("a string takes everything");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_tongues_are_there() {
        for cut in [Cut::Roman, Cut::Italic, Cut::SmallCaps] {
            for text in [
                "L’Œuvre, île d’Oléron, Besançon, où, Noël, Nîmes, à côté, Haÿ-les-Roses",
                "Straße, Köln, Düsseldorf, Österreich, Ägypten, Überlingen",
                "Ærø, Tromsø, Århus, Malmö, Ísafjörður, Þingvellir, Åbo, Jyväskylä",
                "Łódź, Gdańsk, Święcany, Poznań, Żółkiew, Częstochowa, Ćmielów",
                "İstanbul, Şumnu, Eğri, Çeşme, Üsküdar, Iğdır",
                "Český Krumlov, Plzeň, Třebíč, Ústí, Kőszeg, Győr, Iași, Timișoara, Čačak, Đakovo, Žabljak",
                "São Tomé, Coruña, Málaga, Évora, Ocaña, L’Escala",
                "Москва, Київ, Бородино, Смоленск, Ярославль, Царицын, Ёлкино, Подъездъ, Вітебск, Їжакевич",
                "1805 – 30°, «Europe» & “map” (1:1)",
            ] {
                let word = set(text, cut);
                assert!(word.glyphs.iter().all(|((_, glyph), ..)| *glyph != 0), "{text} {cut:?}");
            }
        }
    }

    #[test]
    fn small_capitals_are_other_letters_and_spacing_widens() {
        let (plain, small) = (set("Wessex", Cut::Italic), set("Wessex", Cut::SmallCaps));
        assert_ne!(plain.glyphs[1].0, small.glyphs[1].0);
        let wide = small.spaced(0.2);
        assert!((wide.width - small.width - 1.0).abs() < 1e-9);
        assert_eq!(set("", Cut::Roman).spaced(0.1).width, 0.0);
    }

    #[test]
    fn words_are_drawn_without_definitions() {
        let (drawing, width) = letters("A B", 10.0);
        assert_eq!(drawing.matches("<path").count(), 2);
        assert!((10.0..25.0).contains(&width) && letters("", 10.0).1 == 0.0);
    }

    #[test]
    fn a_glyph_is_defined_once() {
        let glyphs = set("Anna", Cut::Roman).glyphs.into_iter().map(|(glyph, ..)| glyph).collect();
        let outlines = define(&glyphs);
        assert_eq!(outlines.matches("<path id=\"r").count(), 3);
        assert!(!outlines.contains("NaN"));
    }
}
