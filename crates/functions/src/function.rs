//! The declaration of one server function.

use std::sync::Arc;

use ateneu_base::Presented;
use axum::{
    Extension, Json,
    body::Bytes,
    extract::rejection::BytesRejection,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{MethodRouter, post},
};
use futures::future::BoxFuture;
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Guard, Refusal, payload::Members, refused::Refused};

pub(crate) type Describe = Arc<dyn Fn(&mut SchemaGenerator) -> Value + Send + Sync>;
type Run<S> =
    Arc<dyn Fn(Result<S, Refusal>, Call) -> BoxFuture<'static, Result<Response, Refusal>> + Send + Sync>;

/// Name, callers and types of a server function.
#[derive(Clone)]
pub struct Declaration {
    /// Name in the path.
    pub name: &'static str,
    /// Callers that may call it.
    pub serves: &'static str,
    pub(crate) request: Describe,
    /// Description of the response. `None` if it is a file.
    pub(crate) response: Option<Describe>,
}

/// A server function over the service `S`.
pub struct Function<S> {
    declaration: Declaration,
    run: Run<S>,
}

/// A server function with its service.
pub struct BoundFunction {
    /// Name in the path.
    pub name: &'static str,
    pub(crate) route: MethodRouter,
}

/// One call of a function: caller and body.
struct Call {
    presented: Presented,
    body: Result<Bytes, BytesRejection>,
    members: Arc<Members>,
}

impl<S: Send + 'static> Function<S> {
    /// Declares a function with a JSON response. `purpose` completes "Você precisa estar logado para …". The handler
    /// takes the service, the guard, and the request.
    pub fn new<G, Q, A, F>(
        name: &'static str,
        purpose: &'static str,
        handler: impl Fn(S, G, Q) -> F + Send + Sync + 'static,
    ) -> Self
    where
        G: Guard,
        Q: DeserializeOwned + JsonSchema + 'static,
        A: Serialize + JsonSchema,
        F: Future<Output = Result<A, Refusal>> + Send + 'static,
    {
        let answer = move |state, guard, request| {
            let answer = handler(state, guard, request);
            async move { answer.await.map(|answer| Json(answer).into_response()) }
        };
        // Only debug builds, which generate the TypeScript, contain it.
        let response: Describe = Arc::new(|generator| match cfg!(debug_assertions) {
            true => generator.subschema_for::<A>().to_value(),
            false => Value::Null,
        });
        let mut function = Self::download(name, purpose, answer);
        function.declaration.response = Some(response);
        function
    }

    /// Declares a function with a file as its response.
    pub fn download<G, Q, F>(
        name: &'static str,
        purpose: &'static str,
        handler: impl Fn(S, G, Q) -> F + Send + Sync + 'static,
    ) -> Self
    where
        G: Guard,
        Q: DeserializeOwned + JsonSchema + 'static,
        F: Future<Output = Result<Response, Refusal>> + Send + 'static,
    {
        let handler = Arc::new(handler);
        let declaration = Declaration {
            name,
            serves: G::SERVES,
            request: Arc::new(|generator| generator.subschema_for::<Q>().to_value()),
            response: None,
        };
        Self {
            declaration,
            run: Arc::new(move |state, call| {
                let handler = handler.clone();
                // The caller is checked before the service, and the service before the payload.
                let begun = G::check_caller(&call.presented, purpose).and_then(|guard| {
                    let state = state?;
                    let request = call.members.read::<Q>(&call.body.map_err(body_refusal)?)?;
                    Ok(handler(state, guard, request))
                });
                Box::pin(async move { begun?.await })
            }),
        }
    }

    /// Sets a schema of the request that its type does not have.
    #[must_use]
    pub fn taking(mut self, schema: Value) -> Self {
        self.declaration.request = Arc::new(move |_| schema.clone());
        self
    }

    /// Returns name, callers and types of the function.
    pub fn declaration(&self) -> Declaration {
        self.declaration.clone()
    }

    /// Returns the function over a service that contains its own. Without the latter, each call is refused.
    pub fn adapt<T: Send + 'static>(
        self,
        service: impl Fn(&T) -> Result<S, Refusal> + Send + Sync + 'static,
    ) -> Function<T> {
        let run = self.run;
        Function {
            declaration: self.declaration,
            run: Arc::new(move |state: Result<T, Refusal>, call| {
                run(state.and_then(|state| service(&state)), call)
            }),
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Function<S> {
    /// Returns the function with its service.
    pub fn bind(self, service: &S) -> BoundFunction {
        let Self { declaration: Declaration { name, request, .. }, run } = self;
        let members = Arc::new(Members::of(|generator| request(generator)));
        let service = service.clone();
        let route =
            post(move |Extension(presented): Extension<Presented>, body: Result<Bytes, BytesRejection>| {
                run(Ok(service.clone()), Call { presented, body, members: members.clone() })
            });
        BoundFunction { name, route }
    }
}

fn body_refusal(rejection: BytesRejection) -> Refusal {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::TooLarge.into(),
        _ => Refusal::invalid_payload("O pedido chegou incompleto."),
    }
}
