//! The boxes of MP4 files (ISO/IEC 14496-12, 4.2): a length, four letters, and a content.

/// A box in a part of a file.
pub struct Boxed<'a> {
    pub kind: [u8; 4],
    pub content: &'a [u8],
}

/// Returns the boxes in a part of a file, up to the first incomplete one.
pub fn boxes(mut bytes: &[u8]) -> impl Iterator<Item = Boxed<'_>> {
    std::iter::from_fn(move || {
        let (header, size) = header(bytes)?;
        let whole = if size == 0 { bytes.len() } else { usize::try_from(size).ok()? };
        let content = bytes.get(header.size..whole)?;
        bytes = &bytes[whole..];
        Some(Boxed { kind: header.kind, content })
    })
}

/// Returns the content of the first box of a kind.
pub fn first<'a>(bytes: &'a [u8], kind: &[u8; 4]) -> Option<&'a [u8]> {
    boxes(bytes).find(|found| found.kind == *kind).map(|found| found.content)
}

/// Returns the content of a nested box.
pub fn inside<'a>(bytes: &'a [u8], kinds: &[&[u8; 4]]) -> Option<&'a [u8]> {
    kinds.iter().try_fold(bytes, |bytes, kind| first(bytes, kind))
}

pub struct Header {
    pub kind: [u8; 4],
    /// Length of the header itself.
    pub size: usize,
}

/// Reads the header at the beginning. Returns it with the length of the whole box, 0 if it extends to the end.
pub fn header(bytes: &[u8]) -> Option<(Header, u64)> {
    let size = u64::from(u32_at(bytes, 0)?);
    let kind = bytes.get(4..8)?.try_into().ok()?;
    let (size, header) = match size {
        1 => (u64_at(bytes, 8)?, 16),
        size => (size, 8),
    };
    (size == 0 || size >= header).then_some((Header { kind, size: usize::try_from(header).ok()? }, size))
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

pub fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_be_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
