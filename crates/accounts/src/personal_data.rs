//! SQL conditions for the rows of a table that belong to a person.

use ateneu_base::Value;
use ateneu_schema::PersonalColumn;

use crate::person::Person;

/// A condition, with its parameters.
pub(crate) struct Whose {
    pub(crate) condition: String,
    pub(crate) parameters: Vec<Value>,
}

/// Returns the condition of rows that name the person in one of these ways. Returns `None` if the person has no such
/// name.
pub(crate) fn person_condition<'b>(
    columns: impl IntoIterator<Item = &'b PersonalColumn>,
    person: &Person,
) -> Option<Whose> {
    let (mut conditions, mut parameters) = (Vec::new(), Vec::new());
    for column in columns {
        for name in person.names(column.by) {
            parameters.push(Value::Text(name));
            conditions.push(format!("{} = ${}", column.column, parameters.len()));
        }
    }
    (!conditions.is_empty()).then(|| Whose { condition: conditions.join(" OR "), parameters })
}
