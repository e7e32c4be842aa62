//! Tables of courses, their modules and lessons, and the reviews of members.

use ateneu_base::{Entitlement, Value, fold};
use ateneu_schema::{
    OnDelete, Rule, Table,
    rule::{self, admin, entitled, is, nobody, owner, reached},
    sanitize,
    table::{
        Check, Gender, boolean, exposed, int, json, real, text, text_array, timestamp, updated_at, uuid,
    },
};

use crate::{
    captions, files, search,
    words::{CourseLevel, LessonKind},
};

/// Lessons that members see and that count.
const SHOWN_LESSON: &str = "is_published";

/// Rule: early access to the course is over, or the caller has it.
fn is_shown(visible_from: &'static str) -> Rule {
    reached(visible_from).or(entitled(Entitlement::EarlyAccess))
}

pub fn courses() -> Table {
    exposed("courses", "Courses of the learning environment.")
        .row_label("Curso", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("description").length(0, 2_000),
            // Knowledge and means that a member should have before.
            text("requirements").length(0, 2_000),
            text("instructor").length(0, 120),
            text("duration").length(0, 40),
            text("thumbnail").length(0, 2_000).check(Check::Address),
            text_array("categories"),
            text_array("tags"),
            text("level").required().words::<CourseLevel>(),
            // Entitlement that opens the course.
            text("entitlement").words::<Entitlement>().or(Entitlement::Courses.name()),
            // End of early access.
            timestamp("visible_from"),
            // True if it is open only to members of a programme that contains it.
            boolean("is_programme_only").or(false),
            boolean("has_certificate").or(true),
            // True if the certificate requires all quizzes.
            boolean("needs_quizzes").or(true),
            // Validity of its certificate in months. Empty for unlimited.
            int("certificate_months").check(Check::Range(1, 120)),
            int("sort_order").or(0_i64),
            boolean("is_published").or(false),
            int("lessons").count_of("lessons", "course_id").only(SHOWN_LESSON),
            int("students_count").count_of("course_members", "course_id"),
            int("reviews_count").count_of("course_reviews", "course_id"),
            // Mean of the reviews, from 1 to 5. 0 without any. Written with each review, in its transaction.
            real("rating").or(0.0).set_by(nobody()),
            timestamp("created_at").now(),
            updated_at(),
            text("search_text")
                .derived_from(&["title", "description"], |[title, description]| {
                    fold::fold(&format!("{title} {description}"))
                })
                .unlisted(),
        ])
        .index(["is_published", "sort_order"])
        .file_addresses("contents")
        .read(is("is_published", true).and(is_shown("visible_from")).or(admin()))
        .write(admin())
}

pub fn course_modules() -> Table {
    exposed("course_modules", "Parts of a course.")
        .row_label("Módulo de curso", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            text("title").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            int("sort_order").or(0_i64),
            boolean("course_published").lookup("course_id", "courses", "is_published"),
            timestamp("course_visible_from").lookup("course_id", "courses", "visible_from"),
        ])
        .index(["course_id", "sort_order"])
        .read(is("course_published", true).and(is_shown("course_visible_from")).or(admin()))
        .write(admin())
}

