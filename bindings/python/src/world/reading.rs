//! Bodies read back.

use crate::answer_classes::Classes;
use crate::answers::{Column, VectorColumn};
use crate::bodies::put_matrix;
use crate::names::{check_names, names};
use crate::of_body::OfBody;
use crate::shape_objects::collider;
use crate::target::{read, with_world};
use crate::world::World;
use carom::{Body, Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::RwLock;

static BODY: Classes = Classes::new(
    "Body",
    &[
        "pose",
        "velocity",
        "axis",
        "spin",
        "surface_velocity",
        "one_way_direction",
        "one_way_margin",
        "layers",
        "mask",
        "moving",
        "sensor",
        "data",
    ],
    &[
        "pose",
        "velocity",
        "spin",
        "surface_velocity",
        "one_way_direction",
        "one_way_margin",
        "layers",
        "mask",
        "moving",
        "sensor",
        "data",
    ],
);

/// The arrays of an answer.
struct BodyArrays<'py, V: Vector<Scalar: Element>> {
    pose: Column<'py, f64>,
    /// The velocity, the axis, the surface velocity and the direction of a one-way body.
    vectors: [VectorColumn<'py, V>; 4],
    /// The spin and the margin of a one-way body.
    numbers: [Column<'py, V::Scalar>; 2],
    /// The layers and the mask.
    bits: [Column<'py, u32>; 2],
    /// Whether it moves often, whether it is a sensor.
    flags: [Column<'py, bool>; 2],
    data: Column<'py, u64>,
}

impl<'py, V: Vector<Scalar: Element>> BodyArrays<'py, V> {
    fn new(py: Python<'py>, leading: &[usize]) -> PyResult<Self> {
        let vector = || VectorColumn::new(py, leading);
        let number = || Column::new(py, leading);
        let size = V::DIM + 1;
        Ok(Self {
            pose: Column::new(py, &[leading, &[size, size]].concat())?,
            vectors: [vector()?, vector()?, vector()?, vector()?],
            numbers: [number()?, number()?],
            bits: [Column::new(py, leading)?, Column::new(py, leading)?],
            flags: [Column::new(py, leading)?, Column::new(py, leading)?],
            data: Column::new(py, leading)?,
        })
    }

    fn put(&mut self, row: usize, body: &Body<V>) {
        let size = (V::DIM + 1) * (V::DIM + 1);
        put_matrix(&body.pose, &mut self.pose.slice()[size * row..][..size]);
        let (direction, margin) = body.one_way.map_or((V::ZERO, V::Scalar::ZERO), |way| {
            (way.direction, way.margin)
        });
        let vectors = [body.velocity, body.axis, body.surface_velocity, direction];
        for (column, vector) in self.vectors.iter_mut().zip(vectors) {
            column.vectors().put(row, vector);
        }
        for (column, number) in self.numbers.iter_mut().zip([body.spin, margin]) {
            column.slice()[row] = number;
        }
        for (column, bits) in self.bits.iter_mut().zip([body.layers, body.mask]) {
            column.slice()[row] = bits;
        }
        for (column, flag) in self.flags.iter_mut().zip([body.moving, body.sensor]) {
            column.slice()[row] = flag;
        }
        self.data.slice()[row] = body.data;
    }

    fn answer(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [velocity, axis, surface_velocity, direction] = self.vectors;
        let ([spin, margin], [layers, mask]) = (self.numbers, self.bits);
        let [moving, sensor] = self.flags;
        let mut items = vec![
            self.pose.object(py),
            velocity.object(py),
            axis.object(py),
            spin.object(py),
            surface_velocity.object(py),
            direction.object(py),
            margin.object(py),
            layers.object(py),
            mask.object(py),
            moving.object(py),
            sensor.object(py),
            self.data.object(py),
        ];
        if V::DIM == 2 {
            // The axis.
            items.remove(2);
        }
        BODY.of::<V>().make(py, items)
    }
}

#[pymethods]
impl World {
    /// All that `bodies` (...), an int or an array of names, are now, but their shapes: Body(pose, velocity, axis, spin,
    /// surface_velocity, one_way_direction, one_way_margin, layers, mask, moving, sensor, data). See `shapes`.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> doors = world.add(carom.Ball([[1., 0, 0], [5, 0, 0]], 0.5), layers=0b10)
    /// >>> world.set_data(doors, [7, 9])
    /// >>> found = world.body(doors)
    /// >>> found.layers, found.data
    /// (array([2, 2], dtype=uint32), array([7, 9], dtype=uint64))
    fn body<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_world!(this, |world| body(world, bodies))
    }

    /// The shapes of `bodies` (...) in their own frames: for an int one, for an array of names a list with one for each, in C order.
    ///
    /// A Shape, or a point (3,), in the dtype of the world; a Compound; a HeightField; a Mesh of the same triangles in the same order, with
    /// its vertices sorted. Meshes and compounds are copies, which do not know the neighbors of `weld_mesh`.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> rocks = world.add(carom.Ball([[1., 0, 0], [5, 0, 0]], 0.5))
    /// >>> world.shapes(rocks[1])
    /// Ball(center=[5.0, 0.0, 0.0], radius=0.5)
    /// >>> [rock.center[0] for rock in world.shapes(rocks)]
    /// [np.float64(1.0), np.float64(5.0)]
    fn shapes<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_world!(this, |world| shapes(world, bodies))
    }
}

pub(crate) fn body<'py, V: Vector<Scalar: Element>>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, (names, leading)) = (bodies.py(), names(bodies)?);
    let world = read(world)?;
    check_names(&*world, &names, &leading)?;
    let mut arrays = BodyArrays::<V>::new(py, &leading)?;
    for (row, name) in names.iter().enumerate() {
        if let Some(body) = world.get(*name) {
            arrays.put(row, body);
        }
    }
    arrays.answer(py)
}

pub(crate) fn shapes<'py, V: OfBody<Scalar: Element>>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, (names, leading)) = (bodies.py(), names(bodies)?);
    let world = read(world)?;
    check_names(&*world, &names, &leading)?;
    let bodies = names.iter().filter_map(|name| world.get(*name));
    let found = bodies.map(|body| collider(py, &body.collider));
    let mut found = found.collect::<PyResult<Vec<_>>>()?;
    match found.pop() {
        Some(one) if leading.is_empty() => Ok(one),
        last => {
            found.extend(last);
            Ok(PyList::new(py, found)?.into_any())
        }
    }
}
