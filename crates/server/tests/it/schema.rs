//! The declarations of all modules together.

mod upgrade;

use std::collections::BTreeMap;

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_schema::{
    By, Check, Column, Erasure, Kind, OnDelete, Rule, Source, Table,
    rule::{nobody, signed_in},
};
use ateneu_server::subjects::declared;

/// Returns `true` if the whole row is erased with the account in any case.
fn goes(table: &Table) -> bool {
    let schema = declared().schema;
    let mut keys = table.stored().filter_map(|column| column.references);
    let with_its_parent = keys.any(|key| {
        let parent = schema.table(key.table).filter(|parent| !["users", table.name].contains(&parent.name));
        key.on_delete == OnDelete::Cascade && parent.is_some_and(goes)
    });
    with_its_parent
        || table.personal_columns().iter().any(|named| match named.erasure {
            Erasure::Remove => named.by == By::Id || named.by == By::Email,
            Erasure::Follow => {
                let key = table.column(named.column).and_then(|column| column.references);
                key.is_some_and(|key| key.on_delete == OnDelete::Cascade)
            }
            Erasure::Clear(_) | Erasure::Reassign => false,
        })
}

/// Returns `true` if a column looks like the id or an address of a person.
fn may_name_a_person(table: &Table, column: &Column) -> bool {
    let is_key = table.primary_key == [column.name];
    let points_elsewhere = column.references.is_some_and(|key| key.table != "users");
    let is_id = column.kind == Kind::Uuid && !is_key && !points_elsewhere;
    let is_address = ["email", "phone", "recipient", "address"].iter().any(|word| column.name.contains(word));
    is_id || is_address
}

#[test]
fn every_url_column_declares_an_address_check() {
    let mut unchecked = Vec::new();
    for table in declared().schema.tables().iter().filter(|table| table.exposed) {
        let named_for_one = |name: &str| {
            name.split('_')
                .any(|word| ["url", "uri", "link", "href", "src", "website", "site"].contains(&word))
        };
        let columns = table.stored().filter(|column| column.kind == Kind::Text && named_for_one(column.name));
        unchecked.extend(
            columns
                .filter(|column| {
                    let refuses =
                        |check: &Check| matches!(check, Check::WebUrl | Check::Address | Check::OneOf(_));
                    !column.checks.iter().any(refuses)
                })
                .map(|column| format!("{}.{}", table.name, column.name)),
        );
    }
    assert!(unchecked.is_empty(), "without WebUrl or Address: {unchecked:?}");
}

/// Returns one caller with every role but the administrator's.
fn everybody() -> Caller {
    let facts =
        Facts { moderator: true, editor: true, publisher: true, ..Facts::subscriber_of(Entitlement::ALL) };
    let channels = std::sync::Arc::new(std::collections::BTreeSet::from(["1".to_owned()]));
    Caller { email: Some("a@exemplo.com.br".into()), ..Caller::person("person", Facts { channels, ..facts }) }
}

#[test]
fn every_column_that_people_write_has_a_bound() {
    let caller = everybody();
    let is_closed = |rule: &Rule| rule.for_caller(&caller) == Rule::Nobody;
    let mut unbounded = Vec::new();
    for table in declared().schema.tables().iter().filter(|table| table.exposed) {
        if is_closed(&table.rules.insert) && is_closed(&table.rules.update) {
            continue;
        }
        for column in table.stored().filter(|column| matches!(column.source, Source::Stored)) {
            if column.write.as_ref().is_some_and(is_closed) {
                continue;
            }
            let is_bounded = |check: &Check| match column.kind {
                Kind::Text => {
                    matches!(check, Check::Length(..) | Check::OneOf(_) | Check::Bytes(_) | Check::Colour)
                }
                Kind::TextArray => matches!(check, Check::Items(..)),
                Kind::Json => matches!(check, Check::Bytes(_)),
                _ => true,
            };
            let is_scalar = !matches!(column.kind, Kind::Text | Kind::TextArray | Kind::Json);
            // A reference is as long as the key that it refers to.
            if !is_scalar && column.references.is_none() && !column.checks.iter().any(is_bounded) {
                unbounded.push(format!("{}.{}", table.name, column.name));
            }
        }
    }
    assert_eq!(unbounded, Vec::<String>::new(), "say `.length(…)`, `.items(…)` or `.bytes(…)`");
}

#[test]
fn every_table_that_people_add_to_bounds_its_rows() {
    let caller = everybody();
    let mut unbounded = Vec::new();
    for table in declared().schema.tables().iter().filter(|table| table.exposed) {
        let is_open = |caller: &Caller| table.rules.insert.for_caller(caller) != Rule::Nobody;
        let keys = || std::iter::once(&table.primary_key).chain(&table.unique);
        let is_bounded = match table.most_rows {
            // The count reads an index.
            Some((person, _)) => keys()
                .chain(&table.indexes)
                .any(|columns| columns.first().is_some_and(|first| *first == person)),
            None if is_open(&Caller::anonymous()) => table.insert_limit.per_hour.is_some(),
            None => keys().any(|key| key.as_slice() == ["user_id"]),
        };
        if is_open(&caller) && !is_bounded {
            unbounded.push(table.name);
        }
    }
    assert_eq!(
        unbounded,
        Vec::<&str>::new(),
        "say `.rows_per_person(…)`, or `.inserts_per_hour(…)` where visitors add rows"
    );
}

