//! Places in a file, for errors: `walls[3].ball.radius`.

use std::fmt;

/// An object with fields: `a`, or an element of a list, `walls[3]`; an empty name is the file itself.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    name: &'static str,
    index: Option<usize>,
    /// The part of a compound there.
    part: Option<usize>,
}

impl Side {
    /// An element of a list.
    pub(crate) fn of_list(name: &'static str, index: usize) -> Self {
        Self {
            name,
            index: Some(index),
            part: None,
        }
    }

    /// A part of the compound there.
    pub(crate) fn part(self, part: usize) -> Self {
        Self {
            part: Some(part),
            ..self
        }
    }

    /// Whether it is a part of a compound.
    pub(crate) fn is_part(&self) -> bool {
        self.part.is_some()
    }
}

impl From<&'static str> for Side {
    fn from(name: &'static str) -> Self {
        Self {
            name,
            index: None,
            part: None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        match self.part {
            Some(part) => write!(f, ".compound.parts[{part}]"),
            None => Ok(()),
        }
    }
}

/// A field of an object; formatted only for an error.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    side: Side,
    field: &'static str,
    /// The index, if the field is a list, and that in the element, if it is a list too.
    indices: [Option<usize>; 2],
}

impl Place {
    /// A field of the file itself.
    pub(crate) fn field(field: &'static str) -> Self {
        Self::of("", field)
    }

    /// A field of an object.
    pub(crate) fn of(side: impl Into<Side>, field: &'static str) -> Self {
        Self {
            side: side.into(),
            field,
            indices: [None; 2],
        }
    }

    /// An element of a list of an object.
    pub(crate) fn at(side: impl Into<Side>, field: &'static str, index: usize) -> Self {
        Self {
            side: side.into(),
            field,
            indices: [Some(index), None],
        }
    }

    /// An element of an element.
    pub(crate) fn element(self, index: usize) -> Self {
        Self {
            indices: [self.indices[0], Some(index)],
            ..self
        }
    }

    /// The error of a number too large for its precision.
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
        let mut indices = self.indices.iter().flatten();
        indices.try_for_each(|index| write!(f, "[{index}]"))
    }
}
