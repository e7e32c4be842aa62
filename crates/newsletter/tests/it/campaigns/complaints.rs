//! A campaign stops where many recipients report it as spam.

use ateneu_newsletter::campaigns::SendingRates;
use ateneu_testkit::db_test;

use super::fixture::{Fixture, PROGRAM, RATES};

#[db_test]
async fn a_share_of_complaints_stops_a_campaign_until_it_resumes(db: ateneu_db::Db) {
    let app = Fixture::with(db, |config, _| config.rates = SendingRates { per_minute: 2, ..RATES }).await;
    let number = app.started_to("exemplo.com.br", 8).await;
    let turn = async || {
        app.work().await;
        app.advance_secs(60);
    };
    let complain = async |complaints: i64| {
        let sql = "UPDATE campaign_counts SET complaints = $1";
        app.execute(sql, &[complaints.into()]).await;
    };
    turn().await;
    complain(2).await;
    turn().await;
    assert_eq!(app.state(number).await, "sending", "two complaints are no share");
    complain(3).await;
    turn().await;
    assert_eq!(app.state(number).await, "paused");
    let delivered = app.counts(number).await.delivered;
    assert_eq!(app.text("SELECT pause FROM campaigns", &[]).await.unwrap(), "complaints");
    assert_eq!(app.count("SELECT count(*) FROM mail_messages", &[]).await, 1, "the owner gets an email");
    turn().await;
    assert_eq!(app.counts(number).await.delivered, delivered);
    // The owner decides once about the same complaints.
    app.campaigns.resume(PROGRAM, number).await.unwrap();
    turn().await;
    turn().await;
    assert_eq!((app.state(number).await, app.counts(number).await.delivered), ("done".into(), 8));
}
