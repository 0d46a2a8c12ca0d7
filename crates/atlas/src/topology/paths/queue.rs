//! The spaces a search has yet to look at, cheapest first.

const NONE: u16 = u16::MAX;
/// A step costs at most 255, so that no two costs in the queue ever share a bucket.
const BUCKETS: usize = 256;

/// Spaces in buckets by cost. Those of a bucket hang together as a list, so that one can be taken out anywhere.
#[derive(Clone)]
pub(super) struct Queue {
    /// The bucket that is emptied now.
    at: usize,
    /// The first space of each bucket.
    first: Box<[u16; BUCKETS]>,
    /// Which buckets are not empty.
    filled: [u64; BUCKETS / 64],
    /// For each space in the queue, the one before and after it in its bucket.
    links: Box<[[u16; 2]]>,
}

impl Queue {
    pub(super) fn new(spaces: usize) -> Queue {
        Queue {
            at: 0,
            first: Box::new([NONE; BUCKETS]),
            filled: [0; BUCKETS / 64],
            links: vec![[NONE; 2]; spaces].into(),
        }
    }

    /// Empties the queue and goes back to cost 0.
    pub(super) fn clear(&mut self) {
        self.at = 0;
        if self.filled != [0; BUCKETS / 64] {
            self.filled = [0; BUCKETS / 64];
            self.first.fill(NONE);
        }
    }

    /// Puts in a space that is not in. Its cost is at most 255 more than that of the one taken out last.
    #[inline]
    pub(super) fn push(&mut self, space: u16, cost: u16) {
        let bucket = usize::from(cost) % BUCKETS;
        let next = std::mem::replace(&mut self.first[bucket], space);
        self.links[usize::from(space)] = [NONE, next];
        if next != NONE {
            self.links[usize::from(next)][0] = space;
        }
        self.filled[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Takes out a space that was put in at this cost.
    #[inline]
    pub(super) fn remove(&mut self, space: u16, cost: u16) {
        let bucket = usize::from(cost) % BUCKETS;
        let [before, next] = self.links[usize::from(space)];
        if next != NONE {
            self.links[usize::from(next)][0] = before;
        }
        if before != NONE {
            self.links[usize::from(before)][1] = next;
        } else {
            self.first[bucket] = next;
            if next == NONE {
                self.filled[bucket / 64] &= !(1 << (bucket % 64));
            }
        }
    }

    /// Takes out one of the cheapest spaces.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u16> {
        self.at = self.next_filled()?;
        let space = self.first[self.at];
        self.remove(space, self.at as u16);
        Some(space)
    }

    /// The first filled bucket from `at` on, and round.
    #[inline]
    fn next_filled(&self) -> Option<usize> {
        let (word, bit) = (self.at / 64, self.at % 64);
        let here = self.filled[word] & (u64::MAX << bit);
        if here != 0 {
            return Some(word * 64 + here.trailing_zeros() as usize);
        }
        (1..=self.filled.len()).map(|ahead| (word + ahead) % self.filled.len()).find_map(|word| {
            let bits = self.filled[word];
            (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize)
        })
    }
}
