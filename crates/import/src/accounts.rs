//! Accounts: people with their passwords, the ways they sign in, and their second factors.

use std::sync::Arc;

use ateneu_base::email;
use ateneu_tokens::Cipher;

use crate::{
    Error,
    feed::{Cells, Convert, Converted, Texts},
    report::Report,
    source::Source,
};

/// A table of the accounts: its name in the project and here, the selected columns with their expressions, the SQL after
/// `FROM`, and the conversion.
pub(crate) struct AccountTable {
    pub(crate) name: &'static str,
    pub(crate) table: &'static str,
    pub(crate) columns: Vec<(String, String)>,
    pub(crate) from: String,
    pub(crate) convert: Convert,
}

const MUST_RESET: &str = "passwords whose hash cannot be checked here: these people set a new one by email";
const NO_NUMBER: &str = "telephone numbers of accounts that are none";
const OTHER_ROLE: &str = "roles of accounts other than `authenticated`: rights are rows of user_roles here";

/// Returns the tables of the accounts, in the order of their import.
pub(crate) fn tables(source: &Source, factors: &Arc<Cipher>) -> Vec<AccountTable> {
    vec![users(source), identities(source), second_factors(source, Arc::clone(factors))]
}

/// Returns columns that are selected as text, NULL where the project's version of a table lacks one.
fn as_texts(source: &Source, table: &str, columns: &[&str]) -> Vec<(String, String)> {
    let expression = |column: &str| source.where_there(table, column, &format!("t.{column}::text"));
    columns.iter().map(|column| ((*column).to_owned(), expression(column))).collect()
}

/// Returns the condition for rows of people who were not deleted. A deleted account keeps nothing of its person.
fn of_the_living(source: &Source) -> String {
    let deleted = source.where_there("auth.users", "deleted_at", "u.deleted_at");
    format!("NOT EXISTS (SELECT 1 FROM auth.users u WHERE u.id = t.user_id AND {deleted} IS NOT NULL)")
}

fn users(source: &Source) -> AccountTable {
    const COLUMNS: [&str; 20] = [
        "id",
        "email",
        "phone",
        "encrypted_password",
        "role",
        "email_confirmed_at",
        "phone_confirmed_at",
        "invited_at",
        "confirmation_sent_at",
        "recovery_sent_at",
        "last_sign_in_at",
        "raw_app_meta_data",
        "raw_user_meta_data",
        "is_anonymous",
        "is_sso_user",
        "banned_until",
        "deleted_at",
        "created_at",
        "updated_at",
        "is_super_admin",
    ];
    AccountTable {
        name: "auth.users",
        table: "users",
        columns: as_texts(source, "auth.users", &COLUMNS),
        from: "auth.users t".into(),
        convert: Box::new(user),
    }
}

/// Returns a JSON object. Returns `None` for another value.
fn object(text: Option<&str>) -> Option<String> {
    text.filter(|text| text.starts_with('{')).map(str::to_owned)
}

fn filled<'a>(cells: &Cells<'a>, name: &str) -> Option<&'a str> {
    cells.get(name).filter(|text| !text.is_empty())
}

fn user(cells: &Cells<'_>) -> Converted {
    let mut texts: Texts =
        ["id", "created_at", "updated_at", "deleted_at"].map(|name| (name, cells.text(name))).into();
    if cells.get("deleted_at").is_some() {
        return Converted { texts, ..Converted::default() };
    }
    let (mut refused, mut left_out) = (None, Vec::new());
    let address = filled(cells, "email").map(email::written);
    if address.as_deref().is_some_and(|address| !email::is_canonical(address)) {
        refused = Some("its address is none that this server accepts".to_owned());
    }
    let (own, of_company) = match cells.is_true("is_sso_user") {
        true => (None, address),
        false => (address, None),
    };
    let phone = filled(cells, "phone").map(|phone| phone.trim_start_matches('+').to_owned());
    let phone = phone.filter(|phone| {
        let is_number = phone.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            left_out.push((NO_NUMBER, true));
        }
        is_number
    });
    let hash = filled(cells, "encrypted_password").filter(|hash| {
        let is_known = ateneu_passwords::is_affordable(hash);
        if !is_known {
            left_out.push((MUST_RESET, true));
        }
        is_known
    });
    let is_privileged = cells.is_true("is_super_admin");
    if is_privileged || filled(cells, "role").is_some_and(|role| role != "authenticated") {
        left_out.push((OTHER_ROLE, false));
    }
    let same = [
        "email_confirmed_at",
        "phone_confirmed_at",
        "invited_at",
        "confirmation_sent_at",
        "recovery_sent_at",
        "last_sign_in_at",
        "is_anonymous",
        "banned_until",
    ];
    texts.extend(same.map(|name| (name, cells.text(name))));
    texts.extend([
        ("email", own),
        ("sso_email", of_company),
        ("phone", phone),
        ("password_hash", hash.map(str::to_owned)),
        ("app_metadata", object(cells.get("raw_app_meta_data"))),
        ("user_metadata", object(cells.get("raw_user_meta_data"))),
    ]);
    Converted { texts, refused, left_out, addresses: 0 }
}

