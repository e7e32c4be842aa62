//! Reads: select, filters, order, range, counts and forms of the response.

use ateneu_base::{Read, Reads};
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{FICTION, Harness, MACHADO, User::*, book, library};

/// Returns the numbers of the books that a visitor finds under these filters, in order.
async fn found(app: &Harness, filters: &str) -> Vec<u64> {
    let path = format!("/books?select=price&order=created_at.asc&{filters}");
    // Regular expressions need an account. Bia has a visitor's rights.
    let user = if filters.contains("match.") { Bia } else { Visitor };
    numbers(&app.column(user, &path, "price").await)
}

/// Returns the numbers of the books with these prices.
fn numbers(prices: &[Json]) -> Vec<u64> {
    prices.iter().map(|price| price.as_f64().unwrap() as u64).collect()
}

#[db_test(library())]
async fn a_row_shows_every_listed_column_with_its_own_type(app: Harness) {
    let reply = app.get(Visitor, &format!("/books?id=eq.{}", book(1))).await;
    assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
    assert_eq!(reply.header("content-range"), "0-0/*");
    assert_eq!(
        *reply.json(),
        json!([{
            "id": book(1), "title": "Dom Casmurro", "form": "novel", "shelf_id": FICTION, "shelf": "Ficção",
            "author_id": MACHADO, "pages": 256, "price": 1.5, "is_published": true, "is_open": true,
            "is_featured": false, "body": "texto 1",
            "meta": { "ano": 1901, "capa": { "cor": "azul" }, "raro": true }, "tags": ["ciúme", "rio"],
            "owner_id": crate::fixtures::ANA, "created_at": "2027-01-15T08:01:00.000000+00:00",
            "updated_at": "2027-01-15T08:01:00.000000+00:00", "published_at": null, "site": null, "cover_url": null, "likes_count": 0,
        }])
    );
}

#[db_test(library())]
async fn columns_can_be_named_cast_and_reached_into(app: Harness) {
    let select = "nome:title,\"pages\",p:pages::text,price::int,is_open::text,meta->capa->>cor,ano:meta->ano,\
                  meta->capa,raro:meta->>raro,first:tags->0,shelf,likes_count,owner_id::uuid";
    let reply = app.get(Visitor, &format!("/books?select={select}&id=eq.{}", book(1))).await;
    assert_eq!(
        *reply.json(),
        json!([{
            "nome": "Dom Casmurro", "pages": 256, "p": "256", "price": 2, "is_open": "true", "cor": "azul", "ano": 1901,
            "capa": { "cor": "azul" }, "raro": "true", "first": "ciúme", "shelf": "Ficção", "likes_count": 0,
            "owner_id": crate::fixtures::ANA,
        }])
    );
}

