/work/w_balls/target2/debug/deps/carom-a5b5634f8f343a00.d: crates/carom/src/lib.rs

/work/w_balls/target2/debug/deps/libcarom-a5b5634f8f343a00.rmeta: crates/carom/src/lib.rs

crates/carom/src/lib.rs:
