-- Members are listed by the date that is shown: the start of their first subscription.
ALTER TABLE subscribers ADD COLUMN member_since plain_text;
UPDATE subscribers SET member_since = (
    SELECT min(s.started_at) FROM payment_subscriptions s
    WHERE s.user_id = subscribers.user_id AND s.status NOT IN ('incomplete', 'incomplete_expired'));
CREATE INDEX subscribers_member_since_id_idx ON subscribers (member_since, id);