#[db_test(library())]
async fn every_operator_matches_postgresql(app: Harness) {
    for (filters, expected) in [
        ("", &[1, 2, 3, 4, 5][..]),
        ("title=eq.Dom Casmurro", &[1]),
        ("title=eq.dom casmurro", &[]),
        ("pages=neq.256", &[2, 3, 5]),
        ("pages=gt.256", &[2]),
        ("pages=gte.256", &[1, 2]),
        ("pages=lt.88", &[5]),
        ("pages=lte.88", &[3, 5]),
        ("pages=not.gt.100", &[3, 5]),
        ("price=gt.3.5", &[4, 5]),
        ("pages=eq(any).{88,10}", &[3, 5]),
        ("pages=gt(all).{88,100}", &[1, 2]),
        ("pages=eq(any).{}", &[]),
        ("title=like.*Casmurro", &[1]),
        ("title=like.dom*", &[]),
        ("title=like.%D_m%", &[1]),
        ("title=ilike.ÁGUA*", &[4]),
        ("title=ilike(any).{dom*,a hora*}", &[1, 3]),
        ("title=like(all).{*a*,*o*}", &[1, 3, 5]),
        ("title=match.^(Dom|Livro)", &[1, 5]),
        ("title=imatch.^água", &[4]),
        ("title=not.imatch.a", &[]),
        ("pages=is.null", &[4]),
        ("pages=not.is.null", &[1, 2, 3, 5]),
        ("pages=is.not_null", &[1, 2, 3, 5]),
        ("is_open=is.true", &[1, 2, 3, 4]),
        ("is_open=is.false", &[5]),
        ("is_open=eq.f", &[5]),
        ("is_open=is.unknown", &[]),
        ("form=in.(essay,poem)", &[4, 5]),
        ("title=in.(\"A Hora da Estrela\",Água Viva)", &[3, 4]),
        ("form=not.in.(essay,poem)", &[1, 2, 3]),
        ("form=in.()", &[]),
        ("pages=isdistinct.256", &[2, 3, 4, 5]),
        ("tags=cs.{rio}", &[1, 2]),
        ("tags=cs.{rio,\"ciúme\"}", &[1]),
        ("tags=cd.{rio,x}", &[2, 3]),
        ("tags=ov.{água,ciúme}", &[1, 4]),
        ("tags=cs.{\"a,b\",\"c\\\"d\"}", &[5]),
        ("tags=eq.{rio}", &[2]),
        ("tags=ov.{}", &[]),
        ("meta->>raro=eq.true", &[1]),
        ("meta->capa->>cor=eq.azul&meta->>ano=eq.1902", &[2]),
        ("meta=cs.{\"ano\":1903}", &[3]),
        ("title=fts.casmurro", &[1]),
        ("title=fts.casmurro | viva", &[1, 4]),
        ("title=plfts.hora estrela", &[3]),
        ("title=phfts.hora estrela", &[]),
        ("title=phfts(portuguese).hora da estrela", &[3]),
        ("title=wfts.dom or \"da estrela\"", &[1, 3]),
        ("title=fts.memo:*", &[]),
        ("title=fts.mem%C3%B3:*", &[2]),
        ("search_text=like.*casmurro", &[1]),
        ("shelf=eq.Ensaios", &[4]),
        ("likes_count=eq.0&shelf=is.null", &[5]),
        ("created_at=gt.2027-01-15T08:04:00Z", &[5]),
        ("created_at=lt.2027-01-15 05:02:00-03", &[1]),
        ("or=(pages.eq.88,title.eq.\"Água Viva\")", &[3, 4]),
        ("or=(pages.gt.300,and(form.eq.novel,pages.lt.100))", &[2, 3]),
        ("not.or=(pages.gt.100,pages.is.null)", &[3, 5]),
        ("and=(pages.gt.10,not.or(pages.eq.88,pages.eq.256))", &[2]),
        ("or=(tags.cs.{rio},form.in.(poem,essay))", &[1, 2, 4, 5]),
        ("pages=gt.50&pages=lt.300", &[1, 3]),
    ] {
        assert_eq!(found(&app, filters).await, expected, "{filters}");
    }
}

#[db_test(library())]
async fn order_puts_empty_values_where_postgresql_does(app: Harness) {
    for (order, expected) in [
        ("pages.asc", &[5, 3, 1, 2, 4][..]),
        ("pages.desc", &[4, 2, 1, 3, 5]),
        ("pages.asc.nullsfirst", &[4, 5, 3, 1, 2]),
        ("pages.desc.nullslast", &[2, 1, 3, 5, 4]),
        ("title", &[3, 1, 5, 2, 4]),
        ("created_at.desc", &[5, 4, 3, 2, 1]),
        ("shelf.asc,pages.desc", &[4, 2, 1, 3, 5]),
        ("meta->>ano.desc.nullslast,pages", &[4, 3, 2, 1, 5]),
    ] {
        let path = format!("/books?select=price&order={order}");
        assert_eq!(numbers(&app.column(Visitor, &path, "price").await), expected, "{order}");
    }
}

