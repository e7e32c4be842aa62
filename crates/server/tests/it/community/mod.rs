//! The community over the declared tables, as members, moderators and administrators use it.

mod channels;
mod emails;
mod levels;
mod links;
mod mentions;
mod moderation;
mod outside_answers;
mod picture_rights;
mod pictures;
mod push;
mod rights;
mod sanctions;
mod screening;
mod search;
mod threads;

use std::{collections::BTreeSet, sync::Arc};

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::{
    TestApp,
    databases::{FromPlace, Place},
};
use serde_json::{Value, json};

use crate::product::{answered, id, product, refusal, send};

/// The caller; each is an account of the same number.
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
        let facts = Facts {
            subscriber: matches!(self, Ana | Bia),
            moderator: matches!(self, Moderator),
            admin: matches!(self, Admin),
            channels: Arc::new(BTreeSet::from(["1".to_owned()])),
            ..Facts::default()
        };
        match self {
            Service => Caller::as_service("a test fills the tables"),
            person => Caller::person(id(person as usize), facts),
        }
    }
}

struct Community(TestApp);

impl FromPlace for Community {
    async fn from_place(place: Place) -> Self {
        Self::filled(place.db).await
    }
}

impl Community {
    /// Bia's open, locked and hidden posts; Ana's comment under the open one; a course that is not published.
    async fn filled(db: Db) -> Self {
        let people = [Ana, Bia, Moderator, Admin].map(|who| who as usize);
        let community = Self(product(db, "", people).await);
        let post = |number: usize| {
            json!({ "id": id(number), "title": "t", "content": "de Bia", "author_id": id(2), "channel_id": "1",
                "is_locked": number == LOCKED, "is_hidden": number == HIDDEN })
        };
        for (table, rows) in [
            (
                "security_settings",
                json!({ "setting_key": "newcomer_limits", "setting_value": "false", "description": "d" }),
            ),
            (
                "user_roles",
                json!([{ "user_id": id(4), "role": "admin" }, { "user_id": id(3), "role": "moderator" }]),
            ),
            (
                "channels",
                json!([{ "id": "1", "name": "geral", "created_by": null }, { "id": "9", "name": "de Ana", "created_by": id(1) }]),
            ),
            ("community_posts", json!([post(OPEN), post(LOCKED), post(HIDDEN)])),
            (
                "community_comments",
                json!({ "id": id(COMMENT), "post_id": id(OPEN), "content": "de Ana", "author_id": id(1) }),
            ),
            (
                "courses",
                json!({ "id": id(COURSE), "title": "c", "level": "Iniciante", "is_published": false }),
            ),
            ("course_modules", json!({ "id": id(COURSE), "course_id": id(COURSE), "title": "m" })),
            (
                "lessons",
                json!({ "id": id(COURSE), "course_id": id(COURSE), "module_id": id(COURSE), "title": "l" }),
            ),
        ] {
            let (status, said) = community.send(Service, "POST", &format!("/{table}"), rows).await;
            assert_eq!(status, 201, "{table}: {said}");
        }
        // Members pause between two posts.
        community.0.advance_secs(6);
        community
    }

    async fn send(&self, who: Who, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.send_as(who.caller(), method, path, body).await
    }

    async fn send_as(&self, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
        send(&self.0, caller, method, path, body).await
    }

    async fn change(&self, who: Who, table: &str, number: usize, body: Value) -> (u16, Value) {
        self.send(who, "PATCH", &format!("/{table}?id=eq.{}", id(number)), body).await
    }

    async fn row(&self, table: &str, number: usize) -> Value {
        let path = format!("/{table}?id=eq.{}", id(number));
        self.send(Service, "GET", &path, Value::Null).await.1[0].clone()
    }
}
