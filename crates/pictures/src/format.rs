//! The formats of variants, and their negotiation with the client.

use http::{HeaderMap, header};
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
    },
};
use ravif::{Encoder, Img};
use rgb::FromSlice;

use crate::{
    error::Error,
    kind::Kind,
    transform::{Asked, Transform},
};

/// Speed of the AVIF encoder, from 1 (slow) to 10 (fast). The next slower speed saves a tenth of the bytes for three
/// times the time.
const AVIF_SPEED: u8 = 10;

/// Factor from a JPEG's quality to the AVIF quality that looks as good.
const AVIF_SHARE: f32 = 0.6;
const WEBP_SHARE: f32 = 0.9;

/// [`AVIF_SHARE`] of a drawing, whose even areas show artefacts that a photograph hides (decision 0048).
const AVIF_SHARE_OF_DRAWINGS: f32 = 0.8;
const WEBP_SHARE_OF_DRAWINGS: f32 = 1.15;

/// Format of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// AVIF.
    Avif,
    /// WebP.
    WebP,
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
}

impl Format {
    /// Returns the requested format, else the best that the client accepts, else a universal one. AVIF, which takes ten
    /// times as long as WebP, is chosen only for stored widths.
    pub fn wanted(headers: &HeaderMap, mimetype: &str, transform: &Transform) -> Self {
        let own = Self::from_mimetype(mimetype);
        match transform.format {
            Some(Asked::Origin) => own,
            Some(Asked::Avif) => Format::Avif,
            Some(Asked::Webp) => Format::WebP,
            None if transform.is_step() && accepts(headers, "image/avif") => Format::Avif,
            None if accepts(headers, "image/webp") => Format::WebP,
            None if own == Format::WebP => Format::Png,
            None => own,
        }
    }

    /// Returns the type, the extension, and the approximate time to encode a million pixels, in milliseconds of one
    /// core.
    const fn facts(self) -> (&'static str, &'static str, u64) {
        match self {
            Format::Avif => ("image/avif", "avif", 700),
            Format::WebP => ("image/webp", "webp", 100),
            Format::Jpeg => ("image/jpeg", "jpg", 20),
            Format::Png => ("image/png", "png", 80),
        }
    }

    /// Returns the media type.
    pub const fn mime(self) -> &'static str {
        self.facts().0
    }

    /// Returns the extension of file names.
    pub const fn extension(self) -> &'static str {
        self.facts().1
    }

    pub(crate) const fn cost(self) -> u64 {
        self.facts().2
    }

    /// Returns the format nearest to a file's own.
    fn from_mimetype(mimetype: &str) -> Self {
        match mimetype {
            "image/jpeg" | "image/jpg" => Format::Jpeg,
            "image/webp" => Format::WebP,
            _ => Format::Png,
        }
    }

    /// Encodes the picture without metadata. `quality` is out of 100. PNG has none.
    pub(crate) fn encode(self, picture: &DynamicImage, kind: Kind, quality: u32) -> Result<Vec<u8>, Error> {
        let failed = |problem: &dyn std::fmt::Display| {
            Error::Defect(format!("a picture could not be encoded: {problem}"))
        };
        let quality = u8::try_from(quality.min(100)).unwrap_or(100);
        let (width, height) = (picture.width(), picture.height());
        let (avif_share, webp_share) = match kind {
            Kind::Photograph => (AVIF_SHARE, WEBP_SHARE),
            Kind::Drawing => (AVIF_SHARE_OF_DRAWINGS, WEBP_SHARE_OF_DRAWINGS),
        };
        match self {
            Format::Avif => {
                let pixels = picture.to_rgba8();
                // Sides are at most a few thousand pixels, so the casts are lossless.
                let sides = (width as usize, height as usize);
                Encoder::new()
                    .with_speed(AVIF_SPEED)
                    .with_quality(f32::from(quality) * avif_share)
                    // The pool limits the number of threads.
                    .with_num_threads(Some(1))
                    .encode_rgba(Img::new(pixels.as_raw().as_rgba(), sides.0, sides.1))
                    .map(|made| made.avif_file)
                    .map_err(|problem| failed(&problem))
            }
            Format::WebP => {
                let pixels = picture.to_rgba8();
                webp::Encoder::from_rgba(pixels.as_raw(), width, height)
                    .encode_simple(false, (f32::from(quality) * webp_share).min(100.0))
                    .map(|made| made.to_vec())
                    .map_err(|problem| failed(&format!("{problem:?}")))
            }
            Format::Jpeg => {
                let mut file = Vec::new();
                JpegEncoder::new_with_quality(&mut file, quality)
                    .encode(&picture.to_rgb8(), width, height, ExtendedColorType::Rgb8)
                    .map_err(|problem| failed(&problem))?;
                Ok(file)
            }
            Format::Png => {
                let mut file = Vec::new();
                PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive)
                    .write_image(&picture.to_rgba8(), width, height, ExtendedColorType::Rgba8)
                    .map_err(|problem| failed(&problem))?;
                Ok(file)
            }
        }
    }
}

/// Returns `true` if `Accept` names the type. Wildcards do not count: every client sends them.
fn accepts(headers: &HeaderMap, mime: &str) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|range| {
            let mut parts = range.split(';').map(str::trim);
            parts.next().is_some_and(|named| named.eq_ignore_ascii_case(mime))
                && !parts.any(|part| {
                    part.strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok()) == Some(0.0)
                })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_format_the_client_names_wins() {
        let wanted = |accept: &str, mimetype: &str, asked: Option<Asked>, width: u32| {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
            let mut transform = Transform::of_width(width);
            transform.format = asked;
            Format::wanted(&headers, mimetype, &transform)
        };
        for (accept, mimetype, asked, format) in [
            ("image/avif,image/webp,*/*;q=0.8", "image/png", None, Format::Avif),
            ("image/avif;q=0, IMAGE/WEBP", "image/png", None, Format::WebP),
            ("*/*", "image/jpeg", None, Format::Jpeg),
            ("image/*", "image/png", None, Format::Png),
            ("*/*", "image/webp", None, Format::Png),
            ("image/avif", "image/jpeg", Some(Asked::Origin), Format::Jpeg),
            ("*/*", "image/webp", Some(Asked::Origin), Format::WebP),
            ("*/*", "image/jpeg", Some(Asked::Webp), Format::WebP),
            ("image/webp", "image/jpeg", Some(Asked::Avif), Format::Avif),
        ] {
            assert_eq!(wanted(accept, mimetype, asked, 320), format, "{accept} {mimetype}");
        }
        assert_eq!(
            wanted("image/avif,image/webp", "image/jpeg", None, 321),
            Format::WebP,
            "made for one request"
        );
        let none = Format::wanted(&HeaderMap::new(), "image/jpeg", &Transform::of_width(320));
        assert_eq!(none, Format::Jpeg);
    }
}
