//! The fonts of certificates.

use std::sync::LazyLock;

use ateneu_drawing::{Typeface, fonts};

/// The fonts of certificates.
pub struct Faces {
    /// Large letters.
    pub display: Face,
    pub plain: Face,
    /// Labels.
    pub strong: Face,
}

/// One font, for measuring and for embedding.
pub struct Face {
    pub letters: Typeface,
    pub embedded: krilla::text::Font,
}

/// Read once. `None` if a font of this binary is broken.
static FACES: LazyLock<Option<Faces>> = LazyLock::new(|| {
    Some(Faces {
        display: Face::read(fonts::STIX_TWO_TEXT_400)?,
        plain: Face::read(fonts::INSTRUMENT_SANS_400)?,
        strong: Face::read(fonts::INSTRUMENT_SANS_550)?,
    })
});

/// The fonts.
pub fn faces() -> Option<&'static Faces> {
    FACES.as_ref()
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let embedded = krilla::text::Font::new(bytes.into(), 0)?;
        Some(Self { letters: Typeface::new([bytes], 400.0, 0.0)?, embedded })
    }
}
