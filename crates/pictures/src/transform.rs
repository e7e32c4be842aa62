//! The requested size and format of a picture. Pages use a few widths in the default quality: these are stored. Every
//! other size is made exactly as requested, within limits.

use ateneu_base::number;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Stored widths in pixels. A narrower picture is stored under the next width.
const STEPS: [u32; 9] = [160, 320, 480, 640, 960, 1280, 1600, 1920, MAX_SIDE];

/// Maximum side of a variant in pixels. As in the original service, a longer one is reduced to it.
const MAX_SIDE: u32 = 2500;

const QUALITIES: std::ops::RangeInclusive<u32> = 20..=100;

const DEFAULT_QUALITY: u32 = 80;

/// Fit of a picture into a size of another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Resize {
    /// Fills the size. The excess on two sides is cropped.
    Cover,
    /// Fits the whole picture into the size.
    Contain,
    /// Stretches the picture to the size.
    Fill,
}

impl Resize {
    const fn name(self) -> &'static str {
        match self {
            Resize::Cover => "cover",
            Resize::Contain => "contain",
            Resize::Fill => "fill",
        }
    }
}

/// Format in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// The original's format, for any client.
    Origin,
    /// AVIF.
    Avif,
    /// WebP.
    Webp,
}

/// Requested form of a picture. Pictures are never enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Transform {
    width: Option<u32>,
    height: Option<u32>,
    resize: Resize,
    quality: Option<u32>,
    #[serde(default)]
    pub(crate) format: Option<Asked>,
}

impl Transform {
    /// Reads the `transform` of storage-js 2.119. `value` returns a parameter's text.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] if a parameter is malformed or outside its range.
    pub fn read(value: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let side = |name: &str| match value(name) {
            None => Ok(None),
            // As in the original service, zero is no side, and a longer one is the maximum.
            Some(text) => match number::parse(&text) {
                Some(0) => Ok(None),
                Some(side @ 1..) => Ok(Some(u32::try_from(side).unwrap_or(MAX_SIDE).min(MAX_SIDE))),
                _ => Err(Error::Invalid(format!("{name} must be a whole number from 0"))),
            },
        };
        let resize = match value("resize").as_deref() {
            None | Some("cover") => Resize::Cover,
            Some("contain") => Resize::Contain,
            Some("fill") => Resize::Fill,
            Some(_) => {
                return Err(Error::Invalid("resize must be cover, contain or fill".into()));
            }
        };
        let format = match value("format").as_deref() {
            None => None,
            Some("origin") => Some(Asked::Origin),
            Some("avif") => Some(Asked::Avif),
            Some("webp") => Some(Asked::Webp),
            Some(_) => return Err(Error::Invalid("format must be origin, avif or webp".into())),
        };
        let quality = value("quality").map(|text| match number::parse(&text).map(u32::try_from) {
            Some(Ok(quality)) if QUALITIES.contains(&quality) => Ok(quality),
            _ => Err(Error::Invalid("quality must be a whole number from 20 to 100".into())),
        });
        let (width, height) = (side("width")?, side("height")?);
        Ok(Self { width, height, resize, quality: quality.transpose()?, format })
    }

    /// Returns the transform to a width, with proportional height and default quality.
    pub fn of_width(width: u32) -> Self {
        Self { width: Some(width), height: None, resize: Resize::Cover, quality: None, format: None }
    }

    pub(crate) fn is_of_usual_quality(&self) -> bool {
        self.quality() == DEFAULT_QUALITY
    }

    pub(crate) fn quality(&self) -> u32 {
        self.quality.unwrap_or(DEFAULT_QUALITY)
    }

    /// Returns `true` if it is one of the stored widths.
    pub fn is_step(&self) -> bool {
        self.height.is_none()
            && self.width.is_some_and(|width| STEPS.contains(&width))
            && self.is_of_usual_quality()
    }

    /// Returns a unique name of the transform.
    pub fn name(&self) -> String {
        let side = |side: Option<u32>| side.map_or_else(|| "auto".to_owned(), |side| side.to_string());
        let (width, height, quality) = (side(self.width), side(self.height), self.quality());
        match (self.width, self.height) {
            (Some(_), Some(_)) => format!("{width}x{height}-{}-q{quality}", self.resize.name()),
            _ => format!("{width}x{height}-q{quality}"),
        }
    }

