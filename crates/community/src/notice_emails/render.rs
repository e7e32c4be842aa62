//! The words of an email of notices: titles that its reader may read, and names; nothing that others wrote.

use ateneu_db::Row;
use ateneu_mail::{Block, Email, Sender};

/// Notices that an email lists; the others are counted.
const LISTED: usize = 12;

/// One line: what it says and where it leads.
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

/// The line of a notice; `title` is that of its post or content, as far as its reader may read it.
pub fn line(row: &Row, title: Option<&str>) -> Option<Line> {
    let actor = row.text("actor").map(str::trim).filter(|name| !name.is_empty()).unwrap_or("Um membro");
    let others = row.int("actors").unwrap_or(1) - 1;
    let title = title.map(|title| format!("“{title}”"));
    let about = |verb: &str| title.as_ref().map(|title| format!("{actor} {verb} {title}"));
    let text = match row.text("kind")? {
        "mention" => about("mencionou você em")?,
        "reply" => about("respondeu ao seu comentário em")?,
        "comment" if others > 0 => format!("{} comentários novos em {}", others + 1, title?),
        "comment" => about("comentou em")?,
        "accepted" => about("aceitou a sua resposta em")?,
        "like" if others > 0 => format!("{actor} e mais {others} curtiram o que você escreveu em {}", title?),
        "like" => about("curtiu o que você escreveu em")?,
        "post" => about("publicou")?,
        "content" => format!("Novo conteúdo: {}", title?),
        "moderation" if row.text("reason") == Some("channel") => {
            "A equipe decidiu sobre o canal que você pediu".to_owned()
        }
        "moderation" => "A moderação decidiu sobre o que você escreveu".to_owned(),
        _ => return None,
    };
    let path = match (row.text("post_id"), row.text("comment_id"), row.text("content_id")) {
        (Some(post), Some(comment), _) => format!("/membros/publicacao/{post}#c-{comment}"),
        (Some(post), None, _) => format!("/membros/publicacao/{post}"),
        (None, _, Some(content)) => format!("/membros/conteudo/{content}"),
        (None, _, None) => "/membros/avisos".to_owned(),
    };
    Some(Line { text, path })
}

/// The whole email.
pub fn email(content: &Content<'_>, sender: &Sender) -> Email {
    let Content { notices, posts, token } = content;
    let count = notices.len();
    let (subject, heading) = match count {
        0 => ("O que há de novo na comunidade".to_owned(), "O que há de novo.".to_owned()),
        1 => ("Você tem 1 aviso novo".to_owned(), "Um aviso espera por você.".to_owned()),
        _ => (format!("Você tem {count} avisos novos"), format!("{count} avisos esperam por você.")),
    };
    let links = |lines: &[Line]| {
        let link = |line: &Line| (line.text.clone(), sender.link(&line.path));
        Block::Links(lines.iter().map(link).collect())
    };
    let mut blocks = Vec::new();
    if count > 0 {
        blocks.push(links(&notices[..count.min(LISTED)]));
        if count > LISTED {
            blocks.push(Block::Paragraph(format!("E mais {}.", count - LISTED)));
        }
    }
    if !posts.is_empty() {
        blocks.push(Block::Paragraph("Publicações novas nos seus canais:".to_owned()));
        blocks.push(links(posts));
    }
    let (label, path) = match count {
        0 => ("Abrir a comunidade", "/membros/comunidade"),
        _ => ("Ver os avisos", "/membros/avisos"),
    };
    blocks.push(Block::Action { label, link: sender.link(path) });
    Email {
        preheader: match (count, posts.len()) {
            (0, _) => "As publicações mais novas dos seus canais.".to_owned(),
            _ => "O que aconteceu na comunidade e você ainda não leu.".to_owned(),
        },
        subject,
        heading,
        blocks,
        reason: format!(
            "Você recebe este e-mail porque participa da comunidade. Mude a frequência sem entrar na conta: {}",
            sender.link(&format!("/avisos/{token}"))
        ),
        unsubscribe: Some(sender.link(&format!("/avisos/sair/{token}"))),
    }
}
