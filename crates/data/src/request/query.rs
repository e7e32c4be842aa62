//! The query string of a table: select, filters, order and range, each with the path of its embedded relation (empty
//! for the table itself).

use crate::{
    error::Error,
    grammar::{Condition, Cursor, Field, OrderTerm, SelectItem, condition, order, select},
};

/// Names from the table down to an embedded relation.
pub type Path = Vec<String>;

/// A parsed query string.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Selected columns. All if missing.
    pub select: Vec<SelectItem>,
    /// Keys of the payload that are used.
    pub columns: Option<Vec<String>>,
    /// Columns of an upsert's key.
    pub on_conflict: Option<Vec<String>>,
    /// Filters, all of which must hold.
    pub filters: Vec<(Path, Condition)>,
    pub orders: Vec<(Path, Vec<OrderTerm>)>,
    pub limits: Vec<(Path, u64)>,
    pub offsets: Vec<(Path, u64)>,
}

/// Maximum number of filters of a request.
const FILTERS: usize = 100;

impl Query {
    /// Parses decoded pairs. Every key that is not a keyword is a filter.
    pub fn read(pairs: &[(String, String)]) -> Result<Self, Error> {
        let mut query = Self { select: vec![SelectItem::All], ..Self::default() };
        let mut seen = Vec::new();
        for (key, value) in pairs {
            let keyword = query.take(key, value)?;
            if keyword && seen.contains(&key) {
                return Err(Error::Query(format!("\"{}\" is given twice", shortened(key))));
            }
            seen.push(key);
        }
        if query.filters.len() > FILTERS {
            return Err(Error::Query(format!("more than {FILTERS} filters")));
        }
        Ok(query)
    }

    /// Parses one pair. Returns `true` for a keyword that may appear only once.
    fn take(&mut self, key: &str, value: &str) -> Result<bool, Error> {
        match key {
            "select" => self.select = select::parse(value)?,
            "columns" => self.columns = Some(names("columns parameter", value)?),
            "on_conflict" => self.on_conflict = Some(names("on_conflict parameter", value)?),
            _ => return self.take_scoped(key, value),
        }
        Ok(true)
    }

    /// Parses `[relation.]order|limit|offset|or|and|not.or|not.and`, else `[relation.]column`.
    fn take_scoped(&mut self, key: &str, value: &str) -> Result<bool, Error> {
        let mut cursor = Cursor::new("tree path", key);
        let mut path = Vec::new();
        let field = loop {
            let field = cursor.field()?;
            if !cursor.takes(".") {
                break field;
            }
            if !field.steps.is_empty() {
                return Err(cursor.unexpected("the end of the JSON path"));
            }
            path.push(field.column);
        };
        cursor.end()?;
        if !field.steps.is_empty() || key.contains('"') {
            self.filter(path, field, value)?;
            return Ok(false);
        }
        match field.column.as_str() {
            "order" => self.orders.push((path, order::parse(value)?)),
            "limit" => self.limits.push((path, number(value)?)),
            "offset" => self.offsets.push((path, number(value)?)),
            "or" | "and" => {
                let negated = path.pop_if(|last| last == "not").is_some();
                let tree = condition::logic(field.column == "or", negated, value)?;
                self.filters.push((path, tree));
                return Ok(false);
            }
            _ => {
                self.filter(path, field, value)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn filter(&mut self, path: Path, field: Field, value: &str) -> Result<(), Error> {
        let test = condition::filter(field, value)?;
        self.filters.push((path, Condition::Test(test)));
        Ok(())
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(63).collect()
}

fn names(what: &'static str, text: &str) -> Result<Vec<String>, Error> {
    let mut cursor = Cursor::new(what, text);
    let mut names = vec![cursor.name()?];
    while cursor.takes(",") {
        names.push(cursor.name()?);
    }
    cursor.end()?;
    Ok(names)
}

/// PostgREST: refuses a negative limit or offset as an unsatisfiable range.
fn number(text: &str) -> Result<u64, Error> {
    let number: i64 =
        text.trim().parse().map_err(|_| Error::Query("limit and offset must be whole numbers".into()))?;
    u64::try_from(number).map_err(|_| Error::Range("Limit and offset must not be negative.".into()))
}
