//! Why a function was not carried out: a stable code for programs, a sentence for people.

use ateneu_accounts::{Kind, Refusal};
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

/// Why a function was not carried out.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// Only people with an account may; the words say what for.
    #[error("Você precisa estar logado para {0}.")]
    NotSignedIn(&'static str),
    /// Only administrators may.
    #[error("Somente administradores podem fazer isso.")]
    NotAdmin,
    /// The accounts could not be asked.
    #[error("As contas não podem ser consultadas agora. Tente novamente em alguns instantes.")]
    AccountsUnavailable,
    /// This installation takes no payments.
    #[error("Esta instalação ainda não recebe pagamentos.")]
    PaymentsUnavailable,
    /// There is no function of this name.
    #[error("Não existe uma função com esse nome.")]
    NotFound,
    /// Functions change things: no GET.
    #[error("Funções são chamadas com POST.")]
    OnlyPost,
    /// The payload is larger than any function needs.
    #[error("O pedido é grande demais.")]
    TooLarge,
    /// The payload is not what the function takes.
    #[error("{0}")]
    InvalidPayload(String),
    /// A value lies outside its range; the words name it.
    #[error("{0}")]
    OutOfRange(String),
    /// There is no job of this name.
    #[error("Não existe uma tarefa com esse nome.")]
    UnknownJob,
    /// The job is at work already.
    #[error("Esta tarefa já está em execução.")]
    JobRunning,
    /// A rule about accounts refuses it.
    #[error("{}", .0.message)]
    Refused(&'static Refusal),
    /// A payment cannot be begun or managed as things stand.
    #[error(transparent)]
    Payment(ateneu_membership::Error),
    /// The account has no confirmed address.
    #[error("Confirme o e-mail da sua conta primeiro.")]
    EmailNotConfirmed,
    /// The address is somebody else's.
    #[error("Você só pode consultar o e-mail da sua própria conta.")]
    NotYourEmail,
    /// The external courses cannot be asked about as things stand.
    #[error(transparent)]
    Courses(ateneu_course_access::Error),
    /// The database cannot be used just now.
    #[error("O banco de dados não responde agora. Tente novamente em alguns instantes.")]
    DatabaseUnavailable,
    /// A defect of ours; the log says more.
    #[error("Ocorreu um erro inesperado. Tente novamente.")]
    Internal,
}

impl Error {
    fn answer(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotSignedIn(_) => (StatusCode::UNAUTHORIZED, "not_signed_in"),
            Self::NotAdmin => (StatusCode::FORBIDDEN, "not_admin"),
            Self::AccountsUnavailable => (StatusCode::SERVICE_UNAVAILABLE, "accounts_unavailable"),
            Self::PaymentsUnavailable => (StatusCode::SERVICE_UNAVAILABLE, "payments_unavailable"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Self::OnlyPost => (StatusCode::METHOD_NOT_ALLOWED, "only_post"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::InvalidPayload(_) => (StatusCode::BAD_REQUEST, "invalid_payload"),
            Self::OutOfRange(_) => (StatusCode::BAD_REQUEST, "out_of_range"),
            Self::UnknownJob => (StatusCode::NOT_FOUND, "unknown_job"),
            Self::JobRunning => (StatusCode::CONFLICT, "job_running"),
            Self::Refused(refusal) => (status(refusal.kind), refusal.code),
            Self::Payment(error) => (crate::payments::status(error), error.code()),
            Self::EmailNotConfirmed => (StatusCode::FORBIDDEN, "email_not_confirmed"),
            Self::NotYourEmail => (StatusCode::FORBIDDEN, "not_your_email"),
            Self::Courses(error) => (crate::course_access::status(error), error.code()),
            Self::DatabaseUnavailable => (StatusCode::SERVICE_UNAVAILABLE, "database_unavailable"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Invalid => StatusCode::BAD_REQUEST,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::NotFound => StatusCode::NOT_FOUND,
        Kind::Conflict => StatusCode::CONFLICT,
        Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, code) = self.answer();
        let body = json!({ "code": code, "error": code, "message": self.to_string() });
        (status, Json(body)).into_response()
    }
}

impl From<ateneu_db::Error> for Error {
    fn from(error: ateneu_db::Error) -> Self {
        use ateneu_db::Error as Db;
        tracing::error!(%error, "a server function met the database in trouble");
        match error {
            Db::Unavailable(_) | Db::Full(_) | Db::Conflict(_) | Db::Timeout(_) => Self::DatabaseUnavailable,
            _ => Self::Internal,
        }
    }
}

impl From<ateneu_accounts::Error> for Error {
    fn from(error: ateneu_accounts::Error) -> Self {
        use ateneu_accounts::Error as People;
        match error {
            People::Refused(refusal) => Self::Refused(refusal),
            People::Database(error) | People::Accounts(ateneu_auth::Error::Db(error)) => error.into(),
            error => {
                tracing::error!(%error, "a server function failed");
                Self::Internal
            }
        }
    }
}
