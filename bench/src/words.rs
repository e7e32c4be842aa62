//! Texts to search in.

/// Words that are used. A few of them make most of a text, as in every language.
const VOCABULARY: f64 = 8_000.0;

/// A word that nobody else would say: `gabo`, `temuri`.
pub fn word(number: u32) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "lo", "cu", "da", "re",
        "mi", "to", "zu",
    ];
    let (mut left, mut word) = (number + 20, String::new());
    while left > 0 {
        word.push_str(SYLLABLES[(left % 20) as usize]);
        left /= 20;
    }
    word
}

/// Numbers that look like chance and are the same in each run.
pub struct Chance(u64);

impl Chance {
    /// The same for every text.
    pub fn new() -> Self {
        Self(1)
    }

    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1_u64 << 24) as f64
    }

    /// The rarer a word, the larger its number.
    pub fn word(&mut self) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the vocabulary")]
        let number = (VOCABULARY * self.next().powi(3)) as u32;
        word(number)
    }
}

/// Two words that much of the text consists of, for a search with that number.
pub fn two_common(number: u32) -> String {
    format!("{} {}", word(number % 20), word(number % 19 + 20))
}

/// One of these and one that few texts have.
pub fn common_and_rare(number: u32) -> String {
    format!("{} {}", word(number % 20), word(4_000 + number))
}

/// The beginnings of two words.
pub fn beginnings(number: u32) -> String {
    format!("{} {}", &word(number)[..3], &word(number + 40)[..2])
}
