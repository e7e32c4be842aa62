-- A plan loses an entitlement from an announced instant on. Those who were members when it was announced have it until their
-- first renewal from then on.
ALTER TABLE plan_entitlements ADD COLUMN ends_at plain_text;
ALTER TABLE plan_entitlements ADD COLUMN announced_at plain_text;
ALTER TABLE plan_entitlements ADD COLUMN tells_members boolean NOT NULL DEFAULT false;
ALTER TABLE plan_entitlements ADD COLUMN notified_at plain_text;

-- When the running period began; empty until the provider is next asked, which counts as before every withdrawal.
ALTER TABLE subscribers ADD COLUMN current_period_start plain_text;
ALTER TABLE payment_subscriptions ADD COLUMN current_period_start plain_text;

DROP VIEW member_entitlements;
CREATE VIEW member_entitlements AS
    SELECT s.user_id, e.entitlement,
           CASE WHEN s.current_period_start >= e.ends_at AND s.access_until > e.ends_at THEN e.ends_at
                ELSE s.access_until END AS until
    FROM subscribers s JOIN plan_entitlements e ON e.plan = s.plan
    WHERE e.announced_at IS NULL OR coalesce(s.member_since, s.created_at) < e.announced_at;
