//! A comment under a post: the author of the post gets an email, once a day for each post, unless the settings of the author's
//! account say otherwise.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Row, Tx};

use ateneu_mail::{Block, Context, Email, RowEmails, text};

pub fn emails() -> RowEmails {
    RowEmails::new("community_comments", "post_id, author_id, is_hidden", |context, tx, row| {
        let Some(post) = commented_post(context, tx, row)? else { return Ok(Vec::new()) };
        let message = email(context, &post).to(text(&post, "email"), context.sender);
        Ok(vec![message.once(format!("comment {} {}", text(row, "post_id"), context.day()))])
    })
}

/// The post with its author's address, if the author gets an email about this comment.
fn commented_post(context: &Context<'_>, tx: &mut Tx<'_>, comment: &Row) -> Result<Option<Row>, Error> {
    if comment.truth("is_hidden") {
        return Ok(None);
    }
    let post = tx.query_optional(
        "SELECT community_posts.title, users.email, users.banned_until
         FROM community_posts JOIN users ON users.id = community_posts.author_id
         LEFT JOIN notification_preferences ON notification_preferences.user_id = users.id
         WHERE community_posts.id = $1 AND community_posts.author_id <> $2 AND NOT community_posts.is_hidden
           AND users.email_confirmed_at IS NOT NULL AND users.deleted_at IS NULL
           AND COALESCE(notification_preferences.community_replies, TRUE)",
        &[comment.get("post_id").clone(), comment.get("author_id").clone()],
    )?;
    Ok(post.filter(|post| !is_banned(post.get("banned_until"), context.now)))
}

fn is_banned(until: &Value, now: Timestamp) -> bool {
    let until = until.as_text().and_then(|text| Timestamp::parse(text).ok());
    until.is_some_and(|until| until > now)
}

/// Nothing of what the other wrote: it is read where it can be answered and, if need be, hidden.
fn email(context: &Context<'_>, post: &Row) -> Email {
    Email {
        subject: "Comentaram na sua publicação".to_owned(),
        preheader: "Há um comentário novo na comunidade.".to_owned(),
        heading: "Há um comentário novo.".to_owned(),
        blocks: vec![
            Block::Paragraph("Alguém comentou na sua publicação:".to_owned()),
            Block::Quote(text(post, "title").to_owned()),
            Block::Action { label: "Abrir a área de membros", link: context.sender.link("/membros") },
        ],
        reason: format!(
            "Você recebe este e-mail porque publicou na comunidade. Para não receber mais, desligue o aviso em {}.",
            context.sender.link("/membros/configuracoes#avisos")
        ),
        unsubscribe: None,
    }
}
