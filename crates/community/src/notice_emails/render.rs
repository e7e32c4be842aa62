//! Emails of notices: titles that the reader may read, and names, but no other texts of members.

use ateneu_content::emails::{
    Button, CommunityNews, CommunityNotice, CommunityNotices, Links, NoticeLine, Notices,
};
use ateneu_db::Row;
use ateneu_mail::{Email, Sender};

/// Maximum number of listed notices. The others are counted.
const LISTED: usize = 12;

/// One line: text and link.
pub struct Line {
    pub text: String,
    pub path: String,
}

/// Contents of an email.
pub struct Content<'a> {
    pub notices: &'a [Line],
    /// New posts, with their channels.
    pub posts: &'a [Line],
    pub token: &'a str,
}

/// Returns the line of a notice. `title` is that of its post or content, if the reader may read it.
pub fn line(row: &Row, title: Option<&str>, sender: &Sender) -> Option<Line> {
    let path = match (row.text("post_id"), row.text("comment_id"), row.text("content_id")) {
        (Some(post), Some(comment), _) => format!("/membros/publicacao/{post}#c-{comment}"),
        (Some(post), None, _) => format!("/membros/publicacao/{post}"),
        (None, _, Some(content)) => format!("/membros/conteudo/{content}"),
        (None, _, None) => "/membros/avisos".to_owned(),
    };
    Some(Line { text: sender.phrase(&phrase(row, title, sender)?), path })
}

fn phrase(row: &Row, title: Option<&str>, sender: &Sender) -> Option<NoticeLine> {
    let kind = row.text("kind")?;
    if kind == "moderation" {
        let is_channel = row.text("reason") == Some("channel");
        return Some(if is_channel { NoticeLine::Channel } else { NoticeLine::Moderation });
    }
    let name = row.text("actor").map(str::trim).filter(|name| !name.is_empty());
    let actor = name.map_or_else(|| sender.phrase(&NoticeLine::Somebody), str::to_owned);
    let others = row.int("actors").unwrap_or(1) - 1;
    let title = title?.to_owned();
    Some(match kind {
        "mention" => NoticeLine::Mention { actor, title },
        "reply" => NoticeLine::Reply { actor, title },
        "comment" if others > 0 => NoticeLine::Comments { count: others + 1, title },
        "comment" => NoticeLine::Comment { actor, title },
        "accepted" => NoticeLine::Accepted { actor, title },
        "like" if others > 0 => NoticeLine::Likes { actor, others, title },
        "like" => NoticeLine::Like { actor, title },
        "post" => NoticeLine::Post { actor, title },
        "content" => NoticeLine::Content { title },
        _ => return None,
    })
}

/// Returns the whole email.
pub fn email(content: &Content<'_>, sender: &Sender) -> Email {
    let Content { notices, posts, token } = content;
    let links = |lines: &[Line]| {
        Links(lines.iter().map(|line| (line.text.clone(), sender.link(&line.path))).collect())
    };
    let frequency = sender.link(&format!("/avisos/{token}"));
    let fields = || Notices {
        count: number(notices.len()),
        notices: links(notices.get(..LISTED).unwrap_or(notices)),
        more: notices.len().checked_sub(LISTED).filter(|more| *more > 0).map(number),
        posts: (!posts.is_empty()).then(|| links(posts)),
        button: Button(sender.link("/membros/avisos")),
        frequency: frequency.clone(),
    };
    let email = match notices.len() {
        0 => sender.email(&CommunityNews {
            posts: links(posts),
            button: Button(sender.link("/membros/comunidade")),
            frequency: frequency.clone(),
        }),
        1 => sender.email(&CommunityNotice(fields())),
        _ => sender.email(&CommunityNotices(fields())),
    };
    email.unsubscribe(sender.link(&format!("/avisos/sair/{token}")))
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
