-- Deliveries of recurring benefits of the plans.
CREATE TABLE benefit_deliveries (
    entitlement plain_text NOT NULL,
    subject plain_text NOT NULL,
    user_id plain_text,
    delivered_at plain_text NOT NULL,
    proof plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT benefit_deliveries_pkey PRIMARY KEY (entitlement, subject),
    CONSTRAINT benefit_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT benefit_deliveries_entitlement_check CHECK (entitlement IN ('articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates', 'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access')),
    CONSTRAINT benefit_deliveries_subject_check CHECK (length(subject) BETWEEN 1 AND 100),
    CONSTRAINT benefit_deliveries_proof_check CHECK (length(proof) BETWEEN 1 AND 200)
);
CREATE INDEX benefit_deliveries_entitlement_delivered_at_idx ON benefit_deliveries (entitlement, delivered_at);
CREATE INDEX benefit_deliveries_user_id_idx ON benefit_deliveries (user_id);
