//! Rules for members' texts: newcomers' limits, words, links and repetition. A text beyond them waits for approval. A
//! repetition, or a second text within seconds, is refused.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, fold};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;
use ateneu_settings::{
    declared::{MAX_LINKS, NEWCOMER_LIMITS, SECONDS_BETWEEN_TEXTS, UPHELD_TO_REVIEW},
    number,
};

use crate::{
    addresses,
    refused::Refused,
    rows::{MemberText, TextRow},
    sanctions::refuse_silenced,
    tables::moderation::HiddenBecause,
    text::{Contents, Text},
};

/// Time for which a member counts as new. [`is_new`] also counts shown texts.
const NEW_FOR: Duration = Duration::from_hours(24);
const FEW_TEXTS: i64 = 3;
/// Maximum number of texts of a newcomer in a day, and limits of one text.
const POSTS_A_DAY: i64 = 3;
const COMMENTS_A_DAY: i64 = 10;
const NEWCOMERS_MOST: Contents = Contents { links: 2, pictures: 1, mentions: 2 };
/// Minimum pause between two texts of a newcomer.
const NEWCOMERS_PAUSE: Duration = Duration::from_secs(30);
/// Minimum time to write a first post.
const TYPED: Duration = Duration::from_secs(3);
/// Time for which a repeated text is refused.
const REPEATED: Duration = Duration::from_mins(5);
/// Time for which upheld decisions count.
const DECISION_RETENTION: Duration = Duration::from_hours(24 * 180);
/// Maximum number of people whom a person blocks.
const MAX_BLOCKS: i64 = 500;

/// Screens a new or edited post or comment: it is refused, hidden until approval, or accepted.
pub fn screen<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, new: &mut R) -> Result<(), Error> {
    if write.caller.is_staff() {
        return Ok(());
    }
    refuse_silenced(write.caller)?;
    let text = new.text();
    let (is_new, mut last) = (write.old.is_none(), None);
    if is_new {
        let known =
            tx.query_optional(&format!("SELECT id FROM {} WHERE id = $1", R::TABLE), &[text.id.into()])?;
        if known.is_some() {
            // A retry of the same request: the key answers.
            return Ok(());
        }
        last = last_text(tx, text.author)?;
        refuse_repeated(tx, text.author, text.content, write.now)?;
        let pause = Duration::from_secs(number(tx, &SECONDS_BETWEEN_TEXTS)?.unsigned_abs());
        if last.is_some_and(|last| write.now < last + pause && last <= write.now) {
            return Err(Refused::TooFast.into());
        }
    }
    let because = match screened_text(tx, &text)? {
        Some(because) => Some(because),
        None if is_under_review(tx, text.author, write.now)? => Some(HiddenBecause::Review),
        None => newcomer(tx, R::TABLE, (is_new, last), write.now, &text)?,
    };
    if !text.is_hidden && because.is_some() {
        let columns = new.trigger_columns();
        (*columns.is_hidden, *columns.hidden_because) = (true, because);
    }
    Ok(())
}

/// Returns the rule about words or links that the text as shown breaks.
fn screened_text(tx: &mut Tx<'_>, said: &MemberText<'_>) -> Result<Option<HiddenBecause>, Error> {
    let text = Text::of(said.content);
    let beside = [said.title.unwrap_or_default(), &said.tags.join(" ")].join(" ");
    let shown = format!("{beside} {} {}", text.plain, text.titles);
    if uses_listed_word(tx, &shown)? {
        return Ok(Some(HiddenBecause::Words));
    }
    let links = text.contents.links + addresses::web(&beside).len();
    Ok(has_many_links(tx, links)?.then_some(HiddenBecause::Links))
}

/// Returns `true` if a text with this number of links needs approval.
pub fn has_many_links(tx: &mut Tx<'_>, links: usize) -> Result<bool, Error> {
    Ok(i64::try_from(links).unwrap_or(i64::MAX) > number(tx, &MAX_LINKS)?)
}

/// Returns `true` if a text as shown uses a listed word.
pub fn uses_listed_word(tx: &mut Tx<'_>, shown: &str) -> Result<bool, Error> {
    let words: Vec<String> =
        tx.query_as("SELECT word FROM moderation_words ORDER BY word LIMIT 1000", &[])?;
    let shown = fold::fold(shown);
    // Markup inside a word is ignored.
    let bare = shown.replace(['*', '_', '~', '\''], "");
    let is_in = |text: &str, word: &str| {
        let bounds = |found: usize| {
            let before = text[..found].chars().next_back();
            let after = text[found + word.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        };
        !word.is_empty() && text.match_indices(word).any(|(found, _)| bounds(found))
    };
    let is_used = |word: &String| {
        let word = fold::fold(word);
        is_in(&shown, &word) || is_in(&bare, &word)
    };
    Ok(words.iter().any(is_used))
}

/// Returns the time of the author's newest post or comment.
fn last_text(tx: &mut Tx<'_>, author: &str) -> Result<Option<Timestamp>, Error> {
    Ok(tx.query_one_as(
        "SELECT max(written_at) FROM (
             SELECT max(created_at) AS written_at FROM community_posts WHERE author_id = $1
             UNION ALL SELECT max(created_at) FROM community_comments WHERE author_id = $1) texts",
        &[author.into()],
    )?)
}

/// Refuses the same text shortly after the first, as a post or as a comment.
fn refuse_repeated(tx: &mut Tx<'_>, author: &str, content: &str, now: Timestamp) -> Result<(), Error> {
    let since = Value::from(now - REPEATED);
    for table in ["community_posts", "community_comments"] {
        let sql = format!(
            "SELECT id FROM {table}
             WHERE author_id = $1 AND created_at > $2 AND content = $3 AND NOT is_deleted LIMIT 1"
        );
        if tx.query_optional(&sql, &[author.into(), since.clone(), content.into()])?.is_some() {
            return Err(Refused::SameText.into());
        }
    }
    Ok(())
}

