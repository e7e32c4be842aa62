//! Signatures of the provider's events: `Stripe-Signature: t=<unix seconds>,v1=<hex>[,v1=…]`, an HMAC-SHA256 under
//! the whole `whsec_…` text over `<t>.<raw body>` (<https://docs.stripe.com/webhooks#verify-manually>).

use ateneu_base::{Secret, Timestamp};
use aws_lc_rs::hmac;

/// Maximum difference between the signature's time and the clock in seconds.
const TOLERANCE: i64 = 300;

/// Reason why a call is refused. It displays as the code of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The signature is missing or malformed.
    #[error("signature_missing")]
    Missing,
    /// No known key made the signature.
    #[error("signature_wrong")]
    Wrong,
    /// The signature is correct, but too old or from the future.
    #[error("signature_stale")]
    Stale,
}

/// Verifies that one of the keys signed the body recently.
///
/// # Errors
/// Returns the reason of the refusal.
pub fn verify(header: &str, body: &[u8], secrets: &[Secret], now: Timestamp) -> Result<(), Refused> {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let time = parts().find(|(scheme, _)| *scheme == "t").map(|(_, time)| time);
    let time = time.ok_or(Refused::Missing)?;
    let seconds: i64 = time.parse().map_err(|_| Refused::Missing)?;
    let given: Vec<Vec<u8>> =
        parts().filter(|(scheme, _)| *scheme == "v1").filter_map(|(_, tag)| hex::decode(tag).ok()).collect();
    if given.is_empty() {
        return Err(Refused::Missing);
    }
    let signed = signed_text(time, body);
    let is_signed = secrets.iter().filter(|secret| !secret.is_empty()).any(|secret| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.reveal().as_bytes());
        // Each is compared in constant time. There are two while a secret is being replaced.
        given.iter().any(|tag| hmac::verify(&key, &signed, tag).is_ok())
    });
    if !is_signed {
        return Err(Refused::Wrong);
    }
    if now.seconds().abs_diff(seconds) > TOLERANCE.unsigned_abs() {
        return Err(Refused::Stale);
    }
    Ok(())
}

/// Returns the header for a body.
pub fn sign(body: &[u8], secret: &Secret, now: Timestamp) -> String {
    let time = now.seconds().to_string();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.reveal().as_bytes());
    let tag = hmac::sign(&key, &signed_text(&time, body));
    format!("t={time},v1={}", hex::encode(tag))
}

fn signed_text(time: &str, body: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(time.len() + 1 + body.len());
    text.extend_from_slice(time.as_bytes());
    text.push(b'.');
    text.extend_from_slice(body);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    #[test]
    fn the_documented_signature_is_verified() {
        // `node -e` with the provider's own library: generateTestHeaderString({ payload, secret, timestamp: 1795220000 }).
        let (body, secret) = (b"{\"id\":\"evt_1\"}", Secret::from("whsec_segredo"));
        let header = sign(body, &secret, at(1_795_220_000));
        assert_eq!(verify(&header, body, &[secret], at(1_795_220_300)), Ok(()));
    }

    #[test]
    fn wrong_stale_and_missing_signatures_are_distinguished() {
        let body = b"{}";
        let (old, new) = (Secret::from("whsec_antigo"), Secret::from("whsec_novo"));
        let now = at(1_795_220_000);
        let header = sign(body, &old, now);
        let both = [new.clone(), old];
        assert_eq!(verify(&header, body, &both, now), Ok(()), "either secret");
        assert_eq!(verify(&header, body, &[new, Secret::default()], now), Err(Refused::Wrong));
        assert_eq!(verify(&header, b"{ }", &both, now), Err(Refused::Wrong), "other bytes");
        assert_eq!(verify(&header, body, &both, at(1_795_220_301)), Err(Refused::Stale));
        assert_eq!(verify(&header, body, &both, at(1_795_219_699)), Err(Refused::Stale));
        let moved = header.replace("t=1795220000", "t=1795220100");
        assert_eq!(verify(&moved, body, &both, now), Err(Refused::Wrong), "the time is signed, too");
        let tag = header.split("v1=").nth(1).unwrap();
        let two = format!("t=1795220000,v1={},v1={tag},v0=00", "0".repeat(64));
        assert_eq!(verify(&two, body, &both, now), Ok(()), "any v1 may match");
        for missing in ["", "t=1795220000", "v1=00", &format!("t=1795220000,v0={tag}"), "t=ontem,v1=00"] {
            assert_eq!(verify(missing, body, &both, now), Err(Refused::Missing), "{missing}");
        }
    }

    #[test]
    fn a_signature_with_an_empty_secret_is_refused() {
        let header = sign(b"{}", &Secret::default(), at(0));
        assert_eq!(verify(&header, b"{}", &[Secret::default()], at(0)), Err(Refused::Wrong));
    }
}
