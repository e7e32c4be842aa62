-- What the search of people looks through. Names with accents are found once their row is written again.
ALTER TABLE users ADD COLUMN search_text plain_text;
UPDATE users SET search_text = lower(coalesce(email, '') || ' ' || coalesce(phone, ''));
ALTER TABLE member_profiles ADD COLUMN search_text plain_text;
UPDATE member_profiles SET search_text = lower(display_name);

-- People are listed newest first.
DROP INDEX users_created_at_idx;
CREATE INDEX users_created_at_id_idx ON users (created_at desc, id desc);

-- The audit trail is filtered by what was acted on and by what was done.
CREATE INDEX audit_log_subject_created_at_idx ON audit_log (subject, created_at desc);
CREATE INDEX audit_log_action_created_at_idx ON audit_log (action, created_at desc);
