//! The differences between the two databases, one method each. No other file may distinguish the databases.
//!
//! Every method takes and returns SQL. Texts inside quotes are escaped here. Values never appear in SQL, they are
//! parameters.

use ateneu_schema::Kind;

/// Dialect of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// One step into a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonStep {
    /// A member of an object. Must not hold quotes or backslashes.
    Key(String),
    /// An element of an array. A negative index counts from the end.
    Index(i64),
}

/// Returns `'text'` with quotes doubled.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

impl Dialect {
    fn either(self, sqlite: String, postgres: String) -> String {
        match self {
            Dialect::Sqlite => sqlite,
            Dialect::Postgres => postgres,
        }
    }

    /// Returns a value of the given kind as a member of a JSON object: a boolean as `true`, JSON as JSON.
    pub fn json_value(self, expression: &str, kind: Kind) -> String {
        match (self, kind) {
            (Dialect::Sqlite, Kind::Bool) => {
                format!("json(CASE {expression} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)")
            }
            (Dialect::Sqlite, Kind::Json | Kind::TextArray) => format!("json({expression})"),
            _ => expression.to_owned(),
        }
    }

    /// Returns a JSON object of keys and expressions (see [`Dialect::json_value`]).
    pub fn json_object(self, members: &[(String, String)]) -> String {
        match self {
            Dialect::Sqlite => {
                let members: Vec<String> =
                    members.iter().map(|(key, value)| format!("{}, {value}", quoted(key))).collect();
                format!("json_object({})", members.join(", "))
            }
            Dialect::Postgres if members.is_empty() => "CAST('{}' AS json)".into(),
            Dialect::Postgres => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("{value} AS \"{}\"", key.replace('"', "\"\"")))
                    .collect();
                format!("(SELECT row_to_json(o) FROM (SELECT {}) o)", members.join(", "))
            }
        }
    }

    /// Returns the JSON array of the column `body` of a select, in its order. JSON itself has [`Kind::Json`].
    pub fn json_list(self, select: &str, kind: Kind) -> String {
        match self {
            Dialect::Sqlite => {
                let value = self.json_value("b.body", kind);
                format!("json((SELECT json_group_array({value}) FROM ({select}) b))")
            }
            Dialect::Postgres => {
                format!("(SELECT coalesce(json_agg(b.body), CAST('[]' AS json)) FROM ({select}) b)")
            }
        }
    }

    /// Returns the one JSON value of a select, or NULL.
    pub fn json_one(self, select: &str) -> String {
        self.either(format!("json(({select}))"), format!("({select})"))
    }

    /// Returns a JSON value for grouping rows.
    pub fn json_key(self, json: &str) -> String {
        self.either(json.to_owned(), format!("CAST({json} AS jsonb)"))
    }

    /// Returns a boolean as 1 or 0.
    pub fn truth_as_number(self, expression: &str) -> String {
        self.either(expression.to_owned(), format!("CAST({expression} AS integer)"))
    }

    /// Returns a JSON value as text. A value longer than `most` bytes is never read: SQLite refuses to build it
    /// ([`crate::Cost`]), and PostgreSQL cuts it to a length that the caller refuses.
    pub fn json_text(self, json: &str, most: usize) -> String {
        self.either(json.to_owned(), format!("left(CAST({json} AS text), {})", most.saturating_add(1)))
    }

    /// Returns the value at a path, as JSON or as text (NULL if absent).
    pub fn json_path(self, expression: &str, steps: &[JsonStep], as_text: bool) -> String {
        match self {
            Dialect::Sqlite => {
                let mut path = String::from("$");
                for step in steps {
                    match step {
                        JsonStep::Key(key) => path.push_str(&format!(".\"{key}\"")),
                        JsonStep::Index(index) if *index < 0 => path.push_str(&format!("[#{index}]")),
                        JsonStep::Index(index) => path.push_str(&format!("[{index}]")),
                    }
                }
                let path = quoted(&path);
                if as_text {
                    // A number is read as text, because SQLite's numbers lose digits of long ones.
                    format!(
                        "CASE json_type({expression}, {path}) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' \
                         WHEN 'integer' THEN ({expression} -> {path}) || '' WHEN 'real' THEN ({expression} -> {path}) || '' \
                         ELSE CAST({expression} ->> {path} AS TEXT) END"
                    )
                } else {
                    format!("({expression} -> {path})")
                }
            }
            Dialect::Postgres => {
                let mut sql = expression.to_owned();
                for (position, step) in steps.iter().enumerate() {
                    let last = position + 1 == steps.len();
                    let arrow = if last && as_text { "->>" } else { "->" };
                    let step = match step {
                        JsonStep::Key(key) => quoted(key),
                        JsonStep::Index(index) => index.to_string(),
                    };
                    sql = format!("({sql} {arrow} {step})");
                }
                if as_text { format!("({sql} COLLATE \"C\")") } else { sql }
            }
        }
    }

    /// Returns a JSON value for comparison, equal for equal values in any notation.
    pub fn json_equal(self, json: &str) -> String {
        self.either(format!("json_order({json})"), json.to_owned())
    }

    /// Compares two JSON values by `<`, `<=`, `>` or `>=`. Texts compare by their bytes, as elsewhere.
    pub fn json_compared(self, left: &str, symbol: &str, right: &str) -> String {
        let texts = |json: &str| format!("(({json}) #>> '{{}}') COLLATE \"C\"");
        self.either(
            format!("(json_order({left}) {symbol} json_order({right}))"),
            format!(
                "(CASE WHEN jsonb_typeof({left}) = 'string' AND jsonb_typeof({right}) = 'string' \
                 THEN {} {symbol} {} ELSE {left} {symbol} {right} END)",
                texts(left),
                texts(right)
            ),
        )
    }

    /// Returns the terms that order rows by a JSON value.
    pub fn json_order(self, json: &str) -> Vec<String> {
        match self {
            Dialect::Sqlite => vec![format!("json_order({json})")],
            // The first term is the same for all texts, among the other kinds. The second orders the texts.
            Dialect::Postgres => vec![
                format!(
                    "(CASE WHEN jsonb_typeof({json}) = 'string' THEN CAST('\"\"' AS jsonb) ELSE {json} END)"
                ),
                format!(
                    "(CASE WHEN jsonb_typeof({json}) = 'string' THEN ({json}) #>> '{{}}' ELSE '' END COLLATE \"C\")"
                ),
            ],
        }
    }

    /// Returns a parameter that holds JSON text, as JSON.
    pub fn json_parameter(self, parameter: &str) -> String {
        self.either(format!("json({parameter})"), format!("CAST(CAST({parameter} AS text) AS jsonb)"))
    }

    /// Tests that the text is in a JSON list: one parameter for a list of any length.
    pub fn among(self, text: &str, parameter: &str) -> String {
        self.either(format!("{text} IN (SELECT value FROM json_each({parameter}))"), format!(
                "{text} = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(CAST({parameter} AS text) AS jsonb))))"
            ))
    }

    /// Tests JSON containment: every part of `right` is found in `left`.
    pub fn json_contains(self, left: &str, right: &str) -> String {
        self.either(format!("json_contains({left}, {right})"), format!("({left} @> {right})"))
    }

    /// Tests that two JSON lists share an element.
    pub fn json_overlaps(self, left: &str, right: &str) -> String {
        self.either(
            format!("json_overlaps({left}, {right})"),
            format!("({left} ?| ARRAY(SELECT jsonb_array_elements_text({right})))"),
        )
    }

    /// Tests `LIKE`, case-sensitive, with `\` as the escape.
    pub fn like(self, text: &str, pattern: &str) -> String {
        self.either(format!("pg_like({text}, {pattern})"), format!("({text} LIKE {pattern})"))
    }

    /// Tests that one text contains the other literally, which is much faster than a pattern.
    pub fn holds(self, text: &str, part: &str) -> String {
        self.either(format!("(instr({text}, {part}) > 0)"), format!("(strpos({text}, {part}) > 0)"))
    }

    /// Tests `ILIKE`, ignoring case in every script.
    pub fn ilike(self, text: &str, pattern: &str) -> String {
        self.either(
            format!("pg_ilike({text}, {pattern})"),
            format!("(({text}) COLLATE \"und-x-icu\" ILIKE {pattern})"),
        )
    }

    /// Tests that a regular expression is found in the text.
    pub fn regex(self, text: &str, pattern: &str) -> String {
        self.either(format!("pg_regex({text}, {pattern})"), format!("({text} ~ {pattern})"))
    }

    /// Tests [`Dialect::regex`], ignoring case.
    pub fn iregex(self, text: &str, pattern: &str) -> String {
        self.either(
            format!("pg_iregex({text}, {pattern})"),
            format!("(({text}) COLLATE \"und-x-icu\" ~* {pattern})"),
        )
    }

    /// Tests that a text satisfies a query in PostgreSQL's `tsquery` form, without dictionaries (`simple`).
    pub fn text_search(self, text: &str, tsquery: &str) -> String {
        self.either(
            format!("tsquery_match({text}, {tsquery})"),
            format!(
                "(to_tsvector('simple', lower(({text}) COLLATE \"und-x-icu\")) \
                     @@ CAST(CAST({tsquery} AS text) AS tsquery))"
            ),
        )
    }

    /// Returns a value of any kind as text, in PostgreSQL's notation.
    pub fn as_text(self, expression: &str, kind: Kind) -> String {
        match (self, kind) {
            (Dialect::Sqlite, Kind::Bool) => {
                format!("CASE {expression} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END")
            }
            // A cast would keep SQLite's JSON subtype.
            (Dialect::Sqlite, Kind::Json | Kind::TextArray) => format!("({expression} || '')"),
            _ => format!("CAST({expression} AS text)"),
        }
    }

    /// Returns the query for the size of the database in bytes.
    pub fn database_size(self) -> &'static str {
        match self {
            Dialect::Sqlite => "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
            Dialect::Postgres => "SELECT pg_database_size(current_database())",
        }
    }

    /// Returns the end of a select whose rows the transaction will write.
    pub fn for_update(self) -> &'static str {
        match self {
            Dialect::Sqlite => "",
            Dialect::Postgres => " FOR UPDATE",
        }
    }
}
