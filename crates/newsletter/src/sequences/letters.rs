//! The emails of the steps, in the words of the content file.

use ateneu_content::emails::{
    Button, CheckoutLast, CheckoutLeft, FirstMonthPeople, FirstMonthReview, FirstMonthStart, MemberAway,
    RefundQuestion, SequenceEmail, SequenceQuestion, WelcomeArchive, WelcomeQuestion, WelcomeStart, WinBack,
};
use ateneu_mail::{Email, Sender};

use super::{definitions::StepEmail, facts::Facts, links};
use crate::campaigns::{PlanName, name_of};

/// Maximum length of a name in characters.
const MAX_NAME: usize = 80;

/// Parts of the emails that are the same for everybody.
pub(crate) struct Letters {
    pub(crate) sender: Sender,
    pub(crate) plan_name: PlanName,
    /// Key of the sequence's links.
    pub(crate) secret: String,
}

impl Letters {
    /// Returns the email of a step to one person.
    pub(crate) fn email(&self, email: StepEmail, facts: &Facts) -> Email {
        let sender = &self.sender;
        let name = first_name(facts.profile.as_deref());
        let plan = facts.plan.as_deref();
        let plan = plan.map(|plan| (self.plan_name)(plan).unwrap_or_else(|| plan.to_owned()));
        let question = SequenceQuestion { name: name.clone(), plan: plan.clone() };
        let fields = |path: &str| SequenceEmail { name, plan, button: Button(sender.link(path)) };
        let written = match email {
            StepEmail::WelcomeStart => sender.email(&WelcomeStart(fields("/blog"))),
            StepEmail::WelcomeArchive => sender.email(&WelcomeArchive(fields("/cartas"))),
            StepEmail::WelcomeQuestion => sender.email(&WelcomeQuestion(question)),
            StepEmail::CheckoutLeft => sender.email(&CheckoutLeft(fields("/pricing"))),
            StepEmail::CheckoutLast => sender.email(&CheckoutLast(fields("/pricing"))),
            StepEmail::FirstMonthStart => sender.email(&FirstMonthStart(fields("/membros/aprendizagem"))),
            StepEmail::FirstMonthPeople => sender.email(&FirstMonthPeople(fields("/membros/comunidade"))),
            StepEmail::FirstMonthReview => sender.email(&FirstMonthReview(question)),
            StepEmail::MemberAway => sender.email(&MemberAway(fields("/membros"))),
            StepEmail::WinBack => sender.email(&WinBack(fields("/pricing"))),
            StepEmail::RefundQuestion => sender.email(&RefundQuestion(question)),
        };
        // A subscription's own link ends it, the others withdraw the purpose.
        let link = match &facts.token {
            Some(token) => format!("/newsletter/sair/{token}"),
            None => links::path(&facts.run, &self.secret),
        };
        written.unsubscribe(sender.link(&link))
    }
}

/// Returns the first name in an account's metadata.
fn first_name(profile: Option<&str>) -> Option<String> {
    let name = name_of(profile);
    name.split_whitespace().next().map(|first| first.chars().take(MAX_NAME).collect())
}
