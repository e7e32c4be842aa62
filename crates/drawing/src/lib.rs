//! Drawing by the server: texts in the fonts of the visual identity, its colours and art, pictures made of them. Their
//! content belongs to the crates that use them.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the error
//! - `palette`: the colours
//! - `typeface`: fonts, and lines set in them
//! - `text_box`: texts broken into fitting lines
//! - `art`: a field of compass needles
//! - `canvas`: pictures

pub mod art;
mod canvas;
mod error;
pub mod palette;
mod text_box;
mod typeface;

pub use canvas::Canvas;
pub use error::Error;
pub use palette::Colour;
pub use text_box::{Block, Breaking, TextBox};
pub use typeface::{Glyph, Line, Typeface};

/// Static fonts of the visual identity, for use without the built front end.
pub mod fonts {
    /// STIX Two Text at weight 400.
    pub const STIX_TWO_TEXT_400: &[u8] = include_bytes!("../fonts/stix-two-text-400.ttf");
    /// Instrument Sans at weight 400.
    pub const INSTRUMENT_SANS_400: &[u8] = include_bytes!("../fonts/instrument-sans-400.ttf");
    /// Instrument Sans at weight 550.
    pub const INSTRUMENT_SANS_550: &[u8] = include_bytes!("../fonts/instrument-sans-550.ttf");
}
