//! `POST /admin/generate_link`: the secrets of an email, returned to the holder of the service key, which sends them itself. Its links
//! never end in a code to be exchanged: no client keeps a verifier.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::Words;
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};

use crate::{
    Auth,
    accounts::{Account, Address, User, email, store, users},
    admin::{admin_user::duplicate, invite},
    error::Error,
    messages::{Delivery, Kind, send},
    own_account::email_change,
    passwords::policy,
    requests::{Action, Body, Client, Destination, Object, merge, service_audit},
    sessions::Service,
    sign_in::forget_ways_in,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    r#type: Option<String>,
    email: Option<String>,
    new_email: Option<String>,
    password: Option<String>,
    data: Option<Object>,
}

/// Content of the request, checked before the transaction.
struct Wanted {
    kind: Kind,
    email: String,
    new_email: Option<String>,
    password_hash: Option<String>,
    data: Object,
}

/// The account, and what an email would bring to it.
#[derive(Serialize)]
pub(crate) struct Generated {
    #[serde(flatten)]
    account: Account,
    action_link: String,
    email_otp: String,
    hashed_token: String,
    redirect_to: String,
    verification_type: &'static str,
}

async fn read(auth: &Auth, request: Request) -> Result<Wanted, Error> {
    let kind = match request.r#type.as_deref() {
        Some("signup") => Kind::Signup,
        Some("magiclink") => Kind::Magiclink,
        Some("recovery") => Kind::Recovery,
        Some("invite") => Kind::Invite,
        Some("email_change_current") => Kind::EmailChangeCurrent,
        Some("email_change_new") => Kind::EmailChangeNew,
        _ => return Err(Error::validation("Invalid email action link type requested")),
    };
    let email = email::canonical(request.email.as_deref().unwrap_or_default())?;
    let new_email = match kind {
        Kind::EmailChangeCurrent | Kind::EmailChangeNew => {
            Some(email::canonical(request.new_email.as_deref().unwrap_or_default())?)
        }
        _ => None,
    };
    let password = request.password.filter(|password| !password.is_empty());
    let password_hash = match (kind, password) {
        (Kind::Signup, None) => {
            return Err(Error::validation("Signup requires a valid password"));
        }
        (Kind::Signup, Some(password)) => {
            let personal = policy::personal_words([email.as_str()], request.data.as_ref());
            policy::accept(auth, &password, personal).await?;
            Some(ateneu_passwords::hash(&auth.parts.gate, password).await?)
        }
        _ => None,
    };
    Ok(Wanted { kind, email, new_email, password_hash, data: request.data.unwrap_or_default() })
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Generated>, Error> {
    let wanted = read(&auth, request).await?;
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        let (kind, user) = account(tx, wanted, now)?;
        let to = match kind {
            Kind::EmailChangeNew => user.new_email.clone(),
            _ => user.email.clone(),
        };
        let delivery =
            Delivery { kind, to: Address::Email(to.unwrap_or_default()), redirect_to, challenge: None };
        let secrets = send::store(&service, tx, &user, &delivery, now)?;
        service_audit::record_action(tx, now, ("generate-link", Action::LinkGenerated), &user.id, &client)?;
        Ok::<_, Error>(Generated {
            account: Account::of(tx, user)?,
            action_link: send::link(&service, &secrets, &delivery),
            email_otp: secrets.code,
            hashed_token: secrets.link,
            redirect_to: delivery.redirect_to.to_string(),
            verification_type: kind.word(),
        })
    })
    .await
    .map(Json)
}

/// The account the link is for, made or changed as its kind asks.
fn account(tx: &mut Tx<'_>, wanted: Wanted, now: Timestamp) -> Result<(Kind, User), Error> {
    if wanted.kind == Kind::Invite {
        return Ok((Kind::Invite, invite::prepare(tx, &wanted.email, wanted.data, now)?));
    }
    let found = users::find_by_email_to_change(tx, &wanted.email)?.filter(|user| user.deleted_at.is_none());
    let Some(mut user) = found else {
        return match wanted.kind {
            Kind::Signup | Kind::Magiclink => Ok((Kind::Signup, newcomer(tx, wanted, now)?)),
            _ => Err(Error::UserNotFound),
        };
    };
    match wanted.kind {
        Kind::Signup if user.email_confirmed_at.is_some() => return Err(Error::EmailExists),
        Kind::Signup => {
            if !user.is_proved() {
                forget_ways_in(tx, &mut user, &Address::Email(wanted.email))?;
            }
            user.password_hash = wanted.password_hash;
            user.confirmation_sent_at = Some(now);
            merge(&mut user.user_metadata, wanted.data)?;
        }
        Kind::EmailChangeCurrent | Kind::EmailChangeNew => {
            let new = wanted.new_email.unwrap_or_default();
            if users::find_by_email(tx, &new)?.is_some() {
                return Err(Error::EmailExists);
            }
            email_change::request_change(tx, &mut user, new, now)?;
        }
        _ => user.recovery_sent_at = Some(now),
    }
    user.updated_at = now;
    store::save(tx, &user)?;
    Ok((wanted.kind, user))
}

fn newcomer(tx: &mut Tx<'_>, wanted: Wanted, now: Timestamp) -> Result<User, Error> {
    let mut user = User::new(Some(wanted.email), now);
    user.password_hash = wanted.password_hash;
    user.confirmation_sent_at = Some(now);
    merge(&mut user.user_metadata, wanted.data)?;
    store::insert(tx, &user).map_err(|error| duplicate(error, None))?;
    Ok(user)
}
