//! Poses and velocities of bodies, and sweeps among bodies that move.

use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::batch::Call;
use crate::bodies::{change_each, pose_of, put_matrix, refused};
use crate::characters::duration;
use crate::moving::{self, Motion, for_bodies};
use crate::names::{check_names, names};
use crate::of_body::OfBody;
use crate::shape_rows::require_finite;
use crate::target::{read, with_world, write};
use crate::world::World;
use carom::{BodyError, BodyId, Pose, Vector};
use pyo3::prelude::*;
use std::sync::RwLock;

#[pymethods]
impl World {
    /// The poses (..., 4, 4) of `bodies`, an int or an array of names, in float64.
    fn poses<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_world!(this, |world| poses(world, bodies))
    }

    /// Moves `bodies` (...), an int or an array of names, to `poses` (..., 4, 4), broadcast. All of them or, with a
    /// ValueError for a bad pose or a KeyError for a body that is gone, none. Their velocities stay: see `move_to`.
    fn r#move<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
        poses: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| move_all(
            world,
            bodies,
            poses,
            |world, name, pose| world.set_pose(name, pose)
        ))
    }

    /// Moves `bodies` (...) to `poses` (..., 4, 4) in a tick of `dt` seconds: their velocities and spins become those of the motion
    /// from their old poses. They carry characters that stand on them, and push those in their way. All of them or, with an
    /// error, none.
    ///
    /// Of the rotations between two poses it takes the shorter one, at most half a circle. The velocities stay until they are set
    /// again: when a body has come to rest, move it to its own pose once more, or stop it with `set_velocity`.
    ///
    /// >>> import carom, numpy as np
    /// >>> world = carom.World()
    /// >>> lift = world.add(carom.Box([-2., -0.2, -2], [2., 0, 2]), moving=True)
    /// >>> heroes = carom.Mover(world, [[0., 0.01, 0]])
    /// >>> step, pose = heroes.step([0., 0, 0], 1 / 60), np.eye(4)
    /// >>> for tick in range(60):
    /// ...     pose[1, 3] = (tick + 1) / 60
    /// ...     world.move_to(lift, pose, 1 / 60)
    /// ...     step = heroes.step([0., 0, 0], 1 / 60)
    /// >>> step.feet.round(3), world.body(lift).velocity.round(6)
    /// (array([[0.  , 1.01, 0.  ]]), array([0., 1., 0.]))
    fn move_to<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
        poses: &Bound<'py, PyAny>,
        dt: f64,
    ) -> PyResult<()> {
        with_world!(this, |world| move_to(world, bodies, poses, dt))
    }

    /// Sets the velocity of `bodies` (...), an int or an array of names, to `velocity` (..., 3), broadcast: that of a body's
    /// origin, length/s. Queries use only the pose; `sweep_moving` and characters use the velocity.
    fn set_velocity(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_vectors(
            world,
            bodies,
            velocity,
            |world, name, velocity| world.set_velocity(name, velocity)
        ))
    }

    /// Lets `bodies` (...), an int or an array of names, turn around their origins: counter-clockwise around `axis` (..., 3), of
    /// any length, by `spin` (...) radians/s, broadcast. See `set_velocity`.
    fn set_spin(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        axis: &Bound<'_, PyAny>,
        spin: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_spin(world, bodies, Some(axis), spin))
    }

    /// Sets the velocity of the surfaces' material of `bodies` (...) to `velocity` (..., 3), broadcast: in their own frames, length/s, a
    /// conveyor, though the bodies rest.
    fn set_surface_velocity(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_vectors(
            world,
            bodies,
            velocity,
            |world, name, velocity| world.set_surface_velocity(name, velocity)
        ))
    }

    /// The first hit of each shape that moves by `delta` (..., 3) and rotates by `angle` (...) radians around `axis` (..., 3) through
    /// `pivot` (..., 3) in the next `time` (...) seconds, in which every body moves by its velocity and turns around its origin by
    /// its spin: Hits(t, point, normal, triangle, body).
    ///
    /// `t` is the fraction of the time; points and normals are those of that moment. Where neither the shape nor a body
    /// rotates this is a `sweep` by the relative motion, else a `sweep_rigid`. See `set_velocity` and `set_spin`. A compound moves
    /// as one: CompoundHit, with the number of its shape as `part`.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> train = world.add(carom.Ball([10., 0, 0], 1.0))
    /// >>> world.set_velocity(train, [-2., 0, 0])
    /// >>> world.sweep_moving(carom.Ball([0., 0, 0], 0.5), 2.0, [[4., 0, 0], [6, 0, 0]]).t.round(6)
    /// array([ inf, 0.85])
    #[pyo3(signature = (shapes, time, delta = None, pivot = None, axis = None, angle = None, *, threads = None, nan = "raise", out = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "a rigid motion, and keywords of Python"
    )]
    fn sweep_moving<'py>(
        this: &Bound<'py, Self>,
        shapes: &Bound<'py, PyAny>,
        time: &Bound<'py, PyAny>,
        delta: Option<&Bound<'py, PyAny>>,
        pivot: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        angle: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let motion = Motion {
            delta,
            pivot,
            axis,
            angle,
            time,
        };
        let call = Call { py, threads, nan };
        moving::sweep_moving(this.as_super().get(), &call, shapes, &motion, out)
    }
}

