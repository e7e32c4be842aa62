//! Flat shapes on a bitmap: all that the drawings need of a graphics library.

use harfrust::font::glyph::outline::PathSink;
use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

use super::layout::Line;
use crate::error::Error;

/// A colour as `0xrrggbb`.
#[derive(Clone, Copy)]
pub struct Colour(pub u32);

/// A drawing under way; lengths are pixels from the top left corner.
pub struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    pub fn new(width: u32, height: u32, ground: Colour) -> Result<Self, Error> {
        let pixels = Pixmap::new(width, height);
        let mut pixels = pixels.ok_or_else(|| Error::Drawing(format!("no room for {width} × {height}")))?;
        pixels.fill(ground.opaque());
        Ok(Self { pixels })
    }

    pub fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        if let Some(area) = Rect::from_xywh(x, y, width, height) {
            let paint = paint(colour, 1.0);
            self.pixels.fill_rect(area, &paint, Transform::identity(), None);
        }
    }

    /// SVG path data, moved to (x, y).
    pub fn path(
        &mut self,
        data: &str,
        (x, y): (f32, f32),
        colour: Colour,
        opacity: f32,
    ) -> Result<(), Error> {
        let mut outline = Outline::default();
        for segment in SimplifyingPathParser::from(data) {
            let segment = segment.map_err(|error| Error::Drawing(format!("the art: {error}")))?;
            outline.add(segment);
        }
        self.fill(outline, Transform::from_translate(x, y), colour, opacity);
        Ok(())
    }

    pub fn words(&mut self, line: &Line<'_>, (x, baseline): (f32, f32), size: f32, colour: Colour) {
        let mut outline = Outline::default();
        line.outline(x, baseline, size, &mut outline);
        self.fill(outline, Transform::identity(), colour, 1.0);
    }

    /// The finished picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        self.pixels.encode_png().map_err(|error| Error::Drawing(error.to_string()))
    }

    fn fill(&mut self, outline: Outline, place: Transform, colour: Colour, opacity: f32) {
        if let Some(path) = outline.finish() {
            self.pixels.fill_path(&path, &paint(colour, opacity), FillRule::Winding, place, None);
        }
    }
}

impl Colour {
    fn opaque(self) -> Color {
        let [_, red, green, blue] = self.0.to_be_bytes();
        Color::from_rgba8(red, green, blue, 255)
    }
}

fn paint(colour: Colour, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    let mut shade = colour.opaque();
    shade.apply_opacity(opacity);
    paint.set_color(shade);
    paint.anti_alias = true;
    paint
}

/// Collects what fonts and art draw.
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

    fn finish(self) -> Option<Path> {
        self.0.finish()
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
