//! The first random cases of every property: the same ones in each run, so that a fault is one of the change at hand. Campaigns with
//! new seeds are run by `examples/random.rs`.

use carom_fuzz::cases;
use carom_fuzz::properties::ALL;

/// Where they begin: no campaign of the ledger starts here.
const SEED: u64 = 29;

/// A test of each property by its name, with a number of cases that takes about a second without optimization.
macro_rules! properties {
    ($($name:ident $count:literal)*) => {
        $(
            #[test]
            fn $name() {
                holds(stringify!($name), $count);
            }
        )*

        #[test]
        fn every_property_is_tested() {
            let tested = [$(stringify!($name)),*];
            assert_eq!(tested, ALL.map(|(name, _)| name));
        }
    };
}

properties! {
    curved 1500
    curved_sweep 3000
    manifold 3000
    surfaces 200
    chains 200
    heights 400
    polytopes 400
    meshes 400
    moving 30
    world_pairs 100
    levels 2000
    scenarios 2000
    setups 800
    billiards 2000
    queries 5000
    small_files 10_000
    stored 1000
    recordings 800
    packets 10_000
}

fn holds(name: &str, count: u64) {
    let (_, property) = ALL.into_iter().find(|(own, _)| *own == name).unwrap();
    let mut failures = Vec::new();
    let goes_on = |cases| cases < count;
    cases::run(property, SEED, goes_on, |text| failures.push(text));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
