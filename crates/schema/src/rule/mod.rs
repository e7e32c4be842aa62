//! A rule: a small tree that decides which callers may act on a row.
//!
//! A rule has two evaluations that must always agree: here in memory (live updates, inserts), and as SQL in the data
//! service. A missing value never satisfies a comparison, and `not` is plain two-valued negation.

mod groups;

use std::collections::BTreeSet;

use ateneu_base::{Caller, Entitlement, Record, Timestamp};
pub use groups::{has_access, may_speak, member, publishes, staff, writer};
use serde_json::Value as Json;

/// A named set of ids or names that the caller's facts carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Community channels the caller may enter.
    Channels,
    /// Ids of people who blocked the caller, or whom the caller blocked.
    Blocked,
    /// Entitlements of the caller's plan.
    Entitlements,
}

impl Set {
    /// Returns the ids or names that the caller holds.
    pub fn of(self, caller: &Caller) -> &BTreeSet<String> {
        match self {
            Set::Channels => &caller.facts.channels,
            Set::Blocked => &caller.facts.blocked,
            Set::Entitlements => &caller.facts.entitlements,
        }
    }
}

/// A constant a column is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A boolean.
    Bool(bool),
    /// Text.
    Text(&'static str),
}

impl From<bool> for Literal {
    fn from(truth: bool) -> Self {
        Literal::Bool(truth)
    }
}
impl From<&'static str> for Literal {
    fn from(text: &'static str) -> Self {
        Literal::Text(text)
    }
}

