-- Version of a campaign's draft, and complaints at which it last stopped.
ALTER TABLE campaigns ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE campaign_counts ADD COLUMN complaints_answered bigint NOT NULL DEFAULT 0;

-- Complaints among the reasons of pauses.
-- @postgres
ALTER TABLE campaigns DROP CONSTRAINT campaigns_pause_check;
ALTER TABLE campaigns ADD CONSTRAINT campaigns_pause_check CHECK (pause IN ('errors', 'complaints', 'overdue', 'copied', 'no_letter', 'for_members', 'unknown_field', 'field_without_default', 'too_long', 'no_recipients'));

-- @sqlite
ALTER TABLE campaigns RENAME COLUMN pause TO former_pause;
ALTER TABLE campaigns ADD COLUMN pause plain_text CONSTRAINT campaigns_pause_check CHECK (pause IN ('errors', 'complaints', 'overdue', 'copied', 'no_letter', 'for_members', 'unknown_field', 'field_without_default', 'too_long', 'no_recipients'));
UPDATE campaigns SET pause = former_pause;
ALTER TABLE campaigns DROP COLUMN former_pause;
