//! Filters as SQL.

use ateneu_base::Value;
use ateneu_schema::Kind;

use super::Builder;
use crate::{
    grammar::Quantifier,
    plan::{Comparison, Filter, Node, Pattern, Test},
};

impl Builder<'_> {
    /// Returns SQL of a filter of a node's rows.
    pub fn filter(&mut self, node: &Node<'_>, filter: &Filter<'_>) -> String {
        match filter {
            Filter::Test(test) => self.test(node, test),
            Filter::Present { embed, present } => {
                let exists = self.exists(node, &node.embeds[*embed]);
                if *present { exists } else { format!("NOT {exists}") }
            }
            Filter::All(parts) => self.joined_filters(node, parts, " AND "),
            Filter::Any(parts) => self.joined_filters(node, parts, " OR "),
            Filter::Not(part) => format!("NOT ({})", self.filter(node, part)),
        }
    }

    fn joined_filters(&mut self, node: &Node<'_>, parts: &[Filter<'_>], word: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.filter(node, part)).collect();
        format!("({})", parts.join(word))
    }

    fn test(&mut self, node: &Node<'_>, test: &Test<'_>) -> String {
        let value = self.column_path(node.table, node.alias, &test.column_path);
        let judged = self.compare(&value, test.column_path.kind(), &test.comparison);
        if test.negated { format!("NOT ({judged})") } else { judged }
    }

    fn compare(&mut self, value: &str, kind: Kind, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Compare(symbol, quantifier, values) => {
                let parts = values.iter().map(|compared| {
                    let compared = self.parameter(kind, compared);
                    if kind == Kind::Json && !matches!(*symbol, "=" | "<>") {
                        return self.dialect.json_compared(value, symbol, &compared);
                    }
                    let value = self.comparable(kind, value.to_owned());
                    format!("{value} {symbol} {}", self.comparable(kind, compared))
                });
                let parts: Vec<String> = parts.collect();
                quantified(&parts, *quantifier)
            }
            Comparison::Pattern(pattern, quantifier, values) => {
                let dialect = self.dialect;
                let parts = values.iter().map(|text| {
                    let text = self.bind(text.clone());
                    match pattern {
                        Pattern::Like => dialect.like(value, &text),
                        Pattern::Ilike => dialect.ilike(value, &text),
                        Pattern::Regex => dialect.regex(value, &text),
                        Pattern::Iregex => dialect.iregex(value, &text),
                    }
                });
                let parts: Vec<String> = parts.collect();
                quantified(&parts, *quantifier)
            }
            Comparison::In(values) if values.is_empty() => "FALSE".into(),
            Comparison::In(values) => {
                let values = values.iter().map(|listed| {
                    let listed = self.parameter(kind, listed);
                    self.comparable(kind, listed)
                });
                let values: Vec<String> = values.collect();
                format!("{} IN ({})", self.comparable(kind, value.to_owned()), values.join(", "))
            }
            Comparison::Null => format!("{value} IS NULL"),
            Comparison::NotNull => format!("{value} IS NOT NULL"),
            Comparison::Truth(true) => format!("{value} IS TRUE"),
            Comparison::Truth(false) => format!("{value} IS FALSE"),
            Comparison::Distinct(compared) => {
                let compared = self.parameter(kind, compared);
                let (value, compared) =
                    (self.comparable(kind, value.to_owned()), self.comparable(kind, compared));
                format!("{value} IS DISTINCT FROM {compared}")
            }
            Comparison::Contains(json) => {
                let json = self.json(json);
                self.dialect.json_contains(value, &json)
            }
            Comparison::Contained(json) => {
                let json = self.json(json);
                self.dialect.json_contains(&json, value)
            }
            Comparison::Overlaps(json) => {
                let json = self.json(json);
                self.dialect.json_overlaps(value, &json)
            }
            Comparison::Search(None) => "FALSE".into(),
            Comparison::Search(Some(query)) => {
                let query = self.bind(query.clone());
                self.dialect.text_search(value, &query)
            }
        }
    }

    /// Returns the expression that is compared in place of a value.
    fn comparable(&self, kind: Kind, value: String) -> String {
        if kind == Kind::Json { self.dialect.json_equal(&value) } else { value }
    }

    /// Binds a compared value. Booleans are literals, so that an index over them is used.
    fn parameter(&mut self, kind: Kind, value: &Value) -> String {
        match (kind, value) {
            (_, Value::Bool(true)) => "TRUE".into(),
            (_, Value::Bool(false)) => "FALSE".into(),
            (Kind::Json | Kind::TextArray, json) => self.json(json),
            (_, value) => self.bind(value.clone()),
        }
    }

    fn json(&mut self, json: &Value) -> String {
        let parameter = self.bind(json.clone());
        self.dialect.json_parameter(&parameter)
    }
}

fn quantified(parts: &[String], quantifier: Option<Quantifier>) -> String {
    let (word, empty) = match quantifier {
        Some(Quantifier::Any) => (" OR ", "FALSE"),
        _ => (" AND ", "TRUE"),
    };
    match parts {
        [] => empty.into(),
        [one] => one.clone(),
        several => format!("({})", several.join(word)),
    }
}
