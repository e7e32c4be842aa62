//! The typefaces of pictures: STIX Two Text for large text, Instrument Sans for the rest. They are the font files of
//! the pages.

use ateneu_drawing::Typeface;

use crate::{assets::Assets, error::Error};

/// Files of a family (web/cut-fonts.ts), the one with the commonest letters first.
const PARTS: [&str; 3] = ["core", "rest", "latin-ext-wght-normal"];

/// All weights in use.
pub struct Typefaces {
    pub display: Typeface,
    pub initials: Typeface,
    pub strong: Typeface,
    pub plain: Typeface,
}

impl Typefaces {
    /// Reads the fonts of the built front end.
    pub fn read(assets: &Assets) -> Result<Self, Error> {
        let serif = |weight, tracking| read(assets, "stix-two-text", weight, tracking);
        let sans = |weight| read(assets, "instrument-sans", weight, 0.0);
        Ok(Self {
            display: serif(400.0, -0.02)?,
            initials: serif(400.0, 0.0)?,
            strong: sans(550.0)?,
            plain: sans(400.0)?,
        })
    }
}

/// Reads the files of a family, such as `stix-two-text`, from the built front end.
fn read(assets: &Assets, family: &str, weight: f32, tracking: f32) -> Result<Typeface, Error> {
    let mut files = Vec::new();
    for part in PARTS {
        let name = format!("assets/{family}-{part}");
        let packed = assets.starting_with(&name);
        let packed = packed.ok_or_else(|| Error::BadBuild(format!("it has no {name}*.woff2")))?;
        let unpacked = wuff::decompress_woff2(packed);
        files.push(unpacked.map_err(|error| Error::BadBuild(format!("{name}: {error:?}")))?);
    }
    let face = Typeface::new(files, weight, tracking);
    face.ok_or_else(|| Error::BadBuild(format!("a file of {family} is not a font")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_the_files_says_which_one_is_missing() {
        let error = Typefaces::read(&Assets::default()).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("assets/stix-two-text-core"), "{error}");
    }
}
