//! The tables of a small library (shelves, authors, books and likes), and its callers.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use ateneu_base::{Caller, Facts};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::{Migration, Tx};
use ateneu_schema::{
    AsJson, OnDelete, Table, TableRow, Words,
    rule::{admin, anyone, is, nobody, own_email, owner, signed_in},
    table::{
        Check, boolean, exposed, int, internal, json, real, text, text_array, timestamp, updated_at, uuid,
    },
};
use ateneu_testkit::databases;
use serde_json::Value as Json;

pub const ANA: &str = "00000000-0000-4000-8000-00000000000a";
pub const BIA: &str = "00000000-0000-4000-8000-00000000000b";
pub const ADMIN: &str = "00000000-0000-4000-8000-0000000000ad";
pub const FICTION: &str = "10000000-0000-4000-8000-000000000001";
pub const ESSAYS: &str = "10000000-0000-4000-8000-000000000002";
pub const MACHADO: &str = "20000000-0000-4000-8000-000000000001";
pub const CLARICE: &str = "20000000-0000-4000-8000-000000000002";

/// Returns the id of the book of that number.
pub fn book(number: u32) -> String {
    format!("30000000-0000-4000-8000-{number:012}")
}

/// Number of texts that were cleaned, or that a column was derived from. Each test has its own process.
pub static WORKED_TEXTS: AtomicUsize = AtomicUsize::new(0);

fn folded([title]: [&str; 1]) -> String {
    WORKED_TEXTS.fetch_add(1, Ordering::Relaxed);
    title.to_lowercase()
}

fn trimmed(text: &str) -> String {
    WORKED_TEXTS.fetch_add(1, Ordering::Relaxed);
    text.trim().to_owned()
}

/// Returns the migrations of the library.
pub fn library() -> Vec<Migration> {
    databases::tables(tables())
}

pub fn tables() -> Vec<Table> {
    vec![
        shelves(),
        authors(),
        books(),
        likes(),
        rooms(),
        settings(),
        suggestions(),
        topics(),
        notes(),
        parcels(),
        vault(),
        audit_log(),
    ]
}

/// Returns the audit log as the product declares it.
fn audit_log() -> Table {
    exposed("audit_log", "What was done with staff rights.")
        .columns([
            uuid("id").new_id(),
            timestamp("created_at").now(),
            uuid("actor_id"),
            text("action").required(),
            text("subject").required(),
            text("old_value"),
            text("new_value"),
            text("ip_address"),
        ])
        .read(admin())
}

fn shelves() -> Table {
    exposed("shelves", "Where books stand.")
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 40).check(Check::NotBlank),
            int("books_count").count_of("books", "shelf_id"),
        ])
        .unique(["name"])
        .read(anyone())
        .write(admin())
}

fn authors() -> Table {
    exposed("authors", "User writes.")
        .columns([
            uuid("id").new_id(),
            text("name").required(),
            text("email").check(Check::Email),
            uuid("user_id").caller(),
            text("phone"),
        ])
        .unique(["email"])
        .read(anyone())
        .insert(signed_in().and(owner("user_id")))
        .update(owner("user_id").or(admin()))
        .delete(admin())
        .mask(["email", "phone"], owner("user_id").or(own_email("email")).or(admin()))
}

#[derive(Clone, Copy, PartialEq, Eq, Words)]
enum Form {
    Novel,
    Essay,
    Poem,
}

fn books() -> Table {
    exposed("books", "What is read.")
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 60).sanitized(trimmed),
            text("form").words::<Form>().or(Form::Novel),
            uuid("shelf_id").references("shelves", "id", OnDelete::Restrict),
            text("shelf").lookup("shelf_id", "shelves", "name"),
            uuid("author_id").references("authors", "id", OnDelete::SetNull),
            int("pages").check(Check::Range(1, 5_000)),
            real("price"),
            boolean("is_published").or(false),
            boolean("is_open").or(true),
            boolean("is_featured").or(false).set_by(admin()),
            text("body"),
            json("meta").bytes(2_000),
            text_array("tags").items(10, 40),
            uuid("owner_id").caller(),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("published_at"),
            text("site").check(Check::WebUrl),
            text("cover_url").check(Check::Address),
            int("likes_count").count_of("likes", "book_id"),
            text("search_text").derived_from(&["title"], folded).unlisted(),
        ])
        .index(["is_published", "created_at desc"])
        .read(is("is_published", true).or(owner("owner_id")).or(admin()))
        .insert(signed_in().and(owner("owner_id")).or(admin()))
        .update(owner("owner_id").or(admin()))
        .delete(owner("owner_id").or(admin()))
        .mask(["body", "meta"], is("is_open", true).or(owner("owner_id")).or(admin()))
}

