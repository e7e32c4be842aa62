//! An email as blocks, from which the text part here and the HTML part of `layout` are made.

use ateneu_base::fold::one_line;

use crate::sender::Sender;

/// One part of an email, in reading order.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Fields of a form: label and value.
    Fields(Vec<(&'static str, String)>),
    /// Quoted text of another person, line breaks kept.
    Quote(String),
    /// A code to be typed.
    Code(String),
    /// Lines that each lead somewhere: text and address.
    Links(Vec<(String, String)>),
    /// Lines.
    List(Vec<String>),
    /// The one thing to do.
    Action {
        /// Text of the button.
        label: &'static str,
        /// Address that the button opens.
        link: String,
    },
}

/// An email of this installation.
#[derive(Clone, Debug)]
pub struct Email {
    /// The subject line.
    pub subject: String,
    /// Preview that mail programs show beside the subject.
    pub preheader: String,
    /// The headline.
    pub heading: String,
    /// Blocks of the body.
    pub blocks: Vec<Block>,
    /// Reason why the reader receives it.
    pub reason: String,
    /// Address at which the reader ends the subscription that the email belongs to.
    pub unsubscribe: Option<String>,
}

impl Email {
    /// The email with each text that takes one line in one line: a name with line breaks adds no line to it.
    pub(crate) fn in_lines(&self) -> Self {
        Self {
            subject: one_line(&self.subject),
            preheader: one_line(&self.preheader),
            heading: one_line(&self.heading),
            blocks: self.blocks.iter().map(Block::in_lines).collect(),
            ..self.clone()
        }
    }

    /// The part for programs that show no HTML.
    pub(crate) fn text(&self, sender: &Sender) -> String {
        let mut parts = vec![self.heading.clone()];
        parts.extend(self.blocks.iter().map(Block::text));
        let mut foot = vec![
            "-- ".to_owned(),
            sender.name.clone(),
            sender.role.clone(),
            sender.host(),
            String::new(),
            self.reason.clone(),
        ];
        if let Some(link) = &self.unsubscribe {
            foot.push(format!("Parar de receber: {link}"));
        }
        parts.push(foot.join("\n"));
        parts.join("\n\n")
    }
}

/// Characters that begin a new line.
const LINE_BREAKS: [char; 7] = ['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];

impl Block {
    fn in_lines(&self) -> Self {
        match self {
            Block::Fields(fields) => {
                Block::Fields(fields.iter().map(|(label, value)| (*label, one_line(value))).collect())
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

    fn text(&self) -> String {
        match self {
            Block::Paragraph(text) => text.clone(),
            Block::Fields(fields) => {
                let lines = fields.iter().map(|(label, value)| format!("{label}: {value}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Block::Quote(text) => {
                let lines = text.lines().map(|line| format!("> {line}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Block::Code(code) => format!("Código: {code}"),
            Block::Links(links) => {
                let lines = links.iter().map(|(text, link)| format!("- {text}\n  {link}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Block::List(lines) => lines.iter().map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n"),
            Block::Action { label, link } => format!("{label}:\n{link}"),
        }
    }
}
