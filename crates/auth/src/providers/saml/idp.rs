//! The companies of the configuration, and messages exchanged with them. Metadata are read once, at the start, without
//! requests to a company.

use std::time::{Duration, SystemTime};

use ateneu_base::{Timestamp, ids};
use saml_rs::{
    AcsEndpoint, AudienceValidationPolicy, BrowserInput, CertificatePem, ClockSkew, EntityId, FormField,
    IdpDescriptor, MessageId, MetadataTrustPolicy, NameIdCreationPolicy, NameIdFormat, PendingAuthnRequest,
    RelayStateParam, ReplayCache, ReplayKey, ReplayPolicy, Saml, SamlError, SamlValidationContext, Sp,
    SpConfig, SpValidationPolicy, SsoResponse, SsoResponseBinding, SsoSession, StartSso, XmlSignatureProfile,
    constants::{Binding, CertUse},
};
use url::Url;

use super::{company::CompanyConfig, errors};
use crate::{
    accounts::{Profile, email, profile::SSO},
    error::Error,
    providers::{
        finish_callback::{Answer, CallbackResult},
        provider::is_trustworthy,
    },
    requests::Object,
    sessions::ProviderTokens,
};

/// Method in the session.
const METHOD: &str = "sso/saml";

/// Tolerance for a company's clock, in milliseconds.
const SKEW: i64 = 60_000;

