//! A small library: shelves, authors, books and who likes them; and the callers who come to it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ateneu_base::{
    Caller, Clock, Facts, OnDelete, Presented, Record, Schema, Table, Timestamp, TokenProblem, Value,
    rule::{admin, anyone, is, nobody, own_email, owner, signed_in},
    table::{Check, boolean, exposed, int, internal, json, real, text, text_array, timestamp, uuid},
};
use ateneu_data::{Deps, Procedure, router};
use ateneu_db::Db;
use axum::{Router, body::Body, http::Request};
use http_body_util::BodyExt;
use serde_json::{Value as Json, json};
use tower::ServiceExt;

pub const ANA: &str = "00000000-0000-4000-8000-00000000000a";
pub const BIA: &str = "00000000-0000-4000-8000-00000000000b";
pub const FICTION: &str = "10000000-0000-4000-8000-000000000001";
pub const ESSAYS: &str = "10000000-0000-4000-8000-000000000002";
pub const MACHADO: &str = "20000000-0000-4000-8000-000000000001";
pub const CLARICE: &str = "20000000-0000-4000-8000-000000000002";

/// The id of the book of that number.
pub fn book(number: u32) -> String {
    format!("30000000-0000-4000-8000-{number:012}")
}

fn folded(row: &Record) -> Value {
    let title = row.get("title").and_then(Json::as_str).unwrap_or_default();
    Value::Text(title.to_lowercase())
}

fn trimmed(text: &str) -> String {
    text.trim().to_owned()
}

pub fn tables() -> Vec<Table> {
    vec![shelves(), authors(), books(), likes(), rooms(), settings(), wishes(), vault(), trail()]
}

/// As the house declares it.
fn trail() -> Table {
    exposed("audit_log", "What was done by virtue of an office.")
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
        .insert(admin())
        .update(admin())
        .delete(admin())
}

fn authors() -> Table {
    exposed("authors", "Who writes.")
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

fn books() -> Table {
    exposed("books", "What is read.")
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 60).cleaned(trimmed),
            text("form").one_of(&["novel", "essay", "poem"]).or("novel"),
            uuid("shelf_id").references("shelves", "id", OnDelete::Restrict),
            text("shelf").lookup("shelf_id", "shelves", "name"),
            uuid("author_id").references("authors", "id", OnDelete::SetNull),
            int("pages").check(Check::Range(1, 5_000)),
            real("price"),
            boolean("is_published").or(false),
            boolean("is_open").or(true),
            boolean("is_featured").or(false).set_by(admin()),
            text("body"),
            json("meta"),
            text_array("tags"),
            uuid("owner_id").caller(),
            timestamp("created_at").now(),
            timestamp("updated_at").touched(),
            timestamp("published_at"),
            text("site").check(Check::WebUrl),
            int("likes_count").count_of("likes", "book_id"),
            text("search_text").derived(folded).unlisted(),
        ])
        .index(["is_published", "created_at desc"])
        .read(is("is_published", true).or(owner("owner_id")).or(admin()))
        .insert(signed_in().and(owner("owner_id")).or(admin()))
        .update(owner("owner_id").or(admin()))
        .delete(owner("owner_id").or(admin()))
        .mask(["body", "meta"], is("is_open", true).or(owner("owner_id")).or(admin()))
}

fn likes() -> Table {
    exposed("likes", "Who likes what.")
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
        .insert(admin())
        .update(admin())
        .delete(admin())
}

fn settings() -> Table {
    exposed("settings", "How the library is run.")
        .columns([text("key").required(), text("value").required(), timestamp("updated_at").touched()])
        .primary_key(["key"])
        .read(admin())
        .insert(admin())
        .update(admin())
        .delete(admin())
        .guard("one_setting_remains", "SELECT EXISTS (SELECT 1 FROM settings)")
}

fn wishes() -> Table {
    exposed("wishes", "What visitors miss.")
        .columns([uuid("id").new_id(), text("title").required(), text("note"), timestamp("created_at").now()])
        .unique(["note"])
        .inserts_per_hour(3)
        .once_in_minutes(10, ["title"])
        .read(admin())
        .insert(anyone())
}

fn vault() -> Table {
    internal("vault", "Reached by nobody.").columns([
        uuid("id").new_id(),
        text("secret"),
        uuid("shelf_id").references("shelves", "id", OnDelete::Cascade),
    ])
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Visitor,
    Ana,
    Bia,
    Admin,
    Service,
}

impl Who {
    pub fn caller(self) -> Caller {
        let person = |id: &str, email: &str, admin| Caller {
            email: Some(email.into()),
            ..Caller::person(
                id,
                Facts {
                    admin,
                    channels: Arc::new(BTreeSet::from(["1".to_owned(), "2".to_owned()])),
                    ..Facts::default()
                },
            )
        };
        match self {
            Who::Visitor => Caller::anonymous(),
            Who::Ana => person(ANA, "ana@exemplo.com.br", false),
            Who::Bia => person(BIA, "bia@exemplo.com.br", false),
            Who::Admin => person("00000000-0000-4000-8000-0000000000ad", "admin@exemplo.com.br", true),
            Who::Service => Caller::as_service("a test fills the tables"),
        }
    }
}

