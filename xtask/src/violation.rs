//! A violation of a house rule, and the key under which debt lists it.

use std::fmt;

/// The house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Crates depend only on lower crates.
    Arrow,
    /// No circles between the modules of a crate.
    Circle,
    /// Modules use only lower floors of their crate.
    Floor,
    /// At most 500 lines a file.
    File,
    /// At most 60 lines a function.
    Function,
    /// One type of a name in a crate.
    Type,
    /// The words of the field.
    Words,
    /// Every Rust file starts with what it is for.
    Docs,
    /// An example on every public type.
    Example,
    /// Nothing unsafe, nothing that differs between machines.
    Forbidden,
}

impl Rule {
    /// All rules, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Arrow,
        Self::Circle,
        Self::Floor,
        Self::File,
        Self::Function,
        Self::Type,
        Self::Words,
        Self::Docs,
        Self::Example,
        Self::Forbidden,
    ];

    /// The word that starts a line of `debt.txt`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Arrow => "arrow",
            Self::Circle => "circle",
            Self::Floor => "floor",
            Self::File => "file",
            Self::Function => "function",
            Self::Type => "type",
            Self::Words => "words",
            Self::Docs => "docs",
            Self::Example => "example",
            Self::Forbidden => "forbidden",
        }
    }

    /// What the amount of a line counts.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Circle => "modules",
            Self::File | Self::Function => "lines",
            Self::Type => "definitions",
            _ => "places",
        }
    }

    /// The rule of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// The rule and its violator, without line numbers: stays the same while other code is edited.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The rule.
    pub rule: Rule,
    /// A file or a crate.
    pub place: String,
    /// A function, a type, a word; empty if the place is enough.
    pub name: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule.name(), self.place)?;
        if self.name.is_empty() {
            Ok(())
        } else if self.rule == Rule::Words || self.name.contains(' ') {
            write!(f, " \"{}\"", self.name)
        } else {
            write!(f, " {}", self.name)
        }
    }
}

/// One violation at one place of the source.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What debt calls it.
    pub key: Key,
    /// How much of it: 1, or a number of lines. The amounts of equal keys add up.
    pub amount: u32,
    /// The file, relative to the root.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Why it is a violation.
    pub message: String,
}

impl Violation {
    /// A violation listed by its file.
    pub(crate) fn in_file(
        rule: Rule,
        file: &str,
        line: usize,
        name: &str,
        message: String,
    ) -> Self {
        Self {
            key: Key {
                rule,
                place: file.to_owned(),
                name: name.to_owned(),
            },
            amount: 1,
            file: file.to_owned(),
            line,
            message,
        }
    }

    /// The same, of another place than its file.
    pub(crate) fn of(mut self, place: &str) -> Self {
        place.clone_into(&mut self.key.place);
        self
    }

    /// The same, of another amount.
    pub(crate) fn amounting_to(mut self, amount: usize) -> Self {
        self.amount = u32::try_from(amount).unwrap_or(u32::MAX);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.key.rule.name();
        write!(f, "{}:{}: {rule}: {}", self.file, self.line, self.message)
    }
}
