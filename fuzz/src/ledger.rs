//! The file `ledger.csv`: a line for each campaign of random inputs, and where the next one starts.

use std::fs::{OpenOptions, read_to_string};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The first line of the file.
const HEAD: &str = "date,target,first_seed,next_seed,cases,failures,seconds";

/// The seed of a target's first campaign.
const FIRST: u64 = 1;

/// A campaign.
pub struct Entry {
    pub target: String,
    /// The seed of its first case.
    pub first: u64,
    /// The seed that follows its last case.
    pub next: u64,
    pub cases: u64,
    pub failures: u64,
    pub seconds: u64,
}

/// The file.
pub struct Ledger {
    path: PathBuf,
}

impl Ledger {
    /// The ledger in a file, which need not exist.
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The seed that follows the last campaign of a target. An error names the line.
    pub fn next(&self, target: &str) -> Result<u64> {
        let text = match read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(FIRST),
            text => text?,
        };
        let mut next = FIRST;
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split(',').collect();
            let bad = || Error::other(format!("{}:{}", self.path.display(), number + 1));
            if number == 0 && line == HEAD {
                continue;
            }
            let [_, own, _, after, _, _, _] = fields[..] else {
                return Err(bad());
            };
            let after = after.parse().map_err(|_| bad())?;
            if own == target {
                next = after;
            }
        }
        Ok(next)
    }

    /// Adds a line with the date of today.
    pub fn append(&self, entry: &Entry) -> Result<()> {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)?;
        if file.metadata()?.len() == 0 {
            writeln!(file, "{HEAD}")?;
        }
        let days = SystemTime::now().duration_since(UNIX_EPOCH);
        let days = days.map_err(Error::other)?.as_secs() / 86_400;
        let (year, month, day) = date(days);
        let Entry {
            target,
            first,
            next,
            cases,
            failures,
            seconds,
        } = entry;
        writeln!(
            file,
            "{year}-{month:02}-{day:02},{target},{first},{next},{cases},{failures},{seconds}"
        )
    }
}

/// Year, month and day of a number of days since 1970-01-01 (Howard Hinnant, `civil_from_days`).
fn date(days: u64) -> (u64, u64, u64) {
    // Years begin in March here, so that a leap day is a year's last day.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, wrap) = (if month < 10 { month + 3 } else { month - 9 }, month / 10);
    (era * 400 + year + wrap, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_818), (2026, 12, 31));
        assert_eq!(date(20_819), (2027, 1, 1));
    }

    #[test]
    fn a_campaign_continues_the_last_one_of_its_target() {
        let path = std::env::temp_dir().join(format!("carom-ledger-{}.csv", std::process::id()));
        let ledger = Ledger::at(path.clone());
        assert_eq!(ledger.next("curved").unwrap(), FIRST);
        for (target, next) in [("curved", 7), ("surfaces", 9), ("curved", 11)] {
            let (first, target) = (ledger.next(target).unwrap(), target.to_owned());
            let entry = Entry {
                target,
                first,
                next,
                cases: 2,
                failures: 0,
                seconds: 1,
            };
            ledger.append(&entry).unwrap();
        }
        assert_eq!(ledger.next("curved").unwrap(), 11);
        assert_eq!(ledger.next("surfaces").unwrap(), 9);
        assert_eq!(ledger.next("manifold").unwrap(), FIRST);
        let text = read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace(",9,", ",x,")).unwrap();
        let error = ledger.next("curved").unwrap_err().to_string();
        assert!(error.ends_with(".csv:3"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }
}
