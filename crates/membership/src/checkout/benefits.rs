//! `list-benefits`: what the caller's plan includes, line by line.

use ateneu_base::{Backing, Entitlement, Interval, calendar::Month};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Error, Line, Payments, Terms,
    entitlements::{self, deliveries},
};

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
    /// Deliveries in the running month. `None` if it is no recurring benefit.
    pub delivered: Option<Deliveries>,
}

/// Number of deliveries in a month: 3 of 4.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Deliveries {
    /// Number of deliveries.
    pub done: u32,
    /// Number of deliveries that the month owes.
    pub due: u32,
}

/// Returns the present entitlements of a person.
pub async fn list_benefits(payments: &Payments, user_id: &str) -> Result<Benefits, Error> {
    let (id, now, terms) = (user_id.to_owned(), payments.now(), payments.terms());
    let read = payments.db().read(move |tx| {
        let held = entitlements::of_person(tx, &id, now)?;
        Ok::<_, Error>((held, deliveries::of_month(tx, &id, now)?))
    });
    let (held, delivered) = read.await?;
    let mut lines = worded(&held, &terms);
    for line in &mut lines {
        line.delivered = interval(line.entitlement, &terms).map(|every| Deliveries {
            done: done(line.entitlement, &delivered),
            due: every.due_in(Month::of(now)),
        });
    }
    Ok(Benefits { lines })
}

/// Returns the interval that the plans name, or the usual one where no plan names the entitlement any more.
fn interval(entitlement: Entitlement, terms: &[Terms]) -> Option<Interval> {
    let mut lines = terms.iter().flat_map(|terms| &terms.lines);
    match (lines.find(|line| line.entitlement == entitlement), entitlement.backing()) {
        (Some(line), _) => line.every,
        (None, Some(Backing::Benefit(usual))) => Some(usual),
        (None, _) => None,
    }
}

fn done(entitlement: Entitlement, delivered: &[(Entitlement, i64)]) -> u32 {
    let found = delivered.iter().find(|(of, _)| *of == entitlement);
    found.map_or(0, |(_, count)| u32::try_from(*count).unwrap_or(u32::MAX))
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
        let lines =
            vec![Line { entitlement: Entitlement::Updates, text: "Novidades".to_owned(), every: None }];
        let terms = [Terms {
            plan: crate::PaidPlan::Update,
            name: "Update".into(),
            amount: 4_700,
            yearly: None,
            lines,
        }];
        let lines = worded(&[Entitlement::Articles, Entitlement::Updates], &terms);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Novidades", "Artigos exclusivos"]);
    }
}
