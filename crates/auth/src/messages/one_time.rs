//! Secrets sent to a person to be used once: a link and, beside it, a code of six digits. They stand for the same row,
//! so the use of either ends both; a newer one of the same kind ends the older.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::{TableRow, Words};
use ateneu_settings::Values;
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::{
    accounts::User,
    error::Error,
    sessions::{SignInMethod, pkce::Challenge},
    words::ChallengeMethod,
};

/// Random bytes of a link's secret.
const SECRET_BYTES: usize = 32;

/// Time for which an invitation waits: nobody sits at the screen for it.
const INVITATION: Duration = Duration::from_secs(24 * 60 * 60);

/// Purpose of a secret. Its word is also the `type` of `generate_link`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum Kind {
    /// Proves the address of a new account.
    Signup,
    /// Accepts the owner's invitation.
    Invite,
    Magiclink,
    /// Signs in to set a new password.
    Recovery,
    /// Confirms a change of email, sent to the current address.
    EmailChangeCurrent,
    /// Confirms a change of email, sent to the new address.
    EmailChangeNew,
    /// Proves that the holder of an old session is its person.
    Reauthentication,
    /// Proves the number of a new account.
    PhoneSignup,
    /// Signs in by telephone.
    Sms,
    /// Confirms a change of number, sent to the current one.
    PhoneChangeCurrent,
    /// Confirms a change of number, sent to the new one.
    PhoneChangeNew,
}

use Kind as K;

impl Kind {
    /// The `type` in links and in `verifyOtp`.
    pub(crate) fn verification(self) -> &'static str {
        match self {
            K::EmailChangeCurrent | K::EmailChangeNew => "email_change",
            K::PhoneSignup => "sms",
            K::PhoneChangeCurrent | K::PhoneChangeNew => "phone_change",
            other => other.word(),
        }
    }

    /// Returns the method of proof that a session begun by the secret records.
    pub(crate) fn authentication_method(self) -> &'static str {
        match self {
            K::Signup => "email/signup",
            other => other.verification(),
        }
    }

    /// Returns `true` if the secret confirms a change of email or number.
    pub(crate) fn is_change(self) -> bool {
        matches!(self, K::EmailChangeCurrent | K::EmailChangeNew | K::PhoneChangeCurrent | K::PhoneChangeNew)
    }

    /// Returns `true` if the secret is sent by SMS, as a code.
    pub(crate) fn is_by_phone(self) -> bool {
        matches!(self, K::PhoneSignup | K::Sms | K::PhoneChangeCurrent | K::PhoneChangeNew)
    }

    /// Returns the sign-in method that the secret proves.
    pub(crate) fn sign_in_method(self) -> SignInMethod<'static> {
        if self.is_by_phone() { SignInMethod::Phone } else { SignInMethod::Email }
    }
}

/// The kinds a `type` of `verifyOtp` redeems; `None` when there is no such type. Anyone who asks for a code to sign in
/// need not know whether the account is new.
pub(crate) fn redeemed_as(verification: &str) -> Option<&'static [Kind]> {
    match verification {
        "signup" | "magiclink" | "email" => Some(&[K::Signup, K::Magiclink]),
        "invite" => Some(&[K::Invite]),
        "recovery" => Some(&[K::Recovery]),
        "email_change" => Some(&[K::EmailChangeCurrent, K::EmailChangeNew]),
        "sms" => Some(&[K::PhoneSignup, K::Sms]),
        "phone_change" => Some(&[K::PhoneChangeCurrent, K::PhoneChangeNew]),
        _ => None,
    }
}

/// Time for which a link and a code of that kind live.
fn lifetimes(kind: Kind, rules: &Values) -> (Duration, Duration) {
    match kind {
        K::Invite => (INVITATION, rules.otp_expiry),
        kind if kind.is_by_phone() => (Duration::ZERO, rules.otp_expiry),
        _ => (rules.magic_link_expiry, rules.otp_expiry),
    }
}

/// Secrets of a message in the clear. Only their digests are stored.
#[derive(Clone, Debug)]
pub(crate) struct Secrets {
    pub(crate) link: String,
    pub(crate) code: String,
    /// Time for which the link works.
    pub(crate) link_lifetime: Duration,
    /// Time for which the code works.
    pub(crate) code_lifetime: Duration,
}

impl Secrets {
    /// New ones. The prefix tells the client's library that its link ends in a code to be exchanged.
    pub(crate) fn new(kind: Kind, challenge: Option<&Challenge>, rules: &Values) -> Self {
        let (link_lifetime, code_lifetime) = lifetimes(kind, rules);
        let prefix = if challenge.is_some() { "pkce_" } else { "" };
        Self {
            link: format!("{prefix}{}", ids::secret(SECRET_BYTES)),
            code: ids::code(),
            link_lifetime,
            code_lifetime,
        }
    }
}

