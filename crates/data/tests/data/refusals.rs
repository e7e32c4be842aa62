//! Every refusal: status, stable code and texts, without details of the database.

use ateneu_base::TokenProblem;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{ANA, Harness, User, User::*, book, library};

#[db_test(library())]
async fn an_unreadable_request_is_refused_where_reading_stops(app: Harness) {
    for (line, status, code) in [
        ("GET /books?select=id,", 400, "PGRST100"),
        ("GET /books?select=id)", 400, "PGRST100"),
        ("GET /books?select=pages.mode()", 400, "PGRST100"),
        ("GET /books?pages=250", 400, "PGRST100"),
        ("GET /books?pages=bigger.250", 400, "PGRST100"),
        ("GET /books?or=pages.eq.1", 400, "PGRST100"),
        ("GET /books?or=()", 400, "PGRST100"),
        ("GET /books?order=id.up", 400, "PGRST100"),
        ("GET /books?limit=many", 400, "PGRST100"),
        ("GET /books?limit=-1", 416, "PGRST103"),
        ("GET /books?offset=-1", 416, "PGRST103"),
        ("GET /books?select=id&select=title", 400, "PGRST100"),
        ("GET /books?limit=1&limit=2", 400, "PGRST100"),
        ("GET /books?title=fts.a b", 400, "PGRST100"),
        ("GET /books?is_open=is.maybe", 400, "PGRST100"),
        ("GET /books?title=is.true", 400, "42804"),
        ("GET /books?title=like.a\\", 400, "22025"),
        ("GET /books?title=not.ilike(any).{a,\"b\\\\\"}", 400, "22025"),
        ("GET /books?select=\"\":title", 400, "PGRST100"),
        ("GET /books?select=\"\":authors(name)", 400, "PGRST100"),
        ("GET /books?nope=eq.1", 400, "42703"),
        ("GET /books?or=(nope.eq.1)", 400, "42703"),
        ("GET /books?select=nope", 400, "42703"),
        ("GET /books?order=nope", 400, "42703"),
        ("GET /books?id=eq.1", 400, "22P02"),
        ("GET /books?pages=eq.x", 400, "22P02"),
        ("GET /books?pages=eq.1.5", 400, "22P02"),
        ("GET /books?pages=eq.99999999999999999999", 400, "22003"),
        ("GET /books?price=eq.1e999", 400, "22003"),
        ("GET /books?is_open=eq.talvez", 400, "22P02"),
        ("GET /books?created_at=gt.ontem", 400, "22007"),
        ("GET /books?tags=cs.rio", 400, "22P02"),
        ("GET /books?title=cs.{a}", 404, "42883"),
        ("GET /books?id=like.a*", 404, "42883"),
        ("GET /books?pages=sl.(1,2)", 404, "42883"),
        ("GET /books?title->>a=eq.1", 404, "42883"),
        ("GET /books?select=title::int", 400, "42846"),
        ("GET /books?select=title::nope", 400, "42704"),
        ("GET /books?title=eq.%00", 400, "22021"),
        ("GET /books?title=eq.%FF", 400, "PGRST100"),
        ("GET /nothing", 404, "PGRST205"),
        ("GET /vault", 404, "PGRST205"),
        ("POST /vault", 404, "PGRST205"),
        ("GET /sqlite_master", 404, "PGRST205"),
        ("POST /", 405, "PGRST117"),
        ("GET /a/b", 404, "PGRST125"),
        ("GET /a/b/c", 404, "PGRST125"),
        ("TRACE /books", 405, "PGRST117"),
    ] {
        let body = if line.starts_with("POST") { "{}" } else { "" };
        let reply = app.send(Admin, line, &[], body).await;
        assert_eq!(reply.refusal(), (status, code), "{line} {reply:?}");
        assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
        for word in ["SELECT ", "sqlite", "t0.", "vault WHERE"] {
            assert!(!reply.text().contains(word) || line.contains(word), "{line} {reply:?}");
        }
    }
    let reply = app.get(Visitor, "/books?select=id,,title").await;
    assert_eq!(
        *reply.json(),
        json!({
            "code": "PGRST100", "hint": null,
            "message": "failed to parse select parameter (id,,title) (line 1, column 4)",
            "details": "unexpected ',' expecting field name (* or [a..z0..9_$])",
        })
    );
    let head = app.send(Visitor, "HEAD /books?nope=eq.1", &[], "").await;
    assert_eq!((head.status.as_u16(), head.text()), (400, ""));
}

