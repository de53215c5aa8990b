//! `carom play`: the playground, served on this machine or written into a folder.

mod made;
mod response;
mod server;
mod site;

use crate::args::PlayArguments;
use crate::output::{self, say};
use anyhow::{Context, Result};
use made::GeneratedFile;
use site::Site;
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) use made::NoTarget;

pub(crate) fn play(arguments: &PlayArguments) -> Result<()> {
    if let Some(folder) = &arguments.export {
        return export(folder, &made::files(arguments.wasm.as_deref())?);
    }
    // First, to report a taken port before building.
    let listener = listen(arguments.port)?;
    let site = Site::new(&made::files(arguments.wasm.as_deref())?)?;
    let address = format!("http://{}/", listener.local_addr()?);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{address}")?;
    out.flush()?;
    say("The playground is served until Ctrl-C.");
    if arguments.open {
        open(&address);
    }
    server::serve(&listener, &site)
}

fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let advice = match error.kind() {
            ErrorKind::AddrInUse => {
                "taken by another program; use another --port N, or --port 0 for any free port"
            }
            ErrorKind::PermissionDenied => "reserved; use a --port of 1024 or more",
            _ => return anyhow::Error::new(error).context(format!("port {port}")),
        };
        anyhow::anyhow!("port {port}: {advice}")
    })
}

/// Writes the site as files, for any web host.
fn export(folder: &Path, made: &[GeneratedFile]) -> Result<()> {
    for (name, bytes) in site::files(made) {
        output::write(&folder.join(name), bytes)?;
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", folder.join("index.html").display()).context("standard output")?;
    Ok(())
}

/// Opens an address in the system's browser.
fn open(address: &str) {
    let opener: &[&str] = if cfg!(target_os = "windows") {
        &["cmd", "/c", "start", ""]
    } else if cfg!(target_os = "macos") {
        &["open"]
    } else {
        &["xdg-open"]
    };
    let started = Command::new(opener[0])
        .args(&opener[1..])
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        say(format_args!(
            "{} does not start ({error}): open the address yourself",
            opener[0]
        ));
    }
}
