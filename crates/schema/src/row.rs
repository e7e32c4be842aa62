//! Rows as structs, whose fields are columns of a declared table.

use std::{
    fmt,
    ops::{Deref, DerefMut},
    vec,
};

use ateneu_base::{Timestamp, Value};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::{Column, Kind, Schema, Source, Table, words::Words};

/// Type of a field of a row.
pub trait ColumnValue: Sized {
    /// Kind of its column. [`Kind::Text`] stands for [`Kind::Uuid`] too.
    const KIND: Kind;
    /// True if its column may be NULL.
    const NULLABLE: bool = false;
    /// Words of its column. `None` for types that hold any value of their kind.
    const ALLOWED: Option<&'static [&'static str]> = None;

    /// Returns the stored form.
    fn to_value(&self) -> Value;

    /// Reads the stored form. Returns `None` if the type cannot hold it.
    fn from_value(value: Value) -> Option<Self>;
}

impl ColumnValue for String {
    const KIND: Kind = Kind::Text;

    fn to_value(&self) -> Value {
        self.into()
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl ColumnValue for bool {
    const KIND: Kind = Kind::Bool;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl ColumnValue for i64 {
    const KIND: Kind = Kind::Int;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        value.as_int()
    }
}

/// A count or size, at most [`i64::MAX`].
impl ColumnValue for u64 {
    const KIND: Kind = Kind::Int;

    fn to_value(&self) -> Value {
        i64::try_from(*self).unwrap_or(i64::MAX).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        value.as_int()?.try_into().ok()
    }
}

impl ColumnValue for f64 {
    const KIND: Kind = Kind::Real;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Real(number) => Some(number),
            Value::Int(number) => Some(number as f64),
            _ => None,
        }
    }
}

impl ColumnValue for Timestamp {
    const KIND: Kind = Kind::Timestamp;

    fn to_value(&self) -> Value {
        (*self).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        Self::parse(value.as_text()?).ok()
    }
}

impl<T: ColumnValue> ColumnValue for Option<T> {
    const KIND: Kind = T::KIND;
    const NULLABLE: bool = true;
    const ALLOWED: Option<&'static [&'static str]> = T::ALLOWED;

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }

    fn from_value(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl ColumnValue for Vec<String> {
    const KIND: Kind = Kind::TextArray;

    fn to_value(&self) -> Value {
        Json::from(self.as_slice()).to_string().into()
    }

    fn from_value(value: Value) -> Option<Self> {
        serde_json::from_str(value.as_text()?).ok()
    }
}

impl<E: Words> ColumnValue for E {
    const KIND: Kind = Kind::Text;
    const ALLOWED: Option<&'static [&'static str]> = Some(E::WORDS);

    fn to_value(&self) -> Value {
        self.word().into()
    }

    fn from_value(value: Value) -> Option<Self> {
        Self::of(value.as_text()?)
    }
}

/// The value of a JSON column. Its type becomes JSON without errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AsJson<T>(pub T);

impl<T> Deref for AsJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for AsJson<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Clone + Into<Json> + DeserializeOwned> ColumnValue for AsJson<T> {
    const KIND: Kind = Kind::Json;

    fn to_value(&self) -> Value {
        let json: Json = self.0.clone().into();
        json.to_string().into()
    }

    fn from_value(value: Value) -> Option<Self> {
        serde_json::from_str(value.as_text()?).ok().map(Self)
    }
}

/// One field of a row.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The column.
    pub column: &'static str,
    /// Kind of the values.
    pub kind: Kind,
    /// True if the column may be NULL.
    pub nullable: bool,
    /// Words that the field may hold. `None` for any value of its kind.
    pub words: Option<&'static [&'static str]>,
}

impl Field {
    /// Returns the field of a column of this type.
    pub const fn of<T: ColumnValue>(column: &'static str) -> Self {
        Self { column, kind: T::KIND, nullable: T::NULLABLE, words: T::ALLOWED }
    }

    /// Returns the difference from the declared column, if any. A column of an internal table may have words that are not
    /// declared: code alone writes it.
    fn difference(&self, table: &Table, column: &Column) -> Option<&'static str> {
        let is_same_kind = self.kind == column.kind || (self.kind, column.kind) == (Kind::Text, Kind::Uuid);
        if !is_same_kind {
            Some("kind")
        } else if self.nullable != column.nullable {
            Some("nullability")
        } else if (table.exposed || column.words_allowed().is_some())
            && self.words.is_some_and(|own| Some(own) != column.words_allowed())
        {
            Some("words")
        } else {
            matches!(column.source, Source::Count { .. }).then_some("source")
        }
    }
}

/// A value that a field cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a row holds another value in {}.{} than its type", self.table, self.column)
    }
}

