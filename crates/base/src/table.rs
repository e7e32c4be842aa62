//! The language a table is declared in: columns, checks, keys, indexes, rules and masks on one screen.
//!
//! Everything else (SQL, migration text, TypeScript types, the printed access matrix, constraint names in error
//! messages) is derived from these declarations.

use crate::{Record, Rule, Value};

/// What a column holds, as the client sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A uuid in canonical lower-case text.
    Uuid,
    /// A 64-bit integer.
    Int,
    /// A double.
    Real,
    /// Truth.
    Bool,
    /// An instant ([`crate::Timestamp`] text).
    Timestamp,
    /// Any JSON value.
    Json,
    /// A list of text, stored as a JSON array, shown and filtered as an array.
    TextArray,
}

impl Kind {
    /// The PostgreSQL type name that error messages and type information use.
    pub fn postgres_name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Uuid => "uuid",
            Kind::Int => "bigint",
            Kind::Real => "double precision",
            Kind::Bool => "boolean",
            Kind::Timestamp => "timestamp with time zone",
            Kind::Json => "jsonb",
            Kind::TextArray => "text[]",
        }
    }

    /// The column type in the one migration text. `plain_text` is a PostgreSQL domain with byte order collation;
    /// SQLite reads it as TEXT. So both databases compare and sort alike.
    pub fn stored_as(self) -> &'static str {
        match self {
            Kind::Text | Kind::Uuid | Kind::Timestamp => "plain_text",
            Kind::Int => "bigint",
            Kind::Real => "double precision",
            Kind::Bool => "boolean",
            Kind::Json | Kind::TextArray => "jsonb",
        }
    }
}

/// What a missing value becomes on insert.
#[derive(Clone, Debug, PartialEq)]
pub enum Default {
    /// NULL (refused where the column is required).
    Null,
    /// A new time-ordered uuid.
    NewId,
    /// The present instant.
    Now,
    /// The caller's id.
    CallerId,
    /// A constant.
    Literal(Value),
}

/// A limit on a value. Violations answer `23514` with the constraint `<table>_<column>_check`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Length in characters, both ends included.
    Length(usize, usize),
    /// Number, both ends included.
    Range(i64, i64),
    /// Something other than white space.
    NotBlank,
    /// A plausible e-mail address.
    Email,
    /// An absolute `http` or `https` address.
    WebUrl,
    /// `#rrggbb`.
    Colour,
}

/// Where a column's value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Stored as written.
    Stored,
    /// Stored, but computed from the rest of the row at every write; callers cannot set it.
    Derived(fn(&Record) -> Value),
    /// Read through a foreign key: `column` of the row of `table` whose id is in `via`.
    Lookup {
        /// The foreign key column of this table.
        via: &'static str,
        /// The table it leads to (whose key is `id`).
        table: &'static str,
        /// The column shown.
        column: &'static str,
    },
    /// How many rows of `table` point here: `table.foreign = this.id`.
    Count {
        /// The counted table.
        table: &'static str,
        /// Its column that points here.
        foreign: &'static str,
    },
}

/// What an update or delete of the referenced row does here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDelete {
    /// The delete is refused (`23503`).
    Restrict,
    /// This row goes too.
    Cascade,
    /// This column becomes NULL.
    SetNull,
}

/// A foreign key of one column. Its constraint is named `<table>_<column>_fkey`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignKey {
    /// The referenced table.
    pub table: &'static str,
    /// The referenced column (unique there).
    pub column: &'static str,
    /// What happens when the referenced row goes.
    pub on_delete: OnDelete,
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name in SQL and on the wire.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// May it be NULL?
    pub nullable: bool,
    /// What a missing value becomes.
    pub default: Default,
    /// Limits.
    pub checks: Vec<Check>,
    /// Where the value comes from.
    pub source: Source,
    /// The row it points to.
    pub references: Option<ForeignKey>,
    /// Who may set it explicitly (`None`: whoever may write the row). Only words about the caller.
    pub write: Option<Rule>,
    /// Part of `select=*`? An unlisted column can be filtered by, never selected.
    pub listed: bool,
    /// Values sent for a computed column are dropped instead of refused (the original client sends them).
    pub ignored_on_write: bool,
    /// Applied to text before it is stored (sanitising HTML, trimming, lower case).
    pub clean: Option<fn(&str) -> String>,
    /// Set to the present instant at every update.
    pub touched: bool,
}

fn column(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        kind,
        nullable: true,
        default: Default::Null,
        checks: Vec::new(),
        source: Source::Stored,
        references: None,
        write: None,
        listed: true,
        ignored_on_write: false,
        clean: None,
        touched: false,
    }
}

