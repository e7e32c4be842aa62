//! Public lists of revoked certificates: cacheable signed Bitstring Status Lists.

use std::{io::Write as _, time::Duration};

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Db, Error};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value as Json, json};

use super::issuer::{Addresses, issuer, seconds};

/// Entries of a list: the minimum of the standard, which hides a holder among many.
const PLACES: i64 = 131_072;
/// Time for which a list may be cached.
pub const FRESH: Duration = Duration::from_secs(60);

/// Returns the number of an index's list, and the position in it.
pub fn place(index: i64) -> (i64, i64) {
    (index / PLACES, index % PLACES)
}

/// Returns the revoked positions of a list. Returns `None` for a list without entries.
pub async fn revoked(db: &Db, list: i64) -> Result<Option<Vec<i64>>, Error> {
    let first = list.checked_mul(PLACES).filter(|first| *first >= 0);
    let Some(first) = first else { return Ok(None) };
    db.read(move |tx| {
        let begun = "SELECT 1 AS begun FROM credential_statuses WHERE status_index >= $1 LIMIT 1";
        if first > 0 && tx.query_optional(begun, &[Value::Int(first)])?.is_none() {
            return Ok(None);
        }
        let revoked: Vec<i64> = tx.query_as(
            "SELECT status_index FROM credential_statuses
             WHERE status_index >= $1 AND status_index < $2 AND (revoked_at IS NOT NULL OR certificate_id IS NULL)",
            &[Value::Int(first), Value::Int(first + PLACES)],
        )?;
        Ok(Some(revoked.into_iter().map(|index| index - first).collect()))
    })
    .await
}

/// Returns the claims of a list.
///
/// # Errors
/// Fails only if writing to memory does.
pub fn claims(
    list: i64,
    revoked: &[i64],
    addresses: &Addresses<'_>,
    issuer_name: &str,
    now: Timestamp,
) -> std::io::Result<Json> {
    let id = addresses.list(list);
    Ok(json!({
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "id": id,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": issuer(addresses, issuer_name),
        "validFrom": seconds(now),
        "credentialSubject": {
            "id": format!("{id}#list"),
            "type": "BitstringStatusList",
            "statusPurpose": "revocation",
            "encodedList": encoded(revoked)?,
            "ttl": FRESH.as_millis(),
        },
        "iss": addresses.issuer(),
        "jti": id,
        "sub": format!("{id}#list"),
        "nbf": now.seconds(),
    }))
}

/// Encodes the compressed bits as multibase base64url, the first position in the highest bit.
fn encoded(revoked: &[i64]) -> std::io::Result<String> {
    let mut bits = vec![0u8; usize::try_from(PLACES / 8).unwrap_or_default()];
    for place in revoked {
        if let Some(byte) = usize::try_from(place / 8).ok().and_then(|byte| bits.get_mut(byte)) {
            *byte |= 0x80 >> (place % 8);
        }
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bits)?;
    Ok(format!("u{}", BASE64_URL_SAFE_NO_PAD.encode(packed.finish()?)))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn ten_thousand_revocations_are_one_small_list() {
        let revoked: Vec<i64> = (0..10_000).map(|number| number * 7_919 % PLACES).collect();
        let list = encoded(&revoked).unwrap();
        assert!(list.len() <= 16 * 1024, "{}", list.len());
        let packed = BASE64_URL_SAFE_NO_PAD.decode(list.strip_prefix('u').unwrap()).unwrap();
        let mut bits = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut bits).unwrap();
        assert_eq!(bits.len(), 16 * 1024);
        let is_set = |place: i64| bits[usize::try_from(place / 8).unwrap()] & (0x80 >> (place % 8)) != 0;
        assert!(revoked.iter().all(|place| is_set(*place)));
        assert_eq!(bits.iter().map(|byte| byte.count_ones()).sum::<u32>(), 10_000);
        assert_eq!((place(131_071), place(131_072)), ((0, 131_071), (1, 0)));
    }
}
