//! Compiles programs in C and C++ against the installed library, and runs them.
#![allow(dead_code, reason = "each test uses some of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn level() -> String {
    let path = root().join("../../data/levels/dungeon.obj");
    path.to_str().unwrap().to_owned()
}

/// A folder of this test executable.
pub(crate) fn folder() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let name = own.file_stem().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command; its output, or the end of the test with all that it has printed.
pub(crate) fn done(command: &mut Command) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{printed}\n{errors}",
        output.status
    );
    printed
}

/// Where `install.sh` has put the library, once for each test executable.
pub(crate) fn installed() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = folder().join("installed");
        // This executable is in `target/release/deps`.
        let own = std::env::current_exe().unwrap();
        let target = own.ancestors().nth(3).unwrap();
        done(
            Command::new(root().join("install.sh"))
                .arg(&prefix)
                .env("CARGO_TARGET_DIR", target),
        );
        prefix
    })
}

pub(crate) fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// The C compilers of this machine; clang is needed only where `CAROM_ALL_COMPILERS` is set, as on CI.
pub(crate) fn compilers() -> Vec<&'static str> {
    let must = std::env::var_os("CAROM_ALL_COMPILERS").is_some();
    let all = ["gcc", "clang"].into_iter();
    let found: Vec<&str> = all.filter(|compiler| must || is_there(compiler)).collect();
    assert!(!found.is_empty(), "a C compiler is needed: gcc or clang");
    found
}

/// Flags that every program is compiled with.
const STRICT: [&str; 6] = ["-Wall", "-Wextra", "-Wshadow", "-Werror", "-pedantic", "-g"];

/// Compiles sources of `tests/c`, or with a path of their own, against the shared library.
pub(crate) fn build(compiler: &str, sources: &[&str], flags: &[&str]) -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let stem = Path::new(sources[0]).file_stem().unwrap().to_str().unwrap();
    let program = folder().join(format!("{stem}-{compiler}-{number}"));
    let prefix = installed();
    let mut command = Command::new(compiler);
    let is_cpp = sources[0].ends_with(".cpp");
    command.arg(if is_cpp { "-std=c++17" } else { "-std=c99" });
    command.args(STRICT).args(["-O1"]).args(flags);
    command.arg("-I").arg(prefix.join("include"));
    command.arg("-I").arg(root().join("tests/c"));
    for source in sources {
        command.arg(root().join("tests/c").join(source));
    }
    command.arg("-o").arg(&program);
    let lib = prefix.join("lib");
    command
        .arg("-L")
        .arg(&lib)
        .args(["-lcarom", "-lm", "-pthread"]);
    command.arg(format!("-Wl,-rpath,{}", lib.display()));
    done(&mut command);
    program
}

pub(crate) fn run(program: &Path, arguments: &[&str]) -> String {
    done(Command::new(program).args(arguments))
}
