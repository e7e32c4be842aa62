//! A person's profile at a provider, and its form in the protocol (`identity_data`).

use serde_json::Value as Json;
use url::Url;

use crate::{accounts::email, requests::Object};

/// Prefix of a company's provider name. The company's id follows.
pub(crate) const SSO: &str = "sso:";

/// Maximum length of a text from a provider in characters.
const MAX_TEXT_LENGTH: usize = 1_000;

/// Claims that are copied unchanged.
const TEXTS: [&str; 8] =
    ["iss", "sub", "name", "given_name", "family_name", "nickname", "preferred_username", "picture"];

/// A person at a provider.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    /// The provider's name in the protocol.
    pub(crate) provider: String,
    /// Name of the provider for people.
    pub(crate) label: String,
    /// Id of the person at the provider.
    pub(crate) subject: String,
    /// Email address, lower case, verified or not.
    pub(crate) email: Option<String>,
    is_proved: bool,
    /// All claims for the account's metadata.
    pub(crate) data: Object,
}

impl Profile {
    pub(crate) fn read(provider: &str, label: &str, claims: &Object) -> Self {
        let text = |name: &str| {
            let text = claims.get(name).and_then(Json::as_str).map(str::trim);
            text.filter(|text| {
                !text.is_empty() && text.chars().count() <= MAX_TEXT_LENGTH && !text.contains('\0')
            })
        };
        // LinkedIn and others send booleans as texts.
        let is_true = |name: &str| match claims.get(name) {
            Some(Json::Bool(truth)) => *truth,
            Some(Json::String(text)) => text == "true",
            _ => false,
        };
        let email = text("email").and_then(|email| email::canonical(email).ok());
        let is_proved = email.is_some() && is_true("email_verified");
        let mut data = Object::new();
        for name in TEXTS {
            if let Some(value) = text(name).filter(|value| name != "picture" || is_web(value)) {
                data.insert(name.to_owned(), value.into());
            }
        }
        for (name, twin) in [("name", "full_name"), ("picture", "avatar_url"), ("sub", "provider_id")] {
            if let Some(value) = data.get(name).cloned() {
                data.insert(twin.to_owned(), value);
            }
        }
        if let Some(email) = &email {
            data.insert("email".into(), email.clone().into());
        }
        data.insert("email_verified".into(), is_proved.into());
        data.insert("phone_verified".into(), false.into());
        Self {
            provider: provider.to_owned(),
            label: label.to_owned(),
            subject: text("sub").unwrap_or_default().to_owned(),
            email,
            is_proved,
            data,
        }
    }

    /// True for a person of a company.
    pub(crate) fn is_of_company(&self) -> bool {
        self.provider.starts_with(SSO)
    }

    /// Returns the address, if the provider has verified it.
    pub(crate) fn proved_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.is_proved)
    }
}

fn is_web(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "https" | "http"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(claims: &Json) -> Profile {
        Profile::read("google", "Google", claims.as_object().unwrap())
    }

    #[test]
    fn a_profile_is_filled_as_the_hosted_service_fills_it() {
        let profile = read(&json!({
            "iss": "https://accounts.google.com", "sub": "1180", "email": "Ana@Exemplo.com", "email_verified": true,
            "name": "Ana Lima", "picture": "https://fotos.test/ana", "locale": { "country": "BR" }, "hd": "exemplo.com",
        }));
        assert_eq!(
            Json::Object(profile.data.clone()),
            json!({
                "iss": "https://accounts.google.com", "sub": "1180", "name": "Ana Lima",
                "picture": "https://fotos.test/ana", "full_name": "Ana Lima",
                "avatar_url": "https://fotos.test/ana", "provider_id": "1180", "email": "ana@exemplo.com",
                "email_verified": true, "phone_verified": false,
            })
        );
        assert_eq!(profile.proved_email(), Some("ana@exemplo.com"));
    }

    #[test]
    fn only_a_true_claim_verifies_an_email() {
        let proved =
            |word: Json| read(&json!({ "sub": "1", "email": "a@b.co", "email_verified": word })).is_proved;
        assert!(proved(json!(true)) && proved(json!("true")));
        for word in [json!(false), json!("false"), json!(1), json!(null), json!("yes")] {
            assert!(!proved(word.clone()), "{word}");
        }
        let profile = read(&json!({
            "sub": "1", "email": "sem arroba", "email_verified": true, "picture": "javascript:alert(1)",
            "name": "a".repeat(2_000),
        }));
        assert_eq!(profile.proved_email(), None);
        assert_eq!(profile.data.len(), 4, "{:?}", profile.data);
    }
}
