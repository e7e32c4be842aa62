//! One row of an answer.

use std::sync::Arc;

use ateneu_base::{Timestamp, Value};

/// One row of an answer.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) columns: Arc<[String]>,
    pub(crate) values: Vec<Value>,
}

impl Row {
    /// The value of a column; [`Value::Null`] when there is none of that name.
    pub fn get(&self, name: &str) -> &Value {
        self.columns
            .iter()
            .position(|column| column == name)
            .map_or(&Value::Null, |index| &self.values[index])
    }

    /// Text of a column, if it holds text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).as_text()
    }

    /// Truth of a column; false when empty.
    pub fn truth(&self, name: &str) -> bool {
        self.get(name).as_bool().unwrap_or(false)
    }

    /// Integer of a column, if it holds one.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name).as_int()
    }

    /// Instant of a column, if it holds one in its stored form.
    pub fn instant(&self, name: &str) -> Option<Timestamp> {
        Timestamp::parse(self.text(name)?).ok()
    }

    /// Values in column order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The values in column order, given away.
    pub fn into_values(self) -> Vec<Value> {
        self.values
    }
}
