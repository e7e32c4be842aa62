//! From a file's bytes to another file's bytes: decode within bounds, stand upright, size, encode. No input or output;
//! for blocking threads.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits,
    codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder},
    imageops::FilterType,
    metadata::Orientation,
};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::{format::Format, transform::Transform};
use crate::Error;

/// The most pixels of a picture that is taken in hand.
const MOST_PIXELS: u64 = 50_000_000;

/// The most memory decoding may take, in bytes: the pixels of the largest picture and room to work.
const MOST_MEMORY: u64 = 512 * 1024 * 1024;

/// A picture whose header was read and found fit to be decoded.
pub(crate) struct Picture<'a> {
    decoder: Box<dyn ImageDecoder + 'a>,
    orientation: Orientation,
}

impl<'a> Picture<'a> {
    /// Reads the header. `None` for what is served as it is: moving pictures, drawings, and formats whose pixels
    /// cannot be read here.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Option<Self>, Error> {
        let source = Cursor::new(bytes);
        let mut decoder: Box<dyn ImageDecoder + 'a> = match image::guess_format(bytes) {
            Ok(ImageFormat::Jpeg) => Box::new(JpegDecoder::new(source).map_err(unreadable)?),
            Ok(ImageFormat::Png) => {
                let decoder = PngDecoder::with_limits(source, limits()).map_err(unreadable)?;
                if decoder.is_apng().map_err(unreadable)? {
                    return Ok(None);
                }
                Box::new(decoder)
            }
            Ok(ImageFormat::WebP) => {
                let decoder = WebPDecoder::new(source).map_err(unreadable)?;
                if decoder.has_animation() {
                    return Ok(None);
                }
                Box::new(decoder)
            }
            _ => return Ok(None),
        };
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(Error::EntityTooLarge);
        }
        decoder.set_limits(limits()).map_err(unreadable)?;
        // Notes that cannot be read say nothing.
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        Ok(Some(Self { decoder, orientation }))
    }

    /// Width and height as it is to be seen.
    pub(crate) fn size(&self) -> (u32, u32) {
        turned(self.decoder.dimensions(), self.orientation)
    }

    /// The picture as asked for, as a file.
    pub(crate) fn make(self, transform: &Transform, format: Format) -> Result<Vec<u8>, Error> {
        let (width, height) = turned(transform.target(self.size()), self.orientation);
        let Self { mut decoder, orientation } = self;
        let profile = decoder.icc_profile().ok().flatten();
        let whole = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
        let mut sized = if (width, height) == (whole.width(), whole.height()) {
            whole
        } else if transform.cuts() {
            whole.resize_to_fill(width, height, FilterType::Lanczos3)
        } else {
            whole.resize_exact(width, height, FilterType::Lanczos3)
        };
        sized.apply_orientation(orientation);
        format.encode(&in_web_colours(sized, profile.as_deref()), transform.quality)
    }
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}

/// A camera held sideways swaps the sides.
fn turned((width, height): (u32, u32), orientation: Orientation) -> (u32, u32) {
    match orientation {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => (height, width),
        _ => (width, height),
    }
}

/// The profile goes with the rest of the metadata, so the colours are brought to sRGB, which is what a picture without
/// one is shown in.
fn in_web_colours(picture: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let Some(profile) = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok()) else {
        return picture;
    };
    // A profile of greys or of inks has been dealt with in decoding.
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

fn unreadable(problem: ImageError) -> Error {
    match problem {
        ImageError::Limits(_) => Error::EntityTooLarge,
        other => Error::InvalidRequest(format!("the picture cannot be read: {other}")),
    }
}
