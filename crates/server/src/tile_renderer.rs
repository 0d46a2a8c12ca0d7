//! Prints the maps, tile by tile, as they are asked for.
//!
//! A drawing is made and read once for each detail and then kept. Tiles are printed on threads of their own, only so many
//! at once, each but once however many ask for it, and kept as long as there is room. Whoever looks at a map zooms in soon:
//! with the first tile of one detail the drawing of the next is made, so that it is there when it is wanted.

use std::sync::Arc;

use atlas::board::LEVELS;
use atlas::draw::{self, Detail, Engraving, Part, PngError};
use atlas::geography::europe;
use axum::body::Bytes;
use engine::Picture;
use quick_cache::sync::Cache;
use registry::Chart;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// About how large a tile is, in bytes.
const USUAL: u64 = 100_000;

/// So many drawings are kept, each of one map in one detail: they are large.
const ENGRAVINGS: usize = 9;

/// Which drawing: whose map, in which detail, and whether by night.
type Which = (&'static str, Detail, bool);

/// A tile of the map of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Whose map.
    pub game: &'static str,
    /// The number of the level.
    pub level: usize,
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// Whether it is printed in the colours of the night.
    pub night: bool,
}

/// Why a tile was not printed.
#[derive(Debug, Error)]
pub enum TileError {
    /// The drawing or the packing failed.
    #[error("a tile cannot be printed: {0}")]
    Print(#[from] PngError),
    /// The thread was lost.
    #[error("a tile was not finished: {0}")]
    Thread(#[from] JoinError),
}

/// Prints tiles and keeps them.
pub struct TileRenderer {
    tiles: Cache<Tile, Bytes, Weight>,
    engravings: Arc<Cache<Which, Arc<Engraving>>>,
    hands: Arc<Semaphore>,
    /// Makes drawings ahead, one at a time.
    ahead: Arc<Semaphore>,
}

#[derive(Clone)]
struct Weight;

impl quick_cache::Weighter<Tile, Bytes> for Weight {
    fn weight(&self, _: &Tile, bytes: &Bytes) -> u64 {
        bytes.len() as u64
    }
}

impl TileRenderer {
    /// Keeps tiles of so many bytes, and prints so many at once.
    pub fn new(bytes: u64, at_once: usize) -> TileRenderer {
        TileRenderer {
            tiles: Cache::with_weighter((bytes / USUAL) as usize, bytes, Weight),
            engravings: Arc::new(Cache::new(ENGRAVINGS)),
            hands: Arc::new(Semaphore::new(at_once.max(1))),
            ahead: Arc::new(Semaphore::new(1)),
        }
    }

    /// Whether this tile is printed already.
    pub fn has(&self, tile: &Tile) -> bool {
        self.tiles.peek(tile).is_some()
    }

    /// A tile of a picture, if the picture has it.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub async fn tile(
        &self,
        chart: &'static Chart,
        picture: &Picture,
        tile: Tile,
    ) -> Result<Option<Bytes>, TileError> {
        let Some((whole, part)) = part(picture, tile) else { return Ok(None) };
        let (detail, _) = LEVELS[tile.level];
        let print = async {
            // Whoever asked may go away; the thread goes on and keeps its place until it is done.
            let hand = self.hands.clone().acquire_owned().await.ok();
            let engravings = self.engravings.clone();
            let printed = tokio::task::spawn_blocking(move || {
                let _hand = hand;
                let engraving = engrave(&engravings, chart, detail, tile.night)?;
                let pixels = engraving.print(whole, part)?;
                Ok::<_, PngError>(Bytes::from(draw::jpeg(&pixels)?))
            });
            Ok::<_, TileError>(printed.await??)
        };
        let printed = self.tiles.get_or_insert_async(&tile, print).await.map(Some);
        self.prepare(chart, detail, tile.night);
        printed
    }

    /// Has the drawing made that is wanted by whoever zooms in from `detail`, unless it is there or another one is being made.
    fn prepare(&self, chart: &'static Chart, detail: Detail, night: bool) {
        let next = Detail::ALL.into_iter().find(|&next| next > detail);
        let Some(next) = next.filter(|&next| self.engravings.peek(&(chart.id, next, night)).is_none()) else {
            return;
        };
        let Ok(turn) = self.ahead.clone().try_acquire_owned() else { return };
        let engravings = self.engravings.clone();
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            if let Err(error) = engrave(&engravings, chart, next, night) {
                tracing::error!(game = chart.id, %error, "a map cannot be drawn");
            }
        });
    }
}

/// The drawing of a map in one detail, made once.
fn engrave(
    engravings: &Cache<Which, Arc<Engraving>>,
    chart: &Chart,
    detail: Detail,
    night: bool,
) -> Result<Arc<Engraving>, PngError> {
    engravings.get_or_insert_with(&(chart.id, detail, night), || {
        let draw = if night { draw::svg_by_night } else { draw::svg };
        Engraving::new(&draw(&(chart.sheet)(), europe(), detail)).map(Arc::new)
    })
}

/// The whole of a level in pixels, and what of it a tile shows.
fn part(picture: &Picture, tile: Tile) -> Option<((u32, u32), Part)> {
    let level = picture.levels.get(tile.level)?;
    let side = u32::from(picture.tile);
    let (x, y) = (tile.x.checked_mul(side)?, tile.y.checked_mul(side)?);
    let (right, down) = (level.width.checked_sub(x)?, level.height.checked_sub(y)?);
    let part = Part { x, y, width: side.min(right), height: side.min(down) };
    (right > 0 && down > 0).then_some(((level.width, level.height), part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_tile_is_printed_once() {
        let tile_renderer = TileRenderer::new(10_000_000, 1);
        let chart = &registry::CHARTS[0];
        let picture = registry::boards(chart.id).unwrap()[0].picture.as_ref().unwrap();
        let tile = Tile { game: chart.id, level: 0, x: 0, y: 0, night: false };
        assert!(!tile_renderer.has(&tile));
        let first = tile_renderer.tile(chart, picture, tile).await.unwrap().unwrap();
        let again = tile_renderer.tile(chart, picture, tile).await.unwrap().unwrap();
        assert!(tile_renderer.has(&tile));
        assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes are handed out again");
    }
}
