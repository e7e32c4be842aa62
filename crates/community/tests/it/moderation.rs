//! Reports, claims, decisions, undoing and appeals.

use std::time::Duration;

use ateneu_base::{Caller, Facts};
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{
    COMMENT, Community, HIDDEN, OPEN,
    Who::{self, Admin, Ana, Bia, Moderator},
    answered, id,
};

impl Community {
    pub async fn report(&self, who: Who, target: Value) -> (u16, Value) {
        let mut arguments = json!({ "reason": "ofensa", "details": "passou do ponto" });
        arguments.as_object_mut().unwrap().extend(target.as_object().unwrap().clone());
        self.call(who, "report_to_moderation", arguments).await
    }

    /// Returns the open case that was opened last.
    pub async fn case(&self) -> String {
        let rows = self.read(Who::Service, "/community_cases?status=eq.open&order=opened_at.desc").await;
        rows[0]["id"].as_str().unwrap().to_owned()
    }

    /// Decides about a text without a report.
    pub async fn rule(&self, who: Who, text: &str, number: usize, decision: &str) {
        let arguments = json!({ text: id(number), "decision": decision, "reason": "combinado 3" });
        answered(self.call(who, "decide_moderation_case", arguments).await, 200);
    }

    pub async fn decide(&self, who: Who, case: &str, decision: &str) -> (u16, Value) {
        let arguments = json!({ "id": case, "decision": decision, "reason": "combinado 3", "days": 7 });
        self.call(who, "decide_moderation_case", arguments).await
    }
}

fn refused(answer: &(u16, Value), code: &str) {
    assert_eq!((answer.0, &answer.1["message"]), (400, &json!(code)), "{}", answer.1);
}

#[db_test]
async fn a_report_is_numbered_and_stored_once(community: Community) {
    let target = json!({ "post_id": id(OPEN) });
    let receipt = answered(community.report(Ana, target.clone()).await, 200);
    assert!(receipt["protocol"].as_str().unwrap().starts_with("DEN-"));
    refused(&community.report(Ana, target.clone()).await, "already_reported");
    refused(&community.report(Bia, target).await, "report_of_own");
    for missing in [
        json!({ "post_id": id(HIDDEN) }),
        json!({ "post_id": id(99) }),
        json!({ "user_id": id(99) }),
        json!({}),
        json!({ "post_id": id(OPEN), "user_id": id(2) }),
    ] {
        refused(&community.report(Ana, missing).await, "report_not_found");
    }
    let other = json!({ "post_id": id(OPEN), "reason": "porque sim" });
    refused(&community.report(Ana, other).await, "unknown_reason");
    for caller in [Caller::anonymous(), Caller::person(id(1), Facts::default())] {
        let body = json!({ "post_id": id(OPEN), "reason": "ofensa" });
        let (status, _) = community.send_as(caller, "POST", "/rpc/report_to_moderation", body).await;
        assert!(status == 401 || status == 403, "{status}");
    }
    let path = "/community_reports?select=protocol,kind,post_id,outcome";
    assert_eq!(community.read(Ana, path).await[0]["protocol"], receipt["protocol"]);
    assert_eq!(community.read(Moderator, path).await[0]["post_id"], id(OPEN));
    assert_eq!(community.read(Bia, path).await, json!([]), "whose text it is");
    assert_eq!(community.read(Ana, "/community_cases").await, json!([]));
}

#[db_test]
async fn three_reporters_hide_a_text_until_it_is_decided(community: Community) {
    let path = format!("/community_posts?id=eq.{}&select=is_hidden,hidden_because", id(OPEN));
    for (who, seen) in [(Ana, 1), (Moderator, 1), (Admin, 0)] {
        community.report(who, json!({ "post_id": id(OPEN) })).await;
        assert_eq!(community.read(Ana, &path).await.as_array().unwrap().len(), seen, "{who:?}");
    }
    let hidden = json!([{ "is_hidden": true, "hidden_because": "reports" }]);
    assert_eq!(community.read(Bia, &path).await, hidden, "the author sees why");
    let case = community.case().await;
    let queue = community.read(Moderator, "/community_cases?select=reports_count,status").await;
    assert_eq!(queue, json!([{ "reports_count": 3, "status": "open" }]));
    assert_eq!(community.decide(Moderator, &case, "keep").await.0, 200);
    assert_eq!(community.read(Ana, &path).await[0]["is_hidden"], false);
    assert_eq!(community.notices(Bia).await, ["moderation"]);
    assert_eq!(community.notices(Ana).await, ["moderation"], "who reported it");
    assert_eq!(community.read(Ana, "/community_reports").await[0]["outcome"], "dismissed");
}