fn identities(source: &Source) -> AccountTable {
    let name = "auth.identities";
    let mut columns = as_texts(
        source,
        name,
        &["user_id", "provider", "identity_data", "last_sign_in_at", "created_at", "updated_at"],
    );
    columns.push(("email".into(), "lower(t.identity_data->>'email')".into()));
    // Before 2023 the id was the provider's.
    let (id, provider_id) = match source.type_of(name, "provider_id") {
        Some(_) => ("t.id::text", "t.provider_id::text"),
        None => ("md5(t.provider || ':' || t.id)::uuid::text", "t.id::text"),
    };
    columns.extend([("id".into(), id.into()), ("provider_id".into(), provider_id.into())]);
    AccountTable {
        name,
        table: "identities",
        columns,
        from: format!("auth.identities t WHERE {}", of_the_living(source)),
        convert: Box::new(|cells: &Cells<'_>| {
            let same = [
                "id",
                "user_id",
                "provider",
                "provider_id",
                "email",
                "last_sign_in_at",
                "created_at",
                "updated_at",
            ];
            let mut texts: Texts = same.map(|name| (name, cells.text(name))).into();
            texts.push(("identity_data", object(cells.get("identity_data"))));
            Converted { texts, ..Converted::default() }
        }),
    }
}

fn second_factors(source: &Source, cipher: Arc<Cipher>) -> AccountTable {
    let name = "auth.mfa_factors";
    let mut columns = as_texts(
        source,
        name,
        &[
            "id",
            "user_id",
            "factor_type",
            "status",
            "phone",
            "secret",
            "last_challenged_at",
            "created_at",
            "updated_at",
        ],
    );
    // Here two factors without a name conflict: the later ones get a number.
    let unnamed = "row_number() OVER (PARTITION BY t.user_id, coalesce(trim(t.friendly_name), '') ORDER BY t.created_at, t.id)";
    columns.push((
        "friendly_name".into(),
        format!(
            "CASE WHEN coalesce(trim(t.friendly_name), '') <> '' THEN t.friendly_name
             WHEN {unnamed} = 1 THEN '' ELSE ({unnamed})::text END"
        ),
    ));
    AccountTable {
        name,
        table: "factors",
        columns,
        from: format!(
            "auth.mfa_factors t WHERE t.factor_type::text <> 'webauthn' AND {}",
            of_the_living(source)
        ),
        convert: Box::new(move |cells: &Cells<'_>| factor(cells, &cipher)),
    }
}

fn factor(cells: &Cells<'_>, cipher: &Cipher) -> Converted {
    let same = [
        "id",
        "user_id",
        "factor_type",
        "status",
        "friendly_name",
        "last_challenged_at",
        "created_at",
        "updated_at",
    ];
    let mut texts: Texts = same.map(|name| (name, cells.text(name))).into();
    let is_verified = cells.get("status") == Some("verified");
    texts.push(("verified_at", cells.text("updated_at").filter(|_| is_verified)));
    let (mut refused, id) = (None, cells.get("id").unwrap_or_default());
    match cells.get("factor_type") {
        Some("phone") => {
            let digits = filled(cells, "phone").map(|phone| phone.trim_start_matches('+').to_owned());
            texts.push(("phone", digits));
        }
        _ => match filled(cells, "secret").and_then(decode_base32).map(|secret| cipher.close(&secret, id)) {
            Some(Ok(sealed)) => texts.push(("secret", Some(sealed))),
            Some(Err(error)) => refused = Some(error.to_string()),
            None => refused = Some("its secret cannot be read; the project may store it encrypted".into()),
        },
    }
    Converted { texts, refused, ..Converted::default() }
}

/// Returns the bytes of a secret as authenticator apps write it (RFC 4648, base 32).
fn decode_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0_u32);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter.to_ascii_uppercase() {
            letter @ b'A'..=b'Z' => letter - b'A',
            digit @ b'2'..=b'7' => digit - b'2' + 26,
            _ => return None,
        };
        (buffer, bits) = ((buffer << 5 | u32::from(value)) & 0xfff, bits + 5);
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xff) as u8);
        }
    }
    // RFC 4226 requires 128 bits.
    Some(bytes).filter(|bytes| bytes.len() >= 16)
}

/// Tables of the accounts that have no place here: name, description, and `true` if people lose something.
const NO_PLACE: [(&str, &str, bool); 7] = [
    ("auth.sessions", "sessions: people sign in again", false),
    (
        "auth.webauthn_credentials",
        "passkeys, which are bound to the former address: their people make new ones",
        true,
    ),
    ("auth.one_time_tokens", "links and codes that were sent and not used", false),
    ("auth.sso_providers", "companies: describe them as [auth.saml.\"ID\"] with these ids", false),
    ("auth.audit_log_entries", "entries of the former log of the accounts", false),
    ("auth.oauth_clients", "programs that signed people in through this project", false),
    ("auth.custom_oauth_providers", "providers: describe them as [auth.oidc.NAME]", false),
];

/// Reports what has no place here.
pub(crate) async fn report_left_out(source: &Source, report: &mut Report) -> Result<(), Error> {
    if source.type_of("auth.mfa_factors", "factor_type").is_some() {
        let sql = "SELECT count(*) FROM auth.mfa_factors WHERE factor_type::text = 'webauthn'";
        let what = "second factors that are security keys: until these people make new ones, a password alone signs in";
        report.leave_out_many(what, source.number(sql).await?, true)?;
    }
    for (table, what, is_loss) in NO_PLACE {
        report.leave_out_many(what, source.count(table).await?, is_loss)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_apps_write_it() {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(decode_base32(secret).unwrap(), b"12345678901234567890");
        assert_eq!(decode_base32(&secret.to_lowercase()).unwrap(), b"12345678901234567890");
        assert_eq!(
            decode_base32("OBWGC2LOFVZXI4TJNZTS243FMNZGK5BNGEZDG===").unwrap(),
            b"plain-string-secret-123"
        );
        for bad in ["", "ABC", "0EZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "{\"key_id\":\"a\",\"data\":\"b\"}"] {
            assert_eq!(decode_base32(bad), None, "{bad}");
        }
    }
}