#[db_test(library())]
async fn too_long_words_and_aliases_are_refused(app: Harness) {
    let word = "a".repeat(2_047);
    for form in ["fts", "plfts", "phfts", "wfts"] {
        let reply = app.get(Visitor, &format!("/books?title={form}.{word}")).await;
        assert_eq!(reply.refusal(), (400, "54000"), "{form}");
        assert_eq!(app.get(Visitor, &format!("/books?title={form}.{}", &word[1..])).await.status, 200);
    }
    let long = app.get(Visitor, &format!("/books?select={}:title", &word[..64])).await;
    assert_eq!(long.refusal(), (400, "PGRST100"));
    let kept =
        app.column(Visitor, &format!("/books?limit=1&select={}:title", &word[..63]), &word[..63]).await;
    assert!(kept[0].is_string());
}

#[db_test(library())]
async fn a_pattern_one_database_cannot_read_is_no_server_error(app: Harness) {
    for pattern in ["a{300}", r"\p{L}", "(?P<x>a)", "(?i-u)a", "[[:foo:]]", r"\z", r"\x{10FFFF}"] {
        for operator in ["match", "imatch"] {
            let reply = app.get(Bia, &format!("/books?title={operator}.{pattern}")).await;
            assert!(
                reply.status == 200 || (reply.status == 400 && reply.code() == "22000"),
                "{pattern}: {reply:?}"
            );
            assert!(!reply.text().contains("regular expression"), "{reply:?}");
        }
    }
}

#[db_test(library())]
async fn a_payload_against_the_declaration_is_refused(app: Harness) {
    for (media_type, body) in [
        ("application/json", r#"{"title":"a","title":"b"}"#),
        ("text/csv", "title,title\na,b"),
        ("application/x-www-form-urlencoded", "title=a&title=b"),
    ] {
        let reply = app.send(Admin, "POST /books", &[("content-type", media_type)], body).await;
        assert_eq!(reply.refusal(), (400, "PGRST102"), "{media_type} {reply:?}");
    }
    assert!(app.column(Admin, "/books?title=in.(a,b)&select=title", "title").await.is_empty());
    let check = |column: &str| {
        format!("new row for relation \"books\" violates check constraint \"books_{column}_check\"")
    };
    let syntax = |kind: &str, value: &str| format!("invalid input syntax for type {kind}: \"{value}\"");
    let denied = |column: &str| format!("permission denied for column \"{column}\" of table \"books\"");
    let array = |value: &str| format!("malformed array literal: \"{value}\"");
    let no_column = "Could not find the 'nope' column of 'books' in the schema cache".to_owned();
    let empty =
        "null value in column \"title\" of relation \"books\" violates not-null constraint".to_owned();
    let large = "value \"1e+30\" is out of range for type bigint".to_owned();
    let generated = "cannot insert a non-DEFAULT value into column \"likes_count\"".to_owned();
    let row = "new row violates row-level security policy for table \"books\"".to_owned();
    for (body, status, code, message) in [
        (json!({ "nope": 1 }), 400, "PGRST204", no_column),
        (json!({}), 400, "23502", empty.clone()),
        (json!({ "title": null }), 400, "23502", empty),
        (json!({ "title": "" }), 400, "23514", check("title")),
        (json!({ "title": "   " }), 400, "23514", check("title")),
        (json!({ "title": "a".repeat(61) }), 400, "23514", check("title")),
        (json!({ "title": "a", "form": "song" }), 400, "23514", check("form")),
        (json!({ "title": "a", "pages": 0 }), 400, "23514", check("pages")),
        (json!({ "title": "a", "site": "javascript:alert(1)" }), 400, "23514", check("site")),
        (json!({ "title": "a", "cover_url": "//evil.com/a" }), 400, "23514", check("cover_url")),
        (json!({ "title": "a", "pages": "x" }), 400, "22P02", syntax("bigint", "x")),
        (json!({ "title": "a", "pages": 1.5 }), 400, "22P02", syntax("bigint", "1.5")),
        (json!({ "title": "a", "pages": 1e30 }), 400, "22003", large),
        (json!({ "title": "a", "id": "7" }), 400, "22P02", syntax("uuid", "7")),
        (json!({ "title": "a", "is_open": "talvez" }), 400, "22P02", syntax("boolean", "talvez")),
        (
            json!({ "title": "a", "created_at": "ontem" }),
            400,
            "22007",
            syntax("timestamp with time zone", "ontem"),
        ),
        (json!({ "title": "a", "tags": "x" }), 400, "22P02", array("x")),
        (json!({ "title": "a", "tags": [{}] }), 400, "22P02", array("{}")),
        (json!({ "title": "a\u{0}" }), 400, "22P05", "unsupported Unicode escape sequence".into()),
        (json!({ "title": "a", "likes_count": 3 }), 400, "428C9", generated),
        (json!({ "title": "a", "is_featured": true }), 403, "42501", denied("is_featured")),
        (json!({ "title": "a", "search_text": "x" }), 403, "42501", denied("search_text")),
        (json!({ "title": "a", "owner_id": book(9) }), 403, "42501", row),
    ] {
        let reply = app.send(Ana, "POST /books", &[], body.to_string()).await;
        assert_eq!(reply.refusal(), (status, code), "{body}");
        assert_eq!(reply.json()["message"], message, "{body}");
        if body != json!({}) {
            let line = format!("PATCH /books?id=eq.{}", book(1));
            let patch = app.send(Ana, &line, &[], body.to_string()).await;
            assert_eq!(patch.refusal(), (status, code), "PATCH {body}");
        }
    }
    // A looked-up column is dropped, not refused.
    let reply = app.send_json(Ana, "POST /books?select=shelf", json!({ "title": "a", "shelf": "x" })).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (201, &json!([{ "shelf": null }])));
}

