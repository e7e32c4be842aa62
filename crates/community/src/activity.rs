//! Time of the last activity under a post: of its newest visible comment, or of the post itself.

use ateneu_db::{Error, Tx};

use crate::rows::Comment;

/// Updates the last activity of a post after a write of a comment.
pub fn follow(tx: &mut Tx<'_>, old: Option<&Comment>, comment: &Comment) -> Result<(), Error> {
    let is_shown = |comment: &Comment| !comment.is_hidden && !comment.is_deleted;
    match (old.is_some_and(is_shown), is_shown(comment)) {
        (false, true) => {
            tx.write(
                "UPDATE community_posts SET last_activity_at = $2 WHERE id = $1 AND last_activity_at < $2",
                &[(&comment.post_id).into(), comment.created_at.into()],
            )?;
            Ok(())
        }
        (true, false) => recompute(tx, &comment.post_id),
        _ => Ok(()),
    }
}

/// Recomputes the last activity of a post after comments under it were shown or hidden.
pub fn recompute(tx: &mut Tx<'_>, post: &str) -> Result<(), Error> {
    let newest = "coalesce(
        (SELECT max(created_at) FROM community_comments
         WHERE post_id = community_posts.id AND NOT is_hidden AND NOT is_deleted), created_at)";
    let sql = format!(
        "UPDATE community_posts SET last_activity_at = {newest} WHERE id = $1 AND last_activity_at <> {newest}"
    );
    tx.write(&sql, &[post.into()]).map(drop)
}
