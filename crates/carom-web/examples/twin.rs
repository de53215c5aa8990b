//! The playground without a browser: the browser test compares every number on the pages with it, bit by bit.
//!
//! One line of input gives one line of output. Values are encoded as numbers, each the 16 hexadecimal digits of its bits,
//! then a bar and words of 8 digits each; without words the bar can be omitted.
//!
//! - `describe`: all schemas, as JSON.
//! - `query NAME …`: the answer to a query.
//! - `surface …`: the triangles of a shape.
//! - `open KIND …`: the handle of a new demo, or `error` and a message.
//! - `call HANDLE METHOD …`: the answer of a method.
//! - `close HANDLE`: an empty line.
//!
//! The output for anything unknown or malformed is `error`.

use carom_web::{DecodeError, Demos, Encoded};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut demos = Demos::default();
    for line in std::io::stdin().lock().lines() {
        let answer = answer(&line?, &mut demos);
        writeln!(out, "{}", answer.unwrap_or_else(|_| "error".into()))?;
    }
    Ok(())
}

fn answer(line: &str, demos: &mut Demos) -> Result<String, DecodeError> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().ok_or(DecodeError);
    match word()? {
        "describe" => Ok(carom_web::description()),
        "query" => {
            let name = word()?;
            let query = carom_web::queries().iter().find(|q| q.name == name);
            let answer = query.ok_or(DecodeError)?.answer(&decoded(words)?.numbers)?;
            Ok(spelled(&Encoded::from(&answer[..])))
        }
        "surface" => {
            let surface = carom_web::surface(&decoded(words)?.numbers)?;
            Ok(spelled(&Encoded::from(&surface[..])))
        }
        "open" => {
            let name = word()?;
            let kind = carom_web::demos().iter().find(|kind| kind.name == name);
            let opened = demos.open(kind.ok_or(DecodeError)?, &decoded(words)?);
            Ok(opened.map_or_else(
                |message| format!("error {message}"),
                |handle| handle.to_string(),
            ))
        }
        "call" => {
            let handle = word()?.parse().map_err(|_| DecodeError)?;
            let method = word()?;
            let demo = demos.get(handle).ok_or(DecodeError)?;
            let method = demo.kind().method(method).ok_or(DecodeError)?;
            Ok(spelled(&method.call(demo, &decoded(words)?)?))
        }
        "close" => {
            let handle = word()?.parse().map_err(|_| DecodeError)?;
            demos.close(handle).then(String::new).ok_or(DecodeError)
        }
        _ => Err(DecodeError),
    }
}

/// Decodes the rest of a line.
fn decoded<'a>(mut rest: impl Iterator<Item = &'a str>) -> Result<Encoded, DecodeError> {
    let mut encoded = Encoded::default();
    for word in rest.by_ref().take_while(|word| *word != "|") {
        let bits = u64::from_str_radix(word, 16).map_err(|_| DecodeError)?;
        encoded.numbers.push(f64::from_bits(bits));
    }
    for word in rest {
        encoded
            .words
            .push(u32::from_str_radix(word, 16).map_err(|_| DecodeError)?);
    }
    Ok(encoded)
}

fn spelled(encoded: &Encoded) -> String {
    let mut digits: Vec<_> = encoded
        .numbers
        .iter()
        .map(|x| format!("{:016x}", x.to_bits()))
        .collect();
    if !encoded.words.is_empty() {
        digits.push("|".into());
        digits.extend(encoded.words.iter().map(|word| format!("{word:08x}")));
    }
    digits.join(" ")
}
