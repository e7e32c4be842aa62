//! Demo data: accounts to sign in with, and some 190 members with roles, public profiles and past sign-ins.

use anyhow::{Context, Result};
use ateneu_auth::{LegalText, Role};
use ateneu_module::demo::{ACCOUNTS, Demo, MEMBERS, OPENED, PASSWORD, id, joined, member_email, person};
use ateneu_schema::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tables::ExperienceLevel;

#[derive(Deserialize)]
struct Parts {
    first_names: Vec<String>,
    surnames: Vec<String>,
    companies: Vec<String>,
    positions: Vec<String>,
    bios: Vec<String>,
}

fn pick(list: &[String], number: usize) -> &str {
    list.get(number % list.len().max(1)).map_or("", String::as_str)
}

pub async fn fill(demo: Demo) -> Result<()> {
    let parts: Parts = toml::from_str(include_str!("../demo/members.toml")).context("demo/members.toml")?;
    for (email, _) in ACCOUNTS {
        let user =
            json!({ "id": person(email), "email": email, "password": PASSWORD, "email_confirm": true });
        demo.post("/auth/v1/admin/users", &user).await?;
    }
    for number in 1..MEMBERS {
        let email = member_email(number);
        if ACCOUNTS.iter().any(|(account, _)| *account == email) {
            continue;
        }
        let user = json!({ "id": person(&email), "email": email, "email_confirm": true });
        demo.post("/auth/v1/admin/users", &user).await?;
    }
    let roles = [("admin@demo.test", Role::Admin), ("moderadora@demo.test", Role::Moderator)];
    let roles: Vec<Value> =
        roles.iter().map(|(email, role)| json!({ "user_id": person(email), "role": role })).collect();
    demo.insert("user_roles", &roles).await?;
    let mut cards = (0..MEMBERS).map(|number| card(&demo, &parts, number)).collect::<Vec<_>>();
    let opening = day(&demo, OPENED);
    cards.push(json!({ "user_id": person("admin@demo.test"), "display_name": "Helena Vasques",
        "position": "Mentoria e liderança executiva", "experience_level": "expert", "join_date": opening }));
    cards.push(json!({ "user_id": person("moderadora@demo.test"), "display_name": "Paula Rezende",
        "position": "Moderação da comunidade", "experience_level": "avancado", "join_date": opening }));
    demo.insert("member_profiles", &align(cards)).await?;
    let events: Vec<Value> = (0..120).map(event).collect();
    demo.insert("auth_logs", &events).await?;
    age(&demo).await
}

fn card(demo: &Demo, parts: &Parts, number: usize) -> Value {
    let name = match number {
        0 => "Marcos Azevedo".to_owned(),
        _ => format!(
            "{} {}",
            pick(&parts.first_names, number * 7),
            pick(&parts.surnames, number * 13 + number / 60)
        ),
    };
    json!({
        "user_id": person(&member_email(number)),
        "display_name": name,
        "bio": pick(&parts.bios, number),
        "company": pick(&parts.companies, number * 3),
        "position": pick(&parts.positions, number * 11),
        "experience_level": ExperienceLevel::WORDS[number % ExperienceLevel::WORDS.len()],
        "join_date": day(demo, joined(number)),
    })
}

/// Returns the date `days` before the demo's day.
fn day(demo: &Demo, days: u64) -> String {
    demo.days_ago(days, 0).to_string().chars().take(10).collect()
}

/// History of an account, in days before the demo's day.
struct Past {
    email: String,
    joined: u64,
    /// Last sign-in. `None` for a person who never signed in.
    seen: Option<u64>,
}

fn account_histories() -> Vec<Past> {
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

/// Writes past sign-ins for profiles and log, for which there is no endpoint.
async fn age(demo: &Demo) -> Result<()> {
    let (mut rows, mut consents) = (Vec::new(), Vec::new());
    // Version of the legal texts at that time, before the present ones.
    let version = day(demo, OPENED);
    for (number, past) in account_histories().into_iter().enumerate() {
        let minute = number * 37 % 600;
        let seen = past.seen.map(|days| demo.days_ago(days, minute));
        let came = demo.days_ago(past.joined, minute);
        for document in LegalText::WORDS {
            let key = id("consent", &format!("{document}/{}", past.email));
            consents.push([
                key.into(),
                person(&past.email).into(),
                (*document).into(),
                version.clone().into(),
                came.into(),
            ]);
        }
        rows.push([
            person(&past.email).into(),
            came.into(),
            demo.days_ago(past.joined, minute.saturating_sub(4)).into(),
            seen.into(),
        ]);
    }
    demo.db.write(move |tx| {
        for row in &rows {
            let sql = "UPDATE users SET created_at = $2, email_confirmed_at = $3, last_sign_in_at = $4 WHERE id = $1";
            tx.execute(sql, row)?;
        }
        for row in &consents {
            let sql = "INSERT INTO consents (id, user_id, document, version, accepted_at, method)
                       VALUES ($1, $2, $3, $4, $5, 'sign_up')";
            tx.write(sql, row)?;
        }
        // Sign-ins must not precede the account.
        tx.execute(
            "DELETE FROM auth_logs WHERE action <> 'user_created'
                 AND created_at < (SELECT u.created_at FROM users u WHERE u.id = auth_logs.user_id)",
            &[],
        )?;
        tx.execute(
            "UPDATE users SET last_sign_in_at = (SELECT max(l.created_at) FROM auth_logs l
                 WHERE l.user_id = users.id AND l.action = 'login' AND l.error_message IS NULL)
             WHERE id IN (SELECT user_id FROM auth_logs WHERE action = 'login' AND error_message IS NULL)",
            &[],
        )?;
        tx.changed_table("auth_logs");
        tx.execute(
            "UPDATE auth_logs SET created_at = (SELECT u.created_at FROM users u WHERE u.id = auth_logs.user_id)
             WHERE action = 'user_created' AND user_id IS NOT NULL",
            &[],
        )?;
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .context("the demo's accounts")
}

/// Gives all bulk rows the same columns.
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

fn event(number: usize) -> Value {
    let refused = number % 9 == 4;
    let email = member_email(number * 17 % 190);
    json!({
        "id": id("auth_log", &number.to_string()),
        "created_at": format!("2026-11-{:02}T{:02}:{:02}:00Z", 1 + number / 6, 8 + number % 12, (number * 7) % 60),
        "action": if number.is_multiple_of(5) { "logout" } else { "login" },
        "user_id": if refused { Value::Null } else { Value::from(person(&email)) },
        "ip_address": format!("203.0.113.{}", 1 + number * 7 % 250),
        "success": !refused,
        "error_message": if refused { Value::from("invalid_credentials") } else { Value::Null },
    })
}
