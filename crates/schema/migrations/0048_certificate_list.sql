-- The panel's list of certificates: of a course, and by state.
DROP INDEX certificates_course_id_idx;
CREATE INDEX certificates_course_id_issued_at_idx ON certificates (course_id, issued_at desc);
CREATE INDEX certificates_revoked_at_issued_at_idx ON certificates (revoked_at, issued_at desc);
