//! Cache of verified access tokens: signature, time and role.

use std::{collections::HashMap, sync::Arc};

use ateneu_base::{Timestamp, TokenProblem};
use aws_lc_rs::digest;
use parking_lot::Mutex;

use crate::{claims::Claims, keys::Keys};

/// Maximum number of cached tokens.
const MAX_TOKENS: usize = 10_000;

/// Verified tokens by digest, so that a token is verified once.
#[derive(Default)]
pub struct Verified(Mutex<HashMap<[u8; 32], Arc<Claims>>>);

impl Verified {
    /// Verifies a token, or finds it in the cache.
    ///
    /// # Errors
    /// Fails if the token is invalid now.
    pub fn verify(
        &self,
        keys: &Keys,
        issuer: &str,
        token: &str,
        now: Timestamp,
    ) -> Result<Arc<Claims>, TokenProblem> {
        let mut digest = [0u8; 32];
        digest.copy_from_slice(digest::digest(&digest::SHA256, token.as_bytes()).as_ref());
        let found = self.0.lock().get(&digest).cloned();
        if let Some(claims) = found {
            claims.in_time(now)?;
            return match keys.stand_behind(&claims, now) {
                true => Ok(claims),
                false => Err(TokenProblem::BadSignature),
            };
        }
        let claims = Arc::new(keys.claims(token, now)?.usable(issuer, now)?);
        let mut held = self.0.lock();
        if held.len() >= MAX_TOKENS {
            held.retain(|_, claims| claims.in_time(now).is_ok());
            if held.len() >= MAX_TOKENS {
                held.clear();
            }
        }
        held.insert(digest, Arc::clone(&claims));
        Ok(claims)
    }
}
