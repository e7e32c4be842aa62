//! Reports, decisions and an appeal of the demo. They concern texts that members already see, or hidden comments, which
//! no count includes.

use std::time::Duration;

use anyhow::{Context, Result};
use ateneu_module::demo::{Demo, id, person};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ids::{member, post_id};
use crate::protocol::protocol;

#[derive(Deserialize)]
struct File {
    comments: Vec<Comment>,
    cases: Vec<Case>,
    outside: Vec<Outside>,
}

#[derive(Deserialize)]
struct Comment {
    post: usize,
    author: usize,
    days_ago: u64,
    because: String,
    content: String,
}

#[derive(Deserialize)]
struct Case {
    post: Option<usize>,
    comment: Option<usize>,
    days_ago: u64,
    #[serde(default)]
    reports: Vec<Report>,
    decision: Option<Decision>,
}

#[derive(Deserialize)]
struct Report {
    reporter: usize,
    reason: String,
    details: String,
}

#[derive(Deserialize)]
struct Decision {
    decision: String,
    by: String,
    hours: u64,
    reason: String,
    appeal: Option<String>,
}

#[derive(Deserialize)]
struct Outside {
    name: String,
    email: String,
    post: usize,
    reason: String,
    message: String,
    days_ago: u64,
}

fn comment_id(position: usize) -> String {
    id("hidden_comment", &position.to_string())
}

/// Fills the tables. `authors` are those of the posts, by position.
pub async fn fill(demo: &Demo, authors: &[usize]) -> Result<()> {
    let file: File =
        toml::from_str(include_str!("../../demo/moderation.toml")).context("demo/moderation.toml")?;
    fill_comments(demo, &file.comments).await?;
    let (mut cases, mut reports, mut decisions) = (Vec::new(), Vec::new(), Vec::new());
    for (position, case) in file.cases.iter().enumerate() {
        let case_id = id("moderation_case", &position.to_string());
        let comment = case.comment.and_then(|comment| file.comments.get(comment));
        let post = case.post.or(comment.map(|comment| comment.post)).context("a case about nothing")?;
        let author = comment.map(|comment| comment.author).or_else(|| authors.get(post).copied());
        let subject = member(author.context("a case about a post that is not there")?);
        let origin = comment.map_or("reports", |comment| match comment.because.as_str() {
            "staff" => "reports",
            because => because,
        });
        let opened_at = demo.days_ago(case.days_ago, 0);
        let decided_at =
            case.decision.as_ref().map(|made| opened_at + Duration::from_secs(made.hours * 3_600));
        let decided = decided_at.map(|at| at.to_string());
        cases.push(json!({
            "id": case_id, "kind": if comment.is_some() { "comment" } else { "post" }, "origin": origin,
            "post_id": post_id(post), "comment_id": case.comment.map(comment_id), "subject_id": subject,
            "status": if decided.is_some() { "decided" } else { "open" }, "reports_count": case.reports.len(),
            "opened_at": opened_at.to_string(), "decided_at": decided,
        }));
        let outcome =
            case.decision.as_ref().map(|made| if made.decision == "keep" { "dismissed" } else { "upheld" });
        for (number, report) in case.reports.iter().enumerate() {
            let report_id = id("report", &format!("{position}.{number}"));
            let at = (opened_at + Duration::from_secs(number as u64 * 1_500)).to_string();
            reports.push(json!({
                "id": report_id, "protocol": protocol(&report_id), "case_id": case_id,
                "reporter_id": member(report.reporter), "reason": report.reason, "details": report.details,
                "outcome": outcome, "created_at": at, "updated_at": at,
            }));
        }
        if let (Some(made), Some(at)) = (&case.decision, decided_at) {
            let appealed = made.appeal.as_ref().map(|_| (at + Duration::from_secs(9 * 3_600)).to_string());
            decisions.push(json!({
                "id": id("decision", &position.to_string()), "case_id": case_id, "subject_id": subject,
                "decision": made.decision, "reason": made.reason, "decided_by": person(&made.by),
                "decided_at": at.to_string(), "seconds": made.hours * 3_600,
                "informs_subject": made.decision != "keep", "appeal": made.appeal, "appealed_at": appealed,
            }));
        }
    }
    demo.insert("community_cases", &cases).await?;
    demo.insert("community_reports", &reports).await?;
    demo.insert("community_decisions", &decisions).await?;
    fill_outside(demo, &file.outside).await
}

/// Inserts comments that are hidden from the beginning. Those in wait for approval are marked afterwards, because a
/// case of the demo's own day is opened for each.
async fn fill_comments(demo: &Demo, comments: &[Comment]) -> Result<()> {
    let rows: Vec<Value> = comments
        .iter()
        .enumerate()
        .map(|(position, comment)| {
            json!({
                "id": comment_id(position), "post_id": post_id(comment.post), "author_id": member(comment.author),
                "content": comment.content.trim(), "is_hidden": true, "hidden_because": "staff",
                "created_at": demo.days_ago(comment.days_ago, 30).to_string(),
            })
        })
        .collect();
    demo.insert("community_comments", &rows).await?;
    for (position, comment) in comments.iter().enumerate().filter(|(_, comment)| comment.because != "staff") {
        let path = format!("community_comments?id=eq.{}", comment_id(position));
        demo.change(&path, &json!({ "hidden_because": comment.because })).await?;
    }
    Ok(())
}

/// Inserts reports from outside. Each opens its case, which is then set back to the demo's day.
async fn fill_outside(demo: &Demo, reports: &[Outside]) -> Result<()> {
    for (position, report) in reports.iter().enumerate() {
        let report_id = id("outside_report", &position.to_string());
        let at = demo.days_ago(report.days_ago, 0).to_string();
        let row = json!({
            "id": report_id, "name": report.name, "email": report.email, "reason": report.reason,
            "address": format!("/membros/publicacao/{}", post_id(report.post)), "message": report.message,
            "created_at": at,
        });
        demo.insert("outside_reports", &[row]).await?;
        demo.change(&format!("community_cases?outside_id=eq.{report_id}"), &json!({ "opened_at": at }))
            .await?;
    }
    Ok(())
}
