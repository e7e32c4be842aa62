//! Recipients of old campaigns.

use ateneu_newsletter::campaigns::prune_recipients;
use ateneu_testkit::{db_test, sqlite_test};

use super::fixture::{Fixture, PROGRAM};

#[db_test]
async fn recipients_of_old_campaigns_go_and_their_counts_stay(app: Fixture) {
    let old = app.started_to("exemplo.com.br", 3).await;
    app.work().await;
    app.advance_days(390);
    assert_eq!(prune_recipients(&app.campaigns).await.unwrap(), 0, "thirteen months have not passed");
    let later = app.started(3).await;
    app.work().await;
    app.advance_days(10);
    assert_eq!(prune_recipients(&app.campaigns).await.unwrap(), 3);
    assert_eq!(prune_recipients(&app.campaigns).await.unwrap(), 0);
    let sql = "SELECT recipients || ' ' || delivered FROM campaign_counts WHERE campaign = $1";
    assert_eq!(app.text(sql, &[old.into()]).await.unwrap(), "3 3");
    assert_eq!(app.counts(later).await.delivered, 3);
    // A late decision about the old campaign finds nobody.
    assert_eq!(app.campaigns.resend_uncertain(PROGRAM, old).await.unwrap(), 0);
    assert_eq!(app.text(sql, &[old.into()]).await.unwrap(), "3 3");
}

#[sqlite_test]
async fn campaigns_that_did_not_end_keep_their_recipients(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 2).await;
    app.campaigns.pause(PROGRAM, number).await.unwrap();
    app.advance_days(800);
    assert_eq!(prune_recipients(&app.campaigns).await.unwrap(), 0);
    app.campaigns.cancel(PROGRAM, number).await.unwrap();
    app.advance_days(400);
    assert_eq!(prune_recipients(&app.campaigns).await.unwrap(), 2);
    assert_eq!(app.state(number).await, "cancelled");
}
