//! An email as blocks, from which its text part (here) and HTML part (`layout`) are made.

use ateneu_base::fold::one_line;
use ateneu_content::emails::{Block, EmailFields, LayoutWords, Owner, Phrase, ShortMessage, Texts, Written};

use crate::{message::Message, sender::Sender, sheet::Sheet};

/// An email of this installation. [`Sender::email`] writes it in the words of the content file.
#[derive(Clone, Debug)]
pub struct Email {
    pub(crate) text: Written,
    /// URL at which the reader ends the subscription.
    pub(crate) unsubscribe: Option<String>,
}

impl Sender {
    /// Returns the email with these values, in the present words of the file.
    pub fn email<F: EmailFields>(&self, fields: &F) -> Email {
        self.with_texts(|texts| Email { text: texts.email(fields), unsubscribe: None })
    }

    /// Returns every email with sample values, by the key of its table in the file.
    pub(crate) fn samples(&self) -> Vec<(&'static str, Email)> {
        let samples = self.with_texts(|texts| texts.samples());
        samples.into_iter().map(|(key, text)| (key, Email { text, unsubscribe: None })).collect()
    }

    /// Returns a phrase of the emails with these values.
    pub fn phrase(&self, phrase: &impl Phrase) -> String {
        self.with_texts(|texts| texts.phrase(phrase))
    }

    /// Returns a short message to a telephone number (digits only, with country code).
    pub fn short_message(&self, number: &str, message: &ShortMessage) -> Message {
        Message::sms(&format!("+{number}"), self.phrase(message))
    }

    fn with_texts<T>(&self, write: impl FnOnce(&Texts<'_>) -> T) -> T {
        let site = self.host();
        let owner =
            Owner { name: &self.name, email: &self.email, site: &site, office_hours: &self.office_hours };
        write(&Texts { content: &self.content.emails, owner })
    }
}

impl Email {
    /// Adds a link at which the reader ends the subscription.
    #[must_use]
    pub fn unsubscribe(mut self, link: String) -> Self {
        self.unsubscribe = Some(link);
        self
    }

    /// Returns the email with every one-line text in one line: line breaks in a name add no lines.
    pub(crate) fn in_lines(&self) -> Self {
        let text = &self.text;
        let text = Written {
            subject: one_line(&text.subject),
            preheader: one_line(&text.preheader),
            heading: one_line(&text.heading),
            blocks: text.blocks.iter().map(block_in_lines).collect(),
            reason: text.reason.clone(),
        };
        Self { text, unsubscribe: self.unsubscribe.clone() }
    }

    /// Returns the parts around the text.
    pub(crate) fn sheet<'a>(&'a self, sender: &'a Sender) -> Sheet<'a> {
        Sheet {
            subject: &self.text.subject,
            preheader: &self.text.preheader,
            heading: &self.text.heading,
            online: None,
            reason: &self.text.reason,
            unsubscribe: self.unsubscribe.as_deref(),
            sender,
        }
    }

    /// Returns the text part, for programs without HTML.
    pub(crate) fn text(&self, sender: &Sender) -> String {
        let words = &sender.content.emails.layout;
        let blocks = self.text.blocks.iter().map(|block| block_text(block, words));
        self.sheet(sender).text(&blocks.collect::<Vec<_>>().join("\n\n"))
    }
}

/// Characters that begin a new line.
const LINE_BREAKS: [char; 7] = ['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];

fn block_in_lines(block: &Block) -> Block {
    match block {
        Block::Fields(fields) => {
            Block::Fields(fields.iter().map(|(label, value)| (label.clone(), one_line(value))).collect())
        }
        Block::Links(links) => {
            Block::Links(links.iter().map(|(text, link)| (one_line(text), link.clone())).collect())
        }
        Block::List(lines) => Block::List(lines.iter().map(|line| one_line(line)).collect()),
        Block::Quote(text) => {
            let lines = text.replace("\r\n", "\n");
            Block::Quote(lines.split(LINE_BREAKS).map(one_line).collect::<Vec<_>>().join("\n"))
        }
        block => block.clone(),
    }
}

fn block_text(block: &Block, words: &LayoutWords) -> String {
    let lines = |lines: Vec<String>| lines.join("\n");
    match block {
        Block::Paragraph(text) => text.clone(),
        Block::Fields(fields) => {
            lines(fields.iter().map(|(label, value)| format!("{label}: {value}")).collect())
        }
        Block::Quote(text) => lines(text.lines().map(|line| format!("> {line}")).collect()),
        Block::Code(code) => format!("{}: {code}", words.code),
        Block::Links(links) => {
            lines(links.iter().map(|(text, link)| format!("- {text}\n  {link}")).collect())
        }
        Block::List(items) => lines(items.iter().map(|line| format!("- {line}")).collect()),
        Block::Action { label, link } => format!("{label}:\n{link}"),
    }
}
