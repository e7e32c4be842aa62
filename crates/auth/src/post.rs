//! Sending a person the secrets of one kind: stored and queued in the same transaction, within limits that count alike
//! whether the address has an account or not.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use url::{Url, form_urlencoded};

use crate::{
    Auth,
    client::Client,
    error::Error,
    letters, limits,
    log::Action,
    one_time::{self, Kind, Secrets},
    pkce::Challenge,
    users::User,
};

/// What is to be sent, and where its link leads afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Errand {
    pub(crate) kind: Kind,
    /// The address it goes to.
    pub(crate) to: String,
    pub(crate) redirect_to: Url,
    pub(crate) challenge: Option<Challenge>,
}

/// Counts a request for a letter of that kind to an address. The inner refusal is for the caller, and what was counted
/// for it is kept.
pub(crate) fn admit(
    tx: &mut Tx<'_>,
    (kind, email): (Kind, &str),
    client: &Client,
    action: Action,
    now: Timestamp,
) -> Result<Result<(), Error>, Error> {
    let network = limits::letters_from(client);
    if let Err(refusal) = limits::admit(tx, network.as_slice(), action, client, now)? {
        return Ok(Err(refusal));
    }
    let address = [limits::letter_to(kind.verification(), email)];
    Ok(
        limits::admit(tx, &address, action, client, now)?.map_err(|refusal| match refusal {
            Error::RateLimited(wait) => Error::MailRateLimited(wait),
            other => other,
        }),
    )
}

/// Stores new secrets and queues the letter that carries them.
pub(crate) fn send(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    errand: &Errand,
    now: Timestamp,
) -> Result<(), Error> {
    let secrets = store(auth, tx, user, errand, now)?;
    let link = (errand.kind != Kind::Reauthentication).then(|| {
        // `ask`: programs that open the links of a letter before its reader does must not spend them.
        link(auth, &secrets, errand) + "&ask=1"
    });
    let new_email = user.new_email.as_deref().unwrap_or_default();
    let letter = letters::carrying(errand.kind, &secrets, link, new_email);
    let until = now + secrets.link_lifetime.max(secrets.code_lifetime);
    let message = letter.to(&errand.to, &auth.mail().sender()).until(until);
    auth.mail().queue(tx, &message)?;
    Ok(())
}

/// Stores new secrets, to be carried by somebody else.
pub(crate) fn store(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    errand: &Errand,
    now: Timestamp,
) -> Result<Secrets, Error> {
    let challenge = errand.challenge.as_ref();
    let secrets = Secrets::new(errand.kind, challenge, &auth.rules());
    let target = (errand.kind, errand.to.as_str());
    one_time::store(tx, auth.code_key(), user, target, &secrets, challenge, now)?;
    Ok(secrets)
}

/// The link of the protocol: following it spends the secret and leads on with a session.
pub(crate) fn link(auth: &Auth, secrets: &Secrets, errand: &Errand) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("token", &secrets.link)
        .append_pair("type", errand.kind.verification())
        .append_pair("redirect_to", errand.redirect_to.as_str())
        .finish();
    format!("{}/verify?{query}", auth.issuer())
}
