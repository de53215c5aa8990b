//! The playground's questions without a browser: what the test of the pages compares them with, to the bit.
//!
//! A line in is the name of a question and its numbers, each the 16 hexadecimal digits of its bits; a line out is
//! the answer's numbers, or `refused`. `schemas` alone on a line gives the schemas, as
//! JSON; `surface` and numbers what is drawn of a shape.

use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&line?))?;
    }
    Ok(())
}

fn answer(line: &str) -> String {
    if line == "schemas" {
        let schemas: Vec<_> = carom_web::questions().iter().map(|q| q.schema()).collect();
        return format!("[{}]", schemas.join(","));
    }
    let mut words = line.split_whitespace();
    let name = words.next();
    let numbers = words.map(|word| u64::from_str_radix(word, 16).map(f64::from_bits));
    let numbers: Result<Vec<f64>, _> = numbers.collect();
    let (Some(name), Ok(numbers)) = (name, numbers) else {
        return "refused".into();
    };
    let answer = if name == "surface" {
        carom_web::surface(&numbers)
    } else {
        let question = carom_web::questions().iter().find(|q| q.name == name);
        question.map_or(Err(carom_web::Refused), |q| q.ask(&numbers))
    };
    match answer {
        Ok(answer) => {
            let bits: Vec<_> = answer
                .iter()
                .map(|x| format!("{:016x}", x.to_bits()))
                .collect();
            bits.join(" ")
        }
        Err(_) => "refused".into(),
    }
}
