//! The tables of this crate, one file each.

mod api_keys;
mod auth_logs;
mod consents;
mod factor_challenges;
mod factors;
mod flow_states;
mod identities;
mod one_time_tokens;
mod passkey_challenges;
mod passkeys;
mod provider_flows;
mod recent_sign_in_methods;
mod recovery_codes;
mod saml_assertions;
mod sessions;
mod signing_keys;
mod user_roles;
mod users;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        users::table(),
        identities::table(),
        sessions::table(),
        recent_sign_in_methods::table(),
        one_time_tokens::table(),
        flow_states::table(),
        passkeys::table(),
        passkey_challenges::table(),
        factors::table(),
        factor_challenges::table(),
        recovery_codes::table(),
        provider_flows::table(),
        saml_assertions::table(),
        signing_keys::table(),
        api_keys::table(),
        auth_logs::table(),
        user_roles::table(),
        consents::table(),
    ]
}
