//! The badge: a picture of the art with the code that opens the public page, and the credential inside.

use png::{BitDepth, ColorType, Encoder};
use qrcode::{EcLevel, QrCode};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Transform};

use super::art::{self, Triangle};

/// The chunk that Open Badges 3.0 names for a credential in a PNG.
const CHUNK: &str = "openbadgecredential";
const SIDE: u32 = 640;
/// The paper square with the code, at the bottom right.
const PAPER: f32 = 208.0;
const QUIET: f32 = 20.0;

/// Reason why a badge could not be drawn: a defect of the program.
#[derive(Debug, thiserror::Error)]
#[error("the badge could not be drawn: {0}")]
pub struct Undrawn(String);

/// The picture as PNG with the credential in it; `link` is the address of the public page.
///
/// # Errors
/// Returns a defect of the program.
pub fn draw(code: &str, credential: &str, link: &str) -> Result<Vec<u8>, Undrawn> {
    let side = SIDE as f32;
    let mut pixels = Pixmap::new(SIDE, SIDE).ok_or_else(|| Undrawn("no room".into()))?;
    pixels.fill(colour(0x12_26_1e, 1.0));
    for needle in art::needles(code, (side, side), 64.0) {
        let (tone, back) = if needle.is_north { (0xff_7a_57, 0.45) } else { (0xe8_ed_e7, 0.32) };
        triangle(&mut pixels, needle.back, colour(tone, back));
        triangle(&mut pixels, needle.front, colour(tone, 1.0));
    }
    let start = side - PAPER;
    rectangle(&mut pixels, (start, start, PAPER), colour(0xf3_f4_f0, 1.0));
    let squares = QrCode::with_error_correction_level(link, EcLevel::M).map_err(undrawn)?;
    // Whole pixels, or seams would show between the squares.
    let module = ((PAPER - 2.0 * QUIET) / squares.width() as f32).floor().max(1.0);
    let quiet = ((PAPER - module * squares.width() as f32) / 2.0).floor();
    for (place, _) in squares.to_colors().iter().enumerate().filter(|(_, tone)| **tone == qrcode::Color::Dark)
    {
        let (column, row) = ((place % squares.width()) as f32, (place / squares.width()) as f32);
        let at = |number: f32| start + quiet + number * module;
        rectangle(&mut pixels, (at(column), at(row), module), colour(0x12_20_1b, 1.0));
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, SIDE, SIDE);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.add_itxt_chunk(CHUNK.to_owned(), credential.to_owned()).map_err(undrawn)?;
    let mut writer = encoder.write_header().map_err(undrawn)?;
    // Nothing is transparent: no colour was multiplied.
    writer.write_image_data(pixels.data()).map_err(undrawn)?;
    writer.finish().map_err(undrawn)?;
    Ok(file)
}

fn undrawn(error: impl std::error::Error) -> Undrawn {
    Undrawn(error.to_string())
}

fn colour(value: u32, opacity: f32) -> Color {
    let [_, red, green, blue] = value.to_be_bytes();
    let mut colour = Color::from_rgba8(red, green, blue, 255);
    colour.apply_opacity(opacity);
    colour
}

fn rectangle(pixels: &mut Pixmap, (x, y, side): (f32, f32, f32), colour: Color) {
    if let Some(area) = Rect::from_xywh(x, y, side, side) {
        let mut paint = Paint::default();
        paint.set_color(colour);
        pixels.fill_rect(area, &paint, Transform::identity(), None);
    }
}

fn triangle(pixels: &mut Pixmap, [first, second, third]: Triangle, colour: Color) {
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    path.line_to(second.0, second.1);
    path.line_to(third.0, third.1);
    path.close();
    if let Some(path) = path.finish() {
        let mut paint = Paint::default();
        paint.set_color(colour);
        paint.anti_alias = true;
        pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use png::Decoder;

    use super::*;

    #[test]
    fn the_credential_is_inside_the_picture() {
        let file =
            draw("7K3M-Q0ZD-X9TB", "a.b.c", "https://exemplo.com.br/certificados/7K3M-Q0ZD-X9TB").unwrap();
        let reader = Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let chunks = &reader.info().utf8_text;
        assert_eq!(chunks.len(), 1);
        assert_eq!((chunks[0].keyword.as_str(), chunks[0].get_text().unwrap().as_str()), (CHUNK, "a.b.c"));
        assert!(file.len() < 120 * 1024, "{}", file.len());
    }
}
