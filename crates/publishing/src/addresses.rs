//! Readable addresses of contents (decision 0077): made from the title until the first publication, unique, and
//! permanent: a former one redirects to the present one.

use std::collections::BTreeSet;

use ateneu_base::{Clock, Timestamp, fold, ids};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer};
use ateneu_db::{Error as DbError, Tx};
use ateneu_schema::{Kind, TableRow, Words, rule::anyone};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{content_type::ContentType, refused::Refused};

/// Maximum length of an address in characters.
pub const MAX_SLUG_LENGTH: usize = 100;
/// Maximum length of an address made from a title.
const MAX_TITLE_SLUG_LENGTH: usize = 80;
/// Names that the site may need below `/blog` and `/cartas`.
const RESERVED: [&str; 14] = [
    "admin",
    "api",
    "arquivo",
    "autor",
    "busca",
    "categoria",
    "editar",
    "etiqueta",
    "feed",
    "novo",
    "pagina",
    "previa",
    "rascunho",
    "rss",
];
/// Address for a title without letters or digits.
const NAMELESS: &str = "conteudo";
/// Maximum number of compared addresses with the same beginning.
const MAX_CANDIDATES: i64 = 1_000;

/// Returns the address for a title: `Gestão à vista` becomes `gestao-a-vista`, cut after a whole word.
fn made_from(title: &str) -> String {
    made_from_folded(&fold::fold(title))
}

fn made_from_folded(folded: &str) -> String {
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        let word: String = word.chars().take(MAX_TITLE_SLUG_LENGTH).collect();
        if !slug.is_empty() && slug.len() + 1 + word.len() > MAX_TITLE_SLUG_LENGTH {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word);
    }
    if slug.is_empty() { NAMELESS.to_owned() } else { slug }
}

/// Returns `true` for lower-case words and digits separated by single hyphens.
fn is_well_formed(slug: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    slug.len() <= MAX_SLUG_LENGTH && slug.split('-').all(is_word)
}

/// Returns `true` for names of the site, and for possible ids of other contents.
fn is_reserved(slug: &str) -> bool {
    RESERVED.contains(&slug) || ids::parse_uuid(slug).is_some()
}

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Content {
    id: String,
    title: String,
    slug: Option<String>,
    is_published: bool,
    published_at: Option<Timestamp>,
}

impl Content {
    fn was_public(&self) -> bool {
        self.is_published || self.published_at.is_some()
    }
}

pub fn trigger() -> Trigger {
    Trigger::on::<Content>().before(before).after(after)
}

/// Sets the address of a content before it is stored.
///
/// # Errors
/// Fails with `slug_invalid`, `slug_reserved`, `slug_taken`.
fn before(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: &mut Content) -> Result<(), Error> {
    let old = write.old.and_then(|old| old.slug.as_deref());
    let wanted = new.slug.as_deref().map(str::trim).filter(|slug| !slug.is_empty()).map(str::to_owned);
    let slug = match wanted {
        Some(wanted) if Some(wanted.as_str()) != old => {
            if !is_well_formed(&wanted) {
                return Err(Refused::SlugInvalid.into());
            }
            if is_reserved(&wanted) {
                return Err(Refused::SlugReserved.into());
            }
            tx.lock(LOCK)?;
            if taken(tx, &new.id, &wanted)?.contains(&wanted) {
                return Err(Refused::SlugTaken.into());
            }
            wanted
        }
        Some(kept) if !follows_title(write.old, &kept, &new.title) => kept,
        _ => {
            tx.lock(LOCK)?;
            first_free_slug(tx, &new.id, &made_from(&new.title))?
        }
    };
    new.slug = Some(slug);
    Ok(())
}

/// Lock that makes two contents get their addresses one after the other.
const LOCK: &str = "addresses of contents";

/// Returns `true` if the address was made from the former title of a content that was never public.
fn follows_title(old: Option<&Content>, slug: &str, title: &str) -> bool {
    old.is_some_and(|old| {
        !old.was_public() && old.title != title && is_made_from(slug, &made_from(&old.title))
    })
}

