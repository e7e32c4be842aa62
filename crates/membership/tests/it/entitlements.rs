//! Rights of each plan: every entitlement, tried by callers of every kind on every way to a content, a course and a
//! certificate. The table is printed in `docs/entitlements.md`.

use std::{collections::BTreeMap, fmt::Write, time::Duration};

use ateneu_auth::facts_of;
use ateneu_base::{Caller, Entitlement};
use ateneu_content::{Content, PlanId};
use ateneu_db::Db;
use ateneu_learning::{Certificates, CertificatesDeps, Learning, Lessons, certificate_functions};
use ateneu_membership::{
    Membership, PaidPlan,
    entitlements::{self, Sold},
};
use ateneu_testkit::{TestRequest, db_test};
use ateneu_testkit_app::{TestServer, answered, id, no_signers};
use serde_json::{Value, json};

const TYPES: [&str; 6] = ["article", "video", "audio", "pdf", "link", "letter"];
/// The number of the first content of an entitlement; its other types follow.
const CONTENTS: usize = 1_000;
/// The number of the course of an entitlement, of its one lesson and of its module.
const COURSES: usize = 3_000;
/// A course that everybody has finished.
const CERTIFIED: usize = 4_000;
/// A content and a course that everybody sees tomorrow.
const EARLY: usize = 4_001;

/// Kinds of callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Visitor,
    Account,
    Update,
    Scale,
    Professional,
    Courtesy,
    Moderator,
    Editor,
    Admin,
}
use Who::{Account, Admin, Courtesy, Editor, Moderator, Professional, Scale, Update, Visitor};

const EVERYBODY: [Who; 9] =
    [Visitor, Account, Update, Scale, Professional, Courtesy, Moderator, Editor, Admin];

impl Who {
    fn name(self) -> &'static str {
        match self {
            Visitor => "visitor",
            Account => "account",
            Update => "Update",
            Scale => "Scale",
            Professional => "Professional",
            Courtesy => "courtesy of Scale",
            Moderator => "moderator",
            Editor => "editor",
            Admin => "administrator",
        }
    }

    fn number(self) -> usize {
        1 + self as usize
    }

    /// The plan the person has, as the content files name it.
    fn plan(self) -> Option<(PlanId, &'static str)> {
        match self {
            Update => Some((PlanId::Update, "update")),
            Scale | Courtesy => Some((PlanId::Scale, "scale")),
            Professional => Some((PlanId::Professional, "professional")),
            _ => None,
        }
    }

    fn role(self) -> Option<&'static str> {
        match self {
            Moderator => Some("moderator"),
            Editor => Some("editor"),
            Admin => Some("admin"),
            _ => None,
        }
    }
}

/// Kinds of objects that an entitlement opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Content,
    Course,
}

struct Site {
    app: TestServer,
    callers: BTreeMap<Who, Caller>,
    content: Content,
}

ateneu_testkit::opened_by!(Site::open);

impl Site {
    async fn open(db: Db) -> Self {
        let mut app = TestServer::with(
            db,
            &[
                &Membership,
                &ateneu_accounts::Accounts,
                &ateneu_community::Community,
                &Learning,
                &ateneu_publishing::Publishing,
            ],
        );
        app.add_people(EVERYBODY.map(Who::number)).await;
        let storage = app.open_storage(no_signers()).await;
        let lessons = Lessons { db: app.db.clone(), clock: app.clock.clone(), storage };
        app.serve_functions(ateneu_functions::bind(ateneu_learning::functions(), &lessons));
        let content = Content::open(None).unwrap();
        let deps = CertificatesDeps {
            db: app.db.clone(),
            clock: app.clock.clone(),
            content: content.clone(),
            public_url: "https://exemplo.com.br/".to_owned(),
            at_rest: ateneu_tokens::AtRest::default(),
        };
        let certificates = Certificates::open(deps).await.unwrap();
        app.mount(
            "/certificates",
            ateneu_functions::router(ateneu_functions::bind(certificate_functions(), &certificates)),
        );
        let site = Self { app, callers: BTreeMap::new(), content };
        site.sell_the_shipped_plans().await;
        site.with_people().await
    }

    /// The plans of the content files.
    async fn sell_the_shipped_plans(&self) {
        let plans =
            [(PaidPlan::Update, Update), (PaidPlan::Scale, Scale), (PaidPlan::Professional, Professional)];
        let plans = plans.map(|(plan, who)| (plan, self.held_by(who)));
        let sold = Sold { plans: plans.into(), withdrawals: Vec::new() };
        let now = self.app.clock.now();
        self.app.db.write(move |tx| entitlements::record(tx, &sold, now)).await.unwrap();
    }

