//! Values as plain numbers, and what tells how they lie: what a question is asked and what it answers.
//!
//! A schema is JSON: `"number"`, `"flag"` (0 or 1), `"point"` (x, y), `"point3"` (x, y, z), `{"maybe": …}` (a flag, and if it is 1 the
//! value), `{"list": …}` (how many, then each), `{"choice": ["…"]}` (the number of one of them) and
//! `{"fields": [["name", …], …]}` (one after the other).

use carom::contact::Contact;
use carom::sweep::{Hit, Start, Sweep};
use carom::table::Impact;
use carom::{Aabb, Ball, Capsule, Hull, Segment, Triangle, Vector};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// A value that can be told.
pub(crate) trait Told {
    /// Appends how it lies.
    fn schema(out: &mut String);
    /// Appends its numbers.
    fn tell(&self, out: &mut Vec<f64>);
}

/// A value that can be asked about.
pub(crate) trait Asked: Told + Sized {
    /// Reads it off the front of the numbers; `None` if it is not all there, or no shape.
    fn read(numbers: &mut &[f64]) -> Option<Self>;
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

            fn tell(&self, out: &mut Vec<f64>) {
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
            fn read(numbers: &mut &[f64]) -> Option<Self> {
                $(let $field = <$of as $crate::numbers::Asked>::read(numbers)?;)*
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

fn next(numbers: &mut &[f64]) -> Option<f64> {
    let (first, rest) = numbers.split_first()?;
    *numbers = rest;
    Some(*first)
}

impl Told for f64 {
    fn schema(out: &mut String) {
        out.push_str("\"number\"");
    }

    fn tell(&self, out: &mut Vec<f64>) {
        out.push(*self);
    }
}

impl Asked for f64 {
    fn read(numbers: &mut &[f64]) -> Option<Self> {
        next(numbers).filter(|number| number.is_finite())
    }
}

impl Told for bool {
    fn schema(out: &mut String) {
        out.push_str("\"flag\"");
    }

    fn tell(&self, out: &mut Vec<f64>) {
        out.push(f64::from(u8::from(*self)));
    }
}

impl Told for DVec2 {
    fn schema(out: &mut String) {
        out.push_str("\"point\"");
    }

    fn tell(&self, out: &mut Vec<f64>) {
        out.extend(self.to_array());
    }
}

impl Asked for DVec2 {
    fn read(numbers: &mut &[f64]) -> Option<Self> {
        Some(dvec2(f64::read(numbers)?, f64::read(numbers)?))
    }
}

impl Told for DVec3 {
    fn schema(out: &mut String) {
        out.push_str("\"point3\"");
    }

    fn tell(&self, out: &mut Vec<f64>) {
        out.extend(self.to_array());
    }
}

impl Asked for DVec3 {
    fn read(numbers: &mut &[f64]) -> Option<Self> {
        let mut component = || f64::read(numbers);
        Some(dvec3(component()?, component()?, component()?))
    }
}

impl<T: Told> Told for Option<T> {
    fn schema(out: &mut String) {
        out.push_str("{\"maybe\":");
        T::schema(out);
        out.push('}');
    }

    fn tell(&self, out: &mut Vec<f64>) {
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

    fn tell(&self, out: &mut Vec<f64>) {
        out.push(self.len() as f64);
        for value in self {
            value.tell(out);
        }
    }
}

/// The longest list that is read.
const MOST: f64 = 64.0;

impl<T: Asked> Asked for Vec<T> {
    fn read(numbers: &mut &[f64]) -> Option<Self> {
        let count = f64::read(numbers)?;
        if !(0.0..=MOST).contains(&count) || count.fract() != 0.0 {
            return None;
        }
        (0..count as usize).map(|_| T::read(numbers)).collect()
    }
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

    fn tell(&self, out: &mut Vec<f64>) {
        out.push(match self {
            Self::Separate => 0.0,
            Self::Touching(_) => 1.0,
            Self::Overlapping(_) => 2.0,
        });
    }
}
