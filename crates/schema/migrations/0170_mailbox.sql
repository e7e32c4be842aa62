-- Places of the readers of the mailbox.
CREATE TABLE mail_positions (
    reader plain_text NOT NULL,
    mailbox plain_text NOT NULL,
    validity bigint NOT NULL,
    uid bigint NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT mail_positions_pkey PRIMARY KEY (reader)
);
