//! The differences between the two databases, one method each. No other file may ask which database it is.
//!
//! Every method takes and gives SQL text. Texts that end up inside quotes are escaped here; values never appear
//! in SQL, they are parameters.

use ateneu_schema::Kind;

/// The SQL of which database.
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
    /// An element of an array; negative counts from the end.
    Index(i64),
}

/// `'text'` with quotes doubled.
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

    /// A value of the given kind as it must stand inside a JSON object: truth as `true`, JSON as JSON.
    pub fn json_value(self, expression: &str, kind: Kind) -> String {
        match (self, kind) {
            (Dialect::Sqlite, Kind::Bool) => {
                format!("json(CASE {expression} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)")
            }
            (Dialect::Sqlite, Kind::Json | Kind::TextArray) => format!("json({expression})"),
            _ => expression.to_owned(),
        }
    }

    /// A JSON object from keys and expressions (see [`Dialect::json_value`]).
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

    /// The JSON array of the column `body` of a select, in its order; JSON itself has [`Kind::Json`].
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

    /// The one JSON value of a select, or NULL.
    pub fn json_one(self, select: &str) -> String {
        self.either(format!("json(({select}))"), format!("({select})"))
    }

    /// A JSON value by which rows are grouped.
    pub fn json_key(self, json: &str) -> String {
        self.either(json.to_owned(), format!("CAST({json} AS jsonb)"))
    }

    /// Truth as 1 or 0.
    pub fn truth_as_number(self, expression: &str) -> String {
        self.either(expression.to_owned(), format!("CAST({expression} AS integer)"))
    }

    /// A JSON value as text, to be read by the program. One longer than `most` bytes does not arrive: SQLite never makes
    /// it ([`crate::Cost`]), PostgreSQL cuts it, so that it is not sent, to a length that is refused here.
    pub fn json_text(self, json: &str, most: usize) -> String {
        self.either(json.to_owned(), format!("left(CAST({json} AS text), {})", most.saturating_add(1)))
    }

    /// The value at a path, as JSON or as text (NULL when absent).
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
                    // Numbers as they are written: as a number of SQLite a long one would lose digits.
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

    /// A JSON value by which rows are compared: equal for equal values, however they are written.
    pub fn json_equal(self, json: &str) -> String {
        self.either(format!("json_order({json})"), json.to_owned())
    }

    /// Compares two JSON values by `<`, `<=`, `>` or `>=`; texts by their bytes, as texts elsewhere.
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

    /// The terms by which rows are ordered by a JSON value.
    pub fn json_order(self, json: &str) -> Vec<String> {
        match self {
            Dialect::Sqlite => vec![format!("json_order({json})")],
            // All texts alike, among the other kinds; then the texts.
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

    /// A parameter that holds JSON text, as JSON.
    pub fn json_parameter(self, parameter: &str) -> String {
        self.either(format!("json({parameter})"), format!("CAST(CAST({parameter} AS text) AS jsonb)"))
    }

    /// The text is one of those in the JSON list: one parameter, however long the list.
    pub fn among(self, text: &str, parameter: &str) -> String {
        self.either(format!("{text} IN (SELECT value FROM json_each({parameter}))"), format!(
                "{text} = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(CAST({parameter} AS text) AS jsonb))))"
            ))
    }

    /// JSON containment: every part of `right` is found in `left`.
    pub fn json_contains(self, left: &str, right: &str) -> String {
        self.either(format!("json_contains({left}, {right})"), format!("({left} @> {right})"))
    }

    /// Two JSON lists share an element.
    pub fn json_overlaps(self, left: &str, right: &str) -> String {
        self.either(
            format!("json_overlaps({left}, {right})"),
            format!("({left} ?| ARRAY(SELECT jsonb_array_elements_text({right})))"),
        )
    }

    /// `LIKE`, case-sensitive, `\` escapes.
    pub fn like(self, text: &str, pattern: &str) -> String {
        self.either(format!("pg_like({text}, {pattern})"), format!("({text} LIKE {pattern})"))
    }

    /// One text holds the other as it is written, much faster than by a pattern.
    pub fn holds(self, text: &str, part: &str) -> String {
        self.either(format!("(instr({text}, {part}) > 0)"), format!("(strpos({text}, {part}) > 0)"))
    }

    /// `ILIKE`, blind to case in every script.
    pub fn ilike(self, text: &str, pattern: &str) -> String {
        self.either(
            format!("pg_ilike({text}, {pattern})"),
            format!("(({text}) COLLATE \"und-x-icu\" ILIKE {pattern})"),
        )
    }

    /// A regular expression is found in the text.
    pub fn regex(self, text: &str, pattern: &str) -> String {
        self.either(format!("pg_regex({text}, {pattern})"), format!("({text} ~ {pattern})"))
    }

    /// [`Dialect::regex`], blind to case.
    pub fn iregex(self, text: &str, pattern: &str) -> String {
        self.either(
            format!("pg_iregex({text}, {pattern})"),
            format!("(({text}) COLLATE \"und-x-icu\" ~* {pattern})"),
        )
    }

    /// The words of a text satisfy a query in PostgreSQL's `tsquery` text form, without dictionaries (`simple`).
    pub fn text_search(self, text: &str, tsquery: &str) -> String {
        self.either(
            format!("tsquery_match({text}, {tsquery})"),
            format!(
                "(to_tsvector('simple', lower(({text}) COLLATE \"und-x-icu\")) \
                     @@ CAST(CAST({tsquery} AS text) AS tsquery))"
            ),
        )
    }

    /// A value of any kind as text, the way PostgreSQL writes it.
    pub fn as_text(self, expression: &str, kind: Kind) -> String {
        match (self, kind) {
            (Dialect::Sqlite, Kind::Bool) => {
                format!("CASE {expression} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END")
            }
            // A cast leaves SQLite's mark of JSON on it.
            (Dialect::Sqlite, Kind::Json | Kind::TextArray) => format!("({expression} || '')"),
            _ => format!("CAST({expression} AS text)"),
        }
    }

    /// Appended to a select whose rows are about to be written.
    pub fn for_update(self) -> &'static str {
        match self {
            Dialect::Sqlite => "",
            Dialect::Postgres => " FOR UPDATE",
        }
    }
}
