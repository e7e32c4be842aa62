-- Members are found by the beginning of their names.
CREATE INDEX member_profiles_search_text_idx ON member_profiles (search_text);