/// The service over one database.
pub struct World {
    pub router: Router,
    pub db: Db,
    pub clock: Clock,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("JSON: {self:?}"))
    }
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
    /// The stable code of a refusal, whose four keys must all be there.
    pub fn code(&self) -> String {
        let body = self.json();
        let mut keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["code", "details", "hint", "message"], "{self:?}");
        body["code"].as_str().unwrap().to_owned()
    }
}

impl World {
    /// The empty library.
    pub fn new(db: Db) -> Self {
        Self::with(db, crate::procedures::toys())
    }

    /// The empty library with other procedures.
    pub fn with(db: Db, procedures: Vec<Procedure>) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        let router = router(Deps {
            db: db.clone(),
            schema: Arc::new(Schema::new(tables())),
            procedures,
            clock: clock.clone(),
        });
        Self { router, db, clock }
    }

    /// The library with two shelves, two authors and six books, the sixth hidden, the fifth closed.
    pub async fn filled(db: Db) -> Self {
        let world = Self::new(db);
        world
            .must(
                Who::Service,
                "POST /shelves",
                json!([{ "id": FICTION, "name": "Ficção" }, { "id": ESSAYS, "name": "Ensaios" }]),
            )
            .await;
        world
            .must(Who::Service, "POST /authors", json!([
                { "id": MACHADO, "name": "Machado de Assis", "email": "machado@exemplo.com.br", "user_id": ANA, "phone": "111" },
                { "id": CLARICE, "name": "Clarice Lispector", "email": "clarice@exemplo.com.br", "user_id": BIA, "phone": null },
            ]))
            .await;
        for (number, title, form, shelf, author, pages, tags, open, published) in [
            (
                1,
                "Dom Casmurro",
                "novel",
                Some(FICTION),
                Some(MACHADO),
                Some(256),
                json!(["ciúme", "rio"]),
                true,
                true,
            ),
            (
                2,
                "Memórias Póstumas",
                "novel",
                Some(FICTION),
                Some(MACHADO),
                Some(312),
                json!(["rio"]),
                true,
                true,
            ),
            (3, "A Hora da Estrela", "novel", Some(FICTION), Some(CLARICE), Some(88), json!([]), true, true),
            (4, "Água Viva", "poem", Some(ESSAYS), Some(CLARICE), None, json!(["água"]), true, true),
            (5, "Livro fechado", "essay", None, None, Some(10), json!(["a,b", "c\"d"]), false, true),
            (6, "Rascunho", "essay", Some(ESSAYS), Some(MACHADO), Some(1), json!([]), true, false),
        ] {
            world.clock.advance(Duration::from_secs(60));
            world
                .must(Who::Service, "POST /books", json!({
                    "id": book(number), "title": title, "form": form, "shelf_id": shelf, "author_id": author,
                    "pages": pages, "price": f64::from(number) + 0.5, "tags": tags, "is_open": open,
                    "is_published": published, "body": format!("texto {number}"), "owner_id": ANA,
                    "meta": { "ano": 1900 + number, "capa": { "cor": "azul" }, "raro": number == 1 },
                }))
                .await;
        }
        world
    }

    /// Sends a request such as `GET /books?select=id`.
    pub async fn ask(&self, who: Who, line: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
        self.send(Ok(who.caller()), line, headers, body).await
    }

    pub async fn send(
        &self,
        caller: Result<Caller, TokenProblem>,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        self.send_from(None, caller, line, headers, body).await
    }

    /// Sends a request from an address.
    pub async fn send_from(
        &self,
        address: Option<&str>,
        caller: Result<Caller, TokenProblem>,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let (method, uri) = line.split_once(' ').unwrap();
        let uri: String = uri
            .bytes()
            .map(|byte| match byte {
                b' ' | b'"' | b'{' | b'}' | b'<' | b'>' | b'\\' | b'^' | b'|' | b'`' | 128.. => {
                    format!("%{byte:02X}")
                }
                byte => (byte as char).to_string(),
            })
            .collect();
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let presented = Presented { caller, bearer: None, address: address.map(Arc::from) };
        let request = request.extension(presented).body(body.into()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub async fn get(&self, who: Who, path: &str) -> Reply {
        self.ask(who, &format!("GET {path}"), &[], Body::empty()).await
    }

    /// Sends JSON and wants the rows back.
    pub async fn send_json(&self, who: Who, line: &str, body: Json) -> Reply {
        self.ask(who, line, &[("prefer", "return=representation")], body.to_string()).await
    }

    pub async fn must(&self, who: Who, line: &str, body: Json) {
        let reply = self.ask(who, line, &[], body.to_string()).await;
        assert!(reply.status < 300, "{line}: {reply:?}");
    }

    /// The column `field` of every row of a read.
    pub async fn column(&self, who: Who, path: &str, field: &str) -> Vec<Json> {
        let reply = self.get(who, path).await;
        assert!(reply.status == 200 || reply.status == 206, "{path}: {reply:?}");
        reply.json().as_array().unwrap().iter().map(|row| row[field].clone()).collect()
    }
}
