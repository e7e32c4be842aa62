//! Levels of notices of a channel or a post, and the notice that an event makes.

use crate::tables::{NoticeKind, NoticeLevel as Level, NoticeReason};

/// Relation of an event to a person, closest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The text mentions the person.
    Mentioned,
    /// The text answers the person's comment.
    Answered,
    /// The text stands under the person's post.
    Author,
    /// The person's comment was accepted, or liked.
    Praised,
    /// No relation: only the levels count.
    Bystander,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Post,
    Comment,
    Accepted,
    Like,
}

/// A notice to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub kind: NoticeKind,
    /// Reason, unless it follows from the kind.
    pub reason: Option<NoticeReason>,
    /// True if the event is added to an unread notice of the same post.
    pub folds: bool,
}

/// Returns the notice that an event makes for a person. The level of the post counts, else that of its channel, else
/// the normal one. The muted level suppresses all notices, also of mentions. Other levels admit all events that concern
/// the person. person pass at every level.
pub fn decide(
    event: Event,
    relation: Relation,
    of_post: Option<Level>,
    of_channel: Option<Level>,
) -> Option<Decision> {
    let level = of_post.or(of_channel).unwrap_or(Level::Normal);
    let source = if of_post.is_some() { NoticeReason::Post } else { NoticeReason::Channel };
    let notice = |kind, reason| Some(Decision { kind, reason, folds: false });
    let folded = |kind, reason| Some(Decision { kind, reason, folds: true });
    match (event, relation, level) {
        (_, _, Level::Mute) => None,
        (Event::Accepted, _, _) => notice(NoticeKind::Accepted, None),
        (Event::Like, _, _) => folded(NoticeKind::Like, None),
        (_, Relation::Mentioned, _) => notice(NoticeKind::Mention, None),
        (Event::Comment, Relation::Answered, _) => notice(NoticeKind::Reply, None),
        (Event::Comment, Relation::Author, Level::Follow) => {
            folded(NoticeKind::Comment, Some(NoticeReason::Author))
        }
        (Event::Comment, Relation::Author, _) => notice(NoticeKind::Comment, Some(NoticeReason::Author)),
        (Event::Post, _, Level::Watch) => notice(NoticeKind::Post, Some(source)),
        (Event::Comment, _, Level::Watch) => notice(NoticeKind::Comment, Some(source)),
        (Event::Comment, _, Level::Follow) => folded(NoticeKind::Comment, Some(source)),
        (Event::Post, _, Level::Follow | Level::Normal) | (Event::Comment, _, Level::Normal) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [Option<Level>; 5] =
        [None, Some(Level::Watch), Some(Level::Follow), Some(Level::Normal), Some(Level::Mute)];

    fn all() -> impl Iterator<Item = (Option<Level>, Option<Level>)> {
        LEVELS.into_iter().flat_map(|post| LEVELS.map(|channel| (post, channel)))
    }

    #[test]
    fn the_level_of_a_post_overrides_its_channel() {
        for (post, channel) in all() {
            for event in [Event::Post, Event::Comment, Event::Accepted, Event::Like] {
                for relation in
                    [Relation::Mentioned, Relation::Answered, Relation::Author, Relation::Bystander]
                {
                    let kind = |post, channel| decide(event, relation, post, channel).map(|made| made.kind);
                    match post {
                        Some(_) => assert_eq!(kind(post, channel), kind(post, None)),
                        None => assert_eq!(kind(None, channel), kind(channel, None)),
                    }
                }
            }
        }
    }

    #[test]
    fn a_mention_overrides_every_level_but_muted() {
        for (post, channel) in all() {
            let is_muted = post.or(channel) == Some(Level::Mute);
            for event in [Event::Post, Event::Comment] {
                let made = decide(event, Relation::Mentioned, post, channel);
                assert_eq!(
                    made.map(|made| made.kind),
                    (!is_muted).then_some(NoticeKind::Mention),
                    "{post:?} {channel:?}"
                );
            }
        }
    }

    #[test]
    fn the_level_decides_the_notices_of_a_bystander() {
        let kinds = |event, level| {
            decide(event, Relation::Bystander, Some(level), None).map(|made| (made.kind, made.folds))
        };
        for (level, of_post, of_comment) in [
            (Level::Watch, Some((NoticeKind::Post, false)), Some((NoticeKind::Comment, false))),
            (Level::Follow, None, Some((NoticeKind::Comment, true))),
            (Level::Normal, None, None),
            (Level::Mute, None, None),
        ] {
            assert_eq!(kinds(Event::Post, level), of_post, "{level:?}");
            assert_eq!(kinds(Event::Comment, level), of_comment, "{level:?}");
        }
    }

    #[test]
    fn the_notice_reason_is_author_post_or_channel() {
        let reason = |post, channel| {
            decide(Event::Comment, Relation::Bystander, post, channel).and_then(|made| made.reason)
        };
        assert_eq!(reason(Some(Level::Watch), Some(Level::Mute)), Some(NoticeReason::Post));
        assert_eq!(reason(None, Some(Level::Watch)), Some(NoticeReason::Channel));
        let own = decide(Event::Comment, Relation::Author, None, Some(Level::Watch));
        assert_eq!(own.and_then(|made| made.reason), Some(NoticeReason::Author));
    }
}
