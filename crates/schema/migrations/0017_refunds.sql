-- Receipts say of which plan they are and whether their money was given back.
ALTER TABLE payment_invoices ADD COLUMN plan plain_text;
ALTER TABLE payment_invoices ADD COLUMN refunded_at plain_text;
UPDATE payment_invoices SET plan = (SELECT plan FROM payment_subscriptions s WHERE s.id = payment_invoices.subscription_id);

-- Subscriptions given back for their money.
CREATE TABLE payment_refunds (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    subscription_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'begun',
    amount bigint NOT NULL,
    tries bigint NOT NULL DEFAULT 0,
    next_at plain_text,
    error plain_text,
    created_at plain_text NOT NULL,
    settled_at plain_text,
    CONSTRAINT payment_refunds_pkey PRIMARY KEY (id),
    CONSTRAINT payment_refunds_subscription_id_key UNIQUE (subscription_id),
    CONSTRAINT payment_refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT payment_refunds_kind_check CHECK (kind IN ('withdrawal', 'guarantee', 'office')),
    CONSTRAINT payment_refunds_state_check CHECK (state IN ('begun', 'done', 'by_hand'))
);
CREATE INDEX payment_refunds_user_id_created_at_idx ON payment_refunds (user_id, created_at desc);
CREATE INDEX payment_refunds_next_at_idx ON payment_refunds (next_at);
