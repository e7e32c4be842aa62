//! Upgrades of a database with rows of an earlier version.

use std::collections::BTreeSet;

use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_server::subjects::declared;
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};

/// Rows as of migration 0074, of the tables that later ones change. `:at` stands for an instant.
const ROWS: [(&str, &str); 20] = [
    ("users", "(id, email, created_at, updated_at) VALUES ('ana', 'ana@b.example', :at, :at), ('rui', NULL, :at, :at)"),
    ("buckets", "(id, name, created_at, updated_at) VALUES ('avatars', 'avatars', :at, :at)"),
    (
        "objects",
        "(id, bucket_id, name, version, size, mimetype, etag, search_name, created_at, updated_at)
         VALUES ('1', 'avatars', 'ana/eu.png', 'v', 1, 'image/png', 'e', 'eu', :at, :at)",
    ),
    (
        "member_profiles",
        "(id, user_id, avatar_url, join_date, created_at, updated_at)
         VALUES ('1', 'ana', 'https://a.example/storage/v1/object/public/avatars/ana/eu.png', :at, :at, :at),
                ('2', 'rui', 'https://b.example/rui.png', :at, :at, :at)",
    ),
    (
        "realtime_messages",
        "(id, topic, event, payload, stored_at, expires_at) VALUES ('1', 't', 'e', 'payload', :at, :at)",
    ),
    (
        "courses",
        "(id, title, level, plans, created_at, updated_at) VALUES ('1', 't', 'Iniciante', '[\"scale\"]', :at, :at)",
    ),
    ("course_modules", "(id, course_id, title) VALUES ('1', '1', 't')"),
    ("lessons", "(id, module_id, course_id, title) VALUES ('1', '1', '1', 't')"),
    (
        "lesson_progress",
        "(lesson_id, user_id, course_id, played_at, opened_at, updated_at) VALUES ('1', 'ana', '1', '2026-02', :at, :at)",
    ),
    ("channels", "(id, name, created_at) VALUES ('1', 'Geral', :at)"),
    (
        "community_posts",
        "(id, title, content, author_id, lesson_id, created_at, updated_at)
         VALUES ('1', 't', 'c', 'ana', '1', :at, :at), ('2', 't', 'c', 'ana', NULL, :at, :at)",
    ),
    (
        "community_comments",
        "(id, post_id, content, author_id, created_at, updated_at) VALUES ('1', '1', 'c', 'rui', :at, :at)",
    ),
    (
        "outside_reports",
        "(id, name, email, address, reason, message, created_at) VALUES ('1', 'n', 'a@b.c', '/', 'outro', 'm', :at)",
    ),
    (
        "community_cases",
        "(id, kind, origin, outside_id, subject_id, subject_is_admin, opened_at, updated_at)
         VALUES ('1', 'outside', 'outside', '1', 'rui', true, :at, :at)",
    ),
    (
        "community_decisions",
        "(id, case_id, subject_id, decision, reason, decided_by, decided_at, updated_at)
         VALUES ('1', '1', 'rui', 'warn', 'tom', 'ana', :at, :at)",
    ),
    (
        "contents",
        "(id, title, content_type, is_published, created_at, updated_at) VALUES ('1', 't', 'article', true, :at, :at)",
    ),
    (
        "contacts",
        "(id, name, email, subject, message, created_at, updated_at) VALUES ('1', 'n', 'a@b.c', 'Outros Assuntos', 'm', :at, :at)",
    ),
    (
        "subscribers",
        "(id, user_id, email, plan, status, created_at, updated_at) VALUES ('1', 'ana', 'ana@b.example', 'scale', 'active', :at, :at)",
    ),
    (
        "payment_subscriptions",
        "(id, user_id, customer_id, status, started_at, created_at, updated_at)
         VALUES ('1', 'ana', 'c', 'incomplete', '2024', :at, :at), ('2', 'ana', 'c', 'active', '2025', :at, :at)",
    ),
    (
        "payment_invoices",
        "(id, user_id, status, amount, currency, created_at, updated_at) VALUES ('1', 'ana', 'paid', 100, 'brl', :at, :at)",
    ),
];

const AT: &str = "2026-01-02T03:04:05.000000+00:00";

/// Values that later migrations compute.
const COMPUTED: [(&str, Option<&str>); 15] = [
    ("avatar_url FROM member_profiles WHERE id = '1'", Some("/storage/v1/object/public/avatars/ana/eu.png")),
    ("avatar_url FROM member_profiles WHERE id = '2'", None),
    ("search_name FROM objects", None),
    ("bytes FROM realtime_messages", Some("7")),
    ("entitlement FROM courses", Some("courses")),
    ("used_until FROM learning_clocks", Some("2026-02")),
    ("entitlement FROM community_posts WHERE id = '1'", Some("courses")),
    ("entitlement FROM community_posts WHERE id = '2'", Some("community")),
    ("subject_id FROM outside_reports WHERE subject_is_admin", Some("rui")),
    ("reason FROM community_decisions WHERE decided_by = 'ana'", Some("tom")),
    ("published_at FROM contents", Some(AT)),
    ("entitlement FROM contents", Some("updates")),
    ("member_since FROM subscribers", Some("2025")),
    ("price_id FROM payment_invoices", None),
    ("count(*) FROM tasks WHERE queue = 'recompute'", Some("9")),
];

