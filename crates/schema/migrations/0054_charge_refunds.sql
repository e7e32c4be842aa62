ALTER TABLE payment_invoices ADD COLUMN refunded_amount bigint NOT NULL DEFAULT 0;

-- Parts of charges given back.
CREATE TABLE payment_charge_refunds (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    invoice_id plain_text NOT NULL,
    amount bigint NOT NULL,
    state plain_text NOT NULL DEFAULT 'begun',
    created_at plain_text NOT NULL,
    settled_at plain_text,
    CONSTRAINT payment_charge_refunds_pkey PRIMARY KEY (id),
    CONSTRAINT payment_charge_refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT payment_charge_refunds_state_check CHECK (state IN ('begun', 'done', 'by_hand'))
);
CREATE INDEX payment_charge_refunds_user_id_idx ON payment_charge_refunds (user_id);
CREATE INDEX payment_charge_refunds_invoice_id_idx ON payment_charge_refunds (invoice_id);
CREATE INDEX payment_charge_refunds_state_created_at_idx ON payment_charge_refunds (state, created_at);
