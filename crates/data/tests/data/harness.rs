//! The data service over the tables of the library.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Caller, TokenProblem};
use ateneu_data::{Deps, router};
use ateneu_db::{Db, Limits};
use ateneu_schema::Schema;
use ateneu_testkit::{
    TestApp, TestRequest, TestResponse,
    databases::{FromPlace, Place},
};
use axum::body::Body;
use serde_json::{Value as Json, json};

pub use crate::fixtures::*;
use crate::procedures::toys;

/// The service over one database.
pub struct Harness {
    app: TestApp,
}

ateneu_testkit::opened_by!(Harness::filled);

/// The service over the empty library.
pub struct Empty(pub Harness);

impl FromPlace for Empty {
    async fn from_place(place: Place) -> Self {
        Self(Harness::new(place.db))
    }
}

/// The service over the empty library for many concurrent writers, which wait for each other for as long as a slow
/// machine needs.
pub struct Patient(pub Harness);

impl FromPlace for Patient {
    async fn from_place(place: Place) -> Self {
        let (long, limits) = (Duration::from_secs(300), Limits::default());
        let limits = Limits { read: long, write: long, wait: long, statement_factor: 1_000, ..limits };
        let db = Db::open_within(&place.target, &place.migrations, limits).await.unwrap();
        Self(Harness::new(db))
    }
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl Harness {
    /// Opens the empty library.
    pub fn new(db: Db) -> Self {
        let mut app = TestApp::new(db);
        let service = router(Deps {
            db: app.db.clone(),
            schema: Arc::new(Schema::new(tables())),
            triggers: triggers(),
            procedures: toys(),
            clock: app.clock.clone(),
        });
        app.mount("", service);
        Self { app }
    }

    /// Opens the library with two shelves, two authors and six books: the sixth hidden, the fifth masked.
    pub async fn filled(db: Db) -> Self {
        let harness = Self::new(db);
        let shelves = json!([{ "id": FICTION, "name": "Ficção" }, { "id": ESSAYS, "name": "Ensaios" }]);
        harness.must(User::Service, "POST /shelves", shelves).await;
        let authors = json!([
            { "id": MACHADO, "name": "Machado de Assis", "email": "machado@exemplo.com.br", "user_id": ANA, "phone": "111" },
            { "id": CLARICE, "name": "Clarice Lispector", "email": "clarice@exemplo.com.br", "user_id": BIA, "phone": null },
        ]);
        harness.must(User::Service, "POST /authors", authors).await;
        let (fiction, essays) = (Some(FICTION), Some(ESSAYS));
        let (machado, clarice) = (Some(MACHADO), Some(CLARICE));
        for (number, title, form, shelf, author, pages, tags) in [
            (1, "Dom Casmurro", "novel", fiction, machado, Some(256), json!(["ciúme", "rio"])),
            (2, "Memórias Póstumas", "novel", fiction, machado, Some(312), json!(["rio"])),
            (3, "A Hora da Estrela", "novel", fiction, clarice, Some(88), json!([])),
            (4, "Água Viva", "poem", essays, clarice, None, json!(["água"])),
            (5, "Livro fechado", "essay", None, None, Some(10), json!(["a,b", "c\"d"])),
            (6, "Rascunho", "essay", essays, machado, Some(1), json!([])),
        ] {
            harness.advance_secs(60);
            let row = json!({
                "id": book(number), "title": title, "form": form, "shelf_id": shelf, "author_id": author,
                "pages": pages, "price": f64::from(number) + 0.5, "tags": tags, "is_open": number != 5,
                "is_published": number != 6, "body": format!("texto {number}"), "owner_id": ANA,
                "meta": { "ano": 1900 + number, "capa": { "cor": "azul" }, "raro": number == 1 },
            });
            harness.must(User::Service, "POST /books", row).await;
        }
        harness
    }

    /// Sends a request such as `GET /books?select=id`.
    pub async fn send(
        &self,
        user: User,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> TestResponse {
        self.send_from(None, Ok(user.caller()), line, headers, body).await
    }

    /// Sends a request of this caller from this address.
    pub async fn send_from(
        &self,
        address: Option<&str>,
        caller: Result<Caller, TokenProblem>,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> TestResponse {
        let (method, uri) = line.split_once(' ').unwrap();
        let request = self.request(method, &encoded(uri)).caller(caller).headers(headers).body(body);
        let response = address.into_iter().fold(request, TestRequest::address).await;
        if response.status.as_u16() >= 400 && !response.body.is_empty() {
            let mut keys: Vec<&String> = response.json().as_object().unwrap().keys().collect();
            keys.sort_unstable();
            assert_eq!(keys, ["code", "details", "hint", "message"], "{response:?}");
        }
        response
    }

    pub async fn get(&self, user: User, path: &str) -> TestResponse {
        self.send(user, &format!("GET {path}"), &[], "").await
    }

    /// Sends a read by a visitor with this `Accept`.
    pub async fn get_form(&self, path: &str, accept: &str) -> TestResponse {
        self.send(User::Visitor, &format!("GET {path}"), &[("accept", accept)], "").await
    }

    /// Sends JSON and prefers the rows in the response.
    pub async fn send_json(&self, user: User, line: &str, body: Json) -> TestResponse {
        self.send(user, line, &[("prefer", "return=representation")], body.to_string()).await
    }

    pub async fn must(&self, user: User, line: &str, body: Json) {
        let response = self.send(user, line, &[], body.to_string()).await;
        assert!(response.status.is_success(), "{line}: {response:?}");
    }

    /// Returns the column `field` of every row of a read.
    pub async fn column(&self, user: User, path: &str, field: &str) -> Vec<Json> {
        let response = self.get(user, path).await;
        assert!(response.status == 200 || response.status == 206, "{path}: {response:?}");
        response.json().as_array().unwrap().iter().map(|row| row[field].clone()).collect()
    }
}

/// Percent-encodes characters that a URI cannot contain.
fn encoded(target: &str) -> String {
    let byte = |byte| match byte {
        b' ' | b'"' | b'{' | b'}' | b'<' | b'>' | b'\\' | b'^' | b'|' | b'`' | 128.. => {
            format!("%{byte:02X}")
        }
        byte => char::from(byte).to_string(),
    };
    target.bytes().map(byte).collect()
}