#[test]
fn columns_that_are_set_once_are_keys_and_authors() {
    // Callers that may set a column may change it, unless no caller may: then each row's creator sets it.
    let mut set_once = Vec::new();
    for table in declared().schema.tables().iter().filter(|table| table.exposed) {
        let columns =
            table.stored().filter(|column| column.change == Some(Rule::Nobody) && column.write.is_none());
        let names_a_row =
            |column: &&Column| column.references.is_none() && !table.primary_key.contains(&column.name);
        set_once.extend(columns.filter(names_a_row).map(|column| format!("{}.{}", table.name, column.name)));
    }
    assert_eq!(set_once, ["content_comments.body"], "say `.set_by(…)`");
}

#[test]
fn every_table_that_people_can_reach_names_its_rows() {
    let schema = declared().schema;
    let reached = schema.tables().iter().filter(|table| table.exposed);
    let unnamed: Vec<&str> =
        reached.filter(|table| table.row_label.is_none()).map(|table| table.name).collect();
    assert!(unnamed.is_empty(), "without `row_label`: {unnamed:?}");
}

/// Returns `true` if staff may write rows or columns that members may not.
fn staff_may_write_more(table: &Table) -> bool {
    let facts = Facts { admin: true, moderator: true, editor: true, publisher: true, ..Facts::default() };
    let staff = Caller::person("staff", facts);
    let member = staff.without_staff_rights();
    let rules = [&table.rules.insert, &table.rules.update, &table.rules.delete];
    let columns = table.columns.iter().filter_map(|column| column.write.as_ref());
    rules.into_iter().chain(columns).any(|rule| rule.for_caller(&staff) != rule.for_caller(&member))
}

#[test]
fn every_column_that_staff_write_has_one_field_label() {
    let mut labels = BTreeMap::new();
    for (name, label) in declared().field_labels {
        let other = labels.insert(name, label);
        assert!(other.is_none_or(|other| other == label), "{name} has two labels");
    }
    let schema = declared().schema;
    let tables = schema.tables().iter().filter(|table| table.exposed && staff_may_write_more(table));
    let recorded = tables.flat_map(|table| {
        let columns = table.stored().filter(|column| column.listed && !column.set_on_update);
        columns.map(|column| (table.name, column.name))
    });
    // The audit log refers to the row by its id.
    let unnamed: Vec<_> =
        recorded.filter(|(_, column)| *column != "id" && !labels.contains_key(column)).collect();
    assert!(unnamed.is_empty(), "without `field_labels`: {unnamed:?}");
}

#[test]
fn every_personal_column_declares_its_erasure() {
    // The law wants the network address of an access for six months. A content may not exist yet. The recipients of
    // a campaign or a notice are a count there.
    let known = [
        "auth_logs.ip_address",
        "audit_log.ip_address",
        "content_revisions.content_id",
        "campaign_counts.recipients",
        "contract_notices.recipients",
    ];
    let mut forgotten = Vec::new();
    for table in declared().schema.tables().iter().filter(|table| !goes(table)) {
        let personal = table.personal_columns();
        for column in table.stored().filter(|column| may_name_a_person(table, column)) {
            let name = format!("{}.{}", table.name, column.name);
            let is_named = personal.iter().any(|named| named.column == column.name);
            if !is_named && !known.contains(&name.as_str()) {
                forgotten.push(name);
            }
        }
    }
    assert_eq!(forgotten, Vec::<String>::new(), "say `.personal_data(…)` or `.names_person(…)`");
}

#[test]
fn columns_that_prove_identity_are_not_exported() {
    let words = ["hash", "digest", "secret", "token", "code", "challenge", "credential", "private"];
    // The method of a challenge, and the public name of a certificate's page, are public.
    let harmless = [".code_challenge_method", "certificates.code"];
    let mut open = Vec::new();
    for table in declared().schema.tables() {
        let own = table.personal_columns().iter().any(|named| named.own);
        for column in table.stored().filter(|column| own && !column.secret) {
            let suspicious = words.iter().any(|word| column.name.contains(word));
            let name = format!("{}.{}", table.name, column.name);
            if suspicious
                && matches!(column.kind, Kind::Text | Kind::Json)
                && !harmless.iter().any(|ending| name.ends_with(ending))
            {
                open.push(name);
            }
        }
    }
    assert_eq!(open, Vec::<String>::new(), "say `.secret()`");
}

