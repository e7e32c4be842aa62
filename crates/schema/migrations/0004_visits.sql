-- Views of each public page, per day.
CREATE TABLE page_views (
    day plain_text NOT NULL,
    path plain_text NOT NULL,
    views bigint NOT NULL,
    CONSTRAINT page_views_pkey PRIMARY KEY (day, path),
    CONSTRAINT page_views_day_check CHECK (length(day) BETWEEN 10 AND 10),
    CONSTRAINT page_views_path_check CHECK (length(path) BETWEEN 1 AND 200)
);

-- Declared clicks, per day.
CREATE TABLE analytics_events (
    day plain_text NOT NULL,
    category plain_text NOT NULL,
    label plain_text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT analytics_events_pkey PRIMARY KEY (day, category, label),
    CONSTRAINT analytics_events_day_check CHECK (length(day) BETWEEN 10 AND 10),
    CONSTRAINT analytics_events_category_check CHECK (length(category) BETWEEN 1 AND 40),
    CONSTRAINT analytics_events_label_check CHECK (length(label) BETWEEN 1 AND 40)
);