/// Returns `true` for an address, and for the same with a number appended.
fn is_made_from(slug: &str, made: &str) -> bool {
    let number = slug.strip_prefix(made).and_then(|rest| rest.strip_prefix('-'));
    slug == made || number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Returns the first free one of `slug`, `slug-2`, `slug-3`.
fn first_free_slug(tx: &mut Tx<'_>, id: &str, slug: &str) -> Result<String, DbError> {
    let taken = taken(tx, id, slug)?;
    let is_free = |slug: &String| !taken.contains(slug) && !is_reserved(slug);
    let numbered = (2..).map(|number: i64| format!("{slug}-{number}"));
    let found = [slug.to_owned()].into_iter().chain(numbered).take(taken.len() + 2).find(is_free);
    Ok(found.unwrap_or_else(|| format!("{slug}-{}", id.split('-').next_back().unwrap_or_default())))
}

/// Returns the addresses with this beginning that lead, or led, to other contents.
fn taken(tx: &mut Tx<'_>, id: &str, slug: &str) -> Result<BTreeSet<String>, DbError> {
    // The full stop follows the hyphen in byte order.
    let parameters = [id.into(), slug.into(), format!("{slug}.").into(), MAX_CANDIDATES.into()];
    let mut taken = BTreeSet::new();
    for sql in [
        "SELECT slug FROM contents WHERE slug >= $2 AND slug < $3 AND id <> $1 ORDER BY slug LIMIT $4",
        "SELECT slug FROM content_addresses WHERE slug >= $2 AND slug < $3 AND content_id <> $1 ORDER BY slug LIMIT $4",
    ] {
        taken.extend(tx.query_as::<String>(sql, &parameters)?);
    }
    Ok(taken)
}

/// Stores the former address of a content that was public, after the change.
fn after(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: Option<&Content>) -> Result<(), Error> {
    let (Some(old), Some(new)) = (write.old, new) else { return Ok(()) };
    if let (Some(former), Some(slug)) = (&old.slug, &new.slug)
        && former != slug
        && old.was_public()
    {
        tx.write("DELETE FROM content_addresses WHERE slug = $1", &[slug.into()])?;
        store_former_slug(tx, former, &new.id, write.now)?;
    }
    Ok(())
}

/// Stores a former address, which then redirects to the content.
fn store_former_slug(tx: &mut Tx<'_>, former: &str, id: &str, now: Timestamp) -> Result<(), DbError> {
    tx.write(
        "INSERT INTO content_addresses (slug, content_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (slug) DO UPDATE SET content_id = excluded.content_id, created_at = excluded.created_at",
        &[former.into(), id.into(), now.into()],
    )?;
    Ok(())
}

/// Recreates addresses made from titles that the former folding shortened. Replaced public addresses still lead to
/// their content.
pub fn make_again(tx: &mut Tx<'_>, clock: &Clock) -> Result<(), DbError> {
    tx.lock(LOCK)?;
    let made: Vec<(String, String, String, bool)> = tx.query_as(
        "SELECT id, title, slug, is_published OR published_at IS NOT NULL FROM contents WHERE slug IS NOT NULL",
        &[],
    )?;
    for (id, title, slug, was_public) in made {
        let (former, present) = (made_from_folded(&folded_before(&title)), made_from(&title));
        if former == present || !is_made_from(&slug, &former) {
            continue;
        }
        let present = first_free_slug(tx, &id, &present)?;
        tx.execute("UPDATE contents SET slug = $2 WHERE id = $1", &[id.as_str().into(), present.into()])?;
        if was_public {
            store_former_slug(tx, &slug, &id, clock.now())?;
        }
        tx.changed_table("contents");
    }
    Ok(())
}

/// Folds a title as addresses did before compatible letters and invisible signs were folded.
fn folded_before(title: &str) -> String {
    title.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Declares the procedure that finds the present address of a public content by a former one or another spelling. It
/// returns null if there is none. Letters for members count as public, because their pages say which plan opens them.
pub fn procedure() -> Procedure {
    Procedure::reads::<Option<String>>(
        "article_address",
        [Argument::required("slug", Kind::Text)],
        anyone(),
        |tx, call| answer(&present(tx, call)?),
    )
}

fn present(tx: &mut Tx<'_>, call: &Call) -> Result<Option<String>, Error> {
    let slug = call.text("slug").unwrap_or_default().to_ascii_lowercase();
    let is_public = format!(
        "c.is_published AND (NOT c.is_member_only OR c.content_type = '{}')
         AND (c.visible_from IS NULL OR c.visible_from <= $2)",
        ContentType::Letter.word()
    );
    let found: Option<Option<String>> = tx.query_optional_as(
        &format!(
            "SELECT c.slug FROM contents c WHERE c.slug = $1 AND {is_public}
             UNION ALL
             SELECT c.slug FROM content_addresses a JOIN contents c ON c.id = a.content_id
             WHERE a.slug = $1 AND {is_public}"
        ),
        &[slug.into(), call.now.into()],
    )?;
    Ok(found.flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_made_of_the_words_of_a_title() {
        for (title, expected) in [
            ("Gestão à vista: 100%!", "gestao-a-vista-100"),
            ("  O que pedir —  hoje? ", "o-que-pedir-hoje"),
            ("¿…?", "conteudo"),
            ("São Paulo/RJ & Cia.", "sao-paulo-rj-cia"),
            ("Planejamento ﬁnanceiro", "planejamento-financeiro"),
            ("Lide\u{AD}rança e coração\u{200B}", "lideranca-e-coracao"),
            ("A 1ª reunião: ½ hora", "a-1a-reuniao-1-2-hora"),
            ("Œuvres de Løken", "oeuvres-de-loken"),
        ] {
            assert_eq!(made_from(title), expected, "{title}");
        }
        let long = made_from(&"palavra ".repeat(40));
        assert!(long.len() <= MAX_TITLE_SLUG_LENGTH && long.ends_with("palavra"), "{long}");
        assert_eq!(made_from(&"a".repeat(300)).len(), MAX_TITLE_SLUG_LENGTH);
    }

    #[test]
    fn an_address_has_one_form() {
        for fit in ["gestao", "gestao-a-vista-2", "2026"] {
            assert!(is_well_formed(fit), "{fit}");
        }
        for unfit in ["", "Gestao", "gestão", "a--b", "-a", "a-", "a b", "a/b", "a.b", &"a".repeat(101)] {
            assert!(!is_well_formed(unfit), "{unfit}");
        }
        assert!(is_reserved("feed") && is_reserved("0b7c0e2e-0000-4000-8000-000000000001"));
    }
}
