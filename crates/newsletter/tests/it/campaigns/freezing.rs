//! The start: who is a recipient, what is frozen, and what refuses to start.

use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_newsletter::campaigns::{CampaignList, Denied, Obstacle, Question, Segment, prune_recipients};
use ateneu_testkit::{db_test, mocks::SmtpReply, sqlite_test};

use super::fixture::{Fixture, LETTER, PROGRAM, content, text};

#[db_test]
async fn the_list_and_its_bodies_are_frozen(app: Fixture) {
    app.sell_plans().await;
    app.subscribe(["ana@exemplo.com.br".into(), "bia@exemplo.com.br".into()]).await;
    app.member(7, "bia@exemplo.com.br", "Bia Lima").await;
    let unconfirmed = "INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at)
                       VALUES ('x', 'x@exemplo.com.br', '2027', '2027')";
    app.db.write(move |tx| tx.write(unconfirmed, &[])).await.unwrap();
    let number = app.started(2).await;
    let sql = "SELECT email || ' ' || audience || ' ' || number FROM campaign_recipients ORDER BY number";
    assert_eq!(app.texts(sql, &[]).await, ["ana@exemplo.com.br teaser 1", "bia@exemplo.com.br full 2"]);
    let counts = app.counts(number).await;
    assert_eq!((counts.recipients, counts.waiting), (2, 2));

    let edited = "UPDATE contents SET title = 'Outra', body = '<p>Outro texto</p>' WHERE id = $1";
    app.db.write(move |tx| tx.write(edited, &[LETTER.into()])).await.unwrap();
    app.subscribe(["caio@exemplo.com.br".into()]).await;
    app.work().await;
    assert_eq!(app.server.received().len(), 2, "who subscribes later gets the next one");
    let teaser = content(&app.received_by("ana@exemplo.com.br"));
    assert!(teaser.contains("Carta da semana") && !teaser.contains("quem assina"), "{teaser}");
    assert!(teaser.contains("leitor.") && teaser.contains("https://casa.test/pricing"), "{teaser}");
    let full = app.received_by("bia@exemplo.com.br");
    assert!(
        content(&full).contains("Bia. Plano Crescer.") && content(&full).contains("quem assina"),
        "{}",
        full.data
    );
    assert_eq!(full.header("Subject"), "Carta para Bia Lima");
}

#[db_test]
async fn the_premium_list_has_members_with_the_entitlement(app: Fixture) {
    app.sell_plans().await;
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    app.member(7, "bia@exemplo.com.br", "Bia").await;
    app.member(8, "caio@exemplo.com.br", "Caio").await;
    let left = "INSERT INTO newsletter_departures (email, list, created_at) VALUES ('caio@exemplo.com.br', 'premium', '2027')";
    app.execute(left, &[]).await;
    let number = app.campaign(CampaignList::Premium).await;
    app.campaigns.start(PROGRAM, number, 1).await.unwrap();
    app.work().await;
    assert_eq!(app.recipient("bia@exemplo.com.br").await.0, "delivered");
    assert_eq!(app.server.received().len(), 1);
}

#[db_test]
async fn each_question_selects_its_readers(app: Fixture) {
    app.sell_plans().await;
    app.subscribe(["ana@exemplo.com.br".into(), "bia@exemplo.com.br".into()]).await;
    app.member(7, "bia@exemplo.com.br", "Bia").await;
    app.advance_days(10);
    app.subscribe(["caio@exemplo.com.br".into()]).await;
    let tagged =
        "UPDATE newsletter_subscriptions SET tags = '[\"evento\",\"x\"]' WHERE email = 'ana@exemplo.com.br'";
    app.db.write(move |tx| tx.write(tagged, &[])).await.unwrap();
    let now = app.clock.now();
    let since = Timestamp::from_seconds(now.seconds() - 60);
    let plans = |plan: &str| Question::Plans { plans: vec![plan.into(), "update".into()] };
    let tag = |tag: &str| Question::Tag { tag: tag.into() };
    for (questions, expected) in [
        (vec![], 3),
        (vec![plans("scale")], 1),
        (vec![plans("professional")], 0),
        (vec![Question::Visitors], 2),
        (vec![Question::JoinedSince { since }], 1),
        (vec![Question::Visitors, Question::JoinedSince { since }], 1),
        (vec![tag("evento")], 1),
        (vec![tag("event")], 0),
        (vec![Question::OpenedCourse { course_id: "c".into() }], 0),
    ] {
        let number = app.saved(CampaignList::Open, Segment(questions.clone())).await.unwrap();
        let started = app.campaigns.start(PROGRAM, number, 999).await;
        let found = match started {
            Err(Denied::Obstacle(Obstacle::OtherNumber(found))) => found,
            other => panic!("{questions:?}: {other:?}"),
        };
        assert_eq!(found, expected, "{questions:?}");
    }
    let members = app.saved(CampaignList::Premium, Segment(vec![tag("evento")])).await.unwrap();
    let started = app.campaigns.start(PROGRAM, members, 9).await;
    assert!(matches!(started, Err(Denied::Obstacle(Obstacle::OtherNumber(0)))), "{started:?}");
}

