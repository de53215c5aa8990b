//! The lines of an OBJ, with the numbers that an editor shows.

use std::borrow::Cow;

/// A line without its comment; continued lines are joined.
pub(crate) struct Line<'a> {
    /// Counted from 1; of a joined line, the first.
    pub(crate) number: usize,
    pub(crate) text: Cow<'a, str>,
}

impl<'a> Line<'a> {
    /// The first word, empty on an empty line.
    pub(crate) fn keyword(&self) -> &str {
        self.text.split_whitespace().next().unwrap_or("")
    }

    /// The text behind the keyword.
    pub(crate) fn rest(&self) -> &str {
        let text = self.text.trim_start();
        text.split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest.trim())
    }

    /// The words behind the keyword.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace().skip(1)
    }
}

/// Every line of `text`.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text.lines().enumerate();
    std::iter::from_fn(move || {
        let (index, first) = rest.next()?;
        let mut line = Line {
            number: index + 1,
            text: Cow::Borrowed(without_comment(first)),
        };
        // Only vertices and faces: the name of a group may end in a backslash
        // too, and must not swallow the face below it.
        if matches!(line.keyword(), "v" | "f") {
            while let Some(open) = line.text.strip_suffix('\\') {
                let next = rest.next().map_or("", |(_, next)| without_comment(next));
                let joined = format!("{open} {next}");
                line.text = Cow::Owned(joined);
            }
        }
        Some(line)
    })
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}