#[db_test(library())]
async fn a_table_that_is_not_writable_says_so(app: Harness) {
    for (user, status) in [(Visitor, 401), (Ana, 403), (Admin, 403)] {
        let reply = app.send(user, &format!("PATCH /likes?book_id=eq.{}", book(1)), &[], "{}").await;
        assert_eq!(reply.refusal(), (status, "42501"), "{user:?}");
        assert_eq!(reply.json()["message"], "permission denied for table likes");
    }
    let reply = app.send(Service, &format!("PATCH /likes?book_id=eq.{}", book(1)), &[], "{}").await;
    assert_eq!(reply.status.as_u16(), 204);
}

#[db_test(library())]
async fn a_missing_permission_is_401_for_visitors_else_403(app: Harness) {
    for (user, status) in [(Visitor, 401), (Ana, 403)] {
        for (line, body) in [
            ("POST /shelves", r#"{"name":"x"}"#),
            ("POST /settings", r#"{"key":"x","value":"y"}"#),
            ("GET /books?select=search_text", ""),
        ] {
            assert_eq!(app.send(user, line, &[], body).await.refusal(), (status, "42501"), "{user:?} {line}");
        }
    }
    assert_eq!(app.send_json(Bia, "POST /books?select=id", json!({ "title": "meu" })).await.status, 201);
}

#[db_test(library())]
async fn a_refused_token_is_answered_with_its_challenge(app: Harness) {
    for (problem, status, code) in [
        (TokenProblem::Malformed, 401, "PGRST301"),
        (TokenProblem::BadSignature, 401, "PGRST301"),
        (TokenProblem::Expired, 401, "PGRST303"),
        (TokenProblem::BadClaims, 401, "PGRST303"),
        (TokenProblem::SessionEnded, 401, "PGRST303"),
        (TokenProblem::Unavailable, 503, "PGRST001"),
    ] {
        for line in ["GET /books", "POST /rpc/add"] {
            let reply = app.send_from(None, Err(problem), line, &[], "").await;
            assert_eq!(reply.refusal(), (status, code));
            let challenged = reply.header("www-authenticate").starts_with("Bearer error=");
            let (retry, wanted) = if status == 503 { ("1", false) } else { ("", true) };
            assert_eq!((challenged, reply.header("retry-after")), (wanted, retry));
        }
    }
    let reply = app.send_from(None, Err(TokenProblem::Expired), "GET /books", &[], "").await;
    assert_eq!(reply.string("message"), "JWT expired");
}

#[db_test(library())]
async fn a_taken_key_and_a_missing_row_are_named(app: Harness) {
    let post = async |user: User, line: &str, body: Json| app.send(user, line, &[], body.to_string()).await;
    let like = |number: u32| post(Ana, "POST /likes", json!({ "book_id": book(number) }));
    assert_eq!(like(1).await.status, 201);
    let author = book(7);
    for (reply, code, details, message) in [
        (
            post(Admin, "POST /shelves", json!({ "name": "Ficção" })).await,
            "23505",
            "Key (name)=(Ficção) already exists.".to_owned(),
            "duplicate key value violates unique constraint \"shelves_name_key\"",
        ),
        (
            like(1).await,
            "23505",
            format!("Key (book_id, user_id)=({}, {ANA}) already exists.", book(1)),
            "duplicate key value violates unique constraint \"likes_pkey\"",
        ),
        (
            post(Ana, "POST /books", json!({ "title": "a", "author_id": author })).await,
            "23503",
            format!("Key (author_id)=({author}) is not present in table \"authors\"."),
            "insert or update on table \"books\" violates foreign key constraint \"books_author_id_fkey\"",
        ),
    ] {
        let expected = json!({ "code": code, "details": details, "hint": null, "message": message });
        assert_eq!((reply.status.as_u16(), reply.json()), (409, &expected));
    }
    let line = format!("PATCH /books?id=eq.{}", book(1));
    assert_eq!(post(Ana, &line, json!({ "shelf_id": book(7) })).await.refusal(), (409, "23503"));
    // A like of an unpublished book is refused like one of a missing book.
    for number in [6, 77] {
        assert_eq!(like(number).await.refusal(), (403, "42501"));
    }
}
