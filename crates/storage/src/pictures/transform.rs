//! What a picture is asked to become. The longer side and the quality come in few steps, so that most requests meet a file
//! that was made before. Two sides keep their shape and so have thousands of sizes: what these may take of the machine is
//! bounded where pictures are made and kept ([`super::variants`]).

use serde::{Deserialize, Serialize};

use crate::Error;

/// The longest side of everything that is made, in pixels. What is asked for is rounded up to the next step.
const STEPS: [u32; 9] = [160, 320, 480, 640, 960, 1280, 1600, 1920, LARGEST];

/// The longest side anyone may ask for.
const LARGEST: u32 = 2500;

/// Qualities, rounded up to the next ten.
const QUALITIES: std::ops::RangeInclusive<u32> = 20..=100;

const DEFAULT_QUALITY: u32 = 80;

/// How a picture meets a size of another shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Resize {
    /// Fills the size; what hangs over on two sides is cut off.
    Cover,
    /// Lies within the size, whole.
    Contain,
    /// Is stretched to the size.
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

/// What is wanted, rounded to the steps. Nothing is ever enlarged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Transform {
    width: Option<u32>,
    height: Option<u32>,
    resize: Resize,
    /// Out of 100.
    pub(crate) quality: u32,
    /// Keep the format of the original, whatever the client could show.
    pub(crate) origin: bool,
}

impl Transform {
    /// Reads what storage-js 2.119 calls `transform`; `value` gives the text of a parameter.
    pub(crate) fn read(value: impl Fn(&str) -> Option<String>) -> Result<Self, Error> {
        let number = |name: &str, allowed: std::ops::RangeInclusive<u32>| match value(name) {
            None => Ok(None),
            Some(text) => match text.parse::<u32>() {
                Ok(number) if allowed.contains(&number) => Ok(Some(number)),
                _ => Err(Error::InvalidRequest(format!(
                    "{name} must be a whole number from {} to {}",
                    allowed.start(),
                    allowed.end()
                ))),
            },
        };
        let resize = match value("resize").as_deref() {
            None | Some("cover") => Resize::Cover,
            Some("contain") => Resize::Contain,
            Some("fill") => Resize::Fill,
            Some(_) => {
                return Err(Error::InvalidRequest("resize must be cover, contain or fill".into()));
            }
        };
        let origin = match value("format").as_deref() {
            None => false,
            Some("origin") => true,
            Some(_) => return Err(Error::InvalidRequest("format must be origin".into())),
        };
        let (width, height) = (number("width", 1..=LARGEST)?, number("height", 1..=LARGEST)?);
        let quality = number("quality", QUALITIES)?.unwrap_or(DEFAULT_QUALITY);
        Ok(Self { resize, quality: quality.next_multiple_of(10), origin, ..Self::sized(width, height) })
    }

    /// That width, the height that goes with it, the usual quality.
    pub(crate) fn of_width(width: u32) -> Self {
        Self::sized(Some(width), None)
    }

    fn sized(width: Option<u32>, height: Option<u32>) -> Self {
        let longest = width.max(height).unwrap_or(LARGEST);
        let step = STEPS.into_iter().find(|step| *step >= longest).unwrap_or(LARGEST);
        let stepped = |side: u32| scaled(side, step, longest);
        Self {
            width: width.map(stepped),
            height: height.map(stepped),
            resize: Resize::Cover,
            quality: DEFAULT_QUALITY,
            origin: false,
        }
    }

    /// A name that no other transform has.
    pub(crate) fn name(&self) -> String {
        let side = |side: Option<u32>| side.map_or_else(|| "auto".to_owned(), |side| side.to_string());
        let (width, height) = (side(self.width), side(self.height));
        match (self.width, self.height) {
            (Some(_), Some(_)) => format!("{width}x{height}-{}-q{}", self.resize.name(), self.quality),
            _ => format!("{width}x{height}-q{}", self.quality),
        }
    }

    /// What a picture of this size becomes: width and height. Cutting, where it is needed, is for [`Resize::Cover`]
    /// alone: see [`Transform::cuts`].
    pub(crate) fn target(&self, (from_width, from_height): (u32, u32)) -> (u32, u32) {
        let (width, height) = match (self.width, self.height) {
            (Some(width), Some(height)) if self.resize == Resize::Fill => {
                return (width.min(from_width), height.min(from_height));
            }
            (Some(width), Some(height)) if self.resize == Resize::Cover => {
                // The largest part of that shape which needs no enlarging.
                let factor = share(from_width, width).min(share(from_height, height)).min(1.0);
                return (times(width, factor), times(height, factor));
            }
            (None, None) => (LARGEST, LARGEST),
            (width, height) => (width.unwrap_or(u32::MAX), height.unwrap_or(u32::MAX)),
        };
        let factor = share(width, from_width).min(share(height, from_height)).min(1.0);
        (times(from_width, factor), times(from_height, factor))
    }

    /// Is what hangs over cut off, rather than the whole picture fitted?
    pub(crate) fn cuts(&self) -> bool {
        self.resize == Resize::Cover && self.width.is_some() && self.height.is_some()
    }

    /// The same with a width no larger than needed for a picture of this width; itself when it has to be as it is.
    pub(crate) fn needed_for(self, width: u32) -> Self {
        match (self.width, self.height) {
            (Some(asked), None) if asked > width => {
                Self { width: Self::sized(Some(width.min(LARGEST)), None).width, ..self }
            }
            _ => self,
        }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

fn scaled(side: u32, to: u32, of: u32) -> u32 {
    times(side, share(to, of))
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
    fn sizes_are_rounded_up_to_few_steps_and_keep_their_shape() {
        for (query, name) in [
            ("width=1", "160xauto-q80"),
            ("width=320", "320xauto-q80"),
            ("width=321", "480xauto-q80"),
            ("height=2500&quality=41", "autox2500-q50"),
            ("width=200&height=100", "320x160-cover-q80"),
            ("width=1200&height=630&resize=fill", "1280x672-fill-q80"),
            ("width=1&height=2500&resize=contain", "1x2500-contain-q80"),
            ("resize=contain&format=origin", "autoxauto-q80"),
        ] {
            assert_eq!(transform(query).unwrap().name(), name, "{query}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for query in [
            "width=0",
            "width=2501",
            "width=-1",
            "width=1.5",
            "width=",
            "height=x",
            "quality=19",
            "quality=101",
            "resize=crop",
            "format=gif",
        ] {
            assert!(matches!(transform(query), Err(Error::InvalidRequest(_))), "{query}");
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
    fn no_wider_step_than_the_picture_needs() {
        let name = |query: &str, width| transform(query).unwrap().needed_for(width).name();
        assert_eq!(name("width=1920", 1200), "1280xauto-q80");
        assert_eq!(name("width=640", 1200), "640xauto-q80");
        assert_eq!(name("width=2500&quality=60", 40), "160xauto-q60");
        assert_eq!(name("width=1920&height=1080", 1200), "1920x1080-cover-q80");
    }
}
