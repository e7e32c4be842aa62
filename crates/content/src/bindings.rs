//! Lines of the owner's files that promise more than the program backs, for `ateneu check`. A server still starts with
//! them, and its pages show the facts ([`crate::offers`]).

use std::{collections::BTreeMap, path::Path};

use ateneu_base::{Backing, Entitlement, Interval};
use serde::de::DeserializeOwned;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    check::{self, line_of},
    error::{Error, Problem},
    files::{INVOICE_QUESTION, MembershipContent, PlanFeature, PlansContent},
    offers::is_soon,
    read,
    schema::{self, Form},
    source::{Source, Sources},
};

/// Answers of earlier versions that are false for some installations.
const OLD_ANSWERS: &[&str] = &[
    "Os cursos ficam em uma plataforma parceira. O acesso vale para o mesmo e-mail do seu cadastro. Se ainda não apareceu, peça pelo WhatsApp.",
];

/// Returns every line of content/plans.toml and content/membership.toml that is not backed, or contradicts the facts.
///
/// # Errors
/// Fails if the folder cannot be read.
pub fn unbacked(folder: Option<&Path>) -> Result<Vec<Problem>, Error> {
    let sources = read(folder)?;
    let mut problems = Vec::new();
    let Some((file, plans)) = opened::<PlansContent>(&sources, "plans") else {
        return Ok(problems);
    };
    file.report(&mut problems, of_plans(&plans));
    file.report(&mut problems, of_comparison(&plans));
    file.report(&mut problems, of_questions(&plans));
    if let Some((file, membership)) = opened::<MembershipContent>(&sources, "membership") {
        file.report(&mut problems, of_cards(&membership, &plans));
    }
    Ok(problems)
}

/// A place in a file, as `plans.0.features.1`, and its fault.
type Found = (String, String);

struct File<'a> {
    source: &'a Source,
    text: &'a str,
    root: Spanned<DeTable<'a>>,
}

/// Reads a file. Returns `None` if it is invalid, which is reported when it is opened.
fn opened<'a, T: DeserializeOwned>(sources: &'a Sources, name: &str) -> Option<(File<'a>, T)> {
    let source = sources.get(name)?;
    let Form::Table(declared) = schema::files().form() else { return None };
    let shape = declared.iter().find(|file| file.name == name)?.shape;
    let content = serde_json::from_value::<T>(check::read(source, shape).ok()?).ok()?;
    let text = std::str::from_utf8(&source.bytes).ok()?.trim_start_matches('\u{feff}');
    Some((File { source, text, root: DeTable::parse(text).ok()? }, content))
}

impl File<'_> {
    fn report(&self, problems: &mut Vec<Problem>, found: Vec<Found>) {
        problems.extend(found.into_iter().map(|(path, what)| Problem {
            file: self.source.shown.clone(),
            line: self.line(&path),
            what,
        }));
    }

    fn line(&self, path: &str) -> Option<usize> {
        let mut steps = path.split('.');
        let mut at = self.root.get_ref().get(steps.next()?)?;
        for step in steps {
            at = match at.get_ref() {
                DeValue::Array(items) => items.get(step.parse::<usize>().ok()?)?,
                DeValue::Table(table) => table.get(step)?,
                _ => return None,
            };
        }
        Some(line_of(self.text, at.span().start))
    }
}

fn of_plans(plans: &PlansContent) -> Vec<Found> {
    let mut given: BTreeMap<Entitlement, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (i, plan) in plans.plans.iter().enumerate() {
        for (j, feature) in plan.features.iter().enumerate() {
            let PlanFeature { text, right, .. } = feature;
            let twice = right.and_then(|right| given.insert(right, &plan.name)).map(|first| {
                format!("its right stands in the plan {first} already, and later plans have it too")
            });
            if let Some(what) = twice.or_else(|| wrong(feature, plan.centavos().is_some())) {
                found.push((
                    format!("plans.{i}.features.{j}"),
                    format!("plan {}, {:?}: {what}", plan.name, &**text),
                ));
            }
        }
    }
    found
}

