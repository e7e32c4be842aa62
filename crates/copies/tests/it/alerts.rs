//! Emails to the owner about copies.

use ateneu_copies::Trouble;
use ateneu_testkit::{app::OWNER, mocks::S3Fault, sqlite_test};
use serde_json::json;

use crate::fixture::{Fixture, LIMITS};

#[sqlite_test]
async fn the_owner_hears_once_a_day_of_copies_that_fail(app: Fixture) {
    let (copies, mail) = (app.copies(), app.mail());
    assert_eq!(copies.tell_owner(&mail).await.unwrap(), None, "nothing was tried yet");
    app.s3.fail_where(|request| (request.method == "PUT").then_some(S3Fault::Status(403)));
    for hour in 0..3 {
        copies.make().await.unwrap_err();
        let trouble = copies.tell_owner(&mail).await.unwrap();
        assert!(matches!(trouble, Some(Trouble::Failed { .. })), "{hour}");
        app.advance_secs(60 * 60);
    }
    let emails = app.outbox(&mail).await;
    assert_eq!(emails.len(), 1);
    assert_eq!((&*emails[0].recipient, &*emails[0].subject), (OWNER, "A cópia de segurança falhou"));
    assert!(emails[0].text.contains("O destino não respondeu ou recusou o pedido"), "{}", emails[0].text);
    assert!(emails[0].text.contains("/admin/copias"));
    app.advance_days(1);
    copies.tell_owner(&mail).await.unwrap();
    assert_eq!(app.outbox(&mail).await.len(), 1, "the next day");

    app.s3.recover();
    app.advance_days(1);
    copies.make().await.unwrap();
    assert_eq!(copies.tell_owner(&mail).await.unwrap(), None);
}

#[sqlite_test]
async fn the_owner_hears_of_a_copy_of_no_use(app: Fixture) {
    let (copies, mail) = (app.copies(), app.mail());
    let made = copies.make().await.unwrap();
    app.s3.put(&format!("site/{}", made.name), "nada");
    copies.prove().await.unwrap_err();
    assert!(matches!(copies.tell_owner(&mail).await.unwrap(), Some(Trouble::Unproved { .. })));
    let emails = app.outbox(&mail).await;
    assert_eq!(emails[0].subject, "A última cópia de segurança não serve");
    assert!(emails[0].text.contains("15/01/2027"), "{}", emails[0].text);
    assert!(emails[0].text.contains("O arquivo não é uma cópia completa."), "{}", emails[0].text);
}

#[sqlite_test]
async fn the_owner_hears_of_a_copy_older_than_twice_its_period(app: Fixture) {
    let (copies, mail) = (app.copies(), app.mail());
    let weekly = app.copies_with(&json!({ "schedule": "weekly" }), LIMITS);
    copies.make().await.unwrap();
    app.advance_days(2);
    assert_eq!(copies.tell_owner(&mail).await.unwrap(), None);
    app.advance_secs(1);
    let late = Some(Trouble::Late { day: "15/01/2027".into() });
    assert_eq!(copies.tell_owner(&mail).await.unwrap(), late);
    assert_eq!(weekly.tell_owner(&mail).await.unwrap(), None);
    assert_eq!(app.outbox(&mail).await[0].subject, "Não há cópia de segurança recente");
    // A restored server looks into the target.
    app.run("DELETE FROM backup_copies", &[]).await;
    app.advance_days(12);
    assert_eq!(weekly.tell_owner(&mail).await.unwrap(), late);
}
