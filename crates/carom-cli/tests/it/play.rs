//! `carom play`: its files, its clients, and malformed requests.

use crate::command::{carom, data, refused};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// A served playground with a module of eight bytes; ends with the value.
struct Served {
    child: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Served {
    fn new() -> Self {
        Self::with(MODULE)
    }

    /// With these bytes as each of its modules.
    fn with(module: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
            .args(["play", "--port", "0", "--wasm"])
            .arg(modules(folder.path(), module))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        Self {
            address: address.trim_end_matches('/').parse().unwrap(),
            child,
            _folder: folder,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    /// Everything that comes back for these bytes.
    fn response(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // A refused client may not send all of it.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    fn gets(&self, path: &str) -> (String, Vec<u8>) {
        let answer =
            self.response(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").as_bytes());
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        (head, answer[end + 4..].to_vec())
    }

    fn is_well(&self) {
        let (head, body) = self.gets("/carom.wasm");
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        assert_eq!(body, MODULE);
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A folder with modules of these bytes.
fn modules(folder: &Path, module: &[u8]) -> std::path::PathBuf {
    let made = folder.join("made");
    std::fs::create_dir(&made).unwrap();
    for (name, _) in carom_web::site::MODULES {
        std::fs::write(made.join(name), module).unwrap();
    }
    made
}

#[test]
fn the_server_serves_its_files_and_nothing_else() {
    let served = Served::new();
    assert_eq!(served.address.ip(), Ipv4Addr::LOCALHOST);
    let (head, body) = served.gets("/");
    assert!(
        head.contains("text/html") && body.starts_with(b"<!doctype html>"),
        "{head}"
    );
    for path in [
        "/../Cargo.toml",
        "//etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/pages",
        "/module.wasm",
    ] {
        let (head, body) = served.gets(path);
        assert!(
            head.starts_with("HTTP/1.1 404") && body.is_empty(),
            "{path}: {head}"
        );
    }
    served.is_well();
}

#[test]
fn malformed_and_huge_requests_are_survived() {
    let served = Served::new();
    for request in [
        b"\0".repeat(100_000),
        b"GET / HTTP/1.1\r\n".repeat(100_000),
        [b"GET /".as_slice(), &b"a".repeat(10_000_000)].concat(),
        [
            b"POST / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n".as_slice(),
            &b"x".repeat(3_000_000),
        ]
        .concat(),
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n".to_vec(),
        b"\r\n\r\n\r\n\r\n".to_vec(),
    ] {
        let mut stream = served.connect();
        let _ = stream.write_all(&request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        // The answer, or a reset where megabytes were not taken.
        if stream.read_to_end(&mut answer).is_ok() && !answer.is_empty() {
            assert!(
                answer.starts_with(b"HTTP/1.1 4"),
                "{}",
                String::from_utf8_lossy(&answer)
            );
        }
        served.is_well();
    }
    let answer = served.response(b"DELETE / HTTP/1.1\r\n\r\n");
    assert!(answer.starts_with(b"HTTP/1.1 405"));
    // Clients that leave at once, or in the middle of a request.
    drop(served.connect());
    served.connect().write_all(b"GET /sty").unwrap();
    served.is_well();
}

/// More slow clients than threads delay the others, 200 of them by seconds: with the usual limit of 3 s each it would be 37 s.
#[test]
fn slow_clients_do_not_block_others() {
    let served = Served::new();
    let mut slow: Vec<_> = (0..200).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HT").unwrap();
    }
    let start = Instant::now();
    served.is_well();
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    let mut answer = String::new();
    slow[0].read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    // A byte now and then does not buy more time.
    let mut dripping = served.connect();
    let start = Instant::now();
    let mut answer = [0; 12];
    dripping
        .set_read_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    for byte in b"GET / HTTP/1.1\r\nA: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb".iter() {
        if dripping.write_all(&[*byte]).is_err() || dripping.read_exact(&mut answer).is_ok() {
            break;
        }
    }
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    assert!(
        answer.starts_with(b"HTTP/1.1 408"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    served.is_well();
}

/// Clients that request more than the buffers of a connection hold, and do not receive it, hold the threads for seconds only.
#[test]
fn clients_that_receive_nothing_do_not_block_others() {
    let served = Served::with(&vec![0; 32 << 20]);
    let mut deaf: Vec<_> = (0..40).map(|_| served.connect()).collect();
    for stream in &mut deaf {
        let request = b"GET /carom.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        stream.write_all(request).unwrap();
    }
    let start = Instant::now();
    let (head, _) = served.gets("/");
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    let waited = start.elapsed();
    assert!(waited < Duration::from_secs(20), "{waited:?}");
}

#[test]
fn concurrent_requests_are_all_answered() {
    let served = Served::new();
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| (0..10).for_each(|_| served.is_well()));
        }
    });
}

#[test]
fn a_taken_port_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let made = modules(folder.path(), MODULE);
    let error = refused(&["play", "--port", &port, "--wasm", made.to_str().unwrap()]);
    assert!(
        error.contains(&port) && error.contains("taken") && error.contains("--port 0"),
        "{error}"
    );
}

#[test]
fn the_site_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let made = modules(folder.path(), MODULE);
    let site = folder.path().join("a/site");
    let arguments = [
        "play",
        "--wasm",
        made.to_str().unwrap(),
        "--export",
        site.to_str().unwrap(),
    ];
    // The second run replaces the files of the first.
    for _ in 0..2 {
        let output = carom(&arguments);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        for (module, _) in carom_web::site::MODULES {
            assert_eq!(std::fs::read(site.join(module)).unwrap(), MODULE);
        }
        for name in ["levels/dungeon.obj", "levels/recast-License.txt"] {
            let there = std::fs::read(data(name)).unwrap();
            assert_eq!(std::fs::read(site.join(name)).unwrap(), there);
        }
        for file in carom_web::site::FILES {
            assert_eq!(
                std::fs::read(site.join(file.name)).unwrap(),
                file.bytes,
                "{}",
                file.name
            );
        }
    }
    let error = refused(&[
        "play",
        "--wasm",
        made.to_str().unwrap(),
        "--export",
        made.join("carom.wasm").to_str().unwrap(),
    ]);
    assert!(error.contains("made/carom.wasm"), "{error}");
    let error = refused(&[
        "play",
        "--wasm",
        "no/such",
        "--export",
        site.to_str().unwrap(),
    ]);
    assert!(error.contains("no/such/carom.wasm"), "{error}");
}

/// A compiler without the target: a message that says how to get it, and its own exit status.
#[cfg(unix)]
#[test]
fn a_missing_target_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let rustc = folder.path().join("rustc");
    std::fs::write(
        &rustc,
        "#!/bin/sh\necho /nowhere/rustlib/wasm32-unknown-unknown/lib\n",
    )
    .unwrap();
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["play", "--export"])
        .arg(folder.path().join("site"))
        .env("RUSTC", &rustc)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("rustup target add wasm32-unknown-unknown"),
        "{error}"
    );
    assert!(output.stdout.is_empty());
}