#[db_test(library())]
async fn ranges_and_counts_answer_as_the_client_expects(app: Harness) {
    for (line, prefer, status, range, rows) in [
        ("GET /books?select=id", "", 200, "0-4/*", 5),
        ("GET /books?select=id&limit=2", "", 200, "0-1/*", 2),
        ("GET /books?select=id&limit=2", "count=exact", 206, "0-1/5", 2),
        ("GET /books?select=id&limit=2&offset=3", "count=planned", 206, "3-4/5", 2),
        ("GET /books?select=id", "count=estimated", 200, "0-4/5", 5),
        ("GET /books?select=id&limit=0", "", 200, "*/*", 0),
        ("GET /books?select=id&offset=50", "", 200, "*/*", 0),
        ("GET /books?select=id&offset=5", "count=exact", 206, "*/5", 0),
        ("GET /likes", "count=exact", 200, "*/0", 0),
        ("GET /likes", "", 200, "*/*", 0),
    ] {
        let reply = app.send(Visitor, line, &[("prefer", prefer)], "").await;
        assert_eq!((reply.status.as_u16(), reply.header("content-range")), (status, range), "{line}");
        assert_eq!(reply.json().as_array().unwrap().len(), rows, "{line}");
        assert_eq!(reply.header("preference-applied"), prefer);
        let head = app.send(Visitor, &line.replace("GET", "HEAD"), &[("prefer", prefer)], "").await;
        let found = (head.status.as_u16(), head.header("content-range"), head.text());
        assert_eq!(found, (status, range, ""), "{line}");
    }
    let past = app.send(Visitor, "GET /books?offset=10", &[("prefer", "count=exact")], "").await;
    assert_eq!((past.status.as_u16(), past.code(), past.header("content-range")), (416, "PGRST103", "*/5"));
    assert_eq!(past.json()["details"], "An offset of 10 was requested, but there are only 5 rows.");
    let ranged = app.send(Visitor, "GET /books?select=id", &[("range", "1-2")], "").await;
    assert_eq!((ranged.status.as_u16(), ranged.header("content-range")), (200, "1-2/*"));
    let endless = [("range", "0-18446744073709551615")];
    assert_eq!(app.send(Visitor, "GET /books", &endless, "").await.status, 200);
    assert_eq!(app.send(Visitor, "GET /books", &[("range", "5-2")], "").await.refusal(), (416, "PGRST103"));
}

#[db_test(library())]
async fn one_row_comes_as_an_object_or_not_at_all(app: Harness) {
    let single = "application/vnd.pgrst.object+json";
    let one = app.get_form(&format!("/books?select=title&id=eq.{}", book(1)), single).await;
    assert_eq!((one.status.as_u16(), one.json()), (200, &json!({ "title": "Dom Casmurro" })));
    assert_eq!(one.header("content-type"), "application/vnd.pgrst.object+json; charset=utf-8");
    for (path, rows) in [(format!("/books?id=eq.{}", book(99)), 0), ("/books?form=eq.novel".into(), 3)] {
        let reply = app.get_form(&path, single).await;
        let (details, message) =
            (format!("The result contains {rows} rows"), "Cannot coerce the result to a single JSON object");
        let expected = json!({ "code": "PGRST116", "details": details, "hint": null, "message": message });
        assert_eq!((reply.status.as_u16(), reply.json()), (406, &expected));
    }
}

#[db_test(library())]
async fn a_response_has_the_accepted_form(app: Harness) {
    let path = format!(
        "/books?select=title,pages,is_open,tags,site&id=in.({},{})&order=created_at",
        book(4),
        book(5)
    );
    let csv = app.get_form(&path, "text/csv").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        csv.text(),
        "title,pages,is_open,tags,site\n\"Água Viva\",,t,{água},\n\"Livro fechado\",10,f,\"{\"\"a,b\"\",\"\"c\\\"\"d\"\"}\","
    );
    let path = format!("/books?select=meta&id=eq.{}", book(1));
    let csv = app.get_form(&path, "text/csv").await;
    let meta = r#""{""ano"": 1901, ""capa"": {""cor"": ""azul""}, ""raro"": true}""#;
    assert_eq!(csv.text(), format!("meta\n{meta}"));
    let path = format!("/books?select=title,pages&id=eq.{}", book(4));
    let stripped = app.get_form(&path, "application/vnd.pgrst.array+json;nulls=stripped").await;
    assert_eq!(*stripped.json(), json!([{ "title": "Água Viva" }]));
    for accept in
        ["application/geo+json", "application/vnd.pgrst.plan+json; for=\"application/json\"", "image/png"]
    {
        assert_eq!(app.get_form("/books", accept).await.refusal(), (406, "PGRST107"), "{accept}");
    }
    for accept in ["*/*", "application/json", "text/html,application/json;q=0.9", ""] {
        assert_eq!(app.get_form("/books", accept).await.status, 200, "{accept}");
    }
}

