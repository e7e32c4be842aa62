//! `docs/who-may-what.md`: table × caller × verb, printed from the rules themselves. A test fails if the page differs
//! from the rules, so that review sees every change of rights.

use std::{collections::BTreeSet, fmt::Write, sync::Arc};

use ateneu_base::{Caller, Entitlement, Facts};

use crate::{Bucket, Column, Rule, Schema, Table};

fn callers() -> Vec<(&'static str, Caller)> {
    let person = |facts: Facts| {
        let channels = Arc::new(BTreeSet::from(["1".to_owned()]));
        let blocked = Arc::new(BTreeSet::from(["other".to_owned()]));
        let facts = Facts { channels, blocked, ..facts };
        Caller { email: Some("eu@exemplo.com.br".into()), ..Caller::person("me", facts) }
    };
    // An editor who is neither a subscriber nor staff of the community holds no channel.
    let editor = |publisher| Facts { editor: true, publisher, ..Facts::default() };
    vec![
        ("visitor", Caller::anonymous()),
        ("signed in", Caller { facts: Facts::default(), ..person(Facts::default()) }),
        ("subscriber", person(Facts::subscriber_of(Entitlement::ALL))),
        ("moderator", person(Facts { moderator: true, ..Facts::default() })),
        ("editor", Caller { facts: editor(false), ..person(Facts::default()) }),
        ("editor who publishes", Caller { facts: editor(true), ..person(Facts::default()) }),
        ("admin", person(Facts { admin: true, ..Facts::default() })),
    ]
}

fn cell(rule: &Rule, caller: &Caller) -> String {
    match rule.for_caller(caller) {
        Rule::Anyone => "all".into(),
        Rule::Nobody => "–".into(),
        rest => {
            let text = rest.to_string();
            // Drops the outermost brackets of a combined rule.
            match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
                Some(inner) => inner.to_owned(),
                None => text,
            }
        }
    }
}

/// Returns the whole page as Markdown.
pub fn print(schema: &Schema, buckets: &[Bucket]) -> String {
    let mut page = String::from(
        "# Who may what\n\nPrinted from the running rules by `cargo xtask gen`; a test keeps it true. \
         `all` = every row, `–` = refused, anything else is a condition on the row. The service key passes \
         everywhere; nobody else does. Internal tables are absent: no caller reaches them. What takes the rights of \
         an administrator, a moderator, an editor or the service key is kept in `audit_log`.\n",
    );
    for table in schema.tables().iter().filter(|table| table.exposed) {
        print_table(&mut page, table);
    }
    for bucket in buckets {
        let rules = [&bucket.read, &bucket.insert, &bucket.update, &bucket.delete];
        print_rules(&mut page, &format!("bucket `{}`", bucket.id), rules);
        if bucket.replace != Rule::Nobody {
            let _ = writeln!(page, "\nReplaced also by: {}.", bucket.replace);
        }
        if bucket.list != bucket.read {
            let _ = writeln!(page, "\nListed only by: {}.", bucket.list);
        }
        if let Some(quota) = bucket.quota {
            let _ =
                writeln!(page, "\nAn account keeps at most {} files of {} bytes.", quota.files, quota.bytes);
        }
    }
    page
}

fn print_table(page: &mut String, table: &Table) {
    let rules = [&table.rules.read, &table.rules.insert, &table.rules.update, &table.rules.delete];
    print_rules(page, table.name, rules);
    print_entitlements(page, table);
    for mask in &table.masks {
        let _ = writeln!(page, "\nMasked: {} read as null unless {}.", mask.columns.join(", "), mask.unless);
    }
    print_columns(page, table, "Set", |column| column.write.as_ref());
    print_columns(page, table, "Changed", |column| column.change.as_ref());
    if let Some(most) = table.insert_limit.per_hour {
        let _ = writeln!(page, "\nOne address adds no more than {most} rows an hour.");
    }
    if let Some((minutes, columns)) = &table.insert_limit.once_in_minutes {
        let columns = columns.join(", ");
        let _ = writeln!(page, "\nTaken once in {minutes} minutes: the same {columns}.");
    }
    if table.personal {
        let _ = writeln!(page, "\nThe audit log keeps none of its texts.");
    }
    for invariant in &table.invariants {
        let _ = writeln!(page, "\nGuard `{}` must hold after every write.", invariant.name);
    }
}

/// Prints the entitlements that the rules require. The subscriber of the table above holds all of them.
fn print_entitlements(page: &mut String, table: &Table) {
    let rules = &table.rules;
    let verbs = [
        ("read", &rules.read),
        ("insert", &rules.insert),
        ("update", &rules.update),
        ("delete", &rules.delete),
    ];
    let asked: Vec<String> = verbs
        .into_iter()
        .filter_map(|(verb, rule)| {
            let names: Vec<_> =
                rule.entitlements().into_iter().map(|name| format!("`{}`", name.name())).collect();
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
        })
        .collect();
    if !asked.is_empty() {
        let _ = writeln!(page, "\nAsked of a subscriber's plan: {}.", asked.join("; "));
    }
}

fn print_columns(page: &mut String, table: &Table, verb: &str, rule: fn(&Column) -> Option<&Rule>) {
    let columns = table.columns.iter();
    let named: Vec<String> =
        columns.filter_map(|column| Some(format!("{} ({})", column.name, rule(column)?))).collect();
    if !named.is_empty() {
        let _ = writeln!(page, "\n{verb} only by: {}.", named.join(", "));
    }
}

fn print_rules(page: &mut String, name: &str, rules: [&Rule; 4]) {
    let _ = writeln!(
        page,
        "\n## {name}\n\n| caller | read | insert | update | delete |\n| --- | --- | --- | --- | --- |"
    );
    for (who, caller) in callers() {
        let cells: Vec<String> = rules.iter().map(|rule| cell(rule, &caller)).collect();
        let _ = writeln!(page, "| {who} | {} |", cells.join(" | "));
    }
}
