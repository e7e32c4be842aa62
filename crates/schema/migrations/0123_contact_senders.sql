-- Who was signed in when the message was sent: whose plan entitles to priority is found by it, or by a confirmed email.
ALTER TABLE contacts ADD COLUMN user_id plain_text CONSTRAINT contacts_user_id_fkey REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX contacts_user_id_idx ON contacts (user_id);
