-- Codes go to telephones too.
ALTER TABLE one_time_tokens RENAME COLUMN email TO address;
DROP INDEX one_time_tokens_email_idx;
CREATE INDEX one_time_tokens_address_idx ON one_time_tokens (address);

-- A change of number that waits for both sides.
ALTER TABLE users ADD COLUMN new_phone plain_text;
ALTER TABLE users ADD COLUMN phone_change_sent_at plain_text;
ALTER TABLE users ADD COLUMN phone_change_proved plain_text
    CONSTRAINT users_phone_change_proved_check CHECK (phone_change_proved IN ('current', 'new'));
CREATE INDEX users_new_phone_idx ON users (new_phone);
