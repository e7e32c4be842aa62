//! Campaigns in a copy of the database: only a person lets them go on.

use std::{fs, path::PathBuf, time::Duration};

use ateneu_db::{Db, Target};
use ateneu_mail::{Config, Mail, Smtp};
use ateneu_newsletter::campaigns::{CampaignConfig, CampaignList, Campaigns, Sender};
use ateneu_testkit::{TestApp, db_test, sqlite_test};

use super::fixture::{Fixture, PROGRAM, RATES, service};

/// A second server over a copy of the database, at the same time and with the same relay.
struct Copy {
    app: TestApp,
    _mail: Mail,
    campaigns: Campaigns,
    _folder: tempfile::TempDir,
}

impl Copy {
    async fn of(app: &Fixture) -> Self {
        let sql = "SELECT file FROM pragma_database_list WHERE name = 'main'";
        let original = PathBuf::from(app.text(sql, &[]).await.unwrap());
        let folder = tempfile::tempdir().unwrap();
        let copied = folder.path().join(original.file_name().unwrap());
        for end in ["", "-wal"] {
            let name = |path: &PathBuf| PathBuf::from(format!("{}{end}", path.display()));
            if name(&original).exists() {
                fs::copy(name(&original), name(&copied)).unwrap();
            }
        }
        let db = Db::open(&Target::Sqlite(copied), ateneu_schema::MIGRATIONS).await.unwrap();
        let copy = TestApp::under(db, app.clock.clone());
        let smtp = Some(Smtp::new(&app.server.url()));
        let mail = copy.mail_with(Config { smtp, ..Config::default() });
        let config = CampaignConfig { rates: RATES, warm_up_from: None, bounce_domain: None };
        let campaigns = service(&copy, &mail, config);
        Self { app: copy, _mail: mail, campaigns, _folder: folder }
    }

    async fn work(&self) {
        let sender = Sender::new(&self.campaigns);
        ateneu_queue::work(&self.app.db, &self.app.clock, &sender).await.unwrap();
    }

    async fn state(&self, number: i64) -> String {
        let sql = "SELECT state || ' ' || coalesce(pause, '') FROM campaigns WHERE number = $1";
        self.app.text(sql, &[number.into()]).await.unwrap()
    }
}

#[sqlite_test]
async fn a_copy_asks_at_once_and_the_original_goes_on(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 5).await;
    let copy = Copy::of(&app).await;
    copy.work().await;
    assert_eq!(copy.state(number).await, "asking copied");
    assert!(app.server.received().is_empty(), "the copy sends nothing");
    let notice = copy.app.email("dona@casa.test").await;
    assert!(notice.text.contains("Este servidor é uma cópia"), "{}", notice.text);
    app.work().await;
    assert_eq!((app.state(number).await.as_str(), app.server.received().len()), ("done", 5));
}

#[sqlite_test]
async fn a_person_lets_a_moved_campaign_go_on(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 5).await;
    let moved = Copy::of(&app).await;
    moved.work().await;
    assert_eq!(moved.state(number).await, "asking copied");
    moved.campaigns.resume(PROGRAM, number).await.unwrap();
    moved.work().await;
    assert_eq!((moved.state(number).await.as_str(), app.server.received().len()), ("done ", 5));
}

#[sqlite_test]
async fn a_scheduled_campaign_in_a_copy_asks_at_its_time(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".to_owned()]).await;
    let number = app.campaign(CampaignList::Open).await;
    let at = app.clock.now() + Duration::from_mins(10);
    app.campaigns.schedule(PROGRAM, number, at, 1).await.unwrap();
    let copy = Copy::of(&app).await;
    app.advance_secs(600);
    copy.work().await;
    assert_eq!(copy.state(number).await, "asking copied");
    assert!(app.server.received().is_empty());
    copy.campaigns.start(PROGRAM, number, 1).await.unwrap();
    copy.work().await;
    assert_eq!(copy.state(number).await, "done ");
}

#[db_test]
async fn another_server_of_the_same_database_goes_on(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 3).await;
    let next = Sender::new(&app.campaigns);
    ateneu_queue::work(&app.db, &app.clock, &next).await.unwrap();
    assert_eq!((app.state(number).await.as_str(), app.server.received().len()), ("done", 3));
    // A decision from before the place was stored counts here.
    let older = app.started(3).await;
    app.execute("UPDATE campaigns SET place = NULL", &[]).await;
    app.work().await;
    assert_eq!(app.state(older).await, "done");
}

#[db_test]
async fn a_campaign_decided_elsewhere_asks(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 3).await;
    app.execute("UPDATE campaigns SET place = 'elsewhere'", &[]).await;
    app.work().await;
    assert_eq!((app.state(number).await.as_str(), app.server.received().len()), ("asking", 0));
    app.campaigns.resume(PROGRAM, number).await.unwrap();
    app.work().await;
    assert_eq!((app.state(number).await.as_str(), app.server.received().len()), ("done", 3));
}
