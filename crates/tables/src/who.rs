//! What a rule may ask about a person, and how the database answers it: one read at the start of a request.

use ateneu_base::{
    Rule, Timestamp,
    rule::{admin, moderator, subscriber},
};

/// Subscribers with access, moderators and administrators: everyone the members' rooms are open to.
pub fn member() -> Rule {
    subscriber().or(moderator()).or(admin())
}

/// Moderators and administrators.
pub fn staff() -> Rule {
    moderator().or(admin())
}

/// Days of access after a failed payment.
pub const GRACE_DAYS: u64 = 7;

/// The one place that says when a subscription grants access.
///
/// `active` and `trialing` always do; `past_due` for [`GRACE_DAYS`] after the paid period's end; `canceled` until
/// the end of the period that was paid.
pub fn grants_access(status: &str, current_period_end: Option<Timestamp>, now: Timestamp) -> bool {
    let grace = std::time::Duration::from_secs(GRACE_DAYS * 24 * 60 * 60);
    match status {
        "active" | "trialing" => true,
        "past_due" => current_period_end.is_some_and(|end| now < end + grace),
        "canceled" => current_period_end.is_some_and(|end| now < end),
        _ => false,
    }
}

/// Roles and subscription of one person: parameter `$1` is the user id; columns `kind`, `value`, `until`.
pub const FACTS_SQL: &str = "
    SELECT 'role' AS kind, role AS value, NULL AS until FROM user_roles WHERE user_id = $1
    UNION ALL
    SELECT 'subscription', status, current_period_end FROM subscribers WHERE user_id = $1
    UNION ALL
    SELECT 'member_of', channel_id, NULL FROM channel_members WHERE user_id = $1";

/// One row while a person's account stands, neither removed nor banned: `$1` is the user id, `$2` the present instant.
pub const STANDS_SQL: &str = "
    SELECT id FROM users
    WHERE id = $1 AND deleted_at IS NULL AND (banned_until IS NULL OR banned_until <= $2)";

/// Every channel with its privacy: columns `id`, `is_private`.
pub const CHANNELS_SQL: &str = "SELECT id, is_private FROM channels";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn access_ends_when_the_paid_time_and_its_grace_end() {
        let now = Timestamp::from_seconds(1_000_000_000);
        let day = Duration::from_secs(86_400);
        for (status, end, expected) in [
            ("active", None, true),
            ("trialing", None, true),
            ("canceled", Some(now + day), true),
            ("canceled", Some(now - day), false),
            ("canceled", None, false),
            ("past_due", Some(now - day * 6), true),
            ("past_due", Some(now - day * 8), false),
            ("unpaid", Some(now + day), false),
            ("incomplete", Some(now + day), false),
            ("", Some(now + day), false),
        ] {
            assert_eq!(
                grants_access(status, end, now),
                expected,
                "{status} until {end:?}"
            );
        }
    }
}
