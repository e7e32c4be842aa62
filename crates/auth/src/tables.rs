//! The tables of this crate.

mod pending;

use ateneu_base::{Record, Value, fold::fold, given_names};
use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{admin, nobody, owner},
    table::{Gender, boolean, exposed, int, internal, json, text, timestamp, updated_at, uuid},
};

/// [`PROVED`], to be joined with other literals.
macro_rules! proved {
    () => {
        "(CASE WHEN users.sso_email IS NOT NULL THEN TRUE WHEN users.email IS NULL THEN \
          users.phone_confirmed_at IS NOT NULL ELSE users.email_confirmed_at IS NOT NULL END)"
    };
}

/// True of a row `users` where somebody has proved to own the address the account goes by: the email address, or where it
/// has none the telephone number; or where a company vouches for it.
pub const PROVED: &str = proved!();

/// Characters of a name that are searched.
const MAX_NAME_LENGTH: usize = 200;

/// Returns the text by which an administrator finds an account. Its length is bounded for the index.
pub(crate) fn searched(metadata: &Record, email: Option<&str>, phone: Option<&str>) -> String {
    let name = given_names(metadata).next();
    let name = name.map(|name| name.chars().take(MAX_NAME_LENGTH).collect::<String>());
    let parts = [name.as_deref(), email, phone];
    fold(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn search_text(row: &Record) -> Value {
    let text = |name: &str| row.get(name).and_then(serde_json::Value::as_str);
    let empty = Record::new();
    let metadata = row.get("user_metadata").and_then(serde_json::Value::as_object).unwrap_or(&empty);
    searched(metadata, text("email").or(text("sso_email")), text("phone")).into()
}

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        users(),
        identities(),
        sessions(),
        recent_sign_in_methods(),
        pending::one_time_tokens(),
        pending::flow_states(),
        passkeys(),
        pending::passkey_challenges(),
        factors(),
        pending::factor_challenges(),
        recovery_codes(),
        pending::provider_flows(),
        pending::saml_assertions(),
        auth_logs(),
        user_roles(),
        consents(),
    ]
}

/// Accounts. Texts that are secret are stored as digests.
fn users() -> Table {
    internal("users", "Accounts.")
        .columns([
            uuid("id").new_id(),
            text("email"),
            // The address a company says of one of its people. Such an account has no address of its own, so that
            // nothing finds or opens it by one (decision 0025).
            text("sso_email"),
            text("phone"),
            text("password_hash").secret(),
            timestamp("email_confirmed_at"),
            timestamp("phone_confirmed_at"),
            timestamp("invited_at"),
            timestamp("confirmation_sent_at"),
            timestamp("recovery_sent_at"),
            timestamp("last_sign_in_at"),
            json("app_metadata").or("{}"),
            json("user_metadata").or("{}"),
            text("role").or("authenticated"),
            boolean("is_anonymous").or(false),
            timestamp("banned_until"),
            timestamp("deleted_at"),
            timestamp("created_at").now(),
            updated_at(),
            // The address a person wants instead of the present one, until both have said yes.
            text("new_email"),
            timestamp("email_change_sent_at"),
            // The side that has said yes so far.
            text("email_change_proved").one_of(&["current", "new"]),
            timestamp("reauthentication_sent_at"),
            // The number a person wants instead of the present one, until both have said yes.
            text("new_phone"),
            timestamp("phone_change_sent_at"),
            // The side that has said yes so far.
            text("phone_change_proved").one_of(&["current", "new"]),
            // Name, address and telephone number, folded: what an administrator's search looks through.
            text("search_text").recomputed(search_text),
        ])
        .unique(["email"])
        .unique(["phone"])
        .index(["new_phone"])
        // The orders of the list of people.
        .index(["created_at desc", "id desc", "deleted_at"])
        .index(["search_text", "id"])
        .index(["last_sign_in_at", "id"])
        .personal_data("id", By::Id, Erasure::Remove)
}

