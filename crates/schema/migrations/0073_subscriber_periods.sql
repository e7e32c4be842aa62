-- What a charge pays for, beside the plan.
ALTER TABLE subscribers ADD COLUMN period plain_text
    CONSTRAINT subscribers_period_check CHECK (period IN ('month', 'year'));
UPDATE subscribers SET period = (
    SELECT s.period FROM payment_subscriptions s WHERE s.id = subscribers.subscription_id AND s.plan = subscribers.plan
);
