//! `GET /settings`: available methods of this installation. Cached pages that use it depend on the settings.

use ateneu_base::{Read, Reads};
use axum::{Extension, Json, extract::State};
use serde_json::{Map, Value, json};

use crate::Auth;

/// Providers that auth-js knows, available or not.
const PROVIDERS: [&str; 22] = [
    "apple",
    "azure",
    "bitbucket",
    "discord",
    "facebook",
    "figma",
    "fly",
    "github",
    "gitlab",
    "google",
    "kakao",
    "keycloak",
    "linkedin",
    "linkedin_oidc",
    "notion",
    "slack",
    "slack_oidc",
    "snapchat",
    "spotify",
    "twitch",
    "twitter",
    "zoom",
];

pub(crate) async fn handle(State(auth): State<Auth>) -> (Extension<Reads>, Json<Value>) {
    let rules = auth.rules();
    let mut external: Map<String, Value> =
        PROVIDERS.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    let mut labels = Map::new();
    for (name, label) in auth.parts.providers.names() {
        external.insert(name.to_owned(), true.into());
        labels.insert(name.to_owned(), label.into());
    }
    external.insert("anonymous_users".into(), auth.parts.anonymous_sign_ins.into());
    external.insert("email".into(), true.into());
    external.insert("phone".into(), auth.takes_phones().into());
    let reads = Reads(vec![Read::Table(ateneu_settings::TABLE.to_owned())]);
    let settings = json!({
        "external": external,
        "disable_signup": !rules.allow_signup,
        "mailer_autoconfirm": !rules.email_confirmation_required,
        "phone_autoconfirm": false,
        "sms_provider": if auth.takes_phones() { "twilio" } else { "" },
        "saml_enabled": !auth.parts.companies.is_empty(),
        "saml_private_key_next_configured": false,
        "passkeys_enabled": auth.parts.relying_party.is_some(),
        // Beyond the protocol: labels of buttons, and requirements of forms.
        "external_labels": labels,
        "password_min_length": rules.min_password_length,
    });
    (Extension(reads), Json(settings))
}
