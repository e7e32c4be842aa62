//! Words of columns.

use ateneu_schema::Words;

/// Level of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CourseLevel {
    #[word("Iniciante")]
    Beginner,
    #[word("Intermediário")]
    Intermediate,
    #[word("Avançado")]
    Advanced,
}

/// Kind of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum LessonKind {
    Video,
    Audio,
    Pdf,
    Text,
    Quiz,
}

/// Answer that a question asks for: one option, several, true or false, or a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum QuestionKind {
    Single,
    Multiple,
    Boolean,
    Text,
}

/// Way in which a lesson is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum FinishedBy {
    Played,
    Read,
    Quiz,
    Button,
}

/// Kind of what a certificate confirms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CertificateKind {
    Course,
    Programme,
}
