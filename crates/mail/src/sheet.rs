//! The sheet of all emails, in the tables and inline styles that mail programs support: a sheet of 600 px, one
//! vermilion mark. Programs with dark mode swap the colours, the others show the light ones.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::sender::Sender;

/// Fonts of headlines.
const SERIF: &str = "font-family:'STIX Two Text',Georgia,'Times New Roman',serif;";
/// Fonts of the text.
pub(crate) const SANS: &str =
    "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif;";
/// Style of small lines.
pub(crate) const META: &str =
    "margin:0 0 8px;font-size:13px;line-height:1.5;color:#566259;word-break:break-word;";

/// Styles of dark mode, and of a narrow screen. They need `!important` against inline styles.
const SWAP: &str = "
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0c1411 !important; }
  .sheet { background: #131d19 !important; border-color: #25322c !important; }
  .line { border-color: #25322c !important; }
  .ink { color: #e8ede7 !important; }
  .long { color: #b6c1b9 !important; }
  .meta { color: #8f9c94 !important; }
  .north { color: #ff7a57 !important; }
  .mark { background: #ff7a57 !important; }
  .quote { border-color: #ff7a57 !important; }
  .button { background: #e8ede7 !important; }
  .button a { color: #0c1411 !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 24px !important; padding-right: 24px !important; }
}
";

/// The parts of an email around its text.
pub struct Sheet<'a> {
    /// The subject line.
    pub subject: &'a str,
    /// Preview text beside the subject.
    pub preheader: &'a str,
    /// The headline.
    pub heading: &'a str,
    /// Address at which the email can be read on the site.
    pub online: Option<&'a str>,
    /// Reason why the reader receives it.
    pub reason: &'a str,
    /// Address at which the reader ends the subscription.
    pub unsubscribe: Option<&'a str>,
    /// The sender, with the words of the layout.
    pub sender: &'a Sender,
}

impl Sheet<'_> {
    /// Returns the HTML part with this text.
    pub fn html(&self, text: &Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="pt-BR" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    meta name="format-detection" content="telephone=no,date=no,address=no,email=no";
                    title { (self.subject) }
                    style { (PreEscaped(SWAP)) }
                }
                body.paper style="margin:0;padding:0;background:#f3f4f0;" {
                    (preheader(self.preheader))
                    div role="main" {
                        table.paper role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                            style="background:#f3f4f0;" {
                            tr { td align="center" style="padding:32px 12px;" { (self.table(text)) } }
                        }
                    }
                }
            }
        }
    }

    fn table(&self, text: &Markup) -> Markup {
        html! {
            table.sheet role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"
                style="width:100%;max-width:600px;background:#fbfcfa;border:1px solid #d2d8cf;" {
                tr { td.pad style={ "padding:28px 40px 0;" (SANS) } { (self.head()) } }
                tr {
                    td.pad style={ "padding:32px 40px 20px;" (SANS) } {
                        h1.ink style={ (SERIF) "margin:0 0 24px;font-weight:400;font-size:30px;line-height:1.14;\
                            letter-spacing:-0.02em;color:#12201b;" } { (self.heading) }
                        (text)
                    }
                }
                tr { td.pad style={ "padding:0 40px 32px;" (SANS) } { (self.foot()) } }
            }
        }
    }

    fn head(&self) -> Markup {
        html! {
            div.mark style="width:3px;height:20px;background:#c2331a;float:left;margin-right:12px;" {}
            a.ink href=(self.sender.public_url)
                style={ (SERIF) "font-size:18px;line-height:20px;color:#12201b;text-decoration:none;" } {
                (self.sender.name)
            }
            @if let Some(link) = self.online {
                " " a.meta href=(link) style="float:right;font-size:13px;line-height:20px;color:#566259;" {
                    (self.sender.content.emails.layout.online)
                }
            }
        }
    }

    fn foot(&self) -> Markup {
        html! {
            div.line style="border-top:1px solid #d2d8cf;padding-top:20px;" {
                p.ink style="margin:0;font-size:15px;line-height:1.5;color:#12201b;" { (self.sender.name) }
                p.meta style={ (META) "margin-bottom:20px;" } { (self.sender.role) }
                p.meta style=(META) { (with_links(self.reason, self.sender)) }
                @if let Some(link) = self.unsubscribe {
                    p.meta style=(META) {
                        a.north href=(link) style="color:#c2331a;" {
                            (self.sender.content.emails.layout.unsubscribe)
                        }
                    }
                }
            }
        }
    }

    /// Returns the text part, for programs without HTML.
    pub fn text(&self, text: &str) -> String {
        let words = &self.sender.content.emails.layout;
        let mut foot = vec![
            "-- ".to_owned(),
            self.sender.name.clone(),
            self.sender.role.clone(),
            self.sender.host(),
            String::new(),
            self.reason.to_owned(),
        ];
        foot.extend(self.online.map(|link| format!("{}: {link}", words.online)));
        foot.extend(self.unsubscribe.map(|link| format!("{}: {link}", words.unsubscribe)));
        format!("{}\n\n{text}\n\n{}", self.heading, foot.join("\n"))
    }
}

/// Returns the preview beside the subject. The blanks keep the email's first words from following it.
fn preheader(text: &str) -> Markup {
    html! {
        div style="display:none;max-height:0;overflow:hidden;mso-hide:all;" aria-hidden="true" {
            (text) (PreEscaped("&#8199;&#65279;&#847; ".repeat(40)))
        }
    }
}

/// Returns a text whose addresses of this site are links. Others stay text, because they may be a stranger's.
pub(crate) fn with_links(text: &str, sender: &Sender) -> Markup {
    let own = sender.link("/");
    let words = text.split(' ').enumerate().map(|(index, word)| {
        let link = word.trim_end_matches(['.', ',', ';', ':', ')']);
        let rest = word.strip_prefix(link).unwrap_or_default();
        (index > 0, link, rest)
    });
    html! {
        @for (has_space, link, rest) in words {
            @if has_space { " " }
            @if link.starts_with(&own) { a.ink href=(link) style="color:#12201b;" { (link) } } @else { (link) }
            (rest)
        }
    }
}
