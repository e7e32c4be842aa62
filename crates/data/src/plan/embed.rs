//! Embedding: finds the foreign key that joins two tables.

use ateneu_schema::{Column, Schema, Table};

use crate::{
    error::{Choice, Error},
    grammar::Relation,
};

struct Candidate<'s> {
    near: &'s Column,
    far: &'s Column,
    target: &'s Table,
    many: bool,
    /// Column and constraint of the foreign key, as named by hints.
    key: &'s str,
    constraint: String,
}

impl Candidate<'_> {
    /// Returns `true` if the hint names this key. If a table refers to itself, the constraint names both directions,
    /// and so neither.
    fn fits(&self, hint: &str, table: &Table) -> bool {
        let is_self = self.target.name == table.name;
        self.key == hint || !is_self && (self.constraint == hint || self.target.name == hint)
    }

    fn choice(&self, table: &Table) -> Choice {
        let Self { near, far, target, constraint, .. } = self;
        Choice {
            cardinality: if self.many { "one-to-many" } else { "many-to-one" },
            relationship: format!(
                "{constraint} using {}({}) and {}({})",
                table.name, near.name, target.name, far.name
            ),
            hint: if target.name == table.name { self.key.to_owned() } else { constraint.clone() },
        }
    }
}

/// Returns the one foreign key between a table and the relation's name: `(near, far, target, many)`.
pub fn relationship<'s>(
    schema: &'s Schema,
    table: &'s Table,
    relation: &Relation,
) -> Result<(&'s Column, &'s Column, &'s Table, bool), Error> {
    let mut candidates = to_one(schema, table, &relation.name);
    candidates.extend(from_others(schema, table, &relation.name));
    if let Some(hint) = &relation.hint {
        candidates.retain(|candidate| candidate.fits(hint, table));
    }
    match candidates.as_slice() {
        [only] => Ok((only.near, only.far, only.target, only.many)),
        [] if joined_by_a_third(schema, table, &relation.name) => {
            Err(Error::NotImplemented("Many-to-many embedding is not implemented"))
        }
        [] => Err(Error::NoRelationship {
            from: table.name.into(),
            to: relation.name.clone(),
            hint: relation.hint.clone(),
        }),
        several => Err(Error::Ambiguous {
            from: table.name.into(),
            to: relation.name.clone(),
            choices: several.iter().map(|candidate| candidate.choice(table)).collect(),
        }),
    }
}

fn constraint(table: &Table, column: &Column) -> String {
    format!("{}_{}_fkey", table.name, column.name)
}

/// Returns the foreign keys of this table that lead to the name: a table, a column or a constraint. One to this table
/// itself is named by its column alone, because PostgREST reads the table's name as the other direction.
fn to_one<'s>(schema: &'s Schema, table: &'s Table, name: &str) -> Vec<Candidate<'s>> {
    let candidate = |near: &'s Column| {
        let key = near.references?;
        let target = schema.exposed(key.table)?;
        let constraint = constraint(table, near);
        let is_self = key.table == table.name;
        let is_named = near.name == name || !is_self && (key.table == name || constraint == name);
        let far = target.column(key.column).filter(|_| is_named)?;
        Some(Candidate { near, far, target, many: false, key: near.name, constraint })
    };
    table.stored().filter_map(candidate).collect()
}

/// Returns the foreign keys of the named table that lead here.
fn from_others<'s>(schema: &'s Schema, table: &'s Table, name: &str) -> Vec<Candidate<'s>> {
    let candidate = |(target, far): (&'s Table, &'s Column)| {
        let key = far.references.filter(|key| key.table == table.name)?;
        let constraint = constraint(target, far);
        let is_self = target.name == table.name;
        let is_named = target.name == name || !is_self && constraint == name;
        let near = table.column(key.column).filter(|_| is_named)?;
        Some(Candidate { near, far, target, many: !is_unique(target, far.name), key: far.name, constraint })
    };
    let others = schema.tables().iter().filter(|other| other.exposed);
    others.flat_map(|other| other.stored().map(move |far| (other, far))).filter_map(candidate).collect()
}

fn is_unique(table: &Table, column: &str) -> bool {
    table.primary_key == [column] || table.unique.iter().any(|key| key == &[column])
}

fn joined_by_a_third(schema: &Schema, table: &Table, name: &str) -> bool {
    let leads_to = |junction: &Table, to: &str| {
        junction.stored().any(|column| column.references.is_some_and(|key| key.table == to))
    };
    let joins = |junction: &Table| {
        let is_third = junction.name != table.name && junction.name != name;
        is_third && junction.exposed && leads_to(junction, table.name) && leads_to(junction, name)
    };
    schema.exposed(name).is_some() && schema.tables().iter().any(joins)
}
