use std::{borrow::Cow, sync::Arc};

use ateneu_base::{Record, Timestamp, Value};
use ateneu_schema::{Kind, Table};
use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, IntoDeserializer, SeqAccess, Visitor,
        value::{MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};

use crate::Error;

/// Names of a result's columns, in one string: they are read again each time a statement runs.
#[derive(Debug)]
pub(crate) struct Columns {
    names: String,
    /// Index at which each name ends.
    ends: Vec<usize>,
}

impl Columns {
    /// The number of columns.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn name(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.names[start..self.ends[index]]
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.name(index))
    }
}

impl<'a> FromIterator<&'a str> for Columns {
    fn from_iter<T: IntoIterator<Item = &'a str>>(names: T) -> Self {
        let names = names.into_iter();
        let count = names.size_hint().0;
        let mut columns = Self { names: String::with_capacity(16 * count), ends: Vec::with_capacity(count) };
        for name in names {
            columns.names.push_str(name);
            columns.ends.push(columns.names.len());
        }
        columns
    }
}

/// One row of a result.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) columns: Arc<Columns>,
    pub(crate) values: Vec<Value>,
}

impl Row {
    /// Returns the value of a column. Panics in a debug build if the statement does not select the column.
    pub fn get(&self, name: &str) -> &Value {
        let Some(index) = self.columns.iter().position(|column| column == name) else {
            tracing::error!(column = name, "a statement does not select a column that is read");
            debug_assert!(false, "the statement does not select {name}, but {:?}", self.columns);
            return &Value::Null;
        };
        &self.values[index]
    }

    /// Returns the text of a column, if it holds text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).as_text()
    }

    /// Returns the boolean of a column, `false` if empty.
    pub fn boolean(&self, name: &str) -> bool {
        self.get(name).as_bool().unwrap_or(false)
    }

    /// Returns the integer of a column, if it holds one.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name).as_int()
    }

    /// Returns the instant of a column, if it holds one in its stored form.
    pub fn instant(&self, name: &str) -> Option<Timestamp> {
        Timestamp::parse(self.text(name)?).ok()
    }

    /// Returns the JSON of a column. Returns `None` if it is NULL.
    ///
    /// # Errors
    /// Fails if the type cannot hold it.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name) else { return Ok(None) };
        serde_json::from_str(text)
            .map(Some)
            .map_err(|error| Error::Other(format!("{name} cannot be read: {error}")))
    }

    /// Reads the row as a struct whose fields are columns, as a tuple of its columns, or, if it has one column, as that
    /// column's value. No field may be `#[serde(flatten)]`: missing columns would pass, and booleans would fail on
    /// SQLite.
    ///
    /// # Errors
    /// Fails if a field is no column of the row, even an optional one, or is a column twice, if a tuple is not as long
    /// as the row, or if a field cannot hold its value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        T::deserialize(self).map_err(|error| Error::Other(format!("a row cannot be read: {error}")))
    }

    /// Returns the row as callers would see it, by the kinds of a declared table. A whole row has every column.
    pub fn record(&self, table: Option<&Table>) -> Record {
        let column = |(name, value): (&str, &Value)| {
            let kind = table.and_then(|table| table.column(name)).map_or(Kind::Text, |column| column.kind);
            (name.to_owned(), kind.json(value))
        };
        self.columns.iter().zip(&self.values).map(column).collect()
    }

    /// Returns the values in column order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the values in column order, by value.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }
}

/// Deserializes a field of [`Row::read`] from a column of JSON. NULL becomes the type's default.
///
/// # Errors
/// Fails if the type cannot hold the JSON.
pub fn json_column<'de, T, D>(column: D) -> Result<T, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    match Option::<Cow<'_, str>>::deserialize(column)? {
        Some(text) => serde_json::from_str(&text).map_err(serde::de::Error::custom),
        None => Ok(T::default()),
    }
}

type Unreadable = serde::de::value::Error;

impl Row {
    /// Returns the value of a row of one column.
    fn only_column(&self) -> Result<Field<'_>, Unreadable> {
        match self.values.as_slice() {
            [value] => Ok(Field(value)),
            values => Err(serde::de::Error::invalid_length(values.len(), &"one column")),
        }
    }
}

/// Reads a single value from a row with one column.
macro_rules! read_only_column {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            self.only_column()?.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for &'de Row {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let columns = self.columns.iter().zip(self.values.iter().map(Field));
        visitor.visit_map(MapDeserializer::new(columns))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let is_twice = |field: &str| self.columns.iter().filter(|column| *column == field).count() > 1;
        // If columns outnumber fields, a column may be there twice.
        if self.columns.len() > fields.len() && fields.iter().any(|field| is_twice(field)) {
            return Err(serde::de::Error::custom("a column is selected twice"));
        }
        visitor.visit_seq(Fields { row: self, fields: fields.iter(), next_column: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Unreadable> {
        if length != self.values.len() {
            return Err(serde::de::Error::invalid_length(self.values.len(), &visitor));
        }
        visitor.visit_seq(SeqDeserializer::new(self.values.iter().map(Field)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.only_column()?.deserialize_enum(name, variants, visitor)
    }

    read_only_column! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_str deserialize_string
        deserialize_option
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct seq tuple_struct map identifier ignored_any
    }
}

/// The columns of a struct's fields, in the order of the fields.
struct Fields<'a> {
    row: &'a Row,
    fields: std::slice::Iter<'static, &'static str>,
    /// Index of the next column: most fields stand in the order of the columns, so each search starts after the last.
    next_column: usize,
}

impl<'a> Fields<'a> {
    /// Returns the next field's value. Returns `None` after the last.
    fn next_value(&mut self) -> Result<Option<Field<'a>>, Unreadable> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        let columns = &self.row.columns;
        let mut places = (self.next_column..columns.len()).chain(0..self.next_column);
        let place = places.find(|place| columns.name(*place) == *field);
        let place = place.ok_or_else(|| serde::de::Error::missing_field(field))?;
        self.next_column = place + 1;
        Ok(Some(Field(&self.row.values[place])))
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        self.next_value()?.map(|value| seed.deserialize(value)).transpose()
    }
}

/// One value of a row. SQLite returns booleans as numbers.
struct Field<'a>(&'a Value);

impl<'de> IntoDeserializer<'de, Unreadable> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Int(number) => visitor.visit_i64(*number),
            Value::Real(number) => visitor.visit_f64(*number),
            Value::Text(text) => visitor.visit_borrowed_str(text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0.as_bool() {
            Some(truth) => visitor.visit_bool(truth),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(self.0.as_text().unwrap_or_default().into_deserializer())
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
