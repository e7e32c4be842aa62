//! Distinction of drawings from photographs, which hide compression artefacts that an even area shows.

use std::collections::HashSet;

use image::{DynamicImage, GenericImageView};

/// Maximum number of colours of a drawing. Even a grey photograph has more.
const FEW_COLOURS: usize = 128;

/// Approximate number of sampled pixels.
const SAMPLE: u32 = 250_000;

/// Kind of a picture, which determines the acceptable loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Photograph,
    /// Even areas of few colours.
    Drawing,
}

impl Kind {
    /// Determines the kind by the number of colours in evenly spread rows. A photograph exceeds it in the first few.
    pub(crate) fn of(picture: &DynamicImage) -> Self {
        let (width, height) = picture.dimensions();
        let step = width.saturating_mul(height).div_ceil(SAMPLE).max(1);
        let mut colours = HashSet::new();
        let mut last = None;
        for y in (0..height).step_by(step as usize) {
            for x in 0..width {
                let colour = picture.get_pixel(x, y);
                // In even areas most pixels have a neighbour's colour.
                if last.replace(colour) != Some(colour)
                    && colours.insert(colour.0)
                    && colours.len() > FEW_COLOURS
                {
                    return Self::Photograph;
                }
            }
        }
        Self::Drawing
    }
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage};

    use super::*;

    #[test]
    fn a_drawing_has_few_colours() {
        let drawing = RgbImage::from_fn(900, 700, |x, y| {
            Rgb([if x > y { 40 } else { 200 }, 90, u8::try_from(x / 16).unwrap()])
        });
        assert_eq!(Kind::of(&drawing.into()), Kind::Drawing);
        let grey = GrayImage::from_fn(256, 256, |x, y| Luma([u8::try_from((x + y) / 2).unwrap()]));
        assert_eq!(Kind::of(&grey.into()), Kind::Photograph);
        assert_eq!(Kind::of(&DynamicImage::new_rgba8(1, 1)), Kind::Drawing);
    }
}