/// A rule. The default is [`Rule::Nobody`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Opens to everyone, visitors included.
    Anyone,
    /// Closed to everyone but the service.
    Nobody,
    /// A person is signed in.
    SignedIn,
    /// The caller has a subscription in a granting state.
    Subscriber,
    /// The caller's plan entitles to this.
    Entitled(Entitlement),
    /// The caller is a moderator.
    Moderator,
    /// The caller is an editor.
    Editor,
    /// The caller is an editor who may publish.
    Publisher,
    /// The caller is an administrator.
    Admin,
    /// The caller is silenced in the community.
    Silenced,
    /// The caller is banned from the community.
    Banned,
    /// The column holds the caller's id.
    Owner(&'static str),
    /// The column holds the caller's confirmed e-mail address.
    OwnEmail(&'static str),
    /// The column equals a constant.
    Is(&'static str, Literal),
    /// The column is empty or in the future.
    NotExpired(&'static str),
    /// The column is empty or in the past.
    Reached(&'static str),
    /// The column's value is in one of the caller's sets.
    In(Set, &'static str),
    /// Every part holds.
    All(Vec<Rule>),
    /// One or more of the parts hold.
    Any(Vec<Rule>),
    /// The part does not hold.
    Not(Box<Rule>),
}

/// Opens to everyone, visitors included.
pub fn anyone() -> Rule {
    Rule::Anyone
}
/// Closed to everyone but the service.
pub fn nobody() -> Rule {
    Rule::Nobody
}
/// A person is signed in.
pub fn signed_in() -> Rule {
    Rule::SignedIn
}
/// The caller has access by subscription.
pub fn subscriber() -> Rule {
    Rule::Subscriber
}
/// The caller's plan entitles to this.
pub fn entitled(to: Entitlement) -> Rule {
    Rule::Entitled(to)
}
/// The caller's plan has the entitlement that the column names.
pub fn entitled_to(column: &'static str) -> Rule {
    Rule::In(Set::Entitlements, column)
}
/// The caller is a moderator.
pub fn moderator() -> Rule {
    Rule::Moderator
}
/// The caller is an editor.
pub fn editor() -> Rule {
    Rule::Editor
}
/// The caller is an editor who may publish.
pub fn publisher() -> Rule {
    Rule::Publisher
}
/// The caller is an administrator.
pub fn admin() -> Rule {
    Rule::Admin
}
/// The column holds the caller's id.
pub fn owner(column: &'static str) -> Rule {
    Rule::Owner(column)
}
/// The column holds the caller's confirmed e-mail address.
pub fn own_email(column: &'static str) -> Rule {
    Rule::OwnEmail(column)
}
/// The column equals the constant.
pub fn is(column: &'static str, literal: impl Into<Literal>) -> Rule {
    Rule::Is(column, literal.into())
}
/// The column is empty or in the future.
pub fn not_expired(column: &'static str) -> Rule {
    Rule::NotExpired(column)
}
/// The column is empty or in the past.
pub fn reached(column: &'static str) -> Rule {
    Rule::Reached(column)
}
/// The column names a channel the caller may enter.
pub fn in_open_channel(column: &'static str) -> Rule {
    Rule::In(Set::Channels, column)
}
/// The column names no person whom the caller blocked or who blocked the caller.
pub fn not_blocked(column: &'static str) -> Rule {
    Rule::In(Set::Blocked, column).negate()
}

impl Rule {
    /// Combines two rules, both of which must hold.
    #[must_use]
    pub fn and(self, other: Rule) -> Rule {
        match self {
            Rule::All(mut parts) => {
                parts.push(other);
                Rule::All(parts)
            }
            first => Rule::All(vec![first, other]),
        }
    }

    /// Combines two rules, one of which must hold.
    #[must_use]
    pub fn or(self, other: Rule) -> Rule {
        match self {
            Rule::Any(mut parts) => {
                parts.push(other);
                Rule::Any(parts)
            }
            first => Rule::Any(vec![first, other]),
        }
    }

    /// Negates the rule.
    #[must_use]
    pub fn negate(self) -> Rule {
        Rule::Not(Box::new(self))
    }

    /// Evaluates the parts that read only the caller, so that the rest depends on the row: a constant [`Rule::Anyone`]
    /// / [`Rule::Nobody`], or a smaller tree. Both evaluations start here.
    #[must_use]
    pub fn for_caller(&self, caller: &Caller) -> Rule {
        let settled = |truth: bool| if truth { Rule::Anyone } else { Rule::Nobody };
        if caller.is_service() {
            return Rule::Anyone;
        }
        match self {
            Rule::SignedIn => settled(caller.is_signed_in()),
            Rule::Subscriber => settled(caller.facts.subscriber),
            Rule::Entitled(entitlement) => settled(caller.facts.holds(*entitlement)),
            Rule::Moderator => settled(caller.facts.moderator),
            Rule::Editor => settled(caller.facts.editor),
            Rule::Publisher => settled(caller.facts.publisher),
            Rule::Admin => settled(caller.facts.admin),
            Rule::Silenced => settled(caller.facts.silenced),
            Rule::Banned => settled(caller.facts.banned),
            Rule::Owner(_) if caller.user_id.is_none() => Rule::Nobody,
            Rule::OwnEmail(_) if caller.email.is_none() => Rule::Nobody,
            Rule::In(set, _) if set.of(caller).is_empty() => Rule::Nobody,
            Rule::All(parts) => fold_parts(parts, caller, &Rule::Nobody, &Rule::Anyone, Rule::All),
            Rule::Any(parts) => fold_parts(parts, caller, &Rule::Anyone, &Rule::Nobody, Rule::Any),
            Rule::Not(part) => match part.for_caller(caller) {
                Rule::Anyone => Rule::Nobody,
                Rule::Nobody => Rule::Anyone,
                other => Rule::Not(Box::new(other)),
            },
            other => other.clone(),
        }
    }

    /// Evaluates the rule in memory. Returns `true` if it admits the caller to this row at `now`.
    pub fn admits(&self, caller: &Caller, row: &Record, now: Timestamp) -> bool {
        let text = |column: &str| row.get(column).and_then(Json::as_str);
        match self.for_caller(caller) {
            Rule::Anyone => true,
            Rule::Nobody
            | Rule::SignedIn
            | Rule::Subscriber
            | Rule::Entitled(_)
            | Rule::Moderator
            | Rule::Editor
            | Rule::Publisher
            | Rule::Admin
            | Rule::Silenced
            | Rule::Banned => false,
            Rule::Owner(column) => caller.user_id.is_some() && text(column) == caller.user_id.as_deref(),
            Rule::OwnEmail(column) => caller.email.is_some() && text(column) == caller.email.as_deref(),
            Rule::Is(column, Literal::Bool(truth)) => row.get(column).and_then(Json::as_bool) == Some(truth),
            Rule::Is(column, Literal::Text(wanted)) => text(column) == Some(wanted),
            Rule::NotExpired(column) => match row.get(column) {
                None | Some(Json::Null) => true,
                Some(Json::String(at)) => Timestamp::parse(at).is_ok_and(|at| at > now),
                Some(_) => false,
            },
            Rule::Reached(column) => match row.get(column) {
                None | Some(Json::Null) => true,
                Some(Json::String(at)) => Timestamp::parse(at).is_ok_and(|at| at <= now),
                Some(_) => false,
            },
            Rule::In(set, column) => text(column).is_some_and(|id| set.of(caller).contains(id)),
            Rule::All(parts) => parts.iter().all(|part| part.admits(caller, row, now)),
            Rule::Any(parts) => parts.iter().any(|part| part.admits(caller, row, now)),
            Rule::Not(part) => !part.admits(caller, row, now),
        }
    }

    /// Returns `false` if the rule admits the caller to no row with these values, for any values of its other columns.
    pub fn may_admit(&self, caller: &Caller, known: &Record, now: Timestamp) -> bool {
        self.for_caller(caller).judged(caller, known, now) != Some(false)
    }

    /// Evaluates the rule on a part of a row. Returns `None` if the result depends on other columns.
    fn judged(&self, caller: &Caller, known: &Record, now: Timestamp) -> Option<bool> {
        // A part with the value `decisive` decides alone.
        let joined = |parts: &[Rule], decisive: bool| {
            let mut judged = parts.iter().map(|part| part.judged(caller, known, now));
            let undecided = judged.try_fold(Some(!decisive), |so_far, part| match part {
                Some(truth) if truth == decisive => Err(decisive),
                Some(_) => Ok(so_far),
                None => Ok(None),
            });
            undecided.unwrap_or_else(Some)
        };
        match self {
            Rule::All(parts) => joined(parts, false),
            Rule::Any(parts) => joined(parts, true),
            Rule::Not(part) => part.judged(caller, known, now).map(|truth| !truth),
            leaf => {
                let is_known = leaf.columns().iter().all(|column| known.contains_key(*column));
                is_known.then(|| leaf.admits(caller, known, now))
            }
        }
    }

    /// Returns the entitlements that the rule names, without those that columns name.
    pub fn entitlements(&self) -> BTreeSet<Entitlement> {
        match self {
            Rule::Entitled(entitlement) => [*entitlement].into(),
            Rule::All(parts) | Rule::Any(parts) => parts.iter().flat_map(Rule::entitlements).collect(),
            Rule::Not(part) => part.entitlements(),
            _ => BTreeSet::new(),
        }
    }

    /// Returns the columns that the rule reads.
    pub fn columns(&self) -> Vec<&'static str> {
        match self {
            Rule::Owner(column)
            | Rule::OwnEmail(column)
            | Rule::Is(column, _)
            | Rule::NotExpired(column)
            | Rule::Reached(column)
            | Rule::In(_, column) => vec![column],
            Rule::All(parts) | Rule::Any(parts) => parts.iter().flat_map(Rule::columns).collect(),
            Rule::Not(part) => part.columns(),
            _ => Vec::new(),
        }
    }
}

/// Joins evaluated parts: `zero` decides alone, `one` is dropped.
fn fold_parts(parts: &[Rule], caller: &Caller, zero: &Rule, one: &Rule, join: fn(Vec<Rule>) -> Rule) -> Rule {
    let mut left = Vec::new();
    for part in parts {
        let part = part.for_caller(caller);
        if part == *zero {
            return zero.clone();
        }
        if part != *one {
            left.push(part);
        }
    }
    match left.len() {
        0 => one.clone(),
        1 => left.remove(0),
        _ => join(left),
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let joined =
            |parts: &[Rule], word: &str| parts.iter().map(Rule::to_string).collect::<Vec<_>>().join(word);
        match self {
            Rule::Anyone => f.write_str("anyone"),
            Rule::Nobody => f.write_str("nobody"),
            Rule::SignedIn => f.write_str("signed in"),
            Rule::Subscriber => f.write_str("subscriber"),
            Rule::Entitled(entitlement) => write!(f, "entitled to {}", entitlement.name()),
            Rule::Moderator => f.write_str("moderator"),
            Rule::Editor => f.write_str("editor"),
            Rule::Publisher => f.write_str("publisher"),
            Rule::Admin => f.write_str("admin"),
            Rule::Silenced => f.write_str("silenced"),
            Rule::Banned => f.write_str("banned"),
            Rule::Owner(column) => write!(f, "own {column}"),
            Rule::OwnEmail(column) => write!(f, "own {column}"),
            Rule::Is(column, Literal::Bool(true)) => f.write_str(column),
            Rule::Is(column, Literal::Bool(false)) => write!(f, "not {column}"),
            Rule::Is(column, Literal::Text(text)) => write!(f, "{column} = {text}"),
            Rule::NotExpired(column) => write!(f, "{column} not past"),
            Rule::Reached(column) => write!(f, "{column} not to come"),
            Rule::In(Set::Entitlements, column) => write!(f, "entitled to its {column}"),
            Rule::In(Set::Channels, column) => write!(f, "{column} in own channels"),
            Rule::In(Set::Blocked, column) => write!(f, "{column} blocked"),
            Rule::All(parts) => write!(f, "({})", joined(parts, " and ")),
            Rule::Any(parts) => write!(f, "({})", joined(parts, " or ")),
            Rule::Not(part) => write!(f, "not ({part})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ateneu_base::Facts;

    fn row(json: &Json) -> Record {
        json.as_object().cloned().unwrap()
    }

    #[test]
    fn a_missing_value_never_satisfies_a_comparison() {
        let now = Timestamp::from_seconds(0);
        let nobody_in_particular = Caller::anonymous();
        let empty = row(&serde_json::json!({ "author_id": null }));
        assert!(!owner("author_id").admits(&nobody_in_particular, &empty, now));
        assert!(!is("is_published", true).admits(&nobody_in_particular, &empty, now));
        assert!(is("is_published", true).negate().admits(&nobody_in_particular, &empty, now));
    }

    #[test]
    fn known_values_exclude_rows_that_no_rule_admits() {
        let now = Timestamp::from_seconds(0);
        let known = row(&serde_json::json!({ "author_id": "a" }));
        let (ana, bia) = (Caller::person("a", Facts::default()), Caller::person("b", Facts::default()));
        let open = is("is_published", true);
        for (rule, of_ana, of_bia) in [
            (owner("author_id"), true, false),
            (owner("author_id").and(open.clone()), true, false),
            (owner("author_id").or(open.clone()), true, true),
            (owner("author_id").negate(), false, true),
            (owner("author_id").and(open.clone()).negate(), true, true),
            (open, true, true),
            (admin(), false, false),
        ] {
            let may = [&ana, &bia].map(|caller| rule.may_admit(caller, &known, now));
            assert_eq!(may, [of_ana, of_bia], "{rule:?}");
        }
    }

    #[test]
    fn rules_on_the_caller_are_decided_without_the_row() {
        let rule = is("is_published", true).or(admin());
        let visitor = Caller::anonymous();
        let editor = Caller::person("a", Facts { admin: true, ..Facts::default() });
        assert_eq!(rule.for_caller(&visitor), is("is_published", true));
        assert_eq!(rule.for_caller(&editor), anyone());
        assert_eq!(nobody().for_caller(&Caller::as_service("test")), anyone());
    }

    #[test]
    fn sanctions_end_membership_rights_and_keep_access() {
        let caller = |silenced: bool, banned: bool| {
            Caller::person("a", Facts { silenced, banned, ..Facts::subscriber_of(&[Entitlement::Community]) })
        };
        for (silenced, banned, expected) in [
            (false, false, [true, true, true]),
            (true, false, [true, true, false]),
            (false, true, [true, false, false]),
        ] {
            let caller = caller(silenced, banned);
            let admitted =
                [has_access(), member(), may_speak()].map(|rule| rule.for_caller(&caller) == anyone());
            assert_eq!(admitted, expected, "silenced {silenced}, banned {banned}");
        }
    }
}
