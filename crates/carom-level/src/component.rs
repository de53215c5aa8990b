//! Decoding of the components of glTF elements.

use gltf::json::accessor::ComponentType;

/// An unsigned integer of this type; its low bits if it is of another type.
pub(crate) fn whole(bytes: &[u8], component: ComponentType) -> u32 {
    match (component.size(), bytes) {
        (1, &[a]) => a.into(),
        (2, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (_, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// A component as a number; normalized integers span 0..=1 or −1..=1.
pub(crate) fn number(bytes: &[u8], component: ComponentType, is_normalized: bool) -> f64 {
    let raw = whole(bytes, component);
    let value = match component {
        ComponentType::I8 => f64::from(raw as u8 as i8),
        ComponentType::I16 => f64::from(raw as u16 as i16),
        ComponentType::U8 | ComponentType::U16 | ComponentType::U32 => f64::from(raw),
        ComponentType::F32 => f32::from_bits(raw).into(),
    };
    normalized(value, component, is_normalized)
}

/// The value of a component of this type, if it is normalized.
pub(crate) fn normalized(value: f64, component: ComponentType, is_normalized: bool) -> f64 {
    let largest = match component {
        ComponentType::F32 => return value,
        _ if !is_normalized => return value,
        ComponentType::I8 => 127.0,
        ComponentType::U8 => 255.0,
        ComponentType::I16 => 32767.0,
        ComponentType::U16 => 65535.0,
        ComponentType::U32 => f64::from(u32::MAX),
    };
    (value / largest).max(-1.0)
}
