//! Counts the parts of a query string, so that the caller's [`Budget`] can refuse it before a query.

use ateneu_limits::{Asked, Budget};

use crate::{
    error::Error,
    grammar::{Condition, Operator, SelectItem, Test, array},
    request::Query,
};

/// Refuses a query string beyond the budget.
///
/// # Errors
/// Returns [`Error::Budget`], which names the limit.
pub fn check_query(budget: &Budget, query: &Query) -> Result<(), Error> {
    let mut count = Count::default();
    count.select(&query.select);
    query.filters.iter().for_each(|(_, condition)| count.condition(condition));
    Ok(budget.check(&count.0)?)
}

#[derive(Default)]
struct Count(Asked);

impl Count {
    fn select(&mut self, items: &[SelectItem]) {
        self.0.items += items.len();
        for item in items {
            if let SelectItem::Embed(relation) = item {
                self.0.relations += 1;
                self.select(&relation.items);
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Test(test) => self.test(test),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|part| self.condition(part));
            }
            Condition::Not(part) => self.condition(part),
        }
    }

    fn test(&mut self, test: &Test) {
        let text = test.values.first().map_or("", String::as_str);
        let several = test.quantifier.and_then(|_| array::literal(text));
        let times = several.map_or(1, |values| values.len().max(1));
        self.0.tests += times;
        match test.operator {
            Operator::Match | Operator::Imatch => self.0.patterns += times,
            Operator::Fts | Operator::Plfts | Operator::Phfts | Operator::Wfts => {
                let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                self.0.words += words.count();
            }
            Operator::In => self.0.values += test.values.len(),
            Operator::Cs | Operator::Cd | Operator::Ov => self.0.values += text.matches(',').count() + 1,
            _ => {}
        }
    }
}
