//! The HTTP server: local connections with one request each, in a bounded time.
//!
//! A fixed number of threads wait on one listener; when all are busy, connections wait in the system's queue. httparse
//! parses requests. (The small synchronous server tiny_http, 0.12, reads from slow clients forever.)

use super::response::{self, LONGEST, Response};
use super::site::Site;
use anyhow::{Context, Result};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

const THREADS: usize = 16;
const STACK: usize = 256 << 10;
/// Time limit of a request, and of sending a block of the response.
const PATIENCE: Duration = Duration::from_secs(3);
/// Limits of reading unwanted input (a body, a long head) before a connection is closed.
const LINGER: Duration = Duration::from_millis(300);
const MOST_UNWANTED: usize = 1 << 20;

/// Serves forever.
pub(super) fn serve(listener: &TcpListener, site: &Site) -> Result<()> {
    thread::scope(|scope| {
        for _ in 0..THREADS {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || wait(listener, site))
                .context("a thread for the server")?;
        }
        Ok(())
    })
}

fn wait(listener: &TcpListener, site: &Site) {
    loop {
        match listener.accept() {
            // A client that disconnects needs no response.
            Ok((stream, _)) => drop(attend(stream, site)),
            // Too many open files, for example: others may close some.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn attend(mut stream: TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let until = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    loop {
        match read(&mut stream, &mut bytes, until, LONGEST) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if is_late(error.kind()) => {
                stream.write_all(response::too_slow().as_bytes())?;
                break;
            }
            Err(error) => return Err(error),
        }
        if let Response::Complete(head, body) = response::answer(site, &bytes) {
            stream.write_all(head.as_bytes())?;
            stream.write_all(body)?;
            break;
        }
    }
    // Closing with unread input resets the connection, and loses the response.
    stream.shutdown(Shutdown::Write)?;
    let until = Instant::now() + LINGER;
    let mut unwanted = 0;
    while unwanted < MOST_UNWANTED {
        bytes.clear();
        match read(&mut stream, &mut bytes, until, LONGEST)? {
            0 => break,
            count => unwanted += count,
        }
    }
    Ok(())
}

/// Appends received bytes, up to a length and a time; 0 at the end.
fn read(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    until: Instant,
    most: usize,
) -> std::io::Result<usize> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    let mut block = [0; 4096];
    let room = block.len().min(most.saturating_sub(bytes.len()));
    let count = stream.read(&mut block[..room])?;
    bytes.extend_from_slice(&block[..count]);
    Ok(count)
}

fn is_late(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TimedOut | ErrorKind::WouldBlock)
}