#[db_test]
async fn a_decision_reaches_the_author_and_is_logged(community: Community) {
    community.report(Bia, json!({ "comment_id": id(COMMENT) })).await;
    let case = community.case().await;
    let without = json!({ "id": case, "decision": "hide" });
    refused(&community.call(Moderator, "decide_moderation_case", without).await, "reason_missing");
    let unknown = json!({ "id": case, "decision": "exile", "reason": "r" });
    refused(&community.call(Moderator, "decide_moderation_case", unknown).await, "unknown_decision");
    for who in [Ana, Bia] {
        assert_eq!(community.decide(who, &case, "hide").await.0, 403, "{who:?}");
    }
    assert_eq!(community.decide(Moderator, &case, "hide").await.0, 200);
    refused(&community.decide(Admin, &case, "keep").await, "case_decided");
    assert_eq!(community.row("community_comments", COMMENT).await["hidden_because"], "staff");
    let decisions = community.read(Ana, "/community_decisions?select=reason,decision,decided_by").await;
    assert_eq!(decisions, json!([{ "reason": "combinado 3", "decision": "hide", "decided_by": null }]));
    assert_eq!(community.read(Bia, "/community_decisions").await, json!([]));
    assert_eq!(community.notices(Ana).await, ["moderation"]);
    let log = community.read(Admin, "/audit_log?action=eq.moderation-decision").await;
    assert_eq!((&log[0]["actor_id"], &log[0]["new_value"]), (&json!(id(3)), &json!("hide")));
    let figures = community.call(Moderator, "moderation_figures", json!({})).await.1;
    assert_eq!((&figures["open"], &figures["decided"]), (&json!(0), &json!(1)));
}

#[db_test]
async fn a_decision_is_undone_within_ten_minutes(community: Community) {
    community.report(Ana, json!({ "post_id": id(OPEN) })).await;
    let case = community.case().await;
    let (_, decided) = community.decide(Moderator, &case, "delete").await;
    assert_eq!(community.row("community_posts", OPEN).await["is_deleted"], true);
    let restore = json!({ "id": id(OPEN) });
    assert_eq!(community.call(Bia, "restore_community_post", restore).await.1, json!(false));
    let undo = |who| community.call(who, "undo_moderation_decision", json!({ "id": decided["id"] }));
    refused(&undo(Admin).await, "decision_of_another");
    assert_eq!(undo(Moderator).await.0, 204);
    let post = community.row("community_posts", OPEN).await;
    assert_eq!((&post["is_deleted"], &post["is_hidden"]), (&json!(false), &json!(false)));
    assert_eq!(community.notices(Bia).await.len(), 0);
    assert_eq!(community.read(Bia, "/community_decisions").await, json!([]));
    assert_eq!(community.read(Ana, "/community_reports").await[0]["outcome"], Value::Null);
    let (_, decided) = community.decide(Moderator, &case, "hide").await;
    community.0.clock.advance(Duration::from_mins(11));
    let late = json!({ "id": decided["id"] });
    refused(&community.call(Moderator, "undo_moderation_decision", late).await, "undo_too_late");
}

