//! Signed tokens that name one recipient of a campaign: in the links to unsubscribe and in envelope addresses. They are
//! not stored. Each campaign has a key of its own, so that a procedure can verify a token with the database alone.

use ateneu_db::{Error, Tx};
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

/// Number of bytes of the signature in a token.
const SIGNATURE: usize = 16;

/// Maximum length of a token.
const MAX_LENGTH: usize = 64;

/// First part of the Message-ID of a campaign's email.
const MESSAGE: &str = "carta";

/// Purpose of a token. A token of one purpose is invalid for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Unsubscribing.
    Unsubscribe,
    /// Reports of failed deliveries.
    Bounce,
    /// The link of a test, which unsubscribes nobody.
    Test,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Unsubscribe => "u",
            Self::Bounce => "b",
            Self::Test => "t",
        }
    }
}

/// One recipient of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecipientId {
    /// Number of the campaign.
    pub campaign: i64,
    /// Number of the recipient.
    pub number: i64,
}

/// Returns the token of a recipient: `u12-345-…`. Case matters in the signature of a link, so envelope addresses have
/// one in hexadecimal digits.
pub fn sign(purpose: Purpose, id: RecipientId, secret: &str) -> String {
    let signature = signature(purpose, id, secret);
    let signature = match purpose {
        Purpose::Bounce => hex::encode(&signature[..SIGNATURE]),
        _ => BASE64_URL_SAFE_NO_PAD.encode(&signature[..SIGNATURE]),
    };
    format!("{}{}-{}-{signature}", purpose.name(), id.campaign, id.number)
}

fn signature(purpose: Purpose, id: RecipientId, secret: &str) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let text = format!("{} {} {}", purpose.name(), id.campaign, id.number);
    hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
}

/// Returns the purpose and the recipient of a valid token. Returns `None` for any other text.
pub(crate) fn verify(tx: &mut Tx<'_>, token: &str) -> Result<Option<(Purpose, RecipientId)>, Error> {
    let Some((purpose, id)) = read(token) else { return Ok(None) };
    let sql = "SELECT secret FROM campaigns WHERE number = $1";
    let Some(secret) = tx.query_optional_as::<String>(sql, &[id.campaign.into()])? else { return Ok(None) };
    let expected = sign(purpose, id, &secret);
    let is_same = aws_lc_rs::constant_time::verify_slices_are_equal(expected.as_bytes(), token.as_bytes());
    Ok(is_same.is_ok().then_some((purpose, id)))
}

/// Returns the Message-ID of a recipient's email, without its brackets.
pub(crate) fn message_id(id: RecipientId, host: &str) -> String {
    format!("{MESSAGE}.{}.{}@{host}", id.campaign, id.number)
}

/// Returns the recipient of the email with a Message-ID. It is not signed, so the address must be compared.
pub(crate) fn recipient_of_message(message_id: &str) -> Option<RecipientId> {
    let mut parts = message_id.split('@').next()?.splitn(3, '.');
    if parts.next()? != MESSAGE {
        return None;
    }
    let (campaign, number) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(RecipientId { campaign, number })
}

fn read(token: &str) -> Option<(Purpose, RecipientId)> {
    if token.len() > MAX_LENGTH || !token.is_ascii() {
        return None;
    }
    let all = [Purpose::Unsubscribe, Purpose::Bounce, Purpose::Test];
    let purpose = all.into_iter().find(|purpose| token.starts_with(purpose.name()))?;
    let mut parts = token[1..].splitn(3, '-');
    let (campaign, number) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next()?;
    Some((purpose, RecipientId { campaign, number }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_by_purpose_recipient_and_key() {
        let id = RecipientId { campaign: 3, number: 41 };
        let token = sign(Purpose::Unsubscribe, id, "chave");
        assert_eq!(read(&token), Some((Purpose::Unsubscribe, id)));
        let others = [
            sign(Purpose::Bounce, id, "chave"),
            sign(Purpose::Unsubscribe, RecipientId { number: 42, ..id }, "chave"),
            sign(Purpose::Unsubscribe, id, "outra"),
        ];
        assert!(others.iter().all(|other| other[1..] != token[1..]));
        // With the domain's prefix it fits the 64 characters of a local part.
        let longest = RecipientId { campaign: 999_999, number: 9_999_999 };
        assert!(format!("bounce+{}", sign(Purpose::Bounce, longest, "k")).len() <= 64);
        for text in ["", "u", "u1-2", "x1-2-abc", "u1-a-b", "é1-2-3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
