//! Sorting by a total order: the library's pattern-defeating quicksort, in wasm a short heapsort.
//!
//! The quicksort of `core` is some 8 KB of code for each type of item, which a page would download a dozen times. In wasm
//! only lists of `u64`, the keys of batches and sweeps, are sorted by it. Of items that compare as equal, either may come
//! first.

use core::cmp::Ordering;

/// Up to this many items are sorted by insertion.
#[cfg(any(target_family = "wasm", test))]
const FEW: usize = 16;

/// Sorts by the order of the items.
///
/// ```
/// let mut numbers = [3, 1, 2];
/// carom_math::sort::sort(&mut numbers);
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
#[inline]
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by keys.
///
/// ```
/// let mut numbers = [3_i32, -1, 2];
/// carom_math::sort::sort_by_key(&mut numbers, |number| -number);
/// assert_eq!(numbers, [3, 2, -1]);
/// ```
#[inline]
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |x, y| key(x).cmp(&key(y)));
}

/// Sorts by an order.
///
/// ```
/// let mut numbers = [3.0_f64, -1.0, 2.0];
/// carom_math::sort::sort_by(&mut numbers, f64::total_cmp);
/// assert_eq!(numbers, [-1.0, 2.0, 3.0]);
/// ```
#[inline]
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    #[cfg(target_family = "wasm")]
    short(items, &|x, y| compare(x, y).is_lt());
    #[cfg(not(target_family = "wasm"))]
    items.sort_unstable_by(compare);
}

/// Puts the item that a sort would put at `rank` there, no greater ones before it and no lesser ones after it. In wasm it
/// sorts: the quickselect of `core` is 4 KB of code.
///
/// ```
/// let mut numbers = [3, 1, 4, 2];
/// carom_math::sort::select_by(&mut numbers, 2, i32::cmp);
/// assert!(numbers[2] == 3 && numbers[3] == 4);
/// ```
///
/// # Panics
/// If there is no such rank.
#[inline]
pub fn select_by<T>(items: &mut [T], rank: usize, compare: impl Fn(&T, &T) -> Ordering) {
    #[cfg(target_family = "wasm")]
    {
        assert!(rank < items.len(), "rank {rank} of {}", items.len());
        sort_by(items, compare);
    }
    #[cfg(not(target_family = "wasm"))]
    items.select_nth_unstable_by(rank, compare);
}

/// Insertion sort of a few, heapsort of many (Knuth, *The Art of Computer Programming* 3, 5.2.1 and 5.2.3).
#[cfg(any(target_family = "wasm", test))]
fn short<T>(items: &mut [T], is_less: &impl Fn(&T, &T) -> bool) {
    if items.len() > FEW {
        for root in (0..items.len() / 2).rev() {
            sift(items, root, is_less);
        }
        for last in (1..items.len()).rev() {
            items.swap(0, last);
            sift(&mut items[..last], 0, is_less);
        }
        return;
    }
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && is_less(&items[place], &items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Moves an item down until both of its children in the heap are not greater.
#[cfg(any(target_family = "wasm", test))]
fn sift<T>(items: &mut [T], mut root: usize, is_less: &impl Fn(&T, &T) -> bool) {
    loop {
        let mut child = 2 * root + 1;
        if child + 1 < items.len() && is_less(&items[child], &items[child + 1]) {
            child += 1;
        }
        if child >= items.len() || !is_less(&items[root], &items[child]) {
            return;
        }
        items.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;

    #[test]
    fn the_short_sort_sorts() {
        for count in (0..40).chain([1000]) {
            for seed in 1..20_u64 {
                let number =
                    |i: u64| (i * seed).wrapping_mul(6_364_136_223_846_793_005) >> (40 + seed);
                let mut items: std::vec::Vec<u64> = (0..count).map(number).collect();
                let mut expected = items.clone();
                short(&mut items, &|x, y| x < y);
                expected.sort_unstable();
                assert_eq!(items, expected);
            }
        }
    }

    #[test]
    fn sorts_order_by_items_by_keys_and_by_orders() {
        let random = &mut fastrand::Rng::with_seed(1);
        for count in [0, 1, 2, 15, 40, 300] {
            let items: std::vec::Vec<i32> = (0..count).map(|_| random.i32(-50..50)).collect();
            let (mut up, mut down, mut by) = (items.clone(), items.clone(), items.clone());
            sort(&mut up);
            let mut shortly = items.clone();
            short(&mut shortly, &|x, y| x < y);
            assert_eq!(shortly, up);
            sort_by_key(&mut down, |x| -x);
            sort_by(&mut by, |x, y| y.cmp(x));
            assert!(up.is_sorted() && down.iter().rev().eq(&up) && by == down);
            for rank in 0..items.len() {
                let mut items = items.clone();
                select_by(&mut items, rank, i32::cmp);
                assert_eq!(items[rank], up[rank]);
                assert!(items[..rank].iter().all(|x| *x <= up[rank]));
                assert!(items[rank..].iter().all(|x| *x >= up[rank]));
            }
        }
    }
}
