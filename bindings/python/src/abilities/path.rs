//! Paths that characters follow.

use crate::able::{Able, with_able};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::cast::Cast;
use crate::characters::{chosen_by, durations, in_shape};
use crate::mover::exclusive;
use crate::shape_rows::require_finite;
use crate::stored::{class_method, from_bytes, to_bytes};
use carom::glam::{DVec3, Vec3};
use carom::mover::abilities::Path;
use carom::mover::{CharacterState, Mover, MoverSettings};
use carom::{Vector, Vector3};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use serde::de::DeserializeOwned;
use std::any::Any;
use std::sync::Mutex;

/// Path(mover, points=None, speed=None, where=None): the paths that the characters of a Mover or Crowd follow at a steady speed, without gravity:
/// over ledges, up ladders.
///
/// Through `points` (..., k, 3) in their order, at `speed` (...), length/s, broadcast; `where` (...) are the characters that have one, by
/// default all. Without points none has one yet: `update` takes over those of a Mantle, a Vault, a Ladder or Water.
///
/// >>> import carom
/// >>> heroes = carom.Mover(carom.World(), [[0., 0, 0], [5, 0, 0]])
/// >>> path = carom.abilities.Path(heroes, [[0., 1, 0], [1, 1, 0]], 2.0, where=[True, False])
/// >>> path.step(heroes, 0.75), path.active
/// (array([0.  , 0.75]), array([ True, False]))
/// >>> left = path.step(heroes, 0.75)
/// >>> left, path.active
/// (array([0.5 , 0.75]), array([False, False]))
/// >>> heroes.step([0., 0, 0], 0).feet.round(6)
/// array([[1., 1., 0.],
///        [5., 0., 0.]])
#[pyclass(frozen, module = "carom.abilities", name = "Path")]
pub(crate) struct PyPath {
    /// `Paths` in the precision of the mover.
    paths: Mutex<Box<dyn Any + Send>>,
    leading: Vec<usize>,
}

/// The rest of the path of each character that follows one.
type Paths<V> = Vec<Option<Path<V>>>;

impl PyPath {
    fn new<V: Vector3>(mover: &Able<'_>, paths: Paths<V>) -> Self {
        Self {
            paths: Mutex::new(Box::new(paths)),
            leading: mover.leading.clone(),
        }
    }
}

fn another() -> PyErr {
    PyTypeError::new_err("the path is of another mover: of another dtype or number of characters")
}

/// Where characters search for a path, and which of them do.
pub(super) struct Ahead<'py> {
    ahead: Argument<'py>,
    is_chosen: Vec<bool>,
}

impl<'py> Ahead<'py> {
    pub(super) fn new(
        mover: &Able<'_>,
        ahead: &Bound<'py, PyAny>,
        r#where: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            ahead: Argument::new(ahead, "ahead", Row::Vector)?,
            is_chosen: chosen_by(r#where, &mover.leading)?,
        })
    }

    /// The paths that `find` finds.
    pub(super) fn paths<V: Vector3>(
        &self,
        mover: &Able<'_>,
        all: &mut impl Cast<V>,
        find: impl Fn(&MoverSettings<V>, &CharacterState<V>, V) -> Option<Path<V>>,
    ) -> PyResult<PyPath> {
        let ways = in_shape(&self.ahead, &mover.leading)?;
        require_finite::<V>([&ways])?;
        let found = (0..all.count()).map(|row| {
            let one = all.one(row);
            self.is_chosen[row]
                .then(|| find(one.settings, one.body, ways.vector(row)))
                .flatten()
        });
        Ok(PyPath::new(mover, found.collect()))
    }
}

/// The paths of characters, one after the other, from their feet.
pub(super) fn from_feet<V: Vector3>(
    mover: &Able<'_>,
    all: &mut impl Cast<V>,
    is_chosen: &[bool],
    path: impl Fn(V) -> Path<V>,
) -> PyPath {
    let each = is_chosen.iter().enumerate();
    let paths = each.map(|(row, is_chosen)| is_chosen.then(|| path(all.one(row).body.feet)));
    PyPath::new(mover, paths.collect())
}

