//! Proofs of a session (`amr`, RFC 8176): the methods, each with its time, newest first, and the level they reach.

use ateneu_base::Aal;
use serde_json::Value as Json;

/// Methods (`amr`) beyond a first factor. Those of a factor are removed with it.
const OF_FACTORS: [&str; 4] = ["totp", "mfa/phone", "mfa/webauthn", "mfa/recovery_code"];

/// Method of passkeys, which are two factors at once (decision 0022).
const PASSKEY: &str = "passkey";

/// Returns the level of these methods.
pub(crate) fn level(amr: &Json) -> Aal {
    match second_factor_at(amr) {
        Some(_) => Aal::Aal2,
        None => Aal::Aal1,
    }
}

/// Returns the time at which a second factor was last verified, in seconds since the epoch.
pub(crate) fn second_factor_at(amr: &Json) -> Option<i64> {
    let entries = amr.as_array()?.iter();
    entries.filter(|entry| is_second_factor(entry)).filter_map(|entry| entry.get("timestamp")?.as_i64()).max()
}

fn is_second_factor(entry: &Json) -> bool {
    is_of_factor(entry) || entry["method"] == PASSKEY
}

pub(crate) fn is_of_factor(entry: &Json) -> bool {
    let method = entry.get("method").and_then(Json::as_str);
    method.is_some_and(|method| OF_FACTORS.contains(&method))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn two_first_factors_do_not_reach_aal2() {
        let amr = |methods: &[&str]| -> Json {
            let entry = |method: &&str| json!({ "method": method, "timestamp": 1 });
            methods.iter().map(entry).collect()
        };
        assert_eq!(level(&amr(&["otp", "password"])), Aal::Aal1);
        assert_eq!(level(&amr(&["recovery"])), Aal::Aal1);
        assert_eq!(level(&json!([])), Aal::Aal1);
        for method in OF_FACTORS.into_iter().chain([PASSKEY]) {
            assert_eq!(level(&amr(&[method, "password"])), Aal::Aal2, "{method}");
        }
    }
}
