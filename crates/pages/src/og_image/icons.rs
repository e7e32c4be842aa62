//! The site's icon: the owner's initials on ink, as SVG and in bitmaps.

use ateneu_drawing::{
    Canvas, Colour, Error,
    palette::{BLOCK, NORTH, PAPER},
};

use super::fonts::Typefaces;

/// Height of the letters as a part of the icon's side. Platforms cut round icons from square ones, so everything lies
/// within the middle four fifths.
const LETTER: f32 = 0.56;
const BASELINE: f32 = 0.635;
/// The mark under the letters: left edge and top, width and height.
const MARK: (f32, f32, f32, f32) = (0.44, 0.73, 0.12, 0.04);

/// Returns `/icon.svg`.
pub fn svg(faces: &Typefaces, monogram: &str) -> String {
    let side = 64.0;
    let line = faces.initials.line(monogram);
    let size = fitting(line.width) * side;
    let letters = line.svg((side - line.width * size) / 2.0, BASELINE * side, size);
    let (x, y, width, height) = MARK;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\">\
         <path fill=\"{}\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"{}\" d=\"{}\"/>\
         <path fill=\"{}\" d=\"M{:.2} {:.2}h{:.2}v{:.2}h-{:.2}z\"/></svg>",
        hex(BLOCK),
        hex(PAPER),
        letters,
        hex(NORTH),
        x * side,
        y * side,
        width * side,
        height * side,
        width * side,
    )
}

/// Returns a square PNG with this side in pixels.
pub fn png(faces: &Typefaces, monogram: &str, side: u32) -> Result<Vec<u8>, Error> {
    let mut canvas = Canvas::new(side, side, BLOCK)?;
    let side = side as f32;
    let line = faces.initials.line(monogram);
    let size = fitting(line.width) * side;
    let start = (side - line.width * size) / 2.0;
    canvas.words(&line, (start, BASELINE * side), size, PAPER);
    let (x, y, width, height) = MARK;
    canvas.rectangle(x * side, y * side, width * side, height * side, NORTH);
    canvas.png(None)
}

/// Returns `/favicon.ico`, for programs that request only this: one PNG in the old container.
pub fn ico(faces: &Typefaces, monogram: &str) -> Result<Vec<u8>, Error> {
    const SIDE: u8 = 48;
    let picture = png(faces, monogram, u32::from(SIDE))?;
    let length = u32::try_from(picture.len()).map_err(|_| Error("the icon is too large".into()))?;
    // Reserved, type "icon", one picture; its side twice, no palette, reserved, one plane, 32 bits a pixel.
    let mut file = vec![0, 0, 1, 0, 1, 0, SIDE, SIDE, 0, 0, 1, 0, 32, 0];
    file.extend(length.to_le_bytes());
    file.extend(22_u32.to_le_bytes());
    file.extend(picture);
    Ok(file)
}

/// Returns `/manifest.webmanifest`, for the home screen of a phone.
pub fn manifest(name: &str, monogram: &str, description: &str) -> String {
    let icon = |side: u32, purpose: &str| {
        serde_json::json!({
            "src": format!("/icon-{side}.png"), "sizes": format!("{side}x{side}"), "type": "image/png",
            "purpose": purpose,
        })
    };
    serde_json::json!({
        "name": name, "short_name": if name.chars().count() > 12 { monogram } else { name },
        "description": description, "lang": "pt-BR", "dir": "ltr", "id": "/", "start_url": "/", "scope": "/",
        "display": "browser", "background_color": "#f3f4f0", "theme_color": "#f3f4f0",
        "icons": [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    })
    .to_string()
}

/// Returns the scale of the letters: three initials get smaller.
fn fitting(width: f32) -> f32 {
    LETTER.min(0.72 / width.max(0.1))
}

fn hex(Colour(value): Colour) -> String {
    format!("#{value:06x}")
}
