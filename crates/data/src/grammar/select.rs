//! `select=`: columns, aliases, casts, JSON paths, aggregates, embedded and spread relations.

use serde::{Deserialize, de::IntoDeserializer};
use strum::IntoStaticStr;

use super::{Cursor, Field};
use crate::error::Error;

/// Maximum number of items of a level.
const ITEMS: usize = 100;
/// Maximum length of an alias in bytes: PostgreSQL cuts longer names.
const MAX_ALIAS_LENGTH: usize = 63;
/// Maximum nesting depth of relations: each level multiplies the response.
const RELATIONS: usize = 4;

/// One item of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectItem {
    /// `*`: every listed column.
    All,
    /// A column or a part of it.
    Column {
        field: Field,
        /// The key in the response, if it is not the field's own.
        alias: Option<String>,
        /// Cast, from `::type`.
        cast: Option<String>,
        /// Aggregate such as `.sum()`, applied after the cast.
        aggregate: Option<Aggregate>,
    },
    /// Number of rows, from `count()`.
    Count {
        /// The key in the response, if it is not `count`.
        alias: Option<String>,
        /// Cast, from `::type`.
        cast: Option<String>,
    },
    Embed(Relation),
}

/// An aggregate of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    pub function: Function,
    /// Cast of its result, from `::type`.
    pub cast: Option<String>,
}

/// The aggregate functions of PostgREST.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "lowercase")]
pub enum Function {
    Avg,
    Count,
    Max,
    Min,
    Sum,
}

impl Function {
    /// Returns the name in SQL, which is also the key of the result.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Table, foreign key column or constraint.
    pub name: String,
    pub alias: Option<String>,
    /// Column or constraint that names the foreign key.
    pub hint: Option<String>,
    /// True for `!inner`: rows without a match are left out.
    pub inner: bool,
    /// True for `...`: its columns join those of the embedding row.
    pub spread: bool,
    /// Shown items of the relation. An empty list shows nothing.
    pub items: Vec<SelectItem>,
}

pub fn parse(text: &str) -> Result<Vec<SelectItem>, Error> {
    let mut cursor = Cursor::new("select parameter", text);
    if text.trim().is_empty() {
        return Ok(vec![SelectItem::All]);
    }
    let items = items(&mut cursor, 0)?;
    cursor.end()?;
    Ok(items)
}

fn items(cursor: &mut Cursor<'_>, depth: usize) -> Result<Vec<SelectItem>, Error> {
    if depth > RELATIONS {
        return Err(cursor.unexpected("fewer nested relations"));
    }
    let mut items = vec![item(cursor, depth)?];
    while cursor.takes(",") {
        if items.len() == ITEMS {
            return Err(cursor.unexpected("fewer selected columns"));
        }
        items.push(item(cursor, depth)?);
    }
    Ok(items)
}

fn item(cursor: &mut Cursor<'_>, depth: usize) -> Result<SelectItem, Error> {
    cursor.take_while(|c| c == ' ');
    if cursor.takes("...") {
        let name = cursor.name()?;
        return Ok(SelectItem::Embed(Relation { spread: true, ..relation(cursor, name, None, depth)? }));
    }
    if cursor.takes("*") {
        return Ok(SelectItem::All);
    }
    let mut name = cursor.name()?;
    let mut alias = None;
    if cursor.rest().starts_with(':') && !cursor.rest().starts_with("::") {
        cursor.takes(":");
        if name.is_empty() || name.len() > MAX_ALIAS_LENGTH {
            return Err(cursor.unexpected("an alias of 1 to 63 bytes"));
        }
        alias = Some(name);
        name = cursor.name()?;
    }
    if name == "count" && cursor.takes("()") {
        return Ok(SelectItem::Count { alias, cast: cast(cursor)? });
    }
    if cursor.rest().starts_with(['!', '(']) {
        return relation(cursor, name, alias, depth).map(SelectItem::Embed);
    }
    let field = cursor.json_steps(name)?;
    let before = cast(cursor)?;
    let aggregate = if cursor.takes(".") { Some(aggregate(cursor)?) } else { None };
    Ok(SelectItem::Column { field, alias, cast: before, aggregate })
}

