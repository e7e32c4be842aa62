//! Offers of the plans, computed from the backing of each entitlement ([`Entitlement::backing`]). Pages show these
//! and not a file's own claims.

use std::collections::BTreeSet;

use ateneu_base::Entitlement;

use crate::files::{
    ContentFiles, INVOICE_QUESTION, Inclusion, MembershipContent, Plan, PlanComparisonRow, PlanFeature,
    PlanId, PlansContent, Question, Sold,
};
use crate::words::Text;

/// Placeholder of the payment methods in an answer.
const PAYMENT_METHODS: &str = "{formas_de_pagamento}";

/// True where nothing stands behind the entitlement yet.
pub(crate) fn is_soon(right: Entitlement) -> bool {
    right.backing().is_none()
}

impl ContentFiles {
    /// Adds to the files what pages get beside them.
    pub(crate) fn compute(&mut self) {
        self.plans.compute();
        self.membership.compute(&self.plans);
    }
}

/// A line of what a plan includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// The entitlement.
    pub right: Entitlement,
    /// Description of the entitlement, in the words of the file.
    pub text: String,
}

impl PlansContent {
    /// Everything a plan entitles to: its own features and those of the simpler plans before it.
    pub fn entitlements(&self, id: PlanId) -> Vec<Entitlement> {
        self.lines(id).into_iter().map(|line| line.right).collect()
    }

    /// The lines of a plan and of the simpler plans before it.
    pub fn lines(&self, id: PlanId) -> Vec<PlanLine> {
        let last = self.plans.iter().position(|plan| plan.id == id);
        let up_to_it = self.plans.iter().take(last.map_or(0, |last| last + 1));
        up_to_it
            .flat_map(|plan| &plan.features)
            .filter_map(|PlanFeature { text, right, .. }| {
                right.map(|right| PlanLine { right, text: text.to_string() })
            })
            .collect()
    }

    /// The simplest plan that entitles to this.
    pub fn simplest_with(&self, right: Entitlement) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.features.iter().any(|feature| feature.right == Some(right)))
    }

    fn compute(&mut self) {
        for plan in &mut self.plans {
            // What is agreed in a contract of its own has no price in figures.
            let is_agreed = plan.centavos().is_none();
            for feature in &mut plan.features {
                let soon = feature.right.map_or(!is_agreed, is_soon);
                feature.soon = soon.then_some(true);
            }
        }
        self.comparison.rows = self.compared();
        self.questions = self.asked();
    }

    /// The rows of the comparison: each entitlement of a plan in exactly one. A row whose entitlements plans have apart is
    /// shown as one row for each.
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
                    if rest.iter().all(|right| inclusion(&held, *right) == inclusion(&held, *first)) =>
                {
                    let plans = inclusion(&held, *first);
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

    /// A row of one entitlement, in the words of the plan that has it.
    fn row_of(&self, right: Entitlement, held: &[Vec<Entitlement>; 4]) -> Option<PlanComparisonRow> {
        let mut features = self.plans.iter().flat_map(|plan| &plan.features);
        let feature = features.find(|feature| feature.right == Some(right))?.text.clone();
        let plans = inclusion(held, right);
        Some(PlanComparisonRow { feature, rights: vec![right], cells: None, soon: None, plans })
    }

    /// The questions, with the one about invoices after the one about payment, and only where the owner answers it.
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

fn inclusion(held: &[Vec<Entitlement>; 4], right: Entitlement) -> [Inclusion; 4] {
    held.each_ref().map(|held| match held.contains(&right) {
        false => Inclusion::No,
        true if is_soon(right) => Inclusion::Soon,
        true => Inclusion::Included,
    })
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
    }
}
