-- The provider's id of the price an invoice charges: by it a charge is told from those of other products, whatever its
-- subscription is to by now.
ALTER TABLE payment_invoices ADD COLUMN price_id plain_text;
CREATE INDEX payment_invoices_price_id_idx ON payment_invoices (price_id);
