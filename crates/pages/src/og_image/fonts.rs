//! The type of the visual identity: STIX Two Text for what is large, Instrument Sans for the rest.

use super::layout::Typeface;
use crate::{assets::Assets, error::Error};

/// Every weight that is drawn.
pub struct Typefaces {
    pub display: Typeface,
    pub initials: Typeface,
    pub strong: Typeface,
    pub plain: Typeface,
}

impl Typefaces {
    /// Reads the fonts of the built front end.
    pub fn read(assets: &Assets) -> Result<Self, Error> {
        let serif = |weight, tracking| Typeface::read(assets, "stix-two-text", weight, tracking);
        let sans = |weight| Typeface::read(assets, "instrument-sans", weight, 0.0);
        Ok(Self {
            display: serif(400.0, -0.02)?,
            initials: serif(400.0, 0.0)?,
            strong: sans(550.0)?,
            plain: sans(400.0)?,
        })
    }
}

#[cfg(test)]
pub mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::og_image::layout::PARTS;

    /// Reads the fonts from the packages that the front end is built with.
    pub fn faces() -> Typefaces {
        let packages =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/node_modules/@fontsource-variable");
        let file = |family: &str, part: &str| {
            // The core and the rest are cut out of this one.
            let whole = if part.starts_with("latin-ext") { part } else { "latin-wght-normal" };
            let path = packages.join(family).join(format!("files/{family}-{whole}.woff2"));
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (format!("assets/{family}-{part}-hash.woff2"), bytes.into())
        };
        let families = ["stix-two-text", "instrument-sans"];
        let files = families.iter().flat_map(|family| PARTS.map(|part| file(family, part)));
        Typefaces::read(&Assets::from_files(files)).unwrap()
    }

    #[test]
    fn a_build_without_the_files_says_which_one_is_missing() {
        let error = Typefaces::read(&Assets::default()).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("assets/stix-two-text-core"), "{error}");
    }
}
