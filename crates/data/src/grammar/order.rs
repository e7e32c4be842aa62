//! `order=`: columns, JSON paths, columns of to-one relations.

use super::{Cursor, Field};
use crate::error::Error;

/// Maximum number of terms of an order.
const TERMS: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Field(Field),
    /// A column of an embedded to-one relation.
    Related(String, Field),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderTerm {
    pub target: Target,
    pub descending: bool,
    /// True if empty values sort first. `None` if unspecified.
    pub nulls_first: Option<bool>,
}

pub fn parse(text: &str) -> Result<Vec<OrderTerm>, Error> {
    let mut cursor = Cursor::new("order", text);
    let mut terms = vec![term(&mut cursor)?];
    while cursor.takes(",") {
        if terms.len() == TERMS {
            return Err(cursor.unexpected("fewer order terms"));
        }
        terms.push(term(&mut cursor)?);
    }
    cursor.end()?;
    Ok(terms)
}

fn term(cursor: &mut Cursor<'_>) -> Result<OrderTerm, Error> {
    let name = cursor.name()?;
    let target = if cursor.takes("(") {
        let field = cursor.field()?;
        cursor.expect(")")?;
        Target::Related(name, field)
    } else {
        Target::Field(cursor.json_steps(name)?)
    };
    let mut term = OrderTerm { target, descending: false, nulls_first: None };
    let mut directed = false;
    while cursor.takes(".") {
        match cursor.take_while(|c| c.is_ascii_alphabetic()) {
            "asc" if !directed && term.nulls_first.is_none() => directed = true,
            "desc" if !directed && term.nulls_first.is_none() => {
                directed = true;
                term.descending = true;
            }
            "nullsfirst" if term.nulls_first.is_none() => term.nulls_first = Some(true),
            "nullslast" if term.nulls_first.is_none() => term.nulls_first = Some(false),
            _ => return Err(cursor.unexpected("\"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"")),
        }
    }
    Ok(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_directions_and_places_of_nulls() {
        let terms = parse("created_at.desc.nullslast,meta->>a,categories(name).asc,id.nullsfirst").unwrap();
        assert_eq!((terms[0].descending, terms[0].nulls_first), (true, Some(false)));
        assert!(matches!(&terms[2].target, Target::Related(relation, _) if relation == "categories"));
        assert_eq!(terms[3].nulls_first, Some(true));
    }

    #[test]
    fn malformed_orders_are_refused() {
        for text in ["", "a,", "a.up", "a.asc.desc", "a.nullsfirst.asc", "a(b", "a.desc.desc"] {
            assert!(matches!(parse(text), Err(Error::Syntax { .. })), "{text}");
        }
    }
}