#[db_test(library())]
async fn a_profile_is_echoed_and_a_foreign_one_refused(app: Harness) {
    let reply = app.send(Visitor, "GET /books", &[("accept-profile", "public")], "").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-profile")), (200, "public"));
    let reply = app.send(Visitor, "GET /books", &[("accept-profile", "auth")], "").await;
    assert_eq!(reply.refusal(), (406, "PGRST106"));
    assert_eq!(reply.json()["message"], "Invalid schema: auth");
}

#[db_test(library())]
async fn a_repeated_read_returns_the_last_committed_values(app: Harness) {
    let names = || app.column(Visitor, "/shelves?select=name&order=name", "name");
    for number in 0..20 {
        assert_eq!(names().await, names().await);
        // Another module wrote it without an announcement.
        let sql = "UPDATE shelves SET name = $1 WHERE id = $2";
        app.execute(sql, &[format!("A{number}").into(), FICTION.into()]).await;
        assert_eq!(names().await[0], format!("A{number}"));
    }
    let path = format!("/books?select=title,body&id=eq.{}", book(5));
    assert_eq!(app.column(Ana, &path, "body").await, [json!("texto 5")]);
    assert_eq!(app.column(Bia, &path, "body").await, [json!(null)]);
}

/// Returns the sources that the response to a read reports, sorted.
async fn reported(app: &Harness, path: &str) -> Option<Vec<Read>> {
    let response = app.get(Visitor, path).await;
    let mut reads = response.extensions.get::<Reads>()?.0.clone();
    reads.sort();
    Some(reads)
}

#[db_test(library())]
async fn a_response_reports_the_tables_it_read(app: Harness) {
    let table = |name: &str| Read::Table(name.to_owned());
    let both = vec![table("books"), table("shelves")];
    assert_eq!(reported(&app, "/books?select=id%2Ctitle").await.unwrap(), [table("books")]);
    for query in [
        "select=id,shelf",
        "select=id&shelf=eq.Fic",
        "select=id&order=shelf.asc",
        "select=id,shelves(name)",
        "select=id,s:shelves!inner(name)",
        "select=id,shelf_id(name)",
        "select=id,books_shelf_id_fkey(name)",
        "select=id,...shelves(name)",
    ] {
        assert_eq!(reported(&app, &format!("/books?{query}")).await.unwrap(), both, "{query}");
    }
    let all = [table("books"), table("likes"), table("shelves")];
    for query in ["", "select=*"] {
        assert_eq!(reported(&app, &format!("/books?{query}")).await.unwrap(), all, "{query}");
    }
    assert_eq!(reported(&app, "/shelves?select=books_count").await.unwrap(), both);
    let unread = ["/rpc/unknown", "/unknown", "/books?select=id,unknown(x)", "/books?select=unknown"];
    for path in unread {
        assert_eq!(reported(&app, path).await, None, "{path}");
    }
}

#[db_test(library())]
async fn a_read_by_key_reports_one_row(app: Harness) {
    let row = |number: u32| Read::Row("books".into(), book(number));
    // Also without a result, and from the cache.
    for number in [1, 1, 6, 99] {
        let path = format!("/books?select=id&id=eq.{}", book(number));
        assert_eq!(reported(&app, &path).await.unwrap(), [row(number)], "{number}");
    }
    let whole = format!("/books?id=eq.{}", book(1));
    let expected = [Read::Table("likes".into()), Read::Table("shelves".into()), row(1)];
    assert_eq!(reported(&app, &whole).await.unwrap(), expected);
    for filter in ["id=neq", "id=gt", "owner_id=eq"] {
        let path = format!("/books?select=id&{filter}.{}", book(1));
        assert_eq!(reported(&app, &path).await.unwrap(), [Read::Table("books".into())], "{filter}");
    }
    let missing = format!("/books?select=id&id=eq.{}", book(99));
    let response = app.get_form(&missing, "application/vnd.pgrst.object+json").await;
    assert_eq!(response.status, 406);
    assert_eq!(response.extensions.get::<Reads>(), Some(&Reads(vec![row(99)])));
}

