//! A person's rows, table by table, as JSON: those that the person may read, under the person's masks. Rows about the
//! person for staff, and those that no rule opens to members, are included. Secrets and internal columns are left out.

use ateneu_base::{Caller, Entitlement, Facts, Record, Timestamp};
use ateneu_data::Builder;
use ateneu_db::Tx;
use ateneu_schema::{PersonalColumn, Rule, Schema, Set};
use serde_json::Value as Json;

use crate::{
    Error,
    person::Person,
    personal_data::{Whose, person_condition},
};

/// Rows of one table.
pub(crate) struct Share {
    pub(crate) table: &'static str,
    pub(crate) rows: Vec<Json>,
}

/// Reads all tables that can name a person, including those without rows.
pub(crate) fn gather(
    tx: &mut Tx<'_>,
    schema: &Schema,
    person: &Person,
    now: Timestamp,
) -> Result<Vec<Share>, Error> {
    let caller = reader(person);
    let mut shares = Vec::new();
    for table in schema.tables() {
        let own: Vec<PersonalColumn> =
            table.personal_columns().into_iter().filter(|named| named.own).collect();
        if own.is_empty() {
            continue;
        }
        let mut builder = Builder::new(tx.dialect(), &caller, now, schema);
        let rows = match person_condition(&own, person) {
            Some(Whose { condition, parameters }) => {
                // The condition contains the placeholders of these first parameters.
                parameters.into_iter().for_each(|value| drop(builder.bind(value)));
                let readable = match in_any_channel(&table.rules.read).for_caller(&caller) {
                    Rule::Nobody => "TRUE".to_owned(),
                    rule => builder.rule(table, 0, &rule),
                };
                let columns: Vec<_> =
                    table.stored().filter(|column| column.listed && !column.secret).collect();
                let shown = columns
                    .iter()
                    .map(|column| format!("{} AS {}", builder.visible(table, 0, column), column.name));
                let shown = shown.collect::<Vec<_>>().join(", ");
                let order = table.primary_key.iter().map(|key| format!("t0.{key}")).collect::<Vec<_>>();
                let sql = format!(
                    "SELECT {shown} FROM {} t0 WHERE ({condition}) AND {readable} ORDER BY {}",
                    table.name,
                    order.join(", ")
                );
                let statement = builder.finish(sql);
                let rows = tx.query(&statement.text, &statement.parameters)?;
                let json = |row: &ateneu_db::Row| {
                    let members = columns
                        .iter()
                        .map(|column| (column.name.to_owned(), column.kind.json(row.get(column.name))));
                    Json::Object(Record::from_iter(members))
                };
                rows.iter().map(json).collect()
            }
            None => Vec::new(),
        };
        shares.push(Share { table: table.name, rows });
    }
    Ok(shares)
}

/// Returns the person as a member without a role: own texts remain the person's after a subscription, and data that
/// staff see about themselves is not theirs.
fn reader(person: &Person) -> Caller {
    let facts = Facts::subscriber_of(Entitlement::ALL);
    Caller { email: person.email.clone(), ..Caller::person(&person.id, facts) }
}

/// Returns the rule as in a channel of the person: own texts count in all channels.
fn in_any_channel(rule: &Rule) -> Rule {
    let parts = |parts: &[Rule]| parts.iter().map(in_any_channel).collect();
    match rule {
        Rule::In(Set::Channels, _) => Rule::Anyone,
        Rule::All(rules) => Rule::All(parts(rules)),
        Rule::Any(rules) => Rule::Any(parts(rules)),
        Rule::Not(rule) => Rule::Not(Box::new(in_any_channel(rule))),
        other => other.clone(),
    }
}
