//! Screening of members' texts outside posts: profiles and reviews of courses. Members under a sanction cannot write
//! new texts, and texts that would need approval are refused. Removing or hiding a text stays possible.

use ateneu_base::Caller;
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::{TableRow, Words};

use super::screening::{has_many_links, uses_listed_word};
use crate::{addresses, refused::Refused, sanctions::refuse_sanctioned};

/// Readers of a field of a profile, in descending number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Words)]
enum Readers {
    #[word("membros")]
    Members,
    #[word("moderacao")]
    Moderation,
    #[word("ninguem")]
    Nobody,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("member_profiles")]
struct Profile {
    display_name: Option<String>,
    avatar_url: Option<String>,
    bio: Option<String>,
    bio_visibility: Readers,
    company: Option<String>,
    company_visibility: Readers,
    position: Option<String>,
    position_visibility: Readers,
    linkedin_url: Option<String>,
    linkedin_visibility: Readers,
    website_url: Option<String>,
    website_visibility: Readers,
}

impl Profile {
    /// Returns the texts that others read, with their readers. An empty text counts as none.
    fn texts(&self) -> [(Option<&str>, Readers); 7] {
        let texts = [
            (&self.display_name, Readers::Members),
            (&self.avatar_url, Readers::Members),
            (&self.bio, self.bio_visibility),
            (&self.company, self.company_visibility),
            (&self.position, self.position_visibility),
            (&self.linkedin_url, self.linkedin_visibility),
            (&self.website_url, self.website_visibility),
        ];
        texts.map(|(text, readers)| (text.as_deref().filter(|text| !text.is_empty()), readers))
    }
}

#[derive(Clone, PartialEq, TableRow)]
#[table("course_reviews")]
struct Review {
    content: Option<String>,
}

pub fn triggers() -> [Trigger; 2] {
    [Trigger::on::<Profile>().before(check), Trigger::on::<Review>().before(check_review)]
}

/// Refuses new texts of members under a sanction, and those that would need approval, for which profiles have no queue.
fn check(tx: &mut Tx<'_>, write: &Write<'_, Profile>, new: &mut Profile) -> Result<(), Error> {
    let texts = new.texts().into_iter().enumerate();
    let said: Vec<&str> = texts
        .filter(|(place, (text, readers))| {
            let old = write.old.map(|old| old.texts()[*place]);
            old.is_none_or(|(former, shown_to)| former != *text || *readers < shown_to)
        })
        .filter_map(|(_, (text, _))| text)
        .collect();
    if said.is_empty() {
        return Ok(());
    }
    refuse_sanctioned(write.caller)?;
    refuse_words(tx, write.caller, &said.join(" "), new.bio.as_deref())
}

/// Refuses a text about a course that would need approval.
fn check_review(tx: &mut Tx<'_>, write: &Write<'_, Review>, new: &mut Review) -> Result<(), Error> {
    let content = new.content.as_deref().unwrap_or_default();
    refuse_words(tx, write.caller, content, Some(content))
}

/// Refuses listed words, and too many links if the text may have any.
fn refuse_words(
    tx: &mut Tx<'_>,
    caller: &Caller,
    shown: &str,
    with_links: Option<&str>,
) -> Result<(), Error> {
    if caller.is_staff() {
        return Ok(());
    }
    let links = with_links.map_or(0, |text| addresses::web(text).len());
    if uses_listed_word(tx, shown)? || has_many_links(tx, links)? {
        return Err(Refused::UnwelcomeWords.into());
    }
    Ok(())
}
