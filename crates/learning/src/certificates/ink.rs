//! Flat shapes and words on a page: all that the certificate needs of the PDF library.

use krilla::{
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    num::NormalizedF32,
    paint::Fill,
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag},
};

use super::{
    art::Triangle,
    letters::{Face, Line},
};

/// Face, size and color of words.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    pub face: &'a Face,
    pub size: f32,
    pub colour: u32,
}

/// Draws something that screen readers pass over.
pub fn decoration(surface: &mut Surface<'_>, draw: impl FnOnce(&mut Surface<'_>)) {
    // Artifacts have no place in the tree.
    let _artifact = surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
    draw(surface);
    surface.end_tagged();
}

pub fn draw_line(surface: &mut Surface<'_>, style: Style<'_>, line: &Line, (x, baseline): (f32, f32)) {
    surface.set_fill(Some(fill(style.colour, 1.0)));
    let start = Point::from_xy(x, baseline);
    surface.draw_glyphs(start, &line.glyphs, style.face.embedded.clone(), &line.text, style.size, false);
}

pub fn rectangle(surface: &mut Surface<'_>, (x, y, width, height): (f32, f32, f32, f32), colour: u32) {
    let mut path = PathBuilder::new();
    if let Some(area) = Rect::from_xywh(x, y, width, height) {
        path.push_rect(area);
    }
    paint(surface, path, colour, 1.0);
}

pub fn triangle(surface: &mut Surface<'_>, [first, second, third]: Triangle, colour: u32, opacity: f32) {
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    path.line_to(second.0, second.1);
    path.line_to(third.0, third.1);
    path.close();
    paint(surface, path, colour, opacity);
}

fn paint(surface: &mut Surface<'_>, path: PathBuilder, colour: u32, opacity: f32) {
    if let Some(path) = path.finish() {
        surface.set_fill(Some(fill(colour, opacity)));
        surface.draw_path(&path);
    }
}

pub fn fill(colour: u32, opacity: f32) -> Fill {
    let [_, red, green, blue] = colour.to_be_bytes();
    let opacity = NormalizedF32::new(opacity).unwrap_or(NormalizedF32::ONE);
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity, ..Fill::default() }
}
