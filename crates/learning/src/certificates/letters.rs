//! Words set in the fonts of the visual identity: shaped with their kerning, measured, broken into lines.

use std::sync::LazyLock;

use harfrust::{Buffer, Direction, Font, ShapeOptions, ShaperFont};
use krilla::text::{GlyphId, KrillaGlyph};
use unicode_normalization::UnicodeNormalization;

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
    shaped: Font,
    pub embedded: krilla::text::Font,
    em: f32,
}

/// One line of set words. Lengths are in ems.
pub struct Line {
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    pub width: f32,
}

/// Read once. `None` if a font of this binary is broken.
static FACES: LazyLock<Option<Faces>> = LazyLock::new(|| {
    Some(Faces {
        display: Face::read(include_bytes!("../../fonts/stix-two-text-400.ttf"))?,
        plain: Face::read(include_bytes!("../../fonts/instrument-sans-400.ttf"))?,
        strong: Face::read(include_bytes!("../../fonts/instrument-sans-550.ttf"))?,
    })
});

/// The fonts.
pub fn faces() -> Option<&'static Faces> {
    FACES.as_ref()
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let shaped = Font::new(bytes, 0)?;
        let em = f32::from(shaped.units_per_em());
        Some(Self { embedded: krilla::text::Font::new(bytes.into(), 0)?, shaped, em })
    }

    /// Returns `true` if the font has a letter for every character.
    pub fn knows(&self, text: &str) -> bool {
        text.nfc().all(|character| self.shaped.charmap().map_unicode(character).is_some())
    }

    /// One line. Characters that the font does not know are left out.
    pub fn line(&self, text: &str) -> Line {
        let text: String =
            text.nfc().filter(|character| self.shaped.charmap().map_unicode(*character).is_some()).collect();
        let mut buffer = Buffer::new();
        buffer.push_str(&text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        let mut line = Line { text, glyphs: Vec::new(), width: 0.0 };
        if let Err(error) = harfrust::shape(&ShaperFont::new(&self.shaped), &mut buffer, ShapeOptions::new())
        {
            tracing::warn!(%error, "failed to shape a line of text");
            return line;
        }
        let ems = |units: i32| units as f32 / self.em;
        let clusters: Vec<usize> = buffer.glyph_infos().iter().map(|glyph| glyph.cluster as usize).collect();
        for (place, position) in buffer.glyph_positions().iter().enumerate() {
            let start = clusters[place];
            let end = clusters[place..].iter().find(|next| **next > start).copied();
            line.glyphs.push(KrillaGlyph {
                glyph_id: GlyphId::new(buffer.glyph_infos()[place].glyph_id),
                text_range: start..end.unwrap_or(line.text.len()),
                x_advance: ems(position.x_advance),
                x_offset: ems(position.x_offset),
                y_offset: ems(position.y_offset),
                y_advance: ems(position.y_advance),
                location: None,
            });
            line.width += ems(position.x_advance);
        }
        line
    }

    /// Lines no wider than `width`, as large as fits into so many; where even the smallest size is too large, the last
    /// line ends with an ellipsis.
    pub fn fit(
        &self,
        text: &str,
        width: f32,
        most: usize,
        (largest, smallest): (f32, f32),
    ) -> (f32, Vec<Line>) {
        let mut size = largest;
        loop {
            let lines = self.wrap(text, width / size);
            let fits = lines.len() <= most && lines.iter().all(|line| line.width * size <= width);
            if fits {
                return (size, lines);
            }
            if size <= smallest {
                return (size, self.shorten(lines, width / size, most));
            }
            size = (size - 1.0).max(smallest);
        }
    }

    /// Lines of whole words; a word wider than a line has one for itself.
    fn wrap(&self, text: &str, measure: f32) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for word in text.split_whitespace() {
            if let Some(last) = lines.last_mut() {
                let longer = self.line(&format!("{} {word}", last.text));
                if longer.width <= measure {
                    *last = longer;
                    continue;
                }
            }
            lines.push(self.line(word));
        }
        lines
    }

    fn shorten(&self, mut lines: Vec<Line>, measure: f32, most: usize) -> Vec<Line> {
        let is_cut = lines.len() > most;
        lines.truncate(most);
        let last = lines.len().saturating_sub(1);
        for (place, line) in lines.iter_mut().enumerate() {
            let ends = is_cut && place == last;
            if line.width <= measure && !ends {
                continue;
            }
            let mut kept: Vec<char> = line.text.chars().collect();
            loop {
                *line = self.line(&format!("{}…", kept.iter().collect::<String>().trim_end()));
                if line.width <= measure || kept.pop().is_none() {
                    break;
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_set_whole_and_unknown_letters_known_as_such() {
        let display = &faces().unwrap().display;
        for name in ["Ana Souza", "Zoë Ångström", "Łukasz Żółw", "Nguyễn Thị", "D'Ávila-Sá"] {
            assert!(display.knows(name), "{name}");
            assert_eq!(display.line(name).text, name);
        }
        assert!(!display.knows("山田太郎") && !display.knows("Ана"));
        assert!(display.line("To").width < display.line("T").width + display.line("o").width - 0.02);
    }

    #[test]
    fn long_words_shrink_and_then_end_with_an_ellipsis() {
        let display = &faces().unwrap().display;
        let (size, lines) = display.fit("Ana Souza", 500.0, 2, (44.0, 20.0));
        assert_eq!((size, lines.len()), (44.0, 1));
        for text in ["Quarenta e seis horas ".repeat(30), "indivisível".repeat(30)] {
            let (size, lines) = display.fit(&text, 500.0, 3, (44.0, 20.0));
            assert!(lines.len() <= 3 && lines.iter().all(|line| line.width * size <= 500.0));
            assert!(lines.last().unwrap().text.ends_with('…'));
        }
    }
}
