//! Colours, patterns and flags.

use super::Paint::*;
use super::{Colours, Hatch, fill, line};
use crate::Tint;

const AZURE: Hatch = Hatch { lines: "M0 .5H1", width: 0.34, tile: 0.36 };
const GULES: Hatch = Hatch { lines: "M.5 0V1", width: 0.34, tile: 0.36 };
const VERT: Hatch = Hatch { lines: "M0 0 1 1M-.5 .5 .5 1.5M.5-.5 1.5 .5", width: 0.26, tile: 0.46 };
const PURPURE: Hatch = Hatch { lines: "M0 1 1 0M-.5 .5 .5-.5M.5 1.5 1.5 .5", width: 0.26, tile: 0.46 };
const SABLE: Hatch = Hatch { lines: "M0 .5H1M.5 0V1", width: 0.22, tile: 0.44 };
const SANGUINE: Hatch = Hatch { lines: "M0 0 1 1M0 1 1 0", width: 0.18, tile: 0.52 };
const OR: Hatch = Hatch { lines: "M.25 .25h.01M.75 .75h.01", width: 0.26, tile: 0.5 };
const ERMINE: Hatch = Hatch { lines: "M.25 .08V.42M.1 .25H.4M.75 .58V.92M.6 .75H.9", width: 0.1, tile: 0.66 };
const VAIR: Hatch = Hatch { lines: "M0 .5q.25-.5.5 0t.5 0", width: 0.24, tile: 0.5 };
const CHEVRONS: Hatch = Hatch { lines: "M0 .75 .5 .25 1 .75", width: 0.22, tile: 0.5 };
const BRICKS: Hatch = Hatch { lines: "M0 0H1M0 .5H1M0 1H1M.25 0V.5M.75 .5V1", width: 0.14, tile: 0.66 };
const RINGS: Hatch = Hatch { lines: "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0", width: 0.16, tile: 0.5 };

/// The whole of a flag.
const FIELD: &str = "M-1.5-1H1.5V1H-1.5z";
const HOIST: &str = "M-1.5-1h1v2h-1z";
const MIDDLE: &str = "M-.5-1h1v2h-1z";
const FLY: &str = "M.5-1h1v2h-1z";
const TOP: &str = "M-1.5-1h3v.67h-3z";
const BOTTOM: &str = "M-1.5.33h3V1h-3z";
const CROSS: &str = "M-.2-1H.2V-.2H1.5V.2H.2V1H-.2V.2H-1.5V-.2H-.2z";
const THIN_CROSS: &str = "M-.09-1H.09V-.09H1.5V.09H.09V1H-.09V.09H-1.5V-.09H-.09z";
const SALTIRE: &str = "M-1.5-1h.4L1.5.74V1h-.4L-1.5-.74zM1.5-1h-.4L-1.5.74V1h.4L1.5-.74z";
const LOZENGE: &str = "M0-.95 1.4 0 0 .95-1.4 0z";
const BORDER: &str = "M-1.5-1H1.5V1H-1.5zM-1.24-.74V.74H1.24V-.74z";
const DISC: &str = "M-.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z";
/// An eagle with its wings spread, small.
const EAGLE: &str = "M0-.42q.12 0 .12.14.3-.2.5-.1-.06.32-.4.44l.1.3-.2-.06L0 .46l-.12-.16-.2.06.1-.3\
    q-.34-.12-.4-.44.2-.1.5.1 0-.14.12-.14z";

