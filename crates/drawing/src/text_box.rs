//! Texts broken into lines and fitted into a box. A long text gets smaller, a longer one ends with an ellipsis.

use crate::typeface::{Line, Typeface};

const ELLIPSIS: char = '…';

/// Space for a text. Lengths are the drawing's.
#[derive(Clone, Copy)]
pub struct TextBox {
    /// Maximum width of a line.
    pub width: f32,
    /// Maximum height of all lines.
    pub height: f32,
    /// Maximum number of lines.
    pub most_lines: usize,
    /// The largest and the smallest size of the letters.
    pub sizes: (f32, f32),
    /// Distance between two baselines, in ems.
    pub leading: f32,
}

/// Manner of breaking a text into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaking {
    /// Even lines. An overlong text ends after a whole word. Sizes are tried in steps of two units.
    Even,
    /// Full lines. An overlong text ends after a letter. Sizes are tried in steps of one unit.
    Full,
}

/// Words broken into fitting lines.
pub struct Block<'a> {
    /// The lines.
    pub lines: Vec<Line<'a>>,
    /// The size of the letters.
    pub size: f32,
}

/// Consecutive words, with their width in ems.
#[derive(Clone)]
struct Words {
    text: String,
    width: f32,
}

impl Typeface {
    /// Sets a text as large as it fits. An overlong one ends with an ellipsis.
    pub fn fit(&self, text: &str, room: TextBox, breaking: Breaking) -> Block<'_> {
        let words: Vec<Words> = text.split_whitespace().map(|word| self.words(word)).collect();
        let (mut size, smallest) = room.sizes;
        let lines = loop {
            let measure = room.width / size;
            let most_lines = ((room.height / (size * room.leading)) as usize).clamp(1, room.most_lines);
            let lines = self.wrap(&words, measure);
            let is_fit = fits(&lines, measure, most_lines);
            match breaking {
                Breaking::Even if is_fit => break self.balance(&words, measure, lines),
                Breaking::Full if is_fit => break lines,
                Breaking::Even if size > smallest => size = (size - 2.0).max(smallest),
                Breaking::Full if size > smallest => size = (size - 1.0).max(smallest),
                Breaking::Even => break self.end_after_word(words, measure, most_lines),
                Breaking::Full => break self.end_after_letter(lines, measure, most_lines),
            }
        };
        Block { lines: lines.iter().map(|line| self.line(&line.text)).collect(), size }
    }

    fn words(&self, text: &str) -> Words {
        let line = self.line(text);
        Words { text: line.text, width: line.width }
    }

    /// Returns lines no wider than `measure` ems. A wider word has its own line.
    fn wrap(&self, words: &[Words], measure: f32) -> Vec<Words> {
        let space = self.line(" ").width;
        let mut lines: Vec<Words> = Vec::new();
        for word in words {
            match lines.last_mut() {
                Some(line) if line.width + space + word.width <= measure => {
                    line.text.push(' ');
                    line.text.push_str(&word.text);
                    line.width += space + word.width;
                }
                _ => lines.push(word.clone()),
            }
        }
        lines
    }

    /// Returns the same number of lines with the most even widths.
    fn balance(&self, words: &[Words], measure: f32, lines: Vec<Words>) -> Vec<Words> {
        let (mut narrow, mut wide) = (0.0, measure);
        let mut best = lines;
        for _ in 0..8 {
            let middle = (narrow + wide) / 2.0;
            let lines = self.wrap(words, middle);
            if fits(&lines, middle, best.len()) {
                wide = middle;
                best = lines;
            } else {
                narrow = middle;
            }
        }
        best
    }

    /// Returns the lines of as many whole words as fit, with an ellipsis. A word wider than a line is cut.
    fn end_after_word(&self, mut words: Vec<Words>, measure: f32, most_lines: usize) -> Vec<Words> {
        for word in words.iter_mut().filter(|word| word.width > measure) {
            *word = self.cut(&word.text, measure);
        }
        while let Some(last) = words.pop() {
            let ended = last.text.trim_end_matches([ELLIPSIS, ',', ';', ':', '.', '–', '—', '-']);
            words.push(self.words(&format!("{ended}{ELLIPSIS}")));
            let lines = self.wrap(&words, measure);
            if fits(&lines, measure, most_lines) {
                return lines;
            }
            words.pop();
        }
        Vec::new()
    }

    /// Returns the first lines, with the last one and overlong ones cut.
    fn end_after_letter(&self, mut lines: Vec<Words>, measure: f32, most_lines: usize) -> Vec<Words> {
        let last = (lines.len() > most_lines).then(|| most_lines - 1);
        lines.truncate(most_lines);
        for (place, line) in lines.iter_mut().enumerate() {
            if line.width > measure || last == Some(place) {
                *line = self.cut(&line.text, measure);
            }
        }
        lines
    }

    /// Returns the beginning of the text that fits into a line, with an ellipsis.
    fn cut(&self, text: &str, measure: f32) -> Words {
        let mut kept = text.to_owned();
        loop {
            let shorter = self.words(&format!("{}{ELLIPSIS}", kept.trim_end()));
            if shorter.width <= measure || kept.pop().is_none() {
                return shorter;
            }
        }
    }
}

