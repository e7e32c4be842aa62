//! Periods of the owner's privacy policy, and the jobs that hold them.

use ateneu_base::Period;
use ateneu_content::{LegalContent, promises};
use ateneu_jobs::Retention;

/// A period of the policy that no job holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unheld {
    /// Text of the policy.
    pub(crate) text: String,
    /// Period in it.
    pub(crate) period: Period,
}

/// Returns the periods that the policy names and no job holds.
pub(crate) fn unheld(policy: &LegalContent, retentions: &[Retention]) -> Vec<Unheld> {
    let mut unheld = Vec::new();
    for promise in promises(policy) {
        let is_held = |period: &Period| {
            let holds =
                |retention: &Retention| retention.period == *period && promise.mentions(retention.topics);
            retentions.iter().any(holds)
        };
        let missing = promise.periods.iter().copied().filter(|period| !is_held(period));
        unheld.extend(missing.map(|period| Unheld { text: promise.text.clone(), period }));
    }
    unheld
}

/// Returns the jobs whose period the policy should promise and does not.
#[cfg(test)]
fn unpromised(policy: &LegalContent, retentions: &[Retention]) -> Vec<&'static str> {
    let promises = promises(policy);
    let is_promised = |retention: &&Retention| {
        let names = |promise: &ateneu_content::Promise| {
            promise.mentions(retention.topics) && promise.periods.contains(&retention.period)
        };
        retention.topics.is_empty() || promises.iter().any(names)
    };
    retentions.iter().filter(|retention| !is_promised(retention)).map(|retention| retention.job).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ateneu_content::Content;

    use super::*;
    use crate::subjects::declared;

    fn policy() -> LegalContent {
        Content::open(None).expect("the embedded files").current().privacy.clone()
    }

    #[test]
    fn every_period_of_the_privacy_policy_has_a_job() {
        let retentions = declared().retentions;
        assert_eq!(unheld(&policy(), &retentions), []);
        assert_eq!(unpromised(&policy(), &retentions), [""; 0]);
        let jobs: BTreeSet<_> = retentions.iter().map(|retention| retention.job).collect();
        assert_eq!(jobs.len(), retentions.len(), "each job is declared once");
        for section in policy().sections.iter().filter(|section| &*section.id == "por-quanto-tempo") {
            let items = section.items.iter().flatten().count();
            assert_eq!(promises(&policy()).len(), items, "each line of the section names a period");
        }
    }

    #[test]
    fn a_longer_period_and_other_data_have_no_job() {
        let mut policy = policy();
        let section = policy.sections.iter_mut().find(|section| &*section.id == "por-quanto-tempo");
        let text = "Fotos dos eventos: três anos. Mensagens de contato: dois anos.";
        let file = serde_json::json!([text, "Registros de acesso: um ano."]);
        section.expect("the section").items = serde_json::from_value(file).ok();
        let retentions = declared().retentions;
        let found: Vec<_> = unheld(&policy, &retentions).into_iter().map(|unheld| unheld.period).collect();
        assert_eq!(found, [Period::Months(36), Period::Months(12)]);
        assert!(unpromised(&policy, &retentions).contains(&"remove_old_receipts"));
    }
}
