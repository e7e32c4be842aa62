//! A mock of Hotmart: issues tokens to one client, and lists members, subscriptions and sales in pages.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value as Json, json};

use crate::mocks::http::{MockReply, MockServer, ReceivedRequest};

/// Id of the client that gets tokens.
pub const CLIENT_ID: &str = "id";
/// Secret of the client.
pub const CLIENT_SECRET: &str = "segredo";
/// Both in the form of an `Authorization` header.
pub const BASIC: &str = "Basic aWQ6c2VncmVkbw==";
/// Subdomain of the only members' area.
pub const SUBDOMAIN: &str = "ateneu";

/// The running service.
pub struct Hotmart {
    server: MockServer,
    data: Arc<Mutex<HotmartData>>,
}

/// Data of the service.
pub struct HotmartData {
    /// The members of the area.
    pub club: Vec<Json>,
    /// The subscriptions.
    pub subscriptions: Vec<Json>,
    /// The sales.
    pub sales: Vec<Json>,
    /// Number of entries on a page of a list.
    pub page_size: usize,
    /// Number of issued tokens. Only the newest is valid.
    pub tokens: usize,
    /// The lifetime of a token in seconds.
    pub expires_in: u64,
    /// Reply to all requests except for tokens.
    pub fault: Option<MockReply>,
}

impl Hotmart {
    /// Starts without data.
    pub async fn start() -> Self {
        let data = Arc::new(Mutex::new(HotmartData {
            club: Vec::new(),
            subscriptions: Vec::new(),
            sales: Vec::new(),
            page_size: 50,
            tokens: 0,
            expires_in: 24 * 60 * 60,
            fault: None,
        }));
        let held = Arc::clone(&data);
        let server = MockServer::start(move |request| held.lock().reply(request)).await;
        Self { server, data }
    }

    /// Returns the data of the service.
    pub fn data(&self) -> MutexGuard<'_, HotmartData> {
        self.data.lock()
    }

    /// Returns the number of requests so far, without those for tokens.
    pub fn calls(&self) -> usize {
        self.received().iter().filter(|request| request.method == "GET").count()
    }

    /// Sets the reply to all requests except for tokens.
    pub fn set_fault(&self, fault: Option<MockReply>) {
        self.data().fault = fault;
    }

    /// Adds a member of the area.
    pub fn add_student(&self, email: &str) {
        let student = json!({ "email": email, "status": "ACTIVE", "type": "BUYER", "role": "STUDENT" });
        self.data().club.push(student);
    }

    /// Sets the only subscription.
    pub fn set_subscription(&self, email: &str, status: &str, next_charge: i64) {
        let subscription = json!({ "subscriber_code": "SUB1", "status": status, "date_next_charge": next_charge,
            "subscriber": { "email": email }, "product": { "id": 4242 } });
        self.data().subscriptions = vec![subscription];
    }
}

crate::deref!(Hotmart, server: MockServer);

impl HotmartData {
    fn reply(&mut self, request: &ReceivedRequest) -> MockReply {
        let (path, query) = (request.path(), request.query());
        let param = |name: &str| query.get(name).map(String::as_str);
        if (request.method.as_str(), path) == ("POST", "/security/oauth/token") {
            let good = request.header("authorization") == "Basic aWQ6c2VncmVkbw=="
                && param("grant_type") == Some("client_credentials")
                && param("client_id") == Some("id")
                && param("client_secret") == Some("segredo");
            if !good {
                return refusal(401, "invalid_client");
            }
            self.tokens += 1;
            let token = format!("token-{}", self.tokens);
            return MockReply::json(
                &json!({ "access_token": token, "token_type": "bearer", "expires_in": self.expires_in }),
            );
        }
        if let Some(fault) = &self.fault {
            return fault.clone();
        }
        if request.header("authorization") != format!("Bearer token-{}", self.tokens) {
            return refusal(401, "invalid_token");
        }
        let list = match path {
            "/club/api/v1/users" if param("subdomain") == Some("ateneu") => &self.club,
            // An unknown subdomain redirects to the manual.
            "/club/api/v1/users" => {
                return MockReply::Full(302, vec![("location", "/docs/".into())], String::new());
            }
            "/payments/api/v1/subscriptions" if param("accession_date") == Some("0") => &self.subscriptions,
            "/payments/api/v1/sales/history" if param("start_date") == Some("0") => &self.sales,
            "/payments/api/v1/subscriptions" | "/payments/api/v1/sales/history" => return page(&[], None),
            _ => return refusal(404, "not_found"),
        };
        let from: usize = param("page_token").and_then(|token| token.parse().ok()).unwrap_or(0);
        let to = (from + self.page_size).min(list.len());
        page(&list[from..to], (to < list.len()).then_some(to))
    }
}

/// Returns a refusal in the service's form.
pub fn refusal(status: u16, error: &str) -> MockReply {
    MockReply::Body(
        status,
        json!({ "error": error, "error_description": format!("why: {error}") }).to_string(),
    )
}

fn page(items: &[Json], next: Option<usize>) -> MockReply {
    let mut info = json!({ "results_per_page": items.len(), "total_results": items.len() });
    if let Some(next) = next {
        info["next_page_token"] = json!(next.to_string());
    }
    MockReply::json(&json!({ "items": items, "page_info": info }))
}
