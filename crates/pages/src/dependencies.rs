//! What a page read while it was made: by that, a committed change knows which pages it makes stale.

use std::collections::BTreeSet;

use ateneu_schema::{Schema, Source, Table};
use url::form_urlencoded;

/// One thing a page depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependency {
    /// Anything at all: what was asked for could not be narrowed down.
    Everything,
    /// Any row of the table.
    Table(String),
    /// The row of the table with this key, in the form of [`row_key`].
    Row(String, String),
}

/// Everything one page depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies(BTreeSet<Dependency>);

/// The name under which a page that shows the owner's words depends on them.
pub const CONTENT: &str = "content";

/// Two spellings of one key (a uuid in capitals, or without hyphens) are one key.
pub fn row_key(text: &str) -> String {
    let significant = text.chars().filter(|c| c.is_alphanumeric());
    significant.flat_map(char::to_lowercase).collect()
}

impl Dependencies {
    /// Adds one dependency.
    pub fn add(&mut self, read: Dependency) {
        self.0.insert(read);
    }

    /// Each dependency once.
    pub fn iter(&self) -> impl Iterator<Item = &Dependency> {
        self.0.iter()
    }

    /// Adds what a request by this path and query reads. What is not understood counts as everything.
    pub fn add_url(&mut self, schema: &Schema, path_and_query: &str) {
        let (path, query) = path_and_query.split_once('?').unwrap_or((path_and_query, ""));
        if path.starts_with("/content/") {
            return self.add(Dependency::Table(CONTENT.to_owned()));
        }
        let name = path.strip_prefix("/rest/v1/").unwrap_or_default();
        match schema.exposed(name) {
            Some(table) => self.add_query(schema, table, query),
            None => self.add(Dependency::Everything),
        }
    }

    fn add_query(&mut self, schema: &Schema, table: &Table, query: &str) {
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let one_row = pairs.iter().find_map(|(name, value)| {
            let key = value.strip_prefix("eq.")?;
            (table.primary_key == [name.as_str()]).then(|| row_key(key))
        });
        self.add(match one_row {
            Some(key) => Dependency::Row(table.name.to_owned(), key),
            None => Dependency::Table(table.name.to_owned()),
        });

        let select = pairs.iter().find(|(name, _)| name == "select");
        let selects_all = select.is_none_or(|(_, columns)| columns.contains('*'));
        let mentioned = |column: &str| {
            let in_pair = |(name, value): &(String, String)| name.contains(column) || value.contains(column);
            selects_all || pairs.iter().any(in_pair)
        };
        self.add_computed(table, mentioned);
        for target in select.iter().flat_map(|(_, columns)| embedded(columns)) {
            match resolve(schema, target) {
                Some(table) => {
                    self.add(Dependency::Table(table.name.to_owned()));
                    self.add_computed(table, |_| true);
                }
                None => self.add(Dependency::Everything),
            }
        }
    }

    /// The tables behind computed columns that the query mentions.
    fn add_computed(&mut self, table: &Table, mentioned: impl Fn(&str) -> bool) {
        for column in &table.columns {
            if let Source::Lookup { table, .. } | Source::Count { table, .. } = column.source
                && mentioned(column.name)
            {
                self.add(Dependency::Table(table.to_owned()));
            }
        }
    }
}

/// The names before an opening parenthesis in a select list: `a,alias:target!hint(b,other(c))` gives target, other.
fn embedded(select: &str) -> impl Iterator<Item = &str> {
    select.match_indices('(').map(|(at, _)| {
        let before = &select[..at];
        let item = before.rsplit([',', '(']).next().unwrap_or(before);
        let target = item.rsplit(':').next().unwrap_or(item);
        target.split('!').next().unwrap_or(target).trim_start_matches("...")
    })
}

/// An embed names a table, a foreign key column, or a foreign key constraint.
fn resolve<'a>(schema: &'a Schema, target: &str) -> Option<&'a Table> {
    schema.exposed(target).or_else(|| {
        let referenced = schema.tables().iter().find_map(|table| {
            let is_named =
                |column: &str| column == target || format!("{}_{column}_fkey", table.name) == target;
            let column = table.columns.iter().find(|column| is_named(column.name))?;
            column.references.as_ref()
        })?;
        schema.table(referenced.table)
    })
}

#[cfg(test)]
mod tests {
    use ateneu_schema::{
        OnDelete,
        table::{exposed, internal, text, uuid},
    };

    use super::*;

    fn schema() -> Schema {
        Schema::new(vec![
            exposed("categories", "").columns([uuid("id"), text("name")]),
            exposed("contents", "").columns([
                uuid("id"),
                text("title"),
                text("category").lookup("category_id", "categories", "name"),
                uuid("category_id").references("categories", "id", OnDelete::Restrict),
            ]),
            internal("users", "").columns([uuid("id")]),
        ])
    }

    fn reads(url: &str) -> Vec<Dependency> {
        let mut reads = Dependencies::default();
        reads.add_url(&schema(), url);
        reads.iter().cloned().collect()
    }

    fn table(name: &str) -> Dependency {
        Dependency::Table(name.to_owned())
    }

    #[test]
    fn a_list_depends_on_its_table_and_on_the_tables_of_the_computed_columns_it_names() {
        let both = vec![table("categories"), table("contents")];
        assert_eq!(reads("/rest/v1/contents?select=id%2Ctitle"), [table("contents")]);
        for url in [
            "/rest/v1/contents?select=id,category",
            "/rest/v1/contents?select=*",
            "/rest/v1/contents",
            "/rest/v1/contents?select=id&category=eq.Gest%C3%A3o",
            "/rest/v1/contents?select=id&order=category.asc",
        ] {
            assert_eq!(reads(url), both, "{url}");
        }
    }

    #[test]
    fn a_row_asked_for_by_key_depends_on_that_row_however_the_key_is_spelled() {
        let row = vec![Dependency::Row("contents".into(), "ab12".into())];
        assert_eq!(reads("/rest/v1/contents?select=id&id=eq.AB-12"), row);
        assert_eq!(reads("/rest/v1/contents?select=id&id=eq.ab12"), row);
        assert_eq!(reads("/rest/v1/contents?select=id&id=neq.ab12"), [table("contents")]);
    }

    #[test]
    fn embedded_tables_are_found_by_table_column_or_constraint_name() {
        let both = vec![table("categories"), table("contents")];
        for target in [
            "categories(name)",
            "c:categories!inner(name)",
            "category_id(name)",
            "contents_category_id_fkey(name)",
            "...categories(name)",
        ] {
            assert_eq!(reads(&format!("/rest/v1/contents?select=id,{target}")), both, "{target}");
        }
    }

    #[test]
    fn what_is_not_understood_counts_as_everything() {
        for url in ["/rest/v1/rpc/count", "/storage/v1/object/x", "/rest/v1/users", "/rest/v1/contents/x"] {
            assert_eq!(reads(url), [Dependency::Everything], "{url}");
        }
        assert!(reads("/rest/v1/contents?select=id,unknown(x)").contains(&Dependency::Everything));
        assert_eq!(reads("/content/home.json"), [table(CONTENT)]);
    }
}