    /// Returns the entitlements that the content files give the person's plan.
    fn held_by(&self, who: Who) -> Vec<Entitlement> {
        who.plan().map(|(plan, _)| self.content.current().plans.entitlements(plan)).unwrap_or_default()
    }

    /// Callers with the facts that the tables say of them.
    async fn with_people(mut self) -> Self {
        let now = self.app.clock.now();
        let channel =
            "INSERT INTO channels (id, name, is_private, created_at) VALUES ('1', 'geral', $1, '2026')";
        self.app.execute(channel, &[false.into()]).await;
        let confirmed = "UPDATE users SET email_confirmed_at = $1";
        self.app.execute(confirmed, &[now.into()]).await;
        for who in EVERYBODY {
            let id = id(who.number());
            if let Some((_, plan)) = who.plan() {
                let sql = "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
                     VALUES ($1, $1, $2, $3, $4, '2099-01-01T00:00:00.000000+00:00', $5, $5)";
                let status = if who == Courtesy { "courtesy" } else { "active" };
                let email = format!("{id}@exemplo.com.br");
                let values = [id.clone().into(), email.into(), plan.into(), status.into(), now.into()];
                self.app.execute(sql, &values).await;
            }
            if let Some(role) = who.role() {
                let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, $2, $3)";
                self.app.execute(sql, &[id.clone().into(), role.into(), now.into()]).await;
            }
            let caller = match who {
                Visitor => Caller::anonymous(),
                _ => {
                    let (sql, user) = (self.app.declared.schema.facts_sql().unwrap(), id.clone());
                    let facts = self.app.db.read(move |tx| facts_of(tx, &sql, &user, now)).await.unwrap();
                    Caller::person(id, facts)
                }
            };
            self.callers.insert(who, caller);
        }
        self
    }

    async fn send(&self, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.app.send(caller, method, path, body).await
    }

    /// Adds rows by the service key.
    async fn add(&self, table: &str, rows: Value) {
        let service = Caller::as_service("a test fills the tables");
        answered(self.send(service, "POST", &format!("/{table}"), rows).await, 201);
    }

    async fn read(&self, who: Who, path: &str) -> Value {
        answered(self.send(self.callers[&who].clone(), "GET", path, Value::Null).await, 200)
    }

    async fn call(&self, who: Who, procedure: &str, arguments: Value) -> Value {
        let path = format!("/rpc/{procedure}");
        self.send(self.callers[&who].clone(), "POST", &path, arguments).await.1
    }

    fn request(&self, who: Who, method: &str, path: &str) -> TestRequest {
        self.app.request(method, path).caller(Ok(self.callers[&who].clone())).token("x")
    }

    async fn upload(&self, bucket: &str, key: &str, kind: &str) {
        let service = Caller::as_service("a test fills the tables");
        let request = self.app.upload(service, &format!("{bucket}/{key}"), kind);
        request.body("%PDF-1.4 um documento").await.ok();
    }

    async fn reads_file(&self, who: Who, bucket: &str, key: &str) -> bool {
        let file = self.app.read_file(self.callers[&who].clone(), &format!("{bucket}/{key}"));
        file.await.status.is_success()
    }
}

/// A file's key in the bucket of contents or of courses.
fn key(entitlement: Entitlement) -> String {
    format!("pdf/{}.pdf", entitlement.name())
}

/// A word that only this content or lesson has.
fn word(number: usize) -> String {
    let letters = number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>();
    format!("palavra{letters}")
}

impl Site {
    /// A content of every type and a course, for members with each entitlement.
    async fn fill(&self) {
        for (place, entitlement) in Entitlement::ALL.iter().enumerate() {
            let name = entitlement.name();
            self.upload("contents", &key(*entitlement), "application/pdf").await;
            let contents = TYPES.iter().enumerate().map(|(nth, content_type)| {
                let number = CONTENTS + 10 * place + nth;
                json!({ "id": id(number), "title": format!("Conteúdo {number}"), "content_type": content_type,
                    "body": format!("<p>{}</p>", word(number)), "is_published": true, "is_member_only": true,
                    "external_link": "https://exemplo.com.br/",
                    "file_url": format!("/storage/v1/object/public/contents/{}", key(*entitlement)),
                    "entitlement": name })
            });
            self.add("contents", contents.collect()).await;
            self.upload("courses", &key(*entitlement), "application/pdf").await;
            let course = id(COURSES + place);
            self.add(
                "courses",
                json!({ "id": course, "title": name, "level": "Iniciante", "is_published": true, "entitlement": name }),
            )
            .await;
            self.add("course_modules", json!({ "id": course, "course_id": course, "title": "m" })).await;
            self.add(
                "lessons",
                json!({ "id": course, "course_id": course, "module_id": course, "title": "aula", "kind": "pdf",
                    "file_url": format!("/storage/v1/object/public/courses/{}", key(*entitlement)),
                    "captions": format!("WEBVTT\n\n00:00.000 --> 00:02.000\n{}", word(COURSES + place)) }),
            )
            .await;
        }
    }

