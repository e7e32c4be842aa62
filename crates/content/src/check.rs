//! Checks a file against its declaration and reports every fault with its line. The declaration is the JSON Schema that
//! `schemars` derives from the file's struct, so a key, its kind and its comment are written once.

use std::{collections::HashSet, ops::Range};

use serde_json::{Map, Value as Json};
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

use crate::{
    error::Problem,
    nearest::did_you_mean,
    schema::{Form, Property, Shape},
    source::Source,
    template::{self, Field, Place},
    words::KINDS,
};

/// Returns the file as JSON, or all its faults.
pub(crate) fn read(source: &Source, shape: Shape) -> Result<Json, Vec<Problem>> {
    let problem = |line, what: String| Problem { file: source.shown.clone(), line, what };
    let text =
        std::str::from_utf8(&source.bytes).map_err(|_| vec![problem(None, "is not UTF-8 text".into())])?;
    // Some editors put a byte order mark in front.
    let text = text.trim_start_matches('\u{feff}');
    let (root, mistakes) = DeTable::parse_recoverable(text);
    let mut reader = Reader { text, found: Vec::new(), may_lack_tables: false };
    let json = if mistakes.is_empty() {
        let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        reader.may_lack_tables = shape.is_partial();
        reader.value(&root, shape, "")
    } else {
        let place = |mistake: &toml::de::Error| mistake.span().map(|span| span.start);
        reader
            .found
            .extend(mistakes.iter().map(|mistake| (place(mistake), mistake.message().replace('\n', " "))));
        Json::Null
    };
    if reader.found.is_empty() {
        return Ok(json);
    }
    reader.found.sort();
    let found = reader.found.into_iter();
    Err(found.map(|(offset, what)| problem(offset.map(|offset| line_of(text, offset)), what)).collect())
}

pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count()
}

/// The text of the file, and its faults found so far, each with its offset.
struct Reader<'a> {
    text: &'a str,
    found: Vec<(Option<usize>, String)>,
    /// True if the file need not have all its tables.
    may_lack_tables: bool,
}

