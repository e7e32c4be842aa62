//! A value on its way to or from the database. Both databases store the same forms: ids, instants and JSON travel as
//! text in their canonical form.

/// One bound parameter or one column of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// SQL NULL.
    Null,
    /// A boolean; SQLite returns it as [`Value::Int`] 0 or 1.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// A double.
    Real(f64),
    /// Text, uuid, instant or JSON text.
    Text(String),
}

impl Value {
    /// Returns the text. Returns `None` for another value.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the boolean, in the form of either database. Returns `None` for another value.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            Value::Int(number) => Some(*number != 0),
            _ => None,
        }
    }

    /// Returns the integer. Returns `None` for another value.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// True for NULL.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}
impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Value::Text(text.clone())
    }
}
impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}
impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}
impl From<crate::Timestamp> for Value {
    fn from(at: crate::Timestamp) -> Self {
        Value::Text(at.into())
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
