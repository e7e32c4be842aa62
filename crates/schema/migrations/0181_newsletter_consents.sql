-- Time and source of the consent to the newsletter.
ALTER TABLE newsletter_subscriptions ADD COLUMN consented_at plain_text;
ALTER TABLE newsletter_subscriptions ADD COLUMN consent_source plain_text
    CONSTRAINT newsletter_subscriptions_consent_source_check CHECK (length(consent_source) BETWEEN 1 AND 200);
