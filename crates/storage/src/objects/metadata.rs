//! Removes metadata from pictures: place, time and device, free texts, thumbnails, further pictures, and bytes after
//! the end. Known parts are kept and all others removed, so that unknown ones reveal nothing either. Pixels are not
//! decoded. The orientation is kept.

mod avif;
mod number;

use number::{size_of, u16_of, u32_le, u32_of};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Returns the picture without metadata. Returns `None` for bytes of an unknown format.
pub(crate) fn cleaned(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.starts_with(&[0xFF, 0xD8]) {
        Some(jpeg(bytes))
    } else if bytes.starts_with(PNG) {
        Some(png(bytes))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(webp(bytes))
    } else if bytes.starts_with(b"GIF8") {
        Some(gif(bytes))
    } else if bytes.get(4..8) == Some(b"ftyp") {
        avif::cleaned(bytes)
    } else {
        None
    }
}

/// Cleans JPEG: segments of a marker, then for most a length of two bytes that includes itself (ITU-T T.81, B.1.1).
fn jpeg(bytes: &[u8]) -> Vec<u8> {
    let mut kept = vec![0xFF, 0xD8];
    // After the JFIF header, which comes first.
    let mut exif_at = kept.len();
    let mut turned = None;
    let mut at = kept.len();
    while bytes.get(at) == Some(&0xFF) {
        // A marker may follow any number of these bytes.
        while bytes.get(at + 1) == Some(&0xFF) {
            at += 1;
        }
        let Some(&marker) = bytes.get(at + 1) else { break };
        at += 2;
        match marker {
            0xD9 => {
                kept.extend([0xFF, 0xD9]);
                break;
            }
            // Another picture begins.
            0xD8 => break,
            0x01 | 0xD0..=0xD7 => continue,
            _ => {}
        }
        let Some(length) = bytes.get(at..at + 2).map(|length| usize::from(u16_of(length))) else { break };
        let end = (at + length.max(2)).min(bytes.len());
        let content = bytes.get(at + 2..end).unwrap_or_default();
        at = end;
        match marker {
            // Frames and tables. 0xC8 is reserved.
            0xC0..=0xC7 | 0xC9..=0xCF | 0xDB..=0xDD => put_segment(&mut kept, marker, content),
            0xDA => {
                put_segment(&mut kept, marker, content);
                let scan = scan_of(bytes.get(at..).unwrap_or_default());
                kept.extend(scan);
                at += scan.len();
            }
            // The JFIF header, without its thumbnail.
            0xE0 if content.starts_with(b"JFIF\0") && content.len() >= 14 && kept.len() == 2 => {
                put_segment(&mut kept, marker, &[content.get(..12).unwrap_or_default(), &[0, 0]].concat());
                exif_at = kept.len();
            }
            0xE1 => {
                if let Some(tiff) = content.strip_prefix(b"Exif\0") {
                    turned = turned.or_else(|| turn_of(tiff.get(1..).unwrap_or_default()));
                }
            }
            0xE2 if content.starts_with(b"ICC_PROFILE\0") => put_segment(&mut kept, marker, content),
            // The meaning of the colour components.
            0xEE if content.starts_with(b"Adobe") => {
                put_segment(&mut kept, marker, content.get(..12).unwrap_or(content));
            }
            _ => {}
        }
    }
    if let Some(turn) = turned {
        let mut segment = Vec::new();
        put_segment(&mut segment, 0xE1, &[&b"Exif\0\0"[..], &tiff_of(turn)].concat());
        kept.splice(exif_at..exif_at, segment);
    }
    kept
}

fn put_segment(kept: &mut Vec<u8>, marker: u8, content: &[u8]) {
    kept.extend([0xFF, marker]);
    kept.extend(u16::try_from(content.len() + 2).unwrap_or(u16::MAX).to_be_bytes());
    kept.extend(content);
}

/// Returns the coded pixels up to the next marker, including restarts and stuffed bytes.
fn scan_of(bytes: &[u8]) -> &[u8] {
    let is_end = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0xD0..=0xD7);
    let end = bytes.windows(2).position(is_end).unwrap_or(bytes.len());
    bytes.get(..end).unwrap_or_default()
}

/// Chunks that affect the picture. Some of the others hold texts, times and EXIF.
const PNG_CHUNKS: [&[u8]; 19] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV",
    b"cLLI", b"sBIT", b"bKGD", b"pHYs", b"hIST", b"acTL", b"fcTL", b"fdAT",
];

