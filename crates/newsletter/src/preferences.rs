//! Preferences of an address: each kind of emails that its person can have, the reason, and whether they are on. Read and
//! changed by a signed-in person, and through the signed link of an email.

use ateneu_base::{Timestamp, ids};
use ateneu_data::{Argument, Procedure, answer};
use ateneu_db::{Error, Tx};
use ateneu_mail::suppressions;
use ateneu_schema::{Kind, Words, rule::anyone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    campaigns::{self, Addressed, CampaignList},
    refused::Refused,
    sequences::{self, EmailPurpose, PurposeBasis},
};

/// Kind of emails that a person switches on and off. A further kind needs a variant and its place in
/// [`EmailKind::stored`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum EmailKind {
    /// The open newsletter.
    Open,
    /// The letter for members.
    Premium,
    /// Automated emails for [`EmailPurpose::Checkout`].
    Checkout,
    /// Automated emails for [`EmailPurpose::Membership`].
    Membership,
    /// Automated emails for [`EmailPurpose::Return`].
    Return,
}

/// Place of the state of a kind.
enum Stored {
    /// The subscription to the open newsletter.
    Open,
    /// The plan, and a departure from its letter.
    Premium,
    /// A purpose of automated emails.
    Purpose(EmailPurpose),
}

impl EmailKind {
    fn stored(self) -> Stored {
        match self {
            Self::Open => Stored::Open,
            Self::Premium => Stored::Premium,
            Self::Checkout => Stored::Purpose(EmailPurpose::Checkout),
            Self::Membership => Stored::Purpose(EmailPurpose::Membership),
            Self::Return => Stored::Purpose(EmailPurpose::Return),
        }
    }

    fn of_list(list: CampaignList) -> Self {
        match list {
            CampaignList::Open => Self::Open,
            CampaignList::Premium => Self::Premium,
        }
    }
}

/// Maximum number of choices in a request.
const MAX_CHOICES: usize = 20;

/// Source of a subscription that a signed-in person made.
const SOURCE_ACCOUNT: &str = "Área de membros";

/// Source of a subscription by the link of an email.
const SOURCE_LINK: &str = "Link em um e-mail";

/// Preferences of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EmailPreferences {
    /// The address, with most of its name hidden.
    pub address: String,
    /// True if they were read by the link of a test, which is nobody's.
    pub is_test: bool,
    /// Time since which the address receives nothing, because it refused emails or reported one.
    pub suppressed_at: Option<Timestamp>,
    /// The kinds of emails that the person can have.
    pub kinds: Vec<EmailPreference>,
}

/// One kind of emails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EmailPreference {
    /// The kind.
    pub kind: EmailKind,
    /// True if it is on.
    pub follows: bool,
    /// Time of the consent, or of the departure. `None` for what a plan includes.
    pub since: Option<Timestamp>,
    /// Source of the consent. `None` for the form of the site.
    pub source: Option<String>,
    /// Plan that includes it.
    pub plan: Option<String>,
    /// Basis of automated emails. `None` while nothing has begun them, and for letters.
    pub basis: Option<PurposeBasis>,
}

/// A choice of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailChoice {
    kind: EmailKind,
    follows: bool,
}

/// Returns the procedures behind the link of an email.
pub(crate) fn procedures() -> Vec<Procedure> {
    vec![read_by_link(), choose_by_link()]
}

/// Returns the preferences of the address to which an email with the token went. Returns `null` if the token is invalid.
fn read_by_link() -> Procedure {
    let arguments = [Argument::required("token", Kind::Text)];
    Procedure::reads::<Option<EmailPreferences>>("email_preferences", arguments, anyone(), |tx, call| {
        let token = call.arguments.get("token").and_then(Json::as_str).unwrap_or_default();
        answer(&match address_of(tx, token)? {
            Addressed::Nobody => None,
            Addressed::Test => Some(EmailPreferences { is_test: true, ..EmailPreferences::default() }),
            Addressed::Email(email) => Some(read(tx, &email, call.now)?),
        })
    })
}

/// Changes the preferences of the address to which an email with the token went. Returns `false` if the token is invalid.
fn choose_by_link() -> Procedure {
    let arguments = [Argument::required("token", Kind::Text), Argument::required("choices", Kind::Json)];
    Procedure::writes::<bool>("choose_emails", arguments, anyone(), |tx, call| {
        let token = call.arguments.get("token").and_then(Json::as_str).unwrap_or_default();
        let given = call.arguments.get("choices").cloned().unwrap_or(Json::Null);
        let choices: Vec<EmailChoice> =
            serde_json::from_value(given).map_err(|_| Refused::EmailChoicesInvalid)?;
        check(&choices)?;
        let addressed = address_of(tx, token)?;
        if let Addressed::Email(email) = &addressed {
            // Who leaves the list of the letter is counted with its campaign.
            if let Some(own) = campaigns::list_of(tx, token)?.map(EmailKind::of_list)
                && choices.iter().any(|choice| choice.kind == own && !choice.follows)
                && read_kind(tx, own, email, call.now)?.is_some()
            {
                campaigns::unsubscribe(tx, token, call.now)?;
            }
            choose(tx, email, (&choices, SOURCE_LINK), call.now)?;
        }
        Ok(Json::Bool(!matches!(addressed, Addressed::Nobody)))
    })
}

