//! Filters and logic: `column=not.op(any).value`, `or=(a.eq.1,and(b.gt.2,c.is.null))`.

use serde::{Deserialize, de::IntoDeserializer};

use super::{Cursor, DEPTH, Field, array};
use crate::error::Error;

/// Maximum number of tests of a condition.
const TERMS: usize = 200;

/// An operator as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operator {
    Eq,
    Neq,
    Gt,
    Gte,
    Lt,
    Lte,
    Like,
    Ilike,
    Match,
    Imatch,
    Is,
    In,
    IsDistinct,
    Cs,
    Cd,
    Ov,
    Sl,
    Sr,
    Nxl,
    Nxr,
    Adj,
    Fts,
    Plfts,
    Phfts,
    Wfts,
}

impl Operator {
    fn takes_quantifier(self) -> bool {
        use Operator::{Eq, Gt, Gte, Ilike, Imatch, Like, Lt, Lte, Match};
        matches!(self, Eq | Gt | Gte | Lt | Lte | Like | Ilike | Match | Imatch)
    }

    fn takes_language(self) -> bool {
        matches!(self, Operator::Fts | Operator::Plfts | Operator::Phfts | Operator::Wfts)
    }
}

/// `(any)` or `(all)` over an array of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Any,
    All,
}

/// One test of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    pub field: Field,
    /// True after `not.`.
    pub negated: bool,
    pub operator: Operator,
    pub quantifier: Option<Quantifier>,
    /// Operands: one value, or the list of `in`.
    pub values: Vec<String>,
}

/// A tree of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Test(Test),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

impl Condition {
    /// Returns column and value of `column=eq.value`. Returns `None` for any other test.
    pub fn equality(&self) -> Option<(&str, &str)> {
        match self {
            Condition::Test(Test {
                field,
                negated: false,
                operator: Operator::Eq,
                quantifier: None,
                values,
            }) if field.steps.is_empty() => Some((&field.column, &values[0])),
            _ => None,
        }
    }
}

/// Parses the value of `column=...`.
pub fn filter(field: Field, text: &str) -> Result<Test, Error> {
    let mut cursor = Cursor::new("filter", text);
    let test = test(&mut cursor, field, false)?;
    cursor.end()?;
    Ok(test)
}

/// Parses the value of `or=(...)` or `and=(...)`.
pub fn logic(any: bool, negated: bool, text: &str) -> Result<Condition, Error> {
    let mut cursor = Cursor::new("logic tree", text);
    let mut left = TERMS;
    let tree = group(&mut cursor, any, negated, 0, &mut left)?;
    cursor.end()?;
    Ok(tree)
}

fn group(
    cursor: &mut Cursor<'_>,
    any: bool,
    negated: bool,
    depth: usize,
    left: &mut usize,
) -> Result<Condition, Error> {
    if depth > DEPTH {
        return Err(cursor.unexpected("fewer nested conditions"));
    }
    cursor.expect("(")?;
    let mut parts = Vec::new();
    loop {
        cursor.take_while(|c| c == ' ');
        parts.push(term(cursor, depth, left)?);
        cursor.take_while(|c| c == ' ');
        if cursor.takes(")") {
            break;
        }
        cursor.expect(",")?;
    }
    let tree = if any { Condition::Any(parts) } else { Condition::All(parts) };
    Ok(if negated { Condition::Not(Box::new(tree)) } else { tree })
}

fn term(cursor: &mut Cursor<'_>, depth: usize, left: &mut usize) -> Result<Condition, Error> {
    let Some(remaining) = left.checked_sub(1) else {
        return Err(cursor.unexpected("fewer conditions"));
    };
    *left = remaining;
    for (word, any, negated) in
        [("not.and", false, true), ("not.or", true, true), ("and", false, false), ("or", true, false)]
    {
        let inside = cursor.rest().strip_prefix(word);
        if inside.is_some_and(|rest| rest.starts_with('(')) {
            cursor.takes(word);
            return group(cursor, any, negated, depth + 1, left);
        }
    }
    let field = cursor.field()?;
    cursor.expect(".")?;
    test(cursor, field, true).map(Condition::Test)
}

/// Parses a test. A `nested` value ends at `,` or `)`, others at the end of the input.
fn test(cursor: &mut Cursor<'_>, field: Field, nested: bool) -> Result<Test, Error> {
    let negated = cursor.takes("not.");
    let operator = operator(cursor)?;
    let quantifier = quantifier(cursor, operator)?;
    cursor.expect(".")?;
    let values = if operator == Operator::In {
        array::list(cursor)?
    } else if !nested {
        vec![cursor.take_while(|_| true).to_owned()]
    } else if cursor.peek() == Some('{') {
        vec![braces(cursor)?]
    } else {
        vec![cursor.value(&[',', ')'])]
    };
    Ok(Test { field, negated, operator, quantifier, values })
}

