//! JSON that does not fit, told by the path of the field.

/// The error with the path of the field, where there is one.
pub(crate) fn located(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    // Where the text itself breaks off, the last step is unknown: a question mark.
    match path.trim_end_matches(['.', '?']) {
        "" => error.inner().to_string(),
        place => format!("{place}: {}", error.inner()),
    }
}
