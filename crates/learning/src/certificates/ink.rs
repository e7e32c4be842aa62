//! Flat shapes and text on a page: the certificate's interface to the PDF library.

use ateneu_drawing::{Colour, Line, art::Triangle};
use krilla::{
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    num::NormalizedF32,
    paint::Fill,
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag},
    text::{GlyphId, KrillaGlyph},
};

use super::fonts::Face;

/// Face, size and colour of text.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    pub face: &'a Face,
    pub size: f32,
    pub colour: Colour,
}

/// Draws a decoration that screen readers skip.
pub fn decoration(surface: &mut Surface<'_>, draw: impl FnOnce(&mut Surface<'_>)) {
    // Artifacts are not part of the tag tree.
    let _artifact = surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
    draw(surface);
    surface.end_tagged();
}

pub fn draw_line(surface: &mut Surface<'_>, style: Style<'_>, line: &Line<'_>, (x, baseline): (f32, f32)) {
    surface.set_fill(Some(fill(style.colour, 1.0)));
    let start = Point::from_xy(x, baseline);
    let glyphs = line.glyphs.iter().map(|glyph| KrillaGlyph {
        glyph_id: GlyphId::new(glyph.id),
        text_range: glyph.range.clone(),
        x_advance: glyph.advance,
        x_offset: glyph.offset.0,
        y_offset: glyph.offset.1,
        y_advance: 0.0,
        location: None,
    });
    let glyphs: Vec<KrillaGlyph> = glyphs.collect();
    surface.draw_glyphs(start, &glyphs, style.face.embedded.clone(), &line.text, style.size, false);
}

pub fn rectangle(surface: &mut Surface<'_>, (x, y, width, height): (f32, f32, f32, f32), colour: Colour) {
    let mut path = PathBuilder::new();
    if let Some(area) = Rect::from_xywh(x, y, width, height) {
        path.push_rect(area);
    }
    paint(surface, path, colour, 1.0);
}

pub fn triangle(surface: &mut Surface<'_>, [first, second, third]: Triangle, colour: Colour, opacity: f32) {
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    path.line_to(second.0, second.1);
    path.line_to(third.0, third.1);
    path.close();
    paint(surface, path, colour, opacity);
}

fn paint(surface: &mut Surface<'_>, path: PathBuilder, colour: Colour, opacity: f32) {
    if let Some(path) = path.finish() {
        surface.set_fill(Some(fill(colour, opacity)));
        surface.draw_path(&path);
    }
}

pub fn fill(colour: Colour, opacity: f32) -> Fill {
    let [red, green, blue] = colour.rgb();
    let opacity = NormalizedF32::new(opacity).unwrap_or(NormalizedF32::ONE);
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity, ..Fill::default() }
}
