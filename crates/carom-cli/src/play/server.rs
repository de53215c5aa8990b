//! The HTTP server: local connections with one request each, in a bounded time: 3 s to receive and 60 s to send, while all
//! threads are busy 0.1 and 3 s.
//!
//! A fixed number of threads wait on one listener; when all are busy, connections wait in the system's queue. httparse
//! parses requests. (The small synchronous server tiny_http, 0.12, reads from slow clients forever.)

use super::response::{self, LONGEST, Response};
use super::site::Site;
use anyhow::{Context, Result};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const THREADS: usize = 16;
const STACK: usize = 256 << 10;
/// Time limit of receiving a request.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time limit of sending the response.
const PATIENCE_TO_SEND: Duration = Duration::from_secs(60);
/// The same limits while all threads are busy, and how often a thread checks that.
const PATIENCE_IN_A_CROWD: Duration = Duration::from_millis(100);
const PATIENCE_TO_SEND_IN_A_CROWD: Duration = Duration::from_secs(3);
/// Limits of reading unwanted input (a body, a long head) before a connection is closed.
const LINGER: Duration = Duration::from_millis(300);
const MOST_UNWANTED: usize = 1 << 20;

/// Serves forever.
pub(super) fn serve(listener: &TcpListener, site: &Site) -> Result<()> {
    let busy = &AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || wait(listener, site, busy))
                .context("a thread for the server")?;
        }
        Ok(())
    })
}

fn wait(listener: &TcpListener, site: &Site, busy: &AtomicUsize) {
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                busy.fetch_add(1, Ordering::Relaxed);
                // A client that disconnects needs no response.
                drop(attend(stream, site, busy));
                busy.fetch_sub(1, Ordering::Relaxed);
            }
            // Too many open files, for example: others may close some.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn attend(mut stream: TcpStream, site: &Site, busy: &AtomicUsize) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let left = |start: Instant, usual: Duration, in_a_crowd: Duration| {
        let is_crowded = busy.load(Ordering::Relaxed) >= THREADS;
        let all = if is_crowded { in_a_crowd } else { usual };
        (start + all).saturating_duration_since(Instant::now())
    };
    let mut bytes = Vec::new();
    let start = Instant::now();
    loop {
        match read(
            &mut stream,
            &mut bytes,
            || left(start, PATIENCE, PATIENCE_IN_A_CROWD),
            LONGEST,
        ) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if is_late(error.kind()) => {
                let start = Instant::now();
                let left = || left(start, PATIENCE, PATIENCE_IN_A_CROWD);
                send(&mut stream, response::too_slow().as_bytes(), left)?;
                break;
            }
            Err(error) => return Err(error),
        }
        if let Response::Complete(head, body) = response::answer(site, &bytes) {
            let start = Instant::now();
            let left = || left(start, PATIENCE_TO_SEND, PATIENCE_TO_SEND_IN_A_CROWD);
            send(&mut stream, head.as_bytes(), left)?;
            send(&mut stream, body, left)?;
            break;
        }
    }
    // Closing with unread input resets the connection, and loses the response.
    stream.shutdown(Shutdown::Write)?;
    let start = Instant::now();
    let mut unwanted = 0;
    while unwanted < MOST_UNWANTED {
        bytes.clear();
        match read(
            &mut stream,
            &mut bytes,
            || left(start, LINGER, PATIENCE_IN_A_CROWD),
            LONGEST,
        )? {
            0 => break,
            count => unwanted += count,
        }
    }
    Ok(())
}

/// Appends received bytes, up to a length and while time is left; 0 at the end.
fn read(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    left: impl Fn() -> Duration,
    most: usize,
) -> std::io::Result<usize> {
    let mut block = [0; 4096];
    let room = block.len().min(most.saturating_sub(bytes.len()));
    loop {
        let left = left();
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left.min(PATIENCE_IN_A_CROWD)))?;
        match stream.read(&mut block[..room]) {
            Err(error) if is_late(error.kind()) => {}
            result => {
                let count = result?;
                bytes.extend_from_slice(&block[..count]);
                return Ok(count);
            }
        }
    }
}

/// Sends bytes while time is left.
fn send(
    stream: &mut TcpStream,
    mut bytes: &[u8],
    left: impl Fn() -> Duration,
) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let left = left();
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(left.min(PATIENCE_IN_A_CROWD)))?;
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if is_late(error.kind()) || error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn is_late(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock)
}
