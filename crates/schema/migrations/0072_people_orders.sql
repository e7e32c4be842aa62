-- The orders of the lists of people and members, from indexes. What an index holds is bounded.
UPDATE users SET search_text = substr(search_text, 1, 500) WHERE length(search_text) > 500;
CREATE INDEX users_created_at_id_deleted_at_idx ON users (created_at desc, id desc, deleted_at);
DROP INDEX users_created_at_id_idx;
CREATE INDEX users_search_text_id_idx ON users (search_text, id);
CREATE INDEX users_last_sign_in_at_id_idx ON users (last_sign_in_at, id);
CREATE INDEX member_profiles_search_text_user_id_idx ON member_profiles (search_text, user_id);
DROP INDEX member_profiles_search_text_idx;
CREATE INDEX subscribers_access_until_id_idx ON subscribers (access_until, id);
DROP INDEX subscribers_access_until_idx;
CREATE INDEX subscribers_current_period_end_id_idx ON subscribers (current_period_end, id);
