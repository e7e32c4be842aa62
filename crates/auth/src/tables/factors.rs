//! Second factors: what a person proves beyond the password. A factor counts once it was proved for the first time.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("factors", "Second factors.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("factor_type").required().one_of(&["totp", "phone", "webauthn", "recovery_code"]),
            text("status").one_of(&["unverified", "verified"]).or("unverified"),
            // Empty where the person gave none: two of those clash as well.
            text("friendly_name").or(""),
            // Digits only, of a telephone.
            text("phone"),
            // What proofs are checked against, encrypted: the shared secret of an authenticator app, a public key.
            text("secret").secret(),
            // The newest 30-second step a code was accepted for: it and those before are used up.
            int("last_step"),
            // Wrong codes since the last right one, and until when no code is looked at.
            int("wrong_codes").or(0_i64),
            timestamp("locked_until"),
            timestamp("last_challenged_at"),
            // When it was proved for the first time, or recovery codes were last made.
            timestamp("verified_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["user_id", "friendly_name"])
}
