//! The small marks that pieces bear for the moment: a disc with a sign, to be read at a few pixels.

use super::Paint::*;
use super::{Glyph, Paint, Part, fill, line, part};
use crate::Badge;

const DISC: &str = "M-.9 0a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z";

/// What a sign stands on. Its colour says what kind of mark it is: red for war, blue for rest, green for what is new, dark
/// for what has happened, gold for honour.
const fn disc(paint: Paint) -> Part {
    part(DISC, paint, Pale, 0.16)
}

const fn sign(d: &'static str) -> Part {
    line(d, Pale, 0.22)
}

impl Badge {
    /// How it is drawn.
    pub const fn glyph(self) -> Glyph {
        match self {
            // The grenade of the Guard.
            Badge::Guard => Glyph {
                letter: 'G',
                parts: const {
                    &[
                        disc(Gold),
                        fill("M-.34.24a.34.34 0 1 0 .68 0 .34.34 0 1 0-.68 0z", Dark),
                        fill(
                            "M-.18 0Q-.5-.3-.3-.62-.2-.44-.08-.42-.14-.62.04-.78.06-.5.16-.42.3-.5.32-.62.46-.24.18 0z",
                            Red,
                        ),
                    ]
                },
            },
            Badge::Minor => Glyph {
                letter: 'm',
                parts: const {
                    &[
                        disc(Wood),
                        fill("M-.42-.46H.42V.02Q.38.4 0 .58-.38.4-.42.02z", Pale),
                        line("M-.4-.1H.4", Wood, 0.14),
                    ]
                },
            },
            // The number of a corps, in Roman.
            Badge::InCorps => Glyph {
                letter: 'k',
                parts: const { &[disc(Blue), sign("M-.4-.44.0.46.4-.44M-.56-.44h.3M.26-.44h.3")] },
            },
            // A hull with men aboard.
            Badge::Laden => Glyph {
                letter: 'l',
                parts: const {
                    &[
                        disc(Blue),
                        fill("M-.62.06H.62L.42.46H-.42z", Pale),
                        line("M-.3-.14v-.2M0-.14v-.3M.3-.14v-.2", Pale, 0.18),
                    ]
                },
            },
            // Given, to be given back.
            Badge::Lent => Glyph {
                letter: 'e',
                parts: const { &[disc(Wood), sign("M-.5-.2H.42M.18-.46.46-.2M.5.24H-.42M-.18.5-.46.24")] },
            },
            // An open hand.
            Badge::InHand => Glyph {
                letter: '>',
                parts: const {
                    &[
                        disc(Green),
                        line("M-.3.06V-.34M-.08 0V-.5M.14 0V-.46M.36.08V-.3M-.52.04-.3.3", Pale, 0.18),
                        fill("M-.38-.02H.44V.2Q.4.56.04.58-.24.56-.4.26z", Pale),
                    ]
                },
            },
            // A dispatch, sealed.
            Badge::Ordered => Glyph {
                letter: '!',
                parts: const {
                    &[
                        disc(Green),
                        part("M-.5-.32H.5V.36H-.5z", Pale, Dark, 0.08),
                        line("M-.48-.3 0 .08 .48-.3", Dark, 0.1),
                        fill("M-.16.1a.16.16 0 1 0 .32 0 .16.16 0 1 0-.32 0z", Red),
                    ]
                },
            },
            Badge::Moved => {
                Glyph { letter: '.', parts: const { &[disc(Dark), sign("M-.52 0H.5M.14-.38.52 0 .14.38")] } }
            }
            // Crossed swords.
            Badge::Attacking => Glyph {
                letter: 'x',
                parts: const { &[disc(Red), sign("M-.4.4.46-.46M.4.4-.46-.46M-.5.14-.14.5M.5.14.14.5")] },
            },
            // Two chevrons that wait.
            Badge::Reserve => Glyph {
                letter: 'r',
                parts: const { &[disc(Blue), sign("M-.44.0.0-.4.44 0M-.44.46 0 .06.44.46")] },
            },
            Badge::Levied => {
                Glyph { letter: '+', parts: const { &[disc(Green), sign("M0-.5V.5M-.5 0H.5")] } }
            }
            // An hourglass.
            Badge::Waiting => Glyph {
                letter: 'w',
                parts: const {
                    &[
                        disc(Blue),
                        fill("M-.36-.48H.36L.08 0 .36.48H-.36L-.08 0z", Pale),
                        line("M-.44-.5H.44M-.44.5H.44", Pale, 0.16),
                    ]
                },
            },
            Badge::Target => Glyph {
                letter: 'o',
                parts: const {
                    &[
                        disc(Pale),
                        part("M-.56 0a.56.56 0 1 0 1.12 0 .56.56 0 1 0-1.12 0z", Pale, Red, 0.22),
                        fill("M-.2 0a.2.2 0 1 0 .4 0 .2.2 0 1 0-.4 0z", Red),
                        part(DISC, None, Red, 0.14),
                    ]
                },
            },
            // Turned about.
            Badge::Beaten => Glyph {
                letter: '<',
                parts: const { &[disc(Red), sign("M.4.44Q.56-.34-.2-.3H-.46M-.2-.56-.48-.3-.2-.02")] },
            },
            // A card with its face down.
            Badge::Laid => Glyph {
                letter: '_',
                parts: const {
                    &[
                        disc(Dark),
                        fill("M-.34-.52H.34V.52H-.34z", Pale),
                        line("M0-.26.16 0 0 .26-.16 0z", Dark, 0.12),
                    ]
                },
            },
            Badge::Aside => Glyph {
                letter: '|',
                parts: const { &[disc(Wood), sign("M-.48-.44V.44M.56 0H-.14M.1-.3-.18 0 .1.3")] },
            },
            Badge::Used => {
                Glyph { letter: 'u', parts: const { &[disc(Dark), sign("M-.46.02-.12.38.48-.36")] } }
            }
            // A bookmark.
            Badge::Kept => Glyph {
                letter: 'b',
                parts: const { &[disc(Green), fill("M-.32-.54H.32V.54L0 .24-.32.54z", Pale)] },
            },
            // A seal.
            Badge::Pledged => Glyph {
                letter: 'p',
                parts: const {
                    &[
                        disc(Gold),
                        line("M-.14.3-.26.62M.14.3.26.62", Red, 0.24),
                        fill("M-.44-.1a.44.44 0 1 0 .88 0 .44.44 0 1 0-.88 0z", Red),
                        line("M-.16-.1-.02.04.18-.24", Pale, 0.13),
                    ]
                },
            },
        }
    }
}
