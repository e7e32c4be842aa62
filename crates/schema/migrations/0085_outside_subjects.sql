-- Whom a report from outside concerns: that person does not read it.
ALTER TABLE outside_reports ADD COLUMN subject_id plain_text CONSTRAINT outside_reports_subject_id_fkey REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE outside_reports ADD COLUMN subject_is_admin boolean NOT NULL DEFAULT false;
CREATE INDEX outside_reports_subject_id_idx ON outside_reports (subject_id);
UPDATE outside_reports SET
    subject_id = (SELECT own.subject_id FROM community_cases own WHERE own.outside_id = outside_reports.id LIMIT 1),
    subject_is_admin = coalesce(
        (SELECT own.subject_is_admin FROM community_cases own WHERE own.outside_id = outside_reports.id LIMIT 1), false);
