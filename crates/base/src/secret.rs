//! Secrets of the configuration: kept out of logs and error texts.

use std::fmt;

use serde::Deserialize;

/// A secret text. It prints as `***`, so that its owner may derive `Debug`.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Returns the text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// True if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "***" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_secret() {
        let secret = Secret::from("smtps://ana:segredo@relay.example");
        assert_eq!(format!("{secret:?} {:#?}", Some(&secret)), "*** Some(\n    ***,\n)");
        assert_eq!(secret.reveal(), "smtps://ana:segredo@relay.example");
        assert_eq!(format!("{:?}", Secret::default()), "(none)");
    }
}
