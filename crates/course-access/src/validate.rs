//! The check of an address that enters the courses. Its own row decides first. If that is negative, and not from a
//! recent query, the platform is queried.

use std::time::Duration;

use ateneu_audit::Actor;
use ateneu_base::email;
use ateneu_limits::Limit;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Courses, Error, refused::Refused, sync::Asking};

/// Maximum number of queries that a person may cause in [`WINDOW`].
const MAX_CHECKS: i64 = 5;

/// Window of [`MAX_CHECKS`].
const WINDOW: Duration = Duration::from_secs(60);

/// Result of the check of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CourseAccess")]
pub struct Answer {
    /// True if the courses are open to the address.
    #[serde(rename = "hasAccess")]
    pub has_access: bool,
    /// True if the platform did not respond: the result is the last known one.
    pub stale: bool,
}

impl Courses {
    /// Checks an address. The caller has ensured that `user_id` may query it; `None` is the owner's own program. If the
    /// platform does not respond, the last known row decides.
    ///
    /// # Errors
    /// Fails with `invalid_email` and `too_many_attempts`, or if the database does.
    pub async fn validate(&self, user_id: Option<&str>, email: &str) -> Result<Answer, Error> {
        let email = email::canonical(email).ok_or(Refused::InvalidEmail)?;
        let (record, now) = (self.record(&email).await?, self.now());
        let is_open = record.as_ref().is_some_and(|record| record.is_open(now));
        let is_settled = record.as_ref().is_some_and(|record| record.is_held(now) || record.is_fresh_no(now));
        if is_open || is_settled || self.0.hotmart.is_none() {
            return Ok(Answer { has_access: is_open, stale: false });
        }
        self.count(user_id).await?;
        match self.sync(&email, &Asking::Routine).await {
            Ok(record) => Ok(Answer { has_access: record.is_open(self.now()), stale: false }),
            Err(Error::Database(error)) => Err(error.into()),
            Err(error) => {
                tracing::warn!(
                    %error,
                    "the last known access to the courses is answered"
                );
                Ok(Answer { has_access: is_open, stale: true })
            }
        }
    }

    /// Queries the platform and stores the answer, also over a row kept by hand: an administrator's action, which is
    /// audited.
    ///
    /// # Errors
    /// Fails with `course_platform_not_connected` and `invalid_email`, or if the platform or the database does.
    pub async fn ask_again(&self, by: Option<Actor>, email: &str) -> Result<Answer, Error> {
        self.hotmart()?;
        let email = email::canonical(email).ok_or(Refused::InvalidEmail)?;
        let record = self.sync(&email, &Asking::Office(by)).await?;
        Ok(Answer { has_access: record.is_open(self.now()), stale: false })
    }

    async fn count(&self, user_id: Option<&str>) -> Result<(), Error> {
        let Some(user_id) = user_id else {
            return Ok(());
        };
        let limit =
            Limit { bucket: format!("course_access:person:{user_id}"), most: MAX_CHECKS, window: WINDOW };
        let now = self.now();
        self.db().write(move |tx| limit.count(tx, 1, now)).await.map_err(|error| match error {
            ateneu_limits::Error::Full(_) => Refused::TooManyAttempts.into(),
            ateneu_limits::Error::Database(error) => error.into(),
        })
    }
}
