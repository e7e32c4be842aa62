-- Subscriptions say what the next charge takes and which card it is taken from.
ALTER TABLE payment_subscriptions ADD COLUMN next_amount bigint;
ALTER TABLE payment_subscriptions ADD COLUMN card_brand plain_text;
ALTER TABLE payment_subscriptions ADD COLUMN card_last_four plain_text;
