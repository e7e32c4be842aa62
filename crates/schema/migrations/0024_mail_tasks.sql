-- Messages on their way are tasks; the rows keep what was said and to whom.
INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, interruptions, due_at, happened_at, created_at,
    settled_at, error)
SELECT CASE WHEN kind = 'sms' THEN 'sms' WHEN queue = 'newsletter' THEN 'newsletter_emails' ELSE 'emails' END,
    id, subject, id, '', CASE WHEN state = 'sending' THEN 'running' ELSE 'pending' END, attempts, interruptions,
    next_at, created_at, created_at, NULL, last_error
FROM mail_messages WHERE state IN ('queued', 'sending');
UPDATE mail_messages SET state = 'queued' WHERE state = 'sending';
DROP INDEX mail_messages_queue_next_at_idx;
ALTER TABLE mail_messages DROP COLUMN attempts;
ALTER TABLE mail_messages DROP COLUMN interruptions;
ALTER TABLE mail_messages DROP COLUMN next_at;
