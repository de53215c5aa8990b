//! The fields beside a shape: its pose, its rounding, and how a level is read.

use super::pose::{PoseFile, PoseTurn};
use super::{ShapeField, ShapeFile, ShapeKind};
use crate::decimal::{Decimal, Numbers};
use crate::level::{ColliderUse, LevelReading, UpAxis};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// A field beside the shape.
#[derive(Clone, Copy, Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
pub(super) enum BesideField {
    OneSided,
    Solid,
    Rounding,
    Id,
    At,
    Turn,
    Up,
    Unit,
    Colliders,
    #[serde(rename = "only")]
    Selected,
    Exclude,
    Within,
}

/// The name of a field. An unknown one is an error that lists the shapes.
pub(super) enum FieldName {
    Shape(ShapeField),
    Beside(BesideField),
}

impl<'de> Deserialize<'de> for FieldName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = FieldName;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a shape")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<FieldName, E> {
                let beside = |name: &str| -> Result<BesideField, E> {
                    BesideField::deserialize(name.into_deserializer())
                };
                match beside(name) {
                    Ok(field) => Ok(FieldName::Beside(field)),
                    Err(_) => {
                        ShapeField::deserialize(name.into_deserializer()).map(FieldName::Shape)
                    }
                }
            }
        }
        deserializer.deserialize_identifier(NameVisitor)
    }
}

/// The fields beside a shape that were read so far.
#[derive(Default)]
pub(super) struct Beside<'a> {
    one_sided: Option<bool>,
    solid: Option<bool>,
    rounding: Option<Decimal<'a>>,
    id: Option<Value>,
    at: Option<Numbers<'a>>,
    turn: Option<PoseTurn<'a>>,
    up: Option<UpAxis>,
    unit: Option<f64>,
    colliders: Option<ColliderUse>,
    only: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    within: Option<[[f64; 3]; 2]>,
}

impl<'de> Beside<'de> {
    /// Reads a field; twice the same is an error.
    pub(super) fn read<A: MapAccess<'de>>(
        &mut self,
        field: BesideField,
        map: &mut A,
    ) -> Result<(), A::Error> {
        fn once<T, E: Error>(slot: &mut Option<T>, value: T, name: &'static str) -> Result<(), E> {
            match slot.replace(value) {
                Some(_) => Err(E::duplicate_field(name)),
                None => Ok(()),
            }
        }
        match field {
            BesideField::OneSided => once(&mut self.one_sided, map.next_value()?, "one_sided"),
            BesideField::Solid => once(&mut self.solid, map.next_value()?, "solid"),
            BesideField::Rounding => once(&mut self.rounding, map.next_value()?, "rounding"),
            BesideField::Id => once(&mut self.id, map.next_value()?, "id"),
            BesideField::At => once(&mut self.at, map.next_value()?, "at"),
            BesideField::Turn => once(&mut self.turn, map.next_value()?, "turn"),
            BesideField::Up => once(&mut self.up, map.next_value()?, "up"),
            BesideField::Unit => once(&mut self.unit, map.next_value()?, "unit"),
            BesideField::Colliders => once(&mut self.colliders, map.next_value()?, "colliders"),
            BesideField::Selected => once(&mut self.only, map.next_value()?, "only"),
            BesideField::Exclude => once(&mut self.exclude, map.next_value()?, "exclude"),
            BesideField::Within => once(&mut self.within, map.next_value()?, "within"),
        }
    }

    /// The shape with the fields beside it.
    pub(super) fn shape(self, kind: ShapeKind<'de>) -> ShapeFile<'de> {
        let plain = LevelReading::default();
        ShapeFile {
            kind,
            one_sided: self.one_sided,
            solid: self.solid,
            rounding: self.rounding,
            id: self.id,
            pose: PoseFile {
                at: self.at,
                turn: self.turn,
            },
            reading: LevelReading {
                up: self.up.unwrap_or(plain.up),
                unit: self.unit.unwrap_or(plain.unit),
                colliders: self.colliders.unwrap_or(plain.colliders),
                only: self.only.unwrap_or_default(),
                exclude: self.exclude.unwrap_or_default(),
                within: self.within,
            },
        }
    }
}
