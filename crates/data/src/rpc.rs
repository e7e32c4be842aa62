//! `/rpc/{function}`: procedures. They run in one transaction, under a rule about the caller.

use std::{cell::Cell, fmt::Write, sync::Arc};

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Caller, Record, Timestamp};
use ateneu_db::Tx;
use ateneu_limits::{Budget, Exceeded};
use ateneu_schema::{Kind, Rule, json_schema::type_of, typescript::type_of_kind};
use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, Method, Request as HttpRequest, Response, StatusCode},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    Named, State,
    error::Error,
    exact,
    request::{Request, body},
    response::{self, Parts, content_range},
    run::{Stop, outcome},
    values,
};

/// An argument of a procedure.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Name on the wire.
    pub name: &'static str,
    /// Kind of the value.
    pub kind: Kind,
    /// True if it is required.
    pub required: bool,
}

impl Argument {
    /// Declares a required argument.
    pub fn required(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, required: true }
    }

    /// Declares an optional argument.
    pub fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, required: false }
    }
}

/// Maximum length of a procedure's text argument in characters. Longer ones are members of JSON.
const MAX_TEXT: usize = 20_000;

/// A call of a procedure.
#[derive(Debug)]
pub struct Call {
    /// Caller of the procedure.
    pub caller: Caller,
    /// Checked arguments.
    pub arguments: Record,
    /// Headers of the request.
    pub headers: HeaderMap,
    /// The time.
    pub now: Timestamp,
    /// True if the audit log needs no entry for the call.
    is_recorded: Cell<bool>,
}

impl Call {
    /// Leaves the call out of the audit log: the procedure writes its own entry, or needs none.
    pub fn records_itself(&self) {
        self.is_recorded.set(true);
    }
}

impl Call {
    /// Returns an argument that is a text, an id or an instant. Returns `None` if it is missing.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.as_str()
    }
}

/// Returns a result as JSON.
///
/// # Errors
/// Fails if the result does not serialize.
pub fn answer(result: &impl Serialize) -> Result<Json, Error> {
    serde_json::to_value(result).map_err(|error| ateneu_db::Error::Other(error.to_string()).into())
}

/// Function that carries out a procedure. A result of [`Json::Null`] becomes 204.
pub type Run = fn(&mut Tx<'_>, &Call) -> Result<Json, Error>;

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Name in the URL.
    pub name: &'static str,
    /// Arguments of the procedure.
    pub arguments: Vec<Argument>,
    /// Rule for the callers, which reads only the caller.
    pub who: Rule,
    /// True if it changes nothing, so that GET may run it.
    pub only_reads: bool,
    /// Type of its result.
    pub returns: fn(&mut SchemaGenerator) -> Schema,
    /// Function that carries it out.
    pub run: Run,
}

impl Procedure {
    /// Declares a procedure that only reads, with a result of the type `R`.
    pub fn reads<R: JsonSchema>(
        name: &'static str,
        arguments: impl IntoIterator<Item = Argument>,
        who: Rule,
        run: Run,
    ) -> Self {
        let arguments = arguments.into_iter().collect();
        Self { name, arguments, who, only_reads: true, returns: returns::<R>, run }
    }

    /// Declares a procedure that may write, with a result of the type `R`.
    pub fn writes<R: JsonSchema>(
        name: &'static str,
        arguments: impl IntoIterator<Item = Argument>,
        who: Rule,
        run: Run,
    ) -> Self {
        Self { only_reads: false, ..Self::reads::<R>(name, arguments, who, run) }
    }
}

/// Describes the type `T` for [`Procedure::returns`]. Only debug builds, which generate the TypeScript, contain it.
fn returns<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    if cfg!(debug_assertions) { T::json_schema(generator) } else { Schema::default() }
}

/// Returns the procedures as members of `Functions` in the TypeScript type of the database.
pub fn typescript(procedures: &[Procedure]) -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.with(|settings| settings.inline_subschemas = true).into_generator();
    let mut members = String::new();
    for procedure in procedures {
        let arguments = procedure.arguments.iter().map(|argument| {
            let mark = if argument.required { "" } else { "?" };
            format!("{}{mark}: {}", argument.name, type_of_kind(argument.kind))
        });
        let arguments = match arguments.collect::<Vec<_>>() {
            none if none.is_empty() => "Record<never, never>".to_owned(),
            some => format!("{{ {} }}", some.join("; ")),
        };
        let returns = match type_of((procedure.returns)(&mut generator).as_value()) {
            nothing if nothing == "null" => "undefined".to_owned(),
            returns => returns,
        };
        let name = procedure.name;
        let _ = writeln!(members, "      {name}: {{ Args: {arguments}; Returns: {returns} }};");
    }
    members
}

