-- Study plans of members.
CREATE TABLE study_plans (
    user_id plain_text NOT NULL,
    goal plain_text,
    course_ids jsonb NOT NULL DEFAULT '[]',
    weekly_minutes bigint NOT NULL DEFAULT 120,
    weekdays jsonb NOT NULL DEFAULT '[]',
    updated_at plain_text NOT NULL,
    CONSTRAINT study_plans_pkey PRIMARY KEY (user_id),
    CONSTRAINT study_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT study_plans_goal_check CHECK (length(goal) BETWEEN 0 AND 500),
    CONSTRAINT study_plans_weekly_minutes_check CHECK (weekly_minutes BETWEEN 15 AND 10080)
);

-- Results of the diagnosis.
CREATE TABLE diagnosis_results (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    scores jsonb NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT diagnosis_results_pkey PRIMARY KEY (id),
    CONSTRAINT diagnosis_results_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX diagnosis_results_user_id_created_at_idx ON diagnosis_results (user_id, created_at desc);

-- Personal invitations.
CREATE TABLE learning_invites (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT learning_invites_pkey PRIMARY KEY (id),
    CONSTRAINT learning_invites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX learning_invites_user_id_expires_at_idx ON learning_invites (user_id, expires_at desc);

-- Who came by an invitation.
CREATE TABLE learning_invite_uses (
    user_id plain_text NOT NULL,
    invite_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT learning_invite_uses_pkey PRIMARY KEY (user_id),
    CONSTRAINT learning_invite_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT learning_invite_uses_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES learning_invites (id) ON DELETE CASCADE
);
CREATE INDEX learning_invite_uses_invite_id_created_at_idx ON learning_invite_uses (invite_id, created_at);
