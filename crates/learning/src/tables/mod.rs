//! The tables of this crate.

mod certificates;
mod courses;
mod personal;
mod programmes;
mod progress;
mod quizzes;
mod studies;

use ateneu_schema::Table;

pub fn tables() -> Vec<Table> {
    vec![
        courses::courses(),
        courses::course_modules(),
        courses::lessons(),
        courses::course_reviews(),
        quizzes::quiz_questions(),
        quizzes::quiz_attempts(),
        programmes::programmes(),
        programmes::programme_courses(),
        programmes::programme_members(),
        progress::course_members(),
        progress::lesson_progress(),
        progress::learning_clocks(),
        progress::learning_days(),
        progress::learning_points(),
        personal::favorites(),
        personal::lesson_notes(),
        personal::learning_settings(),
        studies::study_plans(),
        studies::study_reminders(),
        studies::diagnosis_results(),
        studies::learning_invites(),
        studies::learning_invite_uses(),
        certificates::certificates(),
        certificates::credential_statuses(),
        certificates::credential_keys(),
    ]
}
