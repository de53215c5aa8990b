//! `carom` without a command, as an installed binary: far from any checkout.

use crate::command::{data, lines, summary};
use std::process::Command;

#[test]
fn the_bundled_level_is_in_the_binary() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .current_dir(folder.path())
        .env_remove("CARGO_PKG_NAME")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{printed}");
    let out = folder.path().join("out");
    for name in ["dungeon.obj", "recast-License.txt"] {
        let bytes = std::fs::read(out.join(name)).unwrap();
        assert_eq!(
            bytes,
            std::fs::read(data(&format!("levels/{name}"))).unwrap()
        );
    }
    let walk = lines(&std::fs::read(out.join("walk.jsonl")).unwrap());
    assert!(summary(&walk)["distance"].as_f64().unwrap() > 300.0);
    for name in ["map.png", "view.png", "pool.png", "pool.jsonl"] {
        assert!(out.join(name).exists(), "{name}");
    }
    // What it advises can be run as it is, there.
    assert!(
        printed.contains("Next, try:\n  carom info out/dungeon.obj\n"),
        "{printed}"
    );
    assert!(!printed.contains("cargo"), "{printed}");
}
