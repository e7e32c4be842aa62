//! Words set in the very font files the pages use: shaped with their kerning, measured, broken into lines, and fitted
//! into a box. A long title gets smaller; a longer one ends with an ellipsis after a whole word.

use std::borrow::Cow;

use harfrust::{
    Buffer, Direction, Font, GlyphId, ShapeOptions, ShaperFont,
    font::glyph::outline::{DrawMemory, DrawOptions, PathSink},
};
use unicode_normalization::UnicodeNormalization;

use crate::{assets::Assets, error::Error};

/// Files that a family is cut into (web/cut-fonts.ts), the one with the commonest letters first.
pub const PARTS: [&str; 3] = ["core", "rest", "latin-ext-wght-normal"];

const ELLIPSIS: &str = "…";

/// A family at one weight. The files divide the characters between them; the first that knows one sets it.
pub struct Typeface {
    files: Vec<Font>,
    /// Added after every character, in ems.
    tracking: f32,
}

/// One line of set words. Lengths are in ems.
pub struct Line<'a> {
    face: &'a Typeface,
    glyphs: Vec<Glyph>,
    /// Distance between the first character's origin and the end of the last character.
    pub width: f32,
}

struct Glyph {
    file: usize,
    id: GlyphId,
    x: f32,
    y: f32,
}

/// A word and how wide it is, in ems.
struct Word<'t> {
    text: Cow<'t, str>,
    width: f32,
}

/// Space for words, in pixels.
#[derive(Clone, Copy)]
pub struct TextBox {
    pub width: f32,
    pub height: f32,
    pub most_lines: usize,
    /// The largest and the smallest size of the letters.
    pub sizes: (f32, f32),
    /// Distance between two baselines, in ems.
    pub leading: f32,
}

/// Words broken into lines that fit.
pub struct Block<'a> {
    pub lines: Vec<Line<'a>>,
    /// The size of the letters in pixels.
    pub size: f32,
}

impl Typeface {
    /// Reads the built front end's files of a family, such as `stix-two-text`.
    pub fn read(assets: &Assets, family: &str, weight: f32, tracking: f32) -> Result<Self, Error> {
        let mut files = Vec::new();
        for part in PARTS {
            let name = format!("assets/{family}-{part}");
            let packed = assets.starting_with(&name);
            let packed = packed.ok_or_else(|| Error::BadBuild(format!("it has no {name}*.woff2")))?;
            let unusable = |what: &str| Error::BadBuild(format!("{name}: {what}"));
            let bytes = wuff::decompress_woff2(packed).map_err(|error| unusable(&format!("{error:?}")))?;
            let font = Font::new(bytes, 0).ok_or_else(|| unusable("not a font"))?;
            files.push(font.instance_builder().variations([("wght", weight)]).build());
        }
        Ok(Self { files, tracking })
    }