#[db_test]
async fn an_appeal_is_decided_once_by_another_moderator(community: Community) {
    community.report(Ana, json!({ "post_id": id(OPEN) })).await;
    let case = community.case().await;
    let (_, decided) = community.decide(Moderator, &case, "warn").await;
    let appeal = |who| {
        let arguments = json!({ "id": decided["id"], "text": "não foi assim" });
        community.call(who, "appeal_moderation_decision", arguments)
    };
    let decide = |who| {
        let arguments = json!({ "id": decided["id"], "overturn": true, "reason": "tem razão" });
        community.call(who, "decide_moderation_appeal", arguments)
    };
    refused(&decide(Admin).await, "decision_not_found");
    refused(&appeal(Ana).await, "decision_not_found");
    assert_eq!(appeal(Bia).await.0, 204);
    refused(&appeal(Bia).await, "already_appealed");
    assert_eq!(decide(Bia).await.0, 403);
    refused(&decide(Moderator).await, "appeal_by_the_same");
    assert_eq!(decide(Admin).await.0, 204);
    refused(&decide(Admin).await, "appeal_decided");
    assert_eq!(community.row("community_posts", OPEN).await["is_hidden"], false);
    let path = "/community_decisions?select=appeal_outcome,appeal_reason,is_effective";
    let own = community.read(Bia, path).await;
    assert_eq!(own[0]["appeal_outcome"], "overturned");
    assert_eq!((&own[0]["appeal_reason"], &own[0]["is_effective"]), (&json!("tem razão"), &json!(false)));
    assert_eq!(community.notices(Bia).await, ["moderation", "moderation"]);
}

#[db_test]
async fn staff_do_not_decide_about_themselves_or_above(community: Community) {
    community.report(Ana, json!({ "user_id": id(4) })).await;
    let of_admin = community.case().await;
    assert_eq!(community.read(Moderator, "/community_cases").await, json!([]));
    assert_eq!(community.read(Moderator, "/community_reports").await, json!([]));
    refused(&community.decide(Moderator, &of_admin, "warn").await, "subject_is_admin");
    refused(&community.decide(Admin, &of_admin, "keep").await, "own_case");
    community.0.clock.advance(Duration::from_secs(1));
    community.report(Bia, json!({ "user_id": id(3) })).await;
    let of_moderator = community.case().await;
    let seen = community.read(Moderator, "/community_cases").await;
    assert_eq!(seen, json!([]), "whom it concerns");
    refused(&community.decide(Moderator, &of_moderator, "keep").await, "own_case");
    refused(&community.decide(Admin, &of_moderator, "ban").await, "subject_is_staff");
    refused(&community.decide(Admin, &of_moderator, "hide").await, "nothing_to_hide");
    assert_eq!(community.decide(Admin, &of_moderator, "warn").await.0, 200);
}

#[db_test]
async fn cases_and_decisions_are_written_by_procedures_only(community: Community) {
    community.report(Ana, json!({ "post_id": id(OPEN) })).await;
    let case = community.case().await;
    for who in [Ana, Bia, Moderator, Admin] {
        for (method, path, body) in [
            ("POST", "/community_cases".to_owned(), json!({ "kind": "profile", "origin": "staff" })),
            ("PATCH", format!("/community_cases?id=eq.{case}"), json!({ "status": "decided" })),
            ("DELETE", format!("/community_reports?case_id=eq.{case}"), Value::Null),
            ("POST", "/community_decisions".to_owned(), json!({ "case_id": case, "decision": "keep" })),
            ("POST", "/community_reports".to_owned(), json!({ "case_id": case, "reason": "ofensa" })),
        ] {
            let (status, _) = community.send(who, method, &path, body).await;
            assert_eq!(status, 403, "{who:?} {method} {path}");
        }
    }
}

#[db_test]
async fn a_claim_keeps_others_away_until_it_expires(community: Community) {
    community.report(Ana, json!({ "post_id": id(OPEN) })).await;
    let case = community.case().await;
    let claim = |who| community.call(who, "claim_moderation_case", json!({ "id": case }));
    assert_eq!(claim(Bia).await.0, 403);
    assert_eq!(claim(Moderator).await.0, 204);
    refused(&claim(Admin).await, "case_claimed");
    refused(&community.decide(Admin, &case, "keep").await, "case_claimed");
    community.0.clock.advance(Duration::from_mins(11));
    assert_eq!(claim(Admin).await.0, 204);
    assert_eq!(community.call(Admin, "release_moderation_case", json!({ "id": case })).await.0, 204);
    assert_eq!(community.decide(Moderator, &case, "keep").await.0, 200);
    refused(&claim(Moderator).await, "case_decided");
    // Decisions are audited, claims are not.
    let log = community.read(Admin, "/audit_log?select=action&action=not.like.insert-*").await;
    assert_eq!(log, json!([{ "action": "moderation-decision" }]));
}

