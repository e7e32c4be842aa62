//! Sample content that the owner has not replaced yet, for `ateneu check`.

use std::path::Path;

use regex::Regex;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{check::line_of, error::Error, read, source::Source};

/// Pattern of the sample's names and numbers.
const PLACEHOLDERS: &str = r"(?x)
    \bSeu\ Nome\b | \bseu[-.]?nome\b | \bNome\ Sobrenome\b | 5521999999999
    | \b(?:Empresa|Instituição)\ [A-Z]\b | \b0000-00\d\d\b | 00\.000\.000/0000-00
    | \bRazão\ Social\b | \bRua\ Exemplo\b | 99999-9999
";

/// Sample content left in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The file as the owner knows it.
    pub file: String,
    /// The line that says `sample = true`.
    pub marked: Option<usize>,
    /// Texts that hold a placeholder: line, and text.
    pub placeholders: Vec<(usize, String)>,
}

/// Returns every file that still contains sample content.
///
/// # Errors
/// Fails if the folder cannot be read.
pub fn samples(folder: Option<&Path>) -> Result<Vec<Sample>, Error> {
    let placeholder = Regex::new(PLACEHOLDERS).map_err(|error| Error::about("content", error.to_string()))?;
    let found = read(folder)?.into_values().filter_map(|source| sample(&source, &placeholder));
    Ok(found.collect())
}

fn sample(source: &Source, placeholder: &Regex) -> Option<Sample> {
    let text = std::str::from_utf8(&source.bytes).ok()?;
    let root = DeTable::parse(text).ok()?;
    let marked = root.get_ref().get("sample").filter(|value| value.get_ref().as_bool() == Some(true));
    let mut texts = Vec::new();
    for value in root.get_ref().values() {
        collect(value, &mut texts);
    }
    texts.retain(|(_, text)| placeholder.is_match(text));
    texts.sort_by_key(|(offset, _)| *offset);
    let placeholders = texts.into_iter().map(|(offset, found)| (line_of(text, offset), found));
    let sample = Sample {
        file: source.shown.clone(),
        marked: marked.map(|value| line_of(text, value.span().start)),
        placeholders: placeholders.collect(),
    };
    (sample.marked.is_some() || !sample.placeholders.is_empty()).then_some(sample)
}

fn collect(value: &Spanned<DeValue<'_>>, texts: &mut Vec<(usize, String)>) {
    match value.get_ref() {
        DeValue::String(text) => texts.push((value.span().start, text.to_string())),
        DeValue::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        DeValue::Table(table) => table.values().for_each(|value| collect(value, texts)),
        _ => {}
    }
}
