//! Numbers to bytes and back: little-endian, in the precision of the vector, after a header of three bytes.

use super::{WireError, WireFault};
use carom_math::{Scalar, Vector};

/// The version of the format.
const VERSION: u8 = 1;

/// The version, dimension and precision of a vector in one byte.
fn signature<V: Vector>() -> u8 {
    let is_double = size_of::<V::Scalar>() == size_of::<f64>();
    VERSION << 4 | u8::from(V::DIM == 3) << 1 | u8::from(is_double)
}

/// Numbers to bytes.
pub(super) struct Writer<F> {
    pub(super) sink: F,
    pub(super) flags: u8,
}

impl<F: FnMut(&[u8])> Writer<F> {
    /// Writes the header of a value with these flags.
    pub(super) fn new<V: Vector>(mut sink: F, kind: u8, flags: u8) -> Self {
        sink(&[kind, signature::<V>(), flags]);
        Self { sink, flags }
    }

    pub(super) fn number<S: Scalar>(&mut self, x: S) {
        let x = x.to_f64();
        if size_of::<S>() == size_of::<f64>() {
            (self.sink)(&x.to_le_bytes());
        } else {
            // Exact: it was of that precision.
            (self.sink)(&(x as f32).to_le_bytes());
        }
    }

    pub(super) fn vector<V: Vector>(&mut self, v: V) {
        for x in &v.to_f64()[..V::DIM] {
            self.number(V::Scalar::from_f64(*x));
        }
    }

    /// A number that is left out without its flag.
    pub(super) fn number_if<S: Scalar>(&mut self, flag: u8, x: S) {
        if self.flags & flag != 0 {
            self.number(x);
        }
    }

    pub(super) fn vector_if<V: Vector>(&mut self, flag: u8, v: V) {
        if self.flags & flag != 0 {
            self.vector(v);
        }
    }
}

/// Bytes to numbers.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) flags: u8,
}

impl<'a> Reader<'a> {
    /// Reads the header of a value, of which only these flags are known.
    pub(super) fn new<V: Vector>(bytes: &'a [u8], kind: u8, known: u8) -> Result<Self, WireError> {
        let mut reader = Self {
            bytes,
            at: 0,
            flags: 0,
        };
        let error = |at, fault| {
            let field = "header";
            Err(WireError { field, at, fault })
        };
        let [found, version, flags] = reader.take("header")?;
        if found != kind {
            return error(0, WireFault::Kind);
        }
        if version >> 4 != VERSION {
            return error(1, WireFault::Version);
        }
        if version != signature::<V>() {
            return error(1, WireFault::Vector);
        }
        if flags & !known != 0 {
            return error(2, WireFault::Unknown);
        }
        reader.flags = flags;
        Ok(reader)
    }

    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn take<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<[u8; N], WireError> {
        let found = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        let fault = WireFault::Truncated;
        let at = self.at;
        self.at += N;
        found.copied().ok_or(WireError { field, at, fault })
    }

    pub(super) fn number<S: Scalar>(&mut self, field: &'static str) -> Result<S, WireError> {
        let at = self.at;
        let x = if size_of::<S>() == size_of::<f64>() {
            f64::from_le_bytes(self.take(field)?)
        } else {
            f64::from(f32::from_le_bytes(self.take(field)?))
        };
        let fault = WireFault::NotFinite;
        if x.is_finite() {
            Ok(S::from_f64(x))
        } else {
            Err(WireError { field, at, fault })
        }
    }

    pub(super) fn vector<V: Vector>(&mut self, field: &'static str) -> Result<V, WireError> {
        let at = self.at;
        let mut v = [0.0; 3];
        for x in &mut v[..V::DIM] {
            let number: V::Scalar = self
                .number(field)
                .map_err(|error| WireError { at, ..error })?;
            *x = number.to_f64();
        }
        Ok(V::from_f64(v))
    }

    /// A number that is left out where it is zero.
    pub(super) fn number_if<S: Scalar>(
        &mut self,
        flag: u8,
        field: &'static str,
    ) -> Result<S, WireError> {
        if self.has(flag) {
            self.number(field)
        } else {
            Ok(S::ZERO)
        }
    }

    pub(super) fn vector_if<V: Vector>(
        &mut self,
        flag: u8,
        field: &'static str,
    ) -> Result<V, WireError> {
        if self.has(flag) {
            self.vector(field)
        } else {
            Ok(V::ZERO)
        }
    }

    /// A number or vector that must be in a range.
    pub(super) fn checked<T: Copy>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
        is_valid: impl FnOnce(T) -> bool,
    ) -> Result<T, WireError> {
        let at = self.at;
        let fault = WireFault::Range;
        let x = read(self)?;
        is_valid(x)
            .then_some(x)
            .ok_or(WireError { field, at, fault })
    }

    /// A number that is not below zero, and left out where it is zero.
    pub(super) fn not_negative_if<S: Scalar>(
        &mut self,
        flag: u8,
        field: &'static str,
    ) -> Result<S, WireError> {
        let read = |reader: &mut Self| reader.number_if(flag, field);
        self.checked(field, read, |x: S| x >= S::ZERO)
    }

    /// A vector of the length 1 within 1e-3.
    pub(super) fn direction<V: Vector>(&mut self, field: &'static str) -> Result<V, WireError> {
        let read = |reader: &mut Self| reader.vector(field);
        let off = |v: V| (v.length_squared().to_f64() - 1.0).abs();
        self.checked(field, read, |v| off(v) <= 2e-3)
    }

    pub(super) fn optional<S: Scalar>(
        &mut self,
        flag: u8,
        field: &'static str,
    ) -> Result<Option<S>, WireError> {
        self.has(flag).then(|| self.number(field)).transpose()
    }
}
