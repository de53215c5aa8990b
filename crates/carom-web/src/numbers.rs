//! Values as plain numbers, and what tells how they lie: what is asked and what is answered.
//!
//! A schema is JSON: `"number"`, `"flag"` (0 or 1), `"point"` (x, y), `"point3"` (x, y, z), `{"maybe": …}` (a flag, and if it is 1 the
//! value), `{"list": …}` (how many, then each), `{"choice": ["…"]}` (the number of one of them) and
//! `{"fields": [["name", …], …]}` (one after the other). What is long lies beside the numbers, in words of 32 bits, and
//! of it there is only the length among them: `"floats"` (single precision, a word each), `"indices"` (a
//! word each), `"bytes"` (four to a word, the first in its lowest bits; a last word that is not full ends in zeros) and
//! `"text"` (bytes of UTF-8).

use carom::table::Impact;
use carom::{Aabb, Ball, Capsule, Contact, Hit, Hull, Segment, Start, Sweep, Triangle, Vector};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// A value as it crosses the border: its numbers, and the words of what is long in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Its numbers.
    pub numbers: Vec<f64>,
    /// Beside them what is long, one after the other.
    pub words: Vec<u32>,
}

impl From<&[f64]> for Said {
    fn from(numbers: &[f64]) -> Self {
        Self {
            numbers: numbers.to_vec(),
            words: Vec::new(),
        }
    }
}

impl Said {
    pub(crate) fn push(&mut self, number: f64) {
        self.numbers.push(number);
    }

    /// Of a value.
    pub(crate) fn of(value: &impl Told) -> Self {
        let mut said = Self::default();
        value.tell(&mut said);
        said
    }

    /// The value it is; `None` if it is none, or more than one.
    pub(crate) fn value<T: Asked>(&self) -> Option<T> {
        let mut left = Left {
            numbers: &self.numbers,
            words: &self.words,
        };
        let value = T::read(&mut left)?;
        (left.numbers.is_empty() && left.words.is_empty()).then_some(value)
    }
}

/// What is left to be read.
pub(crate) struct Left<'a> {
    numbers: &'a [f64],
    words: &'a [u32],
}

impl Left<'_> {
    fn number(&mut self) -> Option<f64> {
        let (first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(*first)
    }

    /// A whole number, of something that there are at most so many of.
    fn count(&mut self, most: usize) -> Option<usize> {
        let count = self.number()?;
        let fits = (0.0..=most as f64).contains(&count) && count.fract() == 0.0;
        fits.then_some(count as usize)
    }

    fn words(&mut self, count: usize) -> Option<&[u32]> {
        let (first, rest) = self.words.split_at_checked(count)?;
        self.words = rest;
        Some(first)
    }
}

/// `{"name": …, "asked": …, "answer": …}` of what is asked for by a name.
pub(crate) fn schema<A: Asked, B: Told>(name: &str, out: &mut String) {
    out.push_str("{\"name\":\"");
    out.push_str(name);
    out.push_str("\",\"asked\":");
    A::schema(out);
    out.push_str(",\"answer\":");
    B::schema(out);
    out.push('}');
}

/// A value that can be told.
pub(crate) trait Told {
    /// Appends how it lies.
    fn schema(out: &mut String);
    /// Appends its numbers and words.
    fn tell(&self, out: &mut Said);
}