#[test]
fn no_foreign_key_blocks_an_erasure() {
    for table in declared().schema.tables() {
        for column in table.stored() {
            let Some(key) = column.references.filter(|key| key.table == "users") else {
                continue;
            };
            assert_ne!(key.on_delete, OnDelete::Restrict, "{}.{}", table.name, column.name);
        }
    }
}

#[test]
fn rules_of_buckets_read_declared_facts() {
    let judged = declared().file_facts;
    for bucket in declared().buckets {
        let id = bucket.id;
        let of_module = judged.iter().filter(|fact| fact.bucket == id).map(|fact| fact.name);
        let declared: Vec<&str> = ["owner", "folder"]
            .into_iter()
            .chain(bucket.facts.iter().map(|(fact, _)| *fact))
            .chain(of_module)
            .collect();
        let rules =
            [&bucket.read, &bucket.cached, &bucket.insert, &bucket.update, &bucket.replace, &bucket.delete];
        for column in rules.into_iter().flat_map(|rule| rule.columns()) {
            assert!(declared.contains(&column), "nothing says what {column} of {id} is");
        }
        // A list must not run a query per file.
        assert!(
            bucket.list.columns().iter().all(|column| ["owner", "folder"].contains(column)),
            "list of {id}"
        );
        // Formats that are stored without metadata.
        let pictures = bucket.allowed_mime_types.iter().filter(|mime| mime.starts_with("image/"));
        for mime in pictures {
            let known = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];
            assert!(known.contains(mime), "{mime} in {id}");
        }
    }
}

/// Compares all rights of the role, across all declarations, with those of an ordinary account.
#[test]
fn editor_rights_match_the_list() {
    let plain = Caller::person("1", Facts::default());
    let editor = Caller::person("1", Facts { editor: true, ..Facts::default() });
    let publisher = Caller::person("1", Facts { editor: true, publisher: true, ..Facts::default() });
    let opened = |rule: &Rule, caller: &Caller| rule.for_caller(caller) != rule.for_caller(&plain);
    let of = |caller: &Caller| {
        let mut found = Vec::new();
        for table in declared().schema.tables().iter().filter(|table| table.exposed) {
            let rules = &table.rules;
            for (verb, rule) in [
                ("read", &rules.read),
                ("insert", &rules.insert),
                ("update", &rules.update),
                ("delete", &rules.delete),
            ] {
                if opened(rule, caller) {
                    found.push(format!("{verb} {}", table.name));
                }
            }
            let masks = table.masks.iter().filter(|mask| opened(&mask.unless, caller));
            found.extend(masks.map(|mask| format!("see {} of {}", mask.columns.join(", "), table.name)));
        }
        for bucket in declared().buckets {
            for (verb, rule) in [
                ("read", &bucket.read),
                ("list", &bucket.list),
                ("upload", &bucket.insert),
                ("replace", &bucket.update),
                ("remove", &bucket.delete),
            ] {
                if opened(rule, caller) {
                    found.push(format!("{verb} files of {}", bucket.id));
                }
            }
            if opened(&bucket.replace, caller) {
                found.push(format!("replace some files of {}", bucket.id));
            }
        }
        let procedures = declared().procedures;
        let procedures = procedures.iter().filter(|procedure| opened(&procedure.who, caller));
        found.extend(procedures.map(|procedure| format!("call {}", procedure.name)));
        for topics in declared().topics.private {
            if [&topics.read, &topics.write, &topics.see, &topics.track]
                .iter()
                .any(|rule| opened(rule, caller))
            {
                found.push(format!("join {}", topics.prefix));
            }
        }
        found
    };
    let desk = [
        "read contents",
        "insert contents",
        "update contents",
        "see body of contents",
        "see changed_by, publish_at, unpublish_at, trashed_at of contents",
        "see file_url, external_link, search_text, file_key, counted_read_time, preheader of contents",
        "read content_drafts",
        "delete content_drafts",
        "read content_revisions",
        "read content_review_links",
        "delete content_review_links",
        "read content_addresses",
        "read content_reviews",
        "delete content_reviews",
        "read content_comments",
        "insert content_comments",
        "update content_comments",
        "delete content_comments",
        "read files of contents",
        "list files of contents",
        "upload files of contents",
        "replace some files of contents",
        "call save_content_draft",
        "call restore_content_revision",
        "call panel_contents",
        "call preview_content",
        "call create_review_link",
        "call request_content_review",
        "call writer_names",
        "join content:",
    ];
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    let expected = |more: &[&str]| sorted(desk.iter().chain(more).map(|&text| text.to_owned()).collect());
    assert_eq!(sorted(of(&editor)), expected(&[]));
    assert_eq!(sorted(of(&publisher)), expected(&["delete content_addresses", "call return_content_review"]));
    // The permission alone has no effect: the facts of a person include it only with the role of editor.
    assert!(opened(&signed_in(), &Caller::anonymous()) && !opened(&nobody(), &editor));
}
