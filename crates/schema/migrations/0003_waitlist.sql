-- People waiting for the management software.
CREATE TABLE waitlist_entries (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    email plain_text NOT NULL,
    company plain_text,
    size plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    notified_at plain_text,
    CONSTRAINT waitlist_entries_pkey PRIMARY KEY (id),
    CONSTRAINT waitlist_entries_email_key UNIQUE (email),
    CONSTRAINT waitlist_entries_name_check CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT waitlist_entries_email_check CHECK (length(email) BETWEEN 3 AND 254),
    CONSTRAINT waitlist_entries_company_check CHECK (length(company) BETWEEN 0 AND 200),
    CONSTRAINT waitlist_entries_size_check CHECK (size IN ('Até 9', '10 a 49', '50 a 200', 'Mais de 200'))
);
CREATE INDEX waitlist_entries_created_at_idx ON waitlist_entries (created_at desc);
CREATE INDEX waitlist_entries_notified_at_idx ON waitlist_entries (notified_at);
