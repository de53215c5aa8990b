//! Memory of the caller: the one place that reads and writes through pointers from C.
//!
//! Checked: null, sizes that exceed the address space, strides that make elements overlap, answers on top of arguments.
//! Not checkable: whether the memory behind a pointer is really that long. Every access is an unaligned one, so no
//! pointer has to be aligned.

use crate::status::{CaromStatus, Failure, Result};
use std::ops::Range;

#[cold]
#[inline(never)]
fn null(name: &str) -> Failure {
    Failure::new(CaromStatus::CaromNull, format!("{name} is null"))
}

/// Plain data: any bytes of the right size are a value.
///
/// # Safety
/// The type consists of integers, floats and raw pointers.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: integers and floats.
unsafe impl Plain for f32 {}
// SAFETY: integers and floats.
unsafe impl Plain for f64 {}
// SAFETY: integers and floats.
unsafe impl Plain for u8 {}
// SAFETY: integers and floats.
unsafe impl Plain for u32 {}
// SAFETY: integers and floats.
unsafe impl Plain for u64 {}
// SAFETY: integers and floats.
unsafe impl Plain for usize {}
// SAFETY: an array has no bytes but those of its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// The value behind a pointer.
///
/// # Safety
/// The pointer is null or points to readable memory of this size.
pub(crate) unsafe fn read<T: Plain>(pointer: *const T, name: &str) -> Result<T> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: not null, so readable as the caller promises; any bytes are a value.
    Ok(unsafe { pointer.read_unaligned() })
}

/// A place for one answer.
pub(crate) struct Out<T>(*mut T);

impl<T: Plain> Out<T> {
    /// # Safety
    /// The pointer is null or points to writable memory of this size for as long as the value lives.
    pub(crate) unsafe fn new(pointer: *mut T, name: &str) -> Result<Self> {
        if pointer.is_null() {
            return Err(null(name));
        }
        Ok(Self(pointer))
    }

    pub(crate) fn write(self, value: T) {
        // SAFETY: `new` was promised writable memory, and it is not null.
        unsafe { self.0.write_unaligned(value) }
    }
}

/// Bytes that an argument or answer occupies.
#[derive(Debug)]
pub(crate) struct Region {
    name: &'static str,
    bytes: Range<usize>,
}

/// The region of elements of a size at a distance, or an error if it exceeds the address space.
fn region(
    start: usize,
    count: usize,
    stride: usize,
    size: usize,
    name: &'static str,
) -> Result<Region> {
    let length = match count.checked_sub(1) {
        None => Some(0),
        Some(last) => stride
            .checked_mul(last)
            .and_then(|bytes| bytes.checked_add(size)),
    };
    let end = length
        .filter(|bytes| isize::try_from(*bytes).is_ok())
        .and_then(|bytes| start.checked_add(bytes));
    let end = end.ok_or_else(|| {
        Failure::out_of_range(format!(
            "{count} elements of {name}, {stride} bytes apart, exceed the address space"
        ))
    })?;
    let bytes = start..end;
    Ok(Region { name, bytes })
}

/// Elements at equal distances in memory of the caller.
#[derive(Debug)]
pub(crate) struct Column<T> {
    base: *const T,
    stride: usize,
    count: usize,
    region: Region,
}

impl<T: Plain> Column<T> {
    /// A stride of 0 repeats the first element.
    ///
    /// # Safety
    /// The base is null or points to `count` readable elements at this distance (one, if the distance is 0) for as long
    /// as the value lives.
    pub(crate) unsafe fn new(
        base: *const T,
        stride: usize,
        count: usize,
        name: &'static str,
    ) -> Result<Self> {
        let size = size_of::<T>();
        if base.is_null() && count > 0 {
            return Err(null(name));
        }
        if stride > 0 && stride < size {
            return Err(Failure::out_of_range(format!(
                "the stride of {name} is {stride}, less than the {size} bytes of an element"
            )));
        }
        let region = region(base.addr(), count, stride, size, name)?;
        Ok(Self {
            base,
            stride,
            count,
            region,
        })
    }

    /// Elements one after the other.
    ///
    /// # Safety
    /// As [`new`](Self::new), with the size of an element for the distance.
    pub(crate) unsafe fn packed(base: *const T, count: usize, name: &'static str) -> Result<Self> {
        // SAFETY: what the caller promises.
        unsafe { Self::new(base, size_of::<T>(), count, name) }
    }

    #[cfg(any(feature = "meshes", feature = "planar"))]
    pub(crate) fn name(&self) -> &'static str {
        self.region.name
    }

    pub(crate) fn region(&self) -> &Region {
        &self.region
    }

    pub(crate) fn get(&self, index: usize) -> T {
        assert!(index < self.count, "element {index} of {}", self.count);
        // SAFETY: `new` was promised readable memory for this index, its offset does not overflow, and any bytes are a
        // value.
        unsafe { self.base.byte_add(index * self.stride).read_unaligned() }
    }
}

