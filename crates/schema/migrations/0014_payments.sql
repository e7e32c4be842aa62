-- The subscription that counts says until when it grants access, and may be in a state nobody knew before: its check has
-- to go, and neither database takes one away from a column alike.
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
    CONSTRAINT subscribers_status_check CHECK (status IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused', 'unknown')),
    CONSTRAINT subscribers_closed_because_check CHECK (closed_because IN ('refunded', 'disputed', 'unpaid'))
);
INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, current_period_end, cancel_at_period_end,
                         customer_id, subscription_id, created_at, updated_at, access_until, access_reason)
SELECT id, user_id, email, subscribed, plan, status, current_period_end, cancel_at_period_end,
       customer_id, subscription_id, created_at, updated_at,
       CASE WHEN status IN ('active', 'trialing') AND NOT cancel_at_period_end
            THEN '9999-01-01T00:00:00.000000+00:00'
            WHEN status IN ('active', 'trialing', 'canceled', 'past_due') THEN current_period_end END,
       CASE WHEN status IN ('active', 'trialing') AND NOT cancel_at_period_end THEN 'paid'
            WHEN status IN ('active', 'trialing', 'canceled') THEN 'paid_until_end'
            WHEN status = 'past_due' THEN 'grace'
            WHEN status = 'incomplete' THEN 'first_payment_pending'
            WHEN status = 'incomplete_expired' THEN 'first_payment_missing'
            WHEN status = 'unpaid' THEN 'payment_failed'
            ELSE status END
FROM subscribers_kept;
DROP TABLE subscribers_kept;

-- Customers of the payment provider.
CREATE TABLE payment_customers (
    user_id plain_text NOT NULL,
    customer_id plain_text NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    refreshed_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT payment_customers_pkey PRIMARY KEY (user_id),
    CONSTRAINT payment_customers_customer_id_key UNIQUE (customer_id),
    CONSTRAINT payment_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX payment_customers_refreshed_at_idx ON payment_customers (refreshed_at);

-- Subscriptions, present and past.
CREATE TABLE payment_subscriptions (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    customer_id plain_text NOT NULL,
    plan plain_text,
    status plain_text NOT NULL,
    started_at plain_text NOT NULL,
    current_period_end plain_text,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    canceled_at plain_text,
    ended_at plain_text,
    cancellation_reason plain_text,
    past_due_since plain_text,
    refunded_at plain_text,
    disputed_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT payment_subscriptions_pkey PRIMARY KEY (id),
    CONSTRAINT payment_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX payment_subscriptions_user_id_idx ON payment_subscriptions (user_id);
CREATE INDEX payment_subscriptions_customer_id_idx ON payment_subscriptions (customer_id);

-- Charges and their receipts.
CREATE TABLE payment_invoices (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    subscription_id plain_text,
    number plain_text,
    status plain_text NOT NULL,
    amount bigint NOT NULL,
    currency plain_text NOT NULL,
    period_start plain_text,
    period_end plain_text,
    paid_at plain_text,
    hosted_url plain_text,
    pdf_url plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT payment_invoices_pkey PRIMARY KEY (id),
    CONSTRAINT payment_invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX payment_invoices_user_id_created_at_idx ON payment_invoices (user_id, created_at desc);

-- Payment pages asked for, and what became of them.
CREATE TABLE payment_checkouts (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    plan plain_text NOT NULL,
    state plain_text NOT NULL,
    session_id plain_text,
    url plain_text,
    expires_at plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT payment_checkouts_pkey PRIMARY KEY (id),
    CONSTRAINT payment_checkouts_session_id_key UNIQUE (session_id),
    CONSTRAINT payment_checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT payment_checkouts_plan_check CHECK (plan IN ('update', 'scale', 'professional')),
    CONSTRAINT payment_checkouts_state_check CHECK (state IN ('opening', 'open', 'completed', 'expired', 'failed'))
);
CREATE UNIQUE INDEX payment_checkouts_user_id_active_key ON payment_checkouts (user_id) WHERE state IN ('opening', 'open');
CREATE INDEX payment_checkouts_user_id_created_at_idx ON payment_checkouts (user_id, created_at desc);

-- Events of the payment provider.
CREATE TABLE payment_events (
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
    CONSTRAINT payment_events_pkey PRIMARY KEY (id),
    CONSTRAINT payment_events_state_check CHECK (state IN ('pending', 'done', 'ignored', 'failed'))
);
CREATE INDEX payment_events_next_at_idx ON payment_events (next_at);
CREATE INDEX payment_events_settled_at_idx ON payment_events (settled_at);

-- Customers, payment pages, subscriptions and invoices of the sandbox.
CREATE TABLE sandbox_objects (
    id plain_text NOT NULL,
    kind plain_text NOT NULL,
    customer_id plain_text,
    body plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT sandbox_objects_pkey PRIMARY KEY (id),
    CONSTRAINT sandbox_objects_kind_check CHECK (kind IN ('customer', 'checkout', 'portal', 'subscription', 'invoice', 'answer'))
);
CREATE INDEX sandbox_objects_customer_id_kind_idx ON sandbox_objects (customer_id, kind);

-- Events of the sandbox on their way to the house.
CREATE TABLE sandbox_events (
    id plain_text NOT NULL,
    payload plain_text NOT NULL,
    tries bigint NOT NULL DEFAULT 0,
    next_at plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT sandbox_events_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_events_next_at_idx ON sandbox_events (next_at);
