//! The art of the visual identity: a field of compass needles that circle one point, where one needle points north.

use std::f32::consts::{FRAC_PI_2, TAU};

use crate::palette::{Colour, MARKS, NORTH};

/// The corners of a triangle.
pub type Triangle = [(f32, f32); 3];

/// One needle: its front and its fainter back.
struct Needle {
    front: Triangle,
    back: Triangle,
    is_north: bool,
}

/// Returns the triangles of the field on a plate of this size, with their colours on [`BLOCK`](crate::palette::BLOCK)
/// and opacities. There is a needle for each square of about `step`. The same seed gives the same field.
pub fn triangles(seed: &str, size: (f32, f32), step: f32) -> Vec<(Triangle, Colour, f32)> {
    let parts = |needle: Needle| {
        let (colour, opacity) = if needle.is_north { (NORTH, 0.45) } else { (MARKS, 0.32) };
        [(needle.back, colour, opacity), (needle.front, colour, 1.0)]
    };
    needles(seed, size, step).into_iter().flat_map(parts).collect()
}

fn needles(seed: &str, (width, height): (f32, f32), step: f32) -> Vec<Needle> {
    let count = |length: f32| (length / step).round().max(2.0);
    let (columns, rows) = (count(width), count(height));
    let (cell_x, cell_y) = (width / columns, height / rows);
    let length = cell_x.min(cell_y) * 0.96;
    let [across, down] = fractions(seed);
    let pole = (width * (0.3 + across * 0.4), height * (0.25 + down * 0.5));
    let centres = (0..rows as usize).flat_map(|row| {
        (0..columns as usize).map(move |column| ((column as f32 + 0.5) * cell_x, (row as f32 + 0.5) * cell_y))
    });
    let centres: Vec<(f32, f32)> = centres.collect();
    let distance = |(x, y): (f32, f32)| (x - pole.0).hypot(y - pole.1);
    let nearest = centres.iter().copied().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    centres
        .into_iter()
        .map(|(x, y)| {
            let is_north = nearest == Some((x, y));
            let angle = if is_north { -FRAC_PI_2 } else { (y - pole.1).atan2(x - pole.0) + FRAC_PI_2 };
            needle((x, y), angle, length, is_north)
        })
        .collect()
}

fn needle((x, y): (f32, f32), angle: f32, length: f32, is_north: bool) -> Needle {
    let (sin, cos) = (angle % TAU).sin_cos();
    let at = |along: f32, across: f32| (x + along * cos - across * sin, y + along * sin + across * cos);
    let (tip, waist) = (length / 2.0, length * 0.085);
    Needle {
        front: [at(tip, 0.0), at(0.0, waist), at(0.0, -waist)],
        back: [at(-tip, 0.0), at(0.0, -waist), at(0.0, waist)],
        is_north,
    }
}

/// Returns two numbers from 0 to 1, derived from the text (FNV-1a).
fn fractions(seed: &str) -> [f32; 2] {
    let hash =
        seed.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [a, b, c, d] = hash.to_be_bytes();
    [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])].map(|part| f32::from(part) / f32::from(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_art_of_a_certificate_follows_its_code() {
        let field = needles("7K3M-Q0ZD-X9TB", (240.0, 600.0), 48.0);
        assert_eq!(field.len(), 5 * 13);
        let north: Vec<_> = field.iter().filter(|needle| needle.is_north).collect();
        assert_eq!(north.len(), 1);
        let [tip, left, _] = north[0].front;
        assert!(tip.1 < left.1);
        let other = needles("7K3M-Q0ZD-X9TC", (240.0, 600.0), 48.0);
        assert!(field.iter().zip(&other).any(|(one, two)| one.front != two.front));
    }
}