#[db_test]
async fn a_report_from_outside_opens_a_case(community: Community) {
    let report = |number: usize, message: &str| {
        json!({ "id": id(number), "name": "Rui", "email": "rui@exemplo.com.br", "reason": "dados_pessoais",
            "address": format!("https://exemplo.com.br/membros/publicacao/{}", id(OPEN)), "message": message })
    };
    let visitor = Caller::anonymous;
    let send = |body| {
        let request = community.0.request("POST", "/rest/v1/outside_reports").caller(Ok(visitor()));
        async move { request.json(&body).await.status.as_u16() }
    };
    assert_eq!(send(report(50, "meu telefone")).await, 201);
    assert_eq!(send(report(51, "meu telefone")).await, 409, "the same, at once");
    let seen = community.send_as(visitor(), "GET", "/outside_reports", Value::Null).await;
    assert_eq!(seen, (200, json!([])));
    assert_eq!(community.read(Ana, "/outside_reports").await, json!([]));
    let cases = community
        .read(Moderator, "/community_cases?select=kind,post_id,subject_id,outside_reports(protocol)")
        .await;
    assert_eq!(
        cases,
        json!([{ "kind": "outside", "post_id": id(OPEN), "subject_id": id(2),
            "outside_reports": { "protocol": "DEN-00000-00050" } }])
    );
}

#[db_test]
async fn pins_and_locks_are_set_by_procedures_alone(community: Community) {
    let mark = |who, number: usize, marks: Value| {
        let mut arguments = json!({ "id": id(number) });
        arguments.as_object_mut().unwrap().extend(marks.as_object().unwrap().clone());
        community.call(who, "mark_community_post", arguments)
    };
    let pinned = json!({ "is_pinned": true });
    for who in [Ana, Bia] {
        assert_eq!(mark(who, OPEN, pinned.clone()).await.0, 403, "{who:?}");
    }
    assert_eq!(mark(Moderator, OPEN, pinned).await.0, 204);
    let post = community.row("community_posts", OPEN).await;
    assert_eq!((&post["is_pinned"], &post["is_locked"]), (&json!(true), &json!(false)));
    let log = community.read(Admin, "/audit_log?action=eq.update-community-posts&actor_id=not.is.null").await;
    assert_eq!((&log[0]["actor_id"], &log[0]["subject"]), (&json!(id(3)), &json!(id(OPEN))));
    // Others' comments are closed by a decision with a reason and an appeal.
    let locked = json!({ "is_locked": true });
    refused(&mark(Moderator, OPEN, locked.clone()).await, "reason_missing");
    community.rule(Moderator, "post_id", OPEN, "lock").await;
    let post = community.row("community_posts", OPEN).await;
    assert_eq!((&post["is_locked"], &post["is_hidden"]), (&json!(true), &json!(false)));
    assert_eq!(community.comment(Ana, 20, json!({})).await.0, 403);
    let own = community.read(Bia, "/community_decisions?select=id,decision,reason").await;
    assert_eq!((&own[0]["decision"], &own[0]["reason"]), (&json!("lock"), &json!("combinado 3")));
    let appeal = json!({ "id": own[0]["id"], "text": "cabe conversa" });
    assert_eq!(community.call(Bia, "appeal_moderation_decision", appeal).await.0, 204);
    let overturn = json!({ "id": own[0]["id"], "overturn": true, "reason": "cabe" });
    assert_eq!(community.call(Admin, "decide_moderation_appeal", overturn).await.0, 204);
    assert_eq!(community.comment(Ana, 21, json!({})).await.0, 201);
    // An own post needs no decision, but the subject of a decision cannot reopen it.
    let new = json!({ "id": id(30), "title": "t", "content": "da moderadora", "channel_id": "1" });
    community.add(Moderator, "community_posts", new).await;
    assert_eq!(mark(Moderator, 30, locked.clone()).await.0, 204);
    assert_eq!(mark(Moderator, 30, json!({ "is_locked": false })).await.0, 204);
    community.rule(Admin, "post_id", 30, "lock").await;
    refused(&mark(Moderator, 30, json!({ "is_locked": false })).await, "own_case");
    let new = json!({ "id": id(31), "title": "t", "content": "da dona", "channel_id": "1" });
    community.add(Admin, "community_posts", new).await;
    for marks in [locked, json!({ "is_pinned": true })] {
        refused(&mark(Moderator, 31, marks).await, "subject_is_admin");
    }
}

