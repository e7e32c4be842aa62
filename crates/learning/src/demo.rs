//! Demo data: sixteen courses with modules and lessons, and the progress of the demo member.

use anyhow::{Context, Result};
use ateneu_module::demo::{Demo, id, person};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct File {
    courses: Vec<Course>,
}

#[derive(Deserialize)]
struct Course {
    title: String,
    description: String,
    instructor: String,
    duration: String,
    lessons: usize,
    rating: f64,
    students_count: i64,
    categories: Vec<String>,
    tags: Vec<String>,
    level: String,
    progress: usize,
    modules: Vec<Module>,
}

#[derive(Deserialize)]
struct Module {
    title: String,
    lessons: usize,
}

#[derive(Default)]
struct Rows {
    courses: Vec<Value>,
    modules: Vec<Value>,
    lessons: Vec<Value>,
    progress: Vec<Value>,
}

impl Rows {
    fn add(&mut self, position: usize, course: &Course) {
        let course_id = id("course", &course.title);
        self.courses.push(json!({
            "id": course_id, "title": course.title, "description": course.description,
            "instructor": course.instructor, "duration": course.duration, "lessons": course.lessons,
            "rating": course.rating, "students_count": course.students_count, "categories": course.categories,
            "tags": course.tags, "level": course.level, "sort_order": position,
        }));
        let finished = (course.lessons * course.progress).div_ceil(100);
        let mut number = 0;
        for (order, module) in course.modules.iter().enumerate() {
            let module_id = id("module", &format!("{}/{}", course.title, module.title));
            self.modules.push(json!({ "id": module_id, "course_id": course_id, "title": module.title, "sort_order": order }));
            for lesson in 1..=module.lessons {
                number += 1;
                let lesson_id = id("lesson", &format!("{}/{number}", course.title));
                self.lessons.push(json!({ "id": lesson_id, "module_id": module_id, "course_id": course_id,
                    "title": format!("{} · aula {lesson}", module.title),
                    "duration_minutes": 8 + (number * 5) % 17, "sort_order": number }));
                if number <= finished {
                    self.progress.push(json!({ "lesson_id": lesson_id, "course_id": course_id,
                        "user_id": person("membro@demo.test"), "completed_at": "2026-10-05T12:00:00Z" }));
                }
            }
        }
    }
}

pub async fn fill(demo: Demo) -> Result<()> {
    let file: File = toml::from_str(include_str!("../demo/courses.toml")).context("demo/courses.toml")?;
    let mut rows = Rows::default();
    for (position, course) in file.courses.iter().enumerate() {
        rows.add(position, course);
    }
    demo.insert("courses", &rows.courses).await?;
    demo.insert("course_modules", &rows.modules).await?;
    demo.insert("lessons", &rows.lessons).await?;
    demo.insert("lesson_progress", &rows.progress).await
}
