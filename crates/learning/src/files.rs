//! The bucket of recordings and documents of lessons.

use ateneu_base::{Caller, Timestamp};
use ateneu_db::{Error, Tx};
use ateneu_schema::{
    Bucket, FileRows, object_key,
    rule::{admin, is, nobody},
};
use ateneu_storage::FileFact;

use crate::rights::{self, Course};

/// Name of the bucket.
pub const BUCKET: &str = "courses";
/// Bucket of pictures in texts of lessons.
const PICTURES: &str = "contents";

/// Returns the bucket of files of lessons. A file is open to callers to whom one of its lessons is open at that moment.
pub fn bucket() -> Bucket {
    Bucket {
        id: BUCKET,
        // Public addresses give visitors only samples, by the rule.
        public: true,
        file_size_limit: 2 * 1024 * 1024 * 1024,
        allowed_mime_types: &["video/mp4", "audio/*", "application/pdf"],
        quota: None,
        rows: Some(FileRows { table: "lessons", file: "file_key", thumbnail: "thumbnail_key" }),
        facts: &[],
        read: is("in_open_lesson", true).or(admin()),
        cached: nobody(),
        picture_folder: None,
        list: admin(),
        insert: admin(),
        update: admin(),
        replace: nobody(),
        delete: admin(),
    }
}

/// Facts that open files of this bucket, and pictures of contents in courses and their lessons. They follow the rules
/// of `open_lesson`.
pub const FACTS: [FileFact; 2] = [
    FileFact {
        bucket: BUCKET,
        name: "in_open_lesson",
        holds: |tx, caller, key, now| {
            let sql = "SELECT id, course_id FROM lessons WHERE file_key = $1 ORDER BY course_id LIMIT 100";
            let lessons = tx.query_as(sql, &[key.into()])?;
            is_open_in_one(tx, caller, lessons, now)
        },
    },
    FileFact {
        bucket: PICTURES,
        name: "in_course",
        holds: |tx, caller, key, now| {
            let parameters = [PICTURES.into(), key.into()];
            let sql = "SELECT 1 AS found FROM file_uses JOIN courses ON courses.id = file_uses.row_id
                 WHERE file_uses.bucket_id = $1 AND file_uses.file_key = $2 AND file_uses.source = 'courses'
                   AND courses.is_published LIMIT 1";
            if tx.query_optional(sql, &parameters)?.is_some() {
                return Ok(true);
            }
            let sql = "SELECT lessons.id, lessons.course_id FROM file_uses JOIN lessons ON lessons.id = file_uses.row_id
                 WHERE file_uses.bucket_id = $1 AND file_uses.file_key = $2 AND file_uses.source = 'lessons'
                 ORDER BY lessons.course_id LIMIT 100";
            let lessons = tx.query_as(sql, &parameters)?;
            is_open_in_one(tx, caller, lessons, now)
        },
    },
];

/// Returns `true` if one of these lessons, each with its course, is published and open to the caller.
fn is_open_in_one(
    tx: &mut Tx<'_>,
    caller: &Caller,
    lessons: Vec<(String, String)>,
    now: Timestamp,
) -> Result<bool, Error> {
    let mut course: Option<Course> = None;
    for (lesson, course_id) in lessons {
        if course.as_ref().is_none_or(|course| course.id != course_id) {
            course = rights::course(tx, caller, &course_id, now)?;
        }
        let Some(course) = &course else { continue };
        let found = course.lessons.iter().find(|found| found.id == lesson);
        if found.is_some_and(|lesson| course.lock(lesson, now).is_none()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the key of the stored file at an address.
pub fn file_key(address: &str) -> Option<String> {
    object_key(BUCKET, address)
}
