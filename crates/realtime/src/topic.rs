//! Topics, and the rights to receive and send on them.

use std::sync::Arc;

use ateneu_base::{Caller, Record, Timestamp};
use ateneu_schema::Rule;

/// Prefix of topics of channels.
pub const PREFIX: &str = "realtime:";

/// A topic. A public and a private topic of one name are different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicKey {
    /// Full name: `realtime:<name>`.
    pub topic: Arc<str>,
    /// True for a topic joined with `private`.
    pub is_private: bool,
}

/// Rights on the private topics with a prefix. The rest of the name is the column `id` of the rules.
#[derive(Clone, Debug)]
pub struct PrivateTopics {
    /// Prefix of the names, e.g. `channel:`.
    pub prefix: &'static str,
    /// Callers that may receive broadcasts.
    pub read: Rule,
    /// Callers that may broadcast.
    pub write: Rule,
    /// Callers that may see presence.
    pub see: Rule,
    /// Callers that may track presence.
    pub track: Rule,
    /// True if presence and broadcasts carry the id of their person, and do not pass between people of whom one blocked
    /// the other. As on public topics, silenced or banned members send neither.
    pub of_people: bool,
}

impl PrivateTopics {
    /// Declares topics that give all rights to callers that `rule` admits.
    pub fn open_to(prefix: &'static str, rule: Rule) -> Self {
        let (read, write, see) = (rule.clone(), rule.clone(), rule.clone());
        Self { prefix, read, write, see, track: rule, of_people: false }
    }

    /// Makes them topics of people, see [`PrivateTopics::of_people`].
    #[must_use]
    pub fn of_people(self) -> Self {
        Self { of_people: true, ..self }
    }
}

/// Rights of one caller on one topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// True if the caller receives broadcasts.
    pub read: bool,
    /// True if the caller may broadcast.
    pub write: bool,
    /// True if the caller sees presence.
    pub see: bool,
    /// True if the caller may track presence.
    pub track: bool,
}

impl Rights {
    const ALL: Self = Self { read: true, write: true, see: true, track: true };
    const NONE: Self = Self { read: false, write: false, see: false, track: false };

    /// True if the caller may join the topic.
    pub fn may_join(self) -> bool {
        self.read || self.see
    }

    /// Removes the rights that sanctions and preferences forbid. A broadcast and a presence payload count as posts.
    fn as_sanctioned(self, caller: &Caller) -> Self {
        let facts = &caller.facts;
        let may_speak = caller.is_service() || !(facts.silenced || facts.banned);
        Self {
            write: self.write && may_speak,
            see: self.see && !facts.banned,
            track: self.track && may_speak && !facts.unseen,
            ..self
        }
    }

    /// Returns `true` if these rights lack a right to receive that `former` had.
    pub fn lost_since(self, former: Self) -> bool {
        (former.read && !self.read) || (former.see && !self.see)
    }
}

/// The rules of every topic.
#[derive(Clone, Debug)]
pub struct Topics {
    /// Callers that may broadcast, track and see presence on public topics. Anyone receives their broadcasts.
    pub public: Rule,
    /// Private topics. Undeclared ones are closed to everyone but the service.
    pub private: Vec<PrivateTopics>,
}

impl Topics {
    fn declared<'a>(&self, name: &'a str) -> Option<(&PrivateTopics, &'a str)> {
        self.private.iter().find_map(|topics| Some((topics, name.strip_prefix(topics.prefix)?)))
    }

    /// True for a topic declared as [`PrivateTopics::of_people`].
    pub fn are_of_people(&self, name: &str, is_private: bool) -> bool {
        is_private && self.declared(name).is_some_and(|(topics, _)| topics.of_people)
    }

    /// Returns the rights of a caller on a topic. People who hide their presence cannot track it.
    pub fn rights(&self, name: &str, is_private: bool, caller: &Caller, now: Timestamp) -> Rights {
        if !is_private {
            let admitted = self.public.admits(caller, &Record::new(), now);
            let rights = Rights { read: true, write: admitted, see: admitted, track: admitted };
            return rights.as_sanctioned(caller);
        }
        let admits = |rule: &Rule, id: &str| {
            let row = Record::from_iter([("id".to_owned(), id.into())]);
            rule.admits(caller, &row, now)
        };
        match self.declared(name) {
            _ if caller.is_service() => Rights::ALL,
            Some((topics, id)) => {
                let rights = Rights {
                    read: admits(&topics.read, id),
                    write: admits(&topics.write, id),
                    see: admits(&topics.see, id),
                    track: admits(&topics.track, id) && !caller.facts.unseen,
                };
                if topics.of_people { rights.as_sanctioned(caller) } else { rights }
            }
            None => Rights::NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ateneu_base::{Entitlement, Facts};
    use ateneu_schema::rule::{in_open_channel, member, staff};

    use super::*;

    fn topics() -> Topics {
        let rule = member().and(in_open_channel("id")).or(staff());
        Topics { public: member(), private: vec![PrivateTopics::open_to("channel:", rule)] }
    }

    #[test]
    fn private_topics_follow_their_rule_and_others_are_closed() {
        let now = Timestamp::from_seconds(0);
        let channels = Arc::new(["1".to_owned()].into());
        let ana =
            Caller::person("ana", Facts { channels, ..Facts::subscriber_of(&[Entitlement::Community]) });
        for (caller, name, expected) in [
            (&ana, "channel:1", Rights::ALL),
            (&ana, "channel:2", Rights::NONE),
            (&ana, "channel:", Rights::NONE),
            (&ana, "outro", Rights::NONE),
            (&Caller::anonymous(), "channel:1", Rights::NONE),
            (&Caller::as_service("test"), "outro", Rights::ALL),
        ] {
            assert_eq!(topics().rights(name, true, caller, now), expected, "{name} {caller:?}");
        }
    }

    #[test]
    fn silence_bans_and_hidden_presence_take_rights() {
        let now = Timestamp::from_seconds(0);
        let topics = Topics {
            public: member(),
            private: vec![PrivateTopics::open_to("channel:", member()).of_people()],
        };
        let facts = Facts::subscriber_of(&[Entitlement::Community]);
        let silenced = Caller::person("ana", Facts { silenced: true, ..facts.clone() });
        let banned = Caller::person("ana", Facts { banned: true, ..facts.clone() });
        let unseen = Caller::person("ana", Facts { unseen: true, ..facts });
        for (name, is_private) in [("channel:1", true), ("sala", false)] {
            let of = |caller| topics.rights(name, is_private, caller, now);
            assert_eq!(of(&silenced), Rights { write: false, track: false, ..Rights::ALL }, "{name}");
            assert_eq!(of(&banned), Rights { read: !is_private, ..Rights::NONE }, "{name}");
            assert_eq!(of(&unseen), Rights { track: false, ..Rights::ALL }, "{name}");
        }
        assert!(topics.are_of_people("channel:1", true));
        assert!(!topics.are_of_people("channel:1", false) && !topics.are_of_people("sala", true));
    }

    #[test]
    fn visitors_only_listen_on_public_topics() {
        let now = Timestamp::from_seconds(0);
        let visitor = topics().rights("sala", false, &Caller::anonymous(), now);
        assert_eq!(visitor, Rights { read: true, ..Rights::NONE });
        let ana = Caller::person("ana", Facts::subscriber_of(&[Entitlement::Community]));
        assert!(topics().rights("sala", false, &ana, now).write);
    }
}
