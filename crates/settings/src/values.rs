//! Typed values of the settings.

use std::{collections::BTreeMap, time::Duration};

use crate::declared::{self, Declared, Kind};

/// All settings at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Minimum length of a password in characters.
    pub min_password_length: usize,
    /// True to refuse passwords known from leaks.
    pub leaked_password_check: bool,
    /// Maximum number of failed sign-ins in a window, per account and per address.
    pub rate_limit_max_attempts: i64,
    /// Length of the window of failed sign-ins.
    pub rate_limit_window: Duration,
    /// Lifetime of a one-time code.
    pub otp_expiry: Duration,
    /// Lifetime of a mailed link.
    pub magic_link_expiry: Duration,
    /// True if an address must be confirmed before its account can sign in.
    pub email_confirmation_required: bool,
    /// True if visitors may create accounts.
    pub allow_signup: bool,
}

/// Stored texts by key.
pub(crate) type Texts = BTreeMap<String, String>;

impl Values {
    /// Reads stored texts. A missing or invalid one counts as its default, so that a value written past the settings
    /// functions can never weaken security.
    pub(crate) fn read(texts: &Texts) -> Self {
        let seconds = |declared| Duration::from_secs(number(texts, declared).unsigned_abs());
        Self {
            min_password_length: usize::try_from(number(texts, &declared::MIN_PASSWORD_LENGTH)).unwrap_or(8),
            leaked_password_check: switch(texts, &declared::LEAKED_PASSWORD_CHECK),
            rate_limit_max_attempts: number(texts, &declared::RATE_LIMIT_MAX_ATTEMPTS),
            rate_limit_window: seconds(&declared::RATE_LIMIT_WINDOW_HOURS) * 3_600,
            otp_expiry: seconds(&declared::OTP_EXPIRY_SECONDS),
            magic_link_expiry: seconds(&declared::MAGIC_LINK_EXPIRY_SECONDS),
            email_confirmation_required: switch(texts, &declared::EMAIL_CONFIRMATION_REQUIRED),
            allow_signup: switch(texts, &declared::ALLOW_SIGNUP),
        }
    }
}

fn stored(texts: &Texts, declared: &Declared) -> Option<String> {
    let text = texts.get(declared.key)?;
    let accepted = declared.accept(text);
    if accepted.is_none() {
        tracing::warn!(key = declared.key, "a stored setting is unusable; its default counts");
    }
    accepted
}

fn number(texts: &Texts, declared: &Declared) -> i64 {
    let default = match declared.kind {
        Kind::Number { default, .. } => default,
        Kind::Switch { .. } | Kind::Choice { .. } | Kind::SecretAddress => 0,
    };
    stored(texts, declared).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn switch(texts: &Texts, declared: &Declared) -> bool {
    let default = matches!(declared.kind, Kind::Switch { default: true });
    stored(texts, declared).and_then(|text| text.parse().ok()).unwrap_or(default)
}
