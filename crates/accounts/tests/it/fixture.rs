//! People who signed in, over a real database and a folder of files.

use ateneu_accounts::{Deps, People};
use ateneu_auth::Auth;
use ateneu_db::Db;
use ateneu_functions::InSession;
use ateneu_passwords::PasswordCost;
use ateneu_server::subjects::subjects;
use ateneu_testkit::{TestRequest, app::PUBLIC_URL};
use ateneu_testkit_app::{TestServer, no_signers};
use serde_json::json;

const PASSWORD: &str = "Ateneu-teste-2026";
const ADDRESS: &str = "192.0.2.1";

pub struct Fixture {
    pub app: TestServer,
    pub people: People,
    auth: Auth,
}

ateneu_testkit::deref!(Fixture, app: TestServer);

ateneu_testkit::opened_by!(Fixture::open);

impl Fixture {
    pub async fn open(db: Db) -> Self {
        let mut app = TestServer::with(db, &subjects());
        let mail = app.mail();
        let auth = Auth::open(ateneu_auth::Deps {
            schema: app.declared.schema.clone(),
            db: app.db.clone(),
            settings: app.settings().await,
            mail: mail.clone(),
            clock: app.clock.clone(),
            config: ateneu_auth::Config {
                public_url: PUBLIC_URL.into(),
                password_cost: PasswordCost::MIN,
                ..ateneu_auth::Config::default()
            },
        });
        let auth = auth.await.unwrap();
        app.mount("/auth/v1", auth.router());
        let storage = app.open_storage(no_signers()).await;
        let people = People::new(Deps {
            db: app.db.clone(),
            clock: app.clock.clone(),
            auth: auth.clone(),
            mail,
            storage,
            schema: app.declared.schema.clone(),
            audit_labels: app.declared.audit_labels.clone(),
            audit_subjects: app.declared.audit_subjects.clone(),
        });
        Self { app, people, auth }
    }

    /// Returns a request to the accounts service.
    pub fn account(&self, method: &str, path: &str, token: &str) -> TestRequest {
        self.request(method, &format!("/auth/v1{path}")).token(token).address(ADDRESS)
    }

    /// Creates a confirmed person with a new session. Returns the access token, too.
    pub async fn person(&self, email: &str) -> (InSession, String) {
        let key = self.auth.api_keys().service_role;
        let body = json!({ "email": email, "password": PASSWORD, "email_confirm": true });
        self.account("POST", "/admin/users", &key).json(&body).await.ok();
        let session = self.account("POST", "/token?grant_type=password", &key).json(&body).await;
        let token = session.string("access_token");
        let claims = self.auth.verify(&token).unwrap();
        let user = InSession {
            user_id: claims.sub.clone().unwrap(),
            session_id: claims.session_id.clone().unwrap(),
            email: Some(email.to_owned()),
            address: Some(ADDRESS.into()),
        };
        (user, token)
    }
}
