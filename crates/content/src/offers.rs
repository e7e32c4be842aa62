//! Offers of the plans, computed from the backing of each entitlement ([`Entitlement::backing`]). Pages show these
//! instead of a file's own claims.

use std::collections::BTreeSet;

use ateneu_base::{Backing, Entitlement, Interval};

use crate::files::{
    ContentFiles, INVOICE_QUESTION, Inclusion, MembershipContent, Plan, PlanComparisonRow, PlanFeature,
    PlanId, PlansContent, Question, Sold,
};
use crate::words::Text;

/// Placeholder of the payment methods in an answer.
const PAYMENT_METHODS: &str = "{formas_de_pagamento}";

/// Returns `true` if the entitlement does not exist yet.
pub(crate) fn is_soon(right: Entitlement) -> bool {
    right.backing().is_none()
}

/// Returns the interval of a recurring benefit that the file names, or the usual one. Returns `None` for any other
/// entitlement.
fn interval(right: Entitlement, named: Option<Interval>) -> Option<Interval> {
    match right.backing() {
        Some(Backing::Benefit(usual)) => Some(named.unwrap_or(usual)),
        _ => None,
    }
}

impl ContentFiles {
    /// Adds the computed values for pages to the files.
    pub(crate) fn compute(&mut self) {
        self.plans.compute();
        self.membership.compute(&self.plans);
    }
}

/// An entitlement of a plan, as a line of its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// The entitlement.
    pub right: Entitlement,
    /// Description of the entitlement, from the file.
    pub text: String,
    /// Interval of its deliveries, if it is a recurring benefit.
    pub every: Option<Interval>,
}

impl PlansContent {
    /// Returns the entitlements of a plan: its own and those of the simpler plans before it.
    pub fn entitlements(&self, id: PlanId) -> Vec<Entitlement> {
        self.lines(id).into_iter().map(|line| line.right).collect()
    }

    /// Returns the lines of a plan and of the simpler plans before it.
    pub fn lines(&self, id: PlanId) -> Vec<PlanLine> {
        let last = self.plans.iter().position(|plan| plan.id == id);
        let up_to_it = self.plans.iter().take(last.map_or(0, |last| last + 1));
        up_to_it
            .flat_map(|plan| &plan.features)
            .filter_map(|PlanFeature { text, right, every, .. }| {
                right.map(|right| PlanLine { right, text: text.to_string(), every: interval(right, *every) })
            })
            .collect()
    }

    /// Returns the simplest plan with the entitlement.
    pub fn simplest_with(&self, right: Entitlement) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.features.iter().any(|feature| feature.right == Some(right)))
    }

    /// Returns the interval of the deliveries of an entitlement. Returns `None` if it is no recurring benefit.
    pub(crate) fn interval_of(&self, right: Entitlement) -> Option<Interval> {
        let mut features = self.plans.iter().flat_map(|plan| &plan.features);
        interval(right, features.find(|feature| feature.right == Some(right))?.every)
    }

    fn compute(&mut self) {
        for plan in &mut self.plans {
            // A plan of a separate contract has no price in figures.
            let is_agreed = plan.centavos().is_none();
            for feature in &mut plan.features {
                let soon = feature.right.map_or(!is_agreed, is_soon);
                feature.soon = soon.then_some(true);
                feature.every = feature.right.and_then(|right| interval(right, feature.every));
            }
        }
        self.comparison.rows = self.compared();
        self.questions = self.asked();
    }

    /// Returns the rows of the comparison: each entitlement in exactly one. A row whose entitlements differ between
    /// plans is split into one for each.
    fn compared(&self) -> Vec<PlanComparisonRow> {
        let held = self.plans.each_ref().map(|plan| self.entitlements(plan.id));
        let sold: BTreeSet<Entitlement> = held.iter().flatten().copied().collect();
        let mut shown = BTreeSet::new();
        let mut rows = Vec::new();
        for row in &self.comparison.rows {
            let wanted = row.rights.iter().copied();
            let rights: Vec<Entitlement> =
                wanted.filter(|right| sold.contains(right) && shown.insert(*right)).collect();
            match rights.split_first() {
                None => {}
                Some((first, rest))
                    if rest
                        .iter()
                        .all(|right| self.inclusion(&held, *right) == self.inclusion(&held, *first)) =>
                {
                    let plans = self.inclusion(&held, *first);
                    rows.push(PlanComparisonRow { rights, plans, ..row.clone() });
                }
                Some(_) => rows.extend(rights.iter().filter_map(|right| self.row_of(*right, &held))),
            }
        }
        let all = self.plans.iter().flat_map(|plan| &plan.features).filter_map(|feature| feature.right);
        for right in all.filter(|right| shown.insert(*right)).collect::<Vec<_>>() {
            rows.extend(self.row_of(right, &held));
        }
        rows
    }

    /// Returns the row of one entitlement, with the text of the plan that has it.
    fn row_of(&self, right: Entitlement, held: &[Vec<Entitlement>; 4]) -> Option<PlanComparisonRow> {
        let mut features = self.plans.iter().flat_map(|plan| &plan.features);
        let feature = features.find(|feature| feature.right == Some(right))?.text.clone();
        let plans = self.inclusion(held, right);
        Some(PlanComparisonRow { feature, rights: vec![right], cells: None, soon: None, plans })
    }

    fn inclusion(&self, held: &[Vec<Entitlement>; 4], right: Entitlement) -> [Inclusion; 4] {
        let every = self.interval_of(right);
        held.each_ref().map(|held| match (held.contains(&right), every) {
            (false, _) => Inclusion::No,
            (true, _) if is_soon(right) => Inclusion::Soon,
            (true, Some(Interval::Week)) => Inclusion::EachWeek,
            (true, Some(Interval::Month)) => Inclusion::EachMonth,
            (true, None) => Inclusion::Included,
        })
    }

    /// Returns the questions, with the one about invoices after the one about payment, if the owner answers it.
    fn asked(&self) -> Vec<Question> {
        let others = self.questions.iter().filter(|asked| &*asked.question != INVOICE_QUESTION);
        let mut questions: Vec<Question> = others.cloned().collect();
        if let Some(answer) = &self.invoice_answer {
            let payment = questions.iter().position(|asked| asked.answer.contains(PAYMENT_METHODS));
            let place = payment.map_or(questions.len(), |payment| payment + 1);
            let question = Text::of_program(INVOICE_QUESTION);
            questions.insert(place, Question { question, answer: answer.clone() });
        }
        questions
    }
}

impl MembershipContent {
    fn compute(&mut self, plans: &PlansContent) {
        for feature in &mut self.features.items {
            feature.sold = feature.right.map(|right| sold(plans, right));
        }
        for card in &mut self.exclusive.items {
            card.sold = card.right.map(|right| sold(plans, right));
        }
    }
}

fn sold(plans: &PlansContent, right: Entitlement) -> Sold {
    let simplest = plans.simplest_with(right);
    Sold {
        plan: simplest.map(|plan| plan.name.clone()),
        everywhere: simplest.is_some_and(|plan| plan.id == plans.plans[0].id),
        soon: is_soon(right),
        every: plans.interval_of(right),
    }
}
