//! Connections to this machine alone: one request each, in a bounded time.
//!
//! A few threads wait on one listener, so there is nothing to grow: who comes when all are busy waits in the system's
//! queue. The parsing of requests is httparse's. (Of small synchronous servers tiny_http, 0.12, reads from those
//! who are slow for ever.)

use super::response::{self, Heard, LONGEST};
use super::site::Site;
use anyhow::{Context, Result};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

const THREADS: usize = 16;
const STACK: usize = 256 << 10;
/// How long somebody may take to ask, and how long to take a block of the answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// What is still read of what nobody wants (a body, a head too long) before a connection is closed.
const LINGER: Duration = Duration::from_millis(300);
const MOST_UNWANTED: usize = 1 << 20;

/// For ever.
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
            // Who goes away in between has lost nothing that we could give.
            Ok((stream, _)) => drop(attend(stream, site)),
            // Too many open files, say: others may close some.
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
        if let Heard::Answer(head, body) = response::answer(site, &bytes) {
            stream.write_all(head.as_bytes())?;
            stream.write_all(body)?;
            break;
        }
    }
    // What is closed with something unread is reset, and the answer with it.
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

/// Appends what has come, up to a length and a moment; 0 at the end.
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
