-- The CPF or CNPJ a receipt is made out to.
ALTER TABLE payment_invoices ADD COLUMN tax_id plain_text;
