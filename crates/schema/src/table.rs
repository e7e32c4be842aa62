//! The language of table declarations: columns, checks, keys, indexes, rules and masks on one screen.
//!
//! SQL, migrations, TypeScript types, the access matrix and the names of constraints in error messages are derived from
//! these declarations.

use std::collections::HashMap;

pub use crate::column::*;
use crate::{FactSource, PersonalColumn, Rule, WithoutPerson};

/// Callers that may read and write the rows. A missing rule admits nobody.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Rows that are visible.
    pub read: Rule,
    /// New rows that are accepted.
    pub insert: Rule,
    /// Rows that may be changed. The rule must still hold afterwards.
    pub update: Rule,
    /// Rows that may be deleted.
    pub delete: Rule,
}

/// Columns that read as NULL unless the rule admits the caller to the row.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The hidden columns.
    pub columns: Vec<&'static str>,
    /// Callers who see them, row by row.
    pub unless: Rule,
}

/// A condition on the whole table that must hold after a write, e.g. "an admin remains".
#[derive(Clone, Copy, Debug)]
pub struct TableInvariant {
    /// A stable name, answered as the message with code `P0001`.
    pub name: &'static str,
    /// A select in the common subset that yields one boolean.
    pub holds: &'static str,
}

/// Limit on the rows that visitors and people may add. The service key is exempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InsertLimit {
    /// Maximum number of rows from one address in an hour. More are refused with `429`.
    pub per_hour: Option<u32>,
    /// Minutes within which the same values of these columns are refused with `23505`.
    pub once_in_minutes: Option<(u32, Vec<&'static str>)>,
}

/// Grammatical gender of a Portuguese noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gender {
    /// `criada`.
    Feminine,
    /// `criado`.
    Masculine,
}

