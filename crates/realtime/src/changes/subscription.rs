//! Subscriptions to changes of rows, from the payload of a join.

use ateneu_base::Verb;
use ateneu_schema::{Schema, Table};
use serde_json::{Value, json};

use super::{class, filter::Filter};

/// Maximum number of subscriptions of a channel.
pub const MAX_SUBSCRIPTIONS: usize = 20;

/// Prefix of every refusal of a subscription.
pub const UNABLE: &str = "Unable to subscribe to changes with given parameters";

/// Changes of one table, or of all, that a channel follows.
#[derive(Clone, Debug)]
pub struct Subscription {
    /// Number in the reply to the join and in each event. Equal requests have the same number.
    pub id: i64,
    /// Number that only equal requests share.
    pub class: u64,
    /// Kind of change. `None` stands for every kind.
    pub verb: Option<Verb>,
    /// Live table. `None` stands for every live table.
    pub table: Option<&'static str>,
    /// Filter of the rows.
    pub filter: Filter,
    /// Columns of the events. `None` stands for all.
    pub select: Option<Vec<&'static str>>,
}

/// One entry of a join: the reply's copy of it, and the subscription or the reason of its refusal.
pub struct Asked {
    /// Copy for the reply, with the subscription's id.
    pub echo: Value,
    /// The subscription, or a message for the developer.
    pub subscription: Result<Subscription, String>,
}

impl Asked {
    /// Reads one entry of `config.postgres_changes`.
    pub fn read(schema: &Schema, entry: &Value) -> Self {
        // Equal requests share an event, encoded once. Clients accept numbers below 2³¹.
        let class = class::hash_of(&entry.to_string());
        let id = (class & 0x7fff_ffff) as i64;
        let mut echo = entry.clone();
        if let Value::Object(members) = &mut echo {
            members.insert("id".into(), json!(id));
        }
        let subscription = read(schema, entry, id, class).map_err(|problem| refusal(entry, &problem));
        Self { echo, subscription }
    }
}

fn read(schema: &Schema, entry: &Value, id: i64, class: u64) -> Result<Subscription, String> {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let verb = match text("event").map(str::to_ascii_uppercase).as_deref() {
        Some("*") => None,
        Some("INSERT") => Some(Verb::Insert),
        Some("UPDATE") => Some(Verb::Update),
        Some("DELETE") => Some(Verb::Delete),
        _ => return Err("the event is none of *, INSERT, UPDATE and DELETE".into()),
    };
    if !matches!(text("schema"), None | Some("public" | "*")) {
        return Err("the schema is not public".into());
    }
    let table = match text("table") {
        None | Some("*") => None,
        Some(name) => {
            let table = schema.exposed(name).filter(|table| table.is_live);
            Some(table.ok_or_else(|| format!("the table {name} does not announce changes"))?)
        }
    };
    let filter = match (text("filter"), table) {
        (None, _) => Filter::default(),
        (Some(filter), Some(table)) => Filter::parse(table, filter)?,
        (Some(_), None) => return Err("a filter needs a table".into()),
    };
    let select = match (entry.get("select"), table) {
        (None | Some(Value::Null), _) => None,
        (Some(select), Some(table)) => Some(columns(table, select)?),
        (Some(_), None) => return Err("a selection of columns needs a table".into()),
    };
    Ok(Subscription { id, class, verb, table: table.map(|table| table.name), filter, select })
}

/// Parses `a,b` or `["a", "b"]`. The key is always included.
fn columns(table: &Table, select: &Value) -> Result<Vec<&'static str>, String> {
    let names: Vec<&str> = match select {
        Value::String(names) => names.split(',').map(str::trim).collect(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Err("select is no list of columns".into()),
    };
    let mut columns = table.primary_key.clone();
    for name in names {
        let column = table.column(name).filter(|column| column.listed && !column.secret);
        let column = column.ok_or_else(|| format!("column \"{name}\" does not exist"))?.name;
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    Ok(columns)
}

/// Returns the refusal in the original server's words.
fn refusal(entry: &Value, problem: &str) -> String {
    let shown = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or("*").to_owned();
    let filters = entry.get("filter").and_then(Value::as_str).unwrap_or_default();
    format!(
        "{UNABLE}. Please check Realtime is enabled for the given connect \
         parameters: [event: {}, schema: {}, table: {}, filters: [{filters}]]: {problem}",
        shown("event"),
        shown("schema"),
        shown("table"),
    )
}
