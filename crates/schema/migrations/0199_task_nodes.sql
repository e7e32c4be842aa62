ALTER TABLE tasks ADD COLUMN node bigint;
