-- Subscriptions remember the provider's id of their price, by which one of our prices is recognised when its lookup key
-- has moved to a newer one.
ALTER TABLE payment_subscriptions ADD COLUMN price_id plain_text;
CREATE INDEX payment_subscriptions_price_id_idx ON payment_subscriptions (price_id);
