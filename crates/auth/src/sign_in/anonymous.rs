//! Sign-in without a name, where the owner allows it: an account with neither address nor password, whose session lets
//! a visitor keep rows of their own and opens nothing else. It becomes a person's by a proved address or a provider.

use ateneu_schema::AsJson;
use serde_json::Map;

use crate::{
    Auth,
    accounts::{Account, User, store},
    error::{Error, accepted},
    requests::{Action, Client, Object, limits, log, merge},
    sessions::{self, SessionResponse},
};

/// A session for nobody in particular.
pub(crate) async fn sign_in(auth: &Auth, client: &Client, data: Object) -> Result<SessionResponse, Error> {
    if !auth.parts.anonymous_sign_ins {
        return Err(Error::AnonymousDisabled);
    }
    let (now, client) = (auth.now(), client.clone());
    let mut metadata = Map::new();
    merge(&mut metadata, data)?;
    let (account, session) = auth
        .write(move |tx| {
            let limit = limits::anonymous(&client);
            accepted!(limits::count_attempt(tx, limit.as_slice(), Action::Signup, &client, now)?);
            let mut user = User::new(None, now);
            user.is_anonymous = true;
            user.app_metadata.clear();
            user.user_metadata = AsJson(metadata);
            store::insert(tx, &user)?;
            log::write(tx, now, Action::Signup, Some(&user.id), &client, None)?;
            let session = sessions::create(tx, &mut user, ("anonymous", Some(now)), &client, now)?;
            Ok::<_, Error>(Ok((Account::of(tx, user)?, session)))
        })
        .await??;
    SessionResponse::new(auth, account, &session)
}
