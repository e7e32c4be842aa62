//! The four demo accounts and some 190 members with their public cards.

use std::time::Duration;

use anyhow::{Context, Result};
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_membership::Plan;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ACCOUNTS, PASSWORD, Seed, days_ago, id};

/// How many members fill the community, the demo member included.
pub const MEMBERS: usize = 190;

/// Days before the demo's day on which the site was opened.
const OPENED: u64 = 709;

const LEVELS: [&str; 4] = ["iniciante", "intermediario", "avancado", "expert"];
const PLANS: [&str; 5] = ["update", "scale", "scale", "scale", "professional"];

#[derive(Deserialize)]
struct Parts {
    first_names: Vec<String>,
    surnames: Vec<String>,
    companies: Vec<String>,
    positions: Vec<String>,
    bios: Vec<String>,
}

/// The id of the person behind an address.
pub fn person(email: &str) -> String {
    id("person", email)
}

/// The address of the member with that number; number 0 is the demo member.
pub fn member_email(number: usize) -> String {
    match number {
        0 => "membro@demo.test".into(),
        number => format!("membro{number:03}@demo.test"),
    }
}

fn pick(list: &[String], number: usize) -> &str {
    list.get(number % list.len().max(1)).map_or("", String::as_str)
}

pub async fn fill(seed: &Seed) -> Result<()> {
    let parts: Parts =
        toml::from_str(include_str!("../../demo/members.toml")).context("demo/members.toml")?;
    for (email, _) in ACCOUNTS {
        let user =
            json!({ "id": person(email), "email": email, "password": PASSWORD, "email_confirm": true });
        seed.post("/auth/v1/admin/users", &user).await?;
    }
    for number in 1..MEMBERS {
        let email = member_email(number);
        let user = json!({ "id": person(&email), "email": email, "email_confirm": true });
        seed.post("/auth/v1/admin/users", &user).await?;
    }
    let roles = [("admin@demo.test", "admin"), ("moderadora@demo.test", "moderator")];
    let roles: Vec<Value> =
        roles.iter().map(|(email, role)| json!({ "user_id": person(email), "role": role })).collect();
    seed.insert("user_roles", &roles).await?;
    let subscriptions = (0..MEMBERS).map(subscription).collect::<Result<Vec<_>>>()?;
    seed.insert("subscribers", &subscriptions).await?;
    let mut cards = (0..MEMBERS).map(|number| card(&parts, number)).collect::<Result<Vec<_>>>()?;
    let opening = day(OPENED)?;
    cards.push(json!({ "user_id": person("admin@demo.test"), "display_name": "Seu Nome",
        "position": "Mentoria e liderança executiva", "experience_level": "expert", "join_date": opening }));
    cards.push(json!({ "user_id": person("moderadora@demo.test"), "display_name": "Moderadora Exemplo",
        "position": "Moderação da comunidade", "experience_level": "avancado", "join_date": opening }));
    seed.insert("member_profiles", &align(cards)).await?;
    let access = json!({ "email": "membro@demo.test", "active": true,
        "course_url": "https://cursos.exemplo.com.br/area-do-aluno", "expires_at": "2027-12-31" });
    seed.insert("hotmart_access", &[access]).await
}

fn plan(number: usize) -> &'static str {
    match number {
        0 => "scale",
        number => PLANS[number % PLANS.len()],
    }
}

/// Days after the demo's day on which a member's running month ends: months of thirty days since the subscription began.
fn days_left(number: usize) -> u64 {
    30 - subscribed(number) % 30
}

fn period_end(number: usize) -> Result<Timestamp> {
    Ok(days_ago(0, 0)? + Duration::from_secs(days_left(number) * 86_400))
}

/// Days before the demo's day on which a member's subscription began. Some had left for a season and came back.
fn subscribed(number: usize) -> u64 {
    if has_left(number) { joined(number) / 3 } else { joined(number) }
}

/// Left after a while, and came back later.
fn has_left(number: usize) -> bool {
    number % 9 == 4 && joined(number) > 240
}

fn subscription(number: usize) -> Result<Value> {
    let email = member_email(number);
    Ok(json!({ "user_id": person(&email), "email": email, "subscribed": true, "plan": plan(number),
        "status": "active", "current_period_end": period_end(number)? }))
}

