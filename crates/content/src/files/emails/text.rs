//! The texts of one email, and of one phrase, as the file has them.

use std::{borrow::Cow, collections::BTreeMap, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::{Map, Value as Json, json};

use super::fields::{Fields, Phrase};
use crate::{
    template::{Block, Body, Field, Kind, Template, Value},
    words::Text,
};

/// The placeholders that every text knows: facts about the owner.
pub(super) const OF_ALL: [Field; 4] = [
    Field::of_all("meu_nome"),
    Field::of_all("meu_email"),
    Field::of_all("site"),
    Field::of_all("atendimento"),
];

/// Returns the placeholders of a text: its own, then those of all.
fn known(own: &[Field]) -> Vec<Field> {
    own.iter().cloned().chain(OF_ALL).collect()
}

/// The keys of an email.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// The subject line.
    subject: Text,
    /// Preview text beside the subject. Without it, the first paragraph.
    preheader: Option<Text>,
    /// The headline.
    heading: Text,
    /// Paragraphs separated by blank lines.
    body: Text,
    /// Text of the button.
    button: Option<Text>,
    /// Reason why the reader receives the email.
    reason: Text,
}

/// The texts of one email, which name the values of `F`.
#[derive(Clone, Debug)]
pub struct EmailText<F> {
    subject: Template,
    preheader: Option<Template>,
    heading: Template,
    body: Body,
    button: Option<Template>,
    reason: Template,
    fields: PhantomData<F>,
}

impl<'de, F: Fields> Deserialize<'de> for EmailText<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let known = known(F::FIELDS);
        let line = |text: &Text| Template::parse(text.trim(), &known).map_err(D::Error::custom);
        Ok(Self {
            subject: line(&keys.subject)?,
            preheader: keys.preheader.as_ref().map(line).transpose()?,
            heading: line(&keys.heading)?,
            body: Body::parse(&keys.body, &known).map_err(D::Error::custom)?,
            button: keys.button.as_ref().map(line).transpose()?,
            reason: line(&keys.reason)?,
            fields: PhantomData,
        })
    }
}

impl<F: Fields> JsonSchema for EmailText<F> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EmailText".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Keys::json_schema(generator);
        schema.insert("placeholders".to_owned(), json!(known(F::FIELDS)));
        let has_button = F::FIELDS.iter().any(|field| field.kind == Kind::Button);
        if has_button {
            if let Some(required) = schema.get_mut("required").and_then(Json::as_array_mut) {
                required.push("button".into());
            }
        } else if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
            properties.remove("button");
        }
        schema
    }
}

/// An email with its values.
#[derive(Clone, Debug)]
pub struct Written {
    /// The subject line.
    pub subject: String,
    /// Preview text beside the subject.
    pub preheader: String,
    /// The headline.
    pub heading: String,
    /// Blocks of the body.
    pub blocks: Vec<Block>,
    /// Reason why the reader receives it.
    pub reason: String,
}

impl<F: Fields> EmailText<F> {
    /// Returns the email with these values, of which none is a phrase.
    pub(super) fn fill(&self, values: &[Value]) -> Written {
        // The check of the file admits no value that may be absent in a text of one line.
        let line = |text: &Template| text.fill(values).unwrap_or_default();
        let blocks = self.body.fill(values, self.button.as_ref().map(line).as_deref());
        let first = blocks.iter().find_map(|block| match block {
            Block::Paragraph(text) => Some(text.clone()),
            _ => None,
        });
        Written {
            subject: line(&self.subject),
            preheader: self.preheader.as_ref().map(line).or(first).unwrap_or_default(),
            heading: line(&self.heading),
            reason: line(&self.reason),
            blocks,
        }
    }
}

/// The alternatives of one phrase.
#[derive(Clone, Debug)]
pub struct PhraseTexts<P>(Vec<(&'static str, Template)>, PhantomData<P>);

impl<'de, P: Phrase> Deserialize<'de> for PhraseTexts<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = BTreeMap::<String, Text>::deserialize(deserializer)?;
        let text = |(key, fields): &(&'static str, &[Field])| {
            let text = found.get(*key).ok_or_else(|| D::Error::missing_field(key))?;
            let template = Template::parse(text.trim(), &known(fields)).map_err(D::Error::custom)?;
            Ok((*key, template))
        };
        let texts: Result<_, D::Error> = P::ALTERNATIVES.iter().map(text).collect();
        Ok(Self(texts?, PhantomData))
    }
}

impl<P: Phrase> JsonSchema for PhraseTexts<P> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PhraseTexts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let keys: Vec<_> = P::ALTERNATIVES.iter().map(|(key, _)| *key).collect();
        let text = |(key, fields): &(&str, &[Field])| {
            let text = json!({ "type": "string", "format": "Text", "placeholders": known(fields) });
            ((*key).to_owned(), text)
        };
        let properties: Map<_, _> = P::ALTERNATIVES.iter().map(text).collect();
        json_schema!({ "type": "object", "properties": properties, "required": keys, "additionalProperties": false })
    }
}

impl<P: Phrase> PhraseTexts<P> {
    /// Returns an alternative with these values, of which none is a phrase.
    pub(super) fn fill(&self, key: &str, values: &[Value]) -> String {
        let text = self.0.iter().find(|(known, _)| *known == key);
        text.and_then(|(_, text)| text.fill(values)).unwrap_or_default()
    }
}

/// Facts about the owner that every text may name.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    /// Name of the owner and of the site.
    pub name: &'a str,
    /// Address at which the owner reads mail.
    pub email: &'a str,
    /// Host name of the site.
    pub site: &'a str,
    /// Office hours, one sentence.
    pub office_hours: &'a str,
}

impl Owner<'_> {
    /// Returns the values of the placeholders of all texts, in order.
    pub(super) fn values(self) -> [Value; 4] {
        [self.name, self.email, self.site, self.office_hours].map(|text| Value::Text(text.to_owned()))
    }
}
