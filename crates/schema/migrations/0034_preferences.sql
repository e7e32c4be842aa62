-- How members use the community.
CREATE TABLE member_preferences (
    user_id plain_text NOT NULL,
    single_keys boolean NOT NULL DEFAULT true,
    shows_presence boolean NOT NULL DEFAULT true,
    updated_at plain_text NOT NULL,
    CONSTRAINT member_preferences_pkey PRIMARY KEY (user_id),
    CONSTRAINT member_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