/// The same subscriptions, as the payment provider of the demo remembers them.
pub fn paid() -> Result<Vec<ateneu_membership::Seed>> {
    (0..MEMBERS)
        .map(|number| {
            let email = member_email(number);
            Ok(ateneu_membership::Seed {
                user_id: person(&email),
                email,
                plan: Plan::named(plan(number)).context("a plan of the demo")?,
                started_at: days_ago(subscribed(number), 0)?,
                period_end: period_end(number)?,
                former: match has_left(number) {
                    true => Some((
                        days_ago(joined(number), 0)?,
                        days_ago(subscribed(number) + 30 + number as u64 % 60, 0)?,
                    )),
                    false => None,
                },
            })
        })
        .collect()
}

fn card(parts: &Parts, number: usize) -> Result<Value> {
    let name = match number {
        0 => "Membro Exemplo".to_owned(),
        _ => format!(
            "{} {}",
            pick(&parts.first_names, number * 7),
            pick(&parts.surnames, number * 13 + number / 60)
        ),
    };
    Ok(json!({
        "user_id": person(&member_email(number)),
        "display_name": name,
        "bio": pick(&parts.bios, number),
        "company": pick(&parts.companies, number * 3),
        "position": pick(&parts.positions, number * 11),
        "experience_level": LEVELS[number % LEVELS.len()],
        "join_date": day(joined(number))?,
    }))
}

/// Days before the demo's day on which a member came: over two years, and nobody in the last fortnight.
fn joined(number: usize) -> u64 {
    16 + (number as u64 * 389 + 317) % (OPENED - 16)
}

/// The date so many days before the demo's day.
fn day(days: u64) -> Result<String> {
    Ok(days_ago(days, 0)?.to_string().chars().take(10).collect())
}

/// What an account looks back on, in days before the demo's day.
struct Past {
    email: String,
    joined: u64,
    /// None who was never here.
    seen: Option<u64>,
}

fn pasts() -> Vec<Past> {
    let past = |email: &str, joined, seen| Past { email: email.to_owned(), joined, seen: Some(seen) };
    let members = (0..MEMBERS).map(|number| Past {
        email: member_email(number),
        joined: joined(number),
        seen: (number % 11 != 6).then_some(number as u64 * 7 % 40).map(|seen| seen.min(joined(number))),
    });
    members
        .chain([
            past("admin@demo.test", OPENED, 0),
            past("moderadora@demo.test", OPENED, 1),
            past("visitante@demo.test", 23, 4),
        ])
        .collect()
}

/// Writes the past sign-ins that cards and log show: the service has no call for these.
pub async fn age(db: &Db) -> Result<()> {
    let mut rows = Vec::new();
    for (number, past) in pasts().into_iter().enumerate() {
        let minute = number * 37 % 600;
        let seen = past.seen.map(|days| days_ago(days, minute)).transpose()?;
        let came = days_ago(past.joined, minute)?;
        rows.push([
            person(&past.email).into(),
            came.into(),
            days_ago(past.joined, minute.saturating_sub(4))?.into(),
            seen.into(),
        ]);
    }
    db.write(move |tx| {
        for row in &rows {
            let sql = "UPDATE users SET created_at = $2, email_confirmed_at = $3, last_sign_in_at = $4 WHERE id = $1";
            tx.execute(sql, row)?;
        }
        tx.execute(
            "UPDATE users SET last_sign_in_at = (SELECT max(l.created_at) FROM auth_logs l
                 WHERE l.user_id = users.id AND l.action = 'login' AND l.error_message IS NULL)
             WHERE id IN (SELECT user_id FROM auth_logs WHERE action = 'login' AND error_message IS NULL)",
            &[],
        )?;
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .context("the demo's accounts")
}

/// A few charges were refused at first and paid some days later: what the sandbox's objects do not remember.
pub async fn refuse_some(db: &Db) -> Result<()> {
    db.write(|tx| {
        let sql = "UPDATE payment_invoices SET failed_at = created_at
                   WHERE (id LIKE 'in_0%' AND id LIKE '%\\_0' ESCAPE '\\')
                      OR (id LIKE 'in_7%' AND id LIKE '%\\_1' ESCAPE '\\')
                      OR (id LIKE 'in_c%' AND id LIKE '%\\_4' ESCAPE '\\')";
        tx.write(sql, &[]).map(drop)
    })
    .await
    .context("the demo's failed charges")
}

/// Bulk rows must name the same columns.
fn align(mut rows: Vec<Value>) -> Vec<Value> {
    let keys: Vec<String> =
        rows.first().and_then(Value::as_object).map(|row| row.keys().cloned().collect()).unwrap_or_default();
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        for key in &keys {
            row.entry(key.clone()).or_insert(Value::Null);
        }
    }
    rows
}
