//! Deliveries of the letter for members, recorded by membership.

use ateneu_db::Db;
use ateneu_membership::Membership;
use ateneu_module::Subject;
use ateneu_newsletter::record_letters;
use ateneu_testkit::{TestApp, db_test};

const DAY: i64 = 86_400;

async fn record(app: &TestApp) -> usize {
    let (record, now) = (Membership.declare().deliveries.unwrap(), app.clock.now());
    app.db.write(move |tx| record_letters(tx, record, now)).await.unwrap()
}

impl Letters {
    /// Adds a letter, published this number of days ago.
    async fn letter(&self, id: &str, days: i64, columns: &str) {
        let at = ateneu_base::Timestamp::from_seconds(self.0.clock.now().seconds() - days * DAY);
        let sql = format!(
            "INSERT INTO contents (id, title, body, content_type, is_member_only, entitlement, is_published,
                                   published_at, created_at, updated_at)
             VALUES ($1, 'Carta', '', {columns}, $2, $2, $2)"
        );
        self.0.execute(&sql, &[id.into(), at.into()]).await;
    }

    /// Adds a campaign of a letter, begun this number of days ago.
    async fn campaign(&self, (number, letter): (i64, &str), days: i64, (list, delivered): (&str, i64)) {
        let at = ateneu_base::Timestamp::from_seconds(self.0.clock.now().seconds() - days * DAY);
        let sql = "INSERT INTO campaigns (number, content_id, list, segment, subject, preheader, sender_name, reply_to,
                                          state, started_at, secret, created_at, updated_at)
                   VALUES ($1, $2, $3, '[]', 'Carta', '', '', '', 'sending', $4, 's', $4, $4)";
        self.0.execute(sql, &[number.into(), letter.into(), list.into(), at.into()]).await;
        let sql =
            "INSERT INTO campaign_counts (campaign, recipients, delivered, sender) VALUES ($1, 9, $2, '')";
        self.0.execute(sql, &[number.into(), delivered.into()]).await;
    }

    /// Returns letter, age in days and proof of the deliveries.
    async fn recorded(&self) -> Vec<(String, i64, String)> {
        let sql = "SELECT subject, delivered_at, proof FROM benefit_deliveries ORDER BY subject";
        let rows = self.0.rows(sql, &[]).await;
        let now = self.0.clock.now().seconds();
        let read = rows.iter().map(|row| {
            let (subject, at, proof): (String, ateneu_base::Timestamp, String) = row.read().unwrap();
            (subject, (now - at.seconds()) / DAY, proof)
        });
        read.collect()
    }
}

struct Letters(TestApp);

const MEMBERS: &str = "'letter', TRUE, 'premium_newsletter', TRUE";
const OPEN: &str = "'letter', FALSE, 'premium_newsletter', TRUE";

#[db_test]
async fn a_letter_counts_once_by_its_first_delivery(db: Db) {
    let letters = Letters(TestApp::new(db));
    letters.letter("a", 3, MEMBERS).await;
    letters.letter("b", 4, OPEN).await;
    letters.letter("c", 9, MEMBERS).await;
    letters.campaign((1, "a"), 2, ("premium", 5)).await;
    letters.campaign((2, "b"), 1, ("premium", 1)).await;
    letters.campaign((3, "c"), 10, ("premium", 5)).await;
    assert_eq!(record(&letters.0).await, 3);
    let expected = [
        ("a".to_owned(), 3, "Publicada para assinantes".to_owned()),
        ("b".to_owned(), 1, "Enviada pela campanha 2".to_owned()),
        ("c".to_owned(), 10, "Enviada pela campanha 3".to_owned()),
    ];
    assert_eq!(letters.recorded().await, expected);
    // A second campaign of the letter and a changed day add nothing.
    letters.campaign((4, "a"), 5, ("premium", 5)).await;
    assert_eq!(record(&letters.0).await, 0);
    assert_eq!(letters.recorded().await, expected);
}

#[db_test]
async fn letters_that_reached_no_member_do_not_count(db: Db) {
    let letters = Letters(TestApp::new(db));
    letters.letter("draft", 1, "'letter', TRUE, 'premium_newsletter', FALSE").await;
    letters.letter("future", -1, MEMBERS).await;
    letters.letter("open", 1, OPEN).await;
    letters.letter("article", 1, "'article', TRUE, 'premium_newsletter', TRUE").await;
    letters.letter("other", 1, "'letter', TRUE, 'updates', TRUE").await;
    letters.letter("old", 100, MEMBERS).await;
    letters.campaign((1, "open"), 1, ("open", 5)).await;
    letters.campaign((2, "open"), 1, ("premium", 0)).await;
    assert_eq!(record(&letters.0).await, 0);
    letters.0.advance_days(1);
    assert_eq!(record(&letters.0).await, 1, "the schedule published it");
}
