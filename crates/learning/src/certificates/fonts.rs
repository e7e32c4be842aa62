//! The fonts of certificates.

use std::sync::LazyLock;

use ateneu_drawing::{Typeface, fonts};

/// The fonts of certificates.
pub struct Faces {
    /// Font of large letters.
    pub display: Face,
    pub plain: Face,
    /// Font of labels.
    pub strong: Face,
}

/// A font, for measuring and embedding.
pub struct Face {
    pub letters: Typeface,
    pub embedded: krilla::text::Font,
}

/// The parsed fonts. `None` if one of this binary is broken.
static FACES: LazyLock<Option<Faces>> = LazyLock::new(|| {
    Some(Faces {
        display: Face::read(fonts::STIX_TWO_TEXT_400)?,
        plain: Face::read(fonts::INSTRUMENT_SANS_400)?,
        strong: Face::read(fonts::INSTRUMENT_SANS_550)?,
    })
});

/// Returns the fonts.
pub fn faces() -> Option<&'static Faces> {
    FACES.as_ref()
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let embedded = krilla::text::Font::new(bytes.into(), 0)?;
        Some(Self { letters: Typeface::new([bytes], 400.0, 0.0)?, embedded })
    }
}
