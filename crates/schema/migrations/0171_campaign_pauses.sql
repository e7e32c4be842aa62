-- Reasons of pauses as words, and the place of the database at the owner's last decision.
ALTER TABLE campaigns ADD COLUMN pause plain_text CONSTRAINT campaigns_pause_check CHECK (pause IN ('errors', 'overdue', 'copied', 'no_letter', 'for_members', 'unknown_field', 'field_without_default', 'too_long', 'no_recipients'));

ALTER TABLE campaigns ADD COLUMN place plain_text;

UPDATE campaigns SET pause = 'errors' WHERE state = 'paused' AND pause_reason IS NOT NULL;

UPDATE campaigns SET pause = 'overdue', pause_reason = NULL WHERE state = 'asking';

UPDATE campaigns SET pause_reason = NULL WHERE pause IS NULL;
