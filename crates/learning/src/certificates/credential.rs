//! The certificate as Open Badges 3.0 credential: a VC-JWT in the native form of section 8.2, whose payload is the
//! credential beside the registered claims. It can be verified without this server.

use serde_json::{Value as Json, json};

use super::{
    certificate::Certificate,
    issuer::{Addresses, issuer, seconds},
    pdf::hours,
    status,
};

const VC: &str = "https://www.w3.org/ns/credentials/v2";
const OPEN_BADGES: &str = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
const SCHEMA: &str =
    "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json";

/// Returns the claims of the credential.
pub fn claims(certificate: &Certificate, addresses: &Addresses<'_>, issuer_name: &str) -> Json {
    let from = certificate.reissued_at.unwrap_or(certificate.issued_at);
    let (list, place) = status::place(certificate.status_index);
    let list = addresses.list(list);
    // Each issue is another credential.
    let id = format!("{}#{}", addresses.page(&certificate.code), certificate.status_index);
    let subject = format!("urn:uuid:{}", certificate.id);
    let (kind, what) =
        if certificate.is_of_course() { ("Course", "curso") } else { ("LearningProgram", "programa") };
    let description = format!("{} de {what}.", capital(&hours(certificate.minutes)));
    let criteria = format!("Concluiu todas as aulas do {what}, e os questionários que ele pede.");
    let mut claims = json!({
        "@context": [VC, OPEN_BADGES],
        "id": id,
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": certificate.title,
        "issuer": issuer(addresses, issuer_name),
        "validFrom": seconds(from),
        "awardedDate": seconds(certificate.issued_at),
        "credentialSubject": {
            "id": subject,
            "type": ["AchievementSubject"],
            "activityStartDate": seconds(certificate.first_at),
            "activityEndDate": seconds(certificate.last_at),
            "identifier": [{
                "type": "IdentityObject", "hashed": false, "identityType": "name",
                "identityHash": certificate.holder_name,
            }],
            "achievement": {
                "id": format!("urn:uuid:{}", certificate.subject_id().unwrap_or(&certificate.id)),
                "type": ["Achievement"],
                "achievementType": kind,
                "inLanguage": "pt-BR",
                "name": certificate.title,
                "description": description,
                "criteria": { "narrative": criteria },
            },
        },
        "credentialStatus": {
            "id": format!("{list}#{place}"),
            "type": "BitstringStatusListEntry",
            "statusPurpose": "revocation",
            "statusListIndex": place.to_string(),
            "statusListCredential": list,
        },
        "credentialSchema": [{ "id": SCHEMA, "type": "1EdTechJsonSchemaValidator2019" }],
        "iss": addresses.issuer(),
        "jti": id,
        "sub": subject,
        "nbf": from.seconds(),
    });
    if let Some(until) = certificate.expires_at {
        claims["validUntil"] = seconds(until).into();
        claims["exp"] = until.seconds().into();
    }
    claims
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
