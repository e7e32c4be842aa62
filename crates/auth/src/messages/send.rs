//! Sends secrets of one kind by email or short message: stored and queued in one transaction, within limits that do not
//! depend on the existence of an account.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use url::{Url, form_urlencoded};

use crate::{
    Auth,
    accounts::{Address, User},
    error::{Error, accepted},
    messages::{
        Kind, email_texts,
        one_time::{self, Secrets},
        sms,
    },
    requests::{Action, Client, limits},
    sessions::pkce::Challenge,
};

/// Message to be sent, with the target of its link.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) kind: Kind,
    /// Address of the recipient.
    pub(crate) to: Address,
    pub(crate) redirect_to: Url,
    pub(crate) challenge: Option<Challenge>,
}

impl Delivery {
    /// Returns a code by short message, which has no link.
    pub(crate) fn by_phone(auth: &Auth, kind: Kind, number: String) -> Self {
        Self {
            kind,
            to: Address::Phone(number),
            redirect_to: auth.parts.redirects.resolve(None, None),
            challenge: None,
        }
    }
}

/// Counts a request for a message of that kind to an address. The inner refusal is for the caller, and its counts are
/// kept.
pub(crate) fn count_request(
    tx: &mut Tx<'_>,
    (kind, to): (Kind, &Address),
    client: &Client,
    action: Action,
    now: Timestamp,
) -> Result<Result<(), Error>, Error> {
    let (network, address) = match to {
        Address::Email(email) => {
            (limits::emails_from(client), vec![limits::message_to(kind.verification(), email)])
        }
        Address::Phone(number) => {
            (limits::short_messages_from(client), limits::short_messages_to(kind.verification(), number))
        }
    };
    accepted!(limits::count_attempt(tx, network.as_slice(), action, client, now)?);
    Ok(limits::count_attempt(tx, &address, action, client, now)?.map_err(|refusal| match (refusal, to) {
        (Error::RateLimited(wait), Address::Email(_)) => Error::MailRateLimited(wait),
        (Error::RateLimited(wait), Address::Phone(_)) => Error::SmsRateLimited(wait),
        (other, _) => other,
    }))
}

/// Stores new secrets and queues the message that carries them.
pub(crate) fn send(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<(), Error> {
    let secrets = store(auth, tx, user, delivery, now)?;
    let sender = auth.mail().sender();
    let email = match &delivery.to {
        Address::Phone(number) => {
            let message = sms::carrying(delivery.kind, &secrets.code, number, &sender);
            auth.mail().queue(tx, &message.until(now + secrets.code_lifetime))?;
            return Ok(());
        }
        Address::Email(email) => email,
    };
    // With `ask`, programs that open links before the reader do not use them up.
    let link = link(auth, &secrets, delivery) + "&ask=1";
    let new_email = user.new_email.as_deref().unwrap_or_default();
    let message = email_texts::carrying(delivery.kind, &secrets, link, new_email, &sender);
    let until = now + secrets.link_lifetime.max(secrets.code_lifetime);
    let message = message.to(email, &sender).until(until);
    auth.mail().queue(tx, &message)?;
    Ok(())
}

/// Stores new secrets, to be sent by another service.
pub(crate) fn store(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<Secrets, Error> {
    let challenge = delivery.challenge.as_ref();
    let secrets = Secrets::new(delivery.kind, challenge, &auth.rules());
    let target = (delivery.kind, delivery.to.text());
    one_time::store(tx, &auth.parts.code_key, user, target, &secrets, challenge, now)?;
    Ok(secrets)
}

/// Returns the link of the protocol: following it uses the secret and leads on with a session.
pub(crate) fn link(auth: &Auth, secrets: &Secrets, delivery: &Delivery) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("token", &secrets.link)
        .append_pair("type", delivery.kind.verification())
        .append_pair("redirect_to", delivery.redirect_to.as_str())
        .finish();
    format!("{}/verify?{query}", auth.parts.issuer)
}
