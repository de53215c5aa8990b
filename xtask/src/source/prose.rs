//! The words of a text with their lines: of Markdown and JavaScript all, of Rust those in comments and strings.

/// Stands for code between comments and strings.
const CODE: char = '\u{1}';

/// A word in lower case.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
    /// Whether only space separates it from the word before.
    pub(crate) follows: bool,
    /// Whether a sentence begins with it.
    pub(crate) first: bool,
}

/// The text of a Rust file with all but comments and strings replaced, at the same lines.
pub(crate) fn of_rust(text: &str) -> String {
    let mut prose = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_name = false;
    while let Some(c) = rest.chars().next() {
        let kept = if in_name {
            quoted(rest)
        } else {
            raw_string(rest).or_else(|| quoted(rest))
        };
        let length = kept.unwrap_or_else(|| character(rest).unwrap_or(c.len_utf8()));
        match kept {
            Some(length) => prose.push_str(&rest[..length]),
            None if c.is_whitespace() => prose.push(c),
            None => prose.push(CODE),
        }
        in_name = c.is_alphanumeric() || c == '_';
        rest = &rest[length..];
    }
    prose
}

/// The length of the comment or string that a text begins with.
fn quoted(text: &str) -> Option<usize> {
    let mut before = ' ';
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    } else if text.starts_with("/*") {
        let mut depth = 0;
        for (index, c) in text.char_indices() {
            match (before, c) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    before = c;
                    continue;
                }
            }
            if depth == 0 {
                return Some(index + 1);
            }
            before = ' ';
        }
        return Some(text.len());
    }
    let content = text.strip_prefix('"')?;
    for (index, c) in content.char_indices() {
        if c == '"' && before != '\\' {
            return Some(index + 2);
        }
        before = if before == '\\' { ' ' } else { c };
    }
    Some(text.len())
}

/// The length of the raw string, `r"…"` or `br#"…"#`, that a text begins with.
fn raw_string(text: &str) -> Option<usize> {
    let raw = text
        .strip_prefix(['b', 'c'])
        .unwrap_or(text)
        .strip_prefix('r')?;
    let signs = raw.len() - raw.trim_start_matches('#').len();
    let content = raw[signs..].strip_prefix('"')?;
    let end = format!("\"{}", &raw[..signs]);
    let start = text.len() - content.len();
    Some(start + content.find(&end)? + end.len())
}

/// The length of the character literal that a text begins with; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let content = text.strip_prefix('\'')?;
    let first = content.chars().next()?;
    let at_least = if first == '\\' { 2 } else { first.len_utf8() };
    let end = content.get(at_least..)?.find('\'')?;
    (first == '\\' || end == 0).then_some(1 + at_least + end + 1)
}

/// The words of a text.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut before = Before::Sentence;
    for (index, line) in text.lines().enumerate() {
        let marker = |c: char| "/!*#>-".contains(c) || c.is_whitespace();
        let content = line.trim_start_matches(marker);
        // A paragraph, a heading and an item of a list begin a sentence.
        if content.is_empty() || line.trim_start().starts_with(['#', '-', '*']) {
            before = Before::Sentence;
        }
        let mut rest = content;
        while let Some(c) = rest.chars().next() {
            let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
            if length > 0 {
                words.push(Word {
                    text: rest[..length]
                        .trim_matches('\'')
                        .replace('’', "'")
                        .to_lowercase(),
                    line: index + 1,
                    follows: before == Before::Word,
                    first: before == Before::Sentence,
                });
                before = Before::Word;
                rest = &rest[length..];
                continue;
            }
            // An escape in a string: the next letter is no part of a word.
            let escape = c == '\\';
            if !escape {
                before = before.and(c);
            }
            let skipped = rest.chars().take(1 + usize::from(escape));
            rest = &rest[skipped.map(char::len_utf8).sum()..];
        }
    }
    words
}

fn in_word(c: char) -> bool {
    c.is_alphabetic() || c == '\'' || c == '’'
}

/// The text before a word.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Word,
    Sign,
    Sentence,
}

impl Before {
    fn and(self, c: char) -> Self {
        match c {
            c if c.is_whitespace() || c == '_' => self,
            '.' | ':' | ';' | '!' | '?' | '|' | '"' | CODE => Self::Sentence,
            _ if self == Self::Sentence => self,
            _ => Self::Sign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_rust_only_comments_and_strings_are_left() {
        let text = "/// Doc of\nfn f<'a>(c: char) { // comment\n let s = \"in a\\nstring \\\" on\"; }\n\
            const R: &str = r#\"raw \"word\"#; /* outer /* inner */ end */ g('\"', '\\'', b'x', 'y'); \"last\"";
        let prose = words(&of_rust(text));
        let words: Vec<String> = prose
            .iter()
            .map(|word| format!("{}:{}", word.text, word.line))
            .collect();
        let expected = "doc:1 of:1 comment:2 in:3 a:3 string:3 on:3 r:4 raw:4 word:4 outer:4 inner:4 end:4 last:4";
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn a_sentence_goes_on_over_lines_of_a_comment() {
        let words = words("// One and\n// two. Three, four\n//\n// five");
        let first: Vec<bool> = words.iter().map(|word| word.first).collect();
        let follows: Vec<bool> = words.iter().map(|word| word.follows).collect();
        assert_eq!(first, [true, false, false, true, false, true]);
        assert_eq!(follows, [false, true, true, false, false, false]);
    }
}
