-- The source of the visit that led to a checkout, until its payment is counted.
ALTER TABLE payment_checkouts ADD COLUMN origin plain_text;
