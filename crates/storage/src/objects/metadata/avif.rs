//! Removes metadata from AVIF: boxes, one of which lists the items of the file and the place of their bytes (ISO/IEC
//! 23008-12). Nothing moves: removed parts are overwritten with zeros, so that all places stay valid.

use std::ops::Range;

use super::number::{size_of, u16_of, u32_of};

/// Types of items with pixels or their arrangement. Others hold EXIF and XMP.
const PICTURES: [&[u8]; 5] = [b"av01", b"grid", b"iovl", b"iden", b"tmap"];
/// Boxes of `meta` that only affect the picture.
const SHOWN: [&[u8]; 8] = [b"hdlr", b"pitm", b"iloc", b"iinf", b"iprp", b"iref", b"idat", b"grpl"];

/// Returns the picture without metadata. Returns `None` for an animation or an unexpected structure.
pub(super) fn cleaned(bytes: &[u8]) -> Option<Vec<u8>> {
    let boxes = boxes(bytes, 0..bytes.len());
    let only = |name: &[u8]| {
        let mut found = boxes.iter().filter(|found| found.name == name);
        found.next().filter(|_| found.next().is_none())
    };
    let brands = bytes.get(only(b"ftyp")?.content.clone())?;
    let is_picture =
        brands.get(..4) == Some(b"avif") || brands.get(8..)?.chunks(4).any(|brand| brand == b"avif");
    let meta = only(b"meta").filter(|_| is_picture)?;
    // The version and flags are skipped.
    let parts = self::boxes(bytes, meta.content.start + 4..meta.content.end);
    let part = |name: &[u8]| parts.iter().find(|part| part.name == name).map(|part| part.content.clone());
    let pictures = pictures(bytes, part(b"iinf")?)?;
    let places = places(bytes.get(part(b"iloc")?)?)?;
    let mut kept = Vec::new();
    for place in places.into_iter().filter(|place| pictures.contains(&place.item)) {
        kept.push(match place.inside {
            false => place.range,
            true => {
                let start = part(b"idat")?.start;
                start.checked_add(place.range.start)?..start.checked_add(place.range.end)?
            }
        });
    }
    let mut picture = bytes.get(..boxes.last()?.content.end)?.to_vec();
    let mut clear = |range: Range<usize>| {
        if let Some(bytes) = picture.get_mut(range) {
            bytes.fill(0);
        }
    };
    let emptied = |range: &Range<usize>| gaps(range, &kept);
    for found in &boxes {
        match found.name {
            b"ftyp" | b"meta" => {}
            b"mdat" => emptied(&found.content).into_iter().for_each(&mut clear),
            // Animations have their own boxes.
            b"moov" | b"moof" => return None,
            _ => clear(found.content.clone()),
        }
    }
    for part in &parts {
        match part.name {
            b"idat" => emptied(&part.content).into_iter().for_each(&mut clear),
            // A name follows the type of the handler.
            b"hdlr" => clear(part.content.start.saturating_add(24)..part.content.end),
            name if SHOWN.contains(&name) => {}
            _ => clear(part.content.clone()),
        }
    }
    Some(picture)
}

struct Boxed<'a> {
    name: &'a [u8],
    content: Range<usize>,
}

/// Returns the complete boxes in a part of the file.
fn boxes(bytes: &[u8], part: Range<usize>) -> Vec<Boxed<'_>> {
    let mut found = Vec::new();
    let mut at = part.start;
    while let (Some(length), Some(name)) = (bytes.get(at..at + 4), bytes.get(at + 4..at + 8)) {
        let (head, length) = match u32_of(length) {
            0 => (8, part.end.saturating_sub(at)),
            1 => {
                let long = bytes.get(at + 8..at + 16).unwrap_or_default();
                let long = long.try_into().map(u64::from_be_bytes).unwrap_or_default();
                (16, usize::try_from(long).unwrap_or(usize::MAX))
            }
            length => (8, size_of(length)),
        };
        let end = at.saturating_add(length);
        if length < head || end > part.end {
            break;
        }
        found.push(Boxed { name, content: at + head..end });
        at = end;
    }
    found
}

/// Returns the numbers of the items that are pictures.
fn pictures(bytes: &[u8], iinf: Range<usize>) -> Option<Vec<u32>> {
    let head = if bytes.get(iinf.start)? == &0 { 6 } else { 8 };
    let mut pictures = Vec::new();
    for entry in boxes(bytes, iinf.start + head..iinf.end) {
        let content = bytes.get(entry.content)?;
        let (item, kind_at) = match content.first()? {
            2 => (u32::from(u16_of(content.get(4..6)?)), 8),
            3 => (u32_of(content.get(4..8)?), 10),
            _ => return None,
        };
        if PICTURES.contains(&content.get(kind_at..kind_at + 4)?) {
            pictures.push(item);
        }
    }
    Some(pictures)
}

/// Location of a part of an item.
struct Place {
    item: u32,
    /// True if the part lies in `idat` rather than in the file.
    inside: bool,
    range: Range<usize>,
}

/// Reads consecutive numbers.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self, bytes: usize) -> Option<usize> {
        let (number, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        number.iter().try_fold(0_usize, |sum, byte| sum.checked_mul(256)?.checked_add(usize::from(*byte)))
    }
}

fn places(iloc: &[u8]) -> Option<Vec<Place>> {
    let version = *iloc.first()?;
    let mut reader = Reader(iloc.get(4..)?);
    let sizes = reader.number(2)?;
    let size = |shift: usize| sizes >> shift & 15;
    let (offset, length, base, index) = (size(12), size(8), size(4), if version == 0 { 0 } else { size(0) });
    let item_size = if version < 2 { 2 } else { 4 };
    let mut places = Vec::new();
    for _ in 0..reader.number(item_size)? {
        let item = u32::try_from(reader.number(item_size)?).ok()?;
        let inside = match if version == 0 { 0 } else { reader.number(2)? & 15 } {
            0 => false,
            1 => true,
            _ => return None,
        };
        reader.number(2)?;
        let base = reader.number(base)?;
        for _ in 0..reader.number(2)? {
            reader.number(index)?;
            let start = base.checked_add(reader.number(offset)?)?;
            // A missing length would mean the whole file.
            let length = reader.number(length).filter(|length| *length > 0)?;
            places.push(Place { item, inside, range: start..start.checked_add(length)? });
        }
    }
    Some(places)
}

/// Returns the parts of a range that no other range covers.
fn gaps(range: &Range<usize>, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut kept: Vec<&Range<usize>> = kept.iter().collect();
    kept.sort_by_key(|kept| kept.start);
    let mut gaps = Vec::new();
    let mut at = range.start;
    for kept in kept {
        if kept.start > at {
            gaps.push(at..kept.start.min(range.end));
        }
        at = at.max(kept.end);
        if at >= range.end {
            return gaps;
        }
    }
    gaps.push(at..range.end);
    gaps
}
