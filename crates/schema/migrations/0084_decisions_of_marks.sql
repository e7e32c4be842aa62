-- Decisions that close a post to comments, and that remove the picture of a profile.

-- @postgres
ALTER TABLE community_decisions DROP CONSTRAINT community_decisions_decision_check;
ALTER TABLE community_decisions ADD CONSTRAINT community_decisions_decision_check
    CHECK (decision IN ('keep', 'hide', 'delete', 'lock', 'picture', 'warn', 'silence', 'ban'));

-- @sqlite
CREATE TABLE community_decisions_new (
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
    CONSTRAINT community_decisions_decision_check CHECK (decision IN ('keep', 'hide', 'delete', 'lock', 'picture', 'warn', 'silence', 'ban')),
    CONSTRAINT community_decisions_reason_check CHECK (length(reason) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT community_decisions_hidden_before_check CHECK (hidden_before IN ('newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff')),
    CONSTRAINT community_decisions_appeal_check CHECK (length(appeal) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_appeal_outcome_check CHECK (appeal_outcome IN ('confirmed', 'overturned')),
    CONSTRAINT community_decisions_appeal_reason_check CHECK (length(appeal_reason) BETWEEN 0 AND 2000),
    CONSTRAINT community_decisions_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO community_decisions_new (
    id, case_id, subject_id, decision, until, reason, decided_by, decided_at, seconds, hidden_before,
    informs_subject, is_effective, is_undone, appeal, appealed_at, appeal_outcome, appeal_reason,
    appeal_decided_by, appeal_decided_at, updated_at)
SELECT id, case_id, subject_id, decision, until, reason, decided_by, decided_at, seconds, hidden_before,
    informs_subject, is_effective, is_undone, appeal, appealed_at, appeal_outcome, appeal_reason,
    appeal_decided_by, appeal_decided_at, updated_at FROM community_decisions;
DROP TABLE community_decisions;
ALTER TABLE community_decisions_new RENAME TO community_decisions;
CREATE INDEX community_decisions_subject_id_decided_at_idx ON community_decisions (subject_id, decided_at desc);
CREATE INDEX community_decisions_case_id_decided_at_idx ON community_decisions (case_id, decided_at desc);
CREATE INDEX community_decisions_appeal_outcome_appealed_at_idx ON community_decisions (appeal_outcome, appealed_at);
CREATE INDEX community_decisions_decided_at_idx ON community_decisions (decided_at);
CREATE INDEX community_decisions_decided_by_idx ON community_decisions (decided_by);
CREATE INDEX community_decisions_appeal_decided_by_idx ON community_decisions (appeal_decided_by);
