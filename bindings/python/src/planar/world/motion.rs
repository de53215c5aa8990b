//! Poses and velocities of bodies in 2D, chains that change, and sweeps among bodies that move.

use super::{PlanarWorld, world};
use crate::arrays::{Argument, Row, tuple};
use crate::batch::Call;
use crate::moving::Motion;
use crate::names::check_names;
use crate::planar::surface::sweep_moving;
use crate::shape_rows::require_finite;
use crate::target::write;
use crate::world::motion::{move_all, move_to, poses, set_spin, set_vectors};
use carom::glam::DVec2;
use carom::{BodyError, BodyId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pymethods]
impl PlanarWorld {
    /// The poses (..., 3, 3) of `bodies`, an int or an array of names.
    fn poses<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        poses(world(this)?, bodies)
    }

    /// Moves `bodies` (...), an int or an array of names, to `poses` (..., 3, 3), broadcast. All of them or, with a
    /// ValueError for a bad pose or a KeyError for a body that is gone, none. Their velocities stay: see `move_to`.
    fn r#move(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        poses: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        move_all(world(this)?, bodies, poses, |world, name, pose| {
            world.set_pose(name, pose)
        })
    }

    /// Moves `bodies` (...) to `poses` (..., 3, 3) in a tick of `dt` seconds: their velocities and spins become those of the motion
    /// from their old poses. They carry characters that stand on them, and push those in their way. All of them or, with an
    /// error, none.
    ///
    /// Of the rotations between two poses it takes the shorter one, at most half a circle. The velocities stay until they are set
    /// again: when a body has come to rest, move it to its own pose once more, or stop it with `set_velocity`.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> lift = world.add(carom.planar.Box([-2., -0.2], [2., 0]), moving=True)
    /// >>> heroes = carom.planar.Mover(world, [[0., 0.01]])
    /// >>> step = heroes.step([0., 0], 1 / 60)
    /// >>> for tick in range(60):
    /// ...     world.move_to(lift, carom.planar.pose([0, (tick + 1) / 60]), 1 / 60)
    /// ...     step = heroes.step([0., 0], 1 / 60)
    /// >>> step.feet.round(3), world.body(lift).velocity.round(6)
    /// (array([[0.  , 1.01]]), array([0., 1.]))
    fn move_to(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        poses: &Bound<'_, PyAny>,
        dt: f64,
    ) -> PyResult<()> {
        move_to(world(this)?, bodies, poses, dt)
    }

    /// Sets the velocity of `bodies` (...), an int or an array of names, to `velocity` (..., 2), broadcast: that of a body's
    /// origin, length/s. Queries use only the pose; `sweep_moving` and characters use the velocity.
    fn set_velocity(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_vectors(world(this)?, bodies, velocity, |world, name, velocity| {
            world.set_velocity(name, velocity)
        })
    }

    /// Lets `bodies` (...), an int or an array of names, turn around their origins, counter-clockwise by `spin` (...) radians/s,
    /// broadcast. See `set_velocity`.
    fn set_spin(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        spin: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_spin(world(this)?, bodies, None, spin)
    }

    /// Sets the velocity of the surfaces' material of `bodies` (...) to `velocity` (..., 2), broadcast: in their own frames, length/s, a
    /// conveyor, though the bodies rest.
    fn set_surface_velocity(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_vectors(world(this)?, bodies, velocity, |world, name, velocity| {
            world.set_surface_velocity(name, velocity)
        })
    }

    /// Moves the vertices of `body`, a Chain, to `vertices` (n, 2), as many, in its own frame: a rope, a bridge that sways. Only this body
    /// changes.
    ///
    /// The hierarchy keeps its structure, which takes a fraction of the time of a new chain; the answers are those of a new one.
    /// Raises a ValueError for another number of vertices, one that is not finite, and a body that is no chain.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> bridge = world.add(carom.planar.Chain([[0., 0], [2, 0], [4, 0]]))
    /// >>> world.refit_chain(bridge, [[0., 0], [2, -1], [4, 0]])
    /// >>> world.rays([1., 5], [0., -9]).point
    /// array([ 1. , -0.5])
    fn refit_chain(this: &Bound<'_, Self>, body: i64, vertices: &Bound<'_, PyAny>) -> PyResult<()> {
        let vertices = Argument::new(vertices, "vertices", Row::Place)?;
        let id = BodyId::from_bits(body as u64);
        let mut world = write(world(this)?)?;
        check_names(&*world, &[id], &[])?;
        let chain = world.get(id).and_then(|body| body.collider.chain());
        let count = chain.map(|chain| chain.vertices().len());
        let count = count.ok_or_else(|| PyValueError::new_err("body is not a Chain"))?;
        if vertices.leading() != [count] {
            let shape = tuple(&[vertices.leading(), &[2]].concat());
            let message = format!("vertices must have the shape ({count}, 2), not {shape}");
            return Err(PyValueError::new_err(message));
        }
        let rows = vertices.rows(vertices.leading());
        require_finite::<DVec2>([&rows])?;
        let refitted = world.refit_chain(id, |vertex| rows.vector(vertex as usize));
        refitted.map_err(|error: BodyError| PyValueError::new_err(format!("vertices: {error}")))
    }

    /// The first hit of each shape that moves by `delta` (..., 2) and rotates by `angle` (...) radians, counter-clockwise, around `pivot`
    /// (..., 2) in the next `time` (...) seconds, in which every body moves by its velocity and turns around its origin by
    /// its spin: Hits(t, point, normal, segment, body).
    ///
    /// `t` is the fraction of the time; points and normals are those of that moment. Where neither the shape nor a body
    /// rotates this is a `sweep` by the relative motion, else a `sweep_rigid`. See `set_velocity` and `set_spin`.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> train = world.add(carom.planar.Ball([10., 0], 1.0))
    /// >>> world.set_velocity(train, [-2., 0])
    /// >>> world.sweep_moving(carom.planar.Ball([0., 0], 0.5), 2.0, [[4., 0], [6, 0]]).t.round(6)
    /// array([ inf, 0.85])
    #[pyo3(signature = (shapes, time, delta = None, pivot = None, angle = None, *, threads = None, nan = "raise", out = None))]
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
        angle: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let motion = Motion {
            delta,
            pivot,
            axis: None,
            angle,
            time,
        };
        let call = Call { py, threads, nan };
        sweep_moving(this.as_super().get(), &call, shapes, &motion, out)
    }
}