/// Usual names of the attribute with an address.
const EMAILS: [&str; 6] = [
    "email",
    "mail",
    "Email",
    "emailAddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

/// Usual names of the attribute with a person's name.
const NAMES: [&str; 5] = [
    "displayName",
    "name",
    "cn",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
];

pub(crate) struct Company {
    config: CompanyConfig,
    description: IdpDescriptor,
}

/// All configured companies, and this server as their service provider.
pub(crate) struct Companies {
    us: Saml<Sp>,
    acs: String,
    all: Vec<Company>,
}

fn defect(_: SamlError) -> Error {
    Error::Defect("SAML cannot be set up")
}

impl Companies {
    /// Checks the configuration. `issuer` is the URL of the accounts service.
    pub(crate) fn open(configs: Vec<CompanyConfig>, issuer: &str) -> Result<Self, Error> {
        let acs = format!("{issuer}/sso/saml/acs");
        let entity = EntityId::try_new(format!("{issuer}/sso/saml/metadata")).map_err(defect)?;
        let policy = SpValidationPolicy {
            xml_signatures: XmlSignatureProfile::StrictRsaSha2,
            audience: AudienceValidationPolicy::Validate,
            name_id_creation: NameIdCreationPolicy::AllowCreate,
            ..SpValidationPolicy::recommended()
        };
        let config = SpConfig::builder(entity)
            .acs_endpoint(AcsEndpoint::post(&acs).map_err(defect)?)
            .validation(policy)
            .build();
        let us = Saml::sp(config.map_err(defect)?).map_err(defect)?;
        let mut all: Vec<Company> = Vec::new();
        for config in configs {
            let name = config.name.clone();
            let company = Company::open(config, &all);
            all.push(company.map_err(|problem| Error::Company { name, problem })?);
        }
        Ok(Self { us, acs, all })
    }

    /// True if no company is configured.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the company of that id.
    pub(crate) fn find(&self, name: &str) -> Option<&Company> {
        self.all.iter().find(|company| company.config.name == name)
    }

    /// Returns the company of that domain.
    pub(crate) fn of_domain(&self, domain: &str) -> Option<&Company> {
        self.all.iter().find(|company| company.answers_for(domain))
    }

    pub(crate) fn metadata(&self) -> &str {
        self.us.metadata_xml()
    }

    /// Returns the URL for the browser, and the id of the request in it.
    pub(crate) fn ask(&self, company: &Company, state: &str) -> Result<(Url, String), Error> {
        let relay_state = RelayStateParam::try_from_option(Some(state)).map_err(defect)?;
        let request = StartSso::redirect().relay_state(relay_state).apply_web_browser_sso_generation_rules();
        let started = self.us.start_sso(&company.description, request).map_err(defect)?;
        let address = started.outbound.redirect_url().map_err(defect)?;
        let address = Url::parse(address).map_err(|_| Error::Defect("a company's address is none"))?;
        Ok((address, started.pending.request_id().as_str().to_owned()))
    }

    /// Returns the person in a company's answer to that request. Expensive.
    pub(crate) fn read(
        &self,
        company: &Company,
        (request_id, state): (&str, &str),
        response: String,
        now: Timestamp,
    ) -> Result<CallbackResult, Error> {
        let mut seen = Seen { company: &company.config.name, answers: Vec::new() };
        let session = self
            .validate_response(company, (request_id, state), response, now, &mut seen)
            .map_err(|error| {
                tracing::warn!(company = company.config.name, %error, "a company's answer is refused");
                Error::Refused(errors::of(&error))
            })?;
        Ok(CallbackResult {
            profile: company.profile(&session)?,
            tokens: ProviderTokens::default(),
            method: METHOD,
            answers: seen.answers,
        })
    }

    fn validate_response(
        &self,
        company: &Company,
        (request_id, state): (&str, &str),
        response: String,
        now: Timestamp,
        seen: &mut Seen<'_>,
    ) -> Result<SsoSession, SamlError> {
        let pending = PendingAuthnRequest::try_new(
            MessageId::try_new(request_id)?,
            RelayStateParam::try_from_option(Some(state))?,
            AcsEndpoint::post(&self.acs)?,
            SsoResponseBinding::Post,
            company.description.entity_id().clone(),
        )?;
        let fields = vec![FormField::new("SAMLResponse", response), FormField::new("RelayState", state)];
        let seconds = u64::try_from(now.seconds()).unwrap_or_default();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let context = SamlValidationContext::new(now, ReplayPolicy::RequireCache(seen))
            .with_clock_skew(ClockSkew::from_millis(-SKEW, SKEW));
        let input = BrowserInput::<SsoResponse>::post(fields);
        self.us.finish_sso(&company.description, &pending, input, context)
    }
}

impl Company {
    /// Id of the company in the protocol.
    pub(crate) fn name(&self) -> &str {
        &self.config.name
    }

    fn open(mut config: CompanyConfig, others: &[Company]) -> Result<Self, String> {
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        if config.name.is_empty() || !config.name.chars().all(is_name) {
            return Err("its name may hold lower case letters, digits, `-` and `_`".to_owned());
        }
        config.domains = config.domains.iter().map(|domain| domain.to_ascii_lowercase()).collect();
        if config.domains.is_empty() {
            return Err("it has no domains".to_owned());
        }
        let taken = |domain: &&String| others.iter().any(|other| other.answers_for(domain));
        if let Some(domain) = config.domains.iter().find(taken) {
            return Err(format!("another company has the domain {domain}"));
        }
        let certificates: Vec<_> = config.certificate.iter().map(CertificatePem::new).collect();
        let trust = match certificates.is_empty() {
            true => MetadataTrustPolicy::UnsignedForCompatibility,
            false => MetadataTrustPolicy::RequireSignature { trusted_certificates: &certificates },
        };
        let description = IdpDescriptor::from_metadata_xml(&config.metadata, trust)
            .map_err(|error| format!("its description cannot be used: {error}"))?;
        check(&description)?;
        Ok(Self { config, description })
    }

    fn answers_for(&self, domain: &str) -> bool {
        self.config.domains.iter().any(|own| own.eq_ignore_ascii_case(domain))
    }

    /// Returns the person in an accepted answer.
    fn profile(&self, session: &SsoSession) -> Result<Profile, Error> {
        let name_id = session.name_id();
        // A transient id identifies no person.
        let is_lasting = name_id.format() != Some(&NameIdFormat::Transient);
        if name_id.value().trim().is_empty() || !is_lasting {
            return Err(Error::Refused(&errors::NO_PERSON));
        }
        let by_attribute = attribute(session, self.config.email_attribute.as_deref(), &EMAILS);
        let by_name = || (name_id.format() == Some(&NameIdFormat::EmailAddress)).then(|| name_id.value());
        let address = by_attribute.or_else(by_name).and_then(|text| email::canonical(text.trim()).ok());
        let address = address.ok_or(Error::Refused(&errors::NO_ADDRESS))?;
        let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
        if !self.answers_for(domain) {
            return Err(Error::Refused(&errors::FOREIGN_ADDRESS));
        }
        let mut claims = Object::new();
        let mut put = |key: &str, value: &str| claims.insert(key.to_owned(), value.into());
        put("iss", session.issuer().as_str());
        put("sub", name_id.value());
        put("email", &address);
        if let Some(name) = attribute(session, self.config.name_attribute.as_deref(), &NAMES) {
            put("name", name);
        }
        claims.insert("email_verified".to_owned(), true.into());
        let profile = Profile::read(&format!("{SSO}{}", self.config.name), &self.config.name, &claims);
        match profile.subject.is_empty() {
            true => Err(Error::Refused(&errors::NO_PERSON)),
            false => Ok(profile),
        }
    }
}

/// Checks that the metadata are sufficient for sign-ins.
fn check(description: &IdpDescriptor) -> Result<(), String> {
    let metadata = description.metadata();
    if metadata.is_want_authn_requests_signed() {
        return Err("it wants signed requests, and ours are not".to_owned());
    }
    let address = metadata.get_single_sign_on_service(Binding::Redirect);
    let address = address.and_then(|text| Url::parse(&text).ok());
    if !address.is_some_and(|url| is_trustworthy(&url)) {
        return Err("its description names no https:// address for HTTP-Redirect".to_owned());
    }
    match metadata.x509_certificates(CertUse::Signing).is_empty() {
        true => Err("its description holds no certificate to sign with".to_owned()),
        false => Ok(()),
    }
}

fn attribute<'a>(session: &'a SsoSession, chosen: Option<&str>, usual: &[&str]) -> Option<&'a str> {
    let value = |name: &str| {
        let attribute = session.attributes().get(name)?;
        attribute.values().first().map(|value| value.as_str().trim())
    };
    let value = match chosen {
        Some(name) => value(name),
        None => usual.iter().find_map(|name| value(name)),
    };
    value.filter(|text| !text.is_empty())
}

/// Collects the ids that the library would cache. The database refuses their reuse, on every node.
struct Seen<'a> {
    company: &'a str,
    answers: Vec<Answer>,
}

impl ReplayCache for Seen<'_> {
    fn check_and_store(&mut self, key: ReplayKey, expires_at: SystemTime) -> Result<(), SamlError> {
        let since = expires_at.duration_since(SystemTime::UNIX_EPOCH);
        let seconds = since.ok().and_then(|since| i64::try_from(since.as_secs()).ok());
        let seconds = seconds.ok_or_else(|| SamlError::Invalid("an answer never ends".to_owned()))?;
        self.answers.push(Answer {
            digest: ids::digest(&format!("{} {}", self.company, key.cache_key())),
            expires_at: Timestamp::from_seconds(seconds.saturating_add(1)),
        });
        Ok(())
    }
}
