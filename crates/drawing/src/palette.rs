//! The values of web/src/styles/tokens.css and art.css.

/// A colour as `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u32);

impl Colour {
    /// Red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }
}

/// Ground of pages.
pub const PAPER: Colour = Colour(0xf3_f4_f0);
/// Titles and labels.
pub const INK: Colour = Colour(0x12_20_1b);
/// Running text.
pub const LONG_TEXT: Colour = Colour(0x3d_4a_44);
/// Notes beside a text.
pub const META: Colour = Colour(0x56_62_59);
/// Thin rules.
pub const HAIRLINE: Colour = Colour(0xd2_d8_cf);
/// Dark ground.
pub const BLOCK: Colour = Colour(0x12_26_1e);
/// [`META`] on a dark ground.
pub const BLOCK_META: Colour = Colour(0xb9_c6_bd);
/// Rules on a dark ground.
pub const BLOCK_RULE: Colour = Colour(0x3a_51_45);
/// Art on a dark ground.
pub const MARKS: Colour = Colour(0xe8_ed_e7);
/// The needle of the art that points north, on [`BLOCK`].
pub const NORTH: Colour = Colour(0xff_7a_57);