fn aggregate(cursor: &mut Cursor<'_>) -> Result<Aggregate, Error> {
    let expected = "aggregate function (avg, count, max, min, sum)";
    let function = Function::deserialize(cursor.name()?.into_deserializer());
    let function = function.map_err(|_: serde::de::value::Error| cursor.unexpected(expected))?;
    cursor.expect("()")?;
    Ok(Aggregate { function, cast: cast(cursor)? })
}

fn cast(cursor: &mut Cursor<'_>) -> Result<Option<String>, Error> {
    if !cursor.takes("::") {
        return Ok(None);
    }
    let name = cursor.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '[' | ']'));
    if name.is_empty() {
        return Err(cursor.unexpected("a type name"));
    }
    Ok(Some(name.trim().to_lowercase()))
}

fn relation(
    cursor: &mut Cursor<'_>,
    name: String,
    alias: Option<String>,
    depth: usize,
) -> Result<Relation, Error> {
    let mut relation = Relation { name, alias, hint: None, inner: false, spread: false, items: Vec::new() };
    while cursor.takes("!") {
        let word = cursor.name()?;
        match word.as_str() {
            "inner" => relation.inner = true,
            "left" => relation.inner = false,
            _ if relation.hint.is_none() => relation.hint = Some(word),
            _ => return Err(cursor.unexpected("one hint")),
        }
    }
    cursor.expect("(")?;
    if !cursor.takes(")") {
        relation.items = items(cursor, depth + 1)?;
        cursor.expect(")")?;
    }
    Ok(relation)
}

#[cfg(test)]
mod tests {
    use ateneu_db::JsonStep;

    use super::*;

    fn column(name: &str) -> SelectItem {
        SelectItem::Column {
            field: Field { column: name.into(), steps: Vec::new(), as_text: false },
            alias: None,
            cast: None,
            aggregate: None,
        }
    }

    #[test]
    fn reads_columns_aliases_casts_and_json_paths() {
        assert_eq!(parse("*").unwrap(), [SelectItem::All]);
        assert_eq!(parse("id,title").unwrap(), [column("id"), column("title")]);
        assert_eq!(parse("\"a b,c\"").unwrap(), [column("a b,c")]);
        let items = parse("day:created_at::text,meta->a->0->>b").unwrap();
        let SelectItem::Column { alias, cast, .. } = &items[0] else { panic!("a column") };
        assert_eq!((alias.as_deref(), cast.as_deref()), (Some("day"), Some("text")));
        let SelectItem::Column { field, .. } = &items[1] else { panic!("a column") };
        assert_eq!(field.steps, [JsonStep::Key("a".into()), JsonStep::Index(0), JsonStep::Key("b".into())]);
        assert_eq!((field.as_text, field.key()), (true, "b"));
    }

    #[test]
    fn reads_relations_with_hints_and_nesting() {
        let items = parse("id,writer:users!author_id!inner(name,posts(*))").unwrap();
        let SelectItem::Embed(relation) = &items[1] else { panic!("a relation") };
        assert_eq!(relation.alias.as_deref(), Some("writer"));
        assert_eq!(relation.hint.as_deref(), Some("author_id"));
        assert!(relation.inner);
        assert_eq!(relation.items.len(), 2);
    }

    #[test]
    fn reads_aggregates_and_spreads() {
        let items = parse("n:count()::text,s:meta->>a::int.sum()::text,...users!inner(name)").unwrap();
        assert_eq!(items[0], SelectItem::Count { alias: Some("n".into()), cast: Some("text".into()) });
        let SelectItem::Column { alias, cast, aggregate, .. } = &items[1] else { panic!("a column") };
        assert_eq!((alias.as_deref(), cast.as_deref()), (Some("s"), Some("int")));
        assert_eq!(*aggregate, Some(Aggregate { function: Function::Sum, cast: Some("text".into()) }));
        let SelectItem::Embed(relation) = &items[2] else { panic!("a relation") };
        assert!(relation.spread && relation.inner);
    }

    #[test]
    fn malformed_selections_are_refused() {
        let malformed = "id, , a( a(b a) a: a-> a:: a.sum a.mode() \"a a!x!y(b) ...a b:...a(c) ...a:b(c)";
        for text in malformed.split(' ') {
            assert!(matches!(parse(text), Err(Error::Syntax { .. })), "{text}");
        }
        assert!(parse(&"a(".repeat(5_000)).is_err());
    }
}