/// Handles `/rpc/{function}`.
pub(crate) async fn serve(
    state: Arc<State>,
    caller: Caller,
    name: Named,
    request: HttpRequest<Body>,
) -> Result<Response<Body>, Error> {
    let Path(name) = name.map_err(|_| Error::Path)?;
    let (parts, content) = request.into_parts();
    let request = Request::read(&parts)?;
    let given = match request.method {
        // `select` and similar keys shape sets of rows. Here they are arguments like any other.
        Method::GET | Method::HEAD => {
            request.pairs.iter().map(|(key, value)| (key.clone(), Json::from(value.as_str()))).collect()
        }
        Method::POST => {
            let bytes = body::collect(content, body::most_bytes(&caller)).await?;
            body::arguments(&parts.headers, &bytes)?
        }
        ref other => return Err(Error::MethodOnRpc(other.clone())),
    };
    let procedure = find(&state, &request, &name, &given)?;
    if procedure.who.for_caller(&caller) != Rule::Anyone {
        return Err(Error::function_refused(procedure.name));
    }
    if request.only_reads() && !procedure.only_reads {
        return Err(Error::sql("25006", "cannot execute DELETE in a read-only transaction"));
    }
    if request.prefer.most_affected().is_some() {
        return Err(Error::MaxAffectedScalar);
    }
    let arguments = typed(&procedure, &given, state.clock.now())?;
    let now = state.clock.now();
    let call = Call { caller, arguments, headers: parts.headers, now, is_recorded: Cell::new(false) };
    let result = run(&state, &request, &procedure, call).await?;
    Ok(response::respond(&request, response_parts(&request, &result)))
}

fn find(state: &State, request: &Request, name: &str, given: &Record) -> Result<Procedure, Error> {
    // With a body, the query string shapes sets of rows, which procedures do not return. `*` requests no shape.
    let posted = request.method == Method::POST;
    let shapes = |(key, value): &&(String, String)| posted && !(key == "select" && value == "*");
    let shapes: Vec<&String> = request.pairs.iter().filter(shapes).map(|(key, _)| key).collect();
    let fits = |procedure: &&Procedure| {
        let known = |key: &String| procedure.arguments.iter().any(|argument| argument.name == key);
        let complete = |argument: &Argument| !argument.required || given.contains_key(argument.name);
        procedure.name == name && given.keys().all(known) && procedure.arguments.iter().all(complete)
    };
    let found = state.procedures.iter().find(fits).filter(|_| shapes.is_empty());
    found.cloned().ok_or_else(|| Error::NoFunction {
        name: name.chars().take(63).collect(),
        arguments: given.keys().chain(shapes).take(20).map(|key| key.chars().take(63).collect()).collect(),
        posted,
    })
}

fn typed(procedure: &Procedure, given: &Record, now: Timestamp) -> Result<Record, Error> {
    let mut arguments = Record::new();
    for argument in &procedure.arguments {
        if let Some(value) = given.get(argument.name) {
            let mut value = values::from_payload(argument.kind, value, now)?;
            exact::parse_numbers(&mut value);
            if value.as_str().is_some_and(|text| text.chars().count() > MAX_TEXT) {
                return Err(Exceeded { limit: "characters of an argument", most: MAX_TEXT }.into());
            }
            arguments.insert(argument.name.into(), value);
        }
    }
    Ok(arguments)
}

async fn run(state: &State, request: &Request, procedure: &Procedure, call: Call) -> Result<Json, Error> {
    let (run, name, who) = (procedure.run, procedure.name, procedure.who.clone());
    let budget = Budget::of(&call.caller);
    if procedure.only_reads {
        return state.db.read_within(budget.read, move |tx| run(tx, &call)).await;
    }
    let rollback = request.prefer.rollback == Some(true);
    let ended = state
        .db
        .write_within(budget.write, move |tx| {
            let result = run(tx, &call)?;
            let caller = &call.caller;
            let by_staff =
                caller.is_service() || who.for_caller(&caller.without_staff_rights()) != Rule::Anyone;
            if by_staff && !call.is_recorded.get() {
                // Procedures for staff only are audited.
                let entry = Entry { action: "call-procedure", subject: name, old: None, new: None };
                ateneu_audit::write(tx, Actor::of(caller).as_ref(), entry, call.now).map_err(Error::from)?;
            }
            if rollback { Err(Stop::RolledBack(result)) } else { Ok(result) }
        })
        .await;
    outcome(ended)
}

fn response_parts(request: &Request, result: &Json) -> Parts {
    if result.is_null() {
        return Parts::empty(StatusCode::NO_CONTENT, "*/*".into());
    }
    // One value is one row.
    let range = content_range(0, 1, request.prefer.count.map(|_| 1));
    Parts {
        body: Some((request.accept.content_type(), result.to_string())),
        ..Parts::empty(StatusCode::OK, range)
    }
}