/// A text column.
pub fn text(name: &'static str) -> Column {
    column(name, Kind::Text)
}
/// A uuid column.
pub fn uuid(name: &'static str) -> Column {
    column(name, Kind::Uuid)
}
/// An integer column.
pub fn int(name: &'static str) -> Column {
    column(name, Kind::Int)
}
/// A floating point column.
pub fn real(name: &'static str) -> Column {
    column(name, Kind::Real)
}
/// A truth column.
pub fn boolean(name: &'static str) -> Column {
    column(name, Kind::Bool)
}
/// An instant column.
pub fn timestamp(name: &'static str) -> Column {
    column(name, Kind::Timestamp)
}
/// A JSON column.
pub fn json(name: &'static str) -> Column {
    column(name, Kind::Json)
}
/// A list-of-text column.
pub fn text_array(name: &'static str) -> Column {
    column(name, Kind::TextArray)
        .required()
        .or(Value::Text("[]".into()))
}

impl Column {
    /// Not NULL.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.nullable = false;
        self
    }
    /// A constant default; the column is required from now on.
    #[must_use]
    pub fn or(mut self, value: impl Into<Value>) -> Self {
        self.default = Default::Literal(value.into());
        self.nullable = false;
        self
    }
    /// A new id by default.
    #[must_use]
    pub fn new_id(mut self) -> Self {
        self.default = Default::NewId;
        self.required()
    }
    /// The present instant by default.
    #[must_use]
    pub fn now(mut self) -> Self {
        self.default = Default::Now;
        self.required()
    }
    /// The present instant by default and again at every update.
    #[must_use]
    pub fn touched(mut self) -> Self {
        self.touched = true;
        self.now()
    }
    /// Filled with the caller's id when missing.
    #[must_use]
    pub fn caller(mut self) -> Self {
        self.default = Default::CallerId;
        self
    }
    /// Adds a limit.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }
    /// One of these words.
    #[must_use]
    pub fn one_of(self, words: &'static [&'static str]) -> Self {
        self.check(Check::OneOf(words))
    }
    /// Length in characters, both ends included.
    #[must_use]
    pub fn length(self, least: usize, most: usize) -> Self {
        self.check(Check::Length(least, most))
    }
    /// Points to `table.column`.
    #[must_use]
    pub fn references(mut self, table: &'static str, column: &'static str, on_delete: OnDelete) -> Self {
        self.references = Some(ForeignKey {
            table,
            column,
            on_delete,
        });
        self
    }
    /// Only these callers may set the column explicitly.
    #[must_use]
    pub fn set_by(mut self, rule: Rule) -> Self {
        self.write = Some(rule);
        self
    }
    /// Not part of `select=*` and never selectable: for filtering and internal use.
    #[must_use]
    pub fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }
    /// Computed at every write from the rest of the row.
    #[must_use]
    pub fn derived(mut self, from: fn(&Record) -> Value) -> Self {
        self.source = Source::Derived(from);
        self.write = Some(Rule::Nobody);
        self
    }
    /// Shown through a foreign key; a value sent for it is dropped.
    #[must_use]
    pub fn lookup(mut self, via: &'static str, table: &'static str, column: &'static str) -> Self {
        self.source = Source::Lookup { via, table, column };
        self.ignored_on_write = true;
        self
    }
    /// The number of rows of `table` whose `foreign` is this row's id.
    #[must_use]
    pub fn count_of(mut self, table: &'static str, foreign: &'static str) -> Self {
        self.source = Source::Count { table, foreign };
        self
    }
    /// Applied to text before it is stored.
    #[must_use]
    pub fn cleaned(mut self, clean: fn(&str) -> String) -> Self {
        self.clean = Some(clean);
        self
    }
    /// True for columns that exist in the database.
    pub fn is_stored(&self) -> bool {
        matches!(self.source, Source::Stored | Source::Derived(_))
    }
}

/// Who may do what with the rows. Missing means nobody.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which rows are visible.
    pub read: Rule,
    /// Which new rows are accepted.
    pub insert: Rule,
    /// Which rows may be changed; also what they must still satisfy afterwards.
    pub update: Rule,
    /// Which rows may be removed.
    pub delete: Rule,
}

/// Columns that read as NULL unless the rule admits the caller to the row.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The hidden columns.
    pub columns: Vec<&'static str>,
    /// Who sees them, row by row.
    pub unless: Rule,
}

/// A condition on the whole table that must hold after a write, e.g. "an admin remains".
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// A stable name, answered as the message with code `P0001`.
    pub name: &'static str,
    /// A select in the common subset that yields one truth.
    pub holds: &'static str,
}

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name in SQL and in the URL.
    pub name: &'static str,
    /// One sentence for people.
    pub about: &'static str,
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Primary key columns.
    pub primary_key: Vec<&'static str>,
    /// Further unique keys; named `<table>_<columns joined by _>_key`.
    pub unique: Vec<Vec<&'static str>>,
    /// Unique keys over part of the rows: columns and SQL condition; named `<table>_<columns>_active_key`.
    pub unique_where: Vec<(Vec<&'static str>, &'static str)>,
    /// Indexes: each a list such as `["is_published", "created_at desc"]`.
    pub indexes: Vec<Vec<&'static str>>,
    /// Who may do what.
    pub rules: Rules,
    /// Columns hidden row by row.
    pub masks: Vec<Mask>,
    /// Conditions that must survive every write.
    pub guards: Vec<Guard>,
    /// True for tables reached over the data service.
    pub exposed: bool,
}