/// Parses `{...}` or a JSON object, whose commas do not end the value.
fn braces(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let rest = cursor.rest();
    let (mut depth, mut inside_quotes, mut escaped) = (0_usize, false, false);
    for (index, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => inside_quotes = !inside_quotes,
            '{' if !inside_quotes => depth += 1,
            '}' if !inside_quotes => {
                depth -= 1;
                if depth == 0 {
                    let text = &rest[..=index];
                    cursor.takes(text);
                    return Ok(text.to_owned());
                }
            }
            _ => {}
        }
    }
    Err(cursor.unexpected("\"}\" at the end of the array"))
}

fn operator(cursor: &mut Cursor<'_>) -> Result<Operator, Error> {
    let word: String = cursor.rest().chars().take_while(char::is_ascii_alphabetic).collect();
    let operator = Operator::deserialize(word.as_str().into_deserializer())
        .map_err(|_: serde::de::value::Error| cursor.unexpected("\"not\" or operator (eq, gt, ...)"))?;
    cursor.takes(&word);
    Ok(operator)
}

fn quantifier(cursor: &mut Cursor<'_>, operator: Operator) -> Result<Option<Quantifier>, Error> {
    if !cursor.rest().starts_with('(') {
        return Ok(None);
    }
    if operator.takes_quantifier() && cursor.takes("(any)") {
        return Ok(Some(Quantifier::Any));
    }
    if operator.takes_quantifier() && cursor.takes("(all)") {
        return Ok(Some(Quantifier::All));
    }
    if operator.takes_language() {
        cursor.takes("(");
        // Words are compared without dictionaries in any language, because the search column is folded.
        let language = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        if language.is_empty() {
            return Err(cursor.unexpected("a text search configuration"));
        }
        cursor.expect(")")?;
        return Ok(None);
    }
    Err(cursor.unexpected("\".\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> Field {
        Field { column: name.into(), steps: Vec::new(), as_text: false }
    }

    fn read(text: &str) -> Test {
        filter(field("a"), text).unwrap()
    }

    #[test]
    fn reads_every_operator_with_its_modifiers() {
        for word in "eq neq gt gte lt lte like ilike match imatch is in isdistinct cs cd ov sl sr nxl nxr adj fts plfts \
                     phfts wfts"
            .split(' ')
        {
            let value = if word == "in" { "(x)" } else { "x" };
            let test = read(&format!("{word}.{value}"));
            assert_eq!((format!("{:?}", test.operator).to_lowercase().as_str(), test.negated), (word, false));
            assert_eq!(test.values, ["x"]);
            assert!(read(&format!("not.{word}.{value}")).negated);
        }
        assert_eq!(read("eq(any).{1,2}").quantifier, Some(Quantifier::Any));
        assert_eq!(read("like(all).{a*,*b}").quantifier, Some(Quantifier::All));
        assert_eq!(read("fts(portuguese).casa").operator, Operator::Fts);
        assert_eq!(read("eq.a.b,c)").values, ["a.b,c)"]);
        assert_eq!(read("in.(a,\"b,c\")").values, ["a", "b,c"]);
    }

    #[test]
    fn reads_nested_logic() {
        let tree = logic(true, false, "(a.eq.1,not.and(b.gt.2,c.in.(x,y)),d.not.is.null)").unwrap();
        let Condition::Any(parts) = tree else { panic!("any") };
        assert_eq!(parts.len(), 3);
        assert!(
            matches!(&parts[1], Condition::Not(inner) if matches!(&**inner, Condition::All(parts) if parts.len() == 2))
        );
        let tree = logic(false, false, r#"(t.cs.{a,b},n.eq."x,y(z)",m.cs.{"k":{"v":1}})"#).unwrap();
        let Condition::All(parts) = tree else { panic!("all") };
        let values: Vec<_> = parts
            .iter()
            .map(|part| match part {
                Condition::Test(test) => test.values[0].clone(),
                _ => panic!("a test"),
            })
            .collect();
        assert_eq!(values, ["{a,b}", "x,y(z)", r#"{"k":{"v":1}}"#]);
    }

    #[test]
    fn malformed_conditions_are_refused() {
        for text in
            ["", "eq", "x.1", "eq(some).1", "in.a", "in.(a", "neq(any).{1}", "in.(a)b", "not.not.eq.1"]
        {
            assert!(filter(field("a"), text).is_err(), "{text}");
        }
        for text in ["", "(", "()", "(a)", "(a.eq.1", "(a.eq.1,)", "(a.eq.1))", "(a.cs.{x)", "a.eq.1"] {
            assert!(logic(true, false, text).is_err(), "{text}");
        }
        assert!(logic(true, false, &"(and".repeat(5_000)).is_err());
        let many = vec!["a.eq.1"; 300].join(",");
        assert!(logic(true, false, &format!("({many})")).is_err());
    }
}