#[db_test]
async fn a_removal_is_undone_only_by_the_side_that_made_it(community: Community) {
    let state = async || {
        let post = community.row("community_posts", OPEN).await;
        (post["is_deleted"].clone(), post["is_hidden"].clone())
    };
    let (yes, no) = (json!(true), json!(false));
    community.rule(Moderator, "post_id", OPEN, "delete").await;
    let restore = json!({ "id": id(OPEN) });
    for who in [Bia, Moderator, Admin] {
        let answer = community.call(who, "restore_community_post", restore.clone()).await;
        assert_eq!(answer, (200, no.clone()), "{who:?}");
    }
    let shown = community.change(Bia, "community_posts", OPEN, json!({ "is_hidden": false })).await;
    assert_eq!(shown.0, 403);
    assert_eq!(state().await, (yes.clone(), yes.clone()));
    community.rule(Admin, "post_id", OPEN, "keep").await;
    assert_eq!(state().await, (no.clone(), no.clone()));
    // A removal by the author survives decisions and their undoing.
    community.0.advance_secs(60);
    community.delete(Bia, "community_posts", OPEN).await;
    community.0.advance_secs(60);
    for decision in ["delete", "keep"] {
        community.rule(Moderator, "post_id", OPEN, decision).await;
    }
    assert_eq!(state().await, (yes, no));
}

#[db_test]
async fn an_overturned_decision_leaves_an_earlier_one_standing(community: Community) {
    community.rule(Moderator, "post_id", OPEN, "hide").await;
    community.0.advance_secs(60);
    community.rule(Moderator, "post_id", OPEN, "warn").await;
    let own = community.read(Bia, "/community_decisions?select=id&decision=eq.warn").await;
    let appeal = json!({ "id": own[0]["id"], "text": "não foi assim" });
    assert_eq!(community.call(Bia, "appeal_moderation_decision", appeal).await.0, 204);
    let overturn = json!({ "id": own[0]["id"], "overturn": true, "reason": "tem razão" });
    assert_eq!(community.call(Admin, "decide_moderation_appeal", overturn).await.0, 204);
    assert_eq!(community.row("community_posts", OPEN).await["hidden_because"], "staff");
}

#[db_test]
async fn staff_cannot_read_outside_reports_about_themselves(community: Community) {
    let comment = json!({ "id": id(20), "post_id": id(OPEN), "content": "da moderadora" });
    community.add(Moderator, "community_comments", comment).await;
    let places = [
        format!("/membros/publicacao/{}#c-{}", id(OPEN), id(20)),
        format!("https://exemplo.com.br/membros/membro/{}?x=1", id(3)),
        format!("/membros/membro/{}", id(4)),
        format!("/membros/membro/{}", id(1)),
        "no canal geral".to_owned(),
    ];
    for (number, place) in places.iter().enumerate() {
        let report = json!({ "id": id(50 + number), "name": "Rui", "email": "rui@exemplo.com.br",
            "reason": "ofensa", "address": place, "message": format!("foi {number}") });
        let request = community.0.request("POST", "/rest/v1/outside_reports").caller(Ok(Caller::anonymous()));
        assert_eq!(request.json(&report).await.status, 201, "{place}");
    }
    let seen = async |who| {
        let rows = community.read(who, "/outside_reports?select=id&order=id").await;
        let cases = community.read(who, "/community_cases?select=outside_id&order=outside_id").await;
        let list = |rows: &Value, column: &str| {
            rows.as_array().unwrap().iter().map(|row| row[column].clone()).collect::<Vec<_>>()
        };
        assert_eq!(list(&rows, "id"), list(&cases, "outside_id"), "{who:?}: a case and what it holds");
        list(&rows, "id")
    };
    assert_eq!(seen(Moderator).await, [json!(id(53)), json!(id(54))]);
    assert_eq!(seen(Admin).await, [50, 51, 53, 54].map(|number| json!(id(number))));
    // A moderator reads as much about a decision on herself as any member.
    community.rule(Admin, "comment_id", 20, "warn").await;
    let own = community.read(Moderator, "/community_decisions?select=decision,decided_by,seconds").await;
    assert_eq!(own, json!([{ "decision": "warn", "decided_by": null, "seconds": null }]));
}
