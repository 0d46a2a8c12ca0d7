//! What is printed on spaces: ink on paper, in the colours of [`Colours::MAP`](super::Colours::MAP).

use super::Paint::*;
use super::{Glyph, fill, line, part};
use crate::Site;

const DISC: &str = "M-.76 0a.76.76 0 1 0 1.52 0 .76.76 0 1 0-1.52 0z";
const SQUARE: &str = "M-.84-.84H.84V.84H-.84z";
const STAR: &str = "M0-.66.16-.21.63-.2.25.08.39.53 0 .27-.39.53-.25.08-.63-.2-.16-.21z";
/// A soldier's shako, seen from the front.
const SHAKO: &str = "M-.07-.62h.14v.14h.29L.28.2Q.36.34.3.4 0 .54-.3.4-.36.34-.28.2L-.36-.48h.29z";
/// A horse's head.
const HORSE: &str = "M.06-.6.14-.44Q.34-.34.52 0 .52.14.4.16.22.1.14 0 .02.1.14.5H-.38Q-.46-.12-.04-.42z";
/// A general's hat.
const BICORNE: &str = "M-.62.3Q-.34-.42 0-.42T.62.3Q.3.12 0 .3-.3.12-.62.3z";
const ANCHOR: &str =
    "M0-.36V.62M-.3-.16H.3M-.58.16Q-.52.6 0 .64.52.6.58.16M-.7.3-.58.12-.4.26M.7.3.58.12.4.26";

impl Site {
    /// How it is drawn.
    pub const fn glyph(self) -> Glyph {
        match self {
            Site::Capital => Glyph {
                letter: '*',
                parts: const {
                    &[
                        part(
                            "M-.86-.6Q-.86-.86-.6-.86H.6Q.86-.86.86-.6V.6Q.86.86.6.86H-.6Q-.86.86-.86.6z",
                            Trim,
                            Ink,
                            0.13,
                        ),
                        fill("M0-.72.18-.23.69-.22.28.1.43.6 0 .3-.43.6-.28.1-.69-.22-.18-.23z", Ink),
                    ]
                },
            },
            Site::City => Glyph {
                letter: 'o',
                parts: const {
                    &[part(DISC, Face, Ink, 0.14), fill("M-.4 0a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z", Ink)]
                },
            },
            Site::Town => Glyph {
                letter: ',',
                parts: const { &[part("M-.6 0a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0z", Trim, Ink, 0.14)] },
            },
            Site::InfantryTown => Glyph {
                letter: 'I',
                parts: const {
                    &[part(DISC, Coat, Ink, 0.13), fill(SHAKO, Pale), line("M-.3.2Q0 .08.3.2", Coat, 0.07)]
                },
            },
            Site::CavalryTown => {
                Glyph { letter: 'C', parts: const { &[part(DISC, Coat, Ink, 0.13), fill(HORSE, Pale)] } }
            }
            Site::Fortress => Glyph {
                letter: '#',
                parts: const {
                    &[
                        part(
                            "M-.16-.54-.25-.74 0-.94.25-.74.16-.54.52-.28.69-.42.95-.25.84.05.62.03.48.45.67.57.59.87.27.85\
                         .22.64H-.22L-.27.85-.59.87-.67.57-.48.45-.62.03-.84.05-.95-.25-.69-.42-.52-.28z",
                            Face,
                            Ink,
                            0.12,
                        ),
                        fill("M0-.28.32-.05.2.34H-.2L-.32-.05z", Ink),
                    ]
                },
            },
            Site::NavalBase => Glyph {
                letter: 'b',
                parts: const {
                    &[
                        part("M-.92 0a.92.92 0 1 0 1.84 0 .92.92 0 1 0-1.84 0z", Face, Ink, 0.12),
                        line("M0-.36V.56M-.26-.18H.26M-.5.12Q-.46.5 0 .56.46.5.5.12", Ink, 0.14),
                        part("M-.12-.5a.12.12 0 1 0 .24 0 .12.12 0 1 0-.24 0z", None, Ink, 0.1),
                    ]
                },
            },
            Site::Port => Glyph {
                letter: 'p',
                parts: const {
                    &[
                        line(ANCHOR, Face, 0.34),
                        line(ANCHOR, Ink, 0.15),
                        part("M-.14-.54a.14.14 0 1 0 .28 0 .14.14 0 1 0-.28 0z", Face, Ink, 0.12),
                    ]
                },
            },
            Site::Star => Glyph {
                letter: '+',
                parts: const {
                    &[part(
                        "M0-.92.22-.3.88-.28.36.12.54.76 0 .38-.54.76-.36.12-.88-.28-.22-.3z",
                        Trim,
                        Ink,
                        0.13,
                    )]
                },
            },
            Site::Start => Glyph { letter: 's', parts: const { &[line(SQUARE, Ink, 0.1), fill(STAR, Ink)] } },
            Site::InfantryStart => Glyph {
                letter: 'i',
                parts: const { &[line(SQUARE, Ink, 0.1), fill(SHAKO, Ink), line("M-.3.2Q0 .08.3.2", Face, 0.07)] },
            },
            Site::CavalryStart => {
                Glyph { letter: 'c', parts: const { &[line(SQUARE, Ink, 0.1), fill(HORSE, Ink)] } }
            }
            // With a plus: more of them come.
            Site::GeneralEnlists => Glyph {
                letter: 'g',
                parts: const { &[part(BICORNE, None, Ink, 0.12), line("M.62-.84V-.4M.4-.62H.84", Ink, 0.12)] },
            },
            Site::InfantryEnlists => Glyph {
                letter: 'e',
                parts: const { &[part(SHAKO, None, Ink, 0.11), line("M.68-.84V-.4M.46-.62H.9", Ink, 0.12)] },
            },
            Site::CavalryEnlists => Glyph {
                letter: 'h',
                parts: const { &[part(HORSE, None, Ink, 0.11), line("M.68-.84V-.4M.46-.62H.9", Ink, 0.12)] },
            },
        }
    }
}
