//! Refusals of the data service, and their form: `{"code","details","hint","message"}`.
//!
//! PostgREST: `PGRST1xx` is the request, `2xx` the schema, `3xx` the token, `0xx` the connection. Five characters are a
//! SQLSTATE. All texts come from here and from the declarations, never from a database.

mod sqlstate;

use std::time::Duration;

use ateneu_base::{Refusal, TokenProblem};
use ateneu_db as db;
use axum::http::{HeaderValue, Method, StatusCode, header};
use serde_json::{Value as Json, json};

/// One of several foreign keys that a relation's name can mean.
#[derive(Clone, Debug)]
pub struct Choice {
    /// `one-to-many` or `many-to-one`.
    pub cardinality: &'static str,
    /// Constraint and columns of the foreign key, those of the embedding side first.
    pub relationship: String,
    /// Text that selects this foreign key, written after a `!`.
    pub hint: String,
}

/// A refusal.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A part of the query string is malformed (`PGRST100`).
    #[error("failed to parse {what} ({input}) (line 1, column {column})")]
    Syntax {
        /// Name of the part.
        what: &'static str,
        /// The part as sent, shortened.
        input: String,
        /// Position at which parsing stopped, from 1.
        column: usize,
        /// Found and expected input.
        details: String,
    },
    /// A query parameter is out of bounds or repeated (`PGRST100`).
    #[error("{0}")]
    Query(String),
    /// A method that procedures do not have (`PGRST101`).
    #[error("Cannot use the {0} method on RPC")]
    MethodOnRpc(Method),
    /// The body is invalid (`PGRST102`).
    #[error("{0}")]
    Body(String),
    /// The body is longer than this number of bytes (`PGRST102`, 413).
    #[error("Request body is larger than {0} bytes")]
    BodyTooLarge(usize),
    /// More rows than this number in one request (`PGRST102`, 413).
    #[error("Request holds more than {0} rows")]
    TooManyRows(usize),
    /// The range is invalid (`PGRST103`).
    #[error("Requested range not satisfiable")]
    Range(String),
    /// The offset is past the counted end (`PGRST103`).
    #[error("Requested range not satisfiable")]
    PastEnd {
        /// The requested offset.
        offset: u64,
        /// Number of rows.
        total: u64,
    },
    /// PUT needs exactly the primary key as filters (`PGRST105`).
    #[error("Filters must include all and only primary key columns with 'eq' operators")]
    PutFilters,
    /// The profile names a schema that is not exposed (`PGRST106`).
    #[error("Invalid schema: {0}")]
    Schema(String),
    /// No accepted media type can be produced (`PGRST107`).
    #[error("None of these media types are available: {0}")]
    MediaType(String),
    /// A filter, order or limit names a relation that is not embedded (`PGRST108`).
    #[error("'{0}' is not an embedded resource in this request")]
    NotEmbedded(String),
    /// PUT with limit or offset (`PGRST114`).
    #[error("limit/offset querystring parameters are not allowed for PUT")]
    PutRange,
    /// PUT whose body and address disagree (`PGRST115`).
    #[error("Payload values do not match URL in primary key column(s)")]
    PutMismatch,
    /// One object was requested, another number of rows found (`PGRST116`).
    #[error("Cannot coerce the result to a single JSON object")]
    NotSingular(usize),
    /// A method that tables do not have (`PGRST117`).
    #[error("Unsupported HTTP method: {0}")]
    Method(Method),
    /// Ordering by a relation with many rows (`PGRST118`).
    #[error("A related order on '{0}' is not possible")]
    OrderByMany(String),
    /// A filter on a relation other than a test for its presence (`PGRST120`).
    #[error("Bad operator on the '{0}' embedded resource")]
    FilterOnEmbed(String),
    /// Preferences that strict handling refuses (`PGRST122`).
    #[error("Invalid preferences given with handling=strict")]
    Preferences(Vec<String>),
    /// Aggregates of the rows of a write (`PGRST123`).
    #[error("Use of aggregate functions is not allowed")]
    Aggregates,
    /// More rows affected than preferred (`PGRST124`).
    #[error("Query result exceeds max-affected preference constraint")]
    MaxAffected(usize),
    /// The path has too many parts (`PGRST125`).
    #[error("Invalid path specified in request URL")]
    Path,
    /// An unsupported part of the dialect (`PGRST127`).
    #[error("Feature not implemented")]
    NotImplemented(&'static str),
    /// max-affected on a procedure that returns one value (`PGRST128`).
    #[error("Function must return SETOF or TABLE when max-affected preference is used with handling=strict")]
    MaxAffectedScalar,
    /// No foreign key joins the two tables (`PGRST200`).
    #[error("Could not find a relationship between '{from}' and '{to}' in the schema cache")]
    NoRelationship {
        /// The embedding table.
        from: String,
        /// The embedded name.
        to: String,
        /// The requested foreign key.
        hint: Option<String>,
    },
    /// Several foreign keys join the two tables (`PGRST201`).
    #[error("Could not embed because more than one relationship was found for '{from}' and '{to}'")]
    Ambiguous {
        /// The embedding table.
        from: String,
        /// The embedded name.
        to: String,
        /// The foreign keys.
        choices: Vec<Choice>,
    },
    /// No procedure with that name and those arguments (`PGRST202`).
    #[error("Could not find the function public.{name}{} in the schema cache", arguments_in_words(.arguments))]
    NoFunction {
        /// Name in the request.
        name: String,
        /// Names of the sent arguments.
        arguments: Vec<String>,
        /// True if they were sent in a body.
        posted: bool,
    },
    /// The payload has a column that the table lacks (`PGRST204`).
    #[error("Could not find the '{column}' column of '{table}' in the schema cache")]
    PayloadColumn {
        /// The table.
        table: String,
        /// The unknown column.
        column: String,
    },
    /// No such table (`PGRST205`).
    #[error("Could not find the table 'public.{0}' in the schema cache")]
    NoTable(String),
    /// The presented token was refused (`PGRST301`, `PGRST303`).
    #[error("{}", token_message(*.0))]
    Token(TokenProblem),
    /// A refusal that PostgreSQL would give, with its SQLSTATE and its text.
    #[error("{message}")]
    Sql {
        /// SQLSTATE.
        state: &'static str,
        /// The message.
        message: String,
        /// The details, if any.
        details: Option<String>,
    },
    /// A procedure or trigger refuses (`P0001`): the code is the message, the sentence the hint.
    #[error("{}", .0.code)]
    Refused(#[from] Refusal),
    /// More rows than one address may add in an hour. Others are accepted after this time (429).
    #[error("Request rate limit reached")]
    RateLimited(Duration),
    /// More than the budget of a request (`54000`).
    #[error(transparent)]
    Budget(#[from] ateneu_limits::Exceeded),
    /// The database failed.
    #[error("database: {0}")]
    Database(#[from] db::Error),
}

impl Error {
    /// Returns the message in one sentence. Failures of the database are not described.
    pub fn message(&self) -> String {
        match self {
            Error::Database(error) => database_message(error).into(),
            other => other.to_string(),
        }
    }

    /// Returns HTTP status and stable code. `signed_in` determines the status of a missing permission.
    pub fn status_and_code(&self, signed_in: bool) -> (StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Error::Syntax { .. } | Error::Query(_) => (S::BAD_REQUEST, "PGRST100"),
            Error::MethodOnRpc(_) => (S::METHOD_NOT_ALLOWED, "PGRST101"),
            Error::Body(_) => (S::BAD_REQUEST, "PGRST102"),
            Error::BodyTooLarge(_) | Error::TooManyRows(_) => (S::PAYLOAD_TOO_LARGE, "PGRST102"),
            Error::Range(_) | Error::PastEnd { .. } => (S::RANGE_NOT_SATISFIABLE, "PGRST103"),
            Error::PutFilters => (S::METHOD_NOT_ALLOWED, "PGRST105"),
            Error::Schema(_) => (S::NOT_ACCEPTABLE, "PGRST106"),
            Error::MediaType(_) => (S::NOT_ACCEPTABLE, "PGRST107"),
            Error::NotEmbedded(_) => (S::BAD_REQUEST, "PGRST108"),
            Error::PutRange => (S::BAD_REQUEST, "PGRST114"),
            Error::PutMismatch => (S::BAD_REQUEST, "PGRST115"),
            Error::NotSingular(_) => (S::NOT_ACCEPTABLE, "PGRST116"),
            Error::Method(_) => (S::METHOD_NOT_ALLOWED, "PGRST117"),
            Error::OrderByMany(_) => (S::BAD_REQUEST, "PGRST118"),
            Error::FilterOnEmbed(_) => (S::BAD_REQUEST, "PGRST120"),
            Error::Preferences(_) => (S::BAD_REQUEST, "PGRST122"),
            Error::Aggregates => (S::BAD_REQUEST, "PGRST123"),
            Error::MaxAffected(_) => (S::BAD_REQUEST, "PGRST124"),
            Error::Path => (S::NOT_FOUND, "PGRST125"),
            Error::NotImplemented(_) => (S::BAD_REQUEST, "PGRST127"),
            Error::MaxAffectedScalar => (S::BAD_REQUEST, "PGRST128"),
            Error::NoRelationship { .. } => (S::BAD_REQUEST, "PGRST200"),
            Error::Ambiguous { .. } => (S::MULTIPLE_CHOICES, "PGRST201"),
            Error::NoFunction { .. } => (S::NOT_FOUND, "PGRST202"),
            Error::PayloadColumn { .. } => (S::BAD_REQUEST, "PGRST204"),
            Error::NoTable(_) => (S::NOT_FOUND, "PGRST205"),
            Error::Token(TokenProblem::Unavailable) => (S::SERVICE_UNAVAILABLE, "PGRST001"),
            Error::Token(TokenProblem::Malformed | TokenProblem::BadSignature) => {
                (S::UNAUTHORIZED, "PGRST301")
            }
            Error::Token(_) => (S::UNAUTHORIZED, "PGRST303"),
            Error::Sql { state, .. } => (status_of(state, signed_in), state),
            Error::Refused(_) => (S::BAD_REQUEST, "P0001"),
            // The accounts service uses the same code.
            Error::RateLimited(_) => (S::TOO_MANY_REQUESTS, "over_request_rate_limit"),
            Error::Budget(_) => (S::BAD_REQUEST, "54000"),
            Error::Database(error) => match error {
                db::Error::Unavailable(_) => (S::SERVICE_UNAVAILABLE, "PGRST001"),
                db::Error::Full(_) => (S::SERVICE_UNAVAILABLE, "53100"),
                db::Error::Conflict(_) => (S::INTERNAL_SERVER_ERROR, "40001"),
                // The statement exceeded its cost, which is the request's fault.
                db::Error::Timeout(_) => (S::BAD_REQUEST, "57014"),
                db::Error::TooLarge(_) => (S::BAD_REQUEST, "54000"),
                db::Error::TooComplex(_) => (S::BAD_REQUEST, "54001"),
                db::Error::Value(_) => (S::BAD_REQUEST, "22000"),
                _ => (S::INTERNAL_SERVER_ERROR, "XX000"),
            },
        }
    }

    /// Returns a text, or a list for ambiguous embeddings. Returns null if there is nothing to add.
    pub fn details(&self) -> Json {
        match self {
            Error::Syntax { details, .. } | Error::Range(details) => json!(details),
            Error::PastEnd { offset, total } => {
                json!(format!("An offset of {offset} was requested, but there are only {total} rows."))
            }
            Error::NotSingular(rows) => json!(format!("The result contains {rows} rows")),
            Error::MaxAffected(rows) => json!(format!("The query affects {rows} rows")),
            Error::OrderByMany(_) => json!("The related resource is not a to-one relationship"),
            Error::FilterOnEmbed(_) => {
                json!("Only is null or not is null filters are allowed on embedded resources")
            }
            Error::Preferences(names) => json!(format!("Invalid preferences: {}", names.join(", "))),
            Error::NotImplemented(what) => json!(what),
            Error::NoRelationship { from, to, hint } => {
                let hint = hint.as_ref().map_or(String::new(), |hint| format!(" using the hint '{hint}'"));
                json!(format!(
                    "Searched for a foreign key relationship between '{from}' and '{to}'{hint} in the schema 'public', \
                     but no matches were found."
                ))
            }
            Error::Ambiguous { from, to, choices } => {
                let embedding = format!("{from} with {to}");
                let choice = |Choice { cardinality, relationship, .. }: &Choice| json!({ "cardinality": cardinality, "embedding": embedding, "relationship": relationship });
                choices.iter().map(choice).collect()
            }
            Error::NoFunction { name, arguments, posted } => json!(format!(
                "Searched for the function public.{name}{}{}, but no matches were found in the schema cache.",
                match arguments.as_slice() {
                    [] => " without parameters".to_owned(),
                    [one] => format!(" with parameter {one}"),
                    some => format!(" with parameters {}", some.join(", ")),
                },
                if *posted { " or with a single unnamed json/jsonb parameter" } else { "" },
            )),
            Error::Sql { details, .. } => json!(details),
            Error::Database(db::Error::TooLarge(most)) => {
                json!(format!("The answer would be larger than {most} bytes."))
            }
            Error::Database(db::Error::Timeout(_)) => {
                json!("The statement took longer than this caller's requests may.")
            }
            Error::RateLimited(_) => {
                json!(format!("Try again in {} seconds.", self.retry_after().unwrap_or(1)))
            }
            _ => Json::Null,
        }
    }

    /// Returns the hint, or null.
    pub fn hint(&self) -> Json {
        match self {
            Error::Schema(_) => json!("Only the following schemas are exposed: public"),
            Error::Refused(refusal) => json!(refusal.message),
            Error::NotEmbedded(name) => {
                json!(format!("Verify that '{name}' is included in the 'select' query parameter."))
            }
            Error::Database(db::Error::TooLarge(_) | db::Error::Timeout(_)) => {
                json!("Ask for fewer columns, relations or rows.")
            }
            Error::Ambiguous { to, choices, .. } => {
                let choices: Vec<String> =
                    choices.iter().map(|choice| format!("'{to}!{}'", choice.hint)).collect();
                json!(format!(
                    "Try changing '{to}' to one of the following: {}. Find the desired relationship in the \
                     'details' key.",
                    choices.join(", ")
                ))
            }
            _ => Json::Null,
        }
    }

    /// Returns the seconds after which the same request may succeed. Returns `None` if that time is unknown.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Error::RateLimited(wait) => Some(wait.as_secs() + u64::from(wait.subsec_nanos() > 0)),
            // postgrest-js 2.119 retries after this many seconds.
            _ if self.status_and_code(false).0 == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        }
    }

    /// PostgREST: returns the challenge with the reason why a token was refused.
    pub fn challenge(&self) -> Option<(header::HeaderName, HeaderValue)> {
        let Error::Token(problem) = self else { return None };
        if *problem == TokenProblem::Unavailable {
            return None;
        }
        let text =
            format!("Bearer error=\"invalid_token\", error_description=\"{}\"", token_message(*problem));
        Some((header::WWW_AUTHENTICATE, HeaderValue::from_str(&text).ok()?))
    }
}

