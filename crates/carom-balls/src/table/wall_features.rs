//! Division of walls into features.

use super::convex_hull::{outline, triangles};
use super::error::TableError;
use super::moving_wall::MovingFeature;
use super::setup::Wall;
use super::simulation::{Domain, Walls};
use super::units::{RANGE, Units};
use super::wall_feature::{FeatureCore, WallFeature};
use super::wall_motion::{Keyframe, WallMotion};
use alloc::vec;
use alloc::vec::Vec;
use carom_core::shape::Shape;
use carom_math::{Scalar, Vector};

/// All walls in units of the table, in features in the order of the walls.
pub(super) fn wall_features<V: Vector>(
    walls: &[Wall<V>],
    domain: Domain<V::Double>,
    units: &Units,
) -> Result<Walls<V::Double>, TableError> {
    let (mut features, mut moving) = (Vec::new(), Vec::new());
    for (number, wall) in (0..).zip(walls) {
        let error = |what| TableError::Wall { wall: number, what };
        let restitution = wall.restitution.to_f64();
        if !(0.0..=1.0).contains(&restitution) {
            return Err(error("must have a restitution in 0..=1"));
        }
        let kick = wall.kick.to_f64();
        if !(kick >= 0.0 && kick.is_finite()) {
            return Err(error("must have a kick that is finite and not negative"));
        }
        let kick = kick / units.length * units.window;
        if kick > RANGE {
            return Err(error("must have a kick closer to the speeds of the balls"));
        }
        let motion = wall.motion.as_ref();
        let motion = motion.map(|motion| scaled_motion(motion, units).map_err(error));
        let motion = motion.transpose()?;
        if wall.parts.is_empty() {
            return Err(error("has no parts"));
        }
        for part in &wall.parts {
            let (cores, radius) = cores(part, units.length).map_err(error)?;
            let all = cores.into_iter().map(|core| WallFeature {
                core,
                radius,
                wall: number,
                restitution,
                kick,
            });
            match &motion {
                None => features.extend(all),
                Some(motion) => {
                    moving.extend(all.map(|feature| MovingFeature::new(feature, motion.clone())));
                }
            }
        }
    }
    let mut all = Walls::new(domain, walls.len() as u32, features);
    all.moving = moving;
    Ok(all)
}

/// A motion in units of the table, with times since its start; or what is wrong with it.
fn scaled_motion<V: Vector>(
    motion: &WallMotion<V>,
    units: &Units,
) -> Result<WallMotion<V::Double>, &'static str> {
    if let Some(fault) = motion.fault() {
        return Err(fault);
    }
    let scaled = |v: V| v.to_double() * (1.0 / units.length);
    let keyframes = motion.keyframes.iter().map(|keyframe| Keyframe {
        time: (keyframe.time - units.start) / units.window,
        offset: scaled(keyframe.offset),
        angle: keyframe.angle.to_f64(),
    });
    let scaled = WallMotion {
        keyframes: keyframes.collect(),
        pivot: scaled(motion.pivot),
        axis: motion.axis.to_double(),
        repeats: motion.repeats,
    };
    let is_near = |v: V::Double| v.abs().max_element() <= RANGE;
    let far = scaled.keyframes.iter().any(|frame| !is_near(frame.offset));
    if far || !is_near(scaled.pivot) || scaled.fault().is_some() {
        return Err("must have a motion closer in size and time to the balls");
    }
    Ok(scaled)
}

/// Cores, and the radius around all of them.
pub(super) type RoundedCores<D> = (Vec<FeatureCore<D>>, f64);

/// The cores of a shape and their radius, in units of `length`; or what is wrong with the shape.
pub(super) fn cores<V: Vector>(
    part: &Shape<V>,
    length: f64,
) -> Result<RoundedCores<V::Double>, &'static str> {
    if !part.is_valid() {
        return Err("has a shape that is not valid");
    }
    if let Shape::Plane(plane) = part {
        let normal = plane.normal.to_double();
        // The offset is that of the normal as given; the square of that normal may overflow.
        let largest = normal.abs().max_element();
        let size = (normal / largest).length();
        let offset = plane.offset.to_f64() / largest / size / length;
        let normal = normal / largest / size;
        return Ok((vec![FeatureCore::HalfSpace { normal, offset }], 0.0));
    }
    let Some(hull) = part.hull() else {
        return Err("is a cylinder, cone, ellipsoid or tapered capsule: a table has none of them");
    };
    let radius = hull.radius.to_f64() / length;
    let scaled = |p: &V| p.to_double() * (1.0 / length);
    let points: Vec<V::Double> = hull.points.iter().map(scaled).collect();
    let in_range = |p: &V::Double| p.abs().max_element() <= RANGE;
    if !(points.iter().all(in_range) && radius <= RANGE) {
        return Err("must be closer to the balls, and closer to them in size");
    }
    let cores = match (&points[..], V::DIM) {
        ([], _) => Vec::new(),
        ([p], _) => vec![FeatureCore::Point(*p)],
        ([a, b], _) => vec![FeatureCore::Segment([*a, *b])],
        ([a, b, c], 3) => vec![FeatureCore::Triangle([*a, *b, *c])],
        (_, 2) => {
            let edges = outline(&points).into_iter();
            edges.map(FeatureCore::Segment).collect()
        }
        _ => {
            let facets = triangles(&points).ok_or("has a hull of too many points")?;
            facets.into_iter().map(FeatureCore::Triangle).collect()
        }
    };
    Ok((cores, radius))
}
