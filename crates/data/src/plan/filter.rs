//! Filters, with values of their column's kind, and orders.

use ateneu_base::{Timestamp, Value};
use ateneu_schema::Kind;

use super::tree::{By, ColumnPath, Comparison, Filter, Node, Order, Pattern, Test};
use crate::{
    error::Error,
    exact,
    grammar::{Condition, Operator, OrderTerm, Target, array, condition, text_search},
    values,
};

/// Resolves a condition against the node and its relations.
pub fn resolve<'s>(node: &Node<'s>, condition: &Condition, now: Timestamp) -> Result<Filter<'s>, Error> {
    let parts = |parts: &[Condition]| -> Result<Vec<Filter<'s>>, Error> {
        parts.iter().map(|part| resolve(node, part, now)).collect()
    };
    Ok(match condition {
        Condition::All(all) => Filter::All(parts(all)?),
        Condition::Any(any) => Filter::Any(parts(any)?),
        Condition::Not(part) => Filter::Not(Box::new(resolve(node, part, now)?)),
        Condition::Test(test) => test_of(node, test, now)?,
    })
}

fn test_of<'s>(node: &Node<'s>, test: &condition::Test, now: Timestamp) -> Result<Filter<'s>, Error> {
    let name = &test.field.column;
    let embed = node.embeds.iter().position(|embed| embed.key == *name);
    if let Some(embed) = embed
        && test.field.steps.is_empty()
        && node.table.column(name).is_none()
    {
        let present = match (test.operator, test.values[0].as_str()) {
            (Operator::Is, "null") => test.negated,
            (Operator::Is, "not_null") => !test.negated,
            _ => return Err(Error::FilterOnEmbed(name.clone())),
        };
        return Ok(Filter::Present { embed, present });
    }
    let column_path = ColumnPath::of(node.table, &test.field)?;
    let comparison = comparison(column_path.kind(), test, now)?;
    Ok(Filter::Test(Test { column_path, negated: test.negated, comparison }))
}

fn comparison(kind: Kind, test: &condition::Test, now: Timestamp) -> Result<Comparison, Error> {
    let one = || test.values.first().map_or("", String::as_str);
    let value = |text: &str| values::parse(kind, text, now).map(|value| values::to_database(kind, &value));
    Ok(match test.operator {
        Operator::Eq | Operator::Neq | Operator::Gt | Operator::Gte | Operator::Lt | Operator::Lte => {
            let symbol = symbol(test.operator);
            let ordered = !matches!(test.operator, Operator::Eq | Operator::Neq);
            if ordered && kind == Kind::TextArray {
                return Err(Error::no_operator(kind.postgres_name(), symbol));
            }
            let texts = quantified(kind, test)?;
            let compared = texts.iter().map(|text| value(text));
            Comparison::Compare(symbol, test.quantifier, compared.collect::<Result<_, _>>()?)
        }
        Operator::Like | Operator::Ilike | Operator::Match | Operator::Imatch => pattern(kind, test)?,
        Operator::In => {
            let listed = test.values.iter().map(|text| value(text));
            Comparison::In(listed.collect::<Result<_, _>>()?)
        }
        Operator::IsDistinct => Comparison::Distinct(value(one())?),
        Operator::Is => is(kind, one())?,
        Operator::Cs | Operator::Cd | Operator::Ov => containment(kind, test.operator, one(), now)?,
        Operator::Sl | Operator::Sr | Operator::Nxl | Operator::Nxr | Operator::Adj => {
            return Err(Error::no_operator(kind.postgres_name(), symbol(test.operator)));
        }
        Operator::Fts => search(kind, text_search::Form::Query, one())?,
        Operator::Plfts => search(kind, text_search::Form::Plain, one())?,
        Operator::Phfts => search(kind, text_search::Form::Phrase, one())?,
        Operator::Wfts => search(kind, text_search::Form::Web, one())?,
    })
}

/// Returns PostgreSQL's symbol, for SQL and error messages.
fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Eq => "=",
        Operator::Neq => "<>",
        Operator::Gt => ">",
        Operator::Gte => ">=",
        Operator::Lt => "<",
        Operator::Lte => "<=",
        Operator::Like => "~~",
        Operator::Ilike => "~~*",
        Operator::Match => "~",
        Operator::Imatch => "~*",
        Operator::Cs => "@>",
        Operator::Cd => "<@",
        Operator::Ov => "&&",
        Operator::Sl => "<<",
        Operator::Sr => ">>",
        Operator::Nxl => "&>",
        Operator::Nxr => "&<",
        Operator::Adj => "-|-",
        _ => "@@",
    }
}