/// Lessons of a course. The programme of a published course is public. The procedure `open_lesson` gives out the paid
/// content, after it has checked plan, date and prerequisites.
pub fn lessons() -> Table {
    exposed("lessons", "Lessons of a course.")
        .row_label("Aula", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("module_id").required().references("course_modules", "id", OnDelete::Cascade),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            text("title").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("summary").length(0, 500),
            text("kind").words::<LessonKind>().or(LessonKind::Text),
            text("body").length(0, 200_000).sanitized(sanitize::html),
            text("file_url").length(0, 2_000).check(Check::Address),
            // WebVTT, the source of the transcript.
            text("captions").length(0, 400_000),
            // Length of a recording, or reading time of a text or document.
            int("duration_seconds").or(0_i64).check(Check::Range(0, 86_400)),
            int("sort_order").or(0_i64),
            boolean("is_published").or(true),
            // True for the one lesson of a course that is open to visitors.
            boolean("is_sample").or(false),
            // Opens at this instant, or this number of days after the member began the course.
            timestamp("opens_at"),
            int("opens_after_days").or(0_i64).check(Check::Range(0, 3_650)),
            // Opens after that lesson is finished.
            uuid("requires_lesson_id").references("lessons", "id", OnDelete::SetNull),
            // The quiz's pass mark in percent, and its maximum number of attempts (0 is unlimited).
            int("pass_mark").or(70_i64).check(Check::Range(1, 100)),
            int("max_attempts").or(0_i64).check(Check::Range(0, 100)),
            boolean("is_shuffled").or(false),
            boolean("course_published").lookup("course_id", "courses", "is_published"),
            timestamp("course_visible_from").lookup("course_id", "courses", "visible_from"),
            text("file_key").derived_from(&["file_url"], |[address]| files::file_key(address)).unlisted(),
            // Lessons have no pictures of their own.
            text("thumbnail_key").derived(|_| Value::Null).unlisted(),
            // Findings of the server in the file. Empty until the present one is inspected.
            json("media").set_by(nobody()),
            // Number of changes: a form is saved only over the version it was opened with.
            int("revision").or(0_i64).set_by(nobody()),
            timestamp("created_at").now().set_by(nobody()),
            // Words of title, summary and captions, for `search_lessons` only.
            text("search_text").derived_from(&["title", "summary", "captions"], lesson_words).unlisted(),
        ])
        .index(["course_id", "sort_order"])
        .index(["module_id", "sort_order"])
        .index(["created_at desc", "id desc"])
        .index(["requires_lesson_id"])
        .index(["file_key"])
        .index(["thumbnail_key"])
        .file_addresses("contents")
        .file_addresses("courses")
        .read(
            is("course_published", true)
                .and(is("is_published", true))
                .and(is_shown("course_visible_from"))
                .or(admin()),
        )
        .mask(
            ["body", "file_url", "file_key", "captions", "media", "search_text"],
            is("is_sample", true).or(admin()),
        )
        .write(admin())
}

/// Reviews of a course, by members who have begun it.
pub fn course_reviews() -> Table {
    exposed("course_reviews", "What members say of courses.")
        .row_label("Avaliação de curso", Gender::Feminine)
        .columns([
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            int("rating").required().check(Check::Range(1, 5)),
            text("content").length(0, 2_000).sanitized(sanitize::trim),
            // True if visitors may read it, too, without the member's name.
            boolean("is_public").or(false),
            boolean("course_published").lookup("course_id", "courses", "is_published"),
            timestamp("course_visible_from").lookup("course_id", "courses", "visible_from"),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["course_id", "user_id"])
        .rows_per_person("user_id", 5_000)
        .index(["course_id", "updated_at desc"])
        .index(["user_id"])
        .personal()
        .read(
            is("course_published", true)
                .and(rule::member().or(is("is_public", true)))
                .or(owner("user_id"))
                .or(admin()),
        )
        .mask(["user_id"], rule::member().or(owner("user_id")).or(admin()))
        .insert(
            rule::has_access().and(rule::may_speak()).and(owner("user_id")).and(is("course_published", true)),
        )
        .update(rule::has_access().and(rule::may_speak()).and(owner("user_id")))
        .delete(owner("user_id").or(admin()))
}

/// Returns the text for the search of lessons: the folded words of title, summary and captions.
fn lesson_words([title, summary, captions]: [&str; 3]) -> String {
    let mut words = fold::words(title);
    words.extend(fold::words(summary));
    words.extend(words.clone().iter().map(|word| search::titled(word)));
    for line in captions::lines(captions) {
        words.extend(fold::words(&line.text));
    }
    words.join(" ")
}