/// Cleans PNG: chunks of length, name, content, checksum.
fn png(bytes: &[u8]) -> Vec<u8> {
    let mut kept = PNG.to_vec();
    let mut exif_at = None;
    let mut turned = None;
    let mut at = PNG.len();
    while let (Some(length), Some(name)) = (bytes.get(at..at + 4), bytes.get(at + 4..at + 8)) {
        let end = at.saturating_add(12).saturating_add(size_of(u32_of(length))).min(bytes.len());
        let chunk = bytes.get(at..end).unwrap_or_default();
        if PNG_CHUNKS.contains(&name) {
            kept.extend(chunk);
        } else if name == b"eXIf" {
            turned = turned.or_else(|| turn_of(chunk.get(8..).unwrap_or_default()));
        }
        if name == b"IHDR" {
            exif_at = exif_at.or(Some(kept.len()));
        }
        if name == b"IEND" {
            break;
        }
        at = end;
    }
    if let (Some(turn), Some(exif_at)) = (turned, exif_at) {
        let named = [b"eXIf", &tiff_of(turn)[..]].concat();
        let mut sum = flate2::Crc::new();
        sum.update(&named);
        let length = u32::try_from(named.len() - 4).unwrap_or_default().to_be_bytes();
        kept.splice(exif_at..exif_at, [&length[..], &named, &sum.sum().to_be_bytes()].concat());
    }
    kept
}

/// Flags of the extended header for EXIF and XMP.
const WEBP_EXIF: u8 = 0x08;
const WEBP_XMP: u8 = 0x04;

/// Cleans WebP: chunks of name, length, content, padded to an even length.
fn webp(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut has_header = false;
    let mut has_pixels = false;
    let mut turned = None;
    // A length without room for a chunk is ignored.
    let announced = bytes.get(4..8).map_or(0, |length| size_of(u32_le(length)));
    let end = if announced >= 12 { bytes.len().min(announced.saturating_add(8)) } else { bytes.len() };
    for (name, content) in riff(bytes.get(12..end).unwrap_or_default()) {
        match name {
            b"VP8X" if !has_header => {
                let mut content = content.to_vec();
                if let Some(flags) = content.first_mut() {
                    *flags &= !(WEBP_EXIF | WEBP_XMP);
                }
                put_riff(&mut kept, name, &content);
                has_header = true;
            }
            b"VP8 " | b"VP8L" if !has_pixels => {
                put_riff(&mut kept, name, content);
                has_pixels = true;
            }
            b"ANIM" | b"ALPH" | b"ICCP" => put_riff(&mut kept, name, content),
            b"ANMF" => {
                let (head, frame) = content.split_at_checked(16).unwrap_or((content, &[]));
                let mut content = head.to_vec();
                for (name, part) in riff(frame) {
                    if [b"ALPH", b"VP8 ", b"VP8L"].contains(&name) {
                        put_riff(&mut content, name, part);
                    }
                }
                put_riff(&mut kept, name, &content);
            }
            b"EXIF" => {
                let tiff = content.strip_prefix(b"Exif\0\0").unwrap_or(content);
                turned = turned.or_else(|| turn_of(tiff));
            }
            _ => {}
        }
    }
    // Only a file with the extended header, which comes first, may contain EXIF.
    if let (Some(turn), true) = (turned, kept.starts_with(b"VP8X")) {
        put_riff(&mut kept, b"EXIF", &tiff_of(turn));
        if let Some(flags) = kept.get_mut(8) {
            *flags |= WEBP_EXIF;
        }
    }
    let length = u32::try_from(kept.len() + 4).unwrap_or(u32::MAX).to_le_bytes();
    [b"RIFF", &length[..], b"WEBP", &kept].concat()
}

/// Returns the chunks of RIFF. The last one may be cut off.
fn riff(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let (length, content) = after.split_first_chunk::<4>()?;
        let length = size_of(u32::from_le_bytes(*length));
        rest = content.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((name, content.get(..length).unwrap_or(content)))
    })
}

fn put_riff(kept: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    kept.extend(name);
    kept.extend(u32::try_from(content.len()).unwrap_or(u32::MAX).to_le_bytes());
    kept.extend(content);
    if content.len() % 2 == 1 {
        kept.push(0);
    }
}

