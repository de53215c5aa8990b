//! The served site: a fixed table, complete before the first request.

use super::made::GeneratedFile;
use anyhow::Result;
use carom_format::Fnv;
use carom_web::site::{FILES, LEVELS, media_type};
use flate2::{Compression, write::GzEncoder};
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

impl Site {
    pub(crate) fn new(made: &[GeneratedFile]) -> Result<Self> {
        let mut table = BTreeMap::new();
        for (name, bytes) in files(made) {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(bytes)?;
            let ready = Ready {
                media_type: media_type(name),
                plain: Coded::new(bytes.to_vec()),
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
