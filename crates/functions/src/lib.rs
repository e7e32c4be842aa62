//! `/functions/v1`: the server functions the client library calls by name, with POST and a JSON body.
//!
//! | function | who | does |
//! | --- | --- | --- |
//! | those of [`ateneu_settings::declared`] | administrators | [`change_settings`] |
//! | `run-job` | administrators | [`run_job`] |
//! | `list-sessions`, `end-session` | signed-in people, each the own | [`sessions`] |
//! | those of [`people`] | administrators | the panel's pages of people and of the audit trail |
//! | `export-account` | signed-in people, fresh proof | [`export_account`]: everything about the own account |
//! | `request-erasure`, `cancel-erasure` | signed-in people, the first with fresh proof | [`erasure`] of the own account |
//! | `read-newsletter`, `follow-newsletter` | signed-in people | [`newsletter`]: does the letter come to the own address |
//! | `send-2fa-code` | signed-in people, to the own telephone | [`send_2fa_code`] |
//! | those of [`members`] | administrators | the panel's pages of members and income |
//! | `check-subscription`, `create-checkout`, `customer-portal`, `end-subscription`, `refund-subscription` | signed-in people, each for themselves | [`payments`] |
//! | `validate-hotmart-access` | signed-in people about themselves, administrators about anybody | [`course_access`] |
//!
//! Every refusal is an [`Error`].

mod administrator;
mod change_settings;
mod course_access;
mod erasure;
mod error;
mod export_account;
mod fields;
mod members;
mod newsletter;
mod payload;
mod payments;
mod people;
mod person;
mod run_job;
mod send_2fa_code;
mod sessions;

use ateneu_accounts::People;
use ateneu_course_access::Courses;
use ateneu_jobs::Jobs;
use ateneu_membership::Payments;
use ateneu_settings::Settings;
use axum::{Router, extract::DefaultBodyLimit, routing::any};

pub use error::Error;

/// No function takes more than a few words.
const LARGEST_PAYLOAD: usize = 16 * 1024;

/// What the functions act on.
pub struct Deps {
    /// The adjustable settings.
    pub settings: Settings,
    /// The scheduled jobs.
    pub jobs: Jobs,
    /// What may be done with whole accounts.
    pub people: People,
    /// Who pays for what; none where nothing is sold.
    pub payments: Option<Payments>,
    /// The external courses.
    pub courses: Courses,
}

/// The functions, with paths relative to `/functions/v1`. The layer that says who calls must stand around them.
pub fn router(deps: Deps) -> Router {
    Router::new()
        .merge(change_settings::routes(&deps.settings))
        .merge(run_job::routes(deps.jobs))
        .merge(send_2fa_code::routes(deps.people.clone()))
        .merge(people::routes(&deps.people))
        .merge(sessions::routes(deps.people.clone()))
        .merge(export_account::routes(deps.people.clone()))
        .merge(erasure::routes(deps.people.clone()))
        .merge(newsletter::routes(deps.people))
        .merge(payments::routes(deps.payments.as_ref()))
        .merge(members::routes(deps.payments.as_ref()))
        .merge(course_access::routes(deps.courses))
        .method_not_allowed_fallback(|| async { Error::OnlyPost })
        .route("/{*rest}", any(|| async { Error::NotFound }))
        .layer(DefaultBodyLimit::max(LARGEST_PAYLOAD))
}