/// Returns the address of a token: that of a campaign's recipient, of a person in a sequence, or of a subscription.
fn address_of(tx: &mut Tx<'_>, token: &str) -> Result<Addressed, Error> {
    if let Some(addressed) = campaigns::addressed(tx, token)? {
        return Ok(addressed);
    }
    if let Some(email) = sequences::address_of(tx, token)? {
        return Ok(Addressed::Email(email));
    }
    let sql = "SELECT email FROM newsletter_subscriptions WHERE token = $1";
    let email: Option<String> = tx.query_optional_as(sql, &[token.into()])?;
    Ok(email.map_or(Addressed::Nobody, Addressed::Email))
}

/// Checks the number of choices.
///
/// # Errors
/// Returns [`Refused::EmailChoicesInvalid`] if there are too many.
pub(crate) fn check(choices: &[EmailChoice]) -> Result<(), Refused> {
    if choices.len() > MAX_CHOICES { Err(Refused::EmailChoicesInvalid) } else { Ok(()) }
}

/// Reads the preferences of an address.
pub(crate) fn read(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<EmailPreferences, Error> {
    let mut kinds = Vec::new();
    for kind in EmailKind::ALL {
        kinds.extend(read_kind(tx, *kind, email, now)?);
    }
    let sql = "SELECT created_at FROM mail_suppressions WHERE recipient = $1";
    let suppressed_at = tx.query_optional_as(sql, &[email.into()])?;
    Ok(EmailPreferences { address: hidden(email), is_test: false, suppressed_at, kinds })
}

/// Returns the state of a kind. Returns `None` if the person cannot have it.
fn read_kind(
    tx: &mut Tx<'_>,
    kind: EmailKind,
    email: &str,
    now: Timestamp,
) -> Result<Option<EmailPreference>, Error> {
    match kind.stored() {
        Stored::Open => read_open(tx, email).map(Some),
        Stored::Premium => read_premium(tx, email, now),
        Stored::Purpose(purpose) => read_purpose(tx, (kind, purpose), email),
    }
}

/// The newest subscription of an address.
#[derive(Deserialize)]
struct Subscription {
    is_active: bool,
    since: Option<Timestamp>,
    unsubscribed_at: Option<Timestamp>,
    source: Option<String>,
}

fn read_open(tx: &mut Tx<'_>, email: &str) -> Result<EmailPreference, Error> {
    let sql = "SELECT is_active AND confirmed_at IS NOT NULL AS is_active, unsubscribed_at,
                      coalesce(consented_at, confirmed_at) AS since, consent_source AS source
               FROM newsletter_subscriptions WHERE email = $1
               ORDER BY CASE WHEN is_active THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT 1";
    let found: Option<Subscription> = tx.query_optional_as(sql, &[email.into()])?;
    let (follows, since, source) = match found {
        Some(found) if found.is_active => (true, found.since, found.source),
        Some(found) => (false, found.unsubscribed_at, None),
        None => (false, None, None),
    };
    Ok(EmailPreference { kind: EmailKind::Open, follows, since, source, plan: None, basis: None })
}

/// A member's departure from the letter for members, if any.
#[derive(Deserialize)]
struct Member {
    plan: Option<String>,
    left_at: Option<Timestamp>,
}

fn read_premium(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<Option<EmailPreference>, Error> {
    let sql = format!(
        "SELECT m.plan, d.created_at AS left_at
         FROM users u JOIN member_entitlements h ON h.user_id = u.id
         JOIN subscribers m ON m.user_id = u.id
         LEFT JOIN newsletter_departures d ON d.email = $1 AND d.list = 'premium'
         WHERE {HAS_ADDRESS} AND h.entitlement = 'premium_newsletter' AND h.until > $2 LIMIT 1"
    );
    let found: Option<Member> = tx.query_optional_as(&sql, &[email.into(), now.into()])?;
    Ok(found.map(|Member { plan, left_at }| EmailPreference {
        kind: EmailKind::Premium,
        follows: left_at.is_none(),
        since: left_at,
        source: None,
        plan,
        basis: None,
    }))
}

/// Reads the purpose of the accounts with an address. It is off if any of them has withdrawn it.
fn read_purpose(
    tx: &mut Tx<'_>,
    (kind, purpose): (EmailKind, EmailPurpose),
    email: &str,
) -> Result<Option<EmailPreference>, Error> {
    let accounts = accounts_of(tx, email)?;
    if accounts.is_empty() {
        return Ok(None);
    }
    let mut rows = Vec::new();
    for account in &accounts {
        rows.extend(sequences::purpose_of(tx, account, purpose)?);
    }
    let withdrawn_at = rows.iter().filter_map(|row| row.withdrawn_at).max();
    let basis = rows.first().filter(|_| withdrawn_at.is_none());
    Ok(Some(EmailPreference {
        kind,
        follows: withdrawn_at.is_none(),
        since: withdrawn_at.or(basis.map(|row| row.since)),
        source: None,
        plan: None,
        basis: basis.map(|row| row.basis),
    }))
}

/// SQL of the condition that the account `u` gets emails at the address `$1`.
const HAS_ADDRESS: &str =
    "(u.sso_email = $1 OR (u.sso_email IS NULL AND u.email = $1 AND u.email_confirmed_at IS NOT NULL))
                 AND u.deleted_at IS NULL";

/// Returns the ids of the accounts with an address. One that signs in through a company can share it with another.
fn accounts_of(tx: &mut Tx<'_>, email: &str) -> Result<Vec<String>, Error> {
    tx.query_as(&format!("SELECT u.id FROM users u WHERE {HAS_ADDRESS} ORDER BY u.id"), &[email.into()])
}

/// Changes the preferences of an address by its own person. Kinds that the person cannot have stay as they are, and so
/// does what is so already. A wanted kind is a new consent: it lifts a suppression.
pub(crate) fn choose(
    tx: &mut Tx<'_>,
    email: &str,
    (choices, source): (&[EmailChoice], &str),
    now: Timestamp,
) -> Result<(), Error> {
    for choice in choices {
        let Some(known) = read_kind(tx, choice.kind, email, now)? else { continue };
        if choice.follows {
            suppressions::lift(tx, email)?;
        }
        if known.follows != choice.follows {
            switch(tx, email, *choice, source, now)?;
        }
    }
    Ok(())
}

fn switch(
    tx: &mut Tx<'_>,
    email: &str,
    EmailChoice { kind, follows }: EmailChoice,
    source: &str,
    now: Timestamp,
) -> Result<(), Error> {
    match (kind.stored(), follows) {
        (Stored::Open, true) => subscribe(tx, email, source, now),
        (Stored::Open, false) => campaigns::leave_open(tx, email, now).map(drop),
        (Stored::Premium, true) => {
            let sql = "DELETE FROM newsletter_departures WHERE email = $1 AND list = 'premium'";
            tx.execute(sql, &[email.into()]).map(drop)
        }
        (Stored::Premium, false) => campaigns::leave_premium(tx, email, now).map(drop),
        (Stored::Purpose(purpose), _) => switch_purpose(tx, email, (purpose, follows), now),
    }
}

fn switch_purpose(
    tx: &mut Tx<'_>,
    email: &str,
    (purpose, follows): (EmailPurpose, bool),
    now: Timestamp,
) -> Result<(), Error> {
    for account in accounts_of(tx, email)? {
        match follows {
            true => sequences::consent(tx, &account, purpose, now)?,
            false => sequences::withdraw_purpose(tx, &account, purpose, now)?,
        }
    }
    Ok(())
}

/// Subscribes an address by its own person, whose consent needs no other confirmation. Leaves `notified_at` empty, so that
/// the welcome is sent.
fn subscribe(tx: &mut Tx<'_>, email: &str, source: &str, now: Timestamp) -> Result<(), Error> {
    let confirmed = tx.write(
        "UPDATE newsletter_subscriptions
         SET confirmed_at = $2, consented_at = $2, consent_source = $3, notified_at = NULL, updated_at = $2
         WHERE email = $1 AND is_active",
        &[email.into(), now.into(), source.into()],
    )?;
    if !confirmed.is_empty() {
        return Ok(());
    }
    tx.write(
        "INSERT INTO newsletter_subscriptions
             (id, email, is_active, created_at, updated_at, confirmed_at, consented_at, consent_source)
         VALUES ($1, $2, TRUE, $3, $3, $3, $3, $4)",
        &[ids::row_id(now).into(), email.into(), now.into(), source.into()],
    )
    .map(drop)
}

/// Changes the preferences of a signed-in person.
pub(crate) fn choose_own(
    tx: &mut Tx<'_>,
    email: &str,
    choices: &[EmailChoice],
    now: Timestamp,
) -> Result<(), Error> {
    choose(tx, email, (choices, SOURCE_ACCOUNT), now)
}

/// Returns an address as its own person recognises it: `a…a@casa.test`. Forwarded emails show it to others.
fn hidden(email: &str) -> String {
    let Some((name, domain)) = email.rsplit_once('@') else { return String::new() };
    let mut letters = name.chars();
    match (letters.next(), letters.next_back()) {
        (Some(first), Some(last)) if name.chars().count() > 3 => format!("{first}…{last}@{domain}"),
        (Some(first), _) => format!("{first}…@{domain}"),
        _ => format!("…@{domain}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_its_domain_and_two_letters() {
        let shown = ["ana.lima@casa.test", "ana@casa.test", "a@casa.test", "ção-mâe@casa.test"].map(hidden);
        assert_eq!(shown, ["a…a@casa.test", "a…@casa.test", "a…@casa.test", "ç…e@casa.test"]);
    }
}