    /// One line. Characters that no file knows are left out.
    pub fn line(&self, text: &str) -> Line<'_> {
        let mut line = Line { face: self, glyphs: Vec::new(), width: 0.0 };
        let mut run: Option<(usize, String)> = None;
        for character in text.nfc() {
            let Some(file) = self.file_of(character) else {
                continue;
            };
            match &mut run {
                Some((current, text)) if *current == file => text.push(character),
                _ => {
                    if let Some((file, text)) = run.replace((file, character.to_string())) {
                        self.shape(file, &text, &mut line);
                    }
                }
            }
        }
        if let Some((file, text)) = run {
            self.shape(file, &text, &mut line);
        }
        line
    }

    /// Sets words as large as they fit; too many end with an ellipsis.
    pub fn fit(&self, text: &str, room: TextBox) -> Block<'_> {
        let (size, lines) = self.broken(text, room);
        Block { lines: lines.iter().map(|line| self.line(line)).collect(), size }
    }

    /// The size of the letters, and the words of each line.
    fn broken(&self, text: &str, room: TextBox) -> (f32, Vec<String>) {
        let words: Vec<Word> = text.split_whitespace().map(|word| self.word(word.into())).collect();
        let (largest, smallest) = room.sizes;
        let mut size = largest;
        loop {
            let measure = room.width / size;
            let most_lines = (room.height / (size * room.leading)) as usize;
            let most_lines = most_lines.clamp(1, room.most_lines);
            match self.wrap(&words, measure) {
                Some(lines) if lines.len() <= most_lines => {
                    return (size, self.balance(&words, measure, lines));
                }
                _ if size > smallest => size = (size - 2.0).max(smallest),
                _ => return (size, self.shorten(words, measure, most_lines)),
            }
        }
    }

    fn word<'t>(&self, text: Cow<'t, str>) -> Word<'t> {
        let width = self.line(&text).width;
        Word { text, width }
    }

    /// Lines no wider than `measure` ems. Returns `None` if a single word is wider.
    fn wrap(&self, words: &[Word<'_>], measure: f32) -> Option<Vec<String>> {
        let space = self.line(" ").width;
        let mut lines: Vec<String> = Vec::new();
        let mut width = 0.0;
        for word in words {
            if word.width > measure {
                return None;
            }
            match lines.last_mut() {
                Some(line) if width + space + word.width <= measure => {
                    line.push(' ');
                    line.push_str(&word.text);
                    width += space + word.width;
                }
                _ => {
                    lines.push(word.text.clone().into_owned());
                    width = word.width;
                }
            }
        }
        Some(lines)
    }

    /// The same number of lines, as even as they get.
    fn balance(&self, words: &[Word<'_>], measure: f32, lines: Vec<String>) -> Vec<String> {
        let (mut narrow, mut wide) = (0.0, measure);
        let mut best = lines;
        for _ in 0..8 {
            let middle = (narrow + wide) / 2.0;
            match self.wrap(words, middle) {
                Some(lines) if lines.len() <= best.len() => {
                    wide = middle;
                    best = lines;
                }
                _ => narrow = middle,
            }
        }
        best
    }

    /// Returns the lines of as many whole words as fit, with an ellipsis. A word wider than a line is cut.
    fn shorten(&self, words: Vec<Word<'_>>, measure: f32, most_lines: usize) -> Vec<String> {
        let mut words: Vec<Word> = words.into_iter().map(|word| self.cut(word, measure)).collect();
        while let Some(last) = words.pop() {
            let ended = last.text.trim_end_matches(['…', ',', ';', ':', '.', '–', '—', '-']);
            words.push(self.word(format!("{ended}{ELLIPSIS}").into()));
            if let Some(lines) = self.wrap(&words, measure).filter(|lines| lines.len() <= most_lines) {
                return lines;
            }
            words.pop();
        }
        Vec::new()
    }

    /// The word, or its beginning with an ellipsis where it is wider than a line.
    fn cut<'t>(&self, word: Word<'t>, measure: f32) -> Word<'t> {
        if word.width <= measure {
            return word;
        }
        let mut kept: Vec<char> = word.text.chars().collect();
        while kept.pop().is_some() {
            let shorter: String = kept.iter().copied().chain(ELLIPSIS.chars()).collect();
            let shorter = self.word(shorter.into());
            if shorter.width <= measure {
                return shorter;
            }
        }
        self.word("".into())
    }

    fn file_of(&self, character: char) -> Option<usize> {
        let knows = |font: &Font| font.charmap().map_unicode(character).is_some();
        self.files.iter().position(knows)
    }

    fn shape(&self, file: usize, text: &str, line: &mut Line<'_>) {
        let Some(font) = self.files.get(file) else { return };
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        if let Err(error) = harfrust::shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()) {
            tracing::warn!(%error, text, "failed to shape a line of text");
            return;
        }
        let em = f32::from(font.units_per_em());
        for (glyph, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            line.glyphs.push(Glyph {
                file,
                id: GlyphId::new(glyph.glyph_id),
                x: line.width + position.x_offset as f32 / em,
                y: position.y_offset as f32 / em,
            });
            line.width += position.x_advance as f32 / em + self.tracking;
        }
    }
}

