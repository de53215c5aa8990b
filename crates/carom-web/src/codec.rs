//! Encoding of values as plain numbers, and the schema that describes each encoding.
//!
//! A schema is JSON: `"number"`, `"flag"` (0 or 1), `"point"` (x, y), `"point3"` (x, y, z), `{"maybe": …}` (a flag, followed by the
//! value if the flag is 1), `{"list": …}` (the length, then each item), `{"choice": ["…"]}` (the index of one of the names) and
//! `{"fields": [["name", …], …]}` (the fields in this order). Long data is stored beside the numbers, in words of 32 bits; the
//! numbers hold only its length: `"floats"` (single precision, a word each), `"indices"` (a word each), `"bytes"` (four to a
//! word, the first in the lowest bits; the last word is padded with zeros) and `"text"` (UTF-8 bytes).

use carom::table::Impact;
use carom::{
    Aabb, Ball, Capsule, Contact, Cylinder, Hit, Hull, Segment, Start, Sweep, Triangle, Vector,
};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// An encoded value, as it passes between JavaScript and Rust: numbers, and words for long data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoded {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The long data, one array after the other.
    pub words: Vec<u32>,
}

impl From<&[f64]> for Encoded {
    fn from(numbers: &[f64]) -> Self {
        Self {
            numbers: numbers.to_vec(),
            words: Vec::new(),
        }
    }
}

impl Encoded {
    pub(crate) fn push(&mut self, number: f64) {
        self.numbers.push(number);
    }

    /// Encodes a value.
    pub(crate) fn of(value: &impl Encode) -> Self {
        let mut encoded = Self::default();
        value.encode(&mut encoded);
        encoded
    }

    /// Decodes the value; `None` if it is malformed or followed by anything else.
    pub(crate) fn value<T: Decode>(&self) -> Option<T> {
        let mut reader = Reader {
            numbers: &self.numbers,
            words: &self.words,
        };
        let value = T::decode(&mut reader)?;
        (reader.numbers.is_empty() && reader.words.is_empty()).then_some(value)
    }
}

/// The part of an encoded value that has not been decoded yet.
pub(crate) struct Reader<'a> {
    numbers: &'a [f64],
    words: &'a [u32],
}

