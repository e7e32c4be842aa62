//! Rules for passwords: long enough, not known from leaks, not quickly guessed by somebody who knows the person and the
//! language. The present settings apply. Other services are asked outside of transactions.

use std::{collections::HashSet, sync::LazyLock};

use ateneu_base::fold;
use ateneu_passwords::prepared;
use ateneu_settings::Values;
use zxcvbn::{Score, zxcvbn};

use crate::{
    Auth,
    accounts::User,
    error::{Error, Weakness},
    requests::Object,
};

/// Longest password in bytes.
const MAX_PASSWORD_BYTES: usize = 72;

/// Personal words taken into account at most: they come from the person.
const MAX_WORDS: usize = 40;

/// Passwords up to this score fall to a million guesses.
const GUESSED: Score = Score::One;

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty())
}

/// The most common passwords, lower case: the first that anybody tries.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| lines(include_str!("common_passwords.txt")).collect());

/// Words that passwords here are made of and no English word list knows.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let words = lines(include_str!("portuguese_words.txt"));
    words.chain(lines(include_str!("common_passwords.txt"))).collect()
});

/// The words an acquaintance would try: the person's addresses and what the account says of them.
pub(crate) fn personal_words<'a>(
    addresses: impl IntoIterator<Item = &'a str>,
    metadata: Option<&'a Object>,
) -> Vec<String> {
    let said = metadata.into_iter().flat_map(|metadata| metadata.values());
    let texts = addresses.into_iter().chain(said.filter_map(serde_json::Value::as_str));
    let parts = texts.flat_map(|text| {
        let sides = std::iter::once(text).chain(text.split('@'));
        sides.chain(text.split(|c: char| !c.is_alphanumeric()))
    });
    let mut words: Vec<String> = Vec::new();
    for part in parts.filter(|part| (3..=64).contains(&part.chars().count())) {
        let word = part.to_lowercase();
        if words.len() < MAX_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// [`personal_words`] of an account.
pub(crate) fn words_of(user: &User) -> Vec<String> {
    let addresses = [user.email.as_deref(), user.phone.as_deref()];
    personal_words(addresses.into_iter().flatten(), Some(&*user.user_metadata))
}

/// Returns the weaknesses of a password under the present policy, as far as they are known without the leak service.
pub(crate) async fn weaknesses(
    auth: &Auth,
    rules: &Values,
    password: &str,
    personal: Vec<String>,
) -> Result<Vec<Weakness>, Error> {
    let mut found = Vec::new();
    let is_short = password.chars().count() < rules.min_password_length;
    if is_short {
        found.push(Weakness::Length(rules.min_password_length));
    }
    if rules.leaked_password_check && password.len() <= MAX_PASSWORD_BYTES {
        // The estimate takes a while, and would only repeat what is wrong with a short one.
        let is_known = match is_common(password) || is_short {
            true => is_common(password),
            false => {
                let (password, site) = (password.to_owned(), auth.parts.public_url.clone());
                let estimate = move || is_guessed(&password, &personal, &site);
                auth.parts.gate.run(move |_| estimate()).await?
            }
        };
        if is_known {
            found.push(Weakness::Pwned);
        }
    }
    Ok(found)
}

fn is_common(password: &str) -> bool {
    COMMON.contains(fold::fold(password).as_str())
}

fn is_guessed(password: &str, personal: &[String], site: &str) -> bool {
    let site = site.split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() > 3);
    let known: Vec<&str> =
        personal.iter().map(String::as_str).chain(site).chain(WORDS.iter().copied()).collect();
    zxcvbn(password, &known).score() <= GUESSED
}

/// Refuses what may not become a password.
pub(crate) async fn accept(auth: &Auth, password: &str, personal: Vec<String>) -> Result<(), Error> {
    let password = &prepared(password);
    if password.len() > MAX_PASSWORD_BYTES {
        return Err(Error::validation("Password cannot be longer than 72 characters"));
    }
    let rules = auth.rules();
    let mut found = weaknesses(auth, &rules, password, personal).await?;
    if found.is_empty()
        && rules.leaked_password_check
        && let Some(leaked) = &auth.parts.leaked_passwords
        && leaked.contains(password).await
    {
        found.push(Weakness::Pwned);
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(Error::WeakPassword(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_and_personal_passwords_are_weak() {
        let person = personal_words(["ana.lima@padaria-lima.com.br", "5511999990000"], None);
        for weak in [
            "12345678",
            "flamengo",
            "Flamengo2026",
            "brasil10",
            "senha1234",
            "Senha@123",
            "ana.lima1",
            "padaria1",
            "5511999990000",
            "deusefiel12",
            "casateste",
            "aaaaaaaaaaaa",
            "qwertyuiop",
        ] {
            assert!(is_guessed(weak, &person, "https://casateste.com.br"), "{weak}");
        }
    }

    #[test]
    fn hard_to_guess_passwords_are_accepted() {
        for strong in [
            "Ateneu-demo-2026",
            "Ateneu-teste-2026",
            "Outra-senha-2026",
            "Senha-de-um-estranho",
            "Uma-frase-bem-longa-2026",
            "cadeira verde na varanda",
            "xK9#mPq2vL",
        ] {
            assert!(!is_guessed(strong, &[], "https://ateneu.example"), "{strong}");
        }
    }

    #[test]
    fn personal_words_are_few_and_long_enough_to_matter() {
        let metadata =
            serde_json::json!({ "nome": "Ana Maria Lima", "de": "SP", "idade": 40, "x": "y".repeat(2_000) });
        let words = personal_words(["ana.lima@b.co"], metadata.as_object());
        assert_eq!(words, ["ana.lima@b.co", "ana.lima", "b.co", "ana", "lima", "ana maria lima", "maria"]);
        let many: Vec<String> = (0..500).map(|number| format!("palavra{number}")).collect();
        let many = many.join(" ");
        assert_eq!(personal_words([many.as_str()], None).len(), MAX_WORDS);
    }
}