/// Cleans GIF: blocks of a letter and sub-blocks with a length of one byte, ended by an empty one (GIF 89a).
fn gif(bytes: &[u8]) -> Vec<u8> {
    // Three bits of a byte with flags give the number of colours of a table, of three bytes each.
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + bytes.get(10).copied().map_or(0, table);
    let mut kept = bytes.get(..at).unwrap_or(bytes).to_vec();
    while let Some(kind) = bytes.get(at) {
        let (head, is_shown) = match kind {
            // The pixels of a frame, with their own table and code size.
            0x2C => (11 + bytes.get(at + 9).copied().map_or(0, table), true),
            // Display time of a frame.
            0x21 if bytes.get(at + 1) == Some(&0xF9) => (2, true),
            // Number of repetitions. Other programs put XMP here.
            0x21 if bytes.get(at + 1) == Some(&0xFF) => {
                let program = bytes.get(at + 3..at + 14).unwrap_or_default();
                (2, program == b"NETSCAPE2.0" || program == b"ANIMEXTS1.0")
            }
            0x21 => (2, false),
            0x3B => {
                kept.push(0x3B);
                break;
            }
            _ => break,
        };
        let mut end = at + head;
        while let Some(length) = bytes.get(end).copied().filter(|length| *length > 0) {
            end += 1 + usize::from(length);
        }
        end = (end + 1).min(bytes.len());
        if is_shown {
            kept.extend(bytes.get(at..end).unwrap_or_default());
        }
        at = end;
    }
    kept
}

