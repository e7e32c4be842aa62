//! Rows of the product's tables: those of the schema `public` that are declared here by the same name.

use std::collections::BTreeSet;

use ateneu_base::Timestamp;
use ateneu_schema::{Column, Kind, Schema, Source as Origin, Table};

use crate::{
    Error,
    feed::{Cells, Convert, Converted},
    report::Report,
    source::{Source, quoted_name, quoted_table},
};

/// Declared tables that only this installation writes.
const OWN: [&str; 1] = ["audit_log"];

/// A column here that has another name or form in the project: table, column, the columns there that it needs, and the
/// expression over the row `t`.
struct Mapped {
    table: &'static str,
    column: &'static str,
    needs: &'static [&'static str],
    expression: &'static str,
}

/// Columns of memberships as the payment functions of hosted projects write them. Whether a membership renews itself is
/// unknown there, so that access ends with the period until the payment provider says otherwise.
const MAPPED: &[Mapped] = &[
    Mapped {
        table: "subscribers",
        column: "user_id",
        needs: &["user_id", "email"],
        expression: "coalesce(t.user_id, (SELECT u.id FROM auth.users u WHERE u.email = lower(t.email)
            AND u.email_confirmed_at IS NOT NULL LIMIT 1))::text",
    },
    Mapped {
        table: "subscribers",
        column: "plan",
        needs: &["subscription_tier"],
        expression: "lower(t.subscription_tier::text)",
    },
    Mapped {
        table: "subscribers",
        column: "current_period_end",
        needs: &["subscription_end"],
        expression: "t.subscription_end::text",
    },
    Mapped {
        table: "subscribers",
        column: "customer_id",
        needs: &["stripe_customer_id"],
        expression: "t.stripe_customer_id::text",
    },
    Mapped {
        table: "subscribers",
        column: "status",
        needs: &["subscribed"],
        expression: "CASE WHEN t.subscribed THEN 'active' ELSE 'canceled' END",
    },
    Mapped {
        table: "subscribers",
        column: "cancel_at_period_end",
        needs: &["subscription_end"],
        expression: "'true'",
    },
    // A published content has a time of publication here, by which lists are ordered.
    Mapped {
        table: "contents",
        column: "published_at",
        needs: &["is_published", "created_at"],
        expression: "CASE WHEN t.is_published THEN coalesce(t.created_at, now()) END::text",
    },
    Mapped {
        table: "community_posts",
        column: "last_activity_at",
        needs: &["created_at"],
        expression: "t.created_at::text",
    },
    // Addresses were subscribed without a confirmation; one that is unconfirmed here would end after a week.
    Mapped {
        table: "newsletter_subscriptions",
        column: "confirmed_at",
        needs: &["created_at"],
        expression: "coalesce(t.created_at, now())::text",
    },
];

/// The column of tables whose rows are followed by emails. Rows of the project have had theirs.
const NOTIFIED: &str = "notified_at";

/// A table of the product.
pub(crate) struct ProductTable {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, String)>,
    pub(crate) from: String,
    pub(crate) convert: Convert,
    pub(crate) unknown_columns: Vec<String>,
}

