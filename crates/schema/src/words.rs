//! Enums whose values are stored words.

use std::borrow::Cow;

use ateneu_base::{Aal, Entitlement};
use schemars::{Schema, json_schema};
use serde::{Deserialize, Deserializer, de};

/// An enum without fields whose values are stored words. `#[derive(Words)]` implements it.
pub trait Words: Copy + Eq + Send + Sync + 'static {
    /// Name of the type, also in TypeScript.
    const NAME: &'static str;
    /// The variants, in their order.
    const ALL: &'static [Self];
    /// The words, in the order of the variants.
    const WORDS: &'static [&'static str];

    /// Returns the stored word.
    fn word(self) -> &'static str;

    /// Returns the value of a word. Returns `None` if the word is unknown.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|each| each.word() == word)
    }
}

impl Words for Entitlement {
    const NAME: &'static str = "Entitlement";
    const ALL: &'static [Self] = Self::ALL;
    const WORDS: &'static [&'static str] = Self::NAMES;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Words for Aal {
    const NAME: &'static str = "Aal";
    const ALL: &'static [Self] = &[Self::Aal1, Self::Aal2];
    const WORDS: &'static [&'static str] = &["aal1", "aal2"];

    fn word(self) -> &'static str {
        Aal::word(self)
    }
}

/// Reads a word.
///
/// # Errors
/// Fails if the type does not have it.
pub fn deserialize<'de, E: Words, D: Deserializer<'de>>(word: D) -> Result<E, D::Error> {
    let word = Cow::<'_, str>::deserialize(word)?;
    E::of(&word).ok_or_else(|| de::Error::unknown_variant(&word, E::WORDS))
}

/// Describes the words by JSON Schema.
pub fn schema<E: Words>(about: &str) -> Schema {
    let mut schema = json_schema!({ "type": "string", "enum": E::WORDS });
    if !about.is_empty() {
        schema.insert("description".into(), about.into());
    }
    schema
}
