//! Numbers in the bytes of pictures.

/// Reads two bytes, big-endian.
pub(super) fn u16_of(bytes: &[u8]) -> u16 {
    bytes.try_into().map(u16::from_be_bytes).unwrap_or_default()
}

/// Reads four bytes, big-endian.
pub(super) fn u32_of(bytes: &[u8]) -> u32 {
    bytes.try_into().map(u32::from_be_bytes).unwrap_or_default()
}

/// Reads four bytes, little-endian.
pub(super) fn u32_le(bytes: &[u8]) -> u32 {
    bytes.try_into().map(u32::from_le_bytes).unwrap_or_default()
}

/// Returns a length. One beyond memory becomes the maximum.
pub(super) fn size_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