fn likes() -> Table {
    exposed("likes", "User likes what.")
        .columns([
            uuid("book_id").required().references("books", "id", OnDelete::Cascade),
            uuid("user_id").required().caller(),
            boolean("book_published").lookup("book_id", "books", "is_published"),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["book_id", "user_id"])
        .read(owner("user_id"))
        .insert(signed_in().and(owner("user_id")).and(is("book_published", true)))
        .delete(owner("user_id"))
}

fn rooms() -> Table {
    exposed("rooms", "Where one reads.")
        .columns([
            text("id").new_id(),
            text("name").required(),
            uuid("opened_by"),
            timestamp("closes_at"),
            boolean("is_quiet"),
            text("keeper_email"),
        ])
        .personal()
        .read(admin())
        .write(admin())
}

fn settings() -> Table {
    exposed("settings", "How the library is run.")
        .columns([text("key").required(), text("value").required(), updated_at()])
        .primary_key(["key"])
        .read(admin())
        .write(admin())
        .invariant("one_setting_remains", "SELECT EXISTS (SELECT 1 FROM settings)")
}

fn suggestions() -> Table {
    exposed("suggestions", "What visitors miss.")
        .columns([uuid("id").new_id(), text("title").required(), text("note"), timestamp("created_at").now()])
        .unique(["note"])
        .inserts_per_hour(3)
        .once_in_minutes(10, ["title"])
        .read(admin())
        .insert(anyone())
}

fn topics() -> Table {
    exposed("topics", "What books are about, one under another.")
        .columns([
            text("id").new_id(),
            text("parent_id").references("topics", "id", OnDelete::Cascade),
            text("see_id").references("topics", "id", OnDelete::SetNull),
        ])
        .read(anyone())
}

fn notes() -> Table {
    exposed("notes", "What readers note.")
        .columns([
            uuid("id").new_id(),
            uuid("book_id").references("books", "id", OnDelete::Cascade),
            uuid("user_id").required().caller(),
            text("name").length(1, 40).check(Check::NotBlank),
            boolean("is_best").or(false).changed_by(admin()),
        ])
        .unique(["name"])
        .rows_per_person("user_id", 3)
        .read(owner("user_id").or(admin()))
        .insert(signed_in().and(owner("user_id")).or(admin()))
        .update(owner("user_id").or(admin()))
        .delete(owner("user_id").or(admin()))
}

#[derive(Clone, PartialEq, TableRow)]
#[table("notes")]
struct Note {
    id: String,
    name: Option<String>,
}

/// Returns triggers that refuse two notes whose names differ only by case.
pub fn triggers() -> Vec<Trigger> {
    vec![
        Trigger::on::<Note>().before(refuse_taken_name),
        Trigger::on::<Parcel>().before(seal).after(count_change),
    ]
}

fn refuse_taken_name(tx: &mut Tx<'_>, _: &Write<'_, Note>, new: &mut Note) -> Result<(), Error> {
    let sql = "SELECT id FROM notes WHERE lower(name) = lower($1) AND id <> $2";
    match tx.query_optional(sql, &[new.name.as_deref().into(), (&new.id).into()])? {
        Some(_) => Err(Error::raised("name_exists")),
        None => Ok(()),
    }
}

fn parcels() -> Table {
    exposed("parcels", "What is sent.")
        .columns([
            uuid("id").new_id(),
            text("state").words::<ParcelState>().or(ParcelState::Packed),
            text("label").required(),
            text("note"),
            json("contents"),
            int("changes").or(0_i64),
        ])
        .read(admin())
        .write(admin())
}

#[derive(Clone, Copy, PartialEq, Eq, Words)]
enum ParcelState {
    Packed,
    Sealed,
}

/// Returns a trigger of notes with a step over parcels.
pub fn mistaken_trigger() -> Trigger {
    Trigger::on::<Note>().before(seal)
}

#[derive(Clone, PartialEq, TableRow)]
#[table("parcels")]
struct Parcel {
    id: String,
    state: ParcelState,
    label: String,
    contents: Option<AsJson<Json>>,
}

/// Seals a parcel with a label.
fn seal(_: &mut Tx<'_>, _: &Write<'_, Parcel>, new: &mut Parcel) -> Result<(), Error> {
    if !new.label.is_empty() {
        new.state = ParcelState::Sealed;
    }
    Ok(())
}

fn count_change(tx: &mut Tx<'_>, _: &Write<'_, Parcel>, new: Option<&Parcel>) -> Result<(), Error> {
    let id = new.map(|parcel| &parcel.id);
    tx.write("UPDATE parcels SET changes = changes + 1 WHERE id = $1", &[id.into()])?;
    Ok(())
}

fn vault() -> Table {
    internal("vault", "Reached by nobody.").columns([
        uuid("id").new_id(),
        text("secret"),
        uuid("shelf_id").references("shelves", "id", OnDelete::Cascade),
    ])
}

/// The caller of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    Visitor,
    Ana,
    Bia,
    Admin,
    Service,
}

impl User {
    pub fn caller(self) -> Caller {
        let channels = || Arc::new(BTreeSet::from(["1".to_owned(), "2".to_owned()]));
        let person = |id: &str, email: &str, admin| Caller {
            email: Some(email.into()),
            ..Caller::person(id, Facts { admin, channels: channels(), ..Facts::default() })
        };
        match self {
            User::Visitor => Caller::anonymous(),
            User::Ana => person(ANA, "ana@exemplo.com.br", false),
            User::Bia => person(BIA, "bia@exemplo.com.br", false),
            User::Admin => person(ADMIN, "admin@exemplo.com.br", true),
            User::Service => Caller::as_service("a test fills the tables"),
        }
    }
}
