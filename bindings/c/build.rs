//! Gives the shared library the name by which programs find it at run time.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(
        &*target,
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd"
    ) {
        // Before 1.0 each minor version has an ABI of its own.
        let [major, minor] = ["MAJOR", "MINOR"].map(|part| {
            let name = format!("CARGO_PKG_VERSION_{part}");
            std::env::var(name).expect("Cargo sets the version")
        });
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcarom.so.{major}.{minor}");
    }
}
