-- What a charge pays for. Everything that was sold before was sold by the month.
ALTER TABLE payment_subscriptions ADD COLUMN period plain_text
    CONSTRAINT payment_subscriptions_period_check CHECK (period IN ('month', 'year'));
UPDATE payment_subscriptions SET period = 'month' WHERE plan IS NOT NULL;
ALTER TABLE payment_invoices ADD COLUMN period plain_text
    CONSTRAINT payment_invoices_period_check CHECK (period IN ('month', 'year'));
UPDATE payment_invoices SET period = 'month' WHERE plan IS NOT NULL;
ALTER TABLE payment_checkouts ADD COLUMN period plain_text NOT NULL DEFAULT 'month'
    CONSTRAINT payment_checkouts_period_check CHECK (period IN ('month', 'year'));
