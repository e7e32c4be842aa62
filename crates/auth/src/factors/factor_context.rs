//! Work of one person on the own second factors. Concurrent requests for a person wait, so that counts and limits hold
//! for them, too.

use ateneu_base::Timestamp;
use ateneu_content::emails::{EmailFields, SecurityFactorLocked};
use ateneu_db::Tx;
use axum::http::StatusCode;

use crate::{
    Auth,
    accounts::{Account, Factor, User, factor, users},
    error::{Error, ErrorCode, Refusal, refused, unprocessable},
    messages::security_emails,
    requests::{Action, Client, log},
    sessions::{self, Session, SessionResponse, SignedIn, assurance, proof},
    words::FactorType,
};

pub(super) static NOT_FOUND: Refusal =
    refused(StatusCode::NOT_FOUND, ErrorCode::MfaFactorNotFound, "Factor not found");

pub(super) static LOW_TO_ADD: Refusal =
    refused(StatusCode::FORBIDDEN, ErrorCode::InsufficientAal, "AAL2 required to enroll a new factor");

pub(super) static LOW_TO_REMOVE: Refusal =
    unprocessable(ErrorCode::InsufficientAal, "AAL2 required to unenroll a verified factor");
static ANONYMOUS: Refusal =
    refused(StatusCode::FORBIDDEN, ErrorCode::NoAuthorization, "Anonymous users cannot have second factors");

/// The account, its session and its factors within the transaction.
pub(super) struct FactorContext {
    pub(super) auth: Auth,
    pub(super) client: Client,
    pub(super) now: Timestamp,
    pub(super) user: User,
    pub(super) session: Session,
    pub(super) factors: Vec<Factor>,
    action: Action,
    /// Code for the log in place of the refusal's own, because it says more than the response.
    pub(super) suspicion: Option<ErrorCode>,
}

/// Result of a step. The inner refusal is for the caller, and its counts are kept.
pub(super) type Answer<T> = Result<Result<T, Error>, Error>;

/// Runs a step in its own transaction, and logs the result.
pub(super) async fn run_step<T: Send + 'static>(
    auth: &Auth,
    client: Client,
    person: SignedIn,
    action: Action,
    step: impl FnOnce(&mut Tx<'_>, &mut FactorContext) -> Answer<T> + Send + 'static,
) -> Result<T, Error> {
    let whose = (person.user.id, person.session.map(|session| session.id));
    run_step_in(auth, client, whose, action, step).await
}

/// Runs a step for the person and session with these ids.
pub(super) async fn run_step_in<T: Send + 'static>(
    auth: &Auth,
    client: Client,
    whose: (String, Option<String>),
    action: Action,
    step: impl FnOnce(&mut Tx<'_>, &mut FactorContext) -> Answer<T> + Send + 'static,
) -> Result<T, Error> {
    let service = auth.clone();
    auth.write(move |tx| -> Answer<T> {
        let mut context = FactorContext::open(tx, service, client, &whose, action)?;
        if context.user.is_anonymous {
            return Ok(Err(Error::Refused(&ANONYMOUS)));
        }
        let answer = step(tx, &mut context)?;
        match &answer {
            Ok(_) => context.log(tx, None)?,
            // The counter logs it once, because requests must not flood the log.
            Err(error) if error.is_limit() => {}
            Err(refusal) => context.log(tx, Some(refusal))?,
        }
        Ok(answer)
    })
    .await?
}

impl FactorContext {
    fn open(
        tx: &mut Tx<'_>,
        auth: Auth,
        client: Client,
        (user_id, session_id): &(String, Option<String>),
        action: Action,
    ) -> Result<Self, Error> {
        let user = users::find_to_change(tx, user_id)?.ok_or(Error::TokenUserNotFound)?;
        let session = match session_id {
            Some(id) => sessions::find_to_change(tx, id)?.filter(|session| session.user_id == user.id),
            None => None,
        };
        Ok(Self {
            now: auth.now(),
            factors: factor::of(tx, &user.id)?,
            session: session.ok_or(Error::TokenSessionNotFound)?,
            auth,
            client,
            user,
            action,
            suspicion: None,
        })
    }

    /// Writes a log entry, with the refusal if there was one.
    pub(super) fn log(&self, tx: &mut Tx<'_>, refusal: Option<&Error>) -> Result<(), Error> {
        let code = refusal.map(|refusal| self.suspicion.unwrap_or_else(|| refusal.code()));
        log::write(tx, self.now, self.action, Some(&self.user.id), &self.client, code)
    }

    /// Removes the factor of that id from the context, to be changed.
    pub(super) fn take(&mut self, id: &str) -> Result<Factor, Error> {
        let place = self.factors.iter().position(|factor| factor.id == id);
        place.map(|place| self.factors.remove(place)).ok_or(Error::Refused(&NOT_FOUND))
    }

    /// Removes the recovery codes from the context, to be changed.
    pub(super) fn take_recovery(&mut self) -> Result<Factor, Error> {
        let found = self.factors.iter().find(|factor| factor.kind == FactorType::RecoveryCode);
        let id = found.map(|factor| factor.id.clone());
        id.ok_or(Error::Refused(&NOT_FOUND)).and_then(|id| self.take(&id))
    }

    /// Checks the right to add a factor: the first needs a recent sign-in, others a recent verification of a factor.
    /// Otherwise a stolen session or password could add one.
    pub(super) fn may_add(&self) -> Result<(), Error> {
        match self.factors.iter().any(Factor::is_verified) {
            true => assurance::require_fresh(&self.session, &LOW_TO_ADD, self.now),
            false => proof::require_recent(&self.user, Some(&self.session), self.now),
        }
    }

    /// Refuses a locked factor. Logs the first refusal.
    pub(super) fn refuse_locked(&self, tx: &mut Tx<'_>, factor: &mut Factor) -> Answer<()> {
        let Some(locked) = factor.locked(self.now) else {
            return Ok(Ok(()));
        };
        let refusal = match factor.kind {
            FactorType::RecoveryCode => Error::RecoveryCodesLocked(locked.left),
            _ => Error::RateLimited(locked.left),
        };
        if locked.is_first_refusal {
            factor::save(tx, factor)?;
            self.log(tx, Some(&refusal))?;
        }
        Ok(Err(refusal))
    }

    /// Counts a wrong code. Notifies the person if it locks the factor.
    pub(super) fn count_wrong(&self, tx: &mut Tx<'_>, factor: &mut Factor) -> Result<(), Error> {
        let locks = factor.note_wrong_code(self.now);
        factor::save(tx, factor)?;
        match locks {
            true => self.notify(tx, &SecurityFactorLocked {}),
            false => Ok(()),
        }
    }

    /// Sends the person an email, if there is a verified address.
    pub(super) fn notify(&self, tx: &mut Tx<'_>, email: &impl EmailFields) -> Result<(), Error> {
        security_emails::notify(&self.auth, tx, &self.user, email)
    }

    /// Records the verification of a factor, and raises the session.
    pub(super) fn succeed(&mut self, tx: &mut Tx<'_>, factor: &mut Factor) -> Result<SessionResponse, Error> {
        factor.note_proof(self.now);
        factor::save(tx, factor)?;
        assurance::raise(tx, &mut self.session, factor, &self.client, self.now)?;
        let account = Account::of(tx, self.user.clone())?;
        SessionResponse::new(&self.auth, account, &self.session)
    }
}
