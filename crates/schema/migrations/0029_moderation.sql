ALTER TABLE community_posts ADD COLUMN hidden_because plain_text CONSTRAINT community_posts_hidden_because_check CHECK (hidden_because IN ('newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff'));

ALTER TABLE community_comments ADD COLUMN hidden_because plain_text CONSTRAINT community_comments_hidden_because_check CHECK (hidden_because IN ('newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff'));

-- Reports about the community from people outside.
CREATE TABLE outside_reports (
    id plain_text NOT NULL,
    protocol plain_text,
    name plain_text NOT NULL,
    email plain_text NOT NULL,
    address plain_text NOT NULL,
    reason plain_text NOT NULL,
    message plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT outside_reports_pkey PRIMARY KEY (id),
    CONSTRAINT outside_reports_name_check CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT outside_reports_email_check CHECK (length(email) BETWEEN 3 AND 254),
    CONSTRAINT outside_reports_address_check CHECK (length(address) BETWEEN 1 AND 500),
    CONSTRAINT outside_reports_reason_check CHECK (reason IN ('ofensa', 'assedio', 'propaganda', 'dados_pessoais', 'direitos_autorais', 'conteudo_ilegal', 'outro')),
    CONSTRAINT outside_reports_message_check CHECK (length(message) BETWEEN 1 AND 5000)
);
CREATE INDEX outside_reports_created_at_idx ON outside_reports (created_at desc);