#[pymethods]
impl PyPath {
    #[new]
    #[pyo3(signature = (mover, points = None, speed = None, r#where = None))]
    fn of(
        mover: &Bound<'_, PyAny>,
        points: Option<&Bound<'_, PyAny>>,
        speed: Option<&Bound<'_, PyAny>>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mover = &Able::new(mover)?;
        let leading = &mover.leading[..];
        let is_chosen = chosen_by(r#where, leading)?;
        let (points, speed) = match (points, speed) {
            (Some(points), Some(speed)) => (
                Argument::new(points, "points", Row::Points)?,
                Argument::new(speed, "speed", Row::Number)?,
            ),
            (None, None) => {
                return with_able!(mover, |all, _query, _scene, V| {
                    let none: Paths<V> = vec![None; all.count()];
                    Ok(Self::new(mover, none))
                });
            }
            _ => return Err(PyTypeError::new_err("points and speed are given together")),
        };
        let (points, speeds) = (in_shape(&points, leading)?, in_shape(&speed, leading)?);
        with_able!(mover, |all, _query, _scene, V| {
            type S = <V as Vector>::Scalar;
            require_finite::<V>([&points])?;
            let is_speed = |speed: S| speed > 0.0 && speed.is_finite();
            speeds.require("must be more than 0 and finite", is_speed)?;
            let mut places: Vec<V> = Vec::new();
            let paths = (0..all.count()).map(|row| {
                is_chosen[row].then(|| {
                    points.points(row, &mut places);
                    Path::new(places.iter().copied(), speeds.scalar(row))
                })
            });
            Ok(Self::new(mover, paths.collect::<Paths<V>>()))
        })
    }

    /// Moves the characters of `mover` that follow a path for `dt` (...) seconds, around corners inside the tick too. Returns the
    /// time (...) that is left: 0 while a path goes on, what remains of the tick where one ended, and `dt` for all other characters, so that
    /// `mover.step(velocity, left)` is the rest of the tick. If something was in the way, a path ends at the next corner.
    ///
    /// Of a Crowd it comes after a step in which those that are `active` fly with no velocity; other characters are not in their way.
    fn step<'py>(
        &self,
        py: Python<'py>,
        mover: &Bound<'py, PyAny>,
        dt: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mover = Able::new(mover)?;
        let dt = Argument::new(dt, "dt", Row::Number)?;
        let leading = &mover.leading[..];
        let mut paths = exclusive(&self.paths, "path")?;
        with_able!(mover, |all, _query, scene, V| {
            type S = <V as Vector>::Scalar;
            let paths = paths.downcast_mut::<Paths<V>>();
            let paths = paths.filter(|paths| paths.len() == all.count());
            let paths = paths.ok_or_else(another)?;
            let durations = durations::<S>(&dt, leading)?;
            let mut lefts = Column::<S>::new(py, leading)?;
            let follow = |row: usize, each: &mut Mover<V>, body: &mut CharacterState<V>| {
                let (path, dt) = (&mut paths[row], durations.scalar::<S>(row));
                let goes_on = match path {
                    // A tick of no time moves nothing.
                    Some(path) if dt > 0.0 => path.step(each, scene, body, dt),
                    _ => Some(dt),
                };
                if goes_on.is_some() && dt > 0.0 {
                    *path = None;
                }
                lefts.slice()[row] = goes_on.unwrap_or(0.0);
            };
            let stepped = all.each_mover(follow);
            stepped.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(lefts.object(py))
        })
    }