/// Begins a table reached over the data service: closed until opened.
pub fn exposed(name: &'static str, about: &'static str) -> Table {
    Table {
        name,
        about,
        columns: Vec::new(),
        primary_key: vec!["id"],
        unique: Vec::new(),
        unique_where: Vec::new(),
        indexes: Vec::new(),
        rules: Rules {
            read: Rule::Nobody,
            insert: Rule::Nobody,
            update: Rule::Nobody,
            delete: Rule::Nobody,
        },
        masks: Vec::new(),
        guards: Vec::new(),
        exposed: true,
    }
}

/// Begins a table that no caller ever reaches over the data service.
pub fn internal(name: &'static str, about: &'static str) -> Table {
    Table {
        exposed: false,
        ..exposed(name, about)
    }
}

impl Table {
    /// Adds columns.
    #[must_use]
    pub fn columns<const N: usize>(mut self, columns: [Column; N]) -> Self {
        self.columns.extend(columns);
        self
    }
    /// Replaces the primary key (`id` unless said otherwise).
    #[must_use]
    pub fn primary_key<const N: usize>(mut self, columns: [&'static str; N]) -> Self {
        self.primary_key = columns.to_vec();
        self
    }
    /// Adds a unique key.
    #[must_use]
    pub fn unique<const N: usize>(mut self, columns: [&'static str; N]) -> Self {
        self.unique.push(columns.to_vec());
        self
    }
    /// Adds a unique key over the rows that satisfy a SQL condition.
    #[must_use]
    pub fn unique_where<const N: usize>(
        mut self,
        columns: [&'static str; N],
        condition: &'static str,
    ) -> Self {
        self.unique_where.push((columns.to_vec(), condition));
        self
    }
    /// Adds an index.
    #[must_use]
    pub fn index<const N: usize>(mut self, columns: [&'static str; N]) -> Self {
        self.indexes.push(columns.to_vec());
        self
    }
    /// Who sees which rows.
    #[must_use]
    pub fn read(mut self, rule: Rule) -> Self {
        self.rules.read = rule;
        self
    }
    /// Who may add which rows.
    #[must_use]
    pub fn insert(mut self, rule: Rule) -> Self {
        self.rules.insert = rule;
        self
    }
    /// Who may change which rows.
    #[must_use]
    pub fn update(mut self, rule: Rule) -> Self {
        self.rules.update = rule;
        self
    }
    /// Who may remove which rows.
    #[must_use]
    pub fn delete(mut self, rule: Rule) -> Self {
        self.rules.delete = rule;
        self
    }
    /// Hides columns unless the rule admits the caller to the row.
    #[must_use]
    pub fn mask<const N: usize>(mut self, columns: [&'static str; N], unless: Rule) -> Self {
        self.masks.push(Mask {
            columns: columns.to_vec(),
            unless,
        });
        self
    }
    /// Adds a condition that must survive every write.
    #[must_use]
    pub fn guard(mut self, name: &'static str, holds: &'static str) -> Self {
        self.guards.push(Guard { name, holds });
        self
    }
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
    /// Columns that exist in the database.
    pub fn stored(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.is_stored())
    }
    /// The rule that unmasks a column, if it is masked.
    pub fn mask_of(&self, column: &str) -> Option<&Rule> {
        self.masks
            .iter()
            .find(|mask| mask.columns.contains(&column))
            .map(|mask| &mask.unless)
    }
    /// `<table>_<columns>_key`, `<table>_pkey`, `<table>_<columns>_active_key`: the name of the unique constraint
    /// over exactly these columns.
    pub fn unique_constraint(&self, columns: &[&str]) -> Option<String> {
        if self.primary_key == columns {
            return Some(format!("{}_pkey", self.name));
        }
        if self.unique.iter().any(|key| key == columns) {
            return Some(format!("{}_{}_key", self.name, columns.join("_")));
        }
        self.unique_where
            .iter()
            .any(|(key, _)| key == columns)
            .then(|| format!("{}_{}_active_key", self.name, columns.join("_")))
    }
}

/// All tables, by name.
#[derive(Clone, Debug)]
pub struct Schema {
    tables: Vec<Table>,
}

impl Schema {
    /// From declarations, in the order in which they must be created.
    pub fn new(tables: Vec<Table>) -> Self {
        Self { tables }
    }
    /// Every table.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
    /// Any table of that name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
    /// The table of that name if callers may reach it over the data service.
    pub fn exposed(&self, name: &str) -> Option<&Table> {
        self.table(name).filter(|table| table.exposed)
    }
}
