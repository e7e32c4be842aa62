//! The badge: a picture of the art with a QR code of the public page, and the credential inside.

use ateneu_drawing::{
    Canvas, Error, art,
    palette::{BLOCK, INK, PAPER},
};
use qrcode::{EcLevel, QrCode};

/// PNG chunk for a credential, defined by Open Badges 3.0.
const CHUNK: &str = "openbadgecredential";
const SIDE: u32 = 640;
/// Side of the paper square with the code, at the bottom right.
const SHEET: f32 = 208.0;
const QUIET: f32 = 20.0;

/// Draws the badge as PNG with the credential in it. `link` is the URL of the public page.
///
/// # Errors
/// Returns a defect of the program.
pub fn draw(code: &str, credential: &str, link: &str) -> Result<Vec<u8>, Error> {
    let side = SIDE as f32;
    let mut canvas = Canvas::new(SIDE, SIDE, BLOCK)?;
    for (corners, colour, opacity) in art::triangles(code, (side, side), 64.0) {
        canvas.triangle(corners, colour, opacity);
    }
    let start = side - SHEET;
    canvas.rectangle(start, start, SHEET, SHEET, PAPER);
    let squares =
        QrCode::with_error_correction_level(link, EcLevel::M).map_err(|error| Error(error.to_string()))?;
    // The size is in whole pixels, or seams would show between the squares.
    let module = ((SHEET - 2.0 * QUIET) / squares.width() as f32).floor().max(1.0);
    let quiet = ((SHEET - module * squares.width() as f32) / 2.0).floor();
    for (place, _) in squares.to_colors().iter().enumerate().filter(|(_, tone)| **tone == qrcode::Color::Dark)
    {
        let (column, row) = ((place % squares.width()) as f32, (place / squares.width()) as f32);
        let at = |number: f32| start + quiet + number * module;
        canvas.rectangle(at(column), at(row), module, module, INK);
    }
    canvas.png(Some((CHUNK, credential)))
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
