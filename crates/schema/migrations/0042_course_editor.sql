-- What the server found in the file of a lesson, and how often the lesson was changed.
ALTER TABLE lessons ADD COLUMN media jsonb;
ALTER TABLE lessons ADD COLUMN revision bigint NOT NULL DEFAULT 0;
