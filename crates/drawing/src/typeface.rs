//! Lines of text set in fonts: shaped with their kerning, measured, and drawn as outlines.

use std::ops::Range;

use harfrust::{
    Buffer, Direction, Font, GlyphId, ShapeOptions, ShaperFont,
    font::{
        Source,
        glyph::outline::{DrawMemory, DrawOptions, PathSink, SvgSink},
    },
};
use unicode_normalization::UnicodeNormalization;

/// A family at one weight. The files divide the characters between them. The first with a character sets it.
pub struct Typeface {
    files: Vec<Font>,
    /// Space after every character, in ems.
    tracking: f32,
}

/// One line of set text. Lengths are in ems.
pub struct Line<'a> {
    face: &'a Typeface,
    /// The text, without characters that no file has.
    pub text: String,
    /// The glyphs, from left to right.
    pub glyphs: Vec<Glyph>,
    /// Distance between the first character's origin and the end of the last character.
    pub width: f32,
}

/// One glyph of a line.
pub struct Glyph {
    file: usize,
    /// Origin of the glyph, from the beginning of the line.
    x: f32,
    /// Number of the glyph in its font.
    pub id: u32,
    /// Bytes of the line's text that it shows.
    pub range: Range<usize>,
    /// Distance to the next glyph, without tracking.
    pub advance: f32,
    /// Shift to the right and upwards.
    pub offset: (f32, f32),
}

impl Typeface {
    /// Reads the files of a family. A variable font is set at `weight`. `tracking`, in ems, is added after every
    /// character. Returns `None` if a file is not a font.
    pub fn new(
        files: impl IntoIterator<Item = impl Into<Source>>,
        weight: f32,
        tracking: f32,
    ) -> Option<Self> {
        let read = |file| {
            let font = Font::new(file, 0)?;
            Some(font.instance_builder().variations([("wght", weight)]).build())
        };
        Some(Self { files: files.into_iter().map(read).collect::<Option<_>>()?, tracking })
    }

    /// Returns `true` if the family has a glyph for every character.
    pub fn knows(&self, text: &str) -> bool {
        text.nfc().all(|character| self.file_of(character).is_some())
    }

    /// Sets one line. Characters that no file has are left out.
    pub fn line(&self, text: &str) -> Line<'_> {
        let mut line = Line { face: self, text: String::new(), glyphs: Vec::new(), width: 0.0 };
        let (mut file, mut run) = (0, String::new());
        for character in text.nfc() {
            let Some(found) = self.file_of(character) else { continue };
            if found != file {
                self.shape(file, &run, &mut line);
                (file, run) = (found, String::new());
            }
            run.push(character);
        }
        self.shape(file, &run, &mut line);
        line
    }

    fn file_of(&self, character: char) -> Option<usize> {
        let knows = |font: &Font| font.charmap().map_unicode(character).is_some();
        self.files.iter().position(knows)
    }

    fn shape(&self, file: usize, text: &str, line: &mut Line<'_>) {
        let Some(font) = self.files.get(file).filter(|_| !text.is_empty()) else { return };
        let before = line.text.len();
        line.text.push_str(text);
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        if let Err(error) = harfrust::shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()) {
            tracing::warn!(%error, text, "failed to shape a line of text");
            return;
        }
        let em = f32::from(font.units_per_em());
        let ems = |units: i32| units as f32 / em;
        let clusters: Vec<usize> = buffer.glyph_infos().iter().map(|glyph| glyph.cluster as usize).collect();
        for (place, (glyph, position)) in
            buffer.glyph_infos().iter().zip(buffer.glyph_positions()).enumerate()
        {
            let start = clusters[place];
            let end = clusters[place..].iter().copied().find(|next| *next > start).unwrap_or(text.len());
            let offset = (ems(position.x_offset), ems(position.y_offset));
            line.glyphs.push(Glyph {
                file,
                x: line.width + offset.0,
                id: glyph.glyph_id,
                range: before + start..before + end,
                advance: ems(position.x_advance),
                offset,
            });
            line.width += ems(position.x_advance) + self.tracking;
        }
    }
}

impl Line<'_> {
    /// Returns the outlines as SVG path data. The line begins at (x, baseline), with the y axis pointing down.
    pub fn svg(&self, x: f32, baseline: f32, size: f32) -> String {
        let mut letters = SvgSink::with_precision(2);
        self.outline(x, baseline, size, &mut letters);
        letters.to_string()
    }

    /// Draws every letter's outline, as [`Line::svg`] does.
    pub(crate) fn outline(&self, x: f32, baseline: f32, size: f32, sink: &mut impl PathSink) {
        for glyph in &self.glyphs {
            let Some(font) = self.face.files.get(glyph.file) else { continue };
            let outlines = font.outline_glyphs();
            let Some(outline) = outlines.get(GlyphId::new(glyph.id)) else { continue };
            let mut placed = Placed {
                sink,
                x: x + glyph.x * size,
                y: baseline - glyph.offset.1 * size,
                scale: size / f32::from(font.units_per_em()),
            };
            if let Err(error) = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut placed) {
                tracing::warn!(%error, "a letter could not be drawn");
            }
        }
    }
}

/// Converts font units, whose y axis points up, into pixels.
struct Placed<'a, S> {
    sink: &'a mut S,
    x: f32,
    y: f32,
    scale: f32,
}

impl<S> Placed<'_, S> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl<S: PathSink> PathSink for Placed<'_, S> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.sink.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.sink.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let ((cx0, cy0), (x, y)) = (self.at(cx0, cy0), self.at(x, y));
        self.sink.quad_to(cx0, cy0, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((cx0, cy0), (cx1, cy1), (x, y)) = (self.at(cx0, cy0), self.at(cx1, cy1), self.at(x, y));
        self.sink.curve_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.sink.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::{INSTRUMENT_SANS_400, STIX_TWO_TEXT_400};

    #[test]
    fn missing_glyphs_are_reported() {
        let display = Typeface::new([STIX_TWO_TEXT_400], 400.0, 0.0).unwrap();
        for name in ["Ana Souza", "Zoë Ångström", "Łukasz Żółw", "Nguyễn Thị", "D'Ávila-Sá"] {
            assert!(display.knows(name), "{name}");
            assert_eq!(display.line(name).text, name);
        }
        assert!(!display.knows("山田太郎") && !display.knows("Ана"));
    }

    #[test]
    fn glyphs_of_every_font_are_set_and_unknown_ones_left_out() {
        let plain = Typeface::new([INSTRUMENT_SANS_400, STIX_TWO_TEXT_400], 400.0, 0.0).unwrap();
        assert_eq!(plain.line("decis\u{e3}o").width, plain.line("decisa\u{303}o").width);
        assert!(plain.line("Nguyễn").width > plain.line("Nguyn").width);
        let line = plain.line("aễ🙂\u{4e2d}b");
        assert_eq!((line.text.as_str(), line.glyphs.len()), ("aễb", 3));
        assert_eq!(line.glyphs.last().map(|glyph| glyph.range.clone()), Some(4..5));
    }

    #[test]
    fn letter_pairs_are_kerned() {
        let display = Typeface::new([STIX_TWO_TEXT_400], 400.0, 0.0).unwrap();
        let apart = display.line("T").width + display.line("o").width;
        assert!(display.line("To").width < apart - 0.02);
    }
}
