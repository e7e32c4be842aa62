//! Posts and comments as rows.

use ateneu_base::Timestamp;
use ateneu_schema::TableRow;

use crate::tables::moderation::HiddenBecause;

/// A post.
#[derive(Clone, PartialEq, TableRow)]
#[table("community_posts")]
pub struct Post {
    pub id: String,
    pub title: String,
    pub content: String,
    pub content_html: Option<String>,
    pub channel_id: String,
    pub tags: Vec<String>,
    pub lesson_id: Option<String>,
    pub entitlement: String,
    pub author_id: String,
    pub is_hidden: bool,
    pub hidden_because: Option<HiddenBecause>,
    pub is_deleted: bool,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    pub last_activity_at: Timestamp,
}

/// A comment.
#[derive(Clone, PartialEq, TableRow)]
#[table("community_comments")]
pub struct Comment {
    pub id: String,
    pub post_id: String,
    pub parent_id: Option<String>,
    pub content: String,
    pub content_html: Option<String>,
    pub author_id: String,
    pub is_accepted: bool,
    pub is_hidden: bool,
    pub hidden_because: Option<HiddenBecause>,
    pub is_deleted: bool,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
}

/// Columns that posts and comments have in common.
#[derive(Clone, Copy)]
pub struct MemberText<'a> {
    /// Column of other tables that names the text.
    pub column: &'static str,
    pub id: &'a str,
    pub post: &'a str,
    pub comment: Option<&'a str>,
    pub author: &'a str,
    /// The title. Only posts have one.
    pub title: Option<&'a str>,
    pub tags: &'a [String],
    /// Place of the draft of a post.
    pub place: Option<(&'a str, Option<&'a str>)>,
    pub content: &'a str,
    pub created_at: Timestamp,
    pub is_hidden: bool,
    pub hidden_because: Option<HiddenBecause>,
    pub is_deleted: bool,
}

/// The columns of a post or a comment that triggers set.
pub struct TriggerColumns<'a> {
    pub content_html: &'a mut Option<String>,
    pub is_hidden: &'a mut bool,
    pub hidden_because: &'a mut Option<HiddenBecause>,
    pub edited_at: &'a mut Option<Timestamp>,
}

/// A post or a comment.
pub trait TextRow: TableRow {
    /// Returns the columns that posts and comments have in common.
    fn text(&self) -> MemberText<'_>;

    /// Returns the columns that triggers set.
    fn trigger_columns(&mut self) -> TriggerColumns<'_>;
}

/// Implements [`TextRow`]: the columns that both tables have, then those that differ.
macro_rules! text_row {
    ($row:ty, |$this:ident| { $($field:ident: $value:expr),* $(,)? }) => {
        impl TextRow for $row {
            fn text(&self) -> MemberText<'_> {
                let $this = self;
                MemberText {
                    id: &self.id,
                    author: &self.author_id,
                    content: &self.content,
                    created_at: self.created_at,
                    is_hidden: self.is_hidden,
                    hidden_because: self.hidden_because,
                    is_deleted: self.is_deleted,
                    $($field: $value),*
                }
            }

            fn trigger_columns(&mut self) -> TriggerColumns<'_> {
                TriggerColumns {
                    content_html: &mut self.content_html,
                    is_hidden: &mut self.is_hidden,
                    hidden_because: &mut self.hidden_because,
                    edited_at: &mut self.edited_at,
                }
            }
        }
    };
}

text_row!(Post, |post| {
    column: "post_id",
    post: &post.id,
    comment: None,
    title: Some(&post.title),
    tags: &post.tags,
    place: Some((&post.channel_id, post.lesson_id.as_deref())),
});

text_row!(Comment, |comment| {
    column: "comment_id",
    post: &comment.post_id,
    comment: Some(&comment.id),
    title: None,
    tags: &[],
    place: None,
});
