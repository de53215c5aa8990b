//! The version of header and library.

/// The version of this header: major, minor and patch in 8 bits each. Before 1.0 programs compiled for another minor
/// version do not fit.
pub const CAROM_VERSION: u32 = 0x00_02_00;

/// The version of the library that the program runs with; equal to CAROM_VERSION of the header it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn carom_version() -> u32 {
    CAROM_VERSION
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_that_of_the_crate() {
        let number = super::CAROM_VERSION;
        let text = format!("{}.{}.{}", number >> 16, number >> 8 & 255, number & 255);
        assert_eq!(text, env!("CARGO_PKG_VERSION"));
    }
}
