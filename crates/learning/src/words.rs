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

/// Form of a question's answer: one option, several, true or false, or a short text.
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

/// Kind of a certificate's subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CertificateKind {
    Course,
    Programme,
}