/// A value that can be asked about.
pub(crate) trait Asked: Told + Sized {
    /// Reads it off the front; `None` if it is not all there, or no shape.
    fn read(left: &mut Left<'_>) -> Option<Self>;
}

/// `[["a", …], ["b", …]]` of a value's fields.
macro_rules! schema_of_fields {
    ($out:ident, $($field:ident: $of:ty),*) => {
        let mut comma = "";
        $out.push_str("{\"fields\":[");
        $(
            $out.push_str(comma);
            $out.push_str(concat!("[\"", stringify!($field), "\","));
            <$of as $crate::numbers::Told>::schema($out);
            $out.push(']');
            comma = ",";
        )*
        let _ = comma;
        $out.push_str("]}");
    };
}

/// A type whose numbers are those of its fields.
macro_rules! told {
    ($type:ty { $($field:ident: $of:ty),* $(,)? }) => {
        impl $crate::numbers::Told for $type {
            fn schema(out: &mut String) {
                $crate::numbers::schema_of_fields!(out, $($field: $of),*);
            }

            fn tell(&self, out: &mut $crate::numbers::Said) {
                $($crate::numbers::Told::tell(&self.$field, out);)*
            }
        }
    };
}

/// The same, which can also be read.
macro_rules! asked {
    ($type:ty { $($field:ident: $of:ty),* $(,)? } $valid:expr) => {
        $crate::numbers::told!($type { $($field: $of),* });

        impl $crate::numbers::Asked for $type {
            fn read(left: &mut $crate::numbers::Left<'_>) -> Option<Self> {
                $(let $field = <$of as $crate::numbers::Asked>::read(left)?;)*
                let value = Self { $($field),* };
                let valid: fn(&Self) -> bool = $valid;
                valid(&value).then_some(value)
            }
        }
    };
}

/// A struct that a question reads.
macro_rules! asks {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name { $($(#[$about])* pub(crate) $field: $of),* }
        $crate::numbers::asked!($name { $($field: $of),* } |_| true);
    };
}

/// A struct that a question answers with.
macro_rules! answers {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? }) => {
        $(#[$doc])*
        pub(crate) struct $name { $($(#[$about])* pub(crate) $field: $of),* }
        $crate::numbers::told!($name { $($field: $of),* });
    };
}

pub(crate) use {answers, asked, asks, schema_of_fields, told};

impl Told for f64 {
    fn schema(out: &mut String) {
        out.push_str("\"number\"");
    }

    fn tell(&self, out: &mut Said) {
        out.push(*self);
    }
}

impl Asked for f64 {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        left.number().filter(|number| number.is_finite())
    }
}

impl Told for bool {
    fn schema(out: &mut String) {
        out.push_str("\"flag\"");
    }

    fn tell(&self, out: &mut Said) {
        out.push(f64::from(u8::from(*self)));
    }
}

impl Asked for bool {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        Some(left.count(1)? == 1)
    }
}

impl Told for () {
    fn schema(out: &mut String) {
        out.push_str("{\"fields\":[]}");
    }

    fn tell(&self, _: &mut Said) {}
}

impl Asked for () {
    fn read(_: &mut Left<'_>) -> Option<Self> {
        Some(())
    }
}

impl Told for DVec2 {
    fn schema(out: &mut String) {
        out.push_str("\"point\"");
    }

    fn tell(&self, out: &mut Said) {
        out.numbers.extend(self.to_array());
    }
}

impl Asked for DVec2 {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        Some(dvec2(f64::read(left)?, f64::read(left)?))
    }
}

impl Told for DVec3 {
    fn schema(out: &mut String) {
        out.push_str("\"point3\"");
    }

    fn tell(&self, out: &mut Said) {
        out.numbers.extend(self.to_array());
    }
}

impl Asked for DVec3 {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        let mut component = || f64::read(left);
        Some(dvec3(component()?, component()?, component()?))
    }
}

impl<T: Told> Told for Option<T> {
    fn schema(out: &mut String) {
        out.push_str("{\"maybe\":");
        T::schema(out);
        out.push('}');
    }

    fn tell(&self, out: &mut Said) {
        self.is_some().tell(out);
        if let Some(value) = self {
            value.tell(out);
        }
    }
}

impl<T: Told> Told for Vec<T> {
    fn schema(out: &mut String) {
        out.push_str("{\"list\":");
        T::schema(out);
        out.push('}');
    }

    fn tell(&self, out: &mut Said) {
        out.push(self.len() as f64);
        for value in self {
            value.tell(out);
        }
    }
}

/// The longest list that is read.
const MOST: usize = 64;

impl<T: Asked> Asked for Vec<T> {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        let count = left.count(MOST)?;
        (0..count).map(|_| T::read(left)).collect()
    }
}

impl<T: Asked> Asked for Option<T> {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        Some(if bool::read(left)? {
            Some(T::read(left)?)
        } else {
            None
        })
    }
}

impl Told for Vec<f32> {
    fn schema(out: &mut String) {
        out.push_str("\"floats\"");
    }

    fn tell(&self, out: &mut Said) {
        out.push(self.len() as f64);
        out.words.extend(self.iter().map(|x| x.to_bits()));
    }
}

impl Told for Vec<u32> {
    fn schema(out: &mut String) {
        out.push_str("\"indices\"");
    }

    fn tell(&self, out: &mut Said) {
        out.push(self.len() as f64);
        out.words.extend(self);
    }
}

impl Told for Vec<u8> {
    fn schema(out: &mut String) {
        out.push_str("\"bytes\"");
    }

    fn tell(&self, out: &mut Said) {
        tell_bytes(self, out);
    }
}

impl Asked for Vec<u8> {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        let count = left.count(u32::MAX as usize)?;
        let words = left.words(count.div_ceil(4))?;
        let mut bytes: Self = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(count);
        Some(bytes)
    }
}

impl Told for String {
    fn schema(out: &mut String) {
        out.push_str("\"text\"");
    }

    fn tell(&self, out: &mut Said) {
        tell_bytes(self.as_bytes(), out);
    }
}

