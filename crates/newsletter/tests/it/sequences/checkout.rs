//! The reminders of a payment page that was left: nothing is sent once a payment has arrived, in any order.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_module::MilestoneKind;
use ateneu_testkit::db_test;
use ateneu_testkit_app::id;

use super::fixture::Fixture;

const FIRST: &str = "Sua assinatura ficou pela metade";
const LAST: &str = "Uma dúvida antes de assinar?";

/// Event of a person whose payment page is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// An hour passes, and the runs are advanced.
    FirstTick,
    /// A day has passed since the page was opened, and the runs are advanced.
    LastTick,
    /// Queued emails are sent.
    Mail,
    /// The webhook closes the page as completed.
    Completed,
    /// The webhook stores the paid subscription.
    Paid,
    /// The paid subscription comes from an import that announces no milestone.
    Imported,
    /// The payment is refunded.
    Refunded,
    /// A second page is opened, for another plan.
    SecondPage,
}

use Event::{Completed, FirstTick, Imported, LastTick, Mail, Paid, Refunded, SecondPage};

/// Events of the server itself.
const SERVER: &[Event] = &[FirstTick, Mail, LastTick, Mail];

/// Returns all orders of two lists that keep the order of each.
fn merges(one: &[Event], other: &[Event]) -> Vec<Vec<Event>> {
    let (Some((first, rest)), Some((second, others))) = (one.split_first(), other.split_first()) else {
        return vec![[one, other].concat()];
    };
    let with = |event: &Event, merged: Vec<Vec<Event>>| -> Vec<Vec<Event>> {
        merged.into_iter().map(|order| [vec![*event], order].concat()).collect()
    };
    [with(first, merges(rest, other)), with(second, merges(one, others))].concat()
}

/// Stores a payment page.
async fn open_page(app: &Fixture, number: usize, page: &str) {
    let now = app.clock.now();
    let sql = "INSERT INTO payment_checkouts (id, user_id, plan, state, session_id, expires_at, created_at, updated_at)
               VALUES ($1, $2, 'scale', 'open', $1, $3, $4, $4)";
    let values: [Value; 4] =
        [page.into(), id(number).into(), (now + Duration::from_hours(1)).into(), now.into()];
    app.execute(sql, &values).await;
    app.announce(MilestoneKind::CheckoutOpened, number, page).await;
}

async fn close_page(app: &Fixture, number: usize, state: &str) {
    let sql =
        "UPDATE payment_checkouts SET state = $2, updated_at = $3 WHERE user_id = $1 AND state = 'open'";
    app.run(sql, &[id(number).into(), state.into(), app.clock.now().into()]).await;
}

/// Plays one order with a person of their own. Returns the subjects sent before and after the payment.
async fn play(app: &Fixture, number: usize, order: &[Event]) -> (Vec<String>, Vec<String>) {
    app.person(number).await;
    let page = format!("page-{number}");
    open_page(app, number, &page).await;
    let (mut before, mut after, mut has_paid, mut hours) = (Vec::new(), Vec::new(), false, 0);
    for event in order {
        match event {
            FirstTick | LastTick => {
                let at = if *event == FirstTick { 1 } else { 24 };
                app.after_hours(at - hours).await;
                hours = at;
            }
            Mail => {
                let mut sent = app.sent().await;
                sent.retain(|subject| [FIRST, LAST].contains(&&**subject));
                if has_paid { after.extend(sent) } else { before.extend(sent) }
            }
            Completed => {
                close_page(app, number, "completed").await;
                app.announce(MilestoneKind::CheckoutCompleted, number, &page).await;
                has_paid = true;
            }
            Paid | Imported => {
                app.member(number, app.clock.now() + Duration::from_hours(24 * 300)).await;
                let sql = "INSERT INTO payment_invoices (id, user_id, status, amount, currency, paid_at, created_at, updated_at)
                           VALUES ($1, $2, 'paid', 100, 'brl', $3, $3, $3)";
                let values: [Value; 3] = [page.clone().into(), id(number).into(), app.clock.now().into()];
                app.db.write(move |tx| tx.write(sql, &values)).await.unwrap();
                if *event == Paid {
                    app.announce(MilestoneKind::MembershipBegan, number, &page).await;
                }
                has_paid = true;
            }
            Refunded => {
                app.member(number, app.clock.now()).await;
                app.announce(MilestoneKind::MembershipRefunded, number, &page).await;
            }
            SecondPage => {
                close_page(app, number, "expired").await;
                open_page(app, number, &format!("{page}-second")).await;
            }
        }
    }
    // What the other sequences send later is no matter of this test.
    let sql = "UPDATE sequence_runs SET state = 'stopped', due_at = NULL WHERE user_id = $1 AND sequence <> 'abandoned_checkout'";
    app.run(sql, &[id(number).into()]).await;
    (before, after)
}

