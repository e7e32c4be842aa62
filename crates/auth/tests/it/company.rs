//! A company whose people sign in there: it describes itself, reads the request in a browser, and answers as the test
//! wants, signed with its own key.

use std::io::Read;

use ateneu_auth::{CompanyConfig, Config};
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_testkit::{
    TestResponse,
    app::NOW,
    databases::{FromPlace, Place},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::read::DeflateDecoder;
use saml_rs::crypto::{keys, sign};
use serde_json::{Value as Json, json};

use crate::{
    browser::{Away, Landed, away, landed},
    emails::pairs,
    harness::{Harness, config},
};

pub const ACS: &str = "https://casa.test/auth/v1/sso/saml/acs";
pub const ENTITY: &str = "https://casa.test/auth/v1/sso/saml/metadata";
const RSA_SHA256: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/// A company and the key it signs with.
#[derive(Clone, Debug)]
pub struct Company {
    pub name: &'static str,
    pub entity: String,
    pub key: &'static str,
    pub certificate: &'static str,
}

pub fn empresa() -> Company {
    Company {
        name: "empresa",
        entity: "https://login.empresa.test/saml".into(),
        key: include_str!("keys/empresa.key.pem"),
        certificate: include_str!("keys/empresa.cert.pem"),
    }
}

pub fn outra() -> Company {
    Company {
        name: "outra",
        entity: "https://login.outra.test/saml".into(),
        key: include_str!("keys/outra.key.pem"),
        certificate: include_str!("keys/outra.cert.pem"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    Assertion,
    Response,
    Nothing,
}

/// Values in an answer.
#[derive(Clone, Debug)]
pub struct Words {
    pub id: String,
    pub in_response_to: String,
    /// The same inside the assertion, if present.
    pub confirmed_for: Option<String>,
    pub issuer: String,
    pub destination: String,
    pub recipient: String,
    pub audience: String,
    pub status: &'static str,
    pub name_id: String,
    pub format: &'static str,
    pub from: i64,
    pub until: i64,
    pub attributes: Vec<(&'static str, String)>,
    pub signed: Signed,
}

impl Company {
    /// Returns the configuration of the company, as an owner writes it.
    pub fn config(&self) -> CompanyConfig {
        CompanyConfig {
            name: self.name.into(),
            domains: vec![format!("{}.test", self.name)],
            metadata: self.metadata(),
            ..CompanyConfig::default()
        }
    }

    pub fn metadata(&self) -> String {
        let certificate: String = self.certificate.lines().filter(|line| !line.starts_with('-')).collect();
        format!(
            r#"<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ID="_d" entityID="{}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>{certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.{}.test/sso"/></IDPSSODescriptor></EntityDescriptor>"#,
            self.entity, self.name
        )
    }

    /// Returns a right answer to a browser's request.
    pub fn words(&self, away: &Away) -> Words {
        let request = request(away);
        let id = between(&request, " ID=\"", "\"");
        Words {
            id: format!("_resposta{id}"),
            in_response_to: id.clone(),
            confirmed_for: Some(id),
            issuer: self.entity.clone(),
            destination: ACS.into(),
            recipient: ACS.into(),
            audience: ENTITY.into(),
            status: "urn:oasis:names:tc:SAML:2.0:status:Success",
            name_id: "ana-na-empresa".into(),
            format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            from: NOW - 30,
            until: NOW + 300,
            attributes: vec![
                ("email", format!("ana@{}.test", self.name)),
                ("displayName", "Ana Lima".into()),
            ],
            signed: Signed::Assertion,
        }
    }

    /// Returns the answer, signed as it says.
    pub fn answer(&self, words: &Words) -> String {
        let xml = words.xml();
        match words.signed {
            Signed::Nothing => xml,
            signed => self.sign(&xml, signed == Signed::Response),
        }
    }

    pub fn sign(&self, xml: &str, whole: bool) -> String {
        let key = keys::load_private_key(self.key, None).unwrap();
        sign::construct_saml_signature(xml, whole, &key, self.certificate, RSA_SHA256, &[], None).unwrap()
    }
}

impl Words {
    fn xml(&self) -> String {
        let at = |seconds: i64| Timestamp::from_seconds(seconds).to_zulu();
        let (now, from, until) = (at(NOW), at(self.from), at(self.until));
        let confirmed = self.confirmed_for.as_ref();
        let confirmed = confirmed.map_or(String::new(), |id| format!(r#" InResponseTo="{id}""#));
        let attributes: String = self
            .attributes
            .iter()
            .map(|(name, value)| {
                format!(r#"<saml:Attribute Name="{name}"><saml:AttributeValue>{value}</saml:AttributeValue></saml:Attribute>"#)
            })
            .collect();
        let Self {
            id,
            in_response_to,
            issuer,
            destination,
            recipient,
            audience,
            status,
            name_id,
            format,
            ..
        } = self;
        format!(
            r#"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{id}" Version="2.0" IssueInstant="{now}" Destination="{destination}" InResponseTo="{in_response_to}"><saml:Issuer>{issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{status}"/></samlp:Status><saml:Assertion ID="{id}-a" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer><saml:Subject><saml:NameID Format="{format}">{name_id}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="{recipient}" NotOnOrAfter="{until}"{confirmed}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{from}" NotOnOrAfter="{until}"><saml:AudienceRestriction><saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>{attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>"#
        )
    }
}

/// Returns the text between two others.
pub fn between(text: &str, before: &str, after: &str) -> String {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}")).1;
    rest.split_once(after).unwrap().0.to_owned()
}

/// Returns the request in a browser's redirect.
pub fn request(away: &Away) -> String {
    let asked = pairs(away.address.query().unwrap());
    let packed = BASE64_STANDARD.decode(&asked["SAMLRequest"]).unwrap();
    let mut request = String::new();
    DeflateDecoder::new(&*packed).read_to_string(&mut request).unwrap();
    request
}

/// Opens a service with both companies.
pub async fn app_with_companies(db: Db) -> Harness {
    let config = Config { companies: vec![empresa().config(), outra().config()], ..config() };
    Harness::open_as(db, config).await
}

pub struct WithCompanies(pub Harness);

impl FromPlace for WithCompanies {
    async fn from_place(place: Place) -> Self {
        Self(app_with_companies(place.db).await)
    }
}

impl Harness {
    /// Starts a sign-in at a company.
    pub async fn leave_for(&self, company: &Company, more: &Json) -> Away {
        let mut body = json!({ "provider_id": company.name, "skip_http_redirect": true, "redirect_to": "https://casa.test/membros" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        away(&self.post("/sso", body).await.ok())
    }

    /// Posts a company's answer.
    pub async fn bring(&self, xml: &str, away: &Away) -> Landed {
        let state = pairs(away.address.query().unwrap())["RelayState"].clone();
        landed(
            &self
                .bring_form(
                    &[("SAMLResponse", BASE64_STANDARD.encode(xml)), ("RelayState", state)],
                    &away.cookie,
                )
                .await,
        )
    }

    pub async fn bring_form(&self, fields: &[(&str, String)], cookie: &str) -> TestResponse {
        let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.unversioned("POST", "/sso/saml/acs").header("cookie", cookie).body(form).await
    }

    /// Signs in through a company, with changes to its answer.
    pub async fn enter_from(&self, company: &Company, change: impl FnOnce(&mut Words)) -> Landed {
        let away = self.leave_for(company, &json!({})).await;
        let mut words = company.words(&away);
        change(&mut words);
        self.bring(&company.answer(&words), &away).await
    }
}
