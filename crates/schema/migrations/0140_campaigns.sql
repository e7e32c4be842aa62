ALTER TABLE mail_suppressions ADD COLUMN kind plain_text NOT NULL DEFAULT 'hard' CONSTRAINT mail_suppressions_kind_check CHECK (kind IN ('hard', 'soft', 'complaint', 'manual'));

ALTER TABLE mail_suppressions ADD COLUMN source plain_text NOT NULL DEFAULT 'relay' CONSTRAINT mail_suppressions_source_check CHECK (source IN ('relay', 'report', 'webhook', 'panel'));

-- Emails of campaigns by hour.
CREATE TABLE mail_bulk_hours (
    hour plain_text NOT NULL,
    sent bigint NOT NULL DEFAULT 0,
    CONSTRAINT mail_bulk_hours_pkey PRIMARY KEY (hour)
);

ALTER TABLE newsletter_subscriptions ADD COLUMN tags jsonb NOT NULL DEFAULT '[]';

-- Letters sent to lists.
CREATE TABLE campaigns (
    number bigint NOT NULL,
    content_id plain_text,
    list plain_text NOT NULL,
    segment jsonb NOT NULL,
    subject plain_text NOT NULL,
    preheader plain_text NOT NULL,
    sender_name plain_text NOT NULL,
    reply_to plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'draft',
    scheduled_at plain_text,
    started_at plain_text,
    finished_at plain_text,
    pause_reason plain_text,
    secret plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT campaigns_pkey PRIMARY KEY (number),
    CONSTRAINT campaigns_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE SET NULL,
    CONSTRAINT campaigns_list_check CHECK (list IN ('open', 'premium')),
    CONSTRAINT campaigns_subject_check CHECK (length(subject) BETWEEN 1 AND 200),
    CONSTRAINT campaigns_preheader_check CHECK (length(preheader) BETWEEN 0 AND 200),
    CONSTRAINT campaigns_sender_name_check CHECK (length(sender_name) BETWEEN 0 AND 100),
    CONSTRAINT campaigns_reply_to_check CHECK (length(reply_to) BETWEEN 0 AND 254),
    CONSTRAINT campaigns_state_check CHECK (state IN ('draft', 'scheduled', 'asking', 'sending', 'paused', 'done', 'cancelled')),
    CONSTRAINT campaigns_pause_reason_check CHECK (length(pause_reason) BETWEEN 0 AND 500)
);
CREATE INDEX campaigns_content_id_idx ON campaigns (content_id);
CREATE INDEX campaigns_state_scheduled_at_idx ON campaigns (state, scheduled_at);

-- Emails of campaigns, as templates.
CREATE TABLE campaign_bodies (
    campaign bigint NOT NULL,
    audience plain_text NOT NULL,
    html plain_text NOT NULL,
    text plain_text NOT NULL,
    CONSTRAINT campaign_bodies_pkey PRIMARY KEY (campaign, audience),
    CONSTRAINT campaign_bodies_campaign_fkey FOREIGN KEY (campaign) REFERENCES campaigns (number) ON DELETE CASCADE,
    CONSTRAINT campaign_bodies_audience_check CHECK (audience IN ('full', 'teaser'))
);

-- Recipients of campaigns by state.
CREATE TABLE campaign_counts (
    campaign bigint NOT NULL,
    recipients bigint NOT NULL DEFAULT 0,
    waiting bigint NOT NULL DEFAULT 0,
    sending bigint NOT NULL DEFAULT 0,
    delivered bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    uncertain bigint NOT NULL DEFAULT 0,
    skipped bigint NOT NULL DEFAULT 0,
    unsubscribed bigint NOT NULL DEFAULT 0,
    bounced bigint NOT NULL DEFAULT 0,
    complaints bigint NOT NULL DEFAULT 0,
    sender plain_text NOT NULL DEFAULT '',
    progress_at plain_text,
    CONSTRAINT campaign_counts_pkey PRIMARY KEY (campaign),
    CONSTRAINT campaign_counts_campaign_fkey FOREIGN KEY (campaign) REFERENCES campaigns (number) ON DELETE CASCADE
);

-- Recipients of campaigns.
CREATE TABLE campaign_recipients (
    campaign bigint NOT NULL,
    number bigint NOT NULL,
    email plain_text,
    user_id plain_text,
    audience plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'waiting',
    reason plain_text,
    tries bigint NOT NULL DEFAULT 0,
    started_at plain_text,
    report plain_text,
    reported_at plain_text,
    CONSTRAINT campaign_recipients_pkey PRIMARY KEY (campaign, number),
    CONSTRAINT campaign_recipients_email_campaign_key UNIQUE (email, campaign),
    CONSTRAINT campaign_recipients_campaign_fkey FOREIGN KEY (campaign) REFERENCES campaigns (number) ON DELETE CASCADE,
    CONSTRAINT campaign_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT campaign_recipients_audience_check CHECK (audience IN ('full', 'teaser')),
    CONSTRAINT campaign_recipients_state_check CHECK (state IN ('waiting', 'sending', 'delivered', 'failed', 'uncertain', 'skipped')),
    CONSTRAINT campaign_recipients_report_check CHECK (report IN ('soft', 'hard', 'complaint'))
);
CREATE INDEX campaign_recipients_user_id_idx ON campaign_recipients (user_id);

-- Addresses that left a list.
CREATE TABLE newsletter_departures (
    email plain_text NOT NULL,
    list plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT newsletter_departures_pkey PRIMARY KEY (email, list),
    CONSTRAINT newsletter_departures_list_check CHECK (list IN ('open', 'premium'))
);

-- Saved segments of the lists.
CREATE TABLE newsletter_segments (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    segment jsonb NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT newsletter_segments_pkey PRIMARY KEY (id),
    CONSTRAINT newsletter_segments_name_key UNIQUE (name),
    CONSTRAINT newsletter_segments_name_check CHECK (length(name) BETWEEN 1 AND 80)
);

-- Rates of sending.
CREATE TABLE newsletter_rates (
    id bigint NOT NULL,
    rates jsonb NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT newsletter_rates_pkey PRIMARY KEY (id),
    CONSTRAINT newsletter_rates_id_check CHECK (id BETWEEN 1 AND 1)
);