impl From<ateneu_limits::Error> for Error {
    fn from(error: ateneu_limits::Error) -> Self {
        match error {
            ateneu_limits::Error::Full(wait) => Error::RateLimited(wait),
            ateneu_limits::Error::Database(error) => error.into(),
        }
    }
}

fn status_of(state: &str, signed_in: bool) -> StatusCode {
    match state {
        "23505" | "23503" => StatusCode::CONFLICT,
        "42P01" | "42883" => StatusCode::NOT_FOUND,
        "42501" if signed_in => StatusCode::FORBIDDEN,
        "42501" => StatusCode::UNAUTHORIZED,
        "25006" => StatusCode::METHOD_NOT_ALLOWED,
        _ => StatusCode::BAD_REQUEST,
    }
}

fn token_message(problem: TokenProblem) -> &'static str {
    match problem {
        TokenProblem::Malformed => "Expected 3 parts in JWT; got something else",
        TokenProblem::BadSignature => "No suitable key or wrong key type",
        TokenProblem::Expired => "JWT expired",
        TokenProblem::BadClaims => "JWT claims validation failed",
        TokenProblem::SessionEnded => "JWT session has ended",
        TokenProblem::Unavailable => "Database connection error. Retrying the connection.",
    }
}

fn database_message(error: &db::Error) -> &'static str {
    match error {
        db::Error::Unavailable(_) => "Database connection error. Retrying the connection.",
        db::Error::Full(_) => "could not write: the disk is full",
        db::Error::Conflict(_) => "could not serialize access due to concurrent update",
        db::Error::Timeout(_) => "canceling statement due to statement timeout",
        db::Error::TooLarge(_) => "the answer exceeds a limit",
        db::Error::TooComplex(_) => "statement too complex",
        db::Error::Value(_) => "a value of the request cannot be read here",
        _ => "Internal error",
    }
}

fn arguments_in_words(arguments: &[String]) -> String {
    if arguments.is_empty() { " without parameters".into() } else { format!("({})", arguments.join(", ")) }
}
