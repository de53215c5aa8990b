/work/w_balls/target2/debug/deps/carom_math-e7a2e39eab5c36a0.d: crates/carom-math/src/lib.rs crates/carom-math/src/curve.rs crates/carom-math/src/double_double.rs crates/carom-math/src/exact.rs crates/carom-math/src/lanes.rs crates/carom-math/src/parallel.rs crates/carom-math/src/vector.rs

/work/w_balls/target2/debug/deps/libcarom_math-e7a2e39eab5c36a0.rmeta: crates/carom-math/src/lib.rs crates/carom-math/src/curve.rs crates/carom-math/src/double_double.rs crates/carom-math/src/exact.rs crates/carom-math/src/lanes.rs crates/carom-math/src/parallel.rs crates/carom-math/src/vector.rs

crates/carom-math/src/lib.rs:
crates/carom-math/src/curve.rs:
crates/carom-math/src/double_double.rs:
crates/carom-math/src/exact.rs:
crates/carom-math/src/lanes.rs:
crates/carom-math/src/parallel.rs:
crates/carom-math/src/vector.rs:
