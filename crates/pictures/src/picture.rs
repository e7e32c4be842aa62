//! Conversion of a picture's bytes: decode within limits, rotate, resize, encode. Without I/O, for blocking threads.

use std::io::Cursor;

use bytes::Bytes;
use flate2::Crc;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits,
    codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder},
    imageops::FilterType,
    metadata::Orientation,
};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::{error::Error, format::Format, kind::Kind, transform::Transform};

/// Maximum number of pixels of a decoded picture.
const MAX_PIXELS: u64 = 50_000_000;

/// Maximum memory for making a picture, in bytes.
pub(crate) const MAX_MEMORY_BYTES: u64 = 256 * 1024 * 1024;

/// Memory for encoding per pixel, beside the picture itself, in bytes: copies in other colours and the file.
const ENCODING: u64 = 24;

/// Factor to the variant's size above which a picture is first reduced by a cheap filter.
const FAR: f64 = 2.0;

/// Factor to the variant's size that such a picture is reduced to.
const NEAR: f64 = 1.5;

/// A picture whose header is valid and within limits.
pub struct Picture<'a> {
    decoder: Box<dyn ImageDecoder + 'a>,
    orientation: Orientation,
    /// Memory for decoding per pixel, beside the pixels themselves, in bytes.
    overhead: u64,
}

impl<'a> Picture<'a> {
    /// Reads the header. Returns `None` for files that are served unchanged: animations, drawings, and formats that
    /// cannot be decoded here.
    ///
    /// # Errors
    /// Returns [`Error::TooLarge`] if it has too many pixels, [`Error::Invalid`] if it is malformed.
    pub fn open(bytes: &'a [u8]) -> Result<Option<Self>, Error> {
        let source = Cursor::new(bytes);
        let mut overhead = 0;
        let mut decoder: Box<dyn ImageDecoder + 'a> = match image::guess_format(bytes) {
            Ok(ImageFormat::Jpeg) => {
                if is_progressive(bytes) {
                    // Coefficients of three components, two bytes each.
                    overhead = 6;
                }
                Box::new(JpegDecoder::new(source).map_err(decode_error)?)
            }
            Ok(ImageFormat::Png) => {
                let decoder = PngDecoder::with_limits(source, limits()).map_err(decode_error)?;
                if decoder.is_apng().map_err(decode_error)? {
                    return Ok(None);
                }
                Box::new(decoder)
            }
            Ok(ImageFormat::WebP) => {
                let decoder = WebPDecoder::new(source).map_err(decode_error)?;
                if decoder.has_animation() {
                    return Ok(None);
                }
                // Frame in the file's own colours.
                overhead = 4;
                Box::new(decoder)
            }
            _ => return Ok(None),
        };
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(Error::TooLarge);
        }
        decoder.set_limits(limits()).map_err(decode_error)?;
        // Invalid metadata counts as none.
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        Ok(Some(Self { decoder, orientation, overhead }))
    }

    /// Returns the displayed width and height.
    pub fn size(&self) -> (u32, u32) {
        turned(self.decoder.dimensions(), self.orientation)
    }

    /// Returns the cost of making the picture.
    ///
    /// # Errors
    /// Returns [`Error::TooLarge`] if it exceeds the maximum memory.
    pub fn cost(&self, transform: &Transform, format: Format) -> Result<Cost, Error> {
        let (from, to) = (self.decoder.dimensions(), turned(transform.target(self.size()), self.orientation));
        let sized = covering(from, to, transform);
        let near = near(from, sized);
        let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
        let colour = self.decoder.color_type();
        let (bytes, channels) = (u64::from(colour.bytes_per_pixel()), u64::from(colour.channel_count()));
        let decoding = area(from) * (bytes + self.overhead);
        let nearing = if near == from { 0 } else { area(from) * bytes + area(near) * bytes };
        // Filters compute in numbers of four bytes, row by row first.
        let sizing = area(near) * bytes + area((near.0, sized.1)) * channels * 4 + area(sized) * bytes;
        let encoding = area(to) * (bytes + ENCODING);
        let memory = decoding.max(nearing).max(sizing).max(encoding);
        if memory > MAX_MEMORY_BYTES {
            return Err(Error::TooLarge);
        }
        let time = (area(from) * 30 + area(to) * format.cost()) / 1_000_000;
        Ok(Cost { memory, time })
    }

    /// Makes the requested picture as a file.
    pub(crate) fn make(self, transform: &Transform, format: Format) -> Result<Vec<u8>, Error> {
        let (width, height) = turned(transform.target(self.size()), self.orientation);
        let Self { mut decoder, orientation, .. } = self;
        let profile = decoder.icc_profile().ok().flatten();
        let mut whole = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
        let size = (whole.width(), whole.height());
        // An explicit quality is the same for all pictures.
        let kind = if transform.is_of_usual_quality() { Kind::of(&whole) } else { Kind::Photograph };
        let near = near(size, covering(size, (width, height), transform));
        if near != size {
            whole = whole.thumbnail_exact(near.0, near.1);
        }
        let mut sized = if (width, height) == size {
            whole
        } else if transform.cuts() {
            whole.resize_to_fill(width, height, FilterType::Lanczos3)
        } else {
            whole.resize_exact(width, height, FilterType::Lanczos3)
        };
        sized.apply_orientation(orientation);
        format.encode(&in_web_colours(sized, profile.as_deref()), kind, transform.quality())
    }
}

/// Cost of making a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Peak memory in bytes, beside the file itself.
    pub memory: u64,
    /// Approximate time in milliseconds of one core.
    pub time: u64,
}

/// Returns the size for the first, cheap reduction. Returns the own size if it is near the target's.
fn near((width, height): (u32, u32), to: (u32, u32)) -> (u32, u32) {
    let side = |from: u32, to: u32| match f64::from(from) / f64::from(to.max(1)) {
        factor if factor < FAR => from,
        factor => part(from, NEAR / factor),
    };
    (side(width, to.0), side(height, to.1))
}

/// Returns the size of a picture before it is cropped.
fn covering((width, height): (u32, u32), to: (u32, u32), transform: &Transform) -> (u32, u32) {
    if !transform.cuts() {
        return to;
    }
    let factor = (f64::from(to.0) / f64::from(width.max(1))).max(f64::from(to.1) / f64::from(height.max(1)));
    (part(width, factor), part(height, factor))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the factor is between 0 and 1: nothing is enlarged"
)]
fn part(side: u32, factor: f64) -> u32 {
    ((f64::from(side) * factor).round() as u32).max(1)
}

/// Returns `true` for a progressive JPEG: it holds the whole picture several times, finer each time, and is decoded in
/// memory at once.
fn is_progressive(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) = jpeg.get(at..at + 4) {
        match marker {
            0xc2 => return true,
            // Start of the pixels, or of another kind of frame.
            0xda | 0xc0 | 0xc1 => return false,
            0xff => at += 1,
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
    false
}

/// Returns the file with corrected checksums: like libpng in browsers, PNGs are accepted with wrong ones.
pub fn with_checksums(file: Bytes) -> Bytes {
    if !file.starts_with(b"\x89PNG\r\n\x1a\n") {
        return file;
    }
    let mut repaired: Option<Vec<u8>> = None;
    let mut at = 8;
    // A chunk is its length, name, bytes, and the checksum of name and bytes.
    while let Some(length) = file.get(at..at + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()) {
        let end =
            usize::try_from(u32::from_be_bytes(length)).ok().and_then(|length| (at + 8).checked_add(length));
        let Some((covered, sum)) =
            end.and_then(|end| Some((file.get(at + 4..end)?, file.get(end..end + 4)?)))
        else {
            break;
        };
        let mut right = Crc::new();
        right.update(covered);
        let right = right.sum().to_be_bytes();
        at += 12 + covered.len() - 4;
        if sum != right {
            let repaired = repaired.get_or_insert_with(|| file.to_vec());
            if let Some(sum) = repaired.get_mut(at - 4..at) {
                sum.copy_from_slice(&right);
            }
        }
    }
    repaired.map_or(file, Bytes::from)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_MEMORY_BYTES);
    limits
}

/// Swaps the sides for a camera held sideways.
fn turned((width, height): (u32, u32), orientation: Orientation) -> (u32, u32) {
    match orientation {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => (height, width),
        _ => (width, height),
    }
}

/// Converts the colours to sRGB, the default of a picture without a profile, because the profile is removed with the
/// metadata.
fn in_web_colours(picture: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let Some(profile) = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok()) else {
        return picture;
    };
    // Decoding has applied profiles of greys or inks.
    if profile.color_space != DataColorSpace::Rgb {
        return picture;
    }
    let web = ColorProfile::new_srgb();
    let Ok(conversion) =
        profile.create_transform_8bit(Layout::Rgba, &web, Layout::Rgba, TransformOptions::default())
    else {
        return picture;
    };
    let pixels = picture.to_rgba8();
    let mut converted = pixels.clone();
    match conversion.transform(&pixels, &mut converted) {
        Ok(()) => converted.into(),
        Err(_) => picture,
    }
}

fn decode_error(problem: ImageError) -> Error {
    match problem {
        ImageError::Limits(_) => Error::TooLarge,
        other => Error::Invalid(format!("the picture cannot be read: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the header of a PNG with this bit depth, with or without an alpha channel.
    fn png((width, height): (u32, u32), bits: u8, alpha: bool) -> Bytes {
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        file.extend(width.to_be_bytes());
        file.extend(height.to_be_bytes());
        file.extend([bits, if alpha { 6 } else { 2 }, 0, 0, 0]);
        file.extend(b"....\0\0\0\0IDAT....");
        with_checksums(file.into())
    }

    fn cost(file: &Bytes, query: &str) -> Result<Cost, Error> {
        let transform = Transform::read(|name| {
            let pairs = url::form_urlencoded::parse(query.as_bytes());
            pairs.into_owned().find_map(|(key, value)| (key == name).then_some(value))
        })?;
        Picture::open(file)?.unwrap().cost(&transform, Format::WebP)
    }

    #[test]
    fn a_picture_is_refused_if_decoding_needs_too_much_memory() {
        for (size, bits, alpha, query, most) in [
            ((4000, 3000), 8, false, "width=1920", 80),
            ((7000, 7000), 8, false, "width=160", 145),
            ((7000, 7000), 8, false, "width=2500", 256),
            ((7000, 7000), 8, false, "width=2500&height=1", 256),
            ((6000, 6000), 8, true, "width=1920", 256),
            ((50_000, 1_000), 8, false, "width=2500&height=2500&resize=fill", 256),
        ] {
            let mebibytes = cost(&png(size, bits, alpha), query).unwrap().memory >> 20;
            assert!(mebibytes <= most, "{size:?} {query}: {mebibytes}");
        }
        for (size, bits, alpha) in
            [((7100, 7100), 8, false), ((6000, 6000), 16, true), ((60_000, 60_000), 8, false)]
        {
            assert!(matches!(cost(&png(size, bits, alpha), "width=160"), Err(Error::TooLarge)), "{size:?}");
        }
    }

    #[test]
    fn a_progressive_jpeg_is_known_by_its_frame() {
        let quantisation = b"\xff\xdb\0\x04\xff\xc2";
        for (frame, expected) in [(0xc2, true), (0xc0, false), (0xda, false)] {
            let file = [b"\xff\xd8", &quantisation[..], &[0xff, frame, 0, 11]].concat();
            assert_eq!(is_progressive(&file), expected, "{frame:x}");
        }
        assert!(!is_progressive(b"\xff\xd8\xff") && !is_progressive(b""));
    }
}
