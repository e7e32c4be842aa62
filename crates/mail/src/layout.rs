//! The HTML of an email from its blocks.

use ateneu_content::emails::Block;
use maud::{Markup, html};

use crate::{
    email::Email,
    message::Message,
    sender::Sender,
    sheet::{META, SANS, with_links},
};

const PARAGRAPH: &str =
    "margin:0 0 20px;font-size:16px;line-height:1.62;color:#3d4a44;word-break:break-word;";

/// An email as its reader sees it.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The subject line.
    pub subject: String,
    /// The HTML part.
    pub html: String,
    /// The text part.
    pub text: String,
}

impl Email {
    /// Returns the email as its reader sees it.
    pub fn rendered(&self, sender: &Sender) -> Rendered {
        let email = self.in_lines();
        let html = html(&email, sender).into_string();
        Rendered { text: email.text(sender), subject: email.text.subject, html }
    }

    /// Returns the subject line.
    pub(crate) fn subject(&self) -> &str {
        &self.text.subject
    }

    /// Returns the HTML part.
    pub(crate) fn html(&self, sender: &Sender) -> String {
        html(&self.in_lines(), sender).into_string()
    }

    /// Returns the message that sends this email to one address.
    pub fn to(&self, recipient: &str, sender: &Sender) -> Message {
        let email = self.in_lines();
        let html = html(&email, sender).into_string();
        let message = Message::email(recipient, &email.text.subject, email.text(sender), html);
        match &email.unsubscribe {
            Some(link) => message.unsubscribe(link, &sender.email),
            None => message,
        }
    }
}

fn html(email: &Email, sender: &Sender) -> Markup {
    let blocks = html! { @for block in &email.text.blocks { (render_block(block, sender)) } };
    email.sheet(sender).html(&blocks)
}

fn render_block(block: &Block, sender: &Sender) -> Markup {
    let words = &sender.content.emails.layout;
    match block {
        Block::Paragraph(text) => html! { p.long style=(PARAGRAPH) { (with_links(text, sender)) } },
        Block::Fields(fields) => html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                style="margin:0 0 24px;" {
                @for (label, value) in fields {
                    tr {
                        td.meta.line width="112" valign="top" style="padding:10px 12px 10px 0;font-size:13px;\
                            line-height:1.5;color:#566259;border-top:1px solid #d2d8cf;" { (label) }
                        td.ink.line valign="top" style="padding:10px 0;font-size:15px;line-height:1.5;\
                            color:#12201b;border-top:1px solid #d2d8cf;word-break:break-word;" { (value) }
                    }
                }
            }
        },
        Block::Quote(text) => html! {
            div.long.quote style={ (PARAGRAPH) "padding-left:16px;border-left:2px solid #c2331a;\
                white-space:pre-wrap;" } { (text) }
        },
        Block::Code(code) => html! {
            p.meta style=(META) { (words.code) }
            div.ink style={ (SANS) "margin:0 0 24px;font-size:32px;line-height:1.2;letter-spacing:0.18em;\
                font-variant-numeric:tabular-nums;color:#12201b;" } { (code) }
        },
        Block::Links(links) => html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                style="margin:0 0 24px;" {
                @for (text, link) in links {
                    tr {
                        td.line style="padding:12px 0;border-top:1px solid #d2d8cf;word-break:break-word;" {
                            a.ink href=(link) style="font-size:16px;line-height:1.5;color:#12201b;\
                                text-decoration:none;" { (text) }
                        }
                    }
                }
            }
        },
        Block::List(lines) => html! {
            table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                style="margin:0 0 24px;" {
                @for line in lines {
                    tr {
                        td.ink.line style="padding:10px 0;font-size:15px;line-height:1.5;color:#12201b;\
                            border-top:1px solid #d2d8cf;word-break:break-word;" { (line) }
                    }
                }
            }
        },
        Block::Action { label, link } => html! {
            table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;" {
                tr {
                    td.button style="background:#12201b;border-radius:4px;mso-padding-alt:15px 28px;" {
                        a href=(link) style="display:inline-block;padding:15px 28px;font-size:16px;font-weight:550;\
                            line-height:1.4;color:#f3f4f0;text-decoration:none;" { (label) }
                    }
                }
            }
            p.meta style={ (META) "margin-bottom:24px;word-break:break-all;" } {
                (words.button_address) " "
                a.meta href=(link) style="color:#566259;" { (link) }
            }
        },
    }
}
