//! Emails on the days of the study plan.

use ateneu_mail::{Config, Mail};
use ateneu_testkit::{
    app::OutboxEmail,
    databases::{FromPlace, Place},
    db_test, sqlite_test,
};
use serde_json::{Value, json};

use super::{Ana, Bia, COURSE, Carla, SAMPLE, School, Who, id};

struct Reminded {
    school: School,
    mail: Mail,
}

impl FromPlace for Reminded {
    /// Opens the school at noon of a Tuesday in São Paulo. Ana and Bia have access, Carla has none. All have a plan for
    /// every weekday, and Ana and Carla want reminders.
    async fn from_place(place: Place) -> Self {
        let mut school = School::open(place.db).await;
        school.0.row_emails(|| vec![ateneu_learning::reminder_emails()]);
        let mail = school.0.mail_with(Config { outbox: true, ..Config::default() });
        school.0.execute("UPDATE users SET email_confirmed_at = created_at", &[]).await;
        for who in [Ana, Bia] {
            let number = id(who as usize);
            let sql =
                "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
                       VALUES ($1, $1, $2, 'update', 'active', '2099-01-01T00:00:00.000000+00:00', $3, $3)";
            let row = [number.clone().into(), number.into(), school.0.clock.now().into()];
            school.0.execute(sql, &row).await;
        }
        for who in [Ana, Bia, Carla] {
            let user = id(who as usize);
            let plan = json!({ "user_id": user, "course_ids": [id(COURSE)], "weekly_minutes": 15,
                "weekdays": ["1", "2", "3", "4", "5"] });
            school.insert("study_plans", plan).await;
            let settings = json!({ "user_id": user, "reminds": who != Bia });
            school.insert("learning_settings", settings).await;
        }
        let reminded = Self { school, mail };
        reminded.go_to(12).await;
        reminded
    }
}

impl Reminded {
    /// Moves the clock to an hour of São Paulo, today or tomorrow.
    async fn go_to(&self, hour: u64) {
        let day = 24 * 60 * 60;
        let now = u64::try_from(self.school.0.clock.now().seconds()).unwrap();
        let wanted = (hour + 3) * 60 * 60 % day;
        self.school.0.advance_secs((wanted + day - now % day) % day);
    }

    async fn note(&self) {
        let facts_sql = self.school.0.declared.schema.facts_sql().unwrap().into();
        ateneu_learning::remind(&self.school.0.db, &facts_sql, self.school.0.clock.now()).await.unwrap();
    }

    async fn sent(&self) -> Vec<OutboxEmail> {
        self.note().await;
        self.school.0.outbox(&self.mail).await
    }

    async fn stop(&self, who: Who, token: &str) -> (u16, Value) {
        self.school.send(who, "POST", "/rpc/stop_study_reminders", json!({ "token": token })).await
    }
}

/// Advances the clock to the next weekday of the plan.
async fn next_study_day(reminded: &Reminded) {
    reminded.school.0.advance_days(1);
    while ateneu_base::calendar::weekday(reminded.school.0.clock.now()) > 5 {
        reminded.school.0.advance_days(1);
    }
}

#[sqlite_test]
async fn a_requested_reminder_is_sent_once_on_a_study_day(reminded: Reminded) {
    next_study_day(&reminded).await;
    let sent = reminded.sent().await;
    assert_eq!(sent.len(), 1, "Bia did not ask, Carla has no access");
    assert_eq!(sent[0].recipient, "1@exemplo.com.br");
    assert!(sent[0].subject.starts_with("Hoje no seu plano de estudo: "), "{}", sent[0].subject);
    assert!(sent[0].text.contains("aula · c (1 min)"), "{}", sent[0].text);
    assert!(sent[0].headers.to_string().contains("/avisos/estudo/"));
    assert!(reminded.sent().await.is_empty());
    reminded.go_to(19).await;
    assert!(reminded.sent().await.is_empty(), "once a day");
    next_study_day(&reminded).await;
    assert_eq!(reminded.sent().await.len(), 1);
    while ateneu_base::calendar::weekday(reminded.school.0.clock.now()) < 6 {
        reminded.school.0.advance_days(1);
    }
    assert!(reminded.sent().await.is_empty(), "no day of the plan");
}

#[db_test]
async fn no_reminder_is_sent_at_night_or_after_studying(reminded: Reminded) {
    next_study_day(&reminded).await;
    for hour in [20, 23, 2, 7] {
        reminded.go_to(hour).await;
        assert!(reminded.sent().await.is_empty(), "{hour}");
    }
    reminded.go_to(12).await;
    next_study_day(&reminded).await;
    let school = &reminded.school;
    // The reminder is recorded by day, but its email comes too late.
    reminded.note().await;
    reminded.go_to(21).await;
    assert!(school.0.outbox(&reminded.mail).await.is_empty());
    reminded.go_to(12).await;
    next_study_day(&reminded).await;
    school.finish(Ana, SAMPLE).await;
    assert!(reminded.sent().await.is_empty(), "a lesson is finished already");
}

#[db_test]
async fn the_link_of_a_reminder_ends_them_without_signing_in(reminded: Reminded) {
    next_study_day(&reminded).await;
    assert_eq!(reminded.sent().await.len(), 1);
    let school = &reminded.school;
    let token = school.0.text("SELECT token FROM study_reminders", &[]).await.unwrap();
    assert_eq!(reminded.stop(Who::Visitor, "outro").await, (200, json!(false)));
    for _ in 0..2 {
        assert_eq!(reminded.stop(Who::Visitor, &token).await, (200, json!(true)));
    }
    next_study_day(&reminded).await;
    assert!(reminded.sent().await.is_empty());
    for who in [Who::Visitor, Carla, Bia, Ana, Who::Admin] {
        let (status, said) = school.send(who, "GET", "/study_reminders", Value::Null).await;
        assert_eq!(status, 404, "{who:?} {said}");
    }
}