#[db_test]
async fn no_order_of_payment_and_tick_sends_a_late_reminder(app: Fixture) {
    let payments: [&[Event]; 8] = [
        &[Completed, Paid],
        &[Paid, Completed],
        &[Completed],
        &[Paid],
        &[Completed, Paid, Refunded],
        &[Paid, Refunded],
        &[SecondPage, Completed, Paid],
        &[SecondPage, Paid, Refunded],
    ];
    let (mut number, mut was_reminded) = (0, 0);
    for payment in payments {
        for order in merges(payment, SERVER) {
            number += 1;
            let (before, after) = play(&app, number, &order).await;
            assert!(after.is_empty(), "{order:?} sends {after:?}");
            assert!(
                [&[][..], &[FIRST], &[FIRST, LAST]].iter().any(|sent| before == **sent),
                "{order:?} sends {before:?}"
            );
            was_reminded += before.len();
            let (state, reason) = app.run_of(&id(number)).await;
            assert_ne!(state, "running", "{order:?} leaves {reason}");
        }
    }
    assert!(was_reminded > number / 2, "unpaid pages are reminded of");
}

#[db_test]
async fn a_payment_without_a_milestone_ends_the_reminders(app: Fixture) {
    let (before, after) = play(&app, 1, &[FirstTick, Mail, Imported, LastTick, Mail]).await;
    assert_eq!((before, after), (vec![FIRST.to_owned()], vec![]));
    let (before, after) = play(&app, 2, &[Imported, FirstTick, Mail, LastTick, Mail]).await;
    assert_eq!((before, after), (vec![], vec![]));
}

#[db_test]
async fn two_ticks_at_once_send_each_reminder_once(app: Fixture) {
    for number in 1..=30 {
        app.person(number).await;
        open_page(&app, number, &format!("page-{number}")).await;
    }
    app.advance(Duration::from_hours(1));
    let (one, other) = tokio::join!(app.sequences.advance(), app.sequences.advance());
    assert_eq!(one.unwrap().sent + other.unwrap().sent, 30);
    assert_eq!(app.sent().await.len(), 30);
}

#[db_test]
async fn payments_during_a_tick_leave_no_reminder(app: Fixture) {
    for number in 1..=30 {
        app.person(number).await;
        open_page(&app, number, &format!("page-{number}")).await;
    }
    app.advance(Duration::from_hours(1));
    let pay = async {
        for number in 1..=30 {
            close_page(&app, number, "completed").await;
            app.announce(MilestoneKind::CheckoutCompleted, number, "page").await;
        }
    };
    let (advanced, ()) = tokio::join!(app.sequences.advance(), pay);
    advanced.unwrap();
    assert!(app.sent().await.is_empty());
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs WHERE state = 'running'", &[]).await, 0);
}

#[db_test]
async fn a_second_page_within_thirty_days_is_no_second_occasion(app: Fixture) {
    let unpaid = [FirstTick, Mail, LastTick, Mail];
    let (sent, _) = play(&app, 1, &unpaid).await;
    assert_eq!(sent, [FIRST, LAST]);
    for (days, page, expected) in [(28, "page-a", 0), (1, "page-b", 2)] {
        app.after_hours(days * 24).await;
        close_page(&app, 1, "expired").await;
        open_page(&app, 1, page).await;
        app.after_hours(1).await;
        app.after_hours(23).await;
        assert_eq!(app.sent().await.len(), expected, "{page}");
    }
}

#[db_test]
async fn an_open_page_delays_the_reminder(app: Fixture) {
    app.person(1).await;
    open_page(&app, 1, "page-a").await;
    app.advance(Duration::from_mins(50));
    close_page(&app, 1, "expired").await;
    open_page(&app, 1, "page-b").await;
    app.advance(Duration::from_mins(10));
    app.sequences.advance().await.unwrap();
    assert!(app.sent().await.is_empty(), "the second page may still be paid");
    app.advance(Duration::from_mins(50));
    app.sequences.advance().await.unwrap();
    assert_eq!(app.sent().await, [FIRST]);
}
