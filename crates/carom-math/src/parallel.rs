//! Fork-join parallelism: on the threads of rayon with the feature `rayon`, otherwise sequential. Results do not depend
//! on it.

/// Runs both closures, in parallel if possible, and returns both results.
///
/// ```
/// let numbers = [4, 7, 1];
/// let both = carom_math::parallel::join(|| numbers.iter().min(), || numbers.iter().max());
/// assert_eq!(both, (Some(&1), Some(&7)));
/// ```
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
///
/// ```
/// let mut numbers: Vec<u64> = (0..1000).collect();
/// carom_math::parallel::each(&mut numbers, 64, &|number| *number *= 2);
/// assert_eq!(numbers[999], 1998);
/// ```
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
/// Each thread uses one of the `memories`, of which there must be at least one: without any, nothing is called.
///
/// ```
/// use carom_math::parallel::{PARTS, each_of};
/// let mut heights = [1.0, 2.0, 3.0, 4.0];
/// let mut counts = [0; PARTS]; // a memory for each part of the work
/// each_of(&mut heights, &[1, 3], &mut counts, 64, &|count, number, height| {
///     *count += 1;
///     *height += f64::from(number);
/// });
/// assert_eq!((heights, counts.iter().sum::<i32>()), ([1.0, 3.0, 3.0, 7.0], 2));
/// ```
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_for_each_item() {
        assert_eq!(join(|| 1, || 2), (1, 2));
        for alone in [1, 3, 100] {
            let mut items = [0; 50];
            each(&mut items, alone, &|item| *item += 1);
            assert_eq!(items, [1; 50]);
            for count in [1, 2, 5] {
                let (mut items, mut memories) = ([0; 50], [0; 5]);
                let which = [0, 1, 2, 7, 8, 20, 30, 31, 49];
                each_of(
                    &mut items,
                    &which,
                    &mut memories[..count],
                    alone,
                    &|memory, number, item| {
                        *memory += 1;
                        *item += number + 1;
                    },
                );
                for number in 0..50 {
                    let expected = if which.contains(&number) {
                        number + 1
                    } else {
                        0
                    };
                    assert_eq!(items[number as usize], expected);
                }
                assert_eq!(memories.iter().sum::<i32>(), 9);
                // As many parts as there are memories, unless a part is small enough.
                let parts = memories.iter().filter(|uses| **uses > 0).count();
                assert_eq!(
                    parts,
                    if alone >= 9 {
                        1
                    } else {
                        count.min(if alone == 1 { 5 } else { 4 })
                    }
                );
            }
        }
    }
}
