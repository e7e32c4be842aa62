//! Certificates, their revocations, and the keys of their credentials.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{admin, owner},
    table::{Check, Gender, boolean, exposed, int, internal, json, text, text_array, timestamp, uuid},
};

use crate::words::CertificateKind;

/// Certificates of courses and programmes. Written by the functions of this crate only.
pub fn certificates() -> Table {
    exposed("certificates", "Certificates of courses and programmes.")
        .row_label("Certificado", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            // Twelve characters in three groups, of an alphabet without look-alikes.
            text("code").required().length(14, 14),
            // Empty after an erasure of the account, if the holder keeps the certificate.
            uuid("user_id").references("users", "id", OnDelete::SetNull),
            // Account whose erasure removes the certificate. Empty if the holder keeps it.
            uuid("erased_with").references("users", "id", OnDelete::Cascade),
            // A certificate outlives its course.
            text("kind").required().words::<CertificateKind>(),
            uuid("course_id").references("courses", "id", OnDelete::SetNull),
            uuid("programme_id").references("programmes", "id", OnDelete::SetNull),
            text("title").required().length(1, 200),
            text("holder_name").required().length(2, 120),
            // Former names, oldest first: `[{"name", "until"}]`.
            json("former_names"),
            int("minutes").or(0_i64).check(Check::Range(0, 1_000_000)),
            timestamp("first_at").required(),
            timestamp("last_at").required(),
            text_array("lesson_titles"),
            timestamp("issued_at").now(),
            timestamp("reissued_at"),
            // Empty for unlimited validity.
            timestamp("expires_at"),
            // Choices for the public page.
            boolean("shows_name").or(false),
            boolean("shows_lessons").or(false),
            // Index of its credential in the status lists.
            int("status_index").required(),
            timestamp("revoked_at"),
            text("revoked_reason").length(1, 500),
        ])
        .unique(["code"])
        .unique(["user_id", "course_id"])
        .unique(["user_id", "programme_id"])
        .index(["user_id", "issued_at desc"])
        .index(["erased_with"])
        .index(["programme_id"])
        .index(["issued_at desc", "id"])
        .index(["course_id", "issued_at desc"])
        .index(["revoked_at", "issued_at desc"])
        .names_person("erased_with", By::Id, Erasure::Follow)
        .read(owner("user_id").or(admin()))
}

/// Indexes of credentials in the status lists. They are never reused. One without a certificate is revoked.
pub fn credential_statuses() -> Table {
    internal("credential_statuses", "Places of credentials in the status lists.")
        .columns([
            int("status_index").required(),
            uuid("certificate_id").references("certificates", "id", OnDelete::SetNull),
            timestamp("revoked_at"),
        ])
        .primary_key(["status_index"])
        .index(["certificate_id"])
}

/// Keys that sign credentials. They stay published for ever, because their credentials do not end.
pub fn credential_keys() -> Table {
    internal("credential_keys", "Keys that sign credentials.")
        .columns([
            text("kid").required(),
            // PKCS#8 in base64, encrypted if an encryption key is configured.
            text("private_key").required(),
            json("public_jwk"),
            timestamp("created_at").now(),
            timestamp("retired_at"),
        ])
        .primary_key(["kid"])
}
