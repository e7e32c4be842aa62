//! Demo data: sixteen courses, one file each, with lessons, students, reviews, points, and the progress of the demo
//! member.

use anyhow::{Context, Result, bail};
use ateneu_module::demo::{DURATIONS, Demo, MEMBERS, html, id, member_email, person};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(RustEmbed)]
#[folder = "demo/courses"]
struct Files;

#[derive(Deserialize)]
struct Course {
    title: String,
    description: String,
    requirements: String,
    instructor: String,
    duration: String,
    categories: Vec<String>,
    tags: Vec<String>,
    level: String,
    reviews: Vec<Review>,
    modules: Vec<Module>,
}

#[derive(Deserialize)]
struct Review {
    rating: i64,
    content: String,
}

#[derive(Deserialize)]
struct Module {
    title: String,
    lessons: Vec<Lesson>,
}

#[derive(Deserialize)]
struct Lesson {
    title: String,
    kind: String,
    summary: String,
    #[serde(default)]
    minutes: i64,
    #[serde(default)]
    text: String,
    #[serde(default)]
    sample: bool,
    #[serde(default)]
    opens_after_days: i64,
    #[serde(default)]
    requires_previous: bool,
    pass_mark: Option<i64>,
    #[serde(default)]
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    kind: String,
    prompt: String,
    options: Vec<String>,
    answers: Vec<toml::Value>,
    explanation: String,
}

/// Number of lessons the demo member has finished, by course.
const FINISHED: [(&str, usize); 2] = [("IA aplicada a negócios", 15), ("Metodologia de tração", 3)];
/// Number of lessons that a student finishes per day.
const LESSONS_A_DAY: usize = 4;
/// Media files shared by lessons.
const MEDIA: [(&str, &str); 3] = [("video", "filme.mp4"), ("audio", "episodio.mp3"), ("pdf", "pauta.pdf")];
/// Reading time of the document in seconds.
const DOCUMENT: i64 = 180;
/// Courses with the most students, in descending order.
const POPULAR: [&str; 4] =
    ["Liderança de equipes", "Produtividade para gestores", "Fundamentos de vendas", "Aceleração de vendas"];

/// The course that every plan includes.
const OPEN_TO_EVERY_PLAN: &str = "Produtividade para gestores";

#[derive(Default)]
struct Rows {
    courses: Vec<Value>,
    modules: Vec<Value>,
    lessons: Vec<Value>,
    questions: Vec<Value>,
    students: Vec<Value>,
    reviews: Vec<Value>,
    progress: Vec<Value>,
    points: Vec<Value>,
}

impl Rows {
    fn add(&mut self, demo: &Demo, position: usize, course: &Course) -> Result<()> {
        let course_id = id("course", &course.title);
        self.courses.push(json!({
            "id": course_id, "title": course.title, "description": course.description,
            "requirements": course.requirements, "instructor": course.instructor, "duration": course.duration,
            "categories": course.categories, "tags": course.tags, "level": course.level, "sort_order": position,
            "is_published": true,
            "entitlement": if OPEN_TO_EVERY_PLAN == course.title { "updates" } else { "courses" },
        }));
        let mut previous: Option<String> = None;
        let mut lessons = Vec::new();
        for (order, module) in course.modules.iter().enumerate() {
            let module_id = id("module", &format!("{}/{}", course.title, module.title));
            self.modules.push(
                json!({ "id": module_id, "course_id": course_id, "title": module.title, "sort_order": order }),
            );
            for lesson in &module.lessons {
                let number = lessons.len() + 1;
                let lesson_id = id("lesson", &format!("{}/{number}", course.title));
                lessons.push(lesson_id.clone());
                let required = previous.replace(lesson_id.clone()).filter(|_| lesson.requires_previous);
                let ids = (lesson_id.as_str(), module_id.as_str(), course_id.as_str());
                self.lessons.push(row(lesson, ids, number, required.as_deref()));
                self.ask(lesson, &lesson_id)?;
            }
        }
        self.enrol(demo, position, course, &course_id, &lessons)
    }

    fn ask(&mut self, lesson: &Lesson, lesson_id: &str) -> Result<()> {
        for (order, question) in lesson.questions.iter().enumerate() {
            let option = |at: usize| format!("{}", char::from(b'a' + u8::try_from(at).unwrap_or_default()));
            let options: Vec<Value> = (question.options.iter().enumerate())
                .map(|(at, text)| json!({ "id": option(at), "text": text }))
                .collect();
            let mut answers = Vec::new();
            for answer in &question.answers {
                answers.push(match answer {
                    toml::Value::Integer(at) => option(usize::try_from(*at)?),
                    toml::Value::String(words) => words.clone(),
                    other => bail!("{}: an answer is an index or a text, not {other}", question.prompt),
                });
            }
            self.questions.push(json!({
                "id": id("question", &format!("{lesson_id}/{order}")), "lesson_id": lesson_id,
                "kind": question.kind, "prompt": question.prompt, "options": options, "answers": answers,
                "explanation": question.explanation, "sort_order": order,
            }));
        }
        Ok(())
    }

    /// Adds the progress of a student who opens these lessons, some each day, and finishes all, or all but the last
    /// one.
    fn study(
        &mut self,
        user: &str,
        course_id: &str,
        lessons: &[String],
        is_whole: bool,
        day: impl Fn(usize) -> String,
    ) {
        for (number, lesson_id) in lessons.iter().enumerate() {
            let at = day(number);
            let completed = (is_whole || number + 1 < lessons.len()).then_some(&at);
            self.progress.push(json!({ "lesson_id": lesson_id, "course_id": course_id, "user_id": user,
                "played": [], "opened_at": at, "completed_at": completed,
                "completed_by": completed.map(|_| "button"), "updated_at": at }));
            if completed.is_some() {
                self.points.push(
                    json!({ "user_id": user, "reason": "lesson", "subject_id": lesson_id, "points": 10,
                    "created_at": at }),
                );
            }
        }
    }

    /// Adds students of the course with their progress, reviews and points.
    fn enrol(
        &mut self,
        demo: &Demo,
        position: usize,
        course: &Course,
        course_id: &str,
        lessons: &[String],
    ) -> Result<()> {
        let finished =
            FINISHED.iter().find(|(title, _)| *title == course.title).map_or(0, |(_, count)| *count);
        let popular = POPULAR.iter().position(|title| *title == course.title);
        let students = popular.map_or(48 + (position * 37) % 70, |place| 172 - place * 11);
        for number in 1..=students {
            // 11 and the number of members are coprime, so no member repeats.
            let member = 1 + (number * 11 + position * 13) % (MEMBERS - 1);
            let is_whole = (number + position).is_multiple_of(12);
            let (joined, minute) = (3 + (number as u64 * 5 + position as u64) % 300, number * 11);
            let day = |lesson: usize| {
                let days = joined.saturating_sub((lesson / LESSONS_A_DAY) as u64);
                demo.days_ago(days, minute).to_string()
            };
            let (at, last_at) = (day(0), day(lessons.len()));
            let user = person(&member_email(member));
            self.students.push(json!({
                "course_id": course_id, "user_id": user, "joined_at": at, "last_at": if is_whole { &last_at } else { &at },
                "completed_at": if is_whole { json!(last_at) } else { Value::Null }, "last_lesson_id": Value::Null,
            }));
            let opened = if is_whole { lessons.len() } else { 1 + (number * 7 + position) % 3 };
            self.study(&user, course_id, lessons.get(..opened).unwrap_or(lessons), is_whole, day);
            if is_whole {
                self.points.push(json!({ "user_id": user, "reason": "course", "subject_id": course_id,
                    "points": 50, "created_at": last_at }));
            }
            if let Some(review) = course.reviews.get(number - 1) {
                self.reviews.push(json!({ "course_id": course_id, "user_id": user, "rating": review.rating,
                    "is_public": number % 3 > 0,
                    "content": review.content, "created_at": at, "updated_at": at }));
            }
        }
        let own = person("membro@demo.test");
        for number in 1..=finished {
            let lesson_id = id("lesson", &format!("{}/{number}", course.title));
            let days = u64::try_from(2 * (finished - number) + position)?;
            let at = demo.days_ago(days, 40).to_string();
            self.points
                .push(json!({ "user_id": own, "reason": "lesson", "subject_id": lesson_id, "points": 10,
                "created_at": at }));
            self.progress.push(json!({ "lesson_id": lesson_id, "course_id": course_id, "user_id": own,
                "played": [], "opened_at": at, "completed_at": at, "completed_by": "button", "updated_at": at }));
        }
        if finished > 0 {
            let last = id("lesson", &format!("{}/{finished}", course.title));
            self.students.push(json!({
                "course_id": course_id, "user_id": own, "joined_at": demo.days_ago(60, position).to_string(),
                "last_at": demo.days_ago(position as u64, 40).to_string(), "completed_at": Value::Null,
                "last_lesson_id": last,
            }));
        }
        Ok(())
    }
}

/// Returns the row of a lesson with its id and those of its module and course.
fn row(
    lesson: &Lesson,
    (id, module_id, course_id): (&str, &str, &str),
    number: usize,
    required: Option<&str>,
) -> Value {
    let file = MEDIA.iter().find(|(kind, _)| *kind == lesson.kind).map(|(_, name)| *name);
    let seconds = match file {
        None => lesson.minutes * 60,
        Some(name) => {
            let known = DURATIONS.iter().find(|(known, _)| *known == name);
            known.map_or(DOCUMENT, |(_, seconds)| i64::from(*seconds))
        }
    };
    json!({
        "id": id, "module_id": module_id, "course_id": course_id, "title": lesson.title, "kind": lesson.kind,
        "summary": lesson.summary, "body": html(&lesson.text), "duration_seconds": seconds, "sort_order": number,
        "is_sample": lesson.sample, "opens_after_days": lesson.opens_after_days, "requires_lesson_id": required,
        "pass_mark": lesson.pass_mark.unwrap_or(70),
        "captions": matches!(lesson.kind.as_str(), "video" | "audio").then(|| captions(&lesson.summary, seconds)),
        "file_url": file.map(|name| format!("/storage/v1/object/authenticated/courses/demo/{name}")),
    })
}

/// Returns the words as captions of a recording, a few per line.
fn captions(words: &str, seconds: i64) -> String {
    const TOGETHER: usize = 7;
    let words: Vec<&str> = words.split_whitespace().collect();
    let parts = words.chunks(TOGETHER);
    let step = seconds * 1_000 / i64::try_from(parts.len().max(1)).unwrap_or(1);
    let instant = |at: i64| format!("{:02}:{:02}.{:03}", at / 60_000, at / 1_000 % 60, at % 1_000);
    let cues = (0_i64..).zip(parts).map(|(place, part)| {
        let (from, until) = (instant(place * step), instant((place + 1) * step));
        format!("\n{from} --> {until}\n{}\n", part.join(" "))
    });
    format!("WEBVTT\n{}", cues.collect::<String>())
}

/// Returns a programme, and its courses in order.
fn programme() -> (Vec<Value>, Vec<Value>) {
    let programme_id = id("programme", "Primeiro ano na liderança");
    let courses = ["Liderança de equipes", "Contratar e integrar", "Planejamento trimestral"];
    let rows = courses.iter().enumerate().map(|(order, title)| {
        json!({ "programme_id": programme_id, "course_id": id("course", title), "sort_order": order })
    });
    let programme = json!({
        "id": programme_id, "title": "Primeiro ano na liderança",
        "description": "Da equipe que você recebeu ao trimestre que vocês planejam juntos.", "is_published": true,
    });
    (vec![programme], rows.collect())
}

pub async fn fill(demo: Demo) -> Result<()> {
    for (kind, name) in MEDIA {
        let stem = name.split('.').next().unwrap_or(kind);
        demo.upload("courses", &format!("demo/{stem}"), name).await?;
    }
    let mut names: Vec<_> = Files::iter().collect();
    names.sort();
    let mut rows = Rows::default();
    for (position, name) in names.iter().enumerate() {
        let file = Files::get(name).with_context(|| format!("demo/courses/{name} is not there"))?;
        let text = std::str::from_utf8(&file.data)?;
        let course: Course = toml::from_str(text).with_context(|| format!("demo/courses/{name}"))?;
        rows.add(&demo, position, &course).with_context(|| format!("demo/courses/{name}"))?;
    }
    let (programme, programme_courses) = programme();
    let days: Vec<Value> = (0..24)
        .map(|day| {
            let at = demo.days_ago(day * 2, 0).to_string();
            json!({ "user_id": person("membro@demo.test"), "day": &at[..10],
                "seconds": 900 + (day * 517) % 2_400, "lessons": 1 - day % 2 })
        })
        .collect();
    for (table, rows) in [
        ("courses", &rows.courses),
        ("programmes", &programme),
        ("programme_courses", &programme_courses),
        ("course_modules", &rows.modules),
        ("lessons", &rows.lessons),
        ("quiz_questions", &rows.questions),
        ("course_members", &rows.students),
        ("course_reviews", &rows.reviews),
        ("lesson_progress", &rows.progress),
        ("learning_points", &rows.points),
        ("learning_days", &days),
    ] {
        demo.insert(table, rows).await?;
    }
    Ok(())
}