/// Returns the value, or the elements of the array of `(any)` and `(all)`.
fn quantified(kind: Kind, test: &condition::Test) -> Result<Vec<String>, Error> {
    let text = test.values.first().map_or("", String::as_str);
    if test.quantifier.is_none() {
        return Ok(vec![text.to_owned()]);
    }
    if matches!(kind, Kind::Json | Kind::TextArray) {
        return Err(Error::no_operator(kind.postgres_name(), symbol(test.operator)));
    }
    array::literal(text).ok_or_else(|| Error::literal(Kind::TextArray, text))
}

fn pattern(kind: Kind, test: &condition::Test) -> Result<Comparison, Error> {
    if kind != Kind::Text {
        return Err(Error::no_operator(kind.postgres_name(), symbol(test.operator)));
    }
    let pattern = match test.operator {
        Operator::Like => Pattern::Like,
        Operator::Ilike => Pattern::Ilike,
        Operator::Match => Pattern::Regex,
        _ => Pattern::Iregex,
    };
    let like = matches!(pattern, Pattern::Like | Pattern::Ilike);
    let patterns = quantified(kind, test)?.into_iter().map(|text| {
        if like {
            let escapes = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
            if escapes % 2 == 1 {
                return Err(Error::open_escape());
            }
            return Ok(Value::Text(text.replace('*', "%")));
        }
        let known = ateneu_db::is_pattern(&text, pattern == Pattern::Iregex);
        known.then_some(Value::Text(text)).ok_or_else(|| Error::sql("2201B", "invalid regular expression"))
    });
    Ok(Comparison::Pattern(pattern, test.quantifier, patterns.collect::<Result<_, _>>()?))
}

fn is(kind: Kind, word: &str) -> Result<Comparison, Error> {
    let truth = match word.to_ascii_lowercase().as_str() {
        "null" => return Ok(Comparison::Null),
        "not_null" => return Ok(Comparison::NotNull),
        "true" => Some(true),
        "false" => Some(false),
        "unknown" => None,
        _ => {
            let message = "failed to parse filter: \"is\" takes null, not_null, true, false or unknown";
            return Err(Error::Query(message.into()));
        }
    };
    if kind != Kind::Bool {
        let (word, kind) = (word.to_ascii_uppercase(), kind.postgres_name());
        let message = format!("argument of IS {word} must be type boolean, not type {kind}");
        return Err(Error::sql("42804", message));
    }
    Ok(truth.map_or(Comparison::Null, Comparison::Truth))
}

fn containment(kind: Kind, operator: Operator, text: &str, now: Timestamp) -> Result<Comparison, Error> {
    let refused = || Error::no_operator(kind.postgres_name(), symbol(operator));
    let value = match kind {
        Kind::TextArray => values::parse(kind, text, now)?,
        Kind::Json if operator != Operator::Ov => values::parse(kind, text, now)?,
        _ => return Err(refused()),
    };
    let value = Value::Text(exact::to_json(&value));
    Ok(match operator {
        Operator::Cs => Comparison::Contains(value),
        Operator::Cd => Comparison::Contained(value),
        _ => Comparison::Overlaps(value),
    })
}

fn search(kind: Kind, form: text_search::Form, text: &str) -> Result<Comparison, Error> {
    if kind != Kind::Text {
        return Err(Error::no_operator(kind.postgres_name(), "@@"));
    }
    let query = text_search::tsquery(form, text)?;
    Ok(Comparison::Search((!query.is_empty()).then_some(Value::Text(query))))
}

/// Resolves terms against the node and its relations.
pub fn resolve_order<'s>(node: &Node<'s>, terms: &[OrderTerm]) -> Result<Vec<Order<'s>>, Error> {
    terms
        .iter()
        .map(|term| {
            Ok(Order {
                by: by(node, &term.target)?,
                descending: term.descending,
                nulls_first: term.nulls_first.unwrap_or(term.descending),
            })
        })
        .collect()
}

fn by<'s>(node: &Node<'s>, target: &Target) -> Result<By<'s>, Error> {
    match target {
        Target::Field(field) => Ok(By::Own(ColumnPath::of(node.table, field)?)),
        Target::Related(relation, field) => {
            let index = node
                .embeds
                .iter()
                .position(|embed| embed.key == *relation)
                .ok_or_else(|| Error::NotEmbedded(relation.clone()))?;
            let embed = &node.embeds[index];
            if embed.many {
                return Err(Error::OrderByMany(relation.clone()));
            }
            Ok(By::Related(index, ColumnPath::of(embed.node.table, field)?))
        }
    }
}
