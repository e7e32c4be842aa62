-- Certificates of courses and programmes.
CREATE TABLE certificates (
    id plain_text NOT NULL,
    code plain_text NOT NULL,
    user_id plain_text,
    erased_with plain_text,
    kind plain_text NOT NULL,
    course_id plain_text,
    programme_id plain_text,
    title plain_text NOT NULL,
    holder_name plain_text NOT NULL,
    former_names jsonb,
    minutes bigint NOT NULL DEFAULT 0,
    first_at plain_text NOT NULL,
    last_at plain_text NOT NULL,
    lesson_titles jsonb NOT NULL DEFAULT '[]',
    issued_at plain_text NOT NULL,
    reissued_at plain_text,
    shows_name boolean NOT NULL DEFAULT false,
    shows_lessons boolean NOT NULL DEFAULT false,
    status_index bigint NOT NULL,
    revoked_at plain_text,
    revoked_reason plain_text,
    CONSTRAINT certificates_pkey PRIMARY KEY (id),
    CONSTRAINT certificates_code_key UNIQUE (code),
    CONSTRAINT certificates_user_id_course_id_key UNIQUE (user_id, course_id),
    CONSTRAINT certificates_user_id_programme_id_key UNIQUE (user_id, programme_id),
    CONSTRAINT certificates_code_check CHECK (length(code) BETWEEN 14 AND 14),
    CONSTRAINT certificates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT certificates_erased_with_fkey FOREIGN KEY (erased_with) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT certificates_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE SET NULL,
    CONSTRAINT certificates_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes (id) ON DELETE SET NULL,
    CONSTRAINT certificates_kind_check CHECK (kind IN ('course', 'programme')),
    CONSTRAINT certificates_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT certificates_holder_name_check CHECK (length(holder_name) BETWEEN 2 AND 120),
    CONSTRAINT certificates_minutes_check CHECK (minutes BETWEEN 0 AND 1000000),
    CONSTRAINT certificates_revoked_reason_check CHECK (length(revoked_reason) BETWEEN 1 AND 500)
);
CREATE INDEX certificates_user_id_issued_at_idx ON certificates (user_id, issued_at desc);
CREATE INDEX certificates_erased_with_idx ON certificates (erased_with);
CREATE INDEX certificates_course_id_idx ON certificates (course_id);
CREATE INDEX certificates_programme_id_idx ON certificates (programme_id);
CREATE INDEX certificates_issued_at_id_idx ON certificates (issued_at desc, id);

-- Places of credentials in the status lists.
CREATE TABLE credential_statuses (
    status_index bigint NOT NULL,
    certificate_id plain_text,
    revoked_at plain_text,
    CONSTRAINT credential_statuses_pkey PRIMARY KEY (status_index),
    CONSTRAINT credential_statuses_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates (id) ON DELETE SET NULL
);
CREATE INDEX credential_statuses_certificate_id_idx ON credential_statuses (certificate_id);

-- Keys that sign credentials.
CREATE TABLE credential_keys (
    kid plain_text NOT NULL,
    private_key plain_text NOT NULL,
    public_jwk jsonb,
    created_at plain_text NOT NULL,
    retired_at plain_text,
    CONSTRAINT credential_keys_pkey PRIMARY KEY (kid)
);
