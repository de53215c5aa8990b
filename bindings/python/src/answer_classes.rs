//! The classes of answers: named tuples of Python.

use carom::Vector;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// A class of answers: a named tuple of `carom._answers`, or of another module.
pub(crate) struct Class {
    module: &'static str,
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [&'static str],
    class: PyOnceLock<Py<PyType>>,
}

impl Class {
    const fn new(name: &'static str, fields: &'static [&'static str]) -> Self {
        Self::within("carom._answers", name, fields)
    }

    pub(crate) const fn within(
        module: &'static str,
        name: &'static str,
        fields: &'static [&'static str],
    ) -> Self {
        Self {
            module,
            name,
            fields,
            class: PyOnceLock::new(),
        }
    }

    /// An instance: `tuple.__new__`, which takes a third of the time of the class's own `__new__`.
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        items: impl IntoIterator<Item = Bound<'py, PyAny>, IntoIter: ExactSizeIterator>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let new = NEW.get_or_try_init(py, || {
            py.get_type::<PyTuple>()
                .getattr("__new__")
                .map(Bound::unbind)
        })?;
        new.bind(py)
            .call1((self.object(py)?, PyTuple::new(py, items)?))
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.class.import(py, self.module, self.name)
    }

    /// The arrays of `out`, an instance: an answer of another kind may have arrays of the same types.
    pub(crate) fn fields_of<'a, 'py>(
        &self,
        out: &'a Bound<'py, PyAny>,
    ) -> PyResult<&'a Bound<'py, PyTuple>> {
        if out.is_instance(self.object(out.py())?)? {
            return Ok(out.cast::<PyTuple>()?);
        }
        let (name, got) = (self.name, out.get_type().qualname()?);
        Err(PyTypeError::new_err(format!(
            "out must be a {name}, the answer of an earlier call, not {got}"
        )))
    }
}

/// Classes of one name in 3D and 2D, where parts have other names.
pub(crate) struct Classes {
    solid: Class,
    planar: Class,
}

impl Classes {
    pub(crate) const fn new(
        name: &'static str,
        solid: &'static [&'static str],
        planar: &'static [&'static str],
    ) -> Self {
        Self {
            solid: Class::new(name, solid),
            planar: Class::within("carom._planar_answers", name, planar),
        }
    }

    /// That of this dimension.
    pub(crate) fn of<V: Vector>(&self) -> &Class {
        if V::DIM == 2 {
            &self.planar
        } else {
            &self.solid
        }
    }
}

pub(crate) static CLOSEST: Classes = Classes::new(
    "Closest",
    &["distance", "point", "normal", "triangle", "body"],
    &["distance", "point", "normal", "segment", "body"],
);
pub(crate) static HITS: Classes = Classes::new(
    "Hits",
    &["t", "point", "normal", "triangle", "body"],
    &["t", "point", "normal", "segment", "body"],
);
pub(crate) static CONTACTS: Classes = Classes::new(
    "Contacts",
    &["offsets", "distance", "point", "normal", "triangle", "body"],
    &["offsets", "distance", "point", "normal", "segment", "body"],
);
pub(crate) static ALL_HITS: Classes = Classes::new(
    "AllHits",
    &["offsets", "t", "point", "normal", "triangle", "body"],
    &["offsets", "t", "point", "normal", "segment", "body"],
);
pub(crate) static MESH_CLOSEST: Class = Class::new(
    "MeshClosest",
    &["distance", "point", "normal", "triangle", "other"],
);
pub(crate) static MESH_HIT: Class =
    Class::new("MeshHit", &["t", "point", "normal", "triangle", "other"]);
pub(crate) static COMPOUND_CLOSEST: Class = Class::new(
    "CompoundClosest",
    &["distance", "point", "normal", "triangle", "body", "part"],
);
pub(crate) static COMPOUND_HIT: Class = Class::new(
    "CompoundHit",
    &["t", "point", "normal", "triangle", "body", "part"],
);
pub(crate) static PARTS: Classes =
    Classes::new("Parts", &["triangle", "body"], &["segment", "body"]);
pub(crate) static MESH_PENETRATION: Class =
    Class::new("MeshPenetration", &["translation", "at_least"]);
pub(crate) static CROSSINGS: Class = Class::new("Crossings", &["triangles", "segments"]);
pub(crate) static MESH_INTERVALS: Class =
    Class::new("MeshIntervals", &["offsets", "entry", "exit"]);
pub(crate) static PAIR_CLOSEST: Class = Class::new(
    "PairClosest",
    &["distance", "point_a", "point_b", "normal", "unique"],
);
pub(crate) static PAIR_HITS: Class = Class::new("PairHits", &["t", "point", "normal", "overlaps"]);
pub(crate) static MANIFOLDS: Class = Class::new(
    "Manifolds",
    &[
        "point_count",
        "normal",
        "unique",
        "distance",
        "point_a",
        "point_b",
        "feature_a",
        "feature_b",
    ],
);
pub(crate) static RAY_INTERVALS: Class = Class::new(
    "RayIntervals",
    &[
        "touches",
        "entry",
        "entry_point",
        "entry_normal",
        "exit",
        "exit_point",
        "exit_normal",
    ],
);
pub(crate) static STEPS: Class = Class::new(
    "Steps",
    &[
        "feet",
        "velocity",
        "on_ground",
        "why",
        "landed",
        "left_ground",
        "stepped",
        "bumped_head",
        "grip",
        "tag",
        "axis",
    ],
);
