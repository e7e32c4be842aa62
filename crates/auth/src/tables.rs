//! The tables of this crate.

mod pending;

use ateneu_base::{Aal, Record, Value, fold::fold, given_names};
use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{admin, nobody, owner},
    table::{Gender, boolean, exposed, int, internal, json, text, timestamp, updated_at, uuid},
};

use crate::words::{ConsentMethod, FactorStatus, FactorType, LegalText, Role, Side};

/// [`PROVED`], to be joined with other literals.
macro_rules! proved {
    () => {
        "(CASE WHEN users.sso_email IS NOT NULL THEN TRUE WHEN users.email IS NULL THEN \
          users.phone_confirmed_at IS NOT NULL ELSE users.email_confirmed_at IS NOT NULL END)"
    };
}

/// SQL that is true for a row `users` with a verified address: the email, or without one the telephone number; or with
/// a company that vouches for it.
pub const PROVED: &str = proved!();

/// Maximum length of a searched name in characters.
const MAX_NAME_LENGTH: usize = 200;

/// Returns the text for administrators' search. Its length is limited by the index.
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

/// Accounts. Secret texts are stored as digests.
fn users() -> Table {
    internal("users", "Accounts.")
        .columns([
            uuid("id").new_id(),
            text("email"),
            // Address that a company states for one of its people. Such an account has no address of its own, so that
            // no address finds or opens it (decision 0025).
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
            // Requested address, until both addresses are confirmed.
            text("new_email"),
            timestamp("email_change_sent_at"),
            // Confirmed side of the change.
            text("email_change_proved").words::<Side>(),
            timestamp("reauthentication_sent_at"),
            // Requested number, until both numbers are confirmed.
            text("new_phone"),
            timestamp("phone_change_sent_at"),
            // Confirmed side of the change.
            text("phone_change_proved").words::<Side>(),
            // Folded name, address and telephone number for administrators' search.
            text("search_text").recomputed(search_text),
        ])
        .unique(["email"])
        .unique(["phone"])
        .index(["new_phone"])
        // Orders of the list of people.
        .index(["created_at desc", "id desc", "deleted_at"])
        .index(["search_text", "id"])
        .index(["last_sign_in_at", "id"])
        .personal_data("id", By::Id, Erasure::Remove)
}

/// Sign-in methods of accounts.
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

/// Active sessions, each with the whole state of its refresh tokens.
///
/// A refresh token is derived from the session's id and a generation number, so that neither tokens nor digests are
/// stored.
fn sessions() -> Table {
    internal("sessions", "Signed-in sessions.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("aal").words::<Aal>().or(Aal::Aal1),
            // Newest first: [{"method","timestamp"}].
            json("amr").or("[]"),
            // Factor that raised it to `aal2`, and whose removal lowers it.
            uuid("factor_id"),
            // Time of the last proof of identity by a method that no session had just added to the account. Empty
            // without one since the beginning.
            timestamp("proved_at"),
            text("user_agent"),
            text("ip_address"),
            // Generation of the active refresh token.
            int("refresh_generation").or(0_i64),
            // Generations exchanged within the reuse interval: [[generation, microseconds since the epoch]].
            json("recent_refreshes").or("[]"),
            timestamp("not_after"),
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id"])
}

/// Sign-in methods that a session recently added to its own account: a password, an address, a passkey, an account at a
/// provider. Until `counts_from`, a sign-in by one is no more recent a proof than that session was.
fn recent_sign_in_methods() -> Table {
    internal("recent_sign_in_methods", "Sign-in methods that were added a short while ago.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // `password`, `email`, `phone`, `passkey:<id>`, `identity:<provider>:<id there>`.
            text("method").required(),
            // `proved_at` of the session that added it.
            timestamp("proved_at"),
            timestamp("counts_from").required(),
            timestamp("created_at").now(),
        ])
        .unique(["user_id", "method"])
        .index(["counts_from"])
}

/// Passkeys: keys of a person's devices (WebAuthn) that sign in alone.
fn passkeys() -> Table {
    internal("passkeys", "Keys of devices that sign in by themselves.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Name given by the person.
            text("friendly_name").required(),
            // Id given by the device, base64url.
            text("credential_id").required().secret(),
            // Public key, counter and other data to check the next proof.
            json("credential").required().secret(),
            timestamp("last_used_at"),
            timestamp("created_at").now(),
        ])
        .unique(["credential_id"])
        .unique(["user_id", "friendly_name"])
}

/// Second factors. A factor counts after its first verification.
fn factors() -> Table {
    internal("factors", "Second factors.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("factor_type").required().words::<FactorType>(),
            text("status").words::<FactorStatus>().or(FactorStatus::Unverified),
            // Empty without a name: two of those conflict as well.
            text("friendly_name").or(""),
            // Number of a telephone, digits only.
            text("phone"),
            // Encrypted secret of an authenticator app, or a public key.
            text("secret").secret(),
            // Latest 30-second step with an accepted code: it and earlier ones are used up.
            int("last_step"),
            // Wrong codes since the last right one, and the end of a lock.
            int("wrong_codes").or(0_i64),
            timestamp("locked_until"),
            timestamp("last_challenged_at"),
            // Time of the first verification, or of the last creation of recovery codes.
            timestamp("verified_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["user_id", "friendly_name"])
}

/// Recovery codes for people who have lost the other second factors. Shown once, stored as digests, used once.
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
        // The panel searches for an address or its beginning.
        .index(["ip_address", "created_at desc"])
        .personal_data("user_id", By::Id, Erasure::Clear(&["user_id"]))
        .read(admin())
}

/// Roles of accounts. A role counts once the account is verified, because a stranger may hold an unverified one.
fn user_roles() -> Table {
    exposed("user_roles", "Roles beyond that of a member.")
        .row_label("Papel", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("role").required().words::<Role>(),
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

/// Accepted legal texts: version, time and method. Rows are added and never changed. They are deleted with the account.
fn consents() -> Table {
    exposed("consents", "Legal texts people accepted.")
        .row_label("Aceite", Gender::Masculine)
        .columns([
            uuid("id").new_id().set_by(nobody()),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("document").required().words::<LegalText>(),
            // Day of the text's last change in the owner's content: `2026-11-21`.
            text("version").required().length(1, 40),
            timestamp("accepted_at").now().set_by(nobody()),
            text("method").words::<ConsentMethod>().or(ConsentMethod::Settings).set_by(nobody()),
        ])
        .unique(["user_id", "document", "version"])
        .rows_per_person("user_id", 100)
        .read(owner("user_id"))
        .insert(owner("user_id"))
}
