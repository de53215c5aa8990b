//! `carom query`: one query per line, one answer per line, in order (docs/formats.md).
//!
//! Lines are read in blocks. The lines of a block are split among threads, and their answers are joined in order, so
//! the output does not depend on the number of threads, nor the memory on the number of lines.

mod pair;
mod run;

use crate::args::{AnswerFormat, QueryArguments};
use crate::levels::Levels;
use crate::output::say;
use anyhow::{Context, Result, bail};
use carom_format::query::{Answer, CSV_HEADER};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::Instant;

/// Most lines in a block.
const BLOCK: usize = 4096;
/// Most bytes in a block, but for its last line.
const BLOCK_BYTES: usize = 16 << 20;
/// The longest line, in bytes (16 MiB).
const MAX_LINE: u64 = 16 << 20;

pub(crate) fn query(arguments: &QueryArguments) -> Result<()> {
    let threads = match arguments.threads {
        Some(threads) => threads.get().min(256),
        None => std::thread::available_parallelism().map_or(1, |n| n.get()),
    };
    let file = arguments
        .file
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let (name, input): (String, Box<dyn Read>) = match file {
        None => ("standard input".into(), Box::new(io::stdin())),
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("{name}: cannot be read"))?;
            (name, Box::new(file))
        }
    };
    let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
    let levels = Levels::relative_to(folder.to_owned());
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = io::stdout().lock();
    if arguments.format == AnswerFormat::Csv {
        output.write_all(CSV_HEADER)?;
    }
    let bar = ProgressBar::new_spinner();
    let clock = Instant::now();
    let (mut answered, mut errors) = (0_u64, 0_u64);
    let mut number = 0;
    loop {
        let block = read_block(&mut input, &mut number)
            .with_context(|| format!("{name}: cannot be read after line {number}"))?;
        if block.is_empty() {
            break;
        }
        for (bytes, failed) in answer_block(&block, threads, &levels, arguments.format) {
            output.write_all(&bytes).context("standard output")?;
            errors += failed;
        }
        answered += block.len() as u64;
        bar.set_message(format!("{answered} answers"));
        bar.tick();
    }
    output.flush().context("standard output")?;
    bar.finish_and_clear();
    let rate = answered as f64 / clock.elapsed().as_secs_f64().max(1e-9);
    say(format_args!(
        "{answered} lines, {errors} errors, {rate:.0} a second on {threads} threads"
    ));
    if errors > 0 {
        bail!("{name}: {errors} of {answered} lines could not be answered");
    }
    Ok(())
}

/// The answers to a block in parts, each with its number of errors.
fn answer_block(
    block: &[Line],
    threads: usize,
    levels: &Levels,
    format: AnswerFormat,
) -> Vec<(Vec<u8>, u64)> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = block
            .chunks(block.len().div_ceil(threads))
            .map(|lines| scope.spawn(move || answer_all(lines, levels, format)))
            .collect();
        // A worker does not panic; if it did, the panic would go on here.
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| match worker.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().map(join).collect()
    })
}

/// A line and its number, counted from 1.
struct Line {
    number: u64,
    /// The text; `None` if it is too long.
    bytes: Option<Vec<u8>>,
}

/// The next lines, without blank ones.
fn read_block(input: &mut impl BufRead, number: &mut u64) -> io::Result<Vec<Line>> {
    let mut block = Vec::with_capacity(BLOCK);
    let mut length = 0;
    while block.len() < BLOCK && length < BLOCK_BYTES {
        let mut bytes = Vec::new();
        if input
            .by_ref()
            .take(MAX_LINE)
            .read_until(b'\n', &mut bytes)?
            == 0
        {
            break;
        }
        *number += 1;
        length += bytes.len();
        if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            skip_line(input)?;
            block.push(Line {
                number: *number,
                bytes: None,
            });
        } else if !bytes.trim_ascii().is_empty() {
            block.push(Line {
                number: *number,
                bytes: Some(bytes),
            });
        }
    }
    Ok(block)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let over = end.is_some() || buffer.is_empty();
        input.consume(length);
        if over {
            return Ok(());
        }
    }
}

/// The answers to lines, and the number of errors.
fn answer_all(lines: &[Line], levels: &Levels, format: AnswerFormat) -> (Vec<u8>, u64) {
    let mut out = Vec::with_capacity(lines.len() * 128);
    let mut errors = 0;
    for line in lines {
        let answer = match &line.bytes {
            None => Answer::too_long(line.number, MAX_LINE),
            Some(bytes) => run::answer(bytes.trim_ascii(), line.number, levels),
        };
        errors += u64::from(answer.is_error());
        match format {
            AnswerFormat::Json => answer.write_json(&mut out),
            AnswerFormat::Csv => answer.write_csv(&mut out),
        }
    }
    (out, errors)
}
