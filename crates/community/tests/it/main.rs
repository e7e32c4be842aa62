//! The community over the declared tables, as members, moderators and administrators use it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod channels;
mod emails;
mod lesson_topics;
mod levels;
mod links;
mod mentions;
mod moderation;
mod outside_answers;
mod picture_rights;
mod pictures;
mod profile_pictures;
mod push;
mod rights;
mod sanctions;
mod screening;
mod search;
mod threads;

use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use ateneu_base::{Caller, Facts, Value as Parameter};
use ateneu_db::Db;
use ateneu_outbound::{Outbound, Rules};
use ateneu_testkit::app::entitlements_of;
use ateneu_testkit_app::{TestServer, answered, id, refusal};
use axum::Router;
use serde_json::{Value, json};

/// The caller. Each has the account of the same number.
#[derive(Clone, Copy, Debug)]
enum Who {
    Ana = 1,
    Bia = 2,
    Moderator = 3,
    Admin = 4,
    Service = 5,
}
use Who::{Admin, Ana, Bia, Moderator, Service};

const OPEN: usize = 11;
const LOCKED: usize = 12;
const HIDDEN: usize = 13;
const COMMENT: usize = 14;
const COURSE: usize = 15;

impl Who {
    fn caller(self) -> Caller {
        let facts = match self {
            Ana | Bia => Facts::subscriber_of(entitlements_of("update")),
            _ => Facts::default(),
        };
        let facts = Facts {
            moderator: matches!(self, Moderator),
            admin: matches!(self, Admin),
            channels: ids(["1"]),
            ..facts
        };
        match self {
            Service => Caller::as_service("a test fills the tables"),
            person => Caller::person(id(person as usize), facts),
        }
    }

    /// Returns the caller with other facts.
    fn with(self, change: impl FnOnce(&mut Facts)) -> Caller {
        let mut caller = self.caller();
        change(&mut caller.facts);
        caller
    }
}

/// Returns a set of ids for [`Facts`].
fn ids(ids: impl IntoIterator<Item = impl Into<String>>) -> Arc<BTreeSet<String>> {
    Arc::new(ids.into_iter().map(Into::into).collect())
}

/// Stands for the public internet. Other local addresses are internal.
const OUTSIDE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Serves a router at an address of this machine. Returns the port.
async fn serve(address: Ipv4Addr, router: Router) -> u16 {
    let listener = tokio::net::TcpListener::bind((address, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}

/// Returns a client that resolves every name to [`OUTSIDE`] and allows only these ports.
fn outbound(ports: Vec<u16>) -> Outbound {
    let rules = Rules {
        admits: |address: IpAddr| address == IpAddr::V4(OUTSIDE),
        ports,
        plain: true,
        lookup: Arc::new(|_| Box::pin(async { Ok(vec![SocketAddr::from((OUTSIDE, 0))]) })),
    };
    Outbound::new("test", rules).unwrap()
}

struct Community(TestServer);

ateneu_testkit::opened_by!(Community::filled);

impl Community {
    /// Opens a community with Bia's open, locked and hidden posts, Ana's comment under the open one, and an unpublished
    /// course.
    async fn filled(db: Db) -> Self {
        let people = [Ana, Bia, Moderator, Admin].map(|who| who as usize);
        let server = TestServer::with(
            db,
            &[
                &ateneu_community::Community,
                &ateneu_accounts::Accounts,
                &ateneu_learning::Learning,
                &ateneu_membership::Membership,
                &ateneu_publishing::Publishing,
            ],
        );
        server.add_people(people).await;
        server.sell_plans().await;
        let community = Self(server);
        let post = |number: usize| {
            json!({ "id": id(number), "title": "t", "content": "de Bia", "author_id": id(2), "channel_id": "1",
                "is_locked": number == LOCKED, "is_hidden": number == HIDDEN })
        };
        community.set("newcomer_limits", "false").await;
        let roles = json!([{ "user_id": id(4), "role": "admin" }, { "user_id": id(3), "role": "moderator" }]);
        community.add(Service, "user_roles", roles).await;
        for (channel, name, creator) in [("1", "geral", Value::Null), ("9", "de Ana", json!(id(1)))] {
            let channel = json!({ "id": channel, "name": name, "created_by": creator });
            community.add(Service, "channels", channel).await;
        }
        community.add(Service, "community_posts", json!([post(OPEN), post(LOCKED), post(HIDDEN)])).await;
        let comment =
            json!({ "id": id(COMMENT), "post_id": id(OPEN), "content": "de Ana", "author_id": id(1) });
        community.add(Service, "community_comments", comment).await;
        let course = json!({ "id": id(COURSE), "title": "c", "level": "Iniciante", "is_published": false });
        community.add(Service, "courses", course).await;
        let part = json!({ "id": id(COURSE), "course_id": id(COURSE), "title": "m" });
        community.add(Service, "course_modules", part).await;
        let lesson =
            json!({ "id": id(COURSE), "course_id": id(COURSE), "module_id": id(COURSE), "title": "l" });
        community.add(Service, "lessons", lesson).await;
        // Members must pause between two posts.
        community.0.advance_secs(6);
        community
    }

    async fn send(&self, who: Who, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.send_as(who.caller(), method, path, body).await
    }

    async fn send_as(&self, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.0.send(caller, method, path, body).await
    }

    /// Adds rows that the caller may add. Returns the response.
    async fn add(&self, who: Who, table: &str, rows: Value) -> Value {
        let (status, said) = self.send(who, "POST", &format!("/{table}"), rows).await;
        assert_eq!(status, 201, "{who:?} {table}: {said}");
        said
    }

    async fn delete(&self, who: Who, table: &str, number: usize) -> (u16, Value) {
        self.send(who, "DELETE", &format!("/{table}?id=eq.{}", id(number)), Value::Null).await
    }

    /// Runs a statement that announces its rows, as every write to exposed tables must.
    async fn write_sql(&self, sql: &'static str, values: Vec<Parameter>) {
        self.0.db.write(move |tx| tx.write(sql, &values)).await.unwrap();
    }

    /// Adds a subscription of this account with access until then.
    async fn subscription(&self, number: usize, until: &str) {
        let sql =
            "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
                   VALUES ($1, $1, $2, 'update', 'active', $3, $3, $3)";
        let email = format!("{number}@exemplo.com.br");
        self.write_sql(sql, vec![id(number).into(), email.into(), until.into()]).await;
    }

    async fn change(&self, who: Who, table: &str, number: usize, body: Value) -> (u16, Value) {
        self.send(who, "PATCH", &format!("/{table}?id=eq.{}", id(number)), body).await
    }

    async fn row(&self, table: &str, number: usize) -> Value {
        let path = format!("/{table}?id=eq.{}", id(number));
        self.send(Service, "GET", &path, Value::Null).await.1[0].clone()
    }
}