    /// Returns the header `x-transformations` as the original service does: the request in imgproxy's syntax.
    pub fn described(&self) -> String {
        let side = |name: &str, side: Option<u32>| side.map(|side| format!("{name}:{side}"));
        let resize = match self.resize {
            Resize::Cover => "fill",
            Resize::Contain => "fit",
            Resize::Fill => "force",
        };
        let format = match self.format {
            None | Some(Asked::Origin) => None,
            Some(Asked::Avif) => Some("format:avif".to_owned()),
            Some(Asked::Webp) => Some("format:webp".to_owned()),
        };
        let is_sized = self.width.or(self.height).is_some();
        let parts = [
            side("height", self.height),
            side("width", self.width),
            is_sized.then(|| format!("resizing_type:{resize}")),
            self.quality.map(|quality| format!("quality:{quality}")),
            format,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(",")
    }

    /// Returns the resulting width and height of a picture of this size. Only [`Resize::Cover`] crops, see
    /// [`Transform::cuts`].
    pub fn target(&self, (from_width, from_height): (u32, u32)) -> (u32, u32) {
        let (width, height) = match (self.width, self.height) {
            (Some(width), Some(height)) if self.resize == Resize::Fill => {
                return (width.min(from_width), height.min(from_height));
            }
            (Some(width), Some(height)) if self.resize == Resize::Cover => {
                // The largest part of that shape that needs no enlarging.
                let factor = share(from_width, width).min(share(from_height, height)).min(1.0);
                return (times(width, factor), times(height, factor));
            }
            (None, None) => (MAX_SIDE, MAX_SIDE),
            (width, height) => (width.unwrap_or(MAX_SIDE), height.unwrap_or(MAX_SIDE)),
        };
        let factor = share(width, from_width).min(share(height, from_height)).min(1.0);
        (times(from_width, factor), times(from_height, factor))
    }

    /// Returns `true` if the excess is cropped.
    pub(crate) fn cuts(&self) -> bool {
        self.resize == Resize::Cover && self.width.is_some() && self.height.is_some()
    }

    /// Returns the canonical transform of those with the same result for a picture of this size. The result is stored
    /// under it.
    pub fn settled(self, size: (u32, u32)) -> Self {
        if self.is_step() {
            let needed = self.width.filter(|width| *width > size.0).and(
                // No width larger than the picture needs.
                STEPS.into_iter().find(|step| *step >= size.0),
            );
            return needed.map_or(self, |step| Self { width: Some(step), ..self });
        }
        let (width, height) = self.target(size);
        let resize = if self.cuts() { Resize::Cover } else { Resize::Fill };
        Self { width: Some(width), height: Some(height), resize, ..self }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a factor that keeps within u32: sides of pictures times at most 2500"
)]
fn times(side: u32, factor: f64) -> u32 {
    ((f64::from(side) * factor).round() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transform(query: &str) -> Result<Transform, Error> {
        Transform::read(|name| {
            let pairs = url::form_urlencoded::parse(query.as_bytes());
            pairs.into_owned().find_map(|(key, value)| (key == name).then_some(value))
        })
    }

    #[test]
    fn a_request_is_read_as_the_original_reads_it() {
        for (query, name, described) in [
            ("width=200", "200xauto-q80", "width:200,resizing_type:fill"),
            ("height=2501&quality=41", "autox2500-q41", "height:2500,resizing_type:fill,quality:41"),
            ("width=99999999999&height=0", "2500xauto-q80", "width:2500,resizing_type:fill"),
            (
                "width=1200&height=630&resize=fill",
                "1200x630-fill-q80",
                "height:630,width:1200,resizing_type:force",
            ),
            ("width=1&height=2&resize=contain", "1x2-contain-q80", "height:2,width:1,resizing_type:fit"),
            ("resize=contain&format=origin", "autoxauto-q80", ""),
            ("format=avif&quality=80", "autoxauto-q80", "quality:80,format:avif"),
            ("width=7&format=webp", "7xauto-q80", "width:7,resizing_type:fill,format:webp"),
        ] {
            let transform = transform(query).unwrap();
            assert_eq!(
                (transform.name().as_str(), transform.described().as_str()),
                (name, described),
                "{query}"
            );
        }
    }

    #[test]
    fn invalid_transformations_are_refused() {
        for query in [
            "width=-1",
            "width=1.5",
            "width=",
            "height=x",
            "quality=19",
            "quality=101",
            "resize=crop",
            "format=gif",
        ] {
            assert!(matches!(transform(query), Err(Error::Invalid(_))), "{query}");
        }
    }

    #[test]
    fn a_picture_meets_the_size_as_asked_and_is_never_enlarged() {
        for (query, from, to) in [
            ("width=320", (640, 480), (320, 240)),
            ("height=160", (640, 480), (213, 160)),
            ("width=960", (640, 480), (640, 480)),
            ("width=320&height=320", (640, 480), (320, 320)),
            ("width=960&height=960", (640, 480), (480, 480)),
            ("width=320&height=320&resize=contain", (640, 480), (320, 240)),
            ("width=320&height=320&resize=fill", (640, 480), (320, 320)),
            ("width=960&height=320&resize=fill", (640, 480), (640, 320)),
            ("quality=50", (5000, 100), (2500, 50)),
            ("width=160", (50_000, 1), (160, 1)),
        ] {
            assert_eq!(transform(query).unwrap().target(from), to, "{query} of {from:?}");
        }
    }

    #[test]
    fn equal_transformations_share_one_name() {
        let name = |query: &str, size| transform(query).unwrap().settled(size).name();
        assert_eq!(name("width=1920", (1200, 600)), "1280xauto-q80");
        assert_eq!(name("width=640", (1200, 600)), "640xauto-q80");
        assert_eq!(name("width=2500&quality=60", (40, 20)), "40x20-fill-q60");
        assert_eq!(name("width=999", (40, 20)), "40x20-fill-q80");
        assert_eq!(name("width=20&height=500&resize=contain", (40, 20)), "20x10-fill-q80");
        assert_eq!(name("width=1920&height=1080", (1200, 1200)), "1200x675-cover-q80");
        for query in ["width=200", "height=7", "width=30&height=900", "width=9&height=9&resize=fill", ""] {
            let (asked, size) = (transform(query).unwrap(), (400, 300));
            let settled = asked.settled(size);
            assert_eq!((settled.target(size), settled.cuts()), (asked.target(size), asked.cuts()), "{query}");
            assert_eq!(settled.settled(size), settled, "{query}");
        }
    }
}