fn message(kind: Kind, address: &str, code: &str) -> String {
    format!("{}\n{address}\n{code}", kind.word())
}

/// Stores the secrets of an account for an address; earlier ones of that kind are void.
pub(crate) fn store(
    tx: &mut Tx<'_>,
    key: &hmac::Key,
    user: &User,
    (kind, address): (Kind, &str),
    secrets: &Secrets,
    challenge: Option<&Challenge>,
    now: Timestamp,
) -> Result<(), Error> {
    void(tx, &user.id, &[kind])?;
    let code = hmac::sign(key, message(kind, address, &secrets.code).as_bytes());
    let (link_end, code_end) = (now + secrets.link_lifetime, now + secrets.code_lifetime);
    let token = OneTimeToken {
        id: ids::row_id(now),
        user_id: user.id.clone(),
        kind,
        address: address.to_owned(),
        code_digest: Some(BASE64_URL_SAFE_NO_PAD.encode(code.as_ref())),
        code_challenge: challenge.map(|challenge| challenge.text().to_owned()),
        code_challenge_method: challenge.map(Challenge::method),
    };
    let more = [
        ("digest", ids::digest(&secrets.link).into()),
        ("created_at", now.into()),
        ("expires_at", link_end.max(code_end).into()),
        ("link_expires_at", link_end.into()),
        ("code_expires_at", code_end.into()),
    ];
    Ok(tx.insert_with(&token, &more)?)
}

/// Makes every secret of these kinds useless.
pub(crate) fn void(tx: &mut Tx<'_>, user_id: &str, kinds: &[Kind]) -> Result<(), Error> {
    for &kind in kinds {
        let sql = "DELETE FROM one_time_tokens WHERE user_id = $1 AND kind = $2";
        tx.execute(sql, &[user_id.into(), kind.into()])?;
    }
    Ok(())
}

/// Makes every secret of an account useless.
pub(crate) fn void_all(tx: &mut Tx<'_>, user_id: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM one_time_tokens WHERE user_id = $1", &[user_id.into()])?;
    Ok(())
}

/// A link and a code that stand for the same right.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("one_time_tokens")]
pub(crate) struct OneTimeToken {
    id: String,
    pub(crate) user_id: String,
    pub(crate) kind: Kind,
    /// The address it was sent to.
    pub(crate) address: String,
    code_digest: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<ChallengeMethod>,
}

impl OneTimeToken {
    /// The challenge of the client that asked for it.
    pub(crate) fn challenge(&self) -> Option<Challenge> {
        Challenge::stored(self.code_challenge.clone(), self.code_challenge_method)
    }

    fn has_code(&self, key: &hmac::Key, code: &str) -> bool {
        let stored = self.code_digest.as_ref().and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok());
        let message = message(self.kind, &self.address, code);
        stored.is_some_and(|stored| hmac::verify(key, message.as_bytes(), &stored).is_ok())
    }
}

fn names(kinds: &[Kind]) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    serde_json::Value::from(names).to_string()
}

/// Spends a link's secret; `None` when it is unknown, used, too old or of another kind.
pub(crate) fn spend_link(
    tx: &mut Tx<'_>,
    secret: &str,
    kinds: &[Kind],
    now: Timestamp,
) -> Result<Option<OneTimeToken>, Error> {
    let condition =
        format!("WHERE digest = $1 AND link_expires_at > $2 AND {}", tx.dialect().among("kind", "$3"));
    Ok(tx.take(&condition, &[ids::digest(secret).into(), now.into(), names(kinds).into()])?.pop())
}

/// Spends a typed code that was sent to an address; `None` when it is wrong. Attempts are the caller's to count.
pub(crate) fn spend_code(
    tx: &mut Tx<'_>,
    key: &hmac::Key,
    (address, code): (&str, &str),
    kinds: &[Kind],
    now: Timestamp,
) -> Result<Option<OneTimeToken>, Error> {
    let condition =
        format!("WHERE address = $1 AND code_expires_at > $2 AND {}", tx.dialect().among("kind", "$3"));
    let sent = tx.rows::<OneTimeToken>(&condition, &[address.into(), now.into(), names(kinds).into()])?;
    let right = sent.into_iter().find(|token| token.has_code(key, code));
    let Some(spent) = right else { return Ok(None) };
    let gone = tx.execute("DELETE FROM one_time_tokens WHERE id = $1", &[(&spent.id).into()])?;
    Ok(Some(spent).filter(|_| gone > 0))
}