/// Returns `true` if there are at most `most_lines` lines, none wider than `measure`.
fn fits(lines: &[Words], measure: f32, most_lines: usize) -> bool {
    lines.len() <= most_lines && lines.iter().all(|line| line.width <= measure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::STIX_TWO_TEXT_400;

    const ROOM: TextBox =
        TextBox { width: 650.0, height: 330.0, most_lines: 5, sizes: (88.0, 44.0), leading: 1.06 };

    /// Breaks a title, and asserts that it fits the box.
    fn set(text: &str, room: TextBox, breaking: Breaking) -> (f32, Vec<String>) {
        let face = Typeface::new([STIX_TWO_TEXT_400], 400.0, -0.02).unwrap();
        let Block { lines, size } = face.fit(text, room, breaking);
        for line in &lines {
            assert!(line.width * size <= room.width, "{}", line.text);
        }
        let height = lines.len() as f32 * size * room.leading;
        assert!(height <= room.height && lines.len() <= room.most_lines, "{}: {height}", lines.len());
        (size, lines.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn short_titles_are_large_and_long_ones_shrink_to_fit() {
        let title = |words: usize| ["Quarenta e seis horas"; 9].get(..words).unwrap().join(" ");
        let sizes: Vec<f32> = (1..=5).map(|words| set(&title(words), ROOM, Breaking::Even).0).collect();
        assert_eq!(sizes.first(), Some(&ROOM.sizes.0));
        assert!(sizes.is_sorted_by(|before, after| before >= after), "{sizes:?}");
        assert!(sizes.last() < sizes.first(), "{sizes:?}");
    }

    #[test]
    fn a_too_long_text_ends_with_an_ellipsis_after_a_word() {
        let title = "Reajustar o preço, sem perder o cliente que paga. ".repeat(9);
        let (size, lines) = set(&title, ROOM, Breaking::Even);
        assert_eq!(size, ROOM.sizes.1);
        let text = lines.join(" ");
        let kept = text.strip_suffix('…').expect(&text);
        assert!(title.starts_with(kept), "{text}");
        assert!(title[kept.len()..].starts_with([' ', ',', '.']), "{text}");
    }

    #[test]
    fn a_word_wider_than_the_line_is_cut_with_an_ellipsis() {
        let (_, lines) = set(&"indivisível".repeat(20), ROOM, Breaking::Even);
        let [line] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(line.starts_with("indivisívelindi") && line.ends_with('…'), "{line}");
        assert!(set("   ", ROOM, Breaking::Even).1.is_empty());
    }

    #[test]
    fn full_lines_shrink_and_then_end_with_an_ellipsis() {
        let room = TextBox { most_lines: 3, sizes: (44.0, 20.0), ..ROOM };
        assert_eq!(set("Ana Souza", room, Breaking::Full), (44.0, vec!["Ana Souza".to_owned()]));
        for text in ["Quarenta e seis horas ".repeat(30), "indivisível".repeat(30)] {
            let (_, lines) = set(&text, room, Breaking::Full);
            assert!(lines.last().unwrap().ends_with('…'), "{lines:?}");
        }
    }
}
