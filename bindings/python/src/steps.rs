//! The arrays of a tick's answer.

use crate::answer_classes::{Class, STEPS};
use crate::answers::{Column, Columns, VectorColumn, Vectors};
use carom::mover::{CharacterState, Collision, Mover, Report};
use carom::{Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;

/// Landed, left the ground, stepped, bumped its head.
const EVENTS: usize = 4;

/// The arrays of a tick's answer.
pub(crate) struct StepArrays<'py, V: Vector<Scalar: Element>> {
    feet: VectorColumn<'py, V>,
    velocity: VectorColumn<'py, V>,
    on_ground: Column<'py, bool>,
    why: Column<'py, u16>,
    events: [Column<'py, V::Scalar>; EVENTS],
    grip: Column<'py, V::Scalar>,
    tag: Column<'py, u32>,
    axis: VectorColumn<'py, V>,
}

impl<'py, V: Vector<Scalar: Element>> StepArrays<'py, V> {
    pub(crate) fn new(py: Python<'py>, leading: &[usize]) -> PyResult<Self> {
        Ok(Self {
            feet: VectorColumn::new(py, leading)?,
            velocity: VectorColumn::new(py, leading)?,
            on_ground: Column::new(py, leading)?,
            why: Column::new(py, leading)?,
            events: [
                Column::new(py, leading)?,
                Column::new(py, leading)?,
                Column::new(py, leading)?,
                Column::new(py, leading)?,
            ],
            grip: Column::new(py, leading)?,
            tag: Column::new(py, leading)?,
            axis: VectorColumn::new(py, leading)?,
        })
    }

    pub(crate) fn columns(&mut self) -> StepColumns<'_, V> {
        StepColumns {
            feet: self.feet.vectors(),
            velocity: self.velocity.vectors(),
            on_ground: self.on_ground.slice(),
            why: self.why.slice(),
            events: self.events.each_mut().map(Column::slice),
            grip: self.grip.slice(),
            tag: self.tag.slice(),
            axis: self.axis.vectors(),
        }
    }

    pub(crate) fn answer(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class: &Class = &STEPS;
        let [landed, left_ground, stepped, bumped_head] = self.events;
        let items = [
            self.feet.object(py),
            self.velocity.object(py),
            self.on_ground.object(py),
            self.why.object(py),
            landed.object(py),
            left_ground.object(py),
            stepped.object(py),
            bumped_head.object(py),
            self.grip.object(py),
            self.tag.object(py),
            self.axis.object(py),
        ];
        class.make(py, items)
    }
}

pub(crate) struct StepColumns<'a, V: Vector> {
    feet: Vectors<'a, V>,
    velocity: Vectors<'a, V>,
    on_ground: &'a mut [bool],
    why: &'a mut [u16],
    events: [&'a mut [V::Scalar]; EVENTS],
    grip: &'a mut [V::Scalar],
    tag: &'a mut [u32],
    axis: Vectors<'a, V>,
}

impl<V: Vector> StepColumns<'_, V> {
    pub(crate) fn put(
        &mut self,
        row: usize,
        mover: &Mover<V>,
        state: &CharacterState<V>,
        (report, collisions): (&Report<V>, &[Collision<V>]),
    ) {
        self.feet.put(row, state.feet);
        self.velocity.put(row, state.velocity);
        self.on_ground[row] = state.ground.is_some();
        self.why[row] = report.why.bits();
        let events = &report.events;
        let all = [
            events.landed,
            events.left_ground,
            events.stepped,
            events.bumped_head,
        ];
        for (column, event) in self.events.iter_mut().zip(all) {
            column[row] = event.unwrap_or(V::Scalar::from_f64(f64::NAN));
        }
        self.grip[row] = mover.grip(state);
        let ground = (state.ground).and_then(|ground| mover.surfaces()?.get(ground.part));
        let met = collisions.iter().map(|met| met.tag);
        let tags = met.chain(ground.map(|material| material.tag));
        self.tag[row] = tags.max().unwrap_or(0);
        self.axis.put(row, state.axis.unwrap_or(V::ZERO));
    }
}

impl<V: Vector> Columns for StepColumns<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (feet, other_feet) = self.feet.split(rows);
        let (velocity, velocities) = self.velocity.split(rows);
        let (on_ground, on_grounds) = self.on_ground.split_at_mut(rows);
        let (why, whys) = self.why.split_at_mut(rows);
        let (grip, grips) = self.grip.split_at_mut(rows);
        let (tag, tags) = self.tag.split_at_mut(rows);
        let (axis, axes) = self.axis.split(rows);
        let [a, b, c, d] = self.events.map(|column| column.split_at_mut(rows));
        let first = StepColumns {
            feet,
            velocity,
            on_ground,
            why,
            events: [a.0, b.0, c.0, d.0],
            grip,
            tag,
            axis,
        };
        let rest = StepColumns {
            feet: other_feet,
            velocity: velocities,
            on_ground: on_grounds,
            why: whys,
            events: [a.1, b.1, c.1, d.1],
            grip: grips,
            tag: tags,
            axis: axes,
        };
        (first, rest)
    }
}
