//! Work in two halves: on two threads with the feature `rayon`, else one after the other.

/// What both give.
pub fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    return rayon::join(a, b);
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}

/// Acts on all, at most so many `alone` on one thread.
pub fn each<T: Send>(things: &mut [T], alone: usize, act: &(impl Fn(&mut T) + Sync)) {
    if things.len() > alone {
        let (first, second) = things.split_at_mut(things.len() / 2);
        join(|| each(first, alone, act), || each(second, alone, act));
    } else {
        things.iter_mut().for_each(act);
    }
}

/// In so many parts work is divided that needs memory of its own.
pub const PARTS: usize = if cfg!(feature = "rayon") { 32 } else { 1 };

/// The same for those whose numbers are in a sorted list, with one of the memories for what is done on one thread;
/// there is at least one.
pub fn each_of<T: Send, M: Send>(
    things: &mut [T],
    which: &[u32],
    memories: &mut [M],
    alone: usize,
    act: &(impl Fn(&mut M, u32, &mut T) + Sync),
) {
    each_from(0, things, which, memories, alone, act);
}

/// The same, of the things from this number on.
fn each_from<T: Send, M: Send>(
    from: u32,
    things: &mut [T],
    which: &[u32],
    memories: &mut [M],
    alone: usize,
    act: &(impl Fn(&mut M, u32, &mut T) + Sync),
) {
    if which.len() > alone && memories.len() > 1 {
        let (one, other) = which.split_at(which.len() / 2);
        let middle = other[0];
        let (first, second) = things.split_at_mut((middle - from) as usize);
        let (a, b) = memories.split_at_mut(memories.len() / 2);
        join(
            || each_from(from, first, one, a, alone, act),
            || each_from(middle, second, other, b, alone, act),
        );
    } else if let [memory, ..] = memories {
        for &number in which {
            act(memory, number, &mut things[(number - from) as usize]);
        }
    }
}