impl Asked for String {
    fn read(left: &mut Left<'_>) -> Option<Self> {
        Self::from_utf8(Vec::read(left)?).ok()
    }
}

fn tell_bytes(bytes: &[u8], out: &mut Said) {
    out.push(bytes.len() as f64);
    out.words.extend(bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    }));
}

asked!(Segment<DVec2> { a: DVec2, b: DVec2 } Self::is_valid);
asked!(Ball<DVec2> { center: DVec2, radius: f64 } Self::is_valid);
asked!(Capsule<DVec2> { a: DVec2, b: DVec2, radius: f64 } Self::is_valid);
asked!(Ball<DVec3> { center: DVec3, radius: f64 } Self::is_valid);
asked!(Capsule<DVec3> { a: DVec3, b: DVec3, radius: f64 } Self::is_valid);
asked!(Triangle<DVec3> { a: DVec3, b: DVec3, c: DVec3 } Self::is_valid);
asked!(Hull<DVec2> { points: Vec<DVec2>, radius: f64 } Self::is_valid);

told!(Aabb<DVec2> { min: DVec2, max: DVec2 });
told!(Contact<DVec2> { point_a: DVec2, point_b: DVec2, normal: DVec2, separation: f64, unique: bool });
told!(Hit<DVec2> { t: f64, point: DVec2, normal: DVec2 });
told!(Sweep<DVec2> { start: Start<DVec2>, hit: Option<Hit<DVec2>> });
told!(Contact<DVec3> { point_a: DVec3, point_b: DVec3, normal: DVec3, separation: f64, unique: bool });
told!(Hit<DVec3> { t: f64, point: DVec3, normal: DVec3 });
told!(Sweep<DVec3> { start: Start<DVec3>, hit: Option<Hit<DVec3>> });
told!(Impact<DVec2> { t: f64, delta_a: DVec2, delta_b: DVec2, normal: DVec2, depth: f64 });

impl<V: Vector> Told for Start<V> {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"separate\",\"touching\",\"overlapping\"]}");
    }

    fn tell(&self, out: &mut Said) {
        out.push(match self {
            Self::Separate => 0.0,
            Self::Touching(_) => 1.0,
            Self::Overlapping(_) => 2.0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    asks! {
        Everything { number: f64, flag: bool, place: DVec3, maybe: Option<DVec2>, list: Vec<DVec2>, bytes: Vec<u8>, text: String }
    }

    #[test]
    fn what_is_told_is_read() {
        for (length, maybe) in [
            (0, None),
            (1, Some(DVec2::X)),
            (4, None),
            (7, Some(DVec2::Y)),
        ] {
            let bytes: Vec<u8> = (0..length).map(|i| 250 - i).collect();
            let value = Everything {
                number: -0.0,
                flag: length == 1,
                place: dvec3(1.0, 2.0, 3.0),
                maybe,
                list: vec![DVec2::ONE; usize::from(length)],
                bytes: bytes.clone(),
                text: "å€".into(),
            };
            let said = Said::of(&value);
            let read: Everything = said.value().unwrap();
            assert_eq!(read.bytes, bytes);
            assert_eq!(Said::of(&read), said);
            for (longer, other) in [(1, 0), (0, 1)] {
                let mut wrong = said.clone();
                wrong.numbers.extend(vec![0.0; longer]);
                wrong.words.extend(vec![0; other]);
                assert!(wrong.value::<Everything>().is_none(), "too much");
            }
            for short in 0..said.numbers.len() {
                let mut wrong = said.clone();
                wrong.numbers.truncate(short);
                assert!(wrong.value::<Everything>().is_none(), "too little");
            }
            let mut wrong = said.clone();
            wrong.words.pop();
            assert!(wrong.value::<Everything>().is_none());
        }
    }

    #[test]
    fn what_is_no_value_is_not_read() {
        let read = |numbers: &[f64], words: &[u32]| Said {
            numbers: numbers.to_vec(),
            words: words.to_vec(),
        };
        assert!(read(&[2.0], &[]).value::<bool>().is_none());
        assert!(read(&[f64::NAN], &[]).value::<bool>().is_none());
        assert!(read(&[-1.0], &[]).value::<Vec<u8>>().is_none());
        assert!(read(&[1e300], &[]).value::<Vec<u8>>().is_none());
        assert!(read(&[0.5], &[0]).value::<Vec<u8>>().is_none());
        assert!(
            read(&[1.0], &[0xff]).value::<String>().is_none(),
            "no UTF-8"
        );
        assert!(
            read(&[65.0], &[]).value::<Vec<DVec2>>().is_none(),
            "too long"
        );
    }
}
