//! Pause, resume, cancel, schedule, and campaigns that are overdue.

use std::time::Duration;

use ateneu_newsletter::campaigns::{CampaignList, CampaignState, Denied, Obstacle, Segment, Sender};
use ateneu_testkit::{db_test, mocks::SmtpReply, sqlite_test};

use super::fixture::{Fixture, PROGRAM, text};

#[db_test]
async fn a_pause_stops_at_once_and_keeps_the_waiting(app: Fixture) {
    app.server.reply_to("@exemplo.com.br", SmtpReply::Hold);
    let number = app.started_to("exemplo.com.br", 20).await;
    let pauses = async {
        app.server.wait_for(4).await;
        app.campaigns.pause(PROGRAM, number).await.unwrap();
        loop {
            app.server.release();
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = app.work() => {}
        () = pauses => {}
    }
    assert_eq!(app.server.received().len(), 4, "those under way end, no other begins");
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.waiting), (4, 16));
    assert_eq!(app.state(number).await, "paused");

    app.server.accept("@exemplo.com.br");
    app.campaigns.resume(PROGRAM, number).await.unwrap();
    app.work().await;
    assert_eq!(app.server.received().len(), 20);
    assert_eq!(app.counts(number).await.delivered, 20);
}

#[db_test]
async fn a_resume_during_the_pause_s_end_goes_on(app: Fixture) {
    app.server.reply_to("@exemplo.com.br", SmtpReply::Hold);
    let number = app.started_to("exemplo.com.br", 12).await;
    let pauses = async {
        app.server.wait_for(4).await;
        app.campaigns.pause(PROGRAM, number).await.unwrap();
        app.campaigns.resume(PROGRAM, number).await.unwrap();
        loop {
            app.server.release();
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = app.work() => {}
        () = pauses => {}
    }
    assert_eq!(app.server.received().len(), 12);
    assert_eq!(app.counts(number).await.delivered, 12);
}

#[db_test]
async fn a_cancelled_campaign_skips_the_waiting(app: Fixture) {
    app.server.reply_to("@exemplo.com.br", SmtpReply::Hold);
    let number = app.started_to("exemplo.com.br", 20).await;
    let cancels = async {
        app.server.wait_for(4).await;
        app.campaigns.cancel(PROGRAM, number).await.unwrap();
        loop {
            app.server.release();
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = app.work() => {}
        () = cancels => {}
    }
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.skipped), (4, 16));
    assert_eq!(app.state(number).await, "cancelled");
    assert!(matches!(
        app.campaigns.resume(PROGRAM, number).await,
        Err(Denied::State(CampaignState::Cancelled))
    ));
}

#[db_test]
async fn a_scheduled_campaign_starts_at_its_time(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let number = app.campaign(CampaignList::Open).await;
    let at = app.clock.now() + Duration::from_hours(2);
    let refused = app.campaigns.schedule(PROGRAM, number, at, 7).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::OtherNumber(1)))), "{refused:?}");
    assert!(matches!(app.campaigns.schedule(PROGRAM, number, app.clock.now(), 1).await, Err(Denied::Past)));
    app.campaigns.schedule(PROGRAM, number, at, 1).await.unwrap();
    app.advance_secs(7_199);
    app.work().await;
    assert_eq!(app.state(number).await, "scheduled");
    app.advance_secs(1);
    app.work().await;
    assert_eq!(app.state(number).await, "done");
    assert_eq!(app.server.received().len(), 1);
}

#[sqlite_test]
async fn a_withdrawn_schedule_can_be_set_again(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let number = app.campaign(CampaignList::Open).await;
    let at = |hours| app.clock.now() + Duration::from_hours(hours);
    app.campaigns.schedule(PROGRAM, number, at(2), 1).await.unwrap();
    app.campaigns.pause(PROGRAM, number).await.unwrap();
    assert_eq!(app.state(number).await, "draft");
    app.campaigns
        .save(PROGRAM, Some((number, 1)), text(CampaignList::Open, Segment::default()))
        .await
        .unwrap();
    app.campaigns.schedule(PROGRAM, number, at(3), 1).await.unwrap();
    app.advance_secs(2 * 3_600);
    app.work().await;
    assert!(app.server.received().is_empty());
    app.advance_secs(3_600);
    app.work().await;
    assert_eq!(app.server.received().len(), 1);
}

#[db_test]
async fn a_campaign_overdue_by_an_hour_asks(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let number = app.campaign(CampaignList::Open).await;
    app.campaigns.schedule(PROGRAM, number, app.clock.now() + Duration::from_secs(60), 1).await.unwrap();
    app.advance_secs(60 + 3_601);
    app.work().await;
    assert_eq!(app.state(number).await, "asking");
    assert!(app.server.received().is_empty());
    assert_eq!(app.emails("dona@casa.test").await.len(), 1);
    app.campaigns.start(PROGRAM, number, 1).await.unwrap();
    app.work().await;
    assert_eq!(app.server.received().len(), 1);
}

#[db_test]
async fn a_restored_server_asks_before_it_goes_on(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 5).await;
    app.advance_secs(3_601);
    // A server that opens the database of a backup, or of a clone, is another sender.
    let restored = Sender::new(&app.campaigns);
    ateneu_queue::work(&app.db, &app.clock, &restored).await.unwrap();
    assert_eq!(app.state(number).await, "asking");
    assert!(app.server.received().is_empty());
    app.campaigns.resume(PROGRAM, number).await.unwrap();
    ateneu_queue::work(&app.db, &app.clock, &restored).await.unwrap();
    assert_eq!(app.counts(number).await.delivered, 5);
}

#[sqlite_test]
async fn a_scheduled_campaign_without_its_letter_tells_the_owner(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let number = app.campaign(CampaignList::Open).await;
    app.campaigns.schedule(PROGRAM, number, app.clock.now() + Duration::from_secs(60), 1).await.unwrap();
    let sql = "UPDATE contents SET trashed_at = '2027'";
    app.db.write(move |tx| tx.write(sql, &[])).await.unwrap();
    app.advance_secs(60);
    app.work().await;
    assert_eq!(app.state(number).await, "draft");
    assert_eq!(app.emails("dona@casa.test").await.len(), 1);
}

#[sqlite_test]
async fn campaigns_go_out_one_after_the_other(app: Fixture) {
    let first = app.started_to("exemplo.com.br", 3).await;
    let second = app.started(3).await;
    app.work().await;
    app.advance_secs(5);
    app.work().await;
    assert_eq!(app.server.received().len(), 6);
    assert_eq!((app.state(first).await, app.state(second).await), ("done".into(), "done".into()));
}

#[sqlite_test]
async fn each_decision_is_refused_in_other_states(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 1).await;
    app.work().await;
    let campaigns = &app.campaigns;
    let done = |denied: Result<(), Denied>| matches!(denied, Err(Denied::State(CampaignState::Done)));
    assert!(done(campaigns.pause(PROGRAM, number).await));
    assert!(done(campaigns.resume(PROGRAM, number).await));
    assert!(done(campaigns.cancel(PROGRAM, number).await));
    assert!(done(campaigns.start(PROGRAM, number, 1).await.map(drop)));
    let text = text(CampaignList::Open, Segment::default());
    assert!(done(campaigns.save(PROGRAM, Some((number, 1)), text).await.map(drop)));
    assert!(matches!(campaigns.pause(PROGRAM, 99).await, Err(Denied::Unknown)));
}