impl Reader<'_> {
    fn number(&mut self) -> Option<f64> {
        let (first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(*first)
    }

    /// A whole number in `0..=most`.
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

/// Appends `{"name": …, "inputs": …, "answer": …}` of a named function from `A` to `B`.
pub(crate) fn schema<A: Decode, B: Encode>(name: &str, out: &mut String) {
    out.push_str("{\"name\":\"");
    out.push_str(name);
    out.push_str("\",\"inputs\":");
    A::schema(out);
    out.push_str(",\"answer\":");
    B::schema(out);
    out.push('}');
}

/// A value that can be encoded.
pub(crate) trait Encode {
    /// Appends the schema of this type.
    fn schema(out: &mut String);
    /// Appends the numbers and words of this value.
    fn encode(&self, out: &mut Encoded);
}

/// A value that can be decoded.
pub(crate) trait Decode: Encode + Sized {
    /// Takes the value off the front; `None` if a part is missing or it is no valid shape.
    fn decode(reader: &mut Reader<'_>) -> Option<Self>;
}

/// Appends `{"fields": [["a", …], ["b", …]]}` of a value's fields.
macro_rules! schema_of_fields {
    ($out:ident, $($field:ident: $of:ty),*) => {
        let mut comma = "";
        $out.push_str("{\"fields\":[");
        $(
            $out.push_str(comma);
            $out.push_str(concat!("[\"", stringify!($field), "\","));
            <$of as $crate::codec::Encode>::schema($out);
            $out.push(']');
            comma = ",";
        )*
        let _ = comma;
        $out.push_str("]}");
    };
}

/// Implements `Encode` field by field.
macro_rules! encode {
    ($type:ty { $($field:ident: $of:ty),* $(,)? }) => {
        impl $crate::codec::Encode for $type {
            fn schema(out: &mut String) {
                $crate::codec::schema_of_fields!(out, $($field: $of),*);
            }

            fn encode(&self, out: &mut $crate::codec::Encoded) {
                $($crate::codec::Encode::encode(&self.$field, out);)*
            }
        }
    };
}

/// Implements `Encode` and `Decode` field by field; the last argument checks a decoded value.
macro_rules! decode {
    ($type:ty { $($field:ident: $of:ty),* $(,)? } $valid:expr) => {
        $crate::codec::encode!($type { $($field: $of),* });

        impl $crate::codec::Decode for $type {
            fn decode(reader: &mut $crate::codec::Reader<'_>) -> Option<Self> {
                $(let $field = <$of as $crate::codec::Decode>::decode(reader)?;)*
                let value = Self { $($field),* };
                let valid: fn(&Self) -> bool = $valid;
                valid(&value).then_some(value)
            }
        }
    };
}

/// Defines a struct that a query or a demo takes as its inputs.
macro_rules! inputs {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name { $($(#[$about])* pub(crate) $field: $of),* }
        $crate::codec::decode!($name { $($field: $of),* } |_| true);
    };
}

/// Defines a struct that a query or a demo answers with.
macro_rules! answers {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $of:ty),* $(,)? }) => {
        $(#[$doc])*
        pub(crate) struct $name { $($(#[$about])* pub(crate) $field: $of),* }
        $crate::codec::encode!($name { $($field: $of),* });
    };
}

pub(crate) use {answers, decode, encode, inputs, schema_of_fields};

impl Encode for f64 {
    fn schema(out: &mut String) {
        out.push_str("\"number\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(*self);
    }
}

impl Decode for f64 {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        reader.number().filter(|number| number.is_finite())
    }
}

impl Encode for bool {
    fn schema(out: &mut String) {
        out.push_str("\"flag\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(f64::from(u8::from(*self)));
    }
}

impl Decode for bool {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        Some(reader.count(1)? == 1)
    }
}

impl Encode for () {
    fn schema(out: &mut String) {
        out.push_str("{\"fields\":[]}");
    }

    fn encode(&self, _: &mut Encoded) {}
}

impl Decode for () {
    fn decode(_: &mut Reader<'_>) -> Option<Self> {
        Some(())
    }
}

impl Encode for DVec2 {
    fn schema(out: &mut String) {
        out.push_str("\"point\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.numbers.extend(self.to_array());
    }
}

impl Decode for DVec2 {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        Some(dvec2(f64::decode(reader)?, f64::decode(reader)?))
    }
}

impl Encode for DVec3 {
    fn schema(out: &mut String) {
        out.push_str("\"point3\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.numbers.extend(self.to_array());
    }
}

impl Decode for DVec3 {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let mut component = || f64::decode(reader);
        Some(dvec3(component()?, component()?, component()?))
    }
}

impl<T: Encode> Encode for Option<T> {
    fn schema(out: &mut String) {
        out.push_str("{\"maybe\":");
        T::schema(out);
        out.push('}');
    }

    fn encode(&self, out: &mut Encoded) {
        self.is_some().encode(out);
        if let Some(value) = self {
            value.encode(out);
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn schema(out: &mut String) {
        out.push_str("{\"list\":");
        T::schema(out);
        out.push('}');
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(self.len() as f64);
        for value in self {
            value.encode(out);
        }
    }
}

/// The longest list that is decoded.
const MOST: usize = 64;

impl<T: Decode> Decode for Vec<T> {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let count = reader.count(MOST)?;
        (0..count).map(|_| T::decode(reader)).collect()
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        Some(if bool::decode(reader)? {
            Some(T::decode(reader)?)
        } else {
            None
        })
    }
}

impl Encode for Vec<f32> {
    fn schema(out: &mut String) {
        out.push_str("\"floats\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(self.len() as f64);
        out.words.extend(self.iter().map(|x| x.to_bits()));
    }
}

impl Encode for Vec<u32> {
    fn schema(out: &mut String) {
        out.push_str("\"indices\"");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(self.len() as f64);
        out.words.extend(self);
    }
}

impl Encode for Vec<u8> {
    fn schema(out: &mut String) {
        out.push_str("\"bytes\"");
    }

    fn encode(&self, out: &mut Encoded) {
        encode_bytes(self, out);
    }
}

impl Decode for Vec<u8> {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        let count = reader.count(u32::MAX as usize)?;
        let words = reader.words(count.div_ceil(4))?;
        let mut bytes: Self = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(count);
        Some(bytes)
    }
}

impl Encode for String {
    fn schema(out: &mut String) {
        out.push_str("\"text\"");
    }

    fn encode(&self, out: &mut Encoded) {
        encode_bytes(self.as_bytes(), out);
    }
}

impl Decode for String {
    fn decode(reader: &mut Reader<'_>) -> Option<Self> {
        Self::from_utf8(Vec::decode(reader)?).ok()
    }
}

fn encode_bytes(bytes: &[u8], out: &mut Encoded) {
    out.push(bytes.len() as f64);
    out.words.extend(bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    }));
}

decode!(Segment<DVec2> { a: DVec2, b: DVec2 } Self::is_valid);
decode!(Ball<DVec2> { center: DVec2, radius: f64 } Self::is_valid);
decode!(Capsule<DVec2> { a: DVec2, b: DVec2, radius: f64 } Self::is_valid);
decode!(Ball<DVec3> { center: DVec3, radius: f64 } Self::is_valid);
decode!(Capsule<DVec3> { a: DVec3, b: DVec3, radius: f64 } Self::is_valid);
decode!(Cylinder<DVec3> { a: DVec3, b: DVec3, radius: f64 } Self::is_valid);
decode!(Triangle<DVec3> { a: DVec3, b: DVec3, c: DVec3 } Self::is_valid);
decode!(Hull<DVec2> { points: Vec<DVec2>, radius: f64 } Self::is_valid);

encode!(Aabb<DVec2> { min: DVec2, max: DVec2 });
encode!(Contact<DVec2> { point_a: DVec2, point_b: DVec2, normal: DVec2, separation: f64, unique: bool });
encode!(Hit<DVec2> { t: f64, point: DVec2, normal: DVec2 });
encode!(Sweep<DVec2> { start: Start<DVec2>, hit: Option<Hit<DVec2>> });
encode!(Contact<DVec3> { point_a: DVec3, point_b: DVec3, normal: DVec3, separation: f64, unique: bool });
encode!(Hit<DVec3> { t: f64, point: DVec3, normal: DVec3 });
encode!(Sweep<DVec3> { start: Start<DVec3>, hit: Option<Hit<DVec3>> });
encode!(Impact<DVec2> { t: f64, delta_a: DVec2, delta_b: DVec2, normal: DVec2, depth: f64 });

impl<V: Vector> Encode for Start<V> {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"separate\",\"touching\",\"overlapping\"]}");
    }

    fn encode(&self, out: &mut Encoded) {
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

    inputs! {
        Everything { number: f64, flag: bool, place: DVec3, maybe: Option<DVec2>, list: Vec<DVec2>, bytes: Vec<u8>, text: String }
    }

    #[test]
    fn encoding_and_decoding_give_the_value_back() {
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
            let encoded = Encoded::of(&value);
            let decoded: Everything = encoded.value().unwrap();
            assert_eq!(decoded.bytes, bytes);
            assert_eq!(Encoded::of(&decoded), encoded);
            for (longer, other) in [(1, 0), (0, 1)] {
                let mut wrong = encoded.clone();
                wrong.numbers.extend(vec![0.0; longer]);
                wrong.words.extend(vec![0; other]);
                assert!(wrong.value::<Everything>().is_none(), "too much");
            }
            for short in 0..encoded.numbers.len() {
                let mut wrong = encoded.clone();
                wrong.numbers.truncate(short);
                assert!(wrong.value::<Everything>().is_none(), "too little");
            }
            let mut wrong = encoded.clone();
            wrong.words.pop();
            assert!(wrong.value::<Everything>().is_none());
        }
    }

    #[test]
    fn malformed_numbers_are_not_decoded() {
        let read = |numbers: &[f64], words: &[u32]| Encoded {
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
