//! Groups of people that many rules name.

use ateneu_base::Entitlement;

use super::{Rule, admin, editor, entitled, moderator, publisher, subscriber};

/// Subscribers with access, moderators and administrators: everyone who may use the members area.
pub fn has_access() -> Rule {
    subscriber().or(moderator()).or(admin())
}

/// Admits everyone who may read the community. These are callers whose plan has the community, moderators and
/// administrators, unless the moderation excluded them.
pub fn member() -> Rule {
    entitled(Entitlement::Community).or(staff()).and(Rule::Banned.negate())
}

/// Callers whose words others may read: neither silenced nor excluded.
pub fn may_speak() -> Rule {
    Rule::Silenced.negate().and(Rule::Banned.negate())
}

/// Moderators and administrators.
pub fn staff() -> Rule {
    moderator().or(admin())
}

/// Editors and administrators: everyone who works on contents.
pub fn writer() -> Rule {
    editor().or(admin())
}

/// Editors who may publish, and administrators.
pub fn publishes() -> Rule {
    publisher().or(admin())
}
