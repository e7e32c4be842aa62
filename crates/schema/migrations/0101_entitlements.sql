-- What each plan entitles to, as the file of the plans says. Written when the server starts and when the file changes.
CREATE TABLE plan_entitlements (
    plan plain_text NOT NULL,
    entitlement plain_text NOT NULL,
    CONSTRAINT plan_entitlements_pkey PRIMARY KEY (plan, entitlement)
);

-- What each member is entitled to, and until when.
CREATE VIEW member_entitlements AS
    SELECT s.user_id, e.entitlement, s.access_until AS until
    FROM subscribers s JOIN plan_entitlements e ON e.plan = s.plan;

-- What opens a content, and from when others than holders of early access see it. What exists stays open to every plan.
ALTER TABLE contents ADD COLUMN entitlement plain_text NOT NULL DEFAULT 'updates'
    CONSTRAINT contents_entitlement_check CHECK (entitlement IN (
        'articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates',
        'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'));
ALTER TABLE contents ADD COLUMN visible_from plain_text;
CREATE INDEX contents_visible_from_idx ON contents (visible_from);

-- The same of a course, in the place of its list of plans: the entitlement of the simplest of them.
ALTER TABLE courses ADD COLUMN entitlement plain_text NOT NULL DEFAULT 'courses'
    CONSTRAINT courses_entitlement_check CHECK (entitlement IN (
        'articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates',
        'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'));
ALTER TABLE courses ADD COLUMN visible_from plain_text;
UPDATE courses SET entitlement = CASE
    WHEN CAST(plans AS text) = '[]' OR CAST(plans AS text) LIKE '%"update"%' THEN 'updates'
    WHEN CAST(plans AS text) LIKE '%"scale"%' THEN 'courses'
    ELSE 'early_access' END;
ALTER TABLE courses DROP COLUMN plans;
