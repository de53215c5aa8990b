//! Work in two halves: on two threads with the feature `rayon`, else one after the other.

/// What both give.
pub(crate) fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    return rayon::join(a, b);
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}

/// Acts on all, at most so many `alone` on one thread.
pub(crate) fn each<T: Send>(things: &mut [T], alone: usize, act: &(impl Fn(&mut T) + Sync)) {
    if things.len() > alone {
        let (first, second) = things.split_at_mut(things.len() / 2);
        join(|| each(first, alone, act), || each(second, alone, act));
    } else {
        things.iter_mut().for_each(act);
    }
}

/// The same, with what belongs to each.
pub(crate) fn each_with<A: Send, B: Send>(
    things: &mut [A],
    with: &mut [B],
    alone: usize,
    act: &(impl Fn(&mut A, &mut B) + Sync),
) {
    if things.len() > alone {
        let half = things.len() / 2;
        let (first, second) = things.split_at_mut(half);
        let (one, other) = with.split_at_mut(half);
        join(
            || each_with(first, one, alone, act),
            || each_with(second, other, alone, act),
        );
    } else {
        for (thing, with) in things.iter_mut().zip(with) {
            act(thing, with);
        }
    }
}

/// The same for those whose numbers are in a sorted list.
pub(crate) fn each_of<T: Send>(
    things: &mut [T],
    which: &[u32],
    alone: usize,
    act: &(impl Fn(u32, &mut T) + Sync),
) {
    each_from(0, things, which, alone, act);
}

/// The same, of the things from this number on.
fn each_from<T: Send>(
    from: u32,
    things: &mut [T],
    which: &[u32],
    alone: usize,
    act: &(impl Fn(u32, &mut T) + Sync),
) {
    if which.len() > alone {
        let (one, other) = which.split_at(which.len() / 2);
        let middle = other[0];
        let (first, second) = things.split_at_mut((middle - from) as usize);
        join(
            || each_from(from, first, one, alone, act),
            || each_from(middle, second, other, alone, act),
        );
    } else {
        for &number in which {
            act(number, &mut things[(number - from) as usize]);
        }
    }
}
