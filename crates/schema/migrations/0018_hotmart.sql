-- Access to the external courses follows the platform's answers or an administrator's hand.
ALTER TABLE hotmart_access ADD COLUMN source plain_text NOT NULL DEFAULT 'manual'
    CONSTRAINT hotmart_access_source_check CHECK (source IN ('manual', 'hotmart'));
ALTER TABLE hotmart_access ADD COLUMN checked_at plain_text;
CREATE INDEX hotmart_access_active_source_checked_at_idx ON hotmart_access (active, source, checked_at);

-- What the platform told, each event once.
CREATE TABLE hotmart_events (
    id plain_text NOT NULL,
    kind plain_text NOT NULL,
    happened_at plain_text NOT NULL,
    payload plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'pending',
    tries bigint NOT NULL DEFAULT 0,
    next_at plain_text,
    error plain_text,
    created_at plain_text NOT NULL,
    settled_at plain_text,
    CONSTRAINT hotmart_events_pkey PRIMARY KEY (id),
    CONSTRAINT hotmart_events_state_check CHECK (state IN ('pending', 'done', 'ignored', 'failed'))
);
CREATE INDEX hotmart_events_next_at_idx ON hotmart_events (next_at);
CREATE INDEX hotmart_events_settled_at_idx ON hotmart_events (settled_at);
