/work/w_balls/target2/debug/deps/carom_bvh-ff47b71d86ea1e3b.d: crates/carom-bvh/src/lib.rs crates/carom-bvh/src/aabb.rs crates/carom-bvh/src/bvh.rs crates/carom-bvh/src/bvh/box_bvh.rs crates/carom-bvh/src/bvh/box_list.rs crates/carom-bvh/src/bvh/build.rs crates/carom-bvh/src/bvh/local_frame.rs crates/carom-bvh/src/bvh/morton_cells.rs crates/carom-bvh/src/bvh/probe.rs crates/carom-bvh/src/bvh/quantized.rs crates/carom-bvh/src/bvh/stack.rs crates/carom-bvh/src/bvh/swept_box.rs crates/carom-bvh/src/dynamic.rs

/work/w_balls/target2/debug/deps/libcarom_bvh-ff47b71d86ea1e3b.rmeta: crates/carom-bvh/src/lib.rs crates/carom-bvh/src/aabb.rs crates/carom-bvh/src/bvh.rs crates/carom-bvh/src/bvh/box_bvh.rs crates/carom-bvh/src/bvh/box_list.rs crates/carom-bvh/src/bvh/build.rs crates/carom-bvh/src/bvh/local_frame.rs crates/carom-bvh/src/bvh/morton_cells.rs crates/carom-bvh/src/bvh/probe.rs crates/carom-bvh/src/bvh/quantized.rs crates/carom-bvh/src/bvh/stack.rs crates/carom-bvh/src/bvh/swept_box.rs crates/carom-bvh/src/dynamic.rs

crates/carom-bvh/src/lib.rs:
crates/carom-bvh/src/aabb.rs:
crates/carom-bvh/src/bvh.rs:
crates/carom-bvh/src/bvh/box_bvh.rs:
crates/carom-bvh/src/bvh/box_list.rs:
crates/carom-bvh/src/bvh/build.rs:
crates/carom-bvh/src/bvh/local_frame.rs:
crates/carom-bvh/src/bvh/morton_cells.rs:
crates/carom-bvh/src/bvh/probe.rs:
crates/carom-bvh/src/bvh/quantized.rs:
crates/carom-bvh/src/bvh/stack.rs:
crates/carom-bvh/src/bvh/swept_box.rs:
crates/carom-bvh/src/dynamic.rs:
