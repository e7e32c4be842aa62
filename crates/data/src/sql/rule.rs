//! The SQL reading of a rule. It is true exactly where [`Rule::admits`] is; where a value is missing it may be NULL,
//! which admits nobody. Only `not` must not see NULL, so there it becomes false first.

use ateneu_base::Value;
use ateneu_schema::{Kind, Rule, Table, rule::Literal};
use serde_json::Value as Json;

use super::Builder;

impl Builder<'_> {
    /// The condition under which the caller is admitted to the row.
    pub fn rule(&mut self, table: &Table, alias: usize, rule: &Rule) -> String {
        let settled = rule.for_caller(self.caller);
        self.settled(table, alias, &settled)
    }

    fn settled(&mut self, table: &Table, alias: usize, rule: &Rule) -> String {
        match rule {
            Rule::Anyone => "TRUE".into(),
            Rule::Nobody | Rule::SignedIn | Rule::Subscriber | Rule::Moderator | Rule::Admin => {
                "FALSE".into()
            }
            Rule::Owner(column) => self.equals(table, alias, column, self.caller.user_id.clone()),
            Rule::OwnEmail(column) => self.equals(table, alias, column, self.caller.email.clone()),
            Rule::Is(column, Literal::Bool(truth)) => match table.column(column) {
                Some(found) if found.kind == Kind::Bool => {
                    let truth = if *truth { "TRUE" } else { "FALSE" };
                    format!("{} = {truth}", self.raw(alias, found))
                }
                _ => "FALSE".into(),
            },
            Rule::Is(column, Literal::Text(text)) => {
                self.equals(table, alias, column, Some((*text).to_owned()))
            }
            Rule::NotExpired(column) => match table.column(column) {
                Some(found) => {
                    let value = self.raw(alias, found);
                    let now = self.bind_now();
                    format!("({value} IS NULL OR {value} > {now})")
                }
                None => "TRUE".into(),
            },
            Rule::In(set, column) => {
                let ids = set.of(self.caller).clone();
                let Some(found) = table.column(column) else {
                    return "FALSE".into();
                };
                let value = self.raw(alias, found);
                let ids = self.bind(Value::Text(Json::from_iter(ids).to_string()));
                self.dialect.among(&value, &ids)
            }
            Rule::All(parts) => self.joined(table, alias, parts, " AND "),
            Rule::Any(parts) => self.joined(table, alias, parts, " OR "),
            Rule::Not(part) => format!("NOT coalesce({}, FALSE)", self.settled(table, alias, part)),
        }
    }

    fn joined(&mut self, table: &Table, alias: usize, parts: &[Rule], word: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.settled(table, alias, part)).collect();
        format!("({})", parts.join(word))
    }

    fn equals(&mut self, table: &Table, alias: usize, column: &str, text: Option<String>) -> String {
        match (table.column(column), text) {
            (Some(found), Some(text)) => {
                let value = self.raw(alias, found);
                format!("{value} = {}", self.bind(Value::Text(text)))
            }
            _ => "FALSE".into(),
        }
    }
}