impl Reader<'_> {
    fn value(&mut self, value: &Spanned<DeValue<'_>>, shape: Shape, path: &str) -> Json {
        let offset = value.span().start;
        match (shape.form(), value.get_ref()) {
            (Form::Table(properties), DeValue::Table(table)) => {
                self.email(table, &shape.placeholders(), path, offset);
                self.table(table, &properties, path, offset)
            }
            (form @ Form::List { .. }, DeValue::Array(items)) => self.list(items, &form, path, offset),
            (Form::Word(kind), DeValue::String(text)) => {
                let known = shape.placeholders();
                self.template(text, value.span(), (&known, Place::Line), path);
                self.required(&[text], &known, path, offset);
                self.word(text, kind, path, offset)
            }
            // A day needs no quotes in TOML.
            (Form::Word(kind), DeValue::Datetime(instant)) => {
                self.word(&instant.to_string(), kind, path, offset)
            }
            (Form::OneOf(choices), DeValue::String(text)) => self.choice(text, choices, path, offset),
            (Form::Truth, DeValue::Boolean(truth)) => Json::from(*truth),
            (Form::Number, DeValue::Integer(number)) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => Json::from(number),
                    Err(_) => self.wrong(offset, path, "expected a smaller number"),
                }
            }
            (form, other) => {
                let what = format!("expected {}, found {}", form.expected(), kind_of(other));
                self.wrong(offset, path, &what)
            }
        }
    }

    fn table(&mut self, table: &DeTable<'_>, properties: &[Property], path: &str, offset: usize) -> Json {
        let mut object = Map::new();
        for (key, value) in table {
            let name: &str = key.get_ref();
            let path = within(path, name);
            if let Some(property) = properties.iter().find(|property| property.name == name) {
                object.insert(name.to_owned(), self.value(value, property.shape, &path));
            } else {
                let known = properties.iter().map(|property| property.name);
                let what = format!("there is no such key here{}", did_you_mean(name, known));
                self.wrong(key.span().start, &path, &what);
            }
        }
        // A key that the whole file lacks has no line.
        let place = Some(offset).filter(|_| !path.is_empty());
        let is_whole = !(self.may_lack_tables && path.is_empty());
        for property in properties.iter().filter(|_| is_whole) {
            if property.required && !table.contains_key(property.name) {
                let what = format!("is missing, expected {}", property.shape.form().expected());
                self.wrong(place, &within(path, property.name), &what);
            }
        }
        Json::Object(object)
    }

    fn list(&mut self, items: &DeArray<'_>, form: &Form, path: &str, offset: usize) -> Json {
        let Form::List { item, least, most, unique } = *form else {
            return Json::Null;
        };
        let count = items.len();
        if count < least || count > most {
            let number = if least == most { "exactly" } else { "at least" };
            self.wrong(offset, path, &format!("expected {number} {least}, found {count}"));
        }
        let mut seen = HashSet::new();
        let mut list = Vec::with_capacity(count);
        for (index, entry) in items.iter().enumerate() {
            let path = format!("{path}[{index}]");
            let value = self.value(entry, item, &path);
            let own = unique.and_then(|key| Some((key, value.get(key)?.as_str()?.to_owned())));
            if let Some((key, text)) = own
                && !seen.insert(text.clone())
            {
                let what = format!("{text:?} stands at an entry before this one");
                self.wrong(entry.span().start, &within(&path, key), &what);
            }
            list.push(value);
        }
        Json::Array(list)
    }

    fn word(&mut self, text: &str, kind: Option<&str>, path: &str, offset: usize) -> Json {
        let kind = KINDS.iter().find(|(name, ..)| Some(*name) == kind);
        if let Some((_, expected, is)) = kind
            && !is(text)
        {
            let what = format!("expected {expected}, found {text:?}");
            return self.wrong(offset, path, &what);
        }
        Json::from(text)
    }

    fn choice(&mut self, text: &str, choices: Vec<&'static str>, path: &str, offset: usize) -> Json {
        if choices.contains(&text) {
            return Json::from(text);
        }
        let meant = did_you_mean(text, choices.iter().copied());
        let expected = Form::OneOf(choices).expected();
        self.wrong(offset, path, &format!("expected {expected}, found {text:?}{meant}"))
    }

    /// Checks the placeholders in the texts of an email.
    fn email(&mut self, table: &DeTable<'_>, known: &[Field], path: &str, offset: usize) {
        if known.is_empty() {
            return;
        }
        let mut texts: Vec<&str> = Vec::new();
        for (key, value) in table {
            if let DeValue::String(text) = value.get_ref() {
                let place = if key.get_ref() == "body" { Place::Body } else { Place::Line };
                self.template(text, value.span(), (known, place), &within(path, key.get_ref()));
                texts.push(text);
            }
        }
        self.required(&texts, known, path, offset);
    }

    fn template(&mut self, text: &str, at: Range<usize>, (known, place): (&[Field], Place), path: &str) {
        if known.is_empty() {
            return;
        }
        let written = self.text.get(at.clone()).unwrap_or_default();
        for (found, what) in template::faults(text, known, place) {
            // A text with escapes reads otherwise than it is written.
            let found = written.find(&format!("{{{found}}}")).or_else(|| written.find(found));
            let offset = at.start + found.unwrap_or_default();
            self.wrong(offset, path, &what);
        }
    }

    fn required(&mut self, texts: &[&str], known: &[Field], path: &str, offset: usize) {
        for field in known.iter().filter(|field| field.is_required) {
            if !texts.iter().any(|text| template::names(text, &field.name)) {
                self.wrong(offset, path, &format!("the field {{{}}} is missing", field.name));
            }
        }
    }

    fn wrong(&mut self, offset: impl Into<Option<usize>>, path: &str, what: &str) -> Json {
        self.found.push((offset.into(), format!("{path}: {what}")));
        Json::Null
    }
}

fn within(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
