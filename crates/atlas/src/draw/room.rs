//! Which room on the paper is taken.

use std::collections::HashMap;

use super::shape::Rect;

/// The side of a cell, in points.
const CELL: f64 = 48.0;

/// Boxes that nothing else may touch.
#[derive(Default)]
pub(super) struct Room {
    boxes: Vec<Rect>,
    cells: HashMap<(i64, i64), Vec<usize>>,
}

impl Room {
    /// Whether all boxes lie free of what is taken.
    pub(super) fn is_free(&self, boxes: &[Rect]) -> bool {
        boxes.iter().all(|new| {
            cells(new)
                .filter_map(|cell| self.cells.get(&cell))
                .flatten()
                .all(|&number| !self.boxes[number].overlaps(new))
        })
    }

    /// Takes the boxes, which may overlap among themselves.
    pub(super) fn take(&mut self, boxes: &[Rect]) {
        for new in boxes {
            for cell in cells(new) {
                self.cells.entry(cell).or_default().push(self.boxes.len());
            }
            self.boxes.push(*new);
        }
    }
}

fn cells(rect: &Rect) -> impl Iterator<Item = (i64, i64)> + use<> {
    let cell = |at: f64| (at / CELL).floor() as i64;
    let (left, right) = (cell(rect.low.0), cell(rect.high.0));
    let (top, bottom) = (cell(rect.low.1), cell(rect.high.1));
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_not_free() {
        let mut room = Room::default();
        room.take(&[Rect::around((100.0, 100.0), (60.0, 5.0))]);
        assert!(!room.is_free(&[Rect::around((155.0, 104.0), (3.0, 3.0))]));
        assert!(room.is_free(&[Rect::around((155.0, 109.0), (3.0, 3.0))]));
        assert!(
            !room.is_free(&[Rect::around((0.0, 0.0), (1.0, 1.0)), Rect::around((50.0, 100.0), (20.0, 1.0))])
        );
    }
}
