//! The names of other files that a level names.

/// The name of a file in the level's own folder or below.
pub(crate) fn relative_name(uri: &str) -> Result<String, String> {
    let name = percent_decoded(uri).ok_or("the name is not UTF-8 text")?;
    // A colon is a scheme, a drive or an alternate stream.
    if name.contains([':', '\\']) || name.contains(char::is_control) {
        return Err("only names relative to the level are read".into());
    }
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "." => {}
            // "", "..", and what Windows shortens to them.
            part if part.trim_end_matches(['.', ' ']).is_empty() => {
                return Err("only names below the level's own folder are read".into());
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err("the name is empty".into());
    }
    Ok(parts.join("/"))
}

/// `%20` becomes a space; a `%` without two digits stays, because some
/// exporters do not encode.
fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, others @ ..] = rest {
        let code = match rest {
            [b'%', high, low, ..] => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        if let Some((high, low)) = code {
            bytes.push(high * 16 + low);
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = others;
        }
    }
    String::from_utf8(bytes).ok()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::relative_name;

    #[test]
    fn names_below_the_level_are_decoded() {
        assert_eq!(relative_name("a.bin").unwrap(), "a.bin");
        assert_eq!(relative_name("./data/a%20b.bin").unwrap(), "data/a b.bin");
        assert_eq!(relative_name("100%.bin").unwrap(), "100%.bin");
        assert_eq!(relative_name("a..b.bin").unwrap(), "a..b.bin");
    }

    #[test]
    fn names_that_leave_the_folder_are_refused() {
        for uri in [
            "",
            ".",
            "..",
            "../a",
            "a/../../b",
            "%2e%2e/a",
            "..%2fa",
            "/etc/passwd",
            "%2Fetc",
            "a//b",
            "file:///a",
            "http://a/b",
            "C:a",
            "a\\b",
            "..\\a",
            "%5c%5chost",
            "... /a",
            ".. /a",
            "a%00.bin",
            "%ff",
        ] {
            assert!(relative_name(uri).is_err(), "{uri}");
        }
    }
}
