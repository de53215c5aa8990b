/work/w_balls/target2/debug/deps/carom_mover-f1d9261bd2db0431.d: crates/carom-mover/src/lib.rs crates/carom-mover/src/body.rs crates/carom-mover/src/carry.rs crates/carom-mover/src/cast.rs crates/carom-mover/src/crowd.rs crates/carom-mover/src/crowd/member.rs crates/carom-mover/src/crowd/neighbours.rs crates/carom-mover/src/crowd/one.rs crates/carom-mover/src/crowd/pair.rs crates/carom-mover/src/crowd/turns.rs crates/carom-mover/src/draw.rs crates/carom-mover/src/ground.rs crates/carom-mover/src/hover.rs crates/carom-mover/src/locomotion.rs crates/carom-mover/src/passage.rs crates/carom-mover/src/planes.rs crates/carom-mover/src/recording.rs crates/carom-mover/src/recover.rs crates/carom-mover/src/rollout.rs crates/carom-mover/src/settings.rs crates/carom-mover/src/slide.rs crates/carom-mover/src/step.rs

/work/w_balls/target2/debug/deps/libcarom_mover-f1d9261bd2db0431.rmeta: crates/carom-mover/src/lib.rs crates/carom-mover/src/body.rs crates/carom-mover/src/carry.rs crates/carom-mover/src/cast.rs crates/carom-mover/src/crowd.rs crates/carom-mover/src/crowd/member.rs crates/carom-mover/src/crowd/neighbours.rs crates/carom-mover/src/crowd/one.rs crates/carom-mover/src/crowd/pair.rs crates/carom-mover/src/crowd/turns.rs crates/carom-mover/src/draw.rs crates/carom-mover/src/ground.rs crates/carom-mover/src/hover.rs crates/carom-mover/src/locomotion.rs crates/carom-mover/src/passage.rs crates/carom-mover/src/planes.rs crates/carom-mover/src/recording.rs crates/carom-mover/src/recover.rs crates/carom-mover/src/rollout.rs crates/carom-mover/src/settings.rs crates/carom-mover/src/slide.rs crates/carom-mover/src/step.rs

crates/carom-mover/src/lib.rs:
crates/carom-mover/src/body.rs:
crates/carom-mover/src/carry.rs:
crates/carom-mover/src/cast.rs:
crates/carom-mover/src/crowd.rs:
crates/carom-mover/src/crowd/member.rs:
crates/carom-mover/src/crowd/neighbours.rs:
crates/carom-mover/src/crowd/one.rs:
crates/carom-mover/src/crowd/pair.rs:
crates/carom-mover/src/crowd/turns.rs:
crates/carom-mover/src/draw.rs:
crates/carom-mover/src/ground.rs:
crates/carom-mover/src/hover.rs:
crates/carom-mover/src/locomotion.rs:
crates/carom-mover/src/passage.rs:
crates/carom-mover/src/planes.rs:
crates/carom-mover/src/recording.rs:
crates/carom-mover/src/recover.rs:
crates/carom-mover/src/rollout.rs:
crates/carom-mover/src/settings.rs:
crates/carom-mover/src/slide.rs:
crates/carom-mover/src/step.rs:
