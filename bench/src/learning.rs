//! Learning: 1,000 people who watch, the page of a course with 100 lessons, a certificate as PDF.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use reqwest::Client;
use rusqlite::Transaction;
use serde_json::{Value, json};
use tokio::{runtime::Runtime, sync::Semaphore, task::JoinSet};

use crate::{
    filled::Filled,
    table::{Table, p99},
};

const PEOPLE: u32 = 1_000;
/// Interval at which a page reports what was played, in milliseconds: `PACE_MS` of `progress-reporter.ts`.
const PACE: u64 = 15_000;
/// Reports of each person.
const ROUNDS: u32 = 4;
/// Requests that prepare the measurement, side by side.
const PREPARING: usize = 8;
const LESSONS: u32 = 100;
/// Requests of each kind.
const TIMES: usize = 200;
const CODE: &str = "BENC-H000-0001";
const COURSE: &str = "00000000-0000-4000-b000-000000000000";
const NOW: &str = "2026-01-01T00:00:00.000000+00:00";

fn lesson(number: u32) -> String {
    format!("00000000-0000-4000-c000-{number:012}")
}

fn email(number: u32) -> String {
    format!("aluna{number}@exemplo.com.br")
}

/// People with the demo's password, a course of ten modules, and a certificate with as many lessons as one lists.
fn fill(transaction: &Transaction<'_>) -> Result<()> {
    for number in 0..PEOPLE {
        let id = format!("00000000-0000-4000-9000-{number:012}");
        transaction.execute(
            "INSERT INTO users (id, email, password_hash, email_confirmed_at, created_at, updated_at)
             SELECT ?1, ?2, password_hash, ?3, ?3, ?3 FROM users WHERE email = 'membro@demo.test'",
            [id.as_str(), &email(number), NOW],
        )?;
        transaction.execute(
            "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
             VALUES (?1, ?1, ?2, 'update', 'active', '2036-01-01T00:00:00.000000+00:00', ?3, ?3)",
            [id.as_str(), &email(number), NOW],
        )?;
    }
    transaction.execute(
        "INSERT INTO courses (id, title, level, is_published, created_at, updated_at)
         VALUES (?1, 'Curso de medida', 'Iniciante', true, ?2, ?2)",
        [COURSE, NOW],
    )?;
    for number in 0..LESSONS {
        let module = format!("00000000-0000-4000-b000-{:012}", 1 + number / 10);
        if number % 10 == 0 {
            transaction.execute(
                "INSERT INTO course_modules (id, course_id, title, sort_order) VALUES (?1, ?2, 'Módulo', ?3)",
                (&module, COURSE, number),
            )?;
        }
        transaction.execute(
            "INSERT INTO lessons (id, module_id, course_id, title, summary, kind, body, duration_seconds, sort_order,
                                  requires_lesson_id)
             VALUES (?1, ?2, ?3, 'Aula ' || ?4, 'O que a aula diz, em uma frase.', 'video', '<p>Texto</p>', 600, ?4, ?5)",
            (&lesson(number), &module, COURSE, number, (number > 50).then(|| lesson(number - 1))),
        )?;
    }
    let titles: Vec<String> =
        (1..=200).map(|number| format!("Aula {number}: decisões que cabem na semana")).collect();
    transaction.execute(
        "INSERT INTO certificates (id, code, kind, title, holder_name, minutes, first_at, last_at, lesson_titles,
                                   issued_at, shows_name, shows_lessons, status_index)
         VALUES (?1, ?2, 'course', 'Fundamentos de vendas consultivas', 'Ana de Ávila Souza', 750, ?3, ?3, ?4, ?3,
                 true, true, 100000)",
        (COURSE, CODE, NOW, json!(titles).to_string()),
    )?;
    Ok(())
}

fn open() -> Result<Filled> {
    Filled::start("membro@demo.test", fill)
}

/// The page of a course: its programme, and what of it is open and finished, as a member's browser requests them.
pub fn course(table: &mut Table) -> Result<()> {
    let school = open()?;
    for number in 0..LESSONS {
        let body = json!({ "lesson_id": lesson(number) }).to_string();
        school.ask("POST", "/rest/v1/rpc/open_lesson", &body)?;
    }
    let programme = format!(
        "/rest/v1/courses?select=id,title,description,instructor,duration,thumbnail,categories,tags,level,lessons,\
         students_count,reviews_count,rating,is_published,requirements,has_certificate,course_modules(id,title,lessons(\
         id,title,summary,kind,duration_seconds,is_sample,is_published))&id=eq.{COURSE}&course_modules.order=sort_order,id\
         &course_modules.lessons.order=sort_order,id"
    );
    let state = json!({ "course_id": COURSE }).to_string();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..TIMES {
        let one = school.ask("GET", &programme, "")?.0;
        let two = school.ask("POST", "/rest/v1/rpc/learning_course", &state)?.0;
        for (times, time) in times.iter_mut().zip([one, two, one + two]) {
            times.push(time);
        }
    }
    let [one, two, both] = times.map(p99);
    eprintln!("programme {one:.1} ms, state {two:.1} ms, p99");
    table.under("course page of 100 lessons: both requests one after the other, p99", both, 10.0, "ms");
    Ok(())
}

/// A certificate as PDF, drawn at each request.
pub fn certificate(table: &mut Table) -> Result<()> {
    let school = open()?;
    let path = format!("/credentials/{CODE}/certificado.pdf");
    let (mut times, mut size) = (Vec::new(), 0);
    for _ in 0..TIMES {
        let asked = Instant::now();
        let (status, pdf) = school.server.request("GET", &path, &[], "")?;
        times.push(asked.elapsed().as_secs_f64() * 1000.0);
        ensure!(status == 200 && pdf.starts_with(b"%PDF"), "the certificate answered {status}");
        size = pdf.len();
    }
    table.under("certificate of 200 lessons as PDF, p99", p99(times), 50.0, "ms");
    table.under("its size", size as f64 / 1024.0, 120.0, "KB");
    Ok(())
}

/// Progress of 1,000 people who watch, each reported every fifteen seconds.
pub fn watching(table: &mut Table) -> Result<()> {
    let school = Arc::new(open()?);
    Runtime::new()?.block_on(async {
        let client = Client::new();
        let tokens = sign_in_all(&school, &client).await?;
        let (mut reports, mut times) = (JoinSet::new(), Vec::new());
        let mut pace = tokio::time::interval(Duration::from_micros(PACE * 1000 / u64::from(PEOPLE)));
        let begun = Instant::now();
        for number in 0..PEOPLE * ROUNDS {
            pace.tick().await;
            let (school, client) = (Arc::clone(&school), client.clone());
            let token = tokens[(number % PEOPLE) as usize].clone();
            reports.spawn(async move { report(&school, &client, &token, number).await });
        }
        let seconds = begun.elapsed().as_secs_f64();
        while let Some(time) = reports.join_next().await {
            times.push(time??);
        }
        let rate = f64::from(PEOPLE * ROUNDS) / seconds;
        table.under("1,000 people watch: progress writes a second", rate, 70.0, "writes/s");
        table.under("one of them, p99", p99(times), 20.0, "ms");
        Ok(())
    })
}

/// Signs everybody in and opens the lesson that each watches.
async fn sign_in_all(school: &Arc<Filled>, client: &Client) -> Result<Vec<Arc<str>>> {
    let places = Arc::new(Semaphore::new(PREPARING));
    let mut people = JoinSet::new();
    for number in 0..PEOPLE {
        let (school, client, places) = (Arc::clone(school), client.clone(), Arc::clone(&places));
        people.spawn(async move {
            let _place = places.acquire_owned().await?;
            let credentials = json!({ "email": email(number), "password": "Ateneu-demo-2026" });
            let path = "/auth/v1/token?grant_type=password";
            let session = post(&school, &client, path, &school.anon, &credentials).await?;
            let token: Arc<str> = session["access_token"].as_str().context("no session")?.into();
            let opened = json!({ "lesson_id": lesson(number % 50) });
            post(&school, &client, "/rest/v1/rpc/open_lesson", &token, &opened).await?;
            Ok::<_, anyhow::Error>((number, token))
        });
    }
    let mut tokens = Vec::new();
    while let Some(person) = people.join_next().await {
        tokens.push(person??);
    }
    tokens.sort_unstable();
    Ok(tokens.into_iter().map(|(_, token)| token).collect())
}

/// The report of a person: fifteen more seconds were played. Answers milliseconds.
async fn report(school: &Filled, client: &Client, token: &str, number: u32) -> Result<f64> {
    let from = number / PEOPLE * 15;
    // The first one follows soon after the lesson was opened.
    let to = if from == 0 { 5 } else { from + 15 };
    let lesson = lesson(number % PEOPLE % 50);
    let body = json!({ "reports": [{ "lesson_id": lesson, "position": to, "played": [[from, to]] }] });
    let asked = Instant::now();
    let saved = post(school, client, "/functions/v1/save-lesson-progress", token, &body).await?;
    let milliseconds = asked.elapsed().as_secs_f64() * 1000.0;
    ensure!(saved["lessons"][0]["is_too_fast"] == false, "not counted: {saved}");
    Ok(milliseconds)
}

async fn post(school: &Filled, client: &Client, path: &str, token: &str, body: &Value) -> Result<Value> {
    let request = client.post(format!("{}{path}", school.server.url)).bearer_auth(token);
    let answer = request.header("apikey", &school.anon).json(body).send().await?;
    let status = answer.status();
    let said = answer.text().await?;
    ensure!(status.is_success(), "{path}: {status} {said}");
    Ok(serde_json::from_str(&said)?)
}