#[db_test(library())]
async fn json_compares_as_in_postgresql_on_both_databases(app: Harness) {
    for (number, meta) in [
        (1, json!({ "n": 9, "@type": "x", "a b": { "c/d": 1 } })),
        (2, json!({ "n": 10, "@type": "y" })),
        (3, json!({ "n": 100, "@type": "z" })),
        (4, json!({ "n": 2.5 })),
        (5, json!({ "n": "B" })),
        (6, json!({ "n": "a" })),
    ] {
        app.must(Service, &format!("PATCH /books?id=eq.{}", book(number)), json!({ "meta": meta })).await;
    }
    for (filters, expected) in [
        ("meta->n=gt.9", &[2, 3][..]),
        ("meta->n=gte.9.0", &[1, 2, 3]),
        ("meta->n=lt.10", &[1, 4, 5, 6]),
        ("meta->n=lt.\"a\"", &[5]),
        ("meta->n=eq.10.0", &[2]),
        ("meta->n=eq.1e1", &[2]),
        ("meta->n=neq.10.0", &[1, 3, 4, 5, 6]),
        ("meta->n=in.(10.0,9)", &[1, 2]),
        ("meta->n=isdistinct.10.0&price=lt.5", &[1, 3, 4]),
        ("meta->n=gt.true", &[]),
        ("meta=eq.{\"n\":2.50}", &[4]),
        ("meta->>@type=eq.x", &[1]),
        ("or=(meta->>@type.eq.x,meta->>@type.eq.y)", &[1, 2]),
        ("meta->a b->c/d=eq.1", &[1]),
    ] {
        let path = format!("/books?select=price&order=created_at&{filters}");
        assert_eq!(numbers(&app.column(Service, &path, "price").await), expected, "{filters}");
    }
    for (order, expected) in [
        ("meta->n", [5, 6, 4, 1, 2, 3]),
        ("meta->n.desc", [3, 2, 1, 4, 6, 5]),
        ("meta->>@type.nullslast,meta->n", [1, 2, 3, 5, 6, 4]),
    ] {
        let path = format!("/books?select=price&order={order}");
        assert_eq!(numbers(&app.column(Service, &path, "price").await), expected, "{order}");
    }
    let digits = "12345678901234567890123";
    let line = format!("PATCH /books?id=eq.{}&select=meta,n:meta->>n", book(4));
    let body = format!("{{\"meta\":{{\"n\":{digits}}}}}");
    let shown = app.send(Service, &line, &[("prefer", "return=representation")], body).await;
    let text = String::from_utf8_lossy(&shown.body).replace(": ", ":");
    assert_eq!(text, format!("[{{\"meta\":{{\"n\":{digits}}},\"n\":\"{digits}\"}}]"));
    let path = format!("/books?select=price&meta->n=eq.{digits}.0");
    assert_eq!(numbers(&app.column(Service, &path, "price").await), [4]);
    let shown =
        app.get(Service, &format!("/books?select=meta->>@type,t:meta->@type&id=eq.{}", book(1))).await;
    assert_eq!(*shown.json(), json!([{ "@type": "x", "t": "x" }]));
}

#[db_test(library())]
async fn filters_take_instant_words_and_are_not_cached(app: Harness) {
    let now = app.clock.now().to_string();
    app.must(Ana, &format!("PATCH /books?id=eq.{}", book(1)), json!({ "published_at": "now()" })).await;
    let written =
        app.column(Visitor, "/books?published_at=lte.now&select=published_at", "published_at").await;
    assert_eq!(written, [json!(now)]);
    for (filters, expected) in [
        ("created_at=lt.now()", &[1, 2, 3, 4, 5][..]),
        ("created_at=gt.tomorrow", &[]),
        ("created_at=lt.2027-01-15 05:02:00 -03", &[1]),
        ("created_at=lt.2027-01-15 05:02:00 -0300", &[1]),
        ("created_at=lt.2027-01-15 13:32:00 %2B05:30 ", &[1]),
        ("title=eq.now()", &[]),
        ("apikey=x&created_at=lt.today", &[]),
    ] {
        assert_eq!(found(&app, filters).await, expected, "{filters}");
    }
    let reply = app.get(Visitor, "/books?limit=1").await;
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert_eq!(reply.header("vary"), "Accept, Prefer, Range");
}
