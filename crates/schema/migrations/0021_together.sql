-- Whom an event is about: events about one are taken up together.
ALTER TABLE payment_events ADD COLUMN about plain_text;
UPDATE payment_events SET about = id;
CREATE INDEX payment_events_about_idx ON payment_events (about);
ALTER TABLE hotmart_events ADD COLUMN about plain_text;
UPDATE hotmart_events SET about = id;
CREATE INDEX hotmart_events_about_idx ON hotmart_events (about);

-- What members did with their own membership.
CREATE TABLE membership_acts (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    act plain_text NOT NULL,
    created_at plain_text NOT NULL,
    done_at plain_text,
    CONSTRAINT membership_acts_pkey PRIMARY KEY (id),
    CONSTRAINT membership_acts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT membership_acts_act_check CHECK (act IN ('cancel', 'keep'))
);
CREATE INDEX membership_acts_user_id_created_at_idx ON membership_acts (user_id, created_at desc);
