-- Messages are searched blind to accents. Those there are keep theirs until they change: only the server folds them.
ALTER TABLE contacts ADD COLUMN search_text plain_text;
UPDATE contacts SET search_text = lower(name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message);

CREATE INDEX auth_logs_ip_address_created_at_idx ON auth_logs (ip_address, created_at desc);
CREATE INDEX payment_invoices_amount_id_idx ON payment_invoices (amount desc, id desc);
