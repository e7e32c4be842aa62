//! The data service over the tables of the library.

use std::{ops::Deref, sync::Arc};

use ateneu_base::{Caller, TokenProblem};
use ateneu_data::{Deps, Procedure, router};
use ateneu_db::Db;
use ateneu_schema::Schema;
use ateneu_testkit::{
    TestApp, TestRequest, TestResponse,
    databases::{FromPlace, Place},
};
use axum::body::Body;
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{ANA, BIA, CLARICE, ESSAYS, FICTION, MACHADO, Who, book, tables},
    procedures::toys,
};

/// The service over one database.
pub struct Harness {
    app: TestApp,
}

impl FromPlace for Harness {
    /// The filled library.
    async fn from_place(place: Place) -> Self {
        Self::filled(place.db).await
    }
}

impl Deref for Harness {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Harness {
    /// The empty library.
    pub fn new(db: Db) -> Self {
        Self::with(db, toys())
    }

    /// The empty library with other procedures.
    pub fn with(db: Db, procedures: Vec<Procedure>) -> Self {
        let mut app = TestApp::new(db);
        let service = router(Deps {
            db: app.db.clone(),
            schema: Arc::new(Schema::new(tables())),
            procedures,
            clock: app.clock.clone(),
        });
        app.mount("", service);
        Self { app }
    }

    /// The library with two shelves, two authors and six books, the sixth hidden, the fifth closed.
    pub async fn filled(db: Db) -> Self {
        let harness = Self::new(db);
        harness
            .must(
                Who::Service,
                "POST /shelves",
                json!([{ "id": FICTION, "name": "Ficção" }, { "id": ESSAYS, "name": "Ensaios" }]),
            )
            .await;
        harness
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
            harness.advance_secs(60);
            harness
                .must(Who::Service, "POST /books", json!({
                    "id": book(number), "title": title, "form": form, "shelf_id": shelf, "author_id": author,
                    "pages": pages, "price": f64::from(number) + 0.5, "tags": tags, "is_open": open,
                    "is_published": published, "body": format!("texto {number}"), "owner_id": ANA,
                    "meta": { "ano": 1900 + number, "capa": { "cor": "azul" }, "raro": number == 1 },
                }))
                .await;
        }
        harness
    }

    /// Sends a request such as `GET /books?select=id`.
    pub async fn send(
        &self,
        who: Who,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> TestResponse {
        self.send_as(Ok(who.caller()), line, headers, body).await
    }

    pub async fn send_as(
        &self,
        caller: Result<Caller, TokenProblem>,
        line: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> TestResponse {
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

    pub async fn get(&self, who: Who, path: &str) -> TestResponse {
        self.send(who, &format!("GET {path}"), &[], Body::empty()).await
    }

    /// Sends JSON and prefers the rows in the response.
    pub async fn send_json(&self, who: Who, line: &str, body: Json) -> TestResponse {
        self.send(who, line, &[("prefer", "return=representation")], body.to_string()).await
    }

    pub async fn must(&self, who: Who, line: &str, body: Json) {
        let response = self.send(who, line, &[], body.to_string()).await;
        assert!(response.status.is_success(), "{line}: {response:?}");
    }

    /// The column `field` of every row of a read.
    pub async fn column(&self, who: Who, path: &str, field: &str) -> Vec<Json> {
        let response = self.get(who, path).await;
        assert!(response.status == 200 || response.status == 206, "{path}: {response:?}");
        response.json().as_array().unwrap().iter().map(|row| row[field].clone()).collect()
    }
}

/// The target with what a URI cannot hold percent-encoded.
fn encoded(target: &str) -> String {
    let byte = |byte| match byte {
        b' ' | b'"' | b'{' | b'}' | b'<' | b'>' | b'\\' | b'^' | b'|' | b'`' | 128.. => {
            format!("%{byte:02X}")
        }
        byte => char::from(byte).to_string(),
    };
    target.bytes().map(byte).collect()
}
