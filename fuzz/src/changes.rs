//! Files that were changed in a few places: numbers out of range, things left out, twice or elsewhere, bytes flipped.

use arbitrary::Arbitrary;
use serde_json::Value;

/// The most changes of a file.
const MOST: usize = 6;

/// Which file, and what is changed in it.
#[derive(Arbitrary, Debug)]
pub struct FileBits {
    file: u16,
    count: u8,
    changes: [Change; MOST],
}

#[derive(Arbitrary, Debug)]
struct Change {
    kind: u8,
    place: u32,
    other: u32,
    value: u8,
}

/// What a number may be in the place of another: at the ends of every range, and past them.
const NUMBERS: [&str; 20] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "0.5",
    "2",
    "1e-300",
    "5e-324",
    "1e300",
    "-1e300",
    "1e400",
    "3.4e38",
    "-3.5e38",
    "4294967295",
    "4294967296",
    "-9223372036854775809",
    "18446744073709551616",
    "1e16",
    "0.1000000000000000055511151231257827021181583404541015625",
    "123456789012345678901234567890",
];

fn number(value: u8) -> &'static str {
    NUMBERS[usize::from(value) % NUMBERS.len()]
}

/// A text that stands for one of these numbers in JSON that is still a value, because a value cannot hold all of them.
fn mark(number: u8) -> Value {
    Value::String(format!("@{:02}@", usize::from(number) % NUMBERS.len()))
}

impl FileBits {
    /// The number of the file, among `count`.
    pub fn choice(&self, count: usize) -> usize {
        usize::from(self.file) % count
    }

    /// The changes of this file: none, so that the file itself is a case, or up to six.
    fn changes(&self) -> &[Change] {
        &self.changes[..usize::from(self.count) % (MOST + 1)]
    }

    /// Whether the file is as it was.
    pub fn is_unchanged(&self) -> bool {
        self.changes().is_empty()
    }

    /// The changed text of a JSON file: its values changed, and sometimes its bytes.
    pub fn json(&self, text: &[u8]) -> Vec<u8> {
        let mut value: Value = serde_json::from_slice(text).expect("the file is JSON");
        for change in self.changes() {
            let count = nodes(&mut value, &mut |_| ());
            let (at, other) = (change.place as usize % count, change.other as usize % count);
            let mut copy = Value::Null;
            let mut seen = 0;
            nodes(&mut value, &mut |node| {
                if seen == other {
                    copy = node.clone();
                }
                seen += 1;
            });
            seen = 0;
            nodes(&mut value, &mut |node| {
                if seen == at {
                    change.value(node, &copy);
                }
                seen += 1;
            });
        }
        let mut text = serde_json::to_string(&value).expect("a value is JSON");
        for (number, written) in NUMBERS.iter().enumerate() {
            text = text.replace(&format!("\"@{number:02}@\""), written);
        }
        let mut bytes = text.into_bytes();
        // One in eight: no longer JSON, mostly.
        if self.count >= 224 {
            self.flip(&mut bytes);
        }
        bytes
    }

    /// The changed text of a file of lines of words.
    pub fn lines(&self, text: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(text);
        let mut lines: Vec<Vec<String>> = (text.lines())
            .map(|line| line.split(' ').map(str::to_owned).collect())
            .collect();
        for change in self.changes() {
            if !lines.is_empty() {
                change.line(&mut lines);
            }
        }
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        let mut bytes = lines.join("\n").into_bytes();
        if self.count >= 224 {
            self.flip(&mut bytes);
        }
        bytes
    }

    /// Changes single bytes, and cuts.
    pub fn flip(&self, bytes: &mut Vec<u8>) {
        for change in self.changes() {
            if bytes.is_empty() {
                return;
            }
            let at = change.place as usize % bytes.len();
            match change.kind % 8 {
                0 => bytes.truncate(at),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, change.value),
                3 => bytes[at] ^= 1 << (change.value % 8),
                4 => bytes[at] = 0xff,
                // A word of 32 bits: a count, an offset, a number.
                5 => {
                    let word = number(change.value).parse::<f32>().map_or(0, f32::to_bits);
                    overwrite(bytes, at & !3, word.to_le_bytes());
                }
                6 => overwrite(bytes, at & !3, change.other.to_le_bytes()),
                _ => bytes[at] = change.value,
            }
        }
    }
}

fn overwrite(bytes: &mut [u8], at: usize, word: [u8; 4]) {
    for (byte, new) in bytes.iter_mut().skip(at).zip(word) {
        *byte = new;
    }
}

/// Visits a value and all in it; how many there are.
fn nodes(value: &mut Value, visit: &mut impl FnMut(&mut Value)) -> usize {
    let mut count = 1;
    // A visitor may replace what is in it.
    match value {
        Value::Array(items) => {
            count += items
                .iter_mut()
                .map(|item| nodes(item, visit))
                .sum::<usize>()
        }
        Value::Object(items) => {
            count += items
                .values_mut()
                .map(|item| nodes(item, visit))
                .sum::<usize>()
        }
        _ => {}
    }
    visit(value);
    count
}

impl Change {
    /// Changes a value; `copy` is another one of the same file.
    fn value(&self, node: &mut Value, copy: &Value) {
        match (self.kind % 8, &mut *node) {
            (0, Value::Array(items)) if !items.is_empty() => {
                items.remove(self.other as usize % items.len());
            }
            (1, Value::Array(items)) => {
                let at = self.other as usize % (items.len() + 1);
                items.insert(at, copy.clone());
            }
            (0, Value::Object(items)) => {
                let at = self.other as usize % items.len().max(1);
                if let Some(name) = items.keys().nth(at).cloned() {
                    items.remove(&name);
                }
            }
            (1, Value::Object(items)) => {
                items.insert(format!("x{}", self.value), copy.clone());
            }
            (2, _) => *node = Value::Null,
            (3, _) => *node = copy.clone(),
            (4, Value::String(text)) => text.push(char::from(self.value)),
            (5, _) => *node = Value::Bool(self.value.is_multiple_of(2)),
            (6, Value::Number(number)) => {
                let scaled = number
                    .as_f64()
                    .map_or(1.0, |x| x * f64::from(self.value) / 16.0);
                *node = scaled.into();
            }
            _ => *node = mark(self.value),
        }
    }

    fn line(&self, lines: &mut Vec<Vec<String>>) {
        let (at, other) = (
            self.place as usize % lines.len(),
            self.other as usize % lines.len(),
        );
        let words = lines[at].len().max(1);
        if lines[at].is_empty() {
            lines[at].push(String::new());
        }
        match self.kind % 8 {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines[at].push(number(self.value).to_owned()),
            3 => lines[at].truncate(self.other as usize % (words + 1)),
            4 => lines.swap(at, other),
            5 => lines[at][self.other as usize % words].push(char::from(self.value)),
            _ => number(self.value).clone_into(&mut lines[at][self.other as usize % words]),
        }
    }
}
