//! Meaning of the platform's statuses for access. Unknown statuses grant no access.

use ateneu_base::{Timestamp, email::written};
use serde_json::Value as Json;

use super::instant::instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlatformAccess {
    No,
    /// Access through the Club's list, which has no end.
    Student,
    Until(Timestamp),
    /// Access without a known end.
    Always,
}

impl PlatformAccess {
    /// Returns the longer access.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, other) | (other, Self::No) => other,
            (Self::Until(one), Self::Until(other)) => Self::Until(one.max(other)),
            _ => Self::Always,
        }
    }
}

fn word<'a>(item: &'a Json, pointer: &str) -> &'a str {
    item.pointer(pointer).and_then(Json::as_str).unwrap_or_default()
}

/// Returns `true` if the entry is the address's own. The platform filters already, but another's entry must never
/// count.
fn is_of(item: &Json, pointer: &str, email: &str) -> bool {
    written(word(item, pointer)) == email
}

/// Returns the access of members of the Club, including imported and free ones.
pub(crate) fn of_club(users: &[Json], email: &str) -> PlatformAccess {
    let is_in = |user: &Json| is_of(user, "/email", email) && word(user, "/status") == "ACTIVE";
    if users.iter().any(is_in) { PlatformAccess::Student } else { PlatformAccess::No }
}

/// Returns the access by subscriptions in any state.
pub(crate) fn of_subscriptions(subscriptions: &[Json], email: &str, now: Timestamp) -> PlatformAccess {
    let own = subscriptions
        .iter()
        .filter(|one| is_of(one, "/subscriber/email", email) || is_of(one, "/subscriber_email", email));
    own.map(|subscription| {
        let next_charge = subscription.get("date_next_charge").and_then(instant);
        let until = match next_charge {
            Some(end) if end > now => PlatformAccess::Until(end),
            _ => PlatformAccess::No,
        };
        match word(subscription, "/status") {
            "ACTIVE" => PlatformAccess::Always,
            // Late payment: the paid period continues, as far as it is known.
            "DELAYED" if next_charge.is_none() => PlatformAccess::Always,
            "DELAYED" | "CANCELLED_BY_CUSTOMER" | "CANCELLED_BY_SELLER" | "CANCELLED_BY_ADMIN" => until,
            _ => PlatformAccess::No,
        }
    })
    .fold(PlatformAccess::No, PlatformAccess::or)
}

/// Returns the access by single sales. Those of subscriptions count by the subscription.
pub(crate) fn of_sales(sales: &[Json], email: &str) -> PlatformAccess {
    let opens = |sale: &Json| {
        let is_subscription =
            sale.pointer("/purchase/is_subscription").and_then(Json::as_bool).unwrap_or(false);
        is_of(sale, "/buyer/email", email)
            && !is_subscription
            && matches!(word(sale, "/purchase/status"), "APPROVED" | "COMPLETE")
    };
    if sales.iter().any(opens) { PlatformAccess::Always } else { PlatformAccess::No }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ANA: &str = "ana@exemplo.com.br";

    fn now() -> Timestamp {
        Timestamp::from_seconds(1_795_220_000)
    }

    #[test]
    fn only_the_own_active_entry_of_the_club_opens() {
        for (email, status, access) in [
            (" Ana@Exemplo.com.br ", "ACTIVE", PlatformAccess::Student),
            (ANA, "BLOCKED", PlatformAccess::No),
            (ANA, "A_NEW_WORD", PlatformAccess::No),
            ("bia@exemplo.com.br", "ACTIVE", PlatformAccess::No),
        ] {
            let users = [json!({ "email": email, "status": status, "type": "IMPORTED" })];
            assert_eq!(of_club(&users, ANA), access, "{email} {status}");
        }
    }

    #[test]
    fn a_subscription_opens_while_it_is_active_or_paid_for() {
        let (later, earlier) = (1_795_306_400_i64, 1_795_133_600_i64);
        let end = Timestamp::from_seconds(later);
        for (status, next, access) in [
            ("ACTIVE", json!(earlier), PlatformAccess::Always),
            ("ACTIVE", json!(null), PlatformAccess::Always),
            ("DELAYED", json!(later), PlatformAccess::Until(end)),
            ("DELAYED", json!(null), PlatformAccess::Always),
            ("DELAYED", json!(earlier), PlatformAccess::No),
            ("CANCELLED_BY_CUSTOMER", json!(later), PlatformAccess::Until(end)),
            // The value is in milliseconds.
            ("CANCELLED_BY_SELLER", json!(later * 1_000), PlatformAccess::Until(end)),
            ("CANCELLED_BY_ADMIN", json!(earlier * 1_000), PlatformAccess::No),
            ("CANCELLED_BY_ADMIN", json!(null), PlatformAccess::No),
            ("OVERDUE", json!(later), PlatformAccess::No),
            ("STARTED", json!(later), PlatformAccess::No),
            ("INACTIVE", json!(later), PlatformAccess::No),
            ("A_NEW_WORD", json!(later), PlatformAccess::No),
        ] {
            let all = [json!({ "status": status, "date_next_charge": next, "subscriber": { "email": ANA } })];
            assert_eq!(of_subscriptions(&all, ANA, now()), access, "{status} {next}");
            let of_another = of_subscriptions(&all, "bia@exemplo.com.br", now());
            assert_eq!(of_another, PlatformAccess::No, "{status} {next}");
        }
    }

    #[test]
    fn the_longest_of_several_accesses_counts() {
        let one = |status: &str, next: i64| {
            json!({ "status": status, "date_next_charge": next,
            "subscriber": { "email": ANA } })
        };
        let (near, far) = (1_795_306_400, 1_797_812_000);
        let all =
            [one("CANCELLED_BY_CUSTOMER", far), one("CANCELLED_BY_CUSTOMER", near), one("INACTIVE", near)];
        let end = Timestamp::from_seconds(far);
        assert_eq!(of_subscriptions(&all, ANA, now()), PlatformAccess::Until(end));
        let with_active = [all[0].clone(), one("ACTIVE", near)];
        assert_eq!(of_subscriptions(&with_active, ANA, now()), PlatformAccess::Always);
    }

    #[test]
    fn a_single_sale_gives_lasting_access_a_subscription_does_not() {
        for (status, is_subscription, access) in [
            ("APPROVED", false, PlatformAccess::Always),
            ("COMPLETE", false, PlatformAccess::Always),
            ("COMPLETE", true, PlatformAccess::No),
            ("REFUNDED", false, PlatformAccess::No),
            ("A_NEW_WORD", false, PlatformAccess::No),
        ] {
            let sales = [json!({ "buyer": { "email": ANA },
                "purchase": { "transaction": "HP1", "status": status, "is_subscription": is_subscription } })];
            assert_eq!(of_sales(&sales, ANA), access, "{status} {is_subscription}");
        }
    }
}
