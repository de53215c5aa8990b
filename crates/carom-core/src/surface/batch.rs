//! Batches of queries, sorted so that each finds in the cache what the one before has read.
//!
//! They are sorted along the Morton [curve](carom_math::curve) through their positions.

use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Vector;
use carom_math::curve::{by_threes, by_twos};
use carom_math::parallel::join;

/// The number of queries that one thread sorts and answers together: for more of them the answers do not stay in the
/// cache.
const BLOCK: usize = 1 << 13;
/// The largest number of items that are sorted together.
const MOST: usize = 1 << 24;
/// The bits of a position on the curve.
const BITS: usize = 30;

/// The memory of a batch of queries. When reused, it allocates nothing.
///
/// A batch gives the answers of the single queries, to the bit and in their order, whatever the number of threads. It
/// pays for thousands of queries in no particular order; on a mesh that fits into the cache it gains little.
///
/// A [`Query`](crate::Query) has the common batches ([`closest_batch`](crate::Query::closest_batch), …);
/// [`run`](Self::run) is for everything else:
///
/// ```
/// use carom::{Ball, Batch, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Ball::new(vec3(5., 0., 0.), 1.))?;
/// let probes = [vec3(0., 0., 0.), vec3(3., 0., 0.)];
/// let mut gaps = [None; 2];
/// let bounds = carom::Aabb::of_points(probes);
/// Batch::new().run(&bounds, &probes, &mut gaps, |p| *p, |p| {
///     world.query().closest(p, 9.).map(|found| found.separation)
/// });
/// assert_eq!(gaps, [Some(4.), Some(1.)]);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// For each query its position on the curve, above its number in its block.
    keys: Vec<u64>,
    /// The destination of each item.
    order: Vec<u32>,
}

impl Batch {
    /// An empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs every query and puts each answer into the place of its query.
    ///
    /// `place` returns the position of a query, roughly within `bounds`; it affects only the order. With the feature
    /// `rayon` the batch runs on all cores.
    ///
    /// # Panics
    /// If `answers` is not as long as `queries`.
    pub fn run<V: Vector, Q: Sync, A: Send>(
        &mut self,
        bounds: &Aabb<V>,
        queries: &[Q],
        answers: &mut [A],
        place: impl Fn(&Q) -> V,
        run: impl Fn(&Q) -> A + Sync,
    ) {
        assert_eq!(
            queries.len(),
            answers.len(),
            "each query of a batch needs a place for its answer"
        );
        self.find(bounds, queries.iter().map(place));
        put(&mut self.keys, queries, answers, &run);
    }

    /// Sorts items along the curve, so that those near in space are near in memory. Items in one cell of the curve keep their
    /// order; more than 2²⁴ items are sorted block by block.
    ///
    /// ```
    /// use carom::{Aabb, Batch, glam::{Vec2, vec2}};
    /// // The corners of a square, in turn from two distant squares.
    /// let square = [vec2(0., 0.), vec2(1., 0.), vec2(0., 1.), vec2(1., 1.)];
    /// let mut points: Vec<Vec2> = square.iter().flat_map(|p| [*p, *p + 100.]).collect();
    /// let bounds = Aabb::of_points(points.iter().copied());
    /// Batch::new().arrange(&bounds, &mut points, |point| *point);
    /// assert!(points[..4].iter().all(|p| p.x <= 1.) && points[4..].iter().all(|p| p.x >= 100.));
    /// ```
    pub fn arrange<V: Vector, T>(
        &mut self,
        bounds: &Aabb<V>,
        items: &mut [T],
        place: impl Fn(&T) -> V,
    ) {
        for items in items.chunks_mut(MOST) {
            self.find(bounds, items.iter().map(&place));
            // Equal positions: the lowest number first.
            self.keys.sort_unstable();
            self.order.resize(items.len(), 0);
            for (place, key) in (0..).zip(&self.keys) {
                self.order[*key as u32 as usize] = place;
            }
            self.restore(items);
        }
    }

