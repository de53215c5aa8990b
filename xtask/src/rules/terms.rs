//! The banned words of `xtask/terms.txt`.

use std::collections::BTreeMap;

/// A banned word or phrase.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Term {
    /// In lower case.
    pub(super) words: Vec<String>,
    /// Only banned where a sentence begins with it.
    pub(super) first: bool,
    /// Fine after one of these words.
    pub(super) fine_after: Vec<String>,
}

/// The list, by the first word of each.
#[derive(Default)]
pub(super) struct Terms {
    /// In prose, and as words of identifiers.
    pub(super) prose: BTreeMap<String, Vec<Term>>,
    /// Only as words of identifiers: `blur` is banned in `blur_of`, not in a sentence.
    pub(super) identifiers: BTreeMap<String, Vec<Term>>,
    /// Whole identifiers, as they are written: `Near`.
    pub(super) names: Vec<String>,
}

impl Terms {
    /// Reads the format that the head of `terms.txt` describes.
    pub(super) fn parse(text: &str) -> Self {
        let mut terms = Self::default();
        let mut prose = true;
        for line in text.lines().map(str::trim) {
            match line {
                "[prose]" => prose = true,
                "[identifiers]" => prose = false,
                _ if line.is_empty() || line.starts_with('#') => {}
                _ if !prose && line.starts_with(char::is_uppercase) => {
                    terms.names.push(line.to_owned())
                }
                _ => {
                    let term = Term::parse(line);
                    let list = if prose {
                        &mut terms.prose
                    } else {
                        &mut terms.identifiers
                    };
                    let key = term.words.first().cloned().unwrap_or_default();
                    list.entry(key).or_default().push(term);
                }
            }
        }
        terms
    }
}

impl Term {
    fn parse(line: &str) -> Self {
        let (phrase, after) = line.split_once("(fine after:").unwrap_or((line, ""));
        let words = |text: &str| -> Vec<String> {
            let separator = |c: char| c.is_whitespace() || ",)".contains(c);
            text.split(separator)
                .filter(|word| !word.is_empty())
                .map(str::to_lowercase)
                .collect()
        };
        Self {
            words: words(phrase.trim_start_matches('^')),
            first: phrase.starts_with('^'),
            fine_after: words(after),
        }
    }

    /// As debt lists it.
    pub(super) fn name(&self) -> String {
        self.words.join(" ")
    }
}

/// Whether a word is a term's, in the genitive too.
pub(super) fn is_word(word: &str, of_term: &str) -> bool {
    word == of_term || word.strip_suffix("'s") == Some(of_term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read() {
        let terms = Terms::parse(
            "# Head\n[prose]\nglorp\n^flab is\nblork (fine after: reader, user)\n[identifiers]\nflib flab\nNear\n",
        );
        assert_eq!(terms.prose.len(), 3);
        assert!(terms.prose["flab"][0].first);
        assert_eq!(terms.prose["blork"][0].fine_after, ["reader", "user"]);
        assert_eq!(terms.identifiers["flib"][0].words, ["flib", "flab"]);
        assert_eq!(terms.names, ["Near"]);
    }
}
