//! A person's rows, table by table, as JSON. Secrets and internal columns are left out.

use ateneu_base::Record;
use ateneu_db::{Row, Tx};
use ateneu_schema::{PersonalColumn, Schema, Table};
use serde_json::Value as Json;

use crate::{Error, person::Person, personal_data::whose};

/// The rows of one table.
pub(crate) struct Share {
    pub(crate) table: &'static str,
    pub(crate) rows: Vec<Json>,
}

/// Every table that can name a person, those without rows included.
pub(crate) fn gather(tx: &mut Tx<'_>, schema: &Schema, person: &Person) -> Result<Vec<Share>, Error> {
    let mut shares = Vec::new();
    for table in schema.tables() {
        let own: Vec<PersonalColumn> =
            table.personal_columns().into_iter().filter(|named| named.own).collect();
        if own.is_empty() {
            continue;
        }
        let rows = match whose(&own, person) {
            Some(whose) => {
                let order = table.primary_key.join(", ");
                let sql = format!("SELECT * FROM {} WHERE {} ORDER BY {order}", table.name, whose.condition);
                let rows = tx.query(&sql, &whose.parameters)?;
                rows.iter().map(|row| shown(table, row)).collect()
            }
            None => Vec::new(),
        };
        shares.push(Share { table: table.name, rows });
    }
    Ok(shares)
}

fn shown(table: &Table, row: &Row) -> Json {
    let columns = table.stored().filter(|column| column.listed && !column.secret);
    let members = columns.map(|column| (column.name.to_owned(), column.kind.json(row.get(column.name))));
    Json::Object(Record::from_iter(members))
}
