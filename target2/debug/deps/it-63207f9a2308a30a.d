/work/w_balls/target2/debug/deps/it-63207f9a2308a30a.d: crates/carom-balls/tests/it/main.rs crates/carom-balls/tests/it/flipper.rs crates/carom-balls/tests/it/table/mod.rs crates/carom-balls/tests/it/table/bad.rs crates/carom-balls/tests/it/table/changes.rs crates/carom-balls/tests/it/table/conserved.rs crates/carom-balls/tests/it/table/exact.rs crates/carom-balls/tests/it/table/falling.rs crates/carom-balls/tests/it/table/impacts.rs crates/carom-balls/tests/it/table/pressure.rs crates/carom-balls/tests/it/table/rolling.rs crates/carom-balls/tests/it/table/walls.rs

/work/w_balls/target2/debug/deps/libit-63207f9a2308a30a.rmeta: crates/carom-balls/tests/it/main.rs crates/carom-balls/tests/it/flipper.rs crates/carom-balls/tests/it/table/mod.rs crates/carom-balls/tests/it/table/bad.rs crates/carom-balls/tests/it/table/changes.rs crates/carom-balls/tests/it/table/conserved.rs crates/carom-balls/tests/it/table/exact.rs crates/carom-balls/tests/it/table/falling.rs crates/carom-balls/tests/it/table/impacts.rs crates/carom-balls/tests/it/table/pressure.rs crates/carom-balls/tests/it/table/rolling.rs crates/carom-balls/tests/it/table/walls.rs

crates/carom-balls/tests/it/main.rs:
crates/carom-balls/tests/it/flipper.rs:
crates/carom-balls/tests/it/table/mod.rs:
crates/carom-balls/tests/it/table/bad.rs:
crates/carom-balls/tests/it/table/changes.rs:
crates/carom-balls/tests/it/table/conserved.rs:
crates/carom-balls/tests/it/table/exact.rs:
crates/carom-balls/tests/it/table/falling.rs:
crates/carom-balls/tests/it/table/impacts.rs:
crates/carom-balls/tests/it/table/pressure.rs:
crates/carom-balls/tests/it/table/rolling.rs:
crates/carom-balls/tests/it/table/walls.rs:
