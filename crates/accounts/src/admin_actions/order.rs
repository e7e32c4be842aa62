//! Orders of the list of people, each read from an index.

use ateneu_db::{Ordered, page_of};
use schemars::JsonSchema;
use serde::Deserialize;

/// Order of the list. People who never signed in sort as the earliest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PeopleOrder")]
pub enum Order {
    /// Newest account first.
    #[default]
    CreatedDesc,
    /// Oldest account first.
    Created,
    /// Order of the names, ignoring case and accents.
    Name,
    /// Order of the names, descending.
    NameDesc,
    /// Earliest last sign-in first.
    LastSignIn,
    /// Latest last sign-in first.
    LastSignInDesc,
}

/// SQL `FROM` clause for all accounts.
pub(super) const FROM: &str = "FROM users u
    LEFT JOIN member_profiles p ON p.user_id = u.id
    LEFT JOIN subscribers s ON s.user_id = u.id
    WHERE u.deleted_at IS NULL";

/// SQL `FROM` clause for people whose profile has a name. They are listed in the order of the profiles.
const NAMED: &str = "FROM member_profiles p
    JOIN users u ON u.id = p.user_id
    LEFT JOIN subscribers s ON s.user_id = u.id
    WHERE u.deleted_at IS NULL AND p.search_text > ''";

/// SQL condition for the others, listed by their account. It is a subquery, so that PostgreSQL reads the index of
/// accounts in order.
const UNNAMED: &str =
    "NOT EXISTS (SELECT 1 FROM member_profiles c WHERE c.user_id = u.id AND c.search_text > '')";

impl Order {
    /// Returns the SQL for the ids of a page of matching people. The order is total, so that pages neither repeat nor
    /// miss anyone.
    pub(super) fn ids(self, conditions: &str, skipped: i64, shown: i64) -> String {
        let of = |more: &str| format!("{FROM} AND {more}{conditions}");
        let part = |rows: String, key, column| Ordered { rows, id: "u.id", key, column };
        let parts = match self {
            Self::Created | Self::CreatedDesc => {
                vec![part(format!("{FROM}{conditions}"), "u.created_at", "u.created_at")]
            }
            Self::Name | Self::NameDesc => {
                let named = format!("{NAMED}{conditions}");
                vec![
                    Ordered { rows: named, id: "p.user_id", key: "p.search_text", column: "p.search_text" },
                    part(
                        of(&format!("{UNNAMED} AND u.search_text IS NOT NULL")),
                        "u.search_text",
                        "u.search_text",
                    ),
                    part(of(&format!("{UNNAMED} AND u.search_text IS NULL")), "''", "u.search_text"),
                ]
            }
            Self::LastSignIn | Self::LastSignInDesc => vec![
                part(of("u.last_sign_in_at IS NOT NULL"), "u.last_sign_in_at", "u.last_sign_in_at"),
                part(of("u.last_sign_in_at IS NULL"), "''", "u.last_sign_in_at"),
            ],
        };
        let is_descending = matches!(self, Self::CreatedDesc | Self::NameDesc | Self::LastSignInDesc);
        page_of(&parts, is_descending, skipped, shown)
    }
}