    /// Computes the position on the curve and the number of each item.
    fn find<V: Vector>(&mut self, bounds: &Aabb<V>, places: impl Iterator<Item = V>) {
        let curve = Curve::through(bounds);
        let key = |(number, place): (u64, V)| curve.place(place) << u32::BITS | number;
        self.keys.clear();
        self.keys.extend((0..).zip(places).map(key));
    }

    /// Moves the item at place `i` to place `order[i]`; each swap brings one item to its destination.
    fn restore<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len() {
            while self.order[i] as usize != i {
                let to = self.order[i] as usize;
                items.swap(i, to);
                self.order.swap(i, to);
            }
        }
    }
}

/// Answers block by block, each along the curve.
fn put<Q: Sync, A: Send>(
    keys: &mut [u64],
    queries: &[Q],
    answers: &mut [A],
    run: &(impl Fn(&Q) -> A + Sync),
) {
    if keys.len() > BLOCK {
        let half = (keys.len() / 2).next_multiple_of(BLOCK);
        let (first, second) = answers.split_at_mut(half);
        let (one, other) = keys.split_at_mut(half);
        join(
            || put(one, &queries[..half], first, run),
            || put(other, &queries[half..], second, run),
        );
    } else {
        keys.sort_unstable();
        for key in keys {
            let number = *key as usize % BLOCK;
            answers[number] = run(&queries[number]);
        }
    }
}

/// The Morton curve through a box.
struct Curve<V: Vector> {
    from: V,
    /// Cells per length.
    scale: [f64; 3],
}

impl<V: Vector> Curve<V> {
    fn through(bounds: &Aabb<V>) -> Self {
        let cells = (1_u64 << Self::bits()) as f64;
        let size = bounds.max.to_double() - bounds.min.to_double();
        Self {
            from: bounds.min,
            scale: core::array::from_fn(|axis| {
                if axis < V::DIM && size[axis] > 0.0 {
                    cells / size[axis]
                } else {
                    0.0
                }
            }),
        }
    }

    fn bits() -> usize {
        BITS / V::DIM
    }

    /// Positions outside go to the border, NaN to the lowest cell.
    fn place(&self, p: V) -> u64 {
        let last = (1_u64 << Self::bits()) - 1;
        let (p, from) = (p.to_f64(), self.from.to_f64());
        (0..V::DIM).fold(0, |place, axis| {
            let cell = (((p[axis] - from[axis]) * self.scale[axis]) as u64).min(last);
            let spread = if V::DIM == 2 {
                by_twos(cell)
            } else {
                by_threes(cell)
            };
            place | spread << axis
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, Vec3, vec3};

    #[test]
    fn the_curve_goes_through_each_half_before_the_other() {
        let bounds = Aabb::of_points([Vec3::ZERO, Vec3::splat(8.0)]);
        let curve = Curve::through(&bounds);
        let place = |x: f32, y: f32, z: f32| curve.place(vec3(x, y, z));
        assert!(place(7.9, 7.9, 3.9) < place(0.1, 0.1, 4.1));
        assert!(place(7.9, 3.9, 0.1) < place(0.1, 4.1, 0.1));
        assert_eq!(place(-9.0, f32::NAN, 0.0), 0);
        assert_eq!(place(99.0, f32::INFINITY, 8.0), (1 << BITS) - 1);
        let flat = Curve::through(&Aabb::of_points([DVec2::ZERO]));
        assert_eq!(flat.place(DVec2::ONE), 0);
    }

    #[test]
    fn items_are_sorted_and_none_is_lost() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut items: Vec<Vec3> = (0..1000)
            .map(|_| vec3(random.f32(), random.f32(), random.f32()))
            .collect();
        let bounds = Aabb::of_points([Vec3::ZERO, Vec3::ONE]);
        let curve = Curve::through(&bounds);
        let mut expected = items.clone();
        expected.sort_by_key(|p| curve.place(*p));
        Batch::new().arrange(&bounds, &mut items, |p| *p);
        assert_eq!(items, expected);
    }
}
