//! Emails to members: one per fact, also after repeated events, and none about old ones.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::fixture::{Fixture, NOW, invoice, subscription, updated};

use ateneu_membership::reconcile_customers;

const DAY: i64 = 86_400;

/// A change at the provider.
type Turn<'a> = Box<dyn Fn() + Send + Sync + 'a>;

impl Fixture {
    /// Returns subject and text of the emails to a person that are not in `seen` yet.
    async fn news(&self, seen: &mut Vec<String>) -> Vec<(String, String)> {
        let sql = "SELECT id, subject, text FROM mail_messages WHERE recipient = 'ana@exemplo.com.br'";
        let mut news = Vec::new();
        for row in self.rows(sql, &[]).await {
            let (id, subject, text) = row.read().unwrap();
            if !seen.contains(&id) {
                news.push((subject, text));
                seen.push(id);
            }
        }
        news
    }

    /// Processes an event about a customer twice, then reconciles.
    async fn repeat(&self, customer: &str) {
        let updated = updated(customer);
        for _ in 0..2 {
            self.process(&updated).await;
        }
        reconcile_customers(&self.payments).await.unwrap();
    }
}

#[db_test]
async fn every_change_of_a_subscription_is_emailed_once(app: Fixture) {
    let (_, customer) = app.subscriber("ana", "active").await;
    let mut seen = Vec::new();
    let link = |path: &str| format!("https://casa.test{path}");
    let change = |at: &str, value: serde_json::Value| {
        app.stripe.data().subscriptions.get_mut(&customer).unwrap()[0][at] = value;
    };
    let pay = |status: &str| {
        app.stripe.data().invoices.get_mut(&customer).unwrap()[0]["status"] = json!(status);
    };
    let mut steps: Vec<(u64, Turn<'_>, &str, String)> = Vec::new();
    steps.push((0, Box::new(|| {}), "Sua assinatura está ativa", link("/membros")));
    steps.push((
        0,
        Box::new(|| {
            app.charge(&customer, invoice("in_1", &customer, "sub_ana", "open", NOW));
            change("status", json!("past_due"));
        }),
        "O pagamento da sua assinatura não passou",
        link("/membros/assinatura?portal=1"),
    ));
    steps.push((5, Box::new(|| {}), "Seu acesso termina em poucos dias", "continua em aberto".into()));
    steps.push((3, Box::new(|| {}), "Seu acesso está suspenso", link("/membros/assinatura?portal=1")));
    steps.push((
        1,
        Box::new(|| {
            pay("paid");
            change("status", json!("active"));
            change("cancel_at_period_end", json!(true));
            change("canceled_at", json!(NOW + 9 * DAY));
        }),
        "Sua assinatura foi cancelada",
        "20/12/2026".into(),
    ));
    steps.push((19, Box::new(|| {}), "Seu acesso termina em poucos dias", "que você cancelou".into()));
    steps.push((
        3,
        Box::new(|| {
            change("status", json!("canceled"));
            change("ended_at", json!(NOW + 30 * DAY));
        }),
        "Sua assinatura terminou",
        link("/pricing"),
    ));
    for (days, turn, subject, holds) in steps {
        app.advance_days(days);
        turn();
        app.repeat(&customer).await;
        let news = app.news(&mut seen).await;
        let subjects: Vec<&str> = news.iter().map(|(subject, _)| subject.as_str()).collect();
        assert_eq!(subjects, [subject]);
        assert!(news[0].1.contains(&holds), "{holds}: {}", news[0].1);
        app.repeat(&customer).await;
        assert!(app.news(&mut seen).await.is_empty(), "{subject}: once");
    }
}

#[db_test]
async fn the_welcome_email_lists_the_plan_and_marks_coming_items(app: Fixture) {
    let (_, customer) = app.subscriber("ana", "active").await;
    app.repeat(&customer).await;
    let welcome = app.news(&mut Vec::new()).await.remove(0).1;
    let listed = "Seu plano inclui:\n\n- Texto de articles\n- Texto de podcasts\n- Texto de premium_newsletter (toda semana)\n";
    assert!(welcome.contains(listed), "{welcome}");
    assert!(welcome.contains("- Texto de downloads\n") && !welcome.contains("consultancy"), "{welcome}");
}

#[sqlite_test]
async fn changes_long_past_send_no_email(app: Fixture) {
    let (_, customer) = app.subscriber("ana", "incomplete").await;
    let mut old = subscription("sub_ana", &customer, "active");
    old["created"] = json!(NOW - 300 * DAY);
    app.stripe.data().subscriptions.insert(customer.clone(), vec![old.clone()]);
    app.repeat(&customer).await;
    old["status"] = json!("canceled");
    old["ended_at"] = json!(NOW - 100 * DAY);
    old["items"]["data"][0]["current_period_end"] = json!(NOW - 100 * DAY);
    app.stripe.data().subscriptions.insert(customer.clone(), vec![old]);
    app.repeat(&customer).await;
    assert!(app.texts("SELECT id FROM mail_messages", &[]).await.is_empty());
}
