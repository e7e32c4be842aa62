//! How the database answers what a rule asks about a person: one read at the start of a request.

/// Roles and subscription of one person: parameter `$1` is the user id; columns `kind`, `value`, `until`. A subscription
/// grants access before its `until`; without one it grants none.
pub const FACTS_SQL: &str = "
    SELECT 'role' AS kind, role AS value, NULL AS until FROM user_roles WHERE user_id = $1
    UNION ALL
    SELECT 'subscription', status, access_until FROM subscribers WHERE user_id = $1
    UNION ALL
    SELECT 'member_of', channel_id, NULL FROM channel_members WHERE user_id = $1";

/// Every channel with its privacy: columns `id`, `is_private`.
pub const CHANNELS_SQL: &str = "SELECT id, is_private FROM channels";
