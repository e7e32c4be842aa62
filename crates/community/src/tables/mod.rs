//! The tables of this crate, one file each.

mod channel_members;
mod channels;
mod community_categories;
mod community_comments;
mod community_likes;
mod community_posts;
mod community_views;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        channels::table(),
        channel_members::table(),
        community_categories::table(),
        community_posts::table(),
        community_comments::table(),
        community_likes::table(),
        community_views::table(),
    ]
}
