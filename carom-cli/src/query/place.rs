//! Where something is in a question.

use std::fmt;

/// Written out only if something is wrong there.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// `a` or `b`, or nothing.
    side: &'static str,
    field: &'static str,
    /// Which one of a list.
    index: Option<usize>,
}

impl Place {
    /// A field of the question itself.
    pub(super) fn field(field: &'static str) -> Self {
        Self::of("", field)
    }

    /// A field of a shape.
    pub(super) fn of(side: &'static str, field: &'static str) -> Self {
        Self {
            side,
            field,
            index: None,
        }
    }

    /// One of a list of a shape.
    pub(super) fn at(side: &'static str, field: &'static str, index: usize) -> Self {
        Self {
            side,
            field,
            index: Some(index),
        }
    }

    /// The error of a number too large for the precision it is asked in.
    pub(super) fn beyond_range(&self) -> String {
        format!("{self} is beyond the range of its precision")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.side.is_empty() {
            write!(f, "{}.", self.side)?;
        }
        f.write_str(self.field)?;
        match self.index {
            Some(index) => write!(f, "[{index}]"),
            None => Ok(()),
        }
    }
}