/// Returns the addresses of a campaign's recipients.
async fn recipients(app: &Fixture, number: i64) -> Vec<String> {
    app.texts("SELECT email FROM campaign_recipients WHERE campaign = $1 ORDER BY number", &[number.into()])
        .await
}

#[db_test]
async fn a_second_campaign_reaches_readers_that_missed_the_first(app: Fixture) {
    app.server.reply_to("bia@exemplo.com.br", SmtpReply::Refuse("554 5.7.1 policy"));
    app.server.reply_to("caio@exemplo.com.br", SmtpReply::Cut);
    app.subscribe(["ana", "bia", "caio", "davi"].map(|name| format!("{name}@exemplo.com.br"))).await;
    let missed = |campaign| Segment(vec![Question::Missed { campaign }]);
    let early = app.saved(CampaignList::Open, missed(99)).await.unwrap();
    let refused = app.campaigns.start(PROGRAM, early, 4).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::OtherNumber(0)))), "unknown: {refused:?}");
    let first = app.started(4).await;
    app.work().await;
    let soft = "UPDATE campaign_recipients SET report = 'soft' WHERE email = 'davi@exemplo.com.br'";
    app.execute(soft, &[]).await;
    app.subscribe(["eva@exemplo.com.br".into()]).await;

    app.server.accept("bia@exemplo.com.br");
    let second = app.saved(CampaignList::Open, missed(first)).await.unwrap();
    app.campaigns.start(PROGRAM, second, 3).await.unwrap();
    let expected = ["bia@exemplo.com.br", "davi@exemplo.com.br", "eva@exemplo.com.br"];
    assert_eq!(recipients(&app, second).await, expected, "those who may have it get it by resending alone");
    app.work().await;
    let both = Segment(vec![Question::Missed { campaign: first }, Question::Missed { campaign: second }]);
    let third = app.saved(CampaignList::Open, both).await.unwrap();
    let refused = app.campaigns.start(PROGRAM, third, 1).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::OtherNumber(0)))), "{refused:?}");
    app.advance_days(400);
    prune_recipients(&app.campaigns).await.unwrap();
    let refused = app.campaigns.start(PROGRAM, third, 1).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::OtherNumber(0)))), "forgotten: {refused:?}");
}

#[db_test]
async fn a_member_with_a_new_address_gets_the_letter_once(app: Fixture) {
    app.sell_plans().await;
    app.member(7, "bia@exemplo.com.br", "Bia").await;
    let first = app.campaign(CampaignList::Premium).await;
    app.campaigns.start(PROGRAM, first, 1).await.unwrap();
    app.work().await;
    app.member(8, "caio@exemplo.com.br", "Caio").await;
    app.execute("UPDATE users SET email = 'nova@exemplo.com.br' WHERE email = 'bia@exemplo.com.br'", &[])
        .await;
    let missed = Segment(vec![Question::Missed { campaign: first }]);
    let second = app.saved(CampaignList::Premium, missed).await.unwrap();
    app.campaigns.start(PROGRAM, second, 1).await.unwrap();
    assert_eq!(recipients(&app, second).await, ["caio@exemplo.com.br"], "another address, the same person");
}

#[sqlite_test]
async fn an_unknown_field_or_a_lost_letter_is_refused(app: Fixture) {
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let mut wrong = text(CampaignList::Open, Segment::default());
    wrong.subject = "Olá, {empresa|x}".into();
    let refused = app.campaigns.save(PROGRAM, None, wrong).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::Field(_)))), "{refused:?}");
    let number = app.campaign(CampaignList::Open).await;
    for (sql, expected) in [
        ("UPDATE contents SET body = '<p>{nome}</p>' WHERE id = $1", "Field"),
        ("UPDATE contents SET body = 'x', is_member_only = TRUE WHERE id = $1", "ForMembers"),
        ("UPDATE contents SET trashed_at = '2027' WHERE id = $1", "NoLetter"),
    ] {
        app.db.write(move |tx| tx.write(sql, &[LETTER.into()])).await.unwrap();
        let refused = format!("{:?}", app.campaigns.start(PROGRAM, number, 1).await);
        assert!(refused.contains(expected), "{refused}");
    }
    assert_eq!(app.state(number).await, "draft");
    assert_eq!(app.count("SELECT count(*) FROM campaign_recipients", &[]).await, 0);
}

#[sqlite_test]
async fn a_long_letter_is_refused(db: Db) {
    let app = Fixture::open(db).await;
    let body = "<p>Um parágrafo.</p>".repeat(1_000);
    let sql = "UPDATE contents SET body = $2 WHERE id = $1";
    app.db.write(move |tx| tx.write(sql, &[LETTER.into(), body.into()])).await.unwrap();
    let refused = app.saved(CampaignList::Open, Segment::default()).await;
    assert!(matches!(refused, Err(Denied::Obstacle(Obstacle::TooLong))), "{refused:?}");
}
