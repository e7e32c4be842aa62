//! Texts with placeholders in braces: `Restam {quantos} códigos.`

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::nearest::did_you_mean;

/// Kind of what a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A text within a sentence.
    Text,
    /// The button.
    Button,
    /// A code to be typed.
    Code,
    /// Quoted text of another person.
    Quote,
    /// A list of links.
    Links,
    /// A list of lines.
    List,
}

impl Kind {
    /// Returns `true` for kinds that need a line of their own.
    pub(crate) const fn is_block(self) -> bool {
        !matches!(self, Self::Text)
    }
}

/// A placeholder that a text knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Name of the placeholder, without braces.
    pub name: Cow<'static, str>,
    /// Kind of its value.
    pub kind: Kind,
    /// True if it may have no value. Then its paragraph is left out.
    pub may_lack: bool,
    /// True if the texts of an email must contain it.
    pub is_required: bool,
}

impl Field {
    /// Returns a placeholder of sentences that every text knows.
    pub(crate) const fn of_all(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), kind: Kind::Text, may_lack: false, is_required: false }
    }

    /// Returns a sample value, which names the placeholder. `site` is the host name of its links.
    pub(crate) fn sample(&self, site: &str) -> Value {
        let text = format!("[{}]", self.name.replace('_', " "));
        let link = format!("https://{site}/{}", "0123456789".repeat(12));
        let lines = |count| (1..=count).map(|number| format!("{text} {number}"));
        Value::Block(match self.kind {
            Kind::Text => return Value::Text(text),
            Kind::Button => Block::Action { label: String::new(), link },
            Kind::Code => Block::Code("123456".to_owned()),
            Kind::Quote => Block::Quote(lines(2).collect::<Vec<_>>().join("\n\n")),
            Kind::Links => Block::Links(lines(3).map(|line| (line, link.clone())).collect()),
            Kind::List => Block::List(lines(3).collect()),
        })
    }
}

/// Place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A text of one line, which always appears.
    Line,
    /// The body, whose paragraphs may be left out.
    Body,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Characters as they stand.
    Text(&'a str),
    /// A placeholder, by its name.
    Field(&'a str),
}

/// A fault of a text: where to look for it, and its description.
pub(crate) type Fault<'a> = (&'a str, String);

/// Splits a text at its placeholders.
pub(crate) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, Fault<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, found) = rest.split_at(at);
        let end = found.find('}').filter(|_| found.starts_with('{'));
        let name = end.and_then(|end| found.get(1..end)).filter(|name| is_name(name));
        let Some((name, end)) = name.zip(end) else {
            let what = "a brace stands for the beginning or end of a field such as {nome}".to_owned();
            return Err((found.lines().next().unwrap_or_default(), what));
        };
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        pieces.push(Piece::Field(name));
        rest = found.get(end + 1..).unwrap_or_default();
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    Ok(pieces)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Returns the name of a line that is only a placeholder.
fn whole(line: &str) -> Option<&str> {
    line.trim().strip_prefix('{')?.strip_suffix('}').filter(|name| is_name(name))
}

/// Returns all faults of a text.
pub(crate) fn faults<'a>(text: &'a str, known: &[Field], place: Place) -> Vec<Fault<'a>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let pieces = match pieces(line) {
            Ok(pieces) => pieces,
            Err(fault) => {
                found.push(fault);
                continue;
            }
        };
        for piece in pieces {
            let Piece::Field(name) = piece else { continue };
            let what = match known.iter().find(|field| field.name == name) {
                None => {
                    let meant = did_you_mean(name, known.iter().map(|field| &*field.name));
                    format!("there is no field {{{name}}} here{meant}")
                }
                Some(field) if field.kind.is_block() && (place == Place::Line || whole(line).is_none()) => {
                    format!("{{{name}}} needs a line of its own in the body")
                }
                Some(field) if field.may_lack && place == Place::Line => {
                    format!("{{{name}}} has no value in some emails: it may stand only in the body")
                }
                Some(_) => continue,
            };
            found.push((name, what));
        }
    }
    if place == Place::Line && text.trim().contains('\n') {
        found.push((text, "expected one line".to_owned()));
    }
    found
}

/// Returns `true` if the text names the placeholder.
pub(crate) fn names(text: &str, field: &str) -> bool {
    text.contains(&format!("{{{field}}}"))
}

/// A text of one paragraph, split at its placeholders.
#[derive(Clone, Debug)]
pub(crate) struct Template(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    /// A placeholder, by its position among the known ones.
    Field(usize),
}

impl Template {
    /// Splits a checked text.
    pub fn parse(text: &str, known: &[Field]) -> Result<Self, String> {
        let pieces = pieces(text).map_err(|(_, what)| what)?;
        let part = |piece: Piece<'_>| match piece {
            Piece::Text(text) => Ok(Part::Text(text.to_owned())),
            Piece::Field(name) => position(known, name).map(Part::Field),
        };
        pieces.into_iter().map(part).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the text with its values. Returns `None` if one of them is absent or no text.
    pub fn fill(&self, values: &[Value]) -> Option<String> {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Field(index) => match values.get(*index) {
                    Some(Value::Text(value)) => text.push_str(value),
                    _ => return None,
                },
            }
        }
        Some(text)
    }
}

