ALTER TABLE community_drafts ADD COLUMN created_at plain_text NOT NULL DEFAULT '';
UPDATE community_drafts SET created_at = updated_at;
