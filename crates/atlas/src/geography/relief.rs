//! Heights on a grid.

/// Heights above the sea on a grid of longitudes and latitudes.
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    /// Longitude of the first column.
    pub west: f64,
    /// Latitude of the first row; rows run south.
    pub north: f64,
    /// Grid points per degree.
    pub per_degree: f64,
    /// Columns of the grid.
    pub columns: usize,
    /// Metres, row by row; 0 at sea.
    pub metres: Vec<i16>,
}

impl Relief {
    /// Rows of the grid.
    pub fn rows(&self) -> usize {
        self.metres.len() / self.columns
    }

    /// Metres at a point, by straight lines between the four grid points around it; 0 off the grid.
    pub fn height(&self, lon: f64, lat: f64) -> f64 {
        let x = (lon - self.west) * self.per_degree;
        let y = (self.north - lat) * self.per_degree;
        let (column, row) = (x.floor(), y.floor());
        let (right, down) = (x - column, y - row);
        let at = |dx: f64, dy: f64| self.metre(column + dx, row + dy);
        let upper = at(0.0, 0.0) * (1.0 - right) + at(1.0, 0.0) * right;
        let lower = at(0.0, 1.0) * (1.0 - right) + at(1.0, 1.0) * right;
        upper * (1.0 - down) + lower * down
    }

    fn metre(&self, column: f64, row: f64) -> f64 {
        let on = (0.0..self.columns as f64).contains(&column) && (0.0..self.rows() as f64).contains(&row);
        if on { f64::from(self.metres[row as usize * self.columns + column as usize]) } else { 0.0 }
    }

    /// The grid in few bytes: how much each height differs from what its neighbours above and to the left let expect.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [self.west, self.north, self.per_degree] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((self.columns as u32).to_le_bytes());
        let mut zeros: u32 = 0;
        for (i, &metres) in self.metres.iter().enumerate() {
            match i32::from(metres) - self.expected(i) {
                0 => zeros += 1,
                surprise => {
                    flush(&mut bytes, &mut zeros);
                    put(&mut bytes, ((surprise << 1) ^ (surprise >> 31)) as u32);
                }
            }
        }
        flush(&mut bytes, &mut zeros);
        bytes
    }

    /// Reads what `to_bytes` wrote; `None` if the bytes are broken.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Relief> {
        let mut number = || Some(f64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?));
        let (west, north, per_degree) = (number()?, number()?, number()?);
        let columns = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?) as usize;
        let mut relief = Relief { west, north, per_degree, columns, metres: Vec::new() };
        while !bytes.is_empty() {
            let code = take(&mut bytes)?;
            if code == 0 {
                for _ in 0..take(&mut bytes)? {
                    relief.push(0)?;
                }
            } else {
                relief.push((code >> 1) as i32 ^ -((code & 1) as i32))?;
            }
        }
        (columns > 0 && relief.metres.len().is_multiple_of(columns)).then_some(relief)
    }

    fn push(&mut self, surprise: i32) -> Option<()> {
        let metres = self.expected(self.metres.len()) + surprise;
        self.metres.push(i16::try_from(metres).ok()?);
        Some(())
    }

    /// The height at `i` if the slope went on as above and to the left.
    fn expected(&self, i: usize) -> i32 {
        let at = |back: usize| i32::from(self.metres[i - back]);
        match (i % self.columns, i / self.columns) {
            (0, 0) => 0,
            (_, 0) => at(1),
            (0, _) => at(self.columns),
            _ => at(1) + at(self.columns) - at(self.columns + 1),
        }
    }
}

fn flush(bytes: &mut Vec<u8>, zeros: &mut u32) {
    if *zeros > 0 {
        bytes.push(0);
        put(bytes, std::mem::take(zeros));
    }
}

/// Seven bits to a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hills() -> Relief {
        let metres = vec![0, 0, 0, 0, 100, 4810, 0, 200, 300, 7, -28, 12];
        Relief { west: 6.0, north: 47.0, per_degree: 2.0, columns: 3, metres }
    }

    #[test]
    fn bytes_keep_every_height() {
        assert_eq!(Relief::from_bytes(&hills().to_bytes()), Some(hills()));
    }

    #[test]
    fn broken_bytes_are_noticed() {
        let bytes = hills().to_bytes();
        for length in 0..28 {
            assert_eq!(Relief::from_bytes(&bytes[..length]), None);
        }
        assert_eq!(Relief::from_bytes(&bytes[..bytes.len() - 1]), None);
    }

    #[test]
    fn between_grid_points_the_slope_is_straight() {
        let hills = hills();
        assert_eq!(hills.height(6.5, 46.5), 100.0);
        assert_eq!(hills.height(7.0, 46.5), 4810.0);
        assert_eq!(hills.height(6.75, 46.5), 2455.0);
        assert_eq!(hills.height(6.5, 46.25), 150.0);
        assert_eq!(hills.height(-20.0, 46.0), 0.0);
    }
}