/// Returns the orientation in EXIF. Returns `None` for an upright picture.
fn turn_of(tiff: &[u8]) -> Option<u8> {
    let is_little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let pair = <[u8; 2]>::try_from(tiff.get(at..at + 2)?).ok()?;
        Some(if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    let first = <[u8; 4]>::try_from(tiff.get(4..8)?).ok()?;
    let first = size_of(if is_little { u32::from_le_bytes(first) } else { u32::from_be_bytes(first) });
    let entries = usize::from(short(first)?);
    (0..entries)
        .filter_map(|number| first.checked_add(2 + number * 12))
        .find(|at| short(*at) == Some(ORIENTATION))
        .and_then(|at| short(at + 8))
        .and_then(|turn| u8::try_from(turn).ok())
        .filter(|turn| (2..=8).contains(turn))
}

/// EXIF field of the orientation.
const ORIENTATION: u16 = 0x0112;

/// Returns EXIF with only the orientation.
fn tiff_of(turn: u8) -> [u8; 26] {
    let [high, low] = ORIENTATION.to_be_bytes();
    [
        b'M', b'M', 0, b'*', 0, 0, 0, 8, // The fields begin at byte 8.
        0, 1, // One field.
        high, low, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, // One number of two bytes.
        0, 0, 0, 0, // No more fields.
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"GPS -23.5505, -46.6333";

    fn has_secret(bytes: &[u8]) -> bool {
        bytes.windows(SECRET.len()).any(|part| part == SECRET)
    }

    /// Returns EXIF with an orientation and a place.
    fn exif(turn: u8) -> Vec<u8> {
        [&tiff_of(turn)[..], SECRET].concat()
    }

    fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
        let mut segment = Vec::new();
        put_segment(&mut segment, marker, content);
        segment
    }

    /// Returns a JPEG with these parts after its header, and after its end.
    fn jpeg_of(parts: &[u8], behind: &[u8]) -> Vec<u8> {
        let header = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        let (frame, scan) =
            (segment(0xC0, b"\x08\0\x01\0\x01\x01\x01\x11\0"), segment(0xDA, b"\x01\x01\0\0?\0"));
        let pixels = b"ab\xFF\x00cd\xFF\xD0ef";
        [&[0xFF, 0xD8][..], &header, parts, &frame, &scan, pixels, &[0xFF, 0xD9], behind].concat()
    }

    #[test]
    fn a_jpeg_keeps_known_segments_of_one_picture() {
        let plain = jpeg_of(b"", b"");
        assert_eq!(cleaned(&plain).as_ref(), Some(&plain));
        let exif = |turn| [b"Exif\0\0", &exif(turn)[..]].concat();
        for (what, parts, behind) in [
            ("EXIF", segment(0xE1, &exif(1)), Vec::new()),
            ("bytes before the marker", [&[0xFF; 5][..], &segment(0xE1, &exif(1))].concat(), Vec::new()),
            ("XMP", segment(0xE1, &[b"http://ns.adobe.com/xap/1.0/\0", SECRET].concat()), Vec::new()),
            ("pictures by their places", segment(0xE2, &[b"MPF\0", SECRET].concat()), Vec::new()),
            ("boxes", segment(0xEB, &[b"JP\0\x01", SECRET].concat()), Vec::new()),
            ("IPTC", segment(0xED, &[b"Photoshop 3.0\0", SECRET].concat()), Vec::new()),
            ("a comment", segment(0xFE, SECRET), Vec::new()),
            ("a second picture", Vec::new(), jpeg_of(&segment(0xE1, &exif(1)), b"")),
            ("behind the end", Vec::new(), SECRET.to_vec()),
            ("a thumbnail", segment(0xE0, &[b"JFXX\0\x10", SECRET].concat()), Vec::new()),
        ] {
            let picture = jpeg_of(&parts, &behind);
            assert!(has_secret(&picture), "{what}");
            assert_eq!(cleaned(&picture).as_ref(), Some(&plain), "{what}");
        }
        let coloured = segment(0xE2, b"ICC_PROFILE\0\x01\x01profile");
        assert_eq!(cleaned(&jpeg_of(&coloured, b"")), Some(jpeg_of(&coloured, b"")));
        let unfinished = [&plain[..plain.len() - 2], &jpeg_of(&segment(0xE1, &exif(1)), b"")].concat();
        assert_eq!(cleaned(&unfinished).as_deref(), Some(&plain[..plain.len() - 2]), "without an end");
    }

    #[test]
    fn a_turned_picture_stays_turned() {
        let only = |turn| [b"Exif\0\0", &tiff_of(turn)[..]].concat();
        let photo = jpeg_of(&segment(0xE1, &[b"Exif\0\0", &exif(6)[..]].concat()), b"");
        assert_eq!(cleaned(&photo), Some(jpeg_of(&segment(0xE1, &only(6)), b"")));
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x08\0\0\0\0\0\0\0";
        assert_eq!(turn_of(little), Some(8));
        let webp =
            |flags, tiff: &[u8]| webp_of(&[(b"VP8X", &[flags, 0, 0]), (b"VP8 ", b"abcd"), (b"EXIF", tiff)]);
        assert_eq!(cleaned(&webp(0x0C, &exif(3))), Some(webp(0x08, &tiff_of(3))));
        let photo =
            cleaned(&png_of(&[(b"IHDR", b"13"), (b"IDAT", b"a"), (b"eXIf", &exif(5)), (b"IEND", b"")]));
        let photo = photo.unwrap();
        assert!(!has_secret(&photo) && photo.windows(26).any(|part| part == tiff_of(5)));
        for broken in
            [&b""[..], b"II*\0\xFF\xFF\xFF\xFF", b"MM\0*\0\0\0\x08\xFF\xFF", &tiff_of(9), &tiff_of(1)]
        {
            assert_eq!(turn_of(broken), None, "{broken:?}");
        }
    }

    fn png_of(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let chunk = |(name, content): &(&[u8; 4], &[u8])| {
            let length = u32::try_from(content.len()).unwrap().to_be_bytes();
            [&length[..], &name[..], content, b"sum!"].concat()
        };
        [PNG.to_vec(), chunks.iter().flat_map(chunk).collect()].concat()
    }

    #[test]
    fn a_png_keeps_known_chunks_up_to_its_end() {
        let plain = png_of(&[(b"IHDR", b"13"), (b"IDAT", b"a"), (b"IEND", b"")]);
        assert_eq!(cleaned(&plain).as_ref(), Some(&plain));
        for name in [b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME", b"caBX", b"prVt"] {
            let picture = png_of(&[(b"IHDR", b"13"), (name, SECRET), (b"IDAT", b"a"), (b"IEND", b"")]);
            assert_eq!(cleaned(&picture).as_ref(), Some(&plain), "{name:?}");
        }
        assert_eq!(cleaned(&[&plain, SECRET].concat()).as_ref(), Some(&plain));
        let cut = &plain[..plain.len() - 15];
        assert_eq!(cleaned(cut).as_deref(), Some(cut), "cut off within the pixels");
    }

    fn webp_of(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut parts = Vec::new();
        chunks.iter().for_each(|(name, content)| put_riff(&mut parts, name, content));
        let length = u32::try_from(parts.len() + 4).unwrap().to_le_bytes();
        [b"RIFF", &length[..], b"WEBP", &parts].concat()
    }

    #[test]
    fn a_webp_keeps_known_chunks_of_one_picture() {
        let plain = webp_of(&[(b"VP8 ", b"abc")]);
        assert_eq!(cleaned(&plain).as_ref(), Some(&plain));
        for name in [b"EXIF", b"XMP ", b"VP8 ", b"JUNK"] {
            let picture = webp_of(&[(b"VP8 ", b"abc"), (name, SECRET)]);
            assert_eq!(cleaned(&picture).as_ref(), Some(&plain), "{name:?}");
        }
        assert_eq!(cleaned(&[&plain, SECRET].concat()).as_ref(), Some(&plain));
        let frame = |parts: &[u8]| webp_of(&[(b"VP8X", &[2, 0]), (b"ANMF", &[&[7; 16][..], parts].concat())]);
        let (mut shown, mut said) = (Vec::new(), Vec::new());
        put_riff(&mut shown, b"VP8L", b"ab");
        put_riff(&mut said, b"XMP ", SECRET);
        assert_eq!(cleaned(&frame(&[&shown[..], &said].concat())), Some(frame(&shown)));
    }

    #[test]
    fn a_cleaned_gif_keeps_only_its_frames_and_loop_count() {
        let header = b"GIF89a\x01\0\x01\0\x80\0\0abcdef";
        let (frame, end) = (b"\x21\xF9\x04\0\0\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02LM\0", b"\x3B");
        let plain = [&header[..], frame, end].concat();
        assert_eq!(cleaned(&plain).as_ref(), Some(&plain));
        let looped = [&header[..], b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", frame, end].concat();
        assert_eq!(cleaned(&looped).as_ref(), Some(&looped));
        let length = u8::try_from(SECRET.len()).unwrap();
        for before in [&b"\x21\xFE"[..], b"\x21\xFF\x0BXMP DataXMP", b"\x21\x01"] {
            let said = [before, &[length], SECRET, &[0]].concat();
            assert_eq!(
                cleaned(&[&header[..], &said, frame, end, SECRET].concat()).as_ref(),
                Some(&plain),
                "{before:?}"
            );
        }
    }

    fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).unwrap().to_be_bytes();
        [&length[..], name, content].concat()
    }

    #[test]
    fn a_cleaned_avif_keeps_its_pixels_and_loses_its_metadata() {
        let pixels = b"pixels";
        let entry = |number: u8, kind: &[u8; 4]| {
            boxed(b"infe", &[&[2, 0, 0, 0, 0, number, 0, 0][..], kind, b"\0"].concat())
        };
        let iinf =
            boxed(b"iinf", &[&[0, 0, 0, 0, 0, 2][..], &entry(1, b"av01"), &entry(2, b"Exif")].concat());
        let whole = |at: u8| {
            let extent = |item: u8, at: u8, length: usize| {
                [0, item, 0, 0, 0, 1, 0, 0, 0, at, 0, 0, 0, u8::try_from(length).unwrap()]
            };
            let places = [extent(1, at, pixels.len()), extent(2, at + 6, SECRET.len())].concat();
            let iloc = boxed(b"iloc", &[&[0, 0, 0, 0, 0x44, 0, 0, 2][..], &places].concat());
            let handler = boxed(b"hdlr", &[&[0; 8][..], b"pict", &[0; 12], SECRET].concat());
            let meta =
                boxed(b"meta", &[&[0; 4][..], &handler, &iloc, &iinf, &boxed(b"xml ", SECRET)].concat());
            let file = boxed(b"mdat", &[&pixels[..], SECRET].concat());
            let behind = boxed(b"uuid", SECRET);
            ([boxed(b"ftyp", b"avif\0\0\0\0mif1"), meta].concat(), [file, behind, b"end".to_vec()].concat())
        };
        let at = u8::try_from(whole(0).0.len() + 8).unwrap();
        let (head, rest) = whole(at);
        let picture = [head, rest].concat();
        let kept = cleaned(&picture).unwrap();
        assert_eq!(kept.len(), picture.len() - 3);
        assert!(!has_secret(&kept) && kept[usize::from(at)..].starts_with(pixels));
        assert_eq!(cleaned(&kept), Some(kept.clone()));
        for other in
            [&boxed(b"ftyp", b"avif\0\0\0\0")[..], &boxed(b"ftyp", b"heic\0\0\0\0mif1"), &picture[..40]]
        {
            assert_eq!(cleaned(other), None);
        }
        let moving = [&picture[..picture.len() - 3], &boxed(b"moov", SECRET)].concat();
        assert_eq!(cleaned(&moving), None);
    }

    #[test]
    fn broken_and_unknown_bytes_end_the_search() {
        for bytes in [
            b"\xFF\xD8\xFF".as_slice(),
            b"\xFF\xD8\xFF\xE0\x00\x00\xFF\xE0\xFF\xFF",
            b"\x89PNG\r\n\x1a\n\xFF\xFF\xFF\xFFIHDR",
            b"RIFF\x00\x00\x00\x00WEBPVP8 \xFF\xFF\xFF\xFF",
            b"GIF89a",
        ] {
            assert!(cleaned(bytes).is_some_and(|kept| kept.len() <= bytes.len()), "{bytes:?}");
        }
        for unknown in [b"".as_slice(), b"BM", b"II*\0", b"%PDF-1.7", b"\0\0\0\x18ftyp"] {
            assert_eq!(cleaned(unknown), None, "{unknown:?}");
        }
    }
}
