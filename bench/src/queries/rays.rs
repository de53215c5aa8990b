//! Rays: where they are inside of a closed mesh, through shapes, and in batches.

use super::point;
use crate::peer::vector;
use crate::rows::Row;
use crate::surface::Surface;
use carom::{Aabb, Batch, Hit, Mesh, ray_interval};
use glam::{DVec3, Vec3};
use parry3d::bounding_volume::Aabb as PeerBox;
use std::cell::RefCell;
use std::error::Error;

const CASES: usize = 2_000;
const BATCH: usize = 20_000;

type Line = (Vec3, Vec3);

/// Where the last way inside ends.
fn last_exit<S: Copy + Into<f64>>(intervals: &[[S; 2]]) -> Option<f64> {
    intervals.last().map(|[_, exit]| (*exit).into())
}

/// The sum of the times of all hits.
fn sum(hits: &[Option<Hit<Vec3>>]) -> Option<f64> {
    Some(hits.iter().flatten().map(|hit| f64::from(hit.t)).sum())
}

fn intervals() -> Result<Row, Box<dyn Error>> {
    let body = Surface::body();
    let own: Mesh<Vec3> = body.mesh()?;
    let exact: Mesh<DVec3> = body.mesh()?;
    let random = &mut fastrand::Rng::with_seed(32);
    let lines: Vec<Line> = (0..CASES)
        .map(|_| (point(random, 60.0), point(random, 60.0)))
        .map(|(from, to)| (from, to - from))
        .collect();
    let (found, right) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let hits = RefCell::new(Vec::new());
    Ok(Row::measure(
        "ray: all intervals inside",
        "carom ray_all: all hits",
        &lines,
        |(from, delta)| {
            exact.ray_intervals(from.as_dvec3(), delta.as_dvec3(), &mut right.borrow_mut());
            last_exit(&right.borrow()).filter(|exit| *exit < 1.0)
        },
        |(from, delta)| {
            own.ray_intervals(*from, *delta, &mut found.borrow_mut());
            last_exit(&found.borrow())
        },
        |(from, delta)| {
            own.query().ray_all(*from, *delta, &mut hits.borrow_mut());
            hits.borrow().last().map(|hit| hit.t.into())
        },
    ))
}

fn box_interval() -> Row {
    let random = &mut fastrand::Rng::with_seed(33);
    let cases: Vec<(Aabb<Vec3>, Line)> = (0..CASES)
        .map(|_| {
            let bounds = Aabb::of_points([point(random, 1.0), point(random, 1.0)]);
            let (from, through) = (point(random, 6.0), point(random, 0.6));
            (bounds, (from, (through - from) * 3.0))
        })
        .collect();
    let wide = |bounds: &Aabb<Vec3>| Aabb {
        min: bounds.min.as_dvec3(),
        max: bounds.max.as_dvec3(),
    };
    Row::measure(
        "ray interval of a box",
        "Aabb::clip_ray_parameters",
        &cases,
        |(bounds, (from, delta))| {
            let found = ray_interval(from.as_dvec3(), delta.as_dvec3(), &wide(bounds));
            found.and_then(|found| found.exit).map(|exit| exit.t)
        },
        |(bounds, (from, delta))| {
            let found = ray_interval(*from, *delta, bounds);
            found.and_then(|found| found.exit).map(|exit| exit.t.into())
        },
        |(bounds, (from, delta))| {
            let peer = PeerBox::new(vector(bounds.min), vector(bounds.max));
            let ray = parry3d::query::Ray::new(vector(*from), vector(*delta));
            peer.clip_ray_parameters(&ray).map(|(_, exit)| exit.into())
        },
    )
}

fn batch() -> Result<Row, Box<dyn Error>> {
    let mesh: Mesh<Vec3> = Surface::terrain(707).mesh()?;
    let bounds = mesh.bounds();
    let random = &mut fastrand::Rng::with_seed(34);
    let lines: Vec<Line> = (0..BATCH)
        .map(|_| {
            let part = Vec3::new(random.f32(), 0.0, random.f32());
            let from = (bounds.min + bounds.size() * part).with_y(bounds.max.y + 1.0);
            (from, point(random, 40.0).with_y(-60.0))
        })
        .collect();
    let query = mesh.query();
    let (answers, scratch) = (RefCell::new(vec![None; BATCH]), RefCell::new(Batch::new()));
    Ok(Row::measure(
        "20,000 rays as a batch",
        "carom ray: one at a time",
        &[lines],
        |lines| {
            let hits: Vec<_> = lines
                .iter()
                .map(|(from, delta)| query.ray(*from, *delta))
                .collect();
            sum(&hits)
        },
        |lines| {
            query.ray_batch(lines, &mut answers.borrow_mut(), &mut scratch.borrow_mut());
            sum(&answers.borrow())
        },
        |lines| {
            for (hit, (from, delta)) in answers.borrow_mut().iter_mut().zip(lines) {
                *hit = query.ray(*from, *delta);
            }
            sum(&answers.borrow())
        },
    ))
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    Ok(vec![intervals()?, box_interval(), batch()?])
}
