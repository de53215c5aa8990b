//! Modes 1 and 2: the indices of triangles, and other indices.

use super::{Reader, split};

/// The last sixteen entries, the latest first.
struct Fifo<T> {
    entries: [Option<T>; 16],
    next: usize,
}

impl<T: Copy> Fifo<T> {
    fn new() -> Self {
        Self {
            entries: [None; 16],
            next: 0,
        }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.next % 16] = Some(entry);
        self.next = (self.next + 1) % 16;
    }

    fn get(&self, index: u8) -> Result<T, String> {
        let entry = self.entries[(self.next + 15 - usize::from(index)) % 16];
        entry.ok_or_else(|| "its compressed triangles refer to none before them".into())
    }
}

fn unzigzag(number: u32, shift: u32) -> u32 {
    (number >> shift >> 1) ^ (number >> shift & 1).wrapping_neg()
}

/// The state between triangles.
struct Triangles<'a> {
    data: Reader<'a>,
    next: u32,
    last: u32,
    edges: Fifo<[u32; 2]>,
    vertices: Fifo<u32>,
}

pub(super) fn triangles(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    let (mut body, table) = split(data, 0xe1, 16)?;
    let codes = body.take(count / 3)?;
    let mut state = Triangles {
        data: body,
        next: 0,
        last: 0,
        edges: Fifo::new(),
        vertices: Fifo::new(),
    };
    // A byte or more of data for each triangle.
    let mut bytes = Vec::with_capacity(count * stride);
    for code in codes {
        for index in state.triangle(*code, table)? {
            bytes.extend_from_slice(&index.to_le_bytes()[..stride]);
        }
    }
    state.data.finish()?;
    Ok(bytes)
}

impl Triangles<'_> {
    fn triangle(&mut self, code: u8, table: &[u8]) -> Result<[u32; 3], String> {
        let (high, low) = (code >> 4, code & 15);
        if high < 15 {
            return self.beside_edge(high, low);
        }
        let pair = match low {
            14 | 15 => self.data.byte()?,
            _ => table[usize::from(low)],
        };
        if low >= 14 && pair == 0 {
            self.next = 0;
        }
        let is_free = low == 15;
        let a = if is_free { self.index()? } else { self.fresh() };
        let (of_b, of_c) = (pair >> 4, pair & 15);
        let b = self.corner(of_b)?;
        let c = self.corner(of_c)?;
        self.vertices.push(a);
        if matches!(of_b, 0 | 15) {
            self.vertices.push(b);
        }
        if matches!(of_c, 0 | 15) {
            self.vertices.push(c);
        }
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// A triangle at a recent edge.
    fn beside_edge(&mut self, edge: u8, low: u8) -> Result<[u32; 3], String> {
        let [a, b] = self.edges.get(edge)?;
        let c = match low {
            0 => self.fresh(),
            1..13 => self.vertices.get(low)?,
            13 | 14 => {
                let step = if low == 13 { u32::MAX } else { 1 };
                self.last = self.last.wrapping_add(step);
                self.last
            }
            _ => self.index()?,
        };
        if !(1..13).contains(&low) {
            self.vertices.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// The second or third corner of a triangle at no edge.
    fn corner(&mut self, code: u8) -> Result<u32, String> {
        match code {
            0 => Ok(self.fresh()),
            15 => self.index(),
            _ => self.vertices.get(code - 1),
        }
    }

    /// The next vertex that was not used yet.
    fn fresh(&mut self) -> u32 {
        let fresh = self.next;
        self.next = fresh.wrapping_add(1);
        fresh
    }

    /// An index by its difference to the last such.
    fn index(&mut self) -> Result<u32, String> {
        let delta = unzigzag(self.data.number()?, 0);
        self.last = self.last.wrapping_add(delta);
        Ok(self.last)
    }
}

pub(super) fn sequence(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    let (mut body, _) = split(data, 0xd1, 4)?;
    let mut last = [0_u32; 2];
    let mut bytes = Vec::new();
    for _ in 0..count {
        let number = body.number()?;
        let last = &mut last[(number & 1) as usize];
        *last = last.wrapping_add(unzigzag(number, 1));
        bytes.extend_from_slice(&last.to_le_bytes()[..stride]);
    }
    body.finish()?;
    Ok(bytes)
}