/// A struct whose fields are columns of a table, or a part of them. `#[derive(TableRow)]` implements it. Only rows of
/// triggers have looked-up columns.
pub trait TableRow: Clone + PartialEq + Send + Sync + 'static {
    /// The table.
    const TABLE: &'static str;
    /// The columns of the primary key. An empty list belongs to a row that is never updated.
    const KEY: &'static [&'static str];
    /// The fields, in their order.
    const FIELDS: &'static [Field];

    /// Returns the stored values, in the order of the fields.
    fn values(&self) -> Vec<Value>;

    /// Reads the stored values of the fields, in their order.
    ///
    /// # Errors
    /// Fails if a field cannot hold its value.
    fn from_values(values: Vec<Value>) -> Result<Self, Mismatch>;

    /// Compares the fields with the declared table.
    ///
    /// # Errors
    /// Returns the first difference as a sentence.
    fn check(schema: &Schema) -> Result<(), String> {
        let name = Self::TABLE;
        let table = schema.table(name).ok_or_else(|| format!("a row names {name}, which is no table"))?;
        if !Self::KEY.is_empty() && Self::KEY != table.primary_key {
            return Err(format!("a row of {name} has another key"));
        }
        Self::FIELDS.iter().try_for_each(|field| {
            let column = table.column(field.column);
            let column = column.ok_or_else(|| format!("{name} has no column {}", field.column))?;
            field.difference(table, column).map_or(Ok(()), |what| {
                Err(format!("a row of {name} gives {} another {what} than its declaration", field.column))
            })
        })
    }
}

/// Takes the next value of a row as a field.
///
/// # Errors
/// Fails if the field cannot hold it.
pub fn next_field<R: TableRow, T: ColumnValue>(
    values: &mut vec::IntoIter<Value>,
    column: &'static str,
) -> Result<T, Mismatch> {
    values.next().and_then(T::from_value).ok_or(Mismatch { table: R::TABLE, column })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        TableRow, Words,
        table::{Check, Table, boolean, exposed, int, text, text_array, timestamp, uuid},
    };

    /// State of a book.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
    enum BookState {
        OnShelf,
        #[word("Até 9")]
        Lent,
    }

    #[derive(Clone, Debug, PartialEq, TableRow)]
    #[table("books")]
    struct Book {
        #[key]
        id: String,
        #[column("type")]
        kind: Option<String>,
        state: BookState,
        tags: Vec<String>,
        pages: AsJson<Vec<i64>>,
        lent_at: Option<Timestamp>,
    }

    fn books() -> Table {
        exposed("books", "Books.").columns([
            uuid("id").new_id(),
            text("type"),
            text("state").words::<BookState>().or(BookState::OnShelf),
            text_array("tags"),
            crate::table::json("pages").required(),
            timestamp("lent_at"),
            int("copies"),
            boolean("is_new"),
        ])
    }

    #[test]
    fn a_row_survives_its_stored_form() {
        let book = Book {
            id: "1".into(),
            kind: None,
            state: BookState::Lent,
            tags: vec!["á".into()],
            pages: AsJson(vec![1, 2]),
            lent_at: Some(Timestamp::parse("2026-01-02T03:04:05.678901+00:00").unwrap()),
        };
        assert_eq!(book.values()[2..5], [Value::from("Até 9"), "[\"á\"]".into(), "[1,2]".into()]);
        assert_eq!(Book::from_values(book.values()).unwrap(), book);
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        let mut values = vec![Value::Null; 6];
        assert_eq!(Book::from_values(values.clone()), Err(Mismatch { table: "books", column: "id" }));
        (values[0], values[2]) = ("1".into(), "burnt".into());
        assert_eq!(Book::from_values(values), Err(Mismatch { table: "books", column: "state" }));
    }

    #[test]
    fn a_row_that_differs_from_its_table_is_found() {
        let differs = |table: Table| Book::check(&Schema::new(vec![table])).err().unwrap_or_default();
        assert_eq!(differs(books()), "");
        let changed = |column: Column| {
            let mut table = books();
            let place = table.columns.iter().position(|other| other.name == column.name).unwrap();
            table.columns[place] = column;
            differs(table)
        };
        assert!(changed(int("type")).contains("another kind"));
        assert!(changed(text("type").required()).contains("another nullability"));
        assert!(
            changed(text("state").check(Check::OneOf(&["on_shelf"])).required()).contains("another words")
        );
        let wordless = |exposed| {
            let mut table = Table { exposed, ..books() };
            table.columns[2] = text("state").required();
            differs(table)
        };
        assert!(wordless(true).contains("another words"));
        assert_eq!(wordless(false), "", "code alone writes it");
        assert!(differs(books().primary_key(["type"])).contains("another key"));
        assert!(differs(exposed("books", "Books.")).contains("no column id"));
    }

    #[test]
    fn words_are_those_of_json() {
        assert_eq!(BookState::WORDS, ["on_shelf", "Até 9"]);
        assert_eq!(serde_json::to_value(BookState::OnShelf).unwrap(), "on_shelf");
        assert_eq!(serde_json::from_value::<BookState>(json!("Até 9")).unwrap(), BookState::Lent);
        assert!(serde_json::from_value::<BookState>(json!("lent")).is_err());
        let schema =
            json!({ "description": "State of a book.", "enum": ["on_shelf", "Até 9"], "type": "string" });
        let described = schemars::SchemaGenerator::default().into_root_schema_for::<BookState>().to_value();
        for (key, value) in schema.as_object().unwrap() {
            assert_eq!(described[key], *value);
        }
    }
}
