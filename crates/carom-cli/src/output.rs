//! Output: files that are complete or absent, and messages on standard error.

use anyhow::{Context, Result};
use serde::Serialize;
use std::cell::RefCell;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that gets its name when it is complete.
pub(crate) struct StagedFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl StagedFile {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{}: the folder cannot be made", folder.display()))?;
        let file = NamedTempFile::new_in(folder)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
        Ok(Self {
            file: BufWriter::new(file),
            path: path.to_path_buf(),
        })
    }

    /// Syncs everything written so far to the disk.
    pub(crate) fn sync(&mut self) -> Result<()> {
        let cannot = || format!("{}: cannot be written", self.path.display());
        self.file.flush().with_context(cannot)?;
        let file = self.file.get_ref().as_file();
        file.sync_all().with_context(cannot)
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        let cannot = || format!("{}: cannot be written", self.path.display());
        let file = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .with_context(cannot)?;
        readable_by_others(file.as_file()).with_context(cannot)?;
        file.persist(&self.path)
            .map_err(|error| error.error)
            .with_context(cannot)?;
        Ok(())
    }
}

/// Temporary files are private; a result is not.
#[cfg(unix)]
fn readable_by_others(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_others(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = StagedFile::create(path)?;
    file.write_all(bytes)
        .with_context(|| format!("{}: cannot be written", path.display()))?;
    file.finish()
}

/// Whether the reader of the output has closed it (`carom … | head`), which is no error.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let own = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>();
        own.or(json.and_then(serde_json::Error::io_error_kind)) == Some(io::ErrorKind::BrokenPipe)
    })
}

thread_local! {
    /// The lines that this thread keeps instead of printing them.
    static KEPT: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Prints a line on standard error, if possible.
pub(crate) fn say(line: impl std::fmt::Display) {
    let line = line.to_string();
    KEPT.with_borrow_mut(|kept| match kept {
        Some(lines) => lines.push(line),
        None => {
            let _ = writeln!(io::stderr().lock(), "{line}");
        }
    });
}

/// Returns the lines that some work on this thread would print.
pub(crate) fn keeping<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    KEPT.set(Some(Vec::new()));
    let result = work();
    (result, KEPT.take().unwrap_or_default())
}

/// Whether standard error shows colors: a terminal, unless the variable `NO_COLOR` is set (no-color.org).
pub(crate) fn has_colors() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && io::stderr().is_terminal()
}

/// Standard output for JSON: on request, and for a program that reads it. On a terminal nothing is written without a request.
pub(crate) fn json_lines(requested: bool) -> Box<dyn Write> {
    if requested || !io::stdout().is_terminal() {
        Box::new(BufWriter::new(io::stdout().lock()))
    } else {
        Box::new(io::sink())
    }
}

/// A value as the indented JSON of a file, with a newline at its end.
pub(crate) fn pretty_json(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}

/// Prints JSON on standard output, on one line.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    print(&text)
}

/// Prints text on standard output.
pub(crate) fn print(text: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text).and_then(|()| out.flush());
    printed.context("standard output")
}

/// Checks that files can be written into a folder, and makes the folder.
pub(crate) fn check_folder(folder: &Path) -> Result<()> {
    // It is removed at once.
    StagedFile::create(&folder.join("report.json")).map(drop)
}

/// Prints names and values, a line each.
pub(crate) fn print_table(rows: &[(&str, String)]) {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in rows {
        say(format_args!("  {name:<width$}  {value}"));
    }
}
