//! Screening of members' texts outside of posts: profiles and reviews of courses. Members under a sanction write
//! nothing new, and texts that would need approval are refused. Removing or hiding a text stays possible.

use ateneu_base::Record;
use ateneu_data::{Error, Write, text_of};
use ateneu_db::Tx;

use super::screening::{has_many_links, uses_listed_word};
use crate::{addresses, refused::Refused, sanctions::refuse_sanctioned};

/// Fields of a profile that others read, with the column that limits their readers.
const WORDS: [(&str, Option<&str>); 7] = [
    ("display_name", None),
    ("avatar_url", None),
    ("bio", Some("bio_visibility")),
    ("company", Some("company_visibility")),
    ("position", Some("position_visibility")),
    ("linkedin_url", Some("linkedin_visibility")),
    ("website_url", Some("website_visibility")),
];

/// Refuses new words of somebody under a sanction, and those that would need approval: a profile has nowhere to wait.
pub fn check(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    let is_said = |(column, visibility): &&(&str, Option<&str>)| {
        let said = |row: &Record| text_of(row, column).filter(|text| !text.is_empty()).map(str::to_owned);
        let readers = |row: &Record| visibility.map_or(2, |visibility| readers(text_of(row, visibility)));
        let before = write.old.map(|old| (said(old), readers(old)));
        said(new).is_some()
            && before.is_none_or(|(words, shown_to)| words != said(new) || shown_to < readers(new))
    };
    let said: Vec<&str> =
        WORDS.iter().filter(is_said).filter_map(|(column, _)| text_of(new, column)).collect();
    if said.is_empty() {
        return Ok(());
    }
    refuse_sanctioned(write.caller)?;
    refuse_words(tx, write, &said.join(" "), text_of(new, "bio"))
}

/// Refuses words about a course that would need approval.
pub fn check_review(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    let content = text_of(new, "content").unwrap_or_default();
    refuse_words(tx, write, content, Some(content))
}

/// Refuses listed words, and many links in the text that may have some.
fn refuse_words(
    tx: &mut Tx<'_>,
    write: &Write<'_>,
    shown: &str,
    with_links: Option<&str>,
) -> Result<(), Error> {
    if write.caller.is_staff() {
        return Ok(());
    }
    let links = with_links.map_or(0, |text| addresses::web(text).len());
    if uses_listed_word(tx, shown)? || has_many_links(tx, links)? {
        return Err(Refused::UnwelcomeWords.into());
    }
    Ok(())
}

/// Returns the rank of a field's visibility: 0 for nobody, 1 for the moderation, 2 for members.
fn readers(visibility: Option<&str>) -> u8 {
    match visibility {
        Some("ninguem") => 0,
        Some("moderacao") => 1,
        _ => 2,
    }
}
