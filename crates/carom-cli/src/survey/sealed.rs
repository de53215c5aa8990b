//! Files of an unfinished search: a header, the content, and a checksum, so that damaged files and those of another
//! survey are refused.

use crate::output::StagedFile;
use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: [u8; 8] = *b"carom sv";
const VERSION: u32 = 4;
const HEADER: usize = 40;
const CHECKSUM: usize = 8;

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SealedKind {
    /// The state of a tile.
    Tile,
    /// Handovers to a tile.
    Handovers,
}

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: SealedKind,
    /// The key of the survey, the same in all its files.
    pub(super) key: u64,
    pub(super) tile: [u32; 2],
    pub(super) round: u32,
    /// The round is complete.
    pub(super) finished: bool,
}

impl Header {
    fn bytes(&self) -> [u8; HEADER] {
        let kind: u32 = match self.kind {
            SealedKind::Tile => 1,
            SealedKind::Handovers => 2,
        };
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[16..24].copy_from_slice(&self.key.to_le_bytes());
        let [i, j] = self.tile;
        let finished = u32::from(self.finished);
        let numbers = [VERSION, kind].into_iter().zip([8, 12]);
        let places = [i, j, self.round, finished]
            .into_iter()
            .zip([24, 28, 32, 36]);
        for (number, at) in numbers.chain(places) {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn of(bytes: &[u8; HEADER]) -> Result<Self> {
        let number = |at: usize| {
            let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            u32::from_le_bytes(four)
        };
        ensure!(bytes[..8] == MAGIC, "not a file of a carom survey");
        let version = number(8);
        ensure!(
            version == VERSION,
            "of version {version} of the format; this carom reads version {VERSION}"
        );
        let kind = match number(12) {
            1 => SealedKind::Tile,
            2 => SealedKind::Handovers,
            other => bail!("a file of kind {other}, which this carom does not know"),
        };
        Ok(Self {
            kind,
            key: u64::from(number(16)) | u64::from(number(20)) << 32,
            tile: [number(24), number(28)],
            round: number(32),
            finished: number(36) == 1,
        })
    }
}

/// A writer that computes the checksum.
struct Summing<W> {
    to: W,
    sum: Xxh3,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes a file. It replaces an older one when it is complete and on the disk.
pub(super) fn write(path: &Path, header: &Header, what: &impl Serialize) -> Result<()> {
    let cannot = || format!("{}: cannot be written", path.display());
    let file = StagedFile::create(path)?;
    let mut file = sealed(file, header, what).with_context(cannot)?;
    file.sync()?;
    file.finish()
}

/// The bytes of a file.
pub(super) fn bytes(header: &Header, what: &impl Serialize) -> Result<Vec<u8>> {
    sealed(Vec::new(), header, what)
}

fn sealed<W: Write>(to: W, header: &Header, what: &impl Serialize) -> Result<W> {
    let mut summing = Summing {
        to,
        sum: Xxh3::new(),
    };
    summing.write_all(&header.bytes())?;
    // Serde hides the error of the writer.
    let mut kept = Keeping {
        to: &mut summing,
        error: None,
    };
    let written = postcard::to_io(what, &mut kept).map(|_| ());
    if let Some(error) = kept.error {
        return Err(error.into());
    }
    written?;
    let Summing { mut to, sum } = summing;
    to.write_all(&sum.digest().to_le_bytes())?;
    Ok(to)
}

/// A writer that keeps its error.
struct Keeping<W> {
    to: W,
    error: Option<io::Error>,
}

impl<W> Keeping<W> {
    fn keep(&mut self, error: io::Error) -> io::Error {
        let kind = error.kind();
        self.error.get_or_insert(error);
        kind.into()
    }
}

impl<W: Write> Write for Keeping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).map_err(|error| self.keep(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| self.keep(error))
    }
}

/// Reads the header of a file.
pub(super) fn header(path: &Path) -> Result<Header> {
    let place = || path.display().to_string();
    let cannot = || format!("{}: cannot be read", path.display());
    let mut file = File::open(path).with_context(cannot)?;
    let length = file.metadata().with_context(cannot)?.len();
    let least = (HEADER + CHECKSUM) as u64;
    ensure!(length >= least, "{}: damaged: it is cut off", place());
    let mut bytes = [0; HEADER];
    file.read_exact(&mut bytes).with_context(cannot)?;
    Header::of(&bytes).with_context(place)
}

/// Reads a file of a survey, and verifies its checksum.
pub(super) fn read<T: DeserializeOwned>(path: &Path, key: u64) -> Result<(Header, T)> {
    let place = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("{place}: cannot be read"))?;
    of_bytes(&bytes, key, &place)
}

/// Reads the bytes of a file, and verifies their checksum; `place` names them in errors.
pub(super) fn of_bytes<T: DeserializeOwned>(
    bytes: &[u8],
    key: u64,
    place: &str,
) -> Result<(Header, T)> {
    let (header, content) = verified(bytes, key, place)?;
    let (what, rest) = postcard::take_from_bytes(content)
        .with_context(|| format!("{place}: damaged: it cannot be read"))?;
    ensure!(rest.is_empty(), "{place}: damaged: it is too long");
    Ok((header, what))
}

/// The header and the content in the bytes of a file; their checksum is verified.
pub(super) fn verified<'b>(bytes: &'b [u8], key: u64, place: &str) -> Result<(Header, &'b [u8])> {
    let start = bytes.first_chunk::<HEADER>();
    let start = start.filter(|_| bytes.len() >= HEADER + CHECKSUM);
    let start = start.with_context(|| format!("{place}: damaged: it is cut off"))?;
    let header = Header::of(start).with_context(|| place.to_owned())?;
    let (summed, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    ensure!(
        xxh3_64(summed).to_le_bytes() == checksum,
        "{place}: damaged: its checksum is wrong"
    );
    ensure!(
        header.key == key,
        "{place}: of another survey: another level or other options"
    );
    Ok((header, &summed[HEADER..]))
}