-- What moderators decide.
CREATE TABLE community_cases (
    id plain_text NOT NULL,
    kind plain_text NOT NULL,
    origin plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    profile_id plain_text,
    outside_id plain_text,
    subject_id plain_text,
    subject_is_admin boolean NOT NULL DEFAULT false,
    status plain_text NOT NULL DEFAULT 'open',
    reports_count bigint NOT NULL DEFAULT 0,
    claimed_by plain_text,
    claimed_until plain_text,
    opened_at plain_text NOT NULL,
    decided_at plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_cases_pkey PRIMARY KEY (id),
    CONSTRAINT community_cases_kind_check CHECK (kind IN ('post', 'comment', 'profile', 'outside')),
    CONSTRAINT community_cases_origin_check CHECK (origin IN ('reports', 'newcomer', 'words', 'links', 'review', 'fast', 'outside', 'staff')),
    CONSTRAINT community_cases_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_cases_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE,
    CONSTRAINT community_cases_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT community_cases_outside_id_fkey FOREIGN KEY (outside_id) REFERENCES outside_reports (id) ON DELETE SET NULL,
    CONSTRAINT community_cases_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT community_cases_status_check CHECK (status IN ('open', 'decided')),
    CONSTRAINT community_cases_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX community_cases_post_id_active_key ON community_cases (post_id) WHERE status = 'open' AND kind = 'post';
CREATE UNIQUE INDEX community_cases_comment_id_active_key ON community_cases (comment_id) WHERE status = 'open' AND kind = 'comment';
CREATE UNIQUE INDEX community_cases_profile_id_active_key ON community_cases (profile_id) WHERE status = 'open' AND kind = 'profile';
CREATE UNIQUE INDEX community_cases_outside_id_active_key ON community_cases (outside_id) WHERE status = 'open' AND kind = 'outside';
CREATE INDEX community_cases_status_reports_count_opened_at_idx ON community_cases (status, reports_count desc, opened_at);
CREATE INDEX community_cases_post_id_idx ON community_cases (post_id);
CREATE INDEX community_cases_comment_id_idx ON community_cases (comment_id);
CREATE INDEX community_cases_profile_id_idx ON community_cases (profile_id);
CREATE INDEX community_cases_outside_id_idx ON community_cases (outside_id);
CREATE INDEX community_cases_subject_id_idx ON community_cases (subject_id);
CREATE INDEX community_cases_claimed_by_idx ON community_cases (claimed_by);

-- Reports of members to the moderators.
CREATE TABLE community_reports (
    id plain_text NOT NULL,
    protocol plain_text NOT NULL,
    case_id plain_text NOT NULL,
    reporter_id plain_text,
    reason plain_text NOT NULL,
    details plain_text,
    counts boolean NOT NULL DEFAULT true,
    outcome plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_reports_pkey PRIMARY KEY (id),
    CONSTRAINT community_reports_protocol_key UNIQUE (protocol),
    CONSTRAINT community_reports_case_id_reporter_id_key UNIQUE (case_id, reporter_id),
    CONSTRAINT community_reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES community_cases (id) ON DELETE CASCADE,
    CONSTRAINT community_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT community_reports_reason_check CHECK (reason IN ('ofensa', 'assedio', 'propaganda', 'dados_pessoais', 'direitos_autorais', 'conteudo_ilegal', 'outro')),
    CONSTRAINT community_reports_details_check CHECK (length(details) BETWEEN 0 AND 2000),
    CONSTRAINT community_reports_outcome_check CHECK (outcome IN ('upheld', 'dismissed'))
);
CREATE INDEX community_reports_reporter_id_created_at_idx ON community_reports (reporter_id, created_at desc);

-- Decisions of moderators, and appeals against them.
CREATE TABLE community_decisions (
    id plain_text NOT NULL,
    case_id plain_text NOT NULL,
    subject_id plain_text,
    decision plain_text NOT NULL,
    until plain_text,
    reason plain_text,
    decided_by plain_text,
    decided_at plain_text NOT NULL,
    seconds bigint NOT NULL DEFAULT 0,
    hidden_before plain_text,
    informs_subject boolean NOT NULL DEFAULT true,
    is_effective boolean NOT NULL DEFAULT true,
    is_undone boolean NOT NULL DEFAULT false,
    appeal plain_text,
    appealed_at plain_text,
    appeal_outcome plain_text,
    appeal_reason plain_text,
    appeal_decided_by plain_text,
    appeal_decided_at plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_decisions_pkey PRIMARY KEY (id),
    CONSTRAINT community_decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES community_cases (id) ON DELETE CASCADE,
    CONSTRAINT community_decisions_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT community_decisions_decision_check CHECK (decision IN ('keep', 'hide', 'delete', 'warn', 'silence', 'ban')),
    CONSTRAINT community_decisions_reason_check CHECK (length(reason) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT community_decisions_hidden_before_check CHECK (hidden_before IN ('newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff')),
    CONSTRAINT community_decisions_appeal_check CHECK (length(appeal) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_appeal_outcome_check CHECK (appeal_outcome IN ('confirmed', 'overturned')),
    CONSTRAINT community_decisions_appeal_reason_check CHECK (length(appeal_reason) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX community_decisions_subject_id_decided_at_idx ON community_decisions (subject_id, decided_at desc);
CREATE INDEX community_decisions_case_id_decided_at_idx ON community_decisions (case_id, decided_at desc);
CREATE INDEX community_decisions_appeal_outcome_appealed_at_idx ON community_decisions (appeal_outcome, appealed_at);
CREATE INDEX community_decisions_decided_at_idx ON community_decisions (decided_at);
CREATE INDEX community_decisions_decided_by_idx ON community_decisions (decided_by);
CREATE INDEX community_decisions_appeal_decided_by_idx ON community_decisions (appeal_decided_by);

-- Members whom members blocked.
CREATE TABLE member_blocks (
    user_id plain_text NOT NULL,
    blocked_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT member_blocks_pkey PRIMARY KEY (user_id, blocked_id),
    CONSTRAINT member_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT member_blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX member_blocks_blocked_id_idx ON member_blocks (blocked_id);

-- Words whose use in the community needs approval.
CREATE TABLE moderation_words (
    word plain_text NOT NULL,
    created_by plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT moderation_words_pkey PRIMARY KEY (word),
    CONSTRAINT moderation_words_word_check CHECK (length(word) BETWEEN 2 AND 60),
    CONSTRAINT moderation_words_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX moderation_words_created_by_idx ON moderation_words (created_by);

-- What was hidden before was hidden by the staff.
UPDATE community_posts SET hidden_because = 'staff' WHERE is_hidden;
UPDATE community_comments SET hidden_because = 'staff' WHERE is_hidden;
