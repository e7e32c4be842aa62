//! Hashes and checks passwords.

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{
        PasswordHasher,
        phc::{Output, PasswordHash},
    },
};

use unicode_normalization::UnicodeNormalization;

use crate::{
    cost::PasswordCost,
    error::Error,
    hash_pool::{HashGate, Scratch},
};

fn hash_now(password: &str, cost: PasswordCost) -> Result<String, Error> {
    let hash: PasswordHash = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost.params()?)
        .hash_password(password.as_bytes())
        .map_err(|_| Error::Defect("a password could not be hashed"))?;
    Ok(hash.to_string())
}

fn verify_now(password: &str, stored: &str, scratch: &mut Scratch) -> bool {
    if is_bcrypt(stored) {
        return bcrypt::verify(password, stored).unwrap_or(false);
    }
    // Two outputs are compared in constant time.
    PasswordHash::new(stored)
        .is_ok_and(|hash| hash.hash.is_some() && hash_again(password, &hash, scratch) == hash.hash)
}

/// Hashes the password with the parameters of `hash`, in the thread's own memory.
fn hash_again(password: &str, hash: &PasswordHash, scratch: &mut Scratch) -> Option<Output> {
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(hash).ok()?);
    let (salt, length) = (hash.salt.as_ref()?, hash.hash.as_ref()?.len());
    let mut output = vec![0; length];
    let memory = scratch.blocks(argon2.params().block_count());
    argon2.hash_password_into_with_memory(password.as_bytes(), salt.as_ref(), &mut output, memory).ok()?;
    Output::new(&output).ok()
}

fn is_bcrypt(stored: &str) -> bool {
    ["$2a$", "$2b$", "$2y$"].iter().any(|prefix| stored.starts_with(prefix))
}

/// Returns `true` if the password should be hashed again at its next use: another algorithm, or another cost.
pub fn is_outdated(stored: &str, cost: PasswordCost) -> bool {
    !stored.starts_with(&format!("$argon2id$v=19$m={},t={},p=1$", cost.memory_kib, cost.passes))
}

/// Returns `true` for a foreign hash that can be checked at an acceptable cost.
pub fn is_affordable(stored: &str) -> bool {
    if is_bcrypt(stored) {
        let cost = stored.get(4..6).and_then(|cost| cost.parse::<u32>().ok());
        stored.len() == 60 && cost.is_some_and(|cost| (4..=15).contains(&cost))
    } else {
        PasswordHash::new(stored).is_ok_and(|hash| {
            let parameters = Params::try_from(&hash);
            hash.algorithm.as_str().starts_with("argon2")
                && parameters.is_ok_and(|p| p.m_cost() <= 256 * 1024 && p.t_cost() <= 16 && p.p_cost() <= 16)
        })
    }
}

/// Returns the stored form of a password (RFC 8265, `OpaqueString`): composed letters, ordinary spaces.
pub fn prepared(password: &str) -> String {
    let is_space = |c: char| c != ' ' && c.is_whitespace() && !c.is_control();
    password.chars().map(|c| if is_space(c) { ' ' } else { c }).nfc().collect()
}

/// Returns the forms in which a password may have been hashed: the present one, then the one as typed, used formerly.
/// ASCII passwords have one.
fn forms(password: &str) -> Vec<String> {
    let mut forms = vec![prepared(password)];
    for form in [password.to_owned(), password.nfd().collect()] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Hashes a password in the pool.
///
/// # Errors
/// Fails if the gate is busy.
pub async fn hash(gate: &HashGate, password: String) -> Result<String, Error> {
    let cost = gate.cost();
    gate.run(move |_| hash_now(&prepared(&password), cost)).await?
}

/// Checks a password in the pool.
///
/// # Errors
/// Fails if the gate is busy.
pub async fn verify(gate: &HashGate, password: String, stored: String) -> Result<bool, Error> {
    gate.run(move |scratch| forms(&password).iter().any(|form| verify_now(form, &stored, scratch))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_check_and_are_in_the_present_form() {
        let cost = PasswordCost::default();
        let hash = hash_now("uma frase longa", cost).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(!is_outdated(&hash, cost), "{hash}");
        assert!(is_outdated(&hash, PasswordCost { passes: 3, ..cost }), "{hash}");
        assert!(verify_now("uma frase longa", &hash, &mut Scratch::default()));
        assert!(!verify_now("uma frase curta", &hash, &mut Scratch::default()));
        assert!(is_affordable(&hash));
    }

    #[test]
    fn a_password_is_the_same_in_every_unicode_form() {
        let (composed, apart) = ("seguran\u{E7}a e \u{E1}gua", "seguranc\u{327}a\u{A0}e a\u{301}gua");
        assert_eq!(prepared(apart), composed);
        let fits = |typed: &str, stored: &str| {
            forms(typed).iter().any(|form| verify_now(form, stored, &mut Scratch::default()))
        };
        let hash = hash_now(&prepared(apart), PasswordCost::MIN).unwrap();
        assert!(fits(composed, &hash) && fits(apart, &hash) && !fits("seguranca e agua", &hash));
        // Former hashes are of the text as typed.
        let former = hash_now("seguranc\u{327}a", PasswordCost::MIN).unwrap();
        assert!(fits("seguran\u{E7}a", &former) && fits("seguranc\u{327}a", &former));
        assert_eq!(forms("uma frase longa").len(), 1, "no further work for other passwords");
    }

    #[test]
    fn imported_hashes_check_and_are_outdated() {
        let hash = bcrypt::hash("antiga senha", 4).unwrap();
        assert!(
            verify_now("antiga senha", &hash, &mut Scratch::default())
                && !verify_now("outra", &hash, &mut Scratch::default())
                && is_outdated(&hash, PasswordCost::default())
        );
        assert!(is_affordable(&hash));
        for ruinous in
            ["", "texto", "$2b$31$abc", "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNo"]
        {
            assert!(!is_affordable(ruinous), "{ruinous}");
            assert!(!verify_now("x", "", &mut Scratch::default()));
        }
    }
}