    /// Asserts that every way to the contents of an entitlement says the same; whether they are open.
    async fn opens_contents(&self, who: Who, place: usize) -> bool {
        let first = CONTENTS + 10 * place;
        let ids = (first..first + TYPES.len()).map(id).collect::<Vec<_>>().join(",");
        let columns = "body,file_url,external_link";
        let list = self.read(who, &format!("/contents?select={columns}&id=in.({ids})")).await;
        let list = list.as_array().unwrap().clone();
        assert_eq!(list.len(), TYPES.len(), "{who:?}: a card is public");
        let is_full = |row: &Value| row.as_object().unwrap().values().all(|value| !value.is_null());
        let is_empty = |row: &Value| row.as_object().unwrap().values().all(Value::is_null);
        let is_open = list.iter().all(is_full);
        assert!(is_open || list.iter().all(is_empty), "{who:?}: {list:?}");
        for number in first..first + TYPES.len() {
            let row = self.read(who, &format!("/contents?select={columns}&id=eq.{}", id(number))).await;
            assert_eq!(is_full(&row[0]), is_open, "{who:?} by id: {number}");
            let matched = format!("/contents?select=id&id=eq.{}&body=like.*palavra*", id(number));
            let is_matched = self.read(who, &matched).await != json!([]);
            assert_eq!(is_matched, is_open, "{who:?} by a filter: {number}");
            let found = self.call(who, "search_contents", json!({ "search": word(number) })).await;
            let is_found = found.as_array().is_some_and(|found| !found.is_empty());
            // The search is that of the members' pages: staff search in the panel.
            let is_staff = who.role().is_some();
            assert_eq!(is_found, is_open && !is_staff, "{who:?} by the search: {number}");
        }
        let file = self.reads_file(who, "contents", &key(Entitlement::ALL[place])).await;
        assert_eq!(file, is_open, "{who:?}: the file");
        is_open
    }

    /// The same of the lesson of a course.
    async fn opens_course(&self, who: Who, place: usize) -> bool {
        let lesson = id(COURSES + place);
        let opened = self.call(who, "open_lesson", json!({ "lesson_id": lesson })).await;
        let is_open = opened["lock"].is_null();
        assert_eq!(!opened["file_url"].is_null(), is_open, "{who:?}: the lesson's file address: {opened}");
        assert_eq!(!opened["captions"].is_null(), is_open, "{who:?}: captions: {opened}");
        let file = self.reads_file(who, "courses", &key(Entitlement::ALL[place])).await;
        assert_eq!(file, is_open, "{who:?}: the lesson's file");
        let found = self.call(who, "search_lessons", json!({ "search": word(COURSES + place) })).await;
        let is_found = found.as_array().is_some_and(|found| !found.is_empty());
        // Editors without a plan do not search the learning environment.
        assert_eq!(is_found, is_open, "{who:?} by what is said");
        is_open
    }

    /// Asserts that contents or courses of an entitlement open to a person as the plan says; whether they do.
    async fn opens(&self, who: Who, thing: Thing, place: usize) -> bool {
        let is_open = match thing {
            Thing::Content => self.opens_contents(who, place).await,
            Thing::Course => self.opens_course(who, place).await,
        };
        let entitlement = Entitlement::ALL[place];
        let by_role = match thing {
            Thing::Content => matches!(who, Editor | Admin),
            Thing::Course => who == Admin,
        };
        let expected = by_role || self.held_by(who).contains(&entitlement);
        assert_eq!(is_open, expected, "{who:?} {thing:?} {}", entitlement.name());
        is_open
    }
}

/// Returns the additional right that an entitlement gives by a rule of its own. Returns `None` if it opens only
/// contents and courses that carry its name.
fn opened_by_rule(entitlement: Entitlement) -> Option<&'static str> {
    match entitlement {
        Entitlement::Community => Some("reads the channels"),
        Entitlement::Mobile => Some("keeps the place in a content"),
        Entitlement::Certificates => Some("has a certificate issued"),
        Entitlement::EarlyAccess => Some("sees contents and courses that others see later"),
        _ => None,
    }
}

