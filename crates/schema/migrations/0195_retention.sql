-- Receipts outlive their person's account, without naming it. Indexes by which old rows are found.

CREATE INDEX contacts_updated_at_idx ON contacts (updated_at);
CREATE INDEX newsletter_subscriptions_is_active_updated_at_idx ON newsletter_subscriptions (is_active, updated_at);

-- @postgres
ALTER TABLE payment_invoices ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE payment_invoices DROP CONSTRAINT payment_invoices_user_id_fkey;
ALTER TABLE payment_invoices ADD CONSTRAINT payment_invoices_user_id_fkey
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL;

-- @sqlite
CREATE TABLE payment_invoices_new (
    id plain_text NOT NULL,
    user_id plain_text,
    subscription_id plain_text,
    price_id plain_text,
    plan plain_text,
    period plain_text,
    number plain_text,
    tax_id plain_text,
    status plain_text NOT NULL,
    amount bigint NOT NULL,
    currency plain_text NOT NULL,
    period_start plain_text,
    period_end plain_text,
    paid_at plain_text,
    failed_at plain_text,
    refunded_at plain_text,
    refunded_amount bigint NOT NULL DEFAULT 0,
    hosted_url plain_text,
    pdf_url plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT payment_invoices_pkey PRIMARY KEY (id),
    CONSTRAINT payment_invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT payment_invoices_period_check CHECK (period IN ('month', 'year'))
);
INSERT INTO payment_invoices_new (
    id, user_id, subscription_id, price_id, plan, period, number, tax_id, status, amount, currency, period_start,
    period_end, paid_at, failed_at, refunded_at, refunded_amount, hosted_url, pdf_url, created_at, updated_at)
SELECT id, user_id, subscription_id, price_id, plan, period, number, tax_id, status, amount, currency, period_start,
    period_end, paid_at, failed_at, refunded_at, refunded_amount, hosted_url, pdf_url, created_at, updated_at
FROM payment_invoices;
DROP TABLE payment_invoices;
ALTER TABLE payment_invoices_new RENAME TO payment_invoices;
CREATE INDEX payment_invoices_user_id_created_at_idx ON payment_invoices (user_id, created_at desc);
CREATE INDEX payment_invoices_created_at_id_idx ON payment_invoices (created_at desc, id desc);
CREATE INDEX payment_invoices_status_created_at_idx ON payment_invoices (status, created_at desc);
CREATE INDEX payment_invoices_amount_id_idx ON payment_invoices (amount desc, id desc);
CREATE INDEX payment_invoices_paid_at_idx ON payment_invoices (paid_at);
CREATE INDEX payment_invoices_failed_at_idx ON payment_invoices (failed_at);
CREATE INDEX payment_invoices_price_id_idx ON payment_invoices (price_id);
