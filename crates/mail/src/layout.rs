//! The one look of all emails, in the tables and inline styles that mail programs agree on: 600 px of sheet
//! on paper, ink, one vermilion mark. Programs that know dark mode swap the colours; the others show the light ones.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    email::{Block, Email},
    message::Message,
    sender::Sender,
};

const SERIF: &str = "font-family:'STIX Two Text',Georgia,'Times New Roman',serif;";
const SANS: &str = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif;";
const PARAGRAPH: &str = "margin:0 0 20px;font-size:16px;line-height:1.62;color:#3d4a44;";
const META: &str = "margin:0 0 8px;font-size:13px;line-height:1.5;color:#566259;";

/// Colours of dark mode, and a narrow screen. Inline styles are stronger, hence the marks.
const SWAP: &str = "
@media (prefers-color-scheme: dark) {
  .paper { background: #0c1411 !important; }
  .sheet { background: #131d19 !important; border-color: #25322c !important; }
  .line { border-color: #25322c !important; }
  .ink { color: #e8ede7 !important; }
  .long { color: #b6c1b9 !important; }
  .meta { color: #8f9c94 !important; }
  .north { color: #ff7a57 !important; }
  .mark { background: #ff7a57 !important; }
  .button { background: #e8ede7 !important; }
  .button a { color: #0c1411 !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 24px !important; padding-right: 24px !important; }
}
";

impl Email {
    /// The message that sends this email to one address.
    pub fn to(&self, recipient: &str, sender: &Sender) -> Message {
        let email = self.in_lines();
        let html = html(&email, sender).into_string();
        let message = Message::email(recipient, &email.subject, email.text(sender), html);
        match &email.unsubscribe {
            Some(link) => message.unsubscribe(link, &sender.email),
            None => message,
        }
    }
}

fn html(email: &Email, sender: &Sender) -> Markup {
    html! {
        (DOCTYPE)
        html lang="pt-BR" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                meta name="format-detection" content="telephone=no,date=no,address=no,email=no";
                title { (email.subject) }
                style { (PreEscaped(SWAP)) }
            }
            body.paper style="margin:0;padding:0;background:#f3f4f0;" {
                (preheader(&email.preheader))
                table.paper role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                    style="background:#f3f4f0;" {
                    tr {
                        td align="center" style="padding:32px 12px;" { (sheet(email, sender)) }
                    }
                }
            }
        }
    }
}

/// Shown beside the subject; the blanks keep the first words of the email from following it there.
fn preheader(text: &str) -> Markup {
    html! {
        div style="display:none;max-height:0;overflow:hidden;mso-hide:all;" aria-hidden="true" {
            (text) (PreEscaped("&#8199;&#65279;&#847; ".repeat(40)))
        }
    }
}

fn sheet(email: &Email, sender: &Sender) -> Markup {
    html! {
        table.sheet role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"
            style="width:100%;max-width:600px;background:#fbfcfa;border:1px solid #d2d8cf;" {
            tr {
                td.pad style={ "padding:28px 40px 0;" (SANS) } {
                    div.mark style="width:3px;height:20px;background:#c2331a;float:left;margin-right:12px;" {}
                    a.ink href=(sender.public_url)
                        style={ (SERIF) "font-size:18px;line-height:20px;color:#12201b;text-decoration:none;" } {
                        (sender.name)
                    }
                }
            }
            tr {
                td.pad style={ "padding:32px 40px 20px;" (SANS) } {
                    h1.ink style={ (SERIF) "margin:0 0 24px;font-weight:400;font-size:30px;line-height:1.14;\
                        letter-spacing:-0.02em;color:#12201b;" } { (email.heading) }
                    @for block in &email.blocks { (render_block(block)) }
                }
            }
            tr {
                td.pad style={ "padding:0 40px 32px;" (SANS) } { (foot(email, sender)) }
            }
        }
    }
}

fn render_block(block: &Block) -> Markup {
    match block {
        Block::Paragraph(text) => html! { p.long style=(PARAGRAPH) { (text) } },
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
            div.long style={ (PARAGRAPH) "padding-left:16px;border-left:2px solid #c2331a;white-space:pre-wrap;\
                word-break:break-word;" } { (text) }
        },
        Block::Code(code) => html! {
            p.meta style=(META) { "Código" }
            p.ink style={ (SANS) "margin:0 0 24px;font-size:32px;line-height:1.2;letter-spacing:0.18em;\
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
                    td.button style="background:#12201b;border-radius:4px;" {
                        a href=(link) style="display:inline-block;padding:15px 28px;font-size:16px;font-weight:550;\
                            line-height:1.4;color:#f3f4f0;text-decoration:none;" { (label) }
                    }
                }
            }
            p.meta style={ (META) "margin-bottom:24px;word-break:break-all;" } {
                "Se o botão não abrir, copie este endereço: "
                a.meta href=(link) style="color:#566259;" { (link) }
            }
        },
    }
}

fn foot(email: &Email, sender: &Sender) -> Markup {
    html! {
        div.line style="border-top:1px solid #d2d8cf;padding-top:20px;" {
            p.ink style="margin:0;font-size:15px;line-height:1.5;color:#12201b;" { (sender.name) }
            p.meta style={ (META) "margin-bottom:20px;" } { (sender.role) }
            p.meta style=(META) { (email.reason) }
            @if let Some(link) = &email.unsubscribe {
                p.meta style=(META) {
                    a.north href=(link) style="color:#c2331a;" { "Parar de receber" }
                }
            }
        }
    }
}