/// Returns `true` if enough decisions went against the author that new texts wait for approval.
fn is_under_review(tx: &mut Tx<'_>, author: &str, now: Timestamp) -> Result<bool, Error> {
    let upheld: i64 = tx.query_one_as(
        "SELECT count(*) FROM community_decisions
         WHERE subject_id = $1 AND decided_at > $2 AND is_effective AND decision NOT IN ('keep', 'lock')",
        &[author.into(), (now - DECISION_RETENTION).into()],
    )?;
    Ok(upheld > 0 && upheld >= number(tx, &UPHELD_TO_REVIEW)?)
}

/// Returns the limit of newcomers that the text exceeds. A new text is also subject to the pause and the number per
/// day.
fn newcomer(
    tx: &mut Tx<'_>,
    table: &str,
    (is_new_text, last): (bool, Option<Timestamp>),
    now: Timestamp,
    said: &MemberText<'_>,
) -> Result<Option<HiddenBecause>, Error> {
    let author = said.author;
    if number(tx, &NEWCOMER_LIMITS)? == 0 || !is_new(tx, author, now)? {
        return Ok(None);
    }
    let found = Text::of(said.content).contents;
    let is_beyond = found.links > NEWCOMERS_MOST.links
        || found.pictures > NEWCOMERS_MOST.pictures
        || found.mentions > NEWCOMERS_MOST.mentions;
    if !is_new_text {
        return Ok(is_beyond.then_some(HiddenBecause::Newcomer));
    }
    if last.is_some_and(|last| now < last + NEWCOMERS_PAUSE) {
        return Ok(Some(HiddenBecause::Fast));
    }
    if said.place.is_some() && is_first_post(tx, author)? && !was_typed(tx, said, now)? {
        return Ok(Some(HiddenBecause::Fast));
    }
    let day = format!(
        "SELECT count(*) FROM (
             SELECT 1 FROM {table} WHERE author_id = $1 AND created_at > $2 LIMIT 20) today"
    );
    let today: i64 = tx.query_one_as(&day, &[author.into(), (now - NEW_FOR).into()])?;
    let most = if said.place.is_some() { POSTS_A_DAY } else { COMMENTS_A_DAY };
    Ok((is_beyond || today >= most).then_some(HiddenBecause::Newcomer))
}

/// Returns `true` if no post of the author is shown.
fn is_first_post(tx: &mut Tx<'_>, author: &str) -> Result<bool, Error> {
    let sql =
        "SELECT id FROM community_posts WHERE author_id = $1 AND NOT is_hidden AND NOT is_deleted LIMIT 1";
    Ok(tx.query_optional(sql, &[author.into()])?.is_none())
}

/// Returns `true` if the post took time to write: its draft, which the page stores at the first key, is old enough by
/// the server's clock. A post without a draft proves nothing.
fn was_typed(tx: &mut Tx<'_>, post: &MemberText<'_>, now: Timestamp) -> Result<bool, Error> {
    let sql = "SELECT place FROM community_drafts WHERE user_id = $1 AND place = $2 AND created_at <= $3";
    let place = match post.place {
        Some((channel, Some(lesson))) => format!("post:{channel}:{lesson}"),
        Some((channel, None)) => format!("post:{channel}"),
        None => return Ok(true),
    };
    Ok(tx.query_optional(sql, &[post.author.into(), place.into(), (now - TYPED).into()])?.is_some())
}

/// Returns `true` on the author's first day, or with fewer than three shown texts.
fn is_new(tx: &mut Tx<'_>, author: &str, now: Timestamp) -> Result<bool, Error> {
    let found: Option<(Timestamp, i64)> = tx.query_optional_as(
        "SELECT users.created_at,
             (SELECT count(*) FROM (
                 SELECT 1 FROM community_posts
                 WHERE author_id = $1 AND NOT is_hidden AND NOT is_deleted LIMIT 3) posts)
           + (SELECT count(*) FROM (
                 SELECT 1 FROM community_comments
                 WHERE author_id = $1 AND NOT is_hidden AND NOT is_deleted LIMIT 3) comments) AS texts
         FROM users WHERE users.id = $1",
        &[author.into()],
    )?;
    Ok(found.is_none_or(|(since, texts)| now < since + NEW_FOR || texts < FEW_TEXTS))
}

#[derive(Clone, PartialEq, TableRow)]
#[table("member_blocks")]
struct Block {
    user_id: String,
    blocked_id: String,
}

/// Returns the trigger of the blocks between members.
pub fn blocks() -> Trigger {
    Trigger::on::<Block>().before(check_block)
}

/// Refuses blocks of oneself and of staff, whose posts concern everybody. Limits the number of blocks.
fn check_block(tx: &mut Tx<'_>, write: &Write<'_, Block>, new: &mut Block) -> Result<(), Error> {
    if new.user_id == new.blocked_id {
        return Err(Refused::BlockOfOwn.into());
    }
    if super::cases::staff_roles(tx, Some(&new.blocked_id))?.is_staff {
        return Err(Refused::BlockOfStaff.into());
    }
    if write.old.is_none() {
        let sql = "SELECT count(*) FROM member_blocks WHERE user_id = $1";
        let blocks: i64 = tx.query_one_as(sql, &[(&new.user_id).into()])?;
        if blocks >= MAX_BLOCKS {
            return Err(Refused::TooManyBlocks.into());
        }
    }
    Ok(())
}
