//! The playground without a browser: what the test of the pages compares them with, to the bit.
//!
//! A line in, a line out. What is asked and answered is said as its numbers, each the 16 hexadecimal digits of its
//! bits, then a bar and its words of 8 digits each; where there are no words the bar may be missing.
//!
//! - `describe`: the schemas of everything, as JSON.
//! - `ask NAME …`: the answer to a question.
//! - `surface …`: what is drawn of a shape.
//! - `open KIND …`: the handle of a room that is open from now on; or `refused` and why.
//! - `act HANDLE VERB …`: what is told of what was done there.
//! - `close HANDLE`: nothing is told.
//!
//! What is not there, or not understood, is `refused`.

use carom_web::{Refused, Rooms, Said};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut rooms = Rooms::default();
    for line in std::io::stdin().lock().lines() {
        let told = answer(&line?, &mut rooms);
        writeln!(out, "{}", told.unwrap_or_else(|_| "refused".into()))?;
    }
    Ok(())
}

fn answer(line: &str, rooms: &mut Rooms) -> Result<String, Refused> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().ok_or(Refused);
    match word()? {
        "describe" => Ok(carom_web::description()),
        "ask" => {
            let name = word()?;
            let question = carom_web::questions().iter().find(|q| q.name == name);
            let answer = question.ok_or(Refused)?.ask(&heard(words)?.numbers)?;
            Ok(said(&Said::from(&answer[..])))
        }
        "surface" => {
            let surface = carom_web::surface(&heard(words)?.numbers)?;
            Ok(said(&Said::from(&surface[..])))
        }
        "open" => {
            let name = word()?;
            let kind = carom_web::rooms().iter().find(|kind| kind.name == name);
            let opened = rooms.open(kind.ok_or(Refused)?, &heard(words)?);
            Ok(opened.map_or_else(|why| format!("refused {why}"), |handle| handle.to_string()))
        }
        "act" => {
            let handle = word()?.parse().map_err(|_| Refused)?;
            let verb = word()?;
            let room = rooms.get(handle).ok_or(Refused)?;
            let verb = room.kind().verb(verb).ok_or(Refused)?;
            Ok(said(&verb.act(room, &heard(words)?)?))
        }
        "close" => {
            let handle = word()?.parse().map_err(|_| Refused)?;
            rooms.close(handle).then(String::new).ok_or(Refused)
        }
        _ => Err(Refused),
    }
}

/// What is said by the rest of a line.
fn heard<'a>(mut rest: impl Iterator<Item = &'a str>) -> Result<Said, Refused> {
    let mut said = Said::default();
    for word in rest.by_ref().take_while(|word| *word != "|") {
        let bits = u64::from_str_radix(word, 16).map_err(|_| Refused)?;
        said.numbers.push(f64::from_bits(bits));
    }
    for word in rest {
        said.words
            .push(u32::from_str_radix(word, 16).map_err(|_| Refused)?);
    }
    Ok(said)
}

fn said(said: &Said) -> String {
    let mut digits: Vec<_> = said
        .numbers
        .iter()
        .map(|x| format!("{:016x}", x.to_bits()))
        .collect();
    if !said.words.is_empty() {
        digits.push("|".into());
        digits.extend(said.words.iter().map(|word| format!("{word:08x}")));
    }
    digits.join(" ")
}
