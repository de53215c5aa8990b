//! Division of walls into features.

use super::error::TableError;
use super::moving_wall::MovingFeature;
use super::setup::Wall;
use super::shape_cores::cores;
use super::simulation::{Domain, Walls};
use super::units::{RANGE, Units};
use super::wall_feature::WallFeature;
use super::wall_motion::{FASTEST_SPIN, Keyframe, WallMotion};
use alloc::vec::Vec;
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
pub(super) fn scaled_motion<V: Vector>(
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
    let [shift, spin] = scaled.fastest();
    if shift > RANGE {
        return Err("must have keyframes with offsets at rates closer to the speeds of the balls");
    }
    if spin > FASTEST_SPIN {
        return Err(
            "must have keyframes with angles at rates of at most 2^20 radians in the time in which the fastest ball \
             crosses the table",
        );
    }
    Ok(scaled)
}
