-- Whoever was given access without a charge has a state of its own: the check of states is written anew.
CREATE TABLE subscribers_kept AS SELECT * FROM subscribers;
DROP TABLE subscribers;
-- Paid memberships.
CREATE TABLE subscribers (
    id plain_text NOT NULL,
    user_id plain_text,
    email plain_text NOT NULL,
    subscribed boolean NOT NULL DEFAULT false,
    plan plain_text,
    status plain_text NOT NULL,
    current_period_end plain_text,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    customer_id plain_text,
    subscription_id plain_text,
    past_due_since plain_text,
    closed_because plain_text,
    courtesy_until plain_text,
    access_until plain_text,
    access_reason plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT subscribers_pkey PRIMARY KEY (id),
    CONSTRAINT subscribers_user_id_key UNIQUE (user_id),
    CONSTRAINT subscribers_email_key UNIQUE (email),
    CONSTRAINT subscribers_subscription_id_key UNIQUE (subscription_id),
    CONSTRAINT subscribers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT subscribers_plan_check CHECK (plan IN ('update', 'scale', 'professional')),
    CONSTRAINT subscribers_status_check CHECK (status IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused', 'courtesy', 'unknown')),
    CONSTRAINT subscribers_closed_because_check CHECK (closed_because IN ('refunded', 'disputed', 'unpaid'))
);
INSERT INTO subscribers (
    id, user_id, email, subscribed, plan, status, current_period_end, cancel_at_period_end,
    customer_id, subscription_id, past_due_since, closed_because, access_until, access_reason, created_at, updated_at
) SELECT
    id, user_id, email, subscribed, plan, status, current_period_end, cancel_at_period_end,
    customer_id, subscription_id, past_due_since, closed_because, access_until, access_reason, created_at, updated_at
FROM subscribers_kept;
DROP TABLE subscribers_kept;
CREATE INDEX subscribers_created_at_id_idx ON subscribers (created_at desc, id desc);
CREATE INDEX subscribers_access_until_idx ON subscribers (access_until);

-- Months given without a charge.
CREATE TABLE payment_courtesies (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    plan plain_text NOT NULL,
    months bigint NOT NULL,
    reason plain_text NOT NULL,
    starts_at plain_text NOT NULL,
    ends_at plain_text NOT NULL,
    revoked_at plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT payment_courtesies_pkey PRIMARY KEY (id),
    CONSTRAINT payment_courtesies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT payment_courtesies_plan_check CHECK (plan IN ('update', 'scale', 'professional'))
);
CREATE INDEX payment_courtesies_user_id_ends_at_idx ON payment_courtesies (user_id, ends_at desc);

-- What came in, what failed, who came and who left, month by month.
ALTER TABLE payment_invoices ADD COLUMN failed_at plain_text;
CREATE INDEX payment_invoices_paid_at_idx ON payment_invoices (paid_at);
CREATE INDEX payment_invoices_failed_at_idx ON payment_invoices (failed_at);
CREATE INDEX payment_subscriptions_started_at_idx ON payment_subscriptions (started_at);
CREATE INDEX payment_subscriptions_ended_at_idx ON payment_subscriptions (ended_at);
