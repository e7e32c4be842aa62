//! Personal data: the columns that name a person, and their fate when the person's account is erased.
//!
//! A foreign key to `users` says both. A table declares more only if it names people in another way, or if the key's
//! action is wrong for an erasure. So a new table takes part in exports and erasures by default.

use crate::{OnDelete, Table};

/// Attribute of a person that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The account's id.
    Id,
    /// The confirmed e-mail address, lower case.
    Email,
    /// The confirmed telephone number, digits only.
    Phone,
}

/// Action on a person's rows when the account is erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// The rows are removed.
    Remove,
    /// The rows stay, and these columns are emptied.
    Clear(&'static [&'static str]),
    /// The rows stay, under the account for removed members.
    Reassign,
    /// The foreign key's action applies when the account's row is removed.
    Follow,
}

/// Returns a text without the person's id and without links to that person.
pub type WithoutPerson = fn(&str, &str) -> String;

/// One way in which a table's rows name a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonalColumn {
    /// The column.
    pub column: &'static str,
    /// Attribute of the person that the column holds.
    pub by: By,
    /// Action on the rows when the account is erased.
    pub erasure: Erasure,
    /// True if the rows are the person's own and part of an export, instead of mentions.
    pub own: bool,
}

impl Table {
    /// Declares rows whose `column` names a person as that person's own.
    #[must_use]
    pub fn personal_data(self, column: &'static str, by: By, erasure: Erasure) -> Self {
        self.with(column, by, erasure, true)
    }

    /// Declares rows whose `column` mentions a person: not part of an export, but changed by an erasure.
    #[must_use]
    pub fn names_person(self, column: &'static str, by: By, erasure: Erasure) -> Self {
        self.with(column, by, erasure, false)
    }

    /// Declares that texts of these columns may mention people by id or address. An erasure removes the mentions.
    #[must_use]
    pub fn personal_texts<const N: usize>(mut self, columns: [&'static str; N]) -> Self {
        self.personal_texts.extend(columns);
        self
    }

    /// Declares that texts of this column link to people. An erasure removes the links to its person.
    #[must_use]
    pub fn mentions(mut self, column: &'static str, without: WithoutPerson) -> Self {
        self.mentions.push((column, without));
        self
    }

    fn with(mut self, column: &'static str, by: By, erasure: Erasure, own: bool) -> Self {
        self.declared_personal.push(PersonalColumn { column, by, erasure, own });
        self
    }

    /// Returns every way in which the rows name a person: the declared ones, and the other foreign keys to `users`. A
    /// key with [`OnDelete::Restrict`] must be declared.
    pub fn personal_columns(&self) -> Vec<PersonalColumn> {
        let is_named = |column: &str| self.declared_personal.iter().any(|named| named.column == column);
        let by_key = self.stored().filter_map(|column| {
            let key = column.references?;
            let follows = key.table == "users" && key.on_delete != OnDelete::Restrict;
            (follows && !is_named(column.name)).then_some(PersonalColumn {
                column: column.name,
                by: By::Id,
                erasure: Erasure::Follow,
                own: true,
            })
        });
        self.declared_personal.iter().copied().chain(by_key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{internal, text, uuid};

    #[test]
    fn personal_data_follows_from_foreign_keys() {
        let key = |name| uuid(name).references("users", "id", OnDelete::Cascade);
        let table = internal("letters", "Letters.")
            .columns([key("author_id"), key("reader_id"), text("email")])
            .personal_data("author_id", By::Id, Erasure::Reassign)
            .names_person("email", By::Email, Erasure::Clear(&["email"]));
        let named: Vec<_> = table
            .personal_columns()
            .iter()
            .map(|column| (column.column, column.erasure, column.own))
            .collect();
        assert_eq!(
            named,
            [
                ("author_id", Erasure::Reassign, true),
                ("email", Erasure::Clear(&["email"]), false),
                ("reader_id", Erasure::Follow, true),
            ]
        );
    }
}
