//! Uses of files in the media library. The names of rows come from their crates.

use std::collections::BTreeMap;

use ateneu_db::{Error as DbError, Tx};
use ateneu_storage::{FileUse, LibraryFile};
use schemars::JsonSchema;
use serde::Serialize;

/// Kind of row that uses a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum HolderKind {
    Content,
    Course,
    Lesson,
}

/// Part of the row that holds the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MediaPart {
    Cover,
    File,
    Text,
}

/// A content, course or lesson that uses a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct MediaUse {
    kind: HolderKind,
    id: String,
    /// Title. Empty if it has none yet, or the caller may not read it.
    title: String,
    /// Course of a lesson.
    course: Option<CourseOfLesson>,
    is_published: bool,
    is_trashed: bool,
    /// True if the caller may open its editor.
    may_open: bool,
    /// Parts that hold the file, as saved.
    parts: Vec<MediaPart>,
    /// True if unsaved changes use it.
    in_draft: bool,
    /// Number of earlier versions that use it.
    revisions: i64,
}

#[derive(Clone, Serialize, JsonSchema)]
struct CourseOfLesson {
    id: String,
    title: String,
}

#[derive(Clone, Default)]
struct Name {
    title: String,
    course: Option<CourseOfLesson>,
    is_published: bool,
    is_trashed: bool,
}

/// Names of the rows that use some files.
pub(super) struct Names {
    /// True for administrators. Others read only the names of published courses.
    is_admin: bool,
    names: BTreeMap<(HolderKind, String), Name>,
}

impl Names {
    /// Reads the names of all rows that use these files.
    pub(super) fn of(tx: &mut Tx<'_>, files: &[LibraryFile], is_admin: bool) -> Result<Self, DbError> {
        let holders = |kind: HolderKind| {
            let of_kind = files.iter().flat_map(|file| &file.uses).filter(|found| kind_of(found) == kind);
            let mut ids: Vec<String> = of_kind.map(|found| found.holder_id.clone()).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let mut names = BTreeMap::new();
        for content in ateneu_publishing::content_names(tx, &holders(HolderKind::Content))? {
            let name = Name {
                title: content.title,
                course: None,
                is_published: content.is_published,
                is_trashed: content.is_trashed,
            };
            names.insert((HolderKind::Content, content.id), name);
        }
        for course in ateneu_learning::course_names(tx, &holders(HolderKind::Course))? {
            let name = Name { title: course.title, is_published: course.is_published, ..Name::default() };
            names.insert((HolderKind::Course, course.id), name);
        }
        for lesson in ateneu_learning::lesson_names(tx, &holders(HolderKind::Lesson))? {
            let name = Name {
                title: lesson.title,
                course: Some(CourseOfLesson { id: lesson.course_id, title: lesson.course_title }),
                is_published: lesson.is_published,
                is_trashed: false,
            };
            names.insert((HolderKind::Lesson, lesson.id), name);
        }
        Ok(Self { is_admin, names })
    }

    /// Returns the name if the caller may read it, else an empty one.
    fn name(&self, holder: &(HolderKind, String)) -> Name {
        let name = self.names.get(holder).cloned().unwrap_or_default();
        if self.may_open(holder.0) || name.is_published { name } else { Name::default() }
    }

    fn may_open(&self, kind: HolderKind) -> bool {
        self.is_admin || kind == HolderKind::Content
    }

    /// Returns one entry for each content, course or lesson.
    pub(super) fn uses(&self, found: &[FileUse]) -> Vec<MediaUse> {
        let mut uses: BTreeMap<(HolderKind, String), MediaUse> = BTreeMap::new();
        for one in found {
            let holder = (kind_of(one), one.holder_id.clone());
            let (kind, id) = holder.clone();
            let entry = uses.entry(holder).or_insert_with_key(|holder| {
                let Name { title, course, is_published, is_trashed } = self.name(holder);
                MediaUse {
                    kind,
                    id,
                    title,
                    course,
                    is_published,
                    is_trashed,
                    may_open: self.may_open(kind),
                    parts: Vec::new(),
                    in_draft: false,
                    revisions: 0,
                }
            });
            match one.source.as_str() {
                "content_drafts" => entry.in_draft = true,
                // A version that changed both cover and text counts twice, so this is the minimum.
                "content_revisions" => entry.revisions = entry.revisions.max(one.rows),
                _ => {
                    let part = match one.part.as_str() {
                        "cover" => MediaPart::Cover,
                        "file" => MediaPart::File,
                        _ => MediaPart::Text,
                    };
                    if !entry.parts.contains(&part) {
                        entry.parts.push(part);
                    }
                }
            }
        }
        uses.into_values().collect()
    }
}

fn kind_of(found: &FileUse) -> HolderKind {
    match found.source.as_str() {
        "courses" => HolderKind::Course,
        "lessons" => HolderKind::Lesson,
        _ => HolderKind::Content,
    }
}
