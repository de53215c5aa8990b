//! Compiles the part of Jolt's binding that its C interface lacks, with the flags that the library was compiled with.

fn main() {
    println!("cargo:rerun-if-changed=src/jolt/manifold.cpp");
    #[cfg(feature = "jolt")]
    jolt();
}

#[cfg(feature = "jolt")]
fn jolt() {
    let root = std::env::var("DEP_JOLTC_ROOT").expect("oxijolt-sys says where it built Jolt");
    let path = std::path::Path::new(&root)
        .join("build/_deps/joltphysics-build/CMakeFiles/Jolt.dir/flags.make");
    let flags =
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .file("src/jolt/manifold.cpp")
        .no_default_flags(true);
    for name in ["CXX_DEFINES", "CXX_INCLUDES", "CXX_FLAGS"] {
        let of = |line: &'_ str| -> Option<String> {
            Some(
                line.strip_prefix(name)?
                    .trim_start()
                    .strip_prefix('=')?
                    .into(),
            )
        };
        let found = flags.lines().find_map(of);
        let found = found.unwrap_or_else(|| panic!("{} has no {name}", path.display()));
        for flag in found.split_whitespace() {
            build.flag(flag);
        }
    }
    build.compile("carom_jolt");
}