/// Ways in which an account may sign in.
fn identities() -> Table {
    internal("identities", "Ways an account may sign in.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("provider").required(),
            text("provider_id").required(),
            json("identity_data").or("{}"),
            text("email"),
            timestamp("last_sign_in_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["provider", "provider_id"])
        .index(["user_id"])
}

/// Signed-in sessions, each with the whole state of its refresh tokens.
///
/// A refresh token is derived from the session's id and a generation number, so no token, nor its digest, is kept.
fn sessions() -> Table {
    internal("sessions", "Signed-in sessions.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("aal").one_of(&["aal1", "aal2"]).or("aal1"),
            // Newest first: [{"method","timestamp"}].
            json("amr").or("[]"),
            // The factor that raised it to `aal2`; with it, the session falls.
            uuid("factor_id"),
            // When its person last proved who they are by something that no session of theirs had just added to the
            // account. Empty: not since it began.
            timestamp("proved_at"),
            text("user_agent"),
            text("ip_address"),
            // The generation of the active refresh token.
            int("refresh_generation").or(0_i64),
            // Generations exchanged within the reuse interval: [[generation, microseconds since the epoch]].
            json("recent_refreshes").or("[]"),
            timestamp("not_after"),
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id"])
}

/// Sign-in methods that a session added to its own account a short while ago: a password, an address, a passkey, an
/// account at a provider. Until `counts_from`, a sign-in by one is no more recent a proof than that session was.
fn recent_sign_in_methods() -> Table {
    internal("recent_sign_in_methods", "Sign-in methods that were added a short while ago.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // `password`, `email`, `phone`, `passkey:<id>`, `identity:<provider>:<id there>`.
            text("method").required(),
            // The `proved_at` of the session that added it.
            timestamp("proved_at"),
            timestamp("counts_from").required(),
            timestamp("created_at").now(),
        ])
        .unique(["user_id", "method"])
        .index(["counts_from"])
}

/// Keys of a person's devices (WebAuthn) that sign in by themselves.
fn passkeys() -> Table {
    internal("passkeys", "Keys of devices that sign in by themselves.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // How the person tells it from others.
            text("friendly_name").required(),
            // What the device calls it, base64url.
            text("credential_id").required().secret(),
            // Public key, counter and what else the next proof is checked against.
            json("credential").required().secret(),
            timestamp("last_used_at"),
            timestamp("created_at").now(),
        ])
        .unique(["credential_id"])
        .unique(["user_id", "friendly_name"])
}

/// Second factors: what a person proves beyond the password. A factor counts once it was proved for the first time.
fn factors() -> Table {
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

/// Codes on paper for people who have lost the other second factors. Shown once, stored as digests, used once.
fn recovery_codes() -> Table {
    internal("recovery_codes", "Single-use codes that stand in for a lost second factor.")
        .columns([
            uuid("id").new_id(),
            uuid("factor_id").required().references("factors", "id", OnDelete::Cascade),
            // SHA-256 of the code, hex.
            text("digest").required(),
            timestamp("used_at"),
            timestamp("created_at").now(),
        ])
        .unique(["factor_id", "digest"])
}

fn auth_logs() -> Table {
    exposed("auth_logs", "Every event of the accounts service.")
        .row_label("Log de autenticação", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            timestamp("created_at").now(),
            text("action").required(),
            uuid("user_id"),
            text("ip_address"),
            boolean("success").required(),
            text("error_message"),
        ])
        .index(["created_at desc"])
        .index(["user_id", "created_at desc"])
        // The panel looks for an address or its beginning.
        .index(["ip_address", "created_at desc"])
        .personal_data("user_id", By::Id, Erasure::Clear(&["user_id", "ip_address"]))
        .read(admin())
}

/// Table of the roles that accounts hold. A role counts once the account is proved: until then a stranger may hold it.
fn user_roles() -> Table {
    exposed("user_roles", "Roles beyond that of a member.")
        .row_label("Papel", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // `publisher` counts together with `editor` only.
            text("role").required().one_of(&["admin", "moderator", "editor", "publisher"]),
            timestamp("created_at").now(),
        ])
        .unique(["user_id", "role"])
        .index(["role"])
        .facts(
            &["user_id"],
            concat!(
                "SELECT 'role' AS fact, user_roles.role AS value, NULL AS until
                 FROM user_roles JOIN users ON users.id = user_roles.user_id
                 WHERE user_roles.user_id = $1 AND ",
                proved!()
            ),
        )
        .read(owner("user_id").or(admin()))
        .write(admin())
        .invariant("last_admin", "SELECT EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin')")
}

/// Table of the legal texts that people accepted: which version, when and how. Rows are added and never changed; they
/// go with the account.
fn consents() -> Table {
    exposed("consents", "Legal texts people accepted.")
        .row_label("Aceite", Gender::Masculine)
        .columns([
            uuid("id").new_id().set_by(nobody()),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("document").required().one_of(&["terms", "privacy"]),
            // The day the text last changed, as the owner's words have it: `2026-11-21`.
            text("version").required().length(1, 40),
            timestamp("accepted_at").now().set_by(nobody()),
            // With the form that made the account, or later in the settings.
            text("method").one_of(&["sign_up", "settings"]).or("settings").set_by(nobody()),
        ])
        .unique(["user_id", "document", "version"])
        .rows_per_person("user_id", 100)
        .read(owner("user_id"))
        .insert(owner("user_id"))
}
