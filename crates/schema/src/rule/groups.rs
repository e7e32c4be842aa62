//! Groups of callers that many rules name.

use ateneu_base::Entitlement;

use super::{Rule, admin, editor, entitled, moderator, publisher, subscriber};

/// Admits subscribers with access, moderators and administrators: all users of the members area.
pub fn has_access() -> Rule {
    subscriber().or(moderator()).or(admin())
}

/// Admits all readers of the community: callers whose plan has the community, moderators and administrators, unless
/// they are banned.
pub fn member() -> Rule {
    entitled(Entitlement::Community).or(staff()).and(Rule::Banned.negate())
}

/// Admits callers whose posts others may read: neither silenced nor banned.
pub fn may_speak() -> Rule {
    Rule::Silenced.negate().and(Rule::Banned.negate())
}

/// Admits moderators and administrators.
pub fn staff() -> Rule {
    moderator().or(admin())
}

/// Admits editors and administrators: all who work on contents.
pub fn writer() -> Rule {
    editor().or(admin())
}

/// Admits editors who may publish, and administrators.
pub fn publishes() -> Rule {
    publisher().or(admin())
}
