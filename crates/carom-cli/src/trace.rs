//! The trace of a walk: one line per tick, then a summary (docs/formats.md).

use anyhow::Result;
use carom::mover::{CharacterState, MoveFlags, Mover, Report};
use carom::{Aabb, Convex, LocalScene, Scalar, Scene, Shape, Vector};
use carom_format::{Coordinates, Fnv, Number};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::time::Duration;

#[derive(Serialize)]
struct TraceLine<'a> {
    tick: u64,
    time: f64,
    name: &'a str,
    feet: Coordinates,
    velocity: Coordinates,
    height: Number,
    grounded: bool,
    ground: Option<GroundLine<'a>>,
    separation: Option<Number>,
    why: Vec<&'static str>,
}

#[derive(Serialize)]
struct GroundLine<'a> {
    normal: Coordinates,
    body: u32,
    /// The name of the part of a compound.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a Value>,
    /// The tag of its material; none for 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<u32>,
}

/// The summary of a walk.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceSummary {
    pub(crate) ticks: u64,
    /// The length of all paths, m.
    pub(crate) distance: f64,
    /// The deepest overlap at the end of any tick, m; 0 if there was none.
    pub(crate) deepest: f64,
    pub(crate) grounded_ticks: u64,
    pub(crate) stuck_ticks: u64,
    pub(crate) hash: String,
    pub(crate) microseconds_per_step: f64,
}

/// Writes the lines and sums up.
pub(crate) struct Trace<W: Write, V: Vector> {
    out: W,
    scene: LocalScene<V>,
    hash: Fnv,
    steps: u64,
    spent: Duration,
    summary: TraceSummary,
}

/// One tick of one character.
pub(crate) struct Tick<'a, V: Vector> {
    pub(crate) tick: u64,
    /// At the end of the tick, s.
    pub(crate) time: f64,
    pub(crate) name: &'a str,
    pub(crate) before: CharacterState<V>,
    pub(crate) after: CharacterState<V>,
    pub(crate) report: Report<V>,
    /// The name of the part of a compound on which the character stands.
    pub(crate) part: Option<&'a Value>,
    /// The time that the step took.
    pub(crate) spent: Duration,
}

impl<W: Write, V: Vector> Trace<W, V> {
    pub(crate) fn new(out: W) -> Self {
        Self {
            out,
            scene: LocalScene::new(),
            hash: Fnv::new(),
            steps: 0,
            spent: Duration::ZERO,
            summary: TraceSummary {
                ticks: 0,
                distance: 0.0,
                deepest: 0.0,
                grounded_ticks: 0,
                stuck_ticks: 0,
                hash: String::new(),
                microseconds_per_step: 0.0,
            },
        }
    }

    /// Writes a tick. The separation is computed here from the scene, not by the mover.
    pub(crate) fn record(
        &mut self,
        tick: &Tick<V>,
        mover: &Mover<V>,
        scene: &impl Scene<V>,
    ) -> Result<()> {
        let body = &tick.after;
        let separation = self.separation(body, mover, scene);
        let line = TraceLine {
            tick: tick.tick,
            time: tick.time,
            name: tick.name,
            feet: Coordinates::of(body.feet),
            velocity: Coordinates::of(body.velocity),
            height: Number::of(body.height),
            grounded: body.ground.is_some(),
            ground: body.ground.map(|ground| GroundLine {
                normal: Coordinates::of(ground.normal),
                body: ground.part.body.number(),
                part: tick.part,
                tag: (mover.surfaces())
                    .and_then(|surfaces| surfaces.get(ground.part))
                    .map(|material| material.tag)
                    .filter(|tag| *tag != 0),
            }),
            separation: separation.map(Number::of),
            why: tick.report.why.names().collect(),
        };
        serde_json::to_writer(&mut self.out, &line)?;
        self.out.write_all(b"\n")?;
        self.count(tick, separation);
        Ok(())
    }

    fn separation(
        &mut self,
        body: &CharacterState<V>,
        mover: &Mover<V>,
        scene: &impl Scene<V>,
    ) -> Option<V::Scalar> {
        let one = V::Scalar::ONE;
        let shapes = || body.shapes(mover.settings());
        let bounds = shapes().filter_map(|shape| shape.shape_ref().bounds());
        let bounds = bounds.fold(Aabb::empty(), |all, own| all.union(&own));
        self.scene.clear();
        scene.gather(&bounds.inflated(one), &mut self.scene);
        let gaps = shapes().filter_map(|shape| match &shape {
            Shape::Capsule(capsule) => self.scene.closest(capsule, one),
            shape => self.scene.query().closest(shape, one),
        });
        gaps.map(|closest| closest.separation)
            .reduce(|a, b| a.min(b))
    }

    fn count(&mut self, tick: &Tick<V>, separation: Option<V::Scalar>) {
        let body = &tick.after;
        let MoveFlags { stuck, .. } = tick.report.why;
        let summary = &mut self.summary;
        summary.ticks = summary.ticks.max(tick.tick + 1);
        summary.distance += (body.feet - tick.before.feet).length().to_f64();
        let depth = separation.map_or(0.0, |s| -s.to_f64());
        if depth > summary.deepest {
            summary.deepest = depth;
        }
        summary.grounded_ticks += u64::from(body.ground.is_some());
        summary.stuck_ticks += u64::from(stuck);
        self.steps += 1;
        self.spent += tick.spent;

        let hash = &mut self.hash;
        hash.add(tick.tick);
        hash.text(tick.name);
        hash.vector(body.feet);
        hash.vector(body.velocity);
        hash.add(body.height.to_f64().to_bits());
        match body.ground {
            Some(ground) => {
                hash.vector(ground.normal);
                hash.add(u64::from(ground.part.body.number()));
            }
            None => hash.add(u64::MAX),
        }
        hash.add(separation.map_or(u64::MAX, |s| s.to_f64().to_bits()));
        tick.report.why.names().for_each(|name| hash.text(name));
    }

    /// The summary of the ticks so far.
    pub(crate) fn summary(&self) -> TraceSummary {
        let mut summary = self.summary.clone();
        summary.hash = self.hash.digits();
        if self.steps > 0 {
            let mean = self.spent.as_secs_f64() * 1e6 / self.steps as f64;
            summary.microseconds_per_step = (mean * 1e3).round() / 1e3;
        }
        summary
    }

    /// Writes the last line, and returns the writer.
    pub(crate) fn finish(mut self) -> Result<(W, TraceSummary)> {
        #[derive(Serialize)]
        struct LastLine<'a> {
            summary: &'a TraceSummary,
        }
        let summary = self.summary();
        serde_json::to_writer(&mut self.out, &LastLine { summary: &summary })?;
        self.out.write_all(b"\n")?;
        self.out.flush()?;
        Ok((self.out, summary))
    }
}
