-- Who opened the VIP group, and who was removed from it since.
CREATE TABLE vip_group_members (
    user_id plain_text NOT NULL,
    first_opened_at plain_text NOT NULL,
    last_opened_at plain_text NOT NULL,
    removed_at plain_text,
    removed_by plain_text,
    CONSTRAINT vip_group_members_pkey PRIMARY KEY (user_id),
    CONSTRAINT vip_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT vip_group_members_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX vip_group_members_removed_by_idx ON vip_group_members (removed_by);
CREATE INDEX vip_group_members_removed_at_idx ON vip_group_members (removed_at DESC);

-- Each time its address was given to somebody; the last ones of each person.
CREATE TABLE vip_group_openings (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    opened_at plain_text NOT NULL,
    CONSTRAINT vip_group_openings_pkey PRIMARY KEY (id),
    CONSTRAINT vip_group_openings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX vip_group_openings_user_id_opened_at_idx ON vip_group_openings (user_id, opened_at DESC);