impl Gender {
    /// Returns the last letter of a participle beside such a noun.
    pub fn ending(self) -> char {
        match self {
            Self::Feminine => 'a',
            Self::Masculine => 'o',
        }
    }
}

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name in SQL and in the URL.
    pub name: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
    /// Portuguese name of one row in the panel. Every exposed table has it.
    pub row_label: Option<(&'static str, Gender)>,
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
    /// Rights of callers.
    pub rules: Rules,
    /// Limit on the rows that may be added.
    pub insert_limit: InsertLimit,
    /// Maximum number of rows of the person in a column. Administrators and the service key may add more.
    pub most_rows: Option<(&'static str, u32)>,
    /// Columns hidden row by row.
    pub masks: Vec<Mask>,
    /// Conditions that must hold after every write.
    pub invariants: Vec<TableInvariant>,
    /// True if the rows hold texts that people wrote about themselves: the audit log leaves those texts out.
    pub personal: bool,
    /// Columns that name people, beyond what foreign keys say; see [`Table::personal_columns`].
    pub declared_personal: Vec<PersonalColumn>,
    /// Columns whose texts may mention people by id or address.
    pub personal_texts: Vec<&'static str>,
    /// Columns whose texts link to people, with the function that removes the links to one person.
    pub mentions: Vec<(&'static str, WithoutPerson)>,
    /// Facts about a person that the rows hold.
    pub facts: Option<FactSource>,
    /// Buckets whose files are kept while a text of a row holds their address.
    pub file_addresses: Vec<&'static str>,
    /// The column with the id of the owner of a row's files, if it is not the row itself.
    pub files_belong_to: Option<&'static str>,
    /// True for tables reached over the data service.
    pub exposed: bool,
    /// True for tables whose changes clients may subscribe to.
    pub is_live: bool,
    /// The instant that a DELETE sets instead of removing the row, except with the service key.
    pub soft_delete: Option<&'static str>,
}

/// Begins a table reached over the data service. Without rules it admits nobody.
pub fn exposed(name: &'static str, about: &'static str) -> Table {
    Table {
        name,
        about,
        row_label: None,
        columns: Vec::new(),
        primary_key: vec!["id"],
        unique: Vec::new(),
        unique_where: Vec::new(),
        indexes: Vec::new(),
        rules: Rules { read: Rule::Nobody, insert: Rule::Nobody, update: Rule::Nobody, delete: Rule::Nobody },
        insert_limit: InsertLimit::default(),
        most_rows: None,
        masks: Vec::new(),
        invariants: Vec::new(),
        personal: false,
        declared_personal: Vec::new(),
        personal_texts: Vec::new(),
        mentions: Vec::new(),
        facts: None,
        file_addresses: Vec::new(),
        files_belong_to: None,
        exposed: true,
        is_live: false,
        soft_delete: None,
    }
}

/// Begins a table that the data service never exposes.
pub fn internal(name: &'static str, about: &'static str) -> Table {
    Table { exposed: false, ..exposed(name, about) }
}

impl Table {
    /// Sets the Portuguese name of one row in the panel.
    #[must_use]
    pub fn row_label(mut self, noun: &'static str, gender: Gender) -> Self {
        self.row_label = Some((noun, gender));
        self
    }
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
    /// Sets the rule for the rows that callers see.
    #[must_use]
    pub fn read(mut self, rule: Rule) -> Self {
        self.rules.read = rule;
        self
    }
    /// Sets the rule for adding rows.
    #[must_use]
    pub fn insert(mut self, rule: Rule) -> Self {
        self.rules.insert = rule;
        self
    }
    /// Sets the rule for changing rows.
    #[must_use]
    pub fn update(mut self, rule: Rule) -> Self {
        self.rules.update = rule;
        self
    }
    /// Sets the rule for deleting rows.
    #[must_use]
    pub fn delete(mut self, rule: Rule) -> Self {
        self.rules.delete = rule;
        self
    }
    /// Sets one rule for adding, changing and deleting rows.
    #[must_use]
    pub fn write(self, rule: Rule) -> Self {
        self.insert(rule.clone()).update(rule.clone()).delete(rule)
    }
    /// Limits the rows that one address may add in an hour.
    #[must_use]
    pub fn inserts_per_hour(mut self, most: u32) -> Self {
        self.insert_limit.per_hour = Some(most);
        self
    }
    /// Limits the rows that the person in a column may have.
    #[must_use]
    pub fn rows_per_person(mut self, person: &'static str, most: u32) -> Self {
        self.most_rows = Some((person, most));
        self
    }
    /// Accepts the same values of these columns once within `minutes`: a repeated submission stores one row.
    #[must_use]
    pub fn once_in_minutes<const N: usize>(mut self, minutes: u32, columns: [&'static str; N]) -> Self {
        self.insert_limit.once_in_minutes = Some((minutes, columns.to_vec()));
        self
    }
    /// Hides columns unless the rule admits the caller to the row.
    #[must_use]
    pub fn mask<const N: usize>(mut self, columns: [&'static str; N], unless: Rule) -> Self {
        self.masks.push(Mask { columns: columns.to_vec(), unless });
        self
    }
    /// Adds a condition that must hold after every write.
    #[must_use]
    pub fn invariant(mut self, name: &'static str, holds: &'static str) -> Self {
        self.invariants.push(TableInvariant { name, holds });
        self
    }
    /// Lets clients subscribe to the changes that they may read. Changes are then announced with the row before.
    #[must_use]
    pub fn live(mut self) -> Self {
        self.is_live = true;
        self
    }
    /// Makes a DELETE set this instant instead of removing the row, except with the service key. A row with the instant
    /// counts as deleted: another DELETE does not find it.
    #[must_use]
    pub fn soft_delete(mut self, column: &'static str) -> Self {
        self.soft_delete = Some(column);
        self
    }
    /// Keeps the texts of its rows out of the audit log.
    #[must_use]
    pub fn personal(mut self) -> Self {
        self.personal = true;
        self
    }
    /// Declares that texts of the rows may hold addresses of files of this bucket.
    #[must_use]
    pub fn file_addresses(mut self, bucket: &'static str) -> Self {
        self.file_addresses.push(bucket);
        self
    }
    /// Declares that the files in the texts belong to the row of another table with the id in this column.
    #[must_use]
    pub fn files_belong_to(mut self, column: &'static str) -> Self {
        self.files_belong_to = Some(column);
        self
    }
    /// Returns the column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
    /// Returns the columns that exist in the database.
    pub fn stored(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.is_stored())
    }
    /// Returns the rule that unmasks a column, if it is masked.
    pub fn mask_of(&self, column: &str) -> Option<&Rule> {
        self.masks.iter().find(|mask| mask.columns.contains(&column)).map(|mask| &mask.unless)
    }
    /// Returns the name of the unique constraint over exactly these columns: `<table>_<columns>_key`, `<table>_pkey` or
    /// `<table>_<columns>_active_key`.
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
    places: HashMap<&'static str, usize>,
    /// Live tables that announce counts, by the counted table. Each is a position, with the column of the counted table
    /// that refers to its rows.
    counters: HashMap<&'static str, Vec<(usize, &'static str)>>,
}

impl Schema {
    /// Builds a schema from declarations. Tables follow those that they refer to, otherwise the given order.
    pub fn new(declared: Vec<Table>) -> Self {
        fn place(name: &str, waiting: &mut Vec<Table>, tables: &mut Vec<Table>) {
            let Some(at) = waiting.iter().position(|table| table.name == name) else { return };
            let table = waiting.remove(at);
            for key in table.columns.iter().filter_map(|column| column.references) {
                place(key.table, waiting, tables);
            }
            tables.push(table);
        }
        let (mut waiting, mut tables) = (declared, Vec::new());
        while let Some(name) = waiting.first().map(|table| table.name) {
            place(name, &mut waiting, &mut tables);
        }
        let places = tables.iter().enumerate().map(|(place, table)| (table.name, place)).collect();
        let mut counters: HashMap<_, Vec<_>> = HashMap::new();
        for (place, table) in tables.iter().enumerate().filter(|(_, table)| table.is_live) {
            for column in &table.columns {
                if let Source::Count { table: counted, foreign, announced: true, .. } = column.source {
                    let counters = counters.entry(counted).or_default();
                    if !counters.contains(&(place, foreign)) {
                        counters.push((place, foreign));
                    }
                }
            }
        }
        Self { tables, places, counters }
    }
    /// All tables.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
    /// Returns the table of that name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(*self.places.get(name)?)
    }
    /// Returns the live tables that announce counts of `counted`, each with the column of `counted` that refers to it.
    pub fn counters_of(&self, counted: &str) -> impl Iterator<Item = (&Table, &'static str)> {
        let counters = self.counters.get(counted).into_iter().flatten();
        counters.filter_map(|(place, foreign)| Some((self.tables.get(*place)?, *foreign)))
    }
    /// Returns the table of that name if the data service exposes it.
    pub fn exposed(&self, name: &str) -> Option<&Table> {
        self.table(name).filter(|table| table.exposed)
    }
}
