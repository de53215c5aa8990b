//! Fork-join parallelism: on the threads of rayon with the feature `rayon`, otherwise sequential. Results do not depend
//! on it.

/// Runs both closures, in parallel if possible, and returns both results.
pub fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    return rayon::join(a, b);
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}

/// Calls `act` for all items; up to `alone` items stay on one thread.
pub fn each<T: Send>(items: &mut [T], alone: usize, act: &(impl Fn(&mut T) + Sync)) {
    if items.len() > alone {
        let (first, second) = items.split_at_mut(items.len() / 2);
        join(|| each(first, alone, act), || each(second, alone, act));
    } else {
        items.iter_mut().for_each(act);
    }
}

/// The number of memories that [`each_of`] makes use of: work is halved until each part has one.
pub const PARTS: usize = if cfg!(feature = "rayon") { 32 } else { 1 };

/// Calls `act` for the items with the numbers in the sorted list `which`; up to `alone` items stay on one thread.
///
/// Each thread uses one of the `memories`, of which there must be at least one.
pub fn each_of<T: Send, M: Send>(
    items: &mut [T],
    which: &[u32],
    memories: &mut [M],
    alone: usize,
    act: &(impl Fn(&mut M, u32, &mut T) + Sync),
) {
    each_from(0, items, which, memories, alone, act);
}

/// [`each_of`] for items that begin with number `from`.
fn each_from<T: Send, M: Send>(
    from: u32,
    items: &mut [T],
    which: &[u32],
    memories: &mut [M],
    alone: usize,
    act: &(impl Fn(&mut M, u32, &mut T) + Sync),
) {
    if which.len() > alone && memories.len() > 1 {
        let (one, other) = which.split_at(which.len() / 2);
        let middle = other[0];
        let (first, second) = items.split_at_mut((middle - from) as usize);
        let (a, b) = memories.split_at_mut(memories.len() / 2);
        join(
            || each_from(from, first, one, a, alone, act),
            || each_from(middle, second, other, b, alone, act),
        );
    } else if let [memory, ..] = memories {
        for &number in which {
            act(memory, number, &mut items[(number - from) as usize]);
        }
    }
}