impl Line<'_> {
    /// Draws every letter's outline: the line begins at (x, baseline), with the y axis pointing down.
    pub fn outline(&self, x: f32, baseline: f32, size: f32, sink: &mut impl PathSink) {
        for glyph in &self.glyphs {
            let Some(font) = self.face.files.get(glyph.file) else {
                continue;
            };
            let outlines = font.outline_glyphs();
            let Some(outline) = outlines.get(glyph.id) else {
                continue;
            };
            let mut placed = Placed {
                sink,
                x: x + glyph.x * size,
                y: baseline - glyph.y * size,
                scale: size / f32::from(font.units_per_em()),
            };
            if let Err(error) = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut placed) {
                tracing::warn!(%error, "a letter could not be drawn");
            }
        }
    }
}

/// Turns font units, whose y axis points up, into pixels.
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
    use crate::og_image::fonts::{Typefaces, tests::faces};

    const ROOM: TextBox =
        TextBox { width: 650.0, height: 330.0, most_lines: 5, sizes: (88.0, 44.0), leading: 1.06 };

    /// Breaks a title, and sees that it keeps within the room.
    fn set(faces: &Typefaces, text: &str) -> (f32, Vec<String>) {
        let (size, lines) = faces.display.broken(text, ROOM);
        for line in &lines {
            assert!(faces.display.line(line).width * size <= ROOM.width, "{line}");
        }
        let height = lines.len() as f32 * size * ROOM.leading;
        assert!(height <= ROOM.height, "{lines:?}: {height}");
        (size, lines)
    }

    #[test]
    fn short_titles_are_large_and_long_ones_shrink_to_fit() {
        let faces = faces();
        let title = |words: usize| ["Quarenta e seis horas"; 9].get(..words).unwrap().join(" ");
        let sizes: Vec<f32> = (1..=5).map(|words| set(&faces, &title(words)).0).collect();
        assert_eq!(sizes.first(), Some(&ROOM.sizes.0));
        assert!(sizes.is_sorted_by(|before, after| before >= after), "{sizes:?}");
        assert!(sizes.last() < sizes.first(), "{sizes:?}");
    }

    #[test]
    fn a_too_long_text_ends_with_an_ellipsis_after_a_word() {
        let faces = faces();
        let title = "Reajustar o preço, sem perder o cliente que paga. ".repeat(9);
        let (size, lines) = set(&faces, &title);
        assert_eq!(size, ROOM.sizes.1);
        let text = lines.join(" ");
        let kept = text.strip_suffix('…').expect(&text);
        assert!(title.starts_with(kept), "{text}");
        assert!(title[kept.len()..].starts_with([' ', ',', '.']), "{text}");
    }

    #[test]
    fn a_word_wider_than_the_line_is_cut_with_an_ellipsis() {
        let faces = faces();
        let (_, lines) = set(&faces, &"indivisível".repeat(20));
        let [line] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(line.starts_with("indivisívelindi") && line.ends_with('…'), "{line}");
        assert!(faces.display.fit("   ", ROOM).lines.is_empty());
    }

    #[test]
    fn glyphs_of_every_font_are_set_and_unknown_ones_left_out() {
        let plain = &faces().plain;
        assert_eq!(plain.line("decis\u{e3}o").width, plain.line("decisa\u{303}o").width);
        assert!(plain.line("Łódź").width > plain.line("ód").width);
        assert_eq!(plain.line("a🙂\u{4e2d}b").width, plain.line("a").width + plain.line("b").width);
    }

    #[test]
    fn letters_that_lean_on_each_other_are_kerned() {
        let display = &faces().display;
        let apart = display.line("T").width + display.line("o").width;
        assert!(display.line("To").width < apart - 0.02);
    }
}
