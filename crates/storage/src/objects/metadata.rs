//! Whether a picture says where, when or with what it was taken: EXIF, XMP, IPTC and free texts of JPEG, PNG and WebP. What
//! is needed to show it (sizes, colours, rotation by pixels) is not metadata here.

/// Chunks of PNG with texts or EXIF.
const PNG_CHUNKS: [&[u8]; 5] = [b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"];
const PNG_SIGNATURE: usize = 8;

/// Whether the bytes hold metadata. Bytes that are no picture of these formats hold none.
pub(crate) fn is_in(bytes: &[u8]) -> bool {
    if bytes.starts_with(&[0xFF, 0xD8]) {
        jpeg(&bytes[2..])
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png(&bytes[PNG_SIGNATURE..])
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        webp(&bytes[12..])
    } else {
        false
    }
}

/// Segments: a marker, then for those that matter a length of two bytes that counts itself.
fn jpeg(mut rest: &[u8]) -> bool {
    while let [0xFF, marker, high, low, ..] = rest {
        // The picture itself begins.
        if *marker == 0xDA {
            return false;
        }
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let content = rest.get(4..2 + length).unwrap_or_default();
        // APP1 holds EXIF and XMP, APP13 IPTC; 0xFE is a comment.
        let says = match marker {
            0xE1 => content.starts_with(b"Exif") || content.starts_with(b"http://ns.adobe.com/"),
            0xED | 0xFE => true,
            _ => false,
        };
        if says {
            return true;
        }
        rest = rest.get(2 + length.max(2)..).unwrap_or_default();
    }
    false
}

/// Chunks: length, name, content, checksum.
fn png(mut rest: &[u8]) -> bool {
    while let Some((head, _)) = rest.split_at_checked(8) {
        let (length, name) = head.split_at(4);
        if PNG_CHUNKS.contains(&name) {
            return true;
        }
        rest = rest.get(number(length, u32::from_be_bytes).saturating_add(12)..).unwrap_or_default();
    }
    false
}

/// Chunks: name, length, content, padded to an even length.
fn webp(mut rest: &[u8]) -> bool {
    while let Some((head, _)) = rest.split_at_checked(8) {
        let (name, length) = head.split_at(4);
        if name == b"EXIF" || name == b"XMP " {
            return true;
        }
        let length = number(length, u32::from_le_bytes);
        rest = rest.get(length.saturating_add(8 + length % 2)..).unwrap_or_default();
    }
    false
}

fn number(bytes: &[u8], read: fn([u8; 4]) -> u32) -> usize {
    bytes.try_into().ok().and_then(|bytes| usize::try_from(read(bytes)).ok()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webp_of(name: &[u8; 4]) -> Vec<u8> {
        [b"RIFF\x00\x00\x00\x00WEBPVP8 \x03\x00\x00\x00abc\x00".as_slice(), name, b"\x02\x00\x00\x00ab"]
            .concat()
    }

    fn png_of(name: &[u8; 4]) -> Vec<u8> {
        [b"\x89PNG\r\n\x1a\n\x00\x00\x00\x01IHDRa1234\x00\x00\x00\x02".as_slice(), name, b"ab1234"].concat()
    }

    #[test]
    fn metadata_is_found_in_each_format() {
        for (bytes, expected) in [
            (b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xE1\x00\x08Exif\0\0".to_vec(), true),
            (b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xFE\x00\x04ab".to_vec(), true),
            (b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xDA\x00\x04\xFF\xE1\x00\x08Exif\0\0".to_vec(), false),
            (png_of(b"tEXt"), true),
            (png_of(b"eXIf"), true),
            (png_of(b"IDAT"), false),
            (webp_of(b"EXIF"), true),
            (webp_of(b"XMP "), true),
            (webp_of(b"ALPH"), false),
        ] {
            assert_eq!(is_in(&bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn broken_pictures_end_the_search() {
        for bytes in [
            b"".as_slice(),
            b"\xFF\xD8\xFF",
            b"\xFF\xD8\xFF\xE0\x00\x00\xFF\xE0\xFF\xFF",
            b"\x89PNG\r\n\x1a\n\xFF\xFF\xFF\xFFIHDR",
            b"RIFF\x00\x00\x00\x00WEBPVP8 \xFF\xFF\xFF\xFF",
        ] {
            assert!(!is_in(bytes), "{bytes:?}");
        }
    }
}
