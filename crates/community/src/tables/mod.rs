//! The tables of this crate.

mod channels;
mod links;
pub(crate) mod moderation;
mod personal;
mod pictures;
pub(crate) mod posts;
mod preferences;
mod push;

use ateneu_schema::Table;

pub use personal::{NoticeKind, NoticeLevel, NoticeReason};
pub use preferences::{EmailPeriod, SummaryPeriod};

pub fn tables() -> Vec<Table> {
    vec![
        channels::channels(),
        channels::channel_members(),
        channels::channel_decisions(),
        channels::community_categories(),
        posts::community_posts(),
        posts::community_comments(),
        posts::community_likes(),
        posts::community_comment_likes(),
        posts::community_views(),
        posts::community_revisions(),
        pictures::community_pictures(),
        links::link_cards(),
        links::community_links(),
        personal::community_drafts(),
        personal::channel_states(),
        personal::post_states(),
        personal::notices(),
        preferences::notification_preferences(),
        preferences::member_preferences(),
        preferences::notice_emails(),
        push::push_subscriptions(),
        moderation::outside_reports(),
        moderation::community_cases(),
        moderation::community_reports(),
        moderation::community_decisions(),
        moderation::member_blocks(),
        moderation::moderation_words(),
    ]
}
