//! Refusals in PostgreSQL's form, with SQLSTATE and text: one constructor each.

use ateneu_schema::Kind;

use super::Error;

impl Error {
    /// A refusal by PostgreSQL.
    pub fn sql(state: &'static str, message: impl Into<String>) -> Self {
        Error::Sql { state, message: message.into(), details: None }
    }

    fn with_details(self, text: impl Into<String>) -> Self {
        match self {
            Error::Sql { state, message, .. } => Error::Sql { state, message, details: Some(text.into()) },
            other => other,
        }
    }

    /// `42703`: a filter, select or order names an unknown column.
    pub fn no_column(table: &str, column: &str) -> Self {
        Self::sql("42703", format!("column {table}.{column} does not exist"))
    }

    /// `22P02` and related codes: the text is not a value of the kind.
    pub fn literal(kind: Kind, value: &str) -> Self {
        let shown: String = value.chars().take(200).collect();
        let invalid = format!("invalid input syntax for type {}: \"{shown}\"", kind.postgres_name());
        match kind {
            Kind::Timestamp => Self::sql("22007", invalid),
            Kind::TextArray => Self::sql("22P02", format!("malformed array literal: \"{shown}\""))
                .with_details("Array value must start with \"{\" or dimension information."),
            Kind::Json => Self::sql("22P02", "invalid input syntax for type json"),
            _ => Self::sql("22P02", invalid),
        }
    }

    /// `22003`: a number too large for its column.
    pub fn out_of_range(kind: Kind, value: &str) -> Self {
        let shown: String = value.chars().take(200).collect();
        Self::sql("22003", format!("value \"{shown}\" is out of range for type {}", kind.postgres_name()))
    }

    /// `22021`: text holds the NUL character.
    pub fn nul() -> Self {
        Self::sql("22021", "invalid byte sequence for encoding \"UTF8\": 0x00")
    }

    /// `22P05`: JSON holds `\u0000`.
    pub fn nul_escape() -> Self {
        Self::sql("22P05", "unsupported Unicode escape sequence")
            .with_details("\\u0000 cannot be converted to text.")
    }

    /// `42883`: the operator does not work on this kind.
    pub fn no_operator(kind: &str, operator: &str) -> Self {
        Self::sql("42883", format!("operator does not exist: {kind} {operator} unknown"))
    }

    /// `42883`: the aggregate does not work on this kind.
    pub fn no_aggregate(function: &str, kind: &str) -> Self {
        Self::sql("42883", format!("function {function}({kind}) does not exist"))
    }

    /// `42803`: grouped rows are ordered by a column outside the grouping.
    pub fn not_grouped(table: &str, column: &str) -> Self {
        let message = format!(
            "column \"{table}.{column}\" must appear in the GROUP BY clause or be used in an aggregate function"
        );
        Self::sql("42803", message)
    }

    /// `42501`: the row rule refuses the new row.
    pub fn row_refused(table: &str) -> Self {
        Self::sql("42501", format!("new row violates row-level security policy for table \"{table}\""))
    }

    /// `22025`: a `LIKE` pattern whose last backslash escapes nothing.
    pub fn open_escape() -> Self {
        Self::sql("22025", "LIKE pattern must not end with escape character")
    }

    /// `54000`: the index does not support words of that length.
    pub fn word_too_long() -> Self {
        Self::sql("54000", "word is too long in tsquery")
    }

    /// `42501`: no caller may do this with rows of the table.
    pub fn table_refused(table: &str) -> Self {
        Self::sql("42501", format!("permission denied for table {table}"))
    }

    /// `42501`: the caller may not set or see the column.
    pub fn column_refused(table: &str, column: &str) -> Self {
        Self::sql("42501", format!("permission denied for column \"{column}\" of table \"{table}\""))
    }

    /// `42501`: the caller may not run the procedure.
    pub fn function_refused(name: &str) -> Self {
        Self::sql("42501", format!("permission denied for function {name}"))
    }

    /// `428C9`: the column is computed.
    pub fn generated(column: &str) -> Self {
        Self::sql("428C9", format!("cannot insert a non-DEFAULT value into column \"{column}\""))
            .with_details(format!("Column \"{column}\" is a generated column."))
    }

    /// `23502`: a required column is empty.
    pub fn not_null(table: &str, column: &str) -> Self {
        let place = format!("column \"{column}\" of relation \"{table}\"");
        Self::sql("23502", format!("null value in {place} violates not-null constraint"))
    }

    /// `23514`: a declared limit is exceeded.
    pub fn check(table: &str, column: &str) -> Self {
        let constraint = format!("check constraint \"{table}_{column}_check\"");
        Self::sql("23514", format!("new row for relation \"{table}\" violates {constraint}"))
    }

    /// `23505`: the key exists.
    pub fn unique(constraint: &str, columns: &str, values: &str) -> Self {
        Self::sql("23505", format!("duplicate key value violates unique constraint \"{constraint}\""))
            .with_details(format!("Key ({columns})=({values}) already exists."))
    }

    /// True for [`Error::unique`].
    pub fn is_taken(&self) -> bool {
        matches!(self, Error::Sql { state: "23505", details: Some(_), .. })
    }

    /// `23505`: the same values were stored recently.
    pub fn repeated(constraint: &str) -> Self {
        Self::sql("23505", format!("duplicate key value violates unique constraint \"{constraint}\""))
    }

    /// `23503`: the referenced row does not exist.
    pub fn no_referenced_row(table: &str, column: &str, value: &str, referenced: &str) -> Self {
        let constraint = format!("foreign key constraint \"{table}_{column}_fkey\"");
        Self::sql("23503", format!("insert or update on table \"{table}\" violates {constraint}"))
            .with_details(format!("Key ({column})=({value}) is not present in table \"{referenced}\"."))
    }

    /// `23503`: other rows still point here.
    pub fn still_referenced(table: &str, key: &str, value: &str, by: &str, column: &str) -> Self {
        let constraint = format!("foreign key constraint \"{by}_{column}_fkey\" on table \"{by}\"");
        Self::sql("23503", format!("update or delete on table \"{table}\" violates {constraint}"))
            .with_details(format!("Key ({key})=({value}) is still referenced from table \"{by}\"."))
    }

    /// `42P10`: no unique key covers the conflict columns.
    pub fn no_conflict_target() -> Self {
        let message = "there is no unique or exclusion constraint matching the ON CONFLICT specification";
        Self::sql("42P10", message)
    }

    /// `21000`: a write without a filter.
    pub fn unfiltered(verb: &str) -> Self {
        Self::sql("21000", format!("{verb} requires a WHERE clause"))
    }

    /// `21000`: one upsert names the same row twice.
    pub fn upsert_twice() -> Self {
        Self::sql("21000", "ON CONFLICT DO UPDATE command cannot affect row a second time")
    }

    /// `P0001`: a procedure or invariant refuses, with its stable name.
    pub fn raised(name: &str) -> Self {
        Self::sql("P0001", name)
    }

    /// `42846`: an unknown cast.
    pub fn no_cast(from: &str, to: &str) -> Self {
        Self::sql("42846", format!("cannot cast type {from} to {to}"))
    }
}
