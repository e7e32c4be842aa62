//! Tables no caller ever reaches over the data service.

pub mod api_keys;
pub mod buckets;
pub mod factor_challenges;
pub mod factors;
pub mod flow_states;
pub mod identities;
pub mod job_leases;
pub mod mail_messages;
pub mod mail_suppressions;
pub mod objects;
pub mod one_time_tokens;
pub mod passkey_challenges;
pub mod passkeys;
pub mod payment_checkouts;
pub mod payment_customers;
pub mod payment_events;
pub mod payment_subscriptions;
pub mod provider_flows;
pub mod rate_limits;
pub mod recovery_codes;
pub mod saml_assertions;
pub mod sandbox_events;
pub mod sandbox_objects;
pub mod sessions;
pub mod signing_keys;
pub mod users;
