//! `list-benefits`: what the caller's plan includes, line by line.

use ateneu_base::{Entitlement, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Line, Payments, Terms, entitlements};

/// Present entitlements of a person, in the owner's order. Empty without access.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Benefits {
    /// Lines of the list.
    pub lines: Vec<Benefit>,
}

/// A line of what a person is entitled to.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Benefit {
    /// Entitlement of the line.
    pub entitlement: Entitlement,
    /// Text in the owner's words. An entitlement that no plan names any more has its default title.
    pub text: String,
    /// True where it does not exist yet.
    pub soon: bool,
    /// Deliveries in the running period. `None` if deliveries of it are not recorded.
    pub delivered: Option<Deliveries>,
}

/// Number of deliveries in a period: 3 of 4.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Deliveries {
    /// Number of deliveries.
    pub done: u32,
    /// Number of deliveries that the period owes.
    pub due: u32,
    /// The next one, where it has a date.
    pub next: Option<Timestamp>,
}

/// Returns the present entitlements of a person.
pub async fn list_benefits(payments: &Payments, user_id: &str) -> Result<Benefits, Error> {
    let (id, now, terms) = (user_id.to_owned(), payments.now(), payments.terms());
    let held = payments.db().read(move |tx| entitlements::of_person(tx, &id, now)).await?;
    Ok(Benefits { lines: worded(&held, &terms) })
}

/// The held entitlements in the words and the order of the plans.
fn worded(held: &[Entitlement], terms: &[Terms]) -> Vec<Benefit> {
    let all: Vec<&Line> = terms.iter().flat_map(|terms| &terms.lines).collect();
    let place = |entitlement: Entitlement| all.iter().position(|line| line.entitlement == entitlement);
    let mut held: Vec<(Option<usize>, Entitlement)> =
        held.iter().map(|entitlement| (place(*entitlement), *entitlement)).collect();
    held.sort_by_key(|(place, entitlement)| (place.is_none(), *place, *entitlement));
    let benefit = |(place, entitlement): (Option<usize>, Entitlement)| Benefit {
        entitlement,
        text: match place.and_then(|place| all.get(place)) {
            Some(line) => line.text.clone(),
            None => entitlement.title(),
        },
        soon: entitlement.backing().is_none(),
        delivered: None,
    };
    held.into_iter().map(benefit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_a_plan_comes_last_in_our_words() {
        let lines = vec![Line { entitlement: Entitlement::Updates, text: "Novidades".to_owned() }];
        let terms =
            [Terms { plan: crate::Plan::Update, name: "Update".into(), amount: 4_700, yearly: None, lines }];
        let lines = worded(&[Entitlement::Articles, Entitlement::Updates], &terms);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Novidades", "Artigos exclusivos"]);
    }
}