/// Returns how a declared table is read from the project. Returns `None` if the project has no such table, or it cannot be
/// read row by row, which is reported.
pub(crate) fn read(
    source: &Source,
    table: &Table,
    (storage, now): (Option<&str>, Timestamp),
    report: &mut Report,
) -> Result<Option<ProductTable>, Error> {
    let name = format!("public.{}", table.name);
    if !is_imported(table) || source.columns(&name).is_empty() {
        return Ok(None);
    }
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let (mut columns, mut names): (Vec<(String, String)>, Vec<&'static str>) = Default::default();
    for column in &table.columns {
        // A value that is computed here is not read, wherever the project has one.
        known.insert(column.name);
        if !matches!(column.source, Origin::Stored) {
            continue;
        }
        if let Some(expression) = expression(source, table, column, &mut known) {
            columns.push((column.name.to_owned(), expression));
            names.push(column.name);
        }
    }
    if let Some(key) = table.primary_key.iter().find(|key| !names.contains(*key)) {
        let what = format!("table {name}, because it has no column {key}");
        report.leave_out_many(&what, 1, true)?;
        return Ok(None);
    }
    let unknown_columns = crate::feed::unknown_columns(source, &name, &known);
    let notified = (table.column(NOTIFIED).is_some() && !names.contains(&NOTIFIED)).then_some(now);
    let storage = storage.map(|site| format!("{}/storage/v1/", site.trim_end_matches('/')));
    Ok(Some(ProductTable {
        from: format!("{} t", quoted_table(&name)),
        name,
        columns,
        convert: Box::new(move |cells: &Cells<'_>| row(cells, &names, storage.as_deref(), notified)),
        unknown_columns,
    }))
}

/// Returns `true` for a table that a project may have.
fn is_imported(table: &Table) -> bool {
    table.exposed && !OWN.contains(&table.name)
}

/// Returns the expression of a column's text. Returns `None` if the project has nothing like it.
fn expression(source: &Source, table: &Table, column: &Column, known: &mut BTreeSet<&str>) -> Option<String> {
    let name = format!("public.{}", table.name);
    let is_there = |column: &&str| source.type_of(&name, column).is_some();
    let mapped = MAPPED.iter().find(|mapped| {
        let is_own = mapped.needs.contains(&column.name) || !is_there(&column.name);
        (mapped.table, mapped.column) == (table.name, column.name)
            && is_own
            && mapped.needs.iter().all(is_there)
    });
    if let Some(mapped) = mapped {
        known.extend(mapped.needs);
        return Some(mapped.expression.to_owned());
    }
    source.type_of(&name, column.name).map(|kind| as_text(column, kind))
}

/// Returns the expression of a column of that type as text in the form of the declared kind.
fn as_text(column: &Column, kind: &str) -> String {
    let value = format!("t.{}", quoted_name(column.name));
    let (is_list, is_json) = (kind.ends_with("[]"), matches!(kind, "json" | "jsonb"));
    match column.kind {
        Kind::TextArray if is_list => format!("{value}::text[]::text"),
        Kind::TextArray if is_json => format!(
            "CASE WHEN jsonb_typeof({value}::jsonb) = 'array' THEN
             coalesce((SELECT array_agg(item) FROM jsonb_array_elements_text({value}::jsonb) item), '{{}}')::text
             ELSE {value}::text END"
        ),
        Kind::Json if is_json => format!("{value}::jsonb::text"),
        Kind::Json => format!("to_jsonb({value})::text"),
        _ => format!("{value}::text"),
    }
}

/// Converts a row. Addresses of the project's files become paths of this site.
fn row(
    cells: &Cells<'_>,
    names: &[&'static str],
    storage: Option<&str>,
    notified: Option<Timestamp>,
) -> Converted {
    let mut converted = Converted::default();
    for name in names {
        let text = match (cells.get(name), storage) {
            (Some(text), Some(storage)) if text.contains(storage) => {
                converted.addresses += text.matches(storage).count() as u64;
                Some(text.replace(storage, "/storage/v1/"))
            }
            (text, _) => text.map(str::to_owned),
        };
        converted.texts.push((*name, text));
    }
    converted.texts.extend(notified.map(|now| (NOTIFIED, Some(now.to_string()))));
    converted
}

/// Reports the tables of the project that no table here has the name of.
pub(crate) async fn report_unknown(
    source: &Source,
    schema: &Schema,
    report: &mut Report,
) -> Result<(), Error> {
    let names: Vec<String> = source.tables().map(str::to_owned).collect();
    for name in names.iter().filter_map(|name| name.strip_prefix("public.").map(|table| (name, table))) {
        let (name, table) = name;
        if !schema.table(table).is_some_and(is_imported) {
            let rows = source.count(name).await?;
            report.leave_out_many(
                &format!("rows of the table {name}, which is unknown here"),
                rows,
                false,
            )?;
        }
    }
    Ok(())
}