/// A copy of the caller's elements; an error and not an abort if there is no memory for it.
#[cfg(any(feature = "meshes", feature = "planar"))]
pub(crate) fn all<T: Plain>(column: &Column<T>, count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(count);
    reserved.map_err(|error| Failure::out_of_range(format!("{}: {error}", column.name())))?;
    list.extend((0..count).map(|index| column.get(index)));
    Ok(list)
}

/// Places for answers, one after the other.
pub(crate) struct OutColumn<T> {
    base: *mut T,
    count: usize,
    region: Region,
}

impl<T: Plain> OutColumn<T> {
    /// # Safety
    /// The base is null or points to `count` writable elements for as long as the value lives.
    pub(crate) unsafe fn new(base: *mut T, count: usize, name: &'static str) -> Result<Self> {
        if base.is_null() && count > 0 {
            return Err(null(name));
        }
        let size = size_of::<T>();
        let region = region(base.addr(), count, size, size, name)?;
        Ok(Self {
            base,
            count,
            region,
        })
    }

    /// The error of answers that would overwrite an argument.
    pub(crate) fn apart_from(&self, other: &Region) -> Result<()> {
        let (a, b) = (&self.region.bytes, &other.bytes);
        if a.start < b.end && b.start < a.end {
            let (own, other) = (self.region.name, other.name);
            return Err(Failure::out_of_range(format!(
                "the memory of {own} overlaps that of {other}"
            )));
        }
        Ok(())
    }

    #[cfg(any(feature = "meshes", feature = "billiards"))]
    pub(crate) fn region(&self) -> &Region {
        &self.region
    }

    #[cfg(feature = "meshes")]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn set(&mut self, index: usize, value: T) {
        assert!(index < self.count, "place {index} of {}", self.count);
        // SAFETY: `new` was promised writable memory for this index.
        unsafe { self.base.add(index).write_unaligned(value) }
    }

    /// Writes as many of a list as have places; returns how many there are.
    pub(crate) fn fill(&mut self, all: impl ExactSizeIterator<Item = T>) -> usize {
        let total = all.len();
        for (index, value) in all.take(self.count).enumerate() {
            self.set(index, value);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_read_at_their_strides_and_without_alignment() {
        let bytes: Vec<u8> = (0..64).collect();
        let base = bytes[1..].as_ptr().cast::<[u8; 3]>();
        // SAFETY: the last element ends at byte 1 + 5 * 10 + 3 = 54 of 64.
        let column = unsafe { Column::new(base, 10, 6, "numbers") }.unwrap();
        assert_eq!(column.get(5), [51, 52, 53]);
        // SAFETY: one element.
        let repeated = unsafe { Column::new(base, 0, 1 << 40, "numbers") }.unwrap();
        assert_eq!(repeated.get(1 << 39), [1, 2, 3]);
        let place = bytes[1..].as_ptr().cast::<u32>();
        // SAFETY: four bytes of 64, not aligned.
        let value = unsafe { read(place, "number") }.unwrap();
        assert_eq!(value.to_ne_bytes(), [1, 2, 3, 4]);
    }

    #[test]
    fn sizes_that_no_memory_has_are_errors() {
        let one = 1.0_f32;
        // SAFETY: these sizes are rejected before anything is read.
        let column = |stride, count| unsafe { Column::new(&raw const one, stride, count, "x") };
        let status = |stride, count| column(stride, count).unwrap_err().status;
        for (stride, count) in [
            (3, 1),
            (4, usize::MAX),
            (usize::MAX, 2),
            (usize::MAX / 4, 5),
        ] {
            assert_eq!(status(stride, count), CaromStatus::CaromOutOfRange);
        }
        // SAFETY: null is rejected.
        let missing = unsafe { Column::<f32>::packed(std::ptr::null(), 1, "x") };
        assert_eq!(missing.unwrap_err().status, CaromStatus::CaromNull);
        // SAFETY: no element is read.
        assert!(unsafe { Column::<f32>::packed(std::ptr::null(), 0, "x") }.is_ok());
    }

    #[test]
    fn answers_on_top_of_arguments_are_errors() {
        let mut numbers = [0.0_f32; 8];
        let base = numbers.as_mut_ptr();
        // SAFETY: both are within the array.
        let (read, mut out) = unsafe {
            (
                Column::packed(base.add(2).cast_const(), 2, "in").unwrap(),
                OutColumn::new(base, 2, "out").unwrap(),
            )
        };
        assert!(out.apart_from(read.region()).is_ok());
        // SAFETY: within the array.
        let over = unsafe { OutColumn::new(base, 3, "out") }.unwrap();
        assert!(over.apart_from(read.region()).is_err());
        assert_eq!(out.fill([1.0, 2.0, 3.0].into_iter()), 3);
        assert_eq!(numbers[..3], [1.0, 2.0, 0.0]);
    }
}