    /// Whether each character follows a path: bool (...).
    #[getter]
    fn active<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let paths = exclusive(&self.paths, "path")?;
        let mut active = Column::<bool>::new(py, &self.leading)?;
        if let Some(paths) = paths.downcast_ref::<Paths<Vec3>>() {
            mark(active.slice(), paths);
        } else if let Some(paths) = paths.downcast_ref::<Paths<DVec3>>() {
            mark(active.slice(), paths);
        }
        Ok(active.object(py))
    }

    /// Takes over the paths of `other` of the characters that follow one there; all others keep theirs.
    fn update(&self, other: &Self) -> PyResult<()> {
        if self.leading != other.leading {
            return Err(another());
        }
        if std::ptr::eq(self, other) {
            return Ok(());
        }
        let mut own = exclusive(&self.paths, "path")?;
        let other = exclusive(&other.paths, "path")?;
        let done = merge::<Vec3>(&mut **own, &**other) || merge::<DVec3>(&mut **own, &**other);
        if done { Ok(()) } else { Err(another()) }
    }

    /// Lets characters leave their paths where they are: all, or those `where` (...) is true.
    #[pyo3(signature = (r#where = None))]
    fn leave(&self, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let is_chosen = chosen_by(r#where, &self.leading)?;
        let mut paths = exclusive(&self.paths, "path")?;
        if let Some(paths) = paths.downcast_mut::<Paths<Vec3>>() {
            leave(paths, &is_chosen);
        } else if let Some(paths) = paths.downcast_mut::<Paths<DVec3>>() {
            leave(paths, &is_chosen);
        }
        Ok(())
    }

    /// An independent copy: the state to roll back to.
    fn copy(&self) -> PyResult<Self> {
        let paths = exclusive(&self.paths, "path")?;
        let copy: Box<dyn Any + Send> = if let Some(paths) = paths.downcast_ref::<Paths<Vec3>>() {
            Box::new(paths.clone())
        } else {
            let paths = paths.downcast_ref::<Paths<DVec3>>().ok_or_else(another)?;
            Box::new(paths.clone())
        };
        Ok(Self {
            paths: Mutex::new(copy),
            leading: self.leading.clone(),
        })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, path) = (this.py(), this.get());
        let paths = exclusive(&path.paths, "path")?;
        let (is_double, bytes) = if let Some(paths) = paths.downcast_ref::<Paths<Vec3>>() {
            (false, to_bytes(py, &stored(paths))?)
        } else {
            let paths = paths.downcast_ref::<Paths<DVec3>>().ok_or_else(another)?;
            (true, to_bytes(py, &stored(paths))?)
        };
        let state = (is_double, bytes, &path.leading);
        (class_method(this, "_restored")?, state).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        is_double: bool,
        bytes: &Bound<'_, PyBytes>,
        leading: Vec<usize>,
    ) -> PyResult<Self> {
        let rows = leading.iter().product();
        let paths: Box<dyn Any + Send> = if is_double {
            Box::new(restored::<DVec3>(bytes, rows)?)
        } else {
            Box::new(restored::<Vec3>(bytes, rows)?)
        };
        Ok(Self {
            paths: Mutex::new(paths),
            leading,
        })
    }
}

/// The fields of a path: its points, the time to the next one and its speed.
type StoredPath<V, S> = Option<(Vec<V>, Option<S>, S)>;

fn stored<V: Vector>(paths: &Paths<V>) -> Vec<StoredPath<V, V::Scalar>> {
    let fields = |path: &Path<V>| (path.points.clone(), path.needed, path.speed);
    paths.iter().map(|path| path.as_ref().map(fields)).collect()
}

/// The paths in the bytes of a pickle.
fn restored<V: Vector<Scalar: DeserializeOwned> + DeserializeOwned>(
    bytes: &Bound<'_, PyBytes>,
    rows: usize,
) -> PyResult<Paths<V>> {
    let all: Vec<StoredPath<V, V::Scalar>> = from_bytes(bytes)?;
    if all.len() != rows {
        return Err(PyValueError::new_err(
            "a path of another number of characters",
        ));
    }
    let path = |(points, needed, speed)| Path {
        points,
        needed,
        speed,
    };
    Ok(all.into_iter().map(|fields| fields.map(path)).collect())
}

fn mark<V: Vector>(active: &mut [bool], paths: &Paths<V>) {
    for (to, path) in active.iter_mut().zip(paths) {
        *to = path.is_some();
    }
}

fn leave<V: Vector>(paths: &mut Paths<V>, is_chosen: &[bool]) {
    for (path, _) in paths.iter_mut().zip(is_chosen).filter(|(_, is)| **is) {
        *path = None;
    }
}

/// Whether both are of this precision, and so could be merged.
fn merge<V: Vector3>(own: &mut dyn Any, other: &dyn Any) -> bool {
    let both = own
        .downcast_mut::<Paths<V>>()
        .zip(other.downcast_ref::<Paths<V>>());
    let Some((own, other)) = both else {
        return false;
    };
    for (to, path) in own.iter_mut().zip(other) {
        if path.is_some() {
            to.clone_from(path);
        }
    }
    true
}
