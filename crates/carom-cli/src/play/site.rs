//! The served site: a fixed table, complete before the first request.

use super::made::GeneratedFile;
use anyhow::Result;
use carom_format::Fnv;
use carom_web::site::{FILES, LEVELS, media_type};
use flate2::{Compression, write::GzEncoder};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

/// A file ready to send.
pub(crate) struct Ready {
    pub(crate) media_type: &'static str,
    /// Plain, and compressed.
    pub(crate) plain: Coded,
    pub(crate) gzip: Coded,
}

/// The bytes in one coding.
pub(crate) struct Coded {
    pub(crate) bytes: Vec<u8>,
    /// The entity tag, in quotes: a hash of the bytes.
    pub(crate) tag: String,
}

impl Coded {
    fn new(bytes: Vec<u8>) -> Self {
        let mut hash = Fnv::new();
        hash.bytes(&bytes);
        let tag = format!("\"{}\"", hash.digits());
        Self { bytes, tag }
    }
}

/// All files by path.
pub(crate) struct Site(BTreeMap<String, Ready>);

/// All files by name.
pub(super) fn files(made: &[GeneratedFile]) -> impl Iterator<Item = (&'static str, &[u8])> {
    let written = FILES.iter().chain(LEVELS);
    let written = written.map(|file| (file.name, file.bytes));
    written.chain(made.iter().map(|(name, bytes)| (*name, bytes.as_slice())))
}

/// A file as it is served: a script without its comments, a fifth of its size. Those of pages show Rust code, so only the comments of
/// functions are left out there.
fn served<'a>(name: &str, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    if !name.ends_with(".js") {
        return Cow::Borrowed(bytes);
    }
    let shows_code = name.contains('/');
    let mut in_comment = false;
    let is_code = |line: &&[u8]| {
        let line = line.trim_ascii();
        let (starts, ends) = (line.starts_with(b"/**"), line.ends_with(b"*/"));
        if in_comment || starts && (ends || !shows_code) {
            in_comment = !ends;
            return false;
        }
        shows_code || !line.starts_with(b"// ")
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    Cow::Owned(lines.filter(is_code).flatten().copied().collect())
}

impl Site {
    pub(crate) fn new(made: &[GeneratedFile]) -> Result<Self> {
        let mut table = BTreeMap::new();
        for (name, bytes) in files(made) {
            let bytes = served(name, bytes);
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&bytes)?;
            let ready = Ready {
                media_type: media_type(name),
                plain: Coded::new(bytes.into_owned()),
                gzip: Coded::new(encoder.finish()?),
            };
            table.insert(format!("/{name}"), ready);
        }
        Ok(Self(table))
    }

    /// The file of a path: an exact match, or none.
    pub(crate) fn file(&self, target: &str) -> Option<&Ready> {
        let path = target.split('?').next().unwrap_or(target);
        self.0.get(if path == "/" { "/index.html" } else { path })
    }
}
