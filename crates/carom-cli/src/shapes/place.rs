//! Where something is in a file.

use std::fmt;

/// A thing that is described by fields: `a`, or one of a list, `walls[3]`; nothing for the file itself.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    name: &'static str,
    index: Option<usize>,
}

impl Side {
    /// One of a list.
    pub(crate) fn of_list(name: &'static str, index: usize) -> Self {
        Self {
            name,
            index: Some(index),
        }
    }
}

impl From<&'static str> for Side {
    fn from(name: &'static str) -> Self {
        Self { name, index: None }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.index {
            Some(index) => write!(f, "[{index}]"),
            None => Ok(()),
        }
    }
}

/// Written out only if something is wrong there.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    side: Side,
    field: &'static str,
    /// Which one of a list.
    index: Option<usize>,
}

impl Place {
    /// A field of the file itself.
    pub(crate) fn field(field: &'static str) -> Self {
        Self::of("", field)
    }

    /// A field of a shape.
    pub(crate) fn of(side: impl Into<Side>, field: &'static str) -> Self {
        Self {
            side: side.into(),
            field,
            index: None,
        }
    }

    /// One of a list of a shape.
    pub(crate) fn at(side: impl Into<Side>, field: &'static str, index: usize) -> Self {
        Self {
            side: side.into(),
            field,
            index: Some(index),
        }
    }

    /// The error of a number too large for the precision it is asked in.
    pub(crate) fn beyond_range(&self) -> String {
        format!("{self} is beyond the range of its precision")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.side.name.is_empty() {
            write!(f, "{}.", self.side)?;
        }
        f.write_str(self.field)?;
        match self.index {
            Some(index) => write!(f, "[{index}]"),
            None => Ok(()),
        }
    }
}