#[db_test(databases::empty())]
async fn rows_of_an_earlier_version_are_upgraded(place: Place) {
    let former = MIGRATIONS.iter().position(|(name, _)| *name == "0074_checkout_origins").unwrap();
    let old = Db::open(&place.target, &MIGRATIONS[..=former]).await.unwrap();
    for (table, rows) in ROWS {
        let sql = format!("INSERT INTO {table} {}", rows.replace(":at", &format!("'{AT}'")));
        old.write(move |tx| tx.execute(&sql, &[])).await.unwrap_or_else(|error| panic!("{table}: {error}"));
    }
    let before = counts(&old).await;
    old.close().await;

    let db = Db::open(&place.target, MIGRATIONS).await.unwrap();
    assert_eq!(counts(&db).await, before);
    for (value, expected) in COMPUTED {
        let (value, rest) = value.split_once(' ').unwrap();
        let sql = format!("SELECT CAST({value} AS text) AS value {rest}");
        let found: Option<String> = db.read(move |tx| tx.query_one_as(&sql, &[])).await.unwrap();
        assert_eq!(found.as_deref(), expected, "{value} {rest}");
    }
    let declared = as_declared(&place).await;
    let (upgraded, expected) = (shape(&db, &place.target).await, shape(&declared, &place.target).await);
    let (missing, other): (Vec<_>, Vec<_>) =
        (expected.difference(&upgraded).collect(), upgraded.difference(&expected).collect());
    let advice = "run `cargo xtask migration NAME`, then `cargo xtask gen`";
    assert!(
        missing.is_empty() && other.is_empty(),
        "{advice}\nmissing: {missing:#?}\nnot declared: {other:#?}"
    );
    declared.close().await;
    db.close().await;
}

/// Returns the number of rows of each table with rows.
async fn counts(db: &Db) -> Vec<i64> {
    let mut counts = Vec::new();
    for (table, _) in ROWS {
        let sql = format!("SELECT count(*) AS n FROM {table}");
        counts.push(db.read(move |tx| tx.query_one_as(&sql, &[])).await.unwrap());
    }
    counts
}

/// Opens a second database with the declared tables.
async fn as_declared(place: &Place) -> Db {
    let target = match &place.target {
        Target::Sqlite(file) => Target::Sqlite(file.with_file_name("declared.sqlite")),
        Target::Postgres(address) => {
            place.db.write(|tx| tx.execute("CREATE SCHEMA declared", &[])).await.unwrap();
            let mark = if address.contains('?') { '&' } else { '?' };
            Target::Postgres(format!("{address}{mark}options=-csearch_path%3Ddeclared,public"))
        }
    };
    let tables = declared().schema.tables().to_vec();
    Db::open(&target, &databases::tables(tables)).await.unwrap()
}

/// Returns the columns, keys, checks and indexes of a database as texts, without the undeclared indexes of words.
async fn shape(db: &Db, target: &Target) -> BTreeSet<String> {
    let sql = match target {
        Target::Postgres(_) => {
            "SELECT concat_ws(' ', table_name, column_name, coalesce(domain_name, udt_name), is_nullable)
             FROM information_schema.columns JOIN pg_tables ON (schemaname, tablename) = (table_schema, table_name)
             WHERE table_schema = current_schema()
             UNION ALL SELECT concat_ws(' ', conname, pg_get_constraintdef(oid)) FROM pg_constraint
             WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f', 'p', 'u')
             UNION ALL SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes
             WHERE schemaname = current_schema() AND indexdef NOT LIKE '%words_vector%'"
        }
        Target::Sqlite(_) => {
            "WITH tables AS (SELECT * FROM sqlite_schema
                             WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%')
             SELECT concat_ws(' ', t.name, c.name, c.type, c.\"notnull\", c.pk) FROM tables t, pragma_table_info(t.name) c
             UNION ALL SELECT concat_ws(' ', t.name, f.\"from\", f.\"table\", f.\"to\", f.on_delete)
             FROM tables t, pragma_foreign_key_list(t.name) f
             UNION ALL SELECT concat_ws(' ', t.name, iif(i.origin = 'c', i.name, ''), i.\"unique\", i.partial,
                 (SELECT group_concat(x.name || x.desc) FROM pragma_index_xinfo(i.name) x WHERE x.key))
             FROM tables t, pragma_index_list(t.name) i
             UNION ALL SELECT sql FROM tables"
        }
    };
    let found: Vec<String> = db.read(move |tx| tx.query_as(sql, &[])).await.unwrap();
    let parts = found.into_iter().flat_map(|text| match text.starts_with("CREATE TABLE") {
        true => checks(&text),
        false => vec![text],
    });
    parts.collect()
}

/// Returns the checks in the SQL of a table, with their names.
fn checks(sql: &str) -> Vec<String> {
    let words = sql.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    let named = words.split("CONSTRAINT ").filter(|part| part.contains(" CHECK ("));
    let mut open = 0;
    let mut ends = |character: char| {
        open += i32::from(character == '(') - i32::from(character == ')');
        character == ')' && open == 0
    };
    named.filter_map(|part| Some(part[..=part.find(&mut ends)?].to_owned())).collect()
}
