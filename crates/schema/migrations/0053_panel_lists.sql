-- The lists and figures of the panel: messages by state, charges of all members.
CREATE INDEX contacts_status_created_at_idx ON contacts (status, created_at DESC);
CREATE INDEX payment_invoices_created_at_id_idx ON payment_invoices (created_at DESC, id DESC);
CREATE INDEX payment_invoices_status_created_at_idx ON payment_invoices (status, created_at DESC);
