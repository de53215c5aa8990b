//! `carom info` on the bundled levels and on a level with every fault.

use crate::command::{carom, data};
use serde_json::Value;

fn info(path: &str) -> Value {
    let output = carom(&["info", path, "--json"]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_report_of_the_dungeon_is_right() {
    let info = info(&data("levels/dungeon.obj"));
    assert_eq!(info["triangles"], 10133);
    assert_eq!(info["vertices"], 5101);
    assert_eq!(info["degenerate_triangles"]["count"], 0);
    let share = info["walkable_share"].as_f64().unwrap();
    assert!((0.2..0.3).contains(&share), "{share}");
    assert!(info["tree_depth"].as_u64().unwrap() >= 3);
    assert!(info["bytes_per_triangle"].as_f64().unwrap() < 100.0);
}

#[test]
fn every_fault_is_counted() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("faults.obj");
    // A square floor, one of its triangles again, one of no area, and a fin on the diagonal.
    let text = "v 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0 0\nv 1 0 1\nv 1 2 1\n\
                f 1 2 3\nf 1 3 4\nf 3 1 2\nf 1 5 3\nf 1 3 6\n";
    std::fs::write(&path, text).unwrap();
    let info = info(&path.to_string_lossy());
    assert_eq!(info["triangles"], 5);
    assert_eq!(info["degenerate_triangles"]["count"], 1);
    assert_eq!(info["degenerate_triangles"]["first"][0], 3);
    assert_eq!(info["duplicate_triangles"]["count"], 1);
    assert_eq!(info["duplicate_triangles"]["first"][0], 2);
    assert_eq!(info["non_manifold_edges"], 1, "the diagonal");
    let (area, walkable) = (
        info["area"].as_f64().unwrap(),
        info["walkable_area"].as_f64().unwrap(),
    );
    assert!((walkable - 6.0).abs() < 1e-9, "{walkable}");
    assert!((area - 6.0 - 8f64.sqrt()).abs() < 1e-9, "{area}");
}

#[test]
fn the_table_names_everything() {
    let output = carom(&["info", &data("levels/nav_test.obj")]);
    let text = String::from_utf8(output.stdout).unwrap();
    for row in [
        "triangles",
        "vertices",
        "bounds",
        "walkable",
        "degenerate triangles",
        "duplicate triangles",
        "open edges",
        "non-manifold edges",
        "tree depth",
        "bytes per triangle",
        "tree built in",
    ] {
        assert!(text.contains(row), "{row} is missing:\n{text}");
    }
}

#[test]
fn help_lists_the_options() {
    for arguments in [&["--help"][..], &["walk", "--help"], &["info", "--help"]] {
        let output = carom(arguments);
        assert!(output.status.success());
        assert!(output.stdout.len() > 400);
    }
    assert_eq!(carom(&["wlak"]).status.code(), Some(2));
}