impl Site {
    async fn page_of_rules(&self) -> String {
        self.fill_what_rules_open().await;
        let names = EVERYBODY.map(Who::name).join(" | ");
        let rule = "| --- ".repeat(EVERYBODY.len() + 2);
        let mut page = format!("\n## Rules\n\n| entitlement | opens | {names} |\n{rule}|\n");
        for entitlement in Entitlement::ALL {
            let Some(what) = opened_by_rule(*entitlement) else { continue };
            let _ = write!(page, "| `{}` | {what} |", entitlement.name());
            for who in EVERYBODY {
                let is_open = self.opens_by_rule(who, *entitlement).await;
                let by_role = match entitlement {
                    Entitlement::Community => matches!(who, Moderator | Admin),
                    _ => false,
                };
                let expected = by_role || self.held_by(who).contains(entitlement);
                assert_eq!(is_open, expected, "{who:?} {what}");
                let _ = write!(page, " {} |", if is_open { "open" } else { "–" });
            }
            page.push('\n');
        }
        page
    }

    async fn fill_what_rules_open(&self) {
        let later = (self.app.clock.now() + Duration::from_hours(24)).to_string();
        self.add(
            "contents",
            json!({ "id": id(EARLY), "title": "Cedo", "content_type": "article", "body": format!("<p>{}</p>", word(EARLY)),
                "is_published": true, "visible_from": later }),
        )
        .await;
        let course = json!({ "id": id(EARLY), "title": "Cedo", "level": "Iniciante", "is_published": true,
            "entitlement": "updates", "visible_from": later });
        self.add("courses", course).await;
        let finished =
            json!({ "id": id(CERTIFIED), "title": "Feito", "level": "Iniciante", "is_published": true });
        self.add("courses", finished).await;
        for who in EVERYBODY {
            let sql = "INSERT INTO course_members (course_id, user_id, joined_at, last_at, completed_at) VALUES ($1, $2, $3, $3, $3)";
            let values = [id(CERTIFIED).into(), id(who.number()).into(), self.app.clock.now().into()];
            self.app.execute(sql, &values).await;
        }
    }

    async fn opens_by_rule(&self, who: Who, entitlement: Entitlement) -> bool {
        let caller = self.callers[&who].clone();
        match entitlement {
            Entitlement::Community => self.read(who, "/channels?select=id").await != json!([]),
            Entitlement::Mobile => {
                let row = json!({ "content_id": id(CONTENTS), "position": 3 });
                self.send(caller, "POST", "/content_progress", row).await.0 == 201
            }
            Entitlement::Certificates => {
                let body = json!({ "course_id": id(CERTIFIED), "holder_name": "Ana Souza" });
                let request = self.request(who, "POST", "/certificates/issue-certificate");
                request.json(&body).await.status.is_success()
            }
            _ => self.sees_early(who).await,
        }
    }

    /// Asserts that a content and a course that come later are seen on every way or none; whether they are.
    async fn sees_early(&self, who: Who) -> bool {
        let content = self.read(who, &format!("/contents?select=id,body&id=eq.{}", id(EARLY))).await;
        let is_seen = content != json!([]);
        let found = self.call(who, "search_contents", json!({ "search": word(EARLY) })).await;
        let is_writer = matches!(who, Editor | Admin);
        assert_eq!(found.as_array().is_some_and(|found| !found.is_empty()), is_seen && !is_writer, "{who:?}");
        let course = self.read(who, &format!("/courses?select=id&id=eq.{}", id(EARLY))).await;
        let is_course_seen = course != json!([]);
        assert_eq!(is_course_seen, is_seen && who != Editor, "{who:?}: a course is none of an editor's");
        // Those who work on it see it whatever their plan is.
        is_seen && !is_writer
    }
}

#[db_test]
async fn every_entitlement_opens_only_its_contents_and_courses(site: Site) {
    site.fill().await;
    let mut page = String::from(
        "# What each plan opens\n\nAsked through the running server by a test, which also compares this page: contents of the six \
         types by id, list, filter, search and file; lessons by `open_lesson`, file, captions and search.\n",
    );
    for (thing, title) in [(Thing::Content, "Contents"), (Thing::Course, "Courses")] {
        let names = EVERYBODY.map(Who::name).join(" | ");
        let rule = "| --- ".repeat(EVERYBODY.len() + 1);
        let _ = writeln!(page, "\n## {title}\n\n| entitlement | {names} |\n{rule}|");
        for (place, entitlement) in Entitlement::ALL.iter().enumerate() {
            let _ = write!(page, "| `{}` |", entitlement.name());
            for who in EVERYBODY {
                let is_open = site.opens(who, thing, place).await;
                let _ = write!(page, " {} |", if is_open { "open" } else { "–" });
            }
            page.push('\n');
        }
    }
    page.push_str(&site.page_of_rules().await);
    assert_eq!(
        page,
        include_str!("../../../../docs/entitlements.md"),
        "docs/entitlements.md must read:\n{page}"
    );
}
