//! Inside carom-core modules use only those of lower floors: part, shape < pair < surface < world; instances names what
//! all of them have.

use super::imports;
use crate::source::tree::Tree;
use crate::violation::{Rule, Violation};

const CRATE: &str = "crates/carom-core";

/// The modules below the root, lowest floor first. Modules of one floor may use each other, but not in a circle.
const FLOORS: [&[&str]; 5] = [
    &["draw", "part", "shape"],
    &["pair"],
    &["surface"],
    &["world"],
    &["instances"],
];

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (file, module) in tree.modules() {
        if module.crate_folder == CRATE
            && module.path.len() == 1
            && floor(&module.path[0]).is_none()
        {
            let message = format!(
                "{} is on no floor of xtask/src/rules/floors.rs",
                module.path[0]
            );
            violations.push(Violation::in_file(Rule::Floor, &file.path, 1, "", message));
        }
    }
    for import in imports::of_crate(tree, CRATE) {
        let (Some(from), Some(to)) = (import.from.first(), import.to.first()) else {
            continue;
        };
        if floor(from) < floor(to) {
            let message = format!("uses {}, which is above {from}", import.to.join("::"));
            violations.push(Violation::in_file(
                Rule::Floor,
                &import.file,
                import.line,
                to,
                message,
            ));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_that_points_up_is_found() {
        let tree = Tree::example(&[
            ("crates/carom-core/src/lib.rs", ""),
            ("crates/carom-core/src/shape.rs", ""),
            ("crates/carom-core/src/pair.rs", "use crate::shape::Ball;"),
            (
                "crates/carom-core/src/surface/mesh.rs",
                "#[cfg(test)]\nuse crate::world::Pose;\nuse crate::world::World; use crate::pair;",
            ),
            ("crates/carom-core/src/world.rs", ""),
        ]);
        let found: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
        let expected =
            "crates/carom-core/src/surface/mesh.rs:3: floor: uses world, which is above surface";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_module_outside_the_table_is_found() {
        let tree = Tree::example(&[
            ("crates/carom-core/src/lib.rs", ""),
            ("crates/carom-core/src/pair.rs", "use crate::table::Table;"),
            ("crates/carom-core/src/table.rs", ""),
        ]);
        assert_eq!(
            check(&tree)[0].message,
            "table is on no floor of xtask/src/rules/floors.rs"
        );
    }
}
