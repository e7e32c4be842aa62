//! The members of a row as SQL: values, embedded rows, the columns of spread relations, and aggregates.
//!
//! An aggregate uses only values of [`Builder::visible`] in rows that the read rule admits: it can reveal no more than
//! a list of the same rows.

use ateneu_schema::Kind;

use super::{Builder, order::direction_and_nulls};
use crate::{
    grammar::Function,
    plan::{Aggregate, By, Cast, ColumnPath, Embed, Node, Order, Output, kind_after},
};

/// Form in which an expression is put into a JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Value(Kind),
    Json,
}

impl Shape {
    /// Returns the kind of the value after a subquery, in which JSON becomes text.
    pub(super) fn kind(self) -> Kind {
        match self {
            Shape::Value(kind) => kind,
            Shape::Json => Kind::Json,
        }
    }
}

/// One member of a row.
struct Member<'n, 's> {
    key: String,
    /// SQL of the value. `*` for the row itself.
    value: String,
    shape: Shape,
    aggregate: Option<Aggregate>,
    /// Relation that it is spread from, and the column that it shows unchanged.
    origin: (Option<usize>, Option<&'n ColumnPath<'s>>),
}

impl Builder<'_> {
    /// Returns SQL of the JSON object of each row without aggregates.
    pub(super) fn object(&mut self, node: &Node<'_>) -> String {
        let members: Vec<(String, String)> = self
            .members(node)
            .into_iter()
            .map(|member| {
                let value = self.placed(&member.value, member.shape);
                (member.key, value)
            })
            .collect();
        self.dialect.json_object(&members)
    }

    /// Returns SQL of the JSON object of each row or group, and of its source: `FROM ... ORDER BY ...`.
    pub(super) fn objects(&mut self, node: &Node<'_>, from: &str) -> (String, String) {
        if !node.is_grouped() {
            let object = self.object(node);
            let order = self.order(node);
            return (object, format!("{from}{order}"));
        }
        let members = self.members(node);
        let (mut object, mut columns, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        for (index, member) in members.iter().enumerate() {
            let place = format!("g{}.v{index}", node.alias);
            let (value, kind) = match member.aggregate {
                Some(aggregate) => self.aggregated(member, aggregate),
                None => {
                    let equal = match member.shape.kind() {
                        Kind::Json => Some(self.dialect.json_equal(&member.value)),
                        _ => None,
                    };
                    let own = (index + 1).to_string();
                    groups.push(equal.filter(|equal| *equal != member.value).unwrap_or(own));
                    let value = match member.shape {
                        Shape::Json => self.dialect.json_key(&member.value),
                        Shape::Value(_) => member.value.clone(),
                    };
                    (value, member.shape.kind())
                }
            };
            object.push((member.key.clone(), self.dialect.json_value(&place, kind)));
            columns.push(format!("{value} AS v{index}"));
        }
        let groups =
            if groups.is_empty() { String::new() } else { format!(" GROUP BY {}", groups.join(", ")) };
        let terms: Vec<String> = node
            .order
            .iter()
            .filter_map(|term| {
                let index = members.iter().position(|member| is_ordered_by(member, term))?;
                let place = format!("g{}.v{index}", node.alias);
                let places = match members[index].shape.kind() {
                    Kind::Json => self.dialect.json_order(&place),
                    _ => vec![place],
                };
                Some(places.into_iter().map(|place| format!("{place}{}", direction_and_nulls(term))))
            })
            .flatten()
            .collect();
        let order = if terms.is_empty() { String::new() } else { format!(" ORDER BY {}", terms.join(", ")) };
        let from = format!("FROM (SELECT {} {from}{groups}) g{}{order}", columns.join(", "), node.alias);
        (self.dialect.json_object(&object), from)
    }

    fn members<'n, 's>(&mut self, node: &'n Node<'s>) -> Vec<Member<'n, 's>> {
        let mut members = Vec::new();
        for output in &node.output {
            match output {
                Output::Value { key, column_path, cast, aggregate } => {
                    let value = self.column_path(node.table, node.alias, column_path);
                    let unchanged = cast.is_none() && aggregate.is_none();
                    members.push(Member {
                        key: key.clone(),
                        value: self.cast(value, column_path.kind(), *cast),
                        shape: Shape::Value(kind_after(column_path.kind(), *cast)),
                        aggregate: *aggregate,
                        origin: (None, unchanged.then_some(column_path)),
                    });
                }
                Output::Count { key, cast } => members.push(Member {
                    key: key.clone(),
                    value: "*".into(),
                    shape: Shape::Value(Kind::Int),
                    aggregate: Some(Aggregate { function: Function::Count, cast: *cast }),
                    origin: (None, None),
                }),
                Output::Embed(index) => {
                    let embed = &node.embeds[*index];
                    if embed.has_output() {
                        members.push(Member {
                            key: embed.key.clone(),
                            value: self.embedded(node, embed),
                            shape: Shape::Json,
                            aggregate: None,
                            origin: (None, None),
                        });
                    }
                }
                Output::Spread(index) => {
                    let spread = self.spread(node, &node.embeds[*index]);
                    members.extend(spread.into_iter().map(|(member, direct)| Member {
                        origin: (Some(*index), member.origin.1.filter(|_| direct)),
                        ..member
                    }));
                }
            }
        }
        members
    }

    /// Returns the members of a relation as members of the row that spreads it: each value by itself, or each as a
    /// list, with `true` for columns of that relation itself.
    fn spread<'n, 's>(&mut self, outer: &Node<'_>, embed: &'n Embed<'s>) -> Vec<(Member<'n, 's>, bool)> {
        let inner = self.members(&embed.node);
        if inner.is_empty() {
            return Vec::new();
        }
        let from = self.source_of(outer, embed);
        let (order, range) = if embed.many {
            (self.total_order(&embed.node), self.embedded_range(embed))
        } else {
            (String::new(), " LIMIT 1".into())
        };
        let wrapped = inner.into_iter().map(|member| {
            let direct = member.origin.0.is_none();
            let value = if member.value == "*" { "1" } else { &member.value };
            let (value, shape) = if embed.many {
                let list = format!("SELECT {value} AS body {from}{order}{range}");
                (self.dialect.json_list(&list, member.shape.kind()), Shape::Json)
            } else {
                let value = format!("(SELECT {value} {from}{range})");
                (value, Shape::Value(member.shape.kind()))
            };
            (Member { value, shape, ..member }, direct)
        });
        wrapped.collect()
    }

    /// Returns a total ` ORDER BY ...`, so that several lists of the same rows have the same order.
    fn total_order(&mut self, node: &Node<'_>) -> String {
        let order = self.order(node);
        let keys: Vec<&str> = node.table.primary_key.clone();
        let keys = keys.iter().filter_map(|key| node.table.column(key));
        let keys: Vec<String> = keys.map(|key| self.visible(node.table, node.alias, key)).collect();
        let word = if order.is_empty() { " ORDER BY " } else { ", " };
        format!("{order}{word}{}", keys.join(", "))
    }

    fn placed(&self, value: &str, shape: Shape) -> String {
        match shape {
            Shape::Value(kind) => self.dialect.json_value(value, kind),
            Shape::Json => value.to_owned(),
        }
    }

    fn aggregated(&self, member: &Member<'_, '_>, aggregate: Aggregate) -> (String, Kind) {
        let (value, from) = (&member.value, member.shape.kind());
        let kind = aggregate.kind(from);
        let result = match (aggregate.function, from) {
            // PostgreSQL's sum of integers has a wider type.
            (Function::Sum, Kind::Int) => format!("CAST(sum({value}) AS bigint)"),
            (Function::Avg, _) => format!("avg(CAST({value} AS double precision))"),
            (function, _) => format!("{}({value})", function.name()),
        };
        (self.cast(result, kind, aggregate.cast), kind_after(kind, aggregate.cast))
    }

    fn cast(&self, value: String, kind: Kind, cast: Option<Cast>) -> String {
        match cast {
            None | Some(Cast::Same) => value,
            Some(Cast::Text) => self.dialect.as_text(&value, kind),
            Some(Cast::Int) if kind == Kind::Bool => self.dialect.truth_as_number(&value),
            Some(Cast::Int) => format!("CAST(round({value}) AS bigint)"),
            Some(Cast::Real) => format!("CAST({value} AS double precision)"),
            // Instants are stored as `2026-01-31T12:30:00.000000+00:00`.
            Some(Cast::Date) => format!("substr({value}, 1, 10)"),
            Some(Cast::Time) => format!("substr({value}, 12, 15)"),
            Some(Cast::DateTime) => format!("substr({value}, 1, 26)"),
        }
    }
}

fn is_ordered_by(member: &Member<'_, '_>, term: &Order<'_>) -> bool {
    let (relation, Some(shown)) = member.origin else { return false };
    match &term.by {
        By::Own(column_path) => relation.is_none() && shown.is_same(column_path),
        By::Related(index, column_path) => relation == Some(*index) && shown.is_same(column_path),
    }
}
