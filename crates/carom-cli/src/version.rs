//! What `carom --version` prints: version, commit, platform and features, for reports of bugs.

use std::sync::LazyLock;

/// In one line, for `-V`.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");

/// For `--version`.
pub(crate) static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CAROM_COMMIT").unwrap_or("unknown");
    let target = env!("CAROM_TARGET");
    let features = match env!("CAROM_FEATURES") {
        "" => "none",
        names => names,
    };
    let profile = if cfg!(debug_assertions) {
        "debug"
    } else {
        "optimized"
    };
    let playground = match carom_web::site::packed() {
        Some(_) => "in the binary",
        None => "from a checkout or an exported site",
    };
    format!(
        "{SHORT}\ncommit: {commit}\nplatform: {target}, {profile}\nfeatures: {features}\nplayground: {playground}"
    )
});