fn position(known: &[Field], name: &str) -> Result<usize, String> {
    let found = known.iter().position(|field| field.name == name);
    found.ok_or_else(|| format!("there is no field {{{name}}}"))
}

/// Value of a placeholder.
#[derive(Clone, Debug)]
pub enum Value {
    /// No value.
    Absent,
    /// One line of text.
    Text(String),
    /// A block of an email.
    Block(Block),
    /// An alternative of a phrase, with its values.
    Phrase(Chosen),
}

/// An alternative of a phrase.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Key of the phrase's table.
    pub phrase: &'static str,
    /// Key of the alternative.
    pub key: &'static str,
    /// Values of the alternative.
    pub values: Vec<Value>,
}

/// One part of an email, in reading order.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Fields of a form: label and value.
    Fields(Vec<(String, String)>),
    /// Quoted text of another person, line breaks kept.
    Quote(String),
    /// A code to be typed.
    Code(String),
    /// Links: text and address.
    Links(Vec<(String, String)>),
    /// Lines.
    List(Vec<String>),
    /// The main action.
    Action {
        /// Text of the button.
        label: String,
        /// Address that the button opens.
        link: String,
    },
}

/// The body of an email: paragraphs separated by blank lines.
#[derive(Clone, Debug)]
pub(crate) struct Body(Vec<Vec<Item>>);

/// Part of a paragraph.
#[derive(Clone, Debug)]
enum Item {
    /// Sentences.
    Text(Template),
    /// A block, by the position of its placeholder.
    Block(usize),
    /// Rows of a table: label and value.
    Rows(Vec<(Template, Template)>),
}

/// Sign between label and value of a row.
const ROW: &str = " | ";

impl Body {
    /// Splits a checked body.
    pub fn parse(text: &str, known: &[Field]) -> Result<Self, String> {
        let mut paragraphs = vec![Vec::new()];
        for line in text.lines().map(str::trim) {
            if line.is_empty() {
                paragraphs.push(Vec::new());
            } else if let Some(paragraph) = paragraphs.last_mut() {
                paragraph.push(line);
            }
        }
        let paragraphs = paragraphs.iter().filter(|lines| !lines.is_empty());
        paragraphs.map(|lines| paragraph(lines, known)).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the blocks. A paragraph is left out if one of its values is absent, a row if its own is.
    pub fn fill(&self, values: &[Value], button: Option<&str>) -> Vec<Block> {
        let paragraphs = self.0.iter().filter_map(|items| {
            items.iter().map(|item| item.fill(values, button)).collect::<Option<Vec<_>>>()
        });
        paragraphs.flatten().collect()
    }
}

fn paragraph(lines: &[&str], known: &[Field]) -> Result<Vec<Item>, String> {
    let (mut items, mut sentences, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        let block = match whole(line) {
            Some(name) => Some(position(known, name)?),
            None => None,
        };
        let block = block.filter(|index| known.get(*index).is_some_and(|field| field.kind.is_block()));
        let row = line.split_once(ROW);
        if block.is_some() || row.is_some() {
            end_sentences(&mut sentences, &mut items, known)?;
        }
        if row.is_none() {
            end_rows(&mut rows, &mut items);
        }
        match (block, row) {
            (Some(index), _) => items.push(Item::Block(index)),
            (None, Some((label, value))) => {
                rows.push((Template::parse(label.trim(), known)?, Template::parse(value.trim(), known)?));
            }
            (None, None) => sentences.push(*line),
        }
    }
    end_sentences(&mut sentences, &mut items, known)?;
    end_rows(&mut rows, &mut items);
    Ok(items)
}

fn end_sentences(lines: &mut Vec<&str>, items: &mut Vec<Item>, known: &[Field]) -> Result<(), String> {
    if !lines.is_empty() {
        items.push(Item::Text(Template::parse(&lines.join(" "), known)?));
        lines.clear();
    }
    Ok(())
}

fn end_rows(rows: &mut Vec<(Template, Template)>, items: &mut Vec<Item>) {
    if !rows.is_empty() {
        items.push(Item::Rows(std::mem::take(rows)));
    }
}

impl Item {
    fn fill(&self, values: &[Value], button: Option<&str>) -> Option<Block> {
        match self {
            Self::Text(text) => text.fill(values).map(Block::Paragraph),
            Self::Rows(rows) => {
                let rows: Vec<_> = rows
                    .iter()
                    .filter_map(|(label, value)| Some((label.fill(values)?, value.fill(values)?)))
                    .collect();
                (!rows.is_empty()).then_some(Block::Fields(rows))
            }
            Self::Block(index) => match values.get(*index)? {
                Value::Block(Block::Action { link, .. }) => {
                    Some(Block::Action { label: button?.to_owned(), link: link.clone() })
                }
                Value::Block(block) => Some(block.clone()),
                Value::Absent | Value::Text(_) | Value::Phrase(_) => None,
            },
        }
    }
}
