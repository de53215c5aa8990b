//! The words of the field: no banned word in comments, docs, strings and identifiers of Rust, in Markdown, JavaScript.

use super::terms::{Term, Terms, is_word};
use crate::source::prose::{self, Word};
use crate::source::tokens::{Leaf, walk};
use crate::source::tree::{RustFile, Tree};
use crate::violation::{Rule, Violation};
use std::collections::BTreeMap;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    check_with(tree, &Terms::parse(include_str!("../../terms.txt")))
}

fn check_with(tree: &Tree, terms: &Terms) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in &tree.rust {
        let text = prose::of_rust(&file.text);
        violations.extend(check_prose(&file.path, &text, terms));
        violations.extend(check_identifiers(file, terms));
    }
    for file in &tree.texts {
        violations.extend(check_prose(&file.path, &file.text, terms));
    }
    violations
}

fn check_prose(path: &str, text: &str, terms: &Terms) -> Vec<Violation> {
    let words = prose::words(text);
    let mut violations = Vec::new();
    for start in 0..words.len() {
        for term in begin(&terms.prose, &words[start].text) {
            if matches(term, &words, start) {
                let name = term.name();
                let message = format!("\"{name}\" is banned (xtask/terms.txt)");
                violations.push(Violation::in_file(
                    Rule::Words,
                    path,
                    words[start].line,
                    &name,
                    message,
                ));
            }
        }
    }
    violations
}

/// The terms that begin with a word.
fn begin<'a>(terms: &'a BTreeMap<String, Vec<Term>>, word: &str) -> impl Iterator<Item = &'a Term> {
    let word = word
        .strip_suffix("'s")
        .filter(|_| !terms.contains_key(word))
        .unwrap_or(word);
    terms.get(word).into_iter().flatten()
}

/// Whether the words from `start` on are those of a term, in one phrase.
fn matches(term: &Term, words: &[Word], start: usize) -> bool {
    let Some(phrase) = words.get(start..start + term.words.len()) else {
        return false;
    };
    let fine =
        words[start].follows && start > 0 && term.fine_after.contains(&words[start - 1].text);
    let same = phrase
        .iter()
        .zip(&term.words)
        .all(|(word, of_term)| is_word(&word.text, of_term));
    let joined = phrase[1..].iter().all(|word| word.follows);
    same && joined && !fine && (!term.first || words[start].first)
}

/// An identifier counts once in a file, however often it stands there.
fn check_identifiers(file: &RustFile, terms: &Terms) -> Vec<Violation> {
    let mut identifiers: BTreeMap<String, usize> = BTreeMap::new();
    walk(&file.tokens, &mut |leaf| {
        if let Leaf::Word(word) = leaf {
            identifiers
                .entry(word.to_string())
                .or_insert_with(|| word.span().start().line);
        }
    });
    let mut violations = Vec::new();
    for (identifier, line) in identifiers {
        let words = split(&identifier);
        let mut found: Vec<String> = terms
            .names
            .iter()
            .filter(|name| **name == identifier)
            .cloned()
            .collect();
        for (start, word) in words.iter().enumerate() {
            let possible =
                begin(&terms.prose, &word.text).chain(begin(&terms.identifiers, &word.text));
            found.extend(
                possible
                    .filter(|term| matches(term, &words, start))
                    .map(Term::name),
            );
        }
        for name in found {
            let message =
                format!("\"{name}\" in the identifier {identifier} is banned (xtask/terms.txt)");
            violations.push(Violation::in_file(
                Rule::Words,
                &file.path,
                line,
                &name,
                message,
            ));
        }
    }
    violations
}

/// `is_seen`, `IsSeen` → is, seen.
fn split(identifier: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut before = '_';
    for c in identifier.chars() {
        if c.is_alphabetic() {
            let begins = !before.is_alphabetic() || (c.is_uppercase() && before.is_lowercase());
            if begins {
                words.push(Word {
                    text: String::new(),
                    line: 0,
                    follows: true,
                    first: false,
                });
            }
            if let Some(word) = words.last_mut() {
                word.text.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &str = "[prose]\nglorp\nso flib\n^flab is\nblork (fine after: reader)\n[identifiers]\nseen\nNear\n";

    fn found(path: &str, text: &str) -> Vec<(String, usize)> {
        let violations = check_with(&Tree::example(&[(path, text)]), &Terms::parse(TERMS));
        violations
            .into_iter()
            .map(|found| (found.key.name, found.line))
            .collect()
    }

    fn rust(text: &str) -> Vec<(String, usize)> {
        found("crates/a/tests/b.rs", text)
    }

    #[test]
    fn a_banned_word_is_found_in_comments_strings_and_identifiers() {
        let places = rust(
            "//! Glorp.\nfn f() {} // a glorp's end\nconst S: &str = r#\"a\n glorp\"#;\nstruct MyGlorp;",
        );
        assert_eq!(places, [1, 2, 4, 5].map(|line| ("glorp".to_owned(), line)));
        assert!(rust("//! Glorps, aglorp.\nfn glorps() {}").is_empty());
    }

    #[test]
    fn a_phrase_is_found_over_the_end_of_a_line_but_not_of_a_sentence() {
        assert_eq!(
            rust("/// So\n/// flib.\nfn f() {}"),
            [("so flib".to_owned(), 1)]
        );
        assert_eq!(rust("fn so_flib() {}"), [("so flib".to_owned(), 1)]);
        assert!(rust("/// It is so. Flib.\nfn f() { so(flib) }").is_empty());
    }

    #[test]
    fn words_with_a_legitimate_use_are_found_only_elsewhere() {
        assert_eq!(
            rust("// Flab is near. It knows that flab is near.").len(),
            1
        );
        assert_eq!(rust("// A reader blork, a ball blork.").len(), 1);
    }

    #[test]
    fn some_words_are_banned_in_identifiers_only_and_count_once() {
        assert_eq!(
            rust("// It was seen.\nfn is_seen() {}\nfn f() { is_seen(); Near; Nearer }").len(),
            2
        );
    }

    #[test]
    fn markdown_and_javascript_are_read() {
        assert_eq!(
            found("README.md", "# Balls\n\nA glorp."),
            [("glorp".to_owned(), 3)]
        );
        assert_eq!(
            found("crates/carom-web/site/a.js", "let glorp = 1; // glorp").len(),
            2
        );
    }
}