/// Returns the fault of a plan's line, judged without the other lines.
fn wrong(feature: &PlanFeature, has_price: bool) -> Option<String> {
    let is_marked = feature.soon == Some(true);
    match (feature.right, feature.agreed == Some(true)) {
        (Some(_), true) => Some("it names a right, so it is not `agreed`: leave out one of them".into()),
        (None, true) if has_price => {
            Some("`agreed` is for plans without a price in figures: name the `right` it gives".into())
        }
        (None, true) if is_marked => Some("it is `agreed`, so `soon` says nothing: leave it out".into()),
        (None, true) => None,
        (None, false) if has_price => {
            Some("nothing stands behind it: name the `right` it gives; pages say 'Em breve'".into())
        }
        (None, false) => Some("name the `right` it gives, or write `agreed = true`".into()),
        (Some(right), false) if is_soon(right) && !is_marked => {
            let name = right.name();
            Some(format!("nothing stands behind {name} yet: write `soon = true`; pages say 'Em breve'"))
        }
        (Some(right), false) if !is_soon(right) && is_marked => {
            Some(format!("{} is there: leave out `soon`", right.name()))
        }
        (Some(right), false) => {
            let is_benefit = matches!(right.backing(), Some(Backing::Benefit(_)));
            let name = right.name();
            match (is_benefit, feature.every) {
                (true, None) => Some(format!(
                    "{name} is delivered again and again: write `every = \"week\"` or \"month\""
                )),
                (false, Some(_)) => Some(format!("{name} is not delivered at intervals: leave out `every`")),
                _ => None,
            }
        }
    }
}

fn of_comparison(plans: &PlansContent) -> Vec<Found> {
    let sold: Vec<Entitlement> =
        plans.plans.iter().flat_map(|plan| &plan.features).filter_map(|feature| feature.right).collect();
    let mut rows: BTreeMap<Entitlement, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for (i, row) in plans.comparison.rows.iter().enumerate() {
        let mut problem = |what: String| {
            found.push((format!("comparison.rows.{i}"), format!("row {:?}: {what}", &*row.feature)));
        };
        if row.cells.is_some() || row.soon.is_some() {
            problem("`cells` and `soon` are computed now: leave them out and name `rights`".into());
        } else if row.rights.is_empty() {
            problem("it names no `rights`: it is not shown".into());
        }
        for right in &row.rights {
            let name = right.name();
            if let Some(first) = rows.insert(*right, &row.feature) {
                problem(format!("{name} stands in the row {first:?} already"));
            }
            if !sold.contains(right) {
                problem(format!("no plan gives {name}"));
            }
        }
        let kinds: Vec<(bool, Option<Interval>, Option<usize>)> = row
            .rights
            .iter()
            .filter(|right| sold.contains(right))
            .map(|right| (is_soon(*right), plans.interval_of(*right), first_plan(plans, *right)))
            .collect();
        if kinds.windows(2).any(|pair| pair.first() != pair.last()) {
            problem("its rights differ in some plan: it is shown as a row for each".into());
        }
    }
    let missing = sold.iter().filter(|right| !rows.contains_key(right)).map(|right| right.name());
    let missing: Vec<&str> = missing.collect();
    if !missing.is_empty() {
        let what = format!("no row names {}: each gets a row of its own", missing.join(", "));
        found.push(("comparison.rows".into(), what));
    }
    found
}

fn first_plan(plans: &PlansContent, right: Entitlement) -> Option<usize> {
    let gives = |right| move |feature: &PlanFeature| feature.right == Some(right);
    plans.plans.iter().position(|plan| plan.features.iter().any(gives(right)))
}

fn of_questions(plans: &PlansContent) -> Vec<Found> {
    let questions = plans.questions.iter().enumerate();
    let found = questions.filter_map(|(i, asked)| {
        let what = if &*asked.question == INVOICE_QUESTION {
            "it is not shown: answer it in `invoice_answer`"
        } else if OLD_ANSWERS.contains(&&*asked.answer) {
            "this answer came with the file and is not true here: write \"{acesso_aos_cursos}\""
        } else {
            return None;
        };
        Some((format!("questions.{i}"), format!("question {:?}: {what}", &*asked.question)))
    });
    found.collect()
}

fn of_cards(membership: &MembershipContent, plans: &PlansContent) -> Vec<Found> {
    let features = membership.features.items.iter().enumerate();
    let features = features.map(|(i, card)| (format!("features.items.{i}"), &card.title, card.right));
    let exclusive = membership.exclusive.items.iter().enumerate();
    let exclusive = exclusive.map(|(i, card)| (format!("exclusive.items.{i}"), &card.title, card.right));
    let found = features.chain(exclusive).filter_map(|(path, title, right)| {
        let what = match right {
            None => "name the `right` it stands for".to_owned(),
            Some(right) if first_plan(plans, right).is_none() => {
                format!("no plan gives {}: it is not shown", right.name())
            }
            Some(_) => return None,
        };
        Some((path, format!("card {:?}: {what}", &**title)))
    });
    found.collect()
}