pub(crate) fn poses<'py, V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, (names, leading)) = (bodies.py(), names(bodies)?);
    let size = V::DIM + 1;
    let mut array = Column::<f64>::new(py, &[&leading[..], &[size, size]].concat())?;
    let world = read(world)?;
    check_names(&*world, &names, &leading)?;
    for (name, matrix) in names.iter().zip(array.slice().chunks_mut(size * size)) {
        let pose = world.get(*name).map(|body| body.pose).unwrap_or_default();
        put_matrix::<V>(&pose, matrix);
    }
    Ok(array.object(py))
}

/// Moves bodies to the poses of their rows: all of them or, with an error, none.
pub(crate) fn move_all<V: OfBody>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    poses: &Bound<'_, PyAny>,
    set: impl Fn(&mut carom::World<V>, BodyId, Pose<V>) -> Result<(), BodyError>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let poses = Argument::new(poses, "poses", Row::pose(V::DIM))?;
    let rows = for_bodies(&poses, &leading)?;
    let poses = (0..names.len()).map(|row| pose_of::<V>(&rows, row));
    let poses = poses.collect::<PyResult<Vec<_>>>()?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    let mut before = Vec::with_capacity(names.len());
    for (row, (name, pose)) in names.iter().zip(&poses).enumerate() {
        let motion =
            (world.get(*name)).map(|body| (body.pose, body.velocity, body.axis, body.spin));
        if let Err(error) = set(&mut world, *name, *pose) {
            for (name, (pose, velocity, axis, spin)) in before.into_iter().rev() {
                // All of it was valid before.
                let _ = world.set_pose(name, pose);
                let _ = world.set_velocity(name, velocity);
                let _ = world.set_spin(name, axis, spin);
            }
            return Err(refused(&rows, row, error));
        }
        before.extend(motion.map(|motion| (*name, motion)));
    }
    Ok(())
}

pub(crate) fn move_to<V: OfBody>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    poses: &Bound<'_, PyAny>,
    dt: f64,
) -> PyResult<()> {
    let dt = duration(dt)?;
    move_all(world, bodies, poses, |world, name, pose| {
        world.move_to(name, pose, dt)
    })
}

/// Sets a velocity of bodies.
pub(crate) fn set_vectors<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    velocity: &Bound<'_, PyAny>,
    set: impl Fn(&mut carom::World<V>, BodyId, V) -> Result<(), BodyError>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let velocity = Argument::new(velocity, "velocity", Row::vector(V::DIM))?;
    let rows = for_bodies(&velocity, &leading)?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    require_finite::<V>([&rows])?;
    change_each(&names, &rows, |name, row| {
        set(&mut world, name, rows.vector(row))
    })
}

/// In 2D without an axis.
pub(crate) fn set_spin<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    axis: Option<&Bound<'_, PyAny>>,
    spin: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let axis = axis.map(|axis| Argument::new(axis, "axis", Row::vector(V::DIM)));
    let axis = axis.transpose()?;
    let spin = Argument::new(spin, "spin", Row::Number)?;
    let axes = axis.as_ref().map(|axis| for_bodies(axis, &leading));
    let (axes, spins) = (axes.transpose()?, for_bodies(&spin, &leading)?);
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    require_finite::<V>(axes.iter().chain([&spins]))?;
    change_each(&names, axes.as_ref().unwrap_or(&spins), |name, row| {
        let axis = axes.as_ref().map_or(V::ZERO, |axes| axes.vector(row));
        world.set_spin(name, axis, spins.scalar(row))
    })
}
