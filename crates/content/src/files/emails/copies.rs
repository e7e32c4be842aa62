//! Emails to the owner about the copies of the installation.

use super::fields::{Button, email_fields};

email_fields! {
    /// A copy that could not be made.
    CopyFailed {
        /// Reason, a sentence.
        reason: String = "motivo" required,
        /// The panel.
        button: Button = "botão",
    }

    /// A copy that could not be restored in a proof.
    CopyUnproved {
        /// Day of the copy.
        day: String = "dia",
        /// Reason, a sentence.
        reason: String = "motivo" required,
        /// The panel.
        button: Button = "botão",
    }

    /// A newest copy that is too old.
    CopyLate {
        /// Day of the copy.
        day: String = "dia" required,
        /// The panel.
        button: Button = "botão",
    }
}
