//! Removal of old charges.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_functions::ListPage;
use ateneu_jobs::{JobStatus, Jobs, Schedule};
use ateneu_membership::{
    Membership,
    members::{ListCharges, list_charges},
};
use ateneu_module::Subject;
use ateneu_testkit::db_test;

use crate::fixture::Fixture;

const DAY: Duration = Duration::from_hours(24);

async fn remove(app: &Fixture, name: &str) -> String {
    let retentions = Membership.declare().retentions;
    let retention = retentions.iter().find(|retention| retention.job == name).unwrap();
    let jobs = Jobs::new(ateneu_jobs::Deps { db: app.db.clone(), clock: app.clock.clone() });
    let job = retention.job(Schedule::daily(3, 0), &app.db, &app.clock).unwrap();
    jobs.add(vec![job]).await.unwrap();
    let run = jobs.run_now(name, None).await.unwrap();
    assert_eq!(run.status, JobStatus::Success);
    run.message
}

async fn charge(app: &Fixture, id: &str, user: Option<&str>, status: &str, at: Timestamp) {
    let sql = "INSERT INTO payment_invoices
                   (id, user_id, status, amount, currency, tax_id, paid_at, created_at, updated_at)
               VALUES ($1, $2, $3, 9700, 'brl', '123.456.789-09', $4, $4, $4)";
    let user: Value = user.into();
    app.execute(sql, &[id.into(), user, status.into(), at.into()]).await;
}

const IDS: &str = "SELECT id FROM payment_invoices ORDER BY id";

#[db_test]
async fn a_receipt_is_kept_for_five_years(app: Fixture) {
    let person = app.person("ana@exemplo.com.br").await;
    let limit = calendar::months_earlier(app.clock.now(), 60);
    charge(&app, "a", Some(&person), "paid", limit - DAY).await;
    charge(&app, "b", None, "paid", limit - DAY).await;
    charge(&app, "c", Some(&person), "void", limit + DAY).await;
    charge(&app, "d", None, "paid", limit + DAY).await;
    assert_eq!(remove(&app, "remove_old_receipts").await, "Cobranças removidas: 2.");
    assert_eq!(app.texts(IDS, &[]).await, ["c", "d"]);
    app.advance_days(2);
    assert_eq!(remove(&app, "remove_old_receipts").await, "Cobranças removidas: 2.");
}

#[db_test]
async fn an_erased_persons_unpaid_charge_goes_first(app: Fixture) {
    let person = app.person("ana@exemplo.com.br").await;
    let limit = app.clock.now() - DAY * 14;
    charge(&app, "a", None, "open", limit - DAY).await;
    charge(&app, "b", None, "open", limit + DAY).await;
    charge(&app, "c", None, "paid", limit - DAY).await;
    charge(&app, "d", Some(&person), "open", limit - DAY).await;
    assert_eq!(remove(&app, "remove_unpaid_charges").await, "Cobranças removidas: 1.");
    assert_eq!(app.texts(IDS, &[]).await, ["b", "c", "d"]);
    let request = ListCharges::default();
    let listed = list_charges(&app.payments, &request, ListPage::of(None)).await.unwrap().charges;
    let erased: Vec<_> = listed.iter().filter(|charge| charge.user_id.is_none()).collect();
    assert_eq!(erased.len(), 2, "the owner finds the receipt");
    assert!(erased.iter().all(|charge| charge.email.is_none() && charge.tax_id.is_some()));
}