impl Tint {
    /// Its colours, its pattern and its flag.
    pub const fn colours(self) -> &'static Colours {
        match self {
            Tint::Blue => {
                const {
                    &Colours {
                        face: "#34558b",
                        ink: "#f4ecd8",
                        coat: "#27427a",
                        trim: "#c8402f",
                        cell: 25,
                        cell_ink: 231,
                        hatch: AZURE,
                        flag: &[fill(HOIST, Blue), fill(MIDDLE, Pale), fill(FLY, Red)],
                    }
                }
            }
            Tint::Red => {
                const {
                    &Colours {
                        face: "#a5302b",
                        ink: "#f4ecd8",
                        coat: "#b8352d",
                        trim: "#e9d6a2",
                        cell: 124,
                        cell_ink: 231,
                        hatch: GULES,
                        flag: &[fill(FIELD, Red), fill(SALTIRE, Pale), fill(THIN_CROSS, Gold)],
                    }
                }
            }
            Tint::Green => {
                const {
                    &Colours {
                        face: "#3d6b3f",
                        ink: "#f4ecd8",
                        coat: "#2f5a36",
                        trim: "#c8402f",
                        cell: 22,
                        cell_ink: 231,
                        hatch: VERT,
                        flag: &[fill(FIELD, Green), fill(SALTIRE, Pale), fill(DISC, Gold), fill(EAGLE, Dark)],
                    }
                }
            }
            Tint::White => {
                const {
                    &Colours {
                        face: "#f7f2e4",
                        ink: "#33302e",
                        coat: "#fffdf4",
                        trim: "#b5382f",
                        cell: 255,
                        cell_ink: 16,
                        hatch: ERMINE,
                        flag: &[fill(FIELD, Pale), fill(BORDER, Red), fill(EAGLE, Dark)],
                    }
                }
            }
            Tint::Black => {
                const {
                    &Colours {
                        face: "#33302e",
                        ink: "#f4ecd8",
                        coat: "#2c3c66",
                        trim: "#cf4a3c",
                        cell: 236,
                        cell_ink: 231,
                        hatch: SABLE,
                        flag: &[fill(FIELD, Dark), fill(SALTIRE, Pale), fill(DISC, Pale), fill(EAGLE, Dark)],
                    }
                }
            }
            Tint::Yellow => {
                const {
                    &Colours {
                        face: "#d8a62c",
                        ink: "#33302e",
                        coat: "#ecc863",
                        trim: "#3f7048",
                        cell: 178,
                        cell_ink: 16,
                        hatch: OR,
                        flag: &[
                            fill(FIELD, Gold),
                            fill(TOP, Green),
                            fill(BOTTOM, Green),
                            fill(DISC, Pale),
                            fill(EAGLE, Dark),
                        ],
                    }
                }
            }
            Tint::Orange => {
                const {
                    &Colours {
                        face: "#e38f45",
                        ink: "#33302e",
                        coat: "#f0a860",
                        trim: "#2f4f8a",
                        cell: 172,
                        cell_ink: 16,
                        hatch: VAIR,
                        flag: &[fill(FIELD, Pale), fill(TOP, Face), fill(BOTTOM, Blue)],
                    }
                }
            }
            Tint::Brown => {
                const {
                    &Colours {
                        face: "#7a5334",
                        ink: "#f4ecd8",
                        coat: "#6b4527",
                        trim: "#e0b43f",
                        cell: 94,
                        cell_ink: 231,
                        hatch: CHEVRONS,
                        flag: &[fill(FIELD, Face), fill(CROSS, Gold), fill(DISC, Pale)],
                    }
                }
            }
            Tint::Purple => {
                const {
                    &Colours {
                        face: "#6f4e8c",
                        ink: "#f4ecd8",
                        coat: "#5d3f7a",
                        trim: "#e7c15a",
                        cell: 97,
                        cell_ink: 231,
                        hatch: SANGUINE,
                        flag: &[fill(FIELD, Face), fill(LOZENGE, Pale), fill(DISC, Gold)],
                    }
                }
            }
            Tint::Pink => {
                const {
                    &Colours {
                        face: "#de86a4",
                        ink: "#33302e",
                        coat: "#eba4bc",
                        trim: "#6a2f4a",
                        cell: 175,
                        cell_ink: 16,
                        hatch: BRICKS,
                        flag: &[fill(FIELD, Face), fill(CROSS, Pale), fill(THIN_CROSS, Dark)],
                    }
                }
            }
            Tint::Grey => {
                const {
                    &Colours {
                        face: "#8d8677",
                        ink: "#fdf8ea",
                        coat: "#6f6a5e",
                        trim: "#d9cfb6",
                        cell: 244,
                        cell_ink: 16,
                        hatch: PURPURE,
                        flag: &[fill(FIELD, Face), fill(TOP, Pale), fill(BOTTOM, Dark)],
                    }
                }
            }
            Tint::Card => {
                const {
                    &Colours {
                        face: "#f3e9d0",
                        ink: "#33302e",
                        coat: "#8a7a5a",
                        trim: "#a5302b",
                        cell: 223,
                        cell_ink: 16,
                        hatch: RINGS,
                        flag: &[fill(FIELD, Face), fill(LOZENGE, Pale), line(LOZENGE, Gold, 0.12)],
                    }
                }
            }
        }
    }
}

impl Colours {
    /// What is printed on a map: ink on paper, red for what is worth a fight, gold for what is worth two.
    pub const MAP: Colours = Colours {
        face: "#f6eed8",
        ink: "#4a3b2a",
        coat: "#b8402f",
        trim: "#edcb57",
        cell: 223,
        cell_ink: 236,
        hatch: RINGS,
        flag: &[],
    };
}
