-- Visits by where they came from, per day.
CREATE TABLE visit_sources (
    day plain_text NOT NULL,
    kind plain_text NOT NULL,
    source plain_text NOT NULL,
    what plain_text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT visit_sources_pkey PRIMARY KEY (day, kind, source, what)
);
