//! The command line.

use pyo3::prelude::*;
use std::ffi::OsString;

/// run(arguments): runs the command `carom` with these arguments, the name of the program first; returns the exit status.
///
/// It prints on the standard output and error of the process, not on sys.stdout.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| carom_cli::run(arguments))
}
