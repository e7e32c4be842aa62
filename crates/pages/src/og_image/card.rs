//! The picture of a shared page (1200 × 630) and the podcast's cover (1500 × 1500), in the style of the pages: paper,
//! ink, a rule at the top, a plate of art with one vermilion needle.

use ateneu_drawing::{
    Breaking, Canvas, Colour, Error, TextBox, Typeface,
    palette::{BLOCK, BLOCK_META, BLOCK_RULE, INK, LONG_TEXT, MARKS, META, NORTH, PAPER},
};
use serde::Deserialize;

use super::fonts::Typefaces;

/// Content of an image, as the application describes it (web/src/app/share-drawing.ts).
#[derive(Debug, Deserialize)]
pub struct Drawing {
    format: Format,
    title: String,
    text: String,
    label: String,
    name: String,
    role: String,
    monogram: String,
    tone: Tone,
    art: Art,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Page,
    Podcast,
}

/// Ground of the art.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Tone {
    Plate,
    #[serde(rename = "plate-2")]
    Plate2,
    Moss,
    Ink,
    North,
}

/// SVG path data of the art: all marks, and the one that points north.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Art {
    front: String,
    back: String,
    north: String,
    north_back: String,
}

impl Tone {
    /// Returns the colours of ground, marks and the north mark.
    fn colours(self) -> (Colour, Colour, Colour) {
        match self {
            Tone::Plate => (Colour(0xdd_e3_da), INK, Colour(0xc2_33_1a)),
            Tone::Plate2 => (Colour(0xc4_cf_c4), INK, Colour(0xb0_2c_15)),
            Tone::Moss => (Colour(0x2c_4a_3d), MARKS, Colour(0xff_8f_70)),
            Tone::Ink => (BLOCK, MARKS, NORTH),
            Tone::North => (Colour(0xc2_33_1a), Colour(0xfd_f3_ef), INK),
        }
    }
}

impl Drawing {
    /// Draws the picture as PNG.
    pub fn draw(&self, faces: &Typefaces) -> Result<Vec<u8>, Error> {
        match self.format {
            Format::Page => self.page(faces)?.png(None),
            Format::Podcast => self.podcast(faces)?.png(None),
        }
    }

    fn page(&self, faces: &Typefaces) -> Result<Canvas, Error> {
        const LEFT: f32 = 64.0;
        const MEASURE: f32 = 652.0;
        const PLATE: f32 = 780.0;
        let mut canvas = Canvas::new(1200, 630, PAPER)?;
        let (ground, ..) = self.tone.colours();
        canvas.rectangle(PLATE, 0.0, 420.0, 630.0, ground);
        self.art(&mut canvas, (PLATE, 0.0))?;

        canvas.rectangle(LEFT, 60.0, PLATE - LEFT, 2.0, INK);
        one_line(&mut canvas, &faces.strong, &self.label, (LEFT, 104.0), 24.0, MEASURE, INK);
        self.words(&mut canvas, faces, (LEFT, 142.0), MEASURE);

        canvas.rectangle(LEFT, 502.0, 64.0, 64.0, BLOCK);
        let initials = faces.initials.line(&self.monogram);
        let size = 28.0;
        let start = LEFT + (64.0 - initials.width * size) / 2.0;
        canvas.words(&initials, (start, 543.5), size, PAPER);
        let beside = LEFT + 64.0 + 20.0;
        let left = MEASURE - 84.0;
        one_line(&mut canvas, &faces.strong, &self.name, (beside, 528.0), 25.0, left, INK);
        one_line(&mut canvas, &faces.plain, &self.role, (beside, 560.0), 21.0, left, META);
        Ok(canvas)
    }

    /// Draws the title, and below it as much of the text as fits.
    fn words(&self, canvas: &mut Canvas, faces: &Typefaces, (left, top): (f32, f32), measure: f32) {
        const BOTTOM: f32 = 470.0;
        let room = TextBox {
            width: measure,
            height: BOTTOM - top,
            most_lines: 6,
            sizes: (84.0, 44.0),
            leading: 1.06,
        };
        let title = faces.display.fit(&self.title, room, Breaking::Even);
        let mut baseline = top - title.size * 0.1;
        for line in &title.lines {
            baseline += title.size * room.leading;
            // Large letters have white space on their left. The shift aligns their stems with the margin.
            canvas.words(line, (left - title.size * 0.02, baseline), title.size, INK);
        }
        let top = baseline + title.size * 0.28 + 16.0;
        let lede = TextBox {
            width: measure,
            height: BOTTOM - top,
            most_lines: 4,
            sizes: (27.0, 23.0),
            leading: 1.42,
        };
        if self.text.is_empty() || lede.height < 2.0 * 23.0 * lede.leading {
            return;
        }
        let text = faces.plain.fit(&self.text, lede, Breaking::Even);
        baseline = top - text.size * 0.3;
        for line in &text.lines {
            baseline += text.size * lede.leading;
            canvas.words(line, (left, baseline), text.size, LONG_TEXT);
        }
    }

    fn podcast(&self, faces: &Typefaces) -> Result<Canvas, Error> {
        const LEFT: f32 = 110.0;
        const MEASURE: f32 = 1280.0;
        let mut canvas = Canvas::new(1500, 1500, BLOCK)?;
        self.art(&mut canvas, (0.0, 0.0))?;
        canvas.rectangle(LEFT, 980.0, MEASURE, 3.0, BLOCK_RULE);
        one_line(&mut canvas, &faces.strong, &self.label, (LEFT, 1056.0), 46.0, MEASURE, BLOCK_META);
        let room =
            TextBox { width: MEASURE, height: 230.0, most_lines: 2, sizes: (190.0, 90.0), leading: 1.05 };
        let title = faces.display.fit(&self.title, room, Breaking::Even);
        let mut baseline = 1066.0;
        for line in &title.lines {
            baseline += title.size * room.leading;
            canvas.words(line, (LEFT - title.size * 0.02, baseline), title.size, PAPER);
        }
        one_line(&mut canvas, &faces.plain, &self.text, (LEFT, 1392.0), 52.0, MEASURE, BLOCK_META);
        Ok(canvas)
    }

    fn art(&self, canvas: &mut Canvas, place: (f32, f32)) -> Result<(), Error> {
        let (_, marks, north) = self.tone.colours();
        canvas.path(&self.art.back, place, marks, 0.32)?;
        canvas.path(&self.art.front, place, marks, 1.0)?;
        canvas.path(&self.art.north_back, place, north, 0.45)?;
        canvas.path(&self.art.north, place, north, 1.0)
    }
}

/// Draws a text in one line, with an ellipsis if it is too long.
fn one_line(
    canvas: &mut Canvas,
    face: &Typeface,
    text: &str,
    place: (f32, f32),
    size: f32,
    measure: f32,
    colour: Colour,
) {
    let room =
        TextBox { width: measure, height: size * 2.0, most_lines: 1, sizes: (size, size), leading: 1.0 };
    for line in &face.fit(text, room, Breaking::Even).lines {
        canvas.words(line, place, size, colour);
    }
}
