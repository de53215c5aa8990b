//! Walks the tokens of a file, those inside macros included.

use proc_macro2::{Punct, Span, TokenStream, TokenTree};

/// A token, or the beginning or end of a group in brackets.
pub(crate) enum Leaf<'a> {
    /// A name or a keyword.
    Word(&'a proc_macro2::Ident),
    /// A sign.
    Sign(&'a Punct),
    /// A number or a string.
    Literal,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
}

/// Visits all tokens in their order.
pub(crate) fn walk(tokens: &TokenStream, visit: &mut impl FnMut(Leaf<'_>)) {
    for token in tokens.clone() {
        match &token {
            TokenTree::Group(group) => {
                visit(Leaf::Open);
                walk(&group.stream(), visit);
                visit(Leaf::Close);
            }
            TokenTree::Ident(word) => visit(Leaf::Word(word)),
            TokenTree::Punct(sign) => visit(Leaf::Sign(sign)),
            TokenTree::Literal(_) => visit(Leaf::Literal),
        }
    }
}

/// Visits every path `a::b::c`, of one word too, with the span of its first word.
pub(crate) fn each_path(tokens: &TokenStream, visit: &mut impl FnMut(&[String], Span)) {
    let mut path: Vec<String> = Vec::new();
    let mut start = Span::call_site();
    let mut colons = 0;
    walk(tokens, &mut |leaf| {
        match leaf {
            Leaf::Sign(sign) if sign.as_char() == ':' && colons < 2 && !path.is_empty() => {
                colons += 1;
                return;
            }
            Leaf::Word(word) if colons == 2 => path.push(word.to_string()),
            other => {
                if !path.is_empty() {
                    visit(&path, start);
                    path.clear();
                }
                if let Leaf::Word(word) = other {
                    start = word.span();
                    path.push(word.to_string());
                }
            }
        }
        colons = 0;
    });
    if !path.is_empty() {
        visit(&path, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_over_their_colons() {
        let tokens = "let a: b = crate::c::D::<e>(f32::min);\n g"
            .parse()
            .unwrap();
        let mut found = Vec::new();
        each_path(&tokens, &mut |path, start| {
            found.push((path.join("::"), start.start().line))
        });
        let expected = ["let", "a", "b", "crate::c::D", "e", "f32::min"];
        let mut expected: Vec<_> = expected.map(|path| (path.to_owned(), 1)).to_vec();
        expected.push(("g".to_owned(), 2));
        assert_eq!(found, expected);
    }
}
