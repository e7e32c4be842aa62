//! Flat shapes on a bitmap: the drawings' interface to the graphics library.

use harfrust::font::glyph::outline::PathSink;
use png::{BitDepth, ColorType, Encoder, EncodingError};
use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Transform};

use crate::{art::Triangle, error::Error, palette::Colour, typeface::Line};

/// A drawing in progress. Lengths are pixels from the top left corner.
pub struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    /// Creates a picture of this size on an opaque ground.
    ///
    /// # Errors
    /// Fails if a side is 0 or there is no memory.
    pub fn new(width: u32, height: u32, ground: Colour) -> Result<Self, Error> {
        let pixels = Pixmap::new(width, height);
        let mut pixels = pixels.ok_or_else(|| Error(format!("no room for {width} × {height}")))?;
        pixels.fill(opaque(ground));
        Ok(Self { pixels })
    }

    /// Fills a rectangle.
    pub fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        if let Some(area) = Rect::from_xywh(x, y, width, height) {
            let paint = paint(colour, 1.0);
            self.pixels.fill_rect(area, &paint, Transform::identity(), None);
        }
    }

    /// Fills the shape of SVG path data, moved to a place.
    ///
    /// # Errors
    /// Fails if the data is malformed.
    pub fn path(&mut self, data: &str, place: (f32, f32), colour: Colour, opacity: f32) -> Result<(), Error> {
        let mut outline = Outline::default();
        for segment in SimplifyingPathParser::from(data) {
            let segment = segment.map_err(|error| Error(format!("the art: {error}")))?;
            outline.add(segment);
        }
        self.fill(outline, Transform::from_translate(place.0, place.1), colour, opacity);
        Ok(())
    }

    /// Fills a triangle.
    pub fn triangle(&mut self, [first, second, third]: Triangle, colour: Colour, opacity: f32) {
        let mut outline = Outline::default();
        outline.0.move_to(first.0, first.1);
        outline.0.line_to(second.0, second.1);
        outline.0.line_to(third.0, third.1);
        outline.0.close();
        self.fill(outline, Transform::identity(), colour, opacity);
    }

    /// Draws a line of text that begins at (x, baseline).
    pub fn words(&mut self, line: &Line<'_>, (x, baseline): (f32, f32), size: f32, colour: Colour) {
        let mut outline = Outline::default();
        line.outline(x, baseline, size, &mut outline);
        self.fill(outline, Transform::identity(), colour, 1.0);
    }

    /// Returns the finished picture as PNG, with an optional keyword and text.
    ///
    /// # Errors
    /// Fails if PNG does not allow the keyword.
    pub fn png(&self, text: Option<(&str, &str)>) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.pixels.width(), self.pixels.height());
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        if let Some((keyword, text)) = text {
            encoder.add_itxt_chunk(keyword.to_owned(), text.to_owned())?;
        }
        let mut writer = encoder.write_header()?;
        // The ground is opaque, so no colour is premultiplied.
        writer.write_image_data(self.pixels.data())?;
        writer.finish()?;
        Ok(file)
    }

    fn fill(&mut self, outline: Outline, place: Transform, colour: Colour, opacity: f32) {
        if let Some(path) = outline.0.finish() {
            self.pixels.fill_path(&path, &paint(colour, opacity), FillRule::Winding, place, None);
        }
    }
}

impl From<EncodingError> for Error {
    fn from(problem: EncodingError) -> Self {
        Error(problem.to_string())
    }
}

fn opaque(colour: Colour) -> Color {
    let [red, green, blue] = colour.rgb();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(colour: Colour, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    let mut shade = opaque(colour);
    shade.apply_opacity(opacity);
    paint.set_color(shade);
    paint.anti_alias = true;
    paint
}

/// Collects the outlines of fonts and art.
#[derive(Default)]
struct Outline(PathBuilder);

impl Outline {
    fn add(&mut self, segment: SimplePathSegment) {
        let path = &mut self.0;
        match segment {
            SimplePathSegment::MoveTo { x, y } => path.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => path.line_to(x as f32, y as f32),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                path.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                path.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
            }
            SimplePathSegment::ClosePath => path.close(),
        }
    }
}

impl PathSink for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.0.quad_to(cx0, cy0, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
