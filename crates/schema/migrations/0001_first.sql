-- Accounts.
CREATE TABLE users (
    id plain_text NOT NULL,
    email plain_text,
    phone plain_text,
    password_hash plain_text,
    email_confirmed_at plain_text,
    phone_confirmed_at plain_text,
    invited_at plain_text,
    confirmation_sent_at plain_text,
    recovery_sent_at plain_text,
    last_sign_in_at plain_text,
    app_metadata jsonb NOT NULL DEFAULT '{}',
    user_metadata jsonb NOT NULL DEFAULT '{}',
    role plain_text NOT NULL DEFAULT 'authenticated',
    is_anonymous boolean NOT NULL DEFAULT false,
    banned_until plain_text,
    deleted_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_phone_key UNIQUE (phone)
);
CREATE INDEX users_created_at_idx ON users (created_at);

-- Ways an account may sign in.
CREATE TABLE identities (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    provider plain_text NOT NULL,
    provider_id plain_text NOT NULL,
    identity_data jsonb NOT NULL DEFAULT '{}',
    email plain_text,
    last_sign_in_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (id),
    CONSTRAINT identities_provider_provider_id_key UNIQUE (provider, provider_id),
    CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id_idx ON identities (user_id);

-- Signed-in sessions.
CREATE TABLE sessions (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    aal plain_text NOT NULL DEFAULT 'aal1',
    amr jsonb NOT NULL DEFAULT '[]',
    user_agent plain_text,
    ip_address plain_text,
    refresh_generation bigint NOT NULL DEFAULT 0,
    recent_refreshes jsonb NOT NULL DEFAULT '[]',
    not_after plain_text,
    refreshed_at plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sessions_aal_check CHECK (aal IN ('aal1', 'aal2'))
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- Secrets to be used once.
CREATE TABLE one_time_tokens (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    digest plain_text NOT NULL,
    email plain_text NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id),
    CONSTRAINT one_time_tokens_digest_key UNIQUE (digest),
    CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_user_id_idx ON one_time_tokens (user_id);

-- Keys that sign tokens.
CREATE TABLE signing_keys (
    kid plain_text NOT NULL,
    purpose plain_text NOT NULL,
    algorithm plain_text NOT NULL,
    private_key plain_text NOT NULL,
    public_jwk jsonb NOT NULL DEFAULT '{}',
    created_at plain_text NOT NULL,
    retired_at plain_text,
    CONSTRAINT signing_keys_pkey PRIMARY KEY (kid),
    CONSTRAINT signing_keys_purpose_check CHECK (purpose IN ('access_token', 'secrets')),
    CONSTRAINT signing_keys_algorithm_check CHECK (algorithm IN ('ES256', 'HS256'))
);
CREATE UNIQUE INDEX signing_keys_purpose_active_key ON signing_keys (purpose) WHERE retired_at IS NULL;

-- Long-lived keys of programs.
CREATE TABLE api_keys (
    role plain_text NOT NULL,
    token plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT api_keys_pkey PRIMARY KEY (role),
    CONSTRAINT api_keys_role_check CHECK (role IN ('anon', 'service_role'))
);

-- Counted attempts.
CREATE TABLE rate_limits (
    bucket plain_text NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    window_started_at plain_text NOT NULL,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket)
);
CREATE INDEX rate_limits_window_started_at_idx ON rate_limits (window_started_at);

-- Roles beyond that of a member.
CREATE TABLE user_roles (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    role plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT user_roles_pkey PRIMARY KEY (id),
    CONSTRAINT user_roles_user_id_role_key UNIQUE (user_id, role),
    CONSTRAINT user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT user_roles_role_check CHECK (role IN ('admin', 'moderator'))
);
CREATE INDEX user_roles_role_idx ON user_roles (role);

-- Paid memberships.
CREATE TABLE subscribers (
    id plain_text NOT NULL,
    user_id plain_text,
    email plain_text NOT NULL,
    subscribed boolean NOT NULL DEFAULT false,
    plan plain_text,
    status plain_text NOT NULL,
    current_period_end plain_text,
    cancel_at_period_end boolean NOT NULL DEFAULT false,
    customer_id plain_text,
    subscription_id plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT subscribers_pkey PRIMARY KEY (id),
    CONSTRAINT subscribers_user_id_key UNIQUE (user_id),
    CONSTRAINT subscribers_email_key UNIQUE (email),
    CONSTRAINT subscribers_subscription_id_key UNIQUE (subscription_id),
    CONSTRAINT subscribers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT subscribers_plan_check CHECK (plan IN ('update', 'scale', 'professional')),
    CONSTRAINT subscribers_status_check CHECK (status IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused'))
);

-- Public cards of members.
CREATE TABLE member_profiles (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    display_name plain_text,
    bio plain_text,
    company plain_text,
    position plain_text,
    linkedin_url plain_text,
    website_url plain_text,
    avatar_url plain_text,
    experience_level plain_text NOT NULL DEFAULT 'intermediario',
    join_date plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT member_profiles_pkey PRIMARY KEY (id),
    CONSTRAINT member_profiles_user_id_key UNIQUE (user_id),
    CONSTRAINT member_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT member_profiles_display_name_check CHECK (length(display_name) BETWEEN 0 AND 120),
    CONSTRAINT member_profiles_bio_check CHECK (length(bio) BETWEEN 0 AND 2000),
    CONSTRAINT member_profiles_company_check CHECK (length(company) BETWEEN 0 AND 200),
    CONSTRAINT member_profiles_position_check CHECK (length(position) BETWEEN 0 AND 200),
    CONSTRAINT member_profiles_linkedin_url_check CHECK (length(linkedin_url) BETWEEN 0 AND 500),
    CONSTRAINT member_profiles_website_url_check CHECK (length(website_url) BETWEEN 0 AND 500),
    CONSTRAINT member_profiles_avatar_url_check CHECK (length(avatar_url) BETWEEN 0 AND 2000),
    CONSTRAINT member_profiles_experience_level_check CHECK (experience_level IN ('iniciante', 'intermediario', 'avancado', 'expert'))
);

-- Access to the external courses.
CREATE TABLE hotmart_access (
    id plain_text NOT NULL,
    email plain_text NOT NULL,
    active boolean NOT NULL DEFAULT true,
    course_url plain_text,
    expires_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT hotmart_access_pkey PRIMARY KEY (id),
    CONSTRAINT hotmart_access_email_key UNIQUE (email),
    CONSTRAINT hotmart_access_course_url_check CHECK (length(course_url) BETWEEN 0 AND 2000)
);

-- Categories of contents.
CREATE TABLE categories (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    description plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT categories_pkey PRIMARY KEY (id),
    CONSTRAINT categories_name_key UNIQUE (name),
    CONSTRAINT categories_name_check CHECK (length(name) BETWEEN 1 AND 80),
    CONSTRAINT categories_description_check CHECK (length(description) BETWEEN 0 AND 500)
);

-- Articles, videos, podcasts, documents and links.
CREATE TABLE contents (
    id plain_text NOT NULL,
    title plain_text NOT NULL,
    description plain_text,
    body plain_text,
    content_type plain_text NOT NULL,
    category_id plain_text,
    is_published boolean NOT NULL DEFAULT false,
    is_featured boolean NOT NULL DEFAULT false,
    is_member_only boolean NOT NULL DEFAULT false,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    published_at plain_text,
    author_id plain_text,
    read_time plain_text,
    thumbnail_url plain_text,
    external_link plain_text,
    file_url plain_text,
    tags jsonb NOT NULL DEFAULT '[]',
    search_text plain_text,
    file_key plain_text,
    thumbnail_key plain_text,
    CONSTRAINT contents_pkey PRIMARY KEY (id),
    CONSTRAINT contents_title_check CHECK (length(title) BETWEEN 1 AND 300),
    CONSTRAINT contents_description_check CHECK (length(description) BETWEEN 0 AND 2000),
    CONSTRAINT contents_body_check CHECK (length(body) BETWEEN 0 AND 500000),
    CONSTRAINT contents_content_type_check CHECK (content_type IN ('article', 'video', 'audio', 'pdf', 'link')),
    CONSTRAINT contents_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT,
    CONSTRAINT contents_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT contents_read_time_check CHECK (length(read_time) BETWEEN 0 AND 40),
    CONSTRAINT contents_thumbnail_url_check CHECK (length(thumbnail_url) BETWEEN 0 AND 2000),
    CONSTRAINT contents_external_link_check CHECK (length(external_link) BETWEEN 0 AND 2000),
    CONSTRAINT contents_file_url_check CHECK (length(file_url) BETWEEN 0 AND 2000)
);
CREATE INDEX contents_is_published_is_member_only_created_at_id_idx ON contents (is_published, is_member_only, created_at desc, id);
CREATE INDEX contents_is_published_content_type_created_at_idx ON contents (is_published, content_type, created_at desc);
CREATE INDEX contents_is_published_created_at_idx ON contents (is_published, created_at desc);
CREATE INDEX contents_created_at_idx ON contents (created_at desc);
CREATE INDEX contents_category_id_idx ON contents (category_id);
CREATE INDEX contents_file_key_idx ON contents (file_key);
CREATE INDEX contents_thumbnail_key_idx ON contents (thumbnail_key);

-- Newsletter addresses.
CREATE TABLE newsletter_subscriptions (
    id plain_text NOT NULL,
    email plain_text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT newsletter_subscriptions_pkey PRIMARY KEY (id),
    CONSTRAINT newsletter_subscriptions_email_check CHECK (length(email) BETWEEN 3 AND 254)
);
CREATE UNIQUE INDEX newsletter_subscriptions_email_active_key ON newsletter_subscriptions (email) WHERE is_active;
CREATE INDEX newsletter_subscriptions_created_at_idx ON newsletter_subscriptions (created_at desc);

-- Messages from the contact form.
CREATE TABLE contacts (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    email plain_text NOT NULL,
    company plain_text,
    subject plain_text NOT NULL,
    message plain_text NOT NULL,
    notification_email plain_text,
    status plain_text NOT NULL DEFAULT 'new',
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT contacts_pkey PRIMARY KEY (id),
    CONSTRAINT contacts_name_check CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT contacts_email_check CHECK (length(email) BETWEEN 3 AND 254),
    CONSTRAINT contacts_company_check CHECK (length(company) BETWEEN 0 AND 200),
    CONSTRAINT contacts_subject_check CHECK (subject IN ('Mentoria Executiva', 'Consultoria Estratégica', 'Palestras e Eventos', 'Parcerias', 'Mídia e Entrevistas', 'Outros Assuntos')),
    CONSTRAINT contacts_message_check CHECK (length(message) BETWEEN 1 AND 5000),
    CONSTRAINT contacts_status_check CHECK (status IN ('new', 'answered', 'archived'))
);
CREATE INDEX contacts_created_at_idx ON contacts (created_at desc);

-- Rooms of the community.
CREATE TABLE channels (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    description plain_text,
    is_private boolean NOT NULL DEFAULT false,
    created_by plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT channels_pkey PRIMARY KEY (id),
    CONSTRAINT channels_name_key UNIQUE (name),
    CONSTRAINT channels_name_check CHECK (length(name) BETWEEN 1 AND 80),
    CONSTRAINT channels_description_check CHECK (length(description) BETWEEN 0 AND 500),
    CONSTRAINT channels_created_by_fkey FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL
);

-- Who belongs to which channel.
CREATE TABLE channel_members (
    channel_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    joined_at plain_text NOT NULL,
    CONSTRAINT channel_members_pkey PRIMARY KEY (channel_id, user_id),
    CONSTRAINT channel_members_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels (id) ON DELETE CASCADE,
    CONSTRAINT channel_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX channel_members_user_id_idx ON channel_members (user_id);

-- Subjects of community posts.
CREATE TABLE community_categories (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    color plain_text NOT NULL DEFAULT '#6366f1',
    is_active boolean NOT NULL DEFAULT true,
    sort_order bigint NOT NULL DEFAULT 0,
    CONSTRAINT community_categories_pkey PRIMARY KEY (id),
    CONSTRAINT community_categories_name_key UNIQUE (name),
    CONSTRAINT community_categories_name_check CHECK (length(name) BETWEEN 1 AND 80)
);
CREATE INDEX community_categories_is_active_sort_order_idx ON community_categories (is_active, sort_order);

-- Posts of the community and the forum.
CREATE TABLE community_posts (
    id plain_text NOT NULL,
    title plain_text NOT NULL,
    content plain_text NOT NULL,
    category_id plain_text,
    channel_id plain_text NOT NULL DEFAULT '1',
    tags jsonb NOT NULL DEFAULT '[]',
    author_id plain_text NOT NULL,
    is_pinned boolean NOT NULL DEFAULT false,
    is_hidden boolean NOT NULL DEFAULT false,
    is_locked boolean NOT NULL DEFAULT false,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_posts_pkey PRIMARY KEY (id),
    CONSTRAINT community_posts_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT community_posts_content_check CHECK (length(content) BETWEEN 1 AND 20000),
    CONSTRAINT community_posts_category_id_fkey FOREIGN KEY (category_id) REFERENCES community_categories (id) ON DELETE SET NULL,
    CONSTRAINT community_posts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels (id) ON DELETE CASCADE,
    CONSTRAINT community_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_posts_channel_id_is_pinned_created_at_idx ON community_posts (channel_id, is_pinned desc, created_at desc);
CREATE INDEX community_posts_created_at_idx ON community_posts (created_at desc);
CREATE INDEX community_posts_author_id_idx ON community_posts (author_id);

-- Comments under posts.
CREATE TABLE community_comments (
    id plain_text NOT NULL,
    post_id plain_text NOT NULL,
    content plain_text NOT NULL,
    author_id plain_text NOT NULL,
    is_hidden boolean NOT NULL DEFAULT false,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_comments_pkey PRIMARY KEY (id),
    CONSTRAINT community_comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_comments_content_check CHECK (length(content) BETWEEN 1 AND 10000),
    CONSTRAINT community_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_comments_post_id_created_at_idx ON community_comments (post_id, created_at);
CREATE INDEX community_comments_author_id_idx ON community_comments (author_id);

-- Who likes which post.
CREATE TABLE community_likes (
    post_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT community_likes_pkey PRIMARY KEY (post_id, user_id),
    CONSTRAINT community_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_likes_user_id_idx ON community_likes (user_id);

-- Who has seen which post.
CREATE TABLE community_views (
    post_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT community_views_pkey PRIMARY KEY (post_id, user_id),
    CONSTRAINT community_views_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_views_user_id_idx ON community_views (user_id);

-- Courses of the learning environment.
CREATE TABLE courses (
    id plain_text NOT NULL,
    title plain_text NOT NULL,
    description plain_text,
    instructor plain_text,
    duration plain_text,
    lessons bigint NOT NULL DEFAULT 0,
    thumbnail plain_text,
    rating double precision NOT NULL DEFAULT 0.0,
    students_count bigint NOT NULL DEFAULT 0,
    categories jsonb NOT NULL DEFAULT '[]',
    tags jsonb NOT NULL DEFAULT '[]',
    level plain_text NOT NULL,
    sort_order bigint NOT NULL DEFAULT 0,
    is_published boolean NOT NULL DEFAULT true,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT courses_pkey PRIMARY KEY (id),
    CONSTRAINT courses_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT courses_description_check CHECK (length(description) BETWEEN 0 AND 2000),
    CONSTRAINT courses_instructor_check CHECK (length(instructor) BETWEEN 0 AND 120),
    CONSTRAINT courses_duration_check CHECK (length(duration) BETWEEN 0 AND 40),
    CONSTRAINT courses_lessons_check CHECK (lessons BETWEEN 0 AND 10000),
    CONSTRAINT courses_thumbnail_check CHECK (length(thumbnail) BETWEEN 0 AND 2000),
    CONSTRAINT courses_level_check CHECK (level IN ('Iniciante', 'Intermediário', 'Avançado'))
);
CREATE INDEX courses_is_published_sort_order_idx ON courses (is_published, sort_order);

-- Parts of a course.
CREATE TABLE course_modules (
    id plain_text NOT NULL,
    course_id plain_text NOT NULL,
    title plain_text NOT NULL,
    sort_order bigint NOT NULL DEFAULT 0,
    CONSTRAINT course_modules_pkey PRIMARY KEY (id),
    CONSTRAINT course_modules_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT course_modules_title_check CHECK (length(title) BETWEEN 1 AND 200)
);
CREATE INDEX course_modules_course_id_sort_order_idx ON course_modules (course_id, sort_order);

-- Lessons of a course.
CREATE TABLE lessons (
    id plain_text NOT NULL,
    module_id plain_text NOT NULL,
    course_id plain_text NOT NULL,
    title plain_text NOT NULL,
    body plain_text,
    file_url plain_text,
    duration_minutes bigint NOT NULL DEFAULT 0,
    sort_order bigint NOT NULL DEFAULT 0,
    CONSTRAINT lessons_pkey PRIMARY KEY (id),
    CONSTRAINT lessons_module_id_fkey FOREIGN KEY (module_id) REFERENCES course_modules (id) ON DELETE CASCADE,
    CONSTRAINT lessons_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT lessons_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT lessons_body_check CHECK (length(body) BETWEEN 0 AND 200000),
    CONSTRAINT lessons_file_url_check CHECK (length(file_url) BETWEEN 0 AND 2000)
);
CREATE INDEX lessons_course_id_sort_order_idx ON lessons (course_id, sort_order);
CREATE INDEX lessons_module_id_sort_order_idx ON lessons (module_id, sort_order);

-- How far each member is.
CREATE TABLE lesson_progress (
    lesson_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    course_id plain_text NOT NULL,
    position_seconds bigint NOT NULL DEFAULT 0,
    completed_at plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT lesson_progress_pkey PRIMARY KEY (lesson_id, user_id),
    CONSTRAINT lesson_progress_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_position_seconds_check CHECK (position_seconds BETWEEN 0 AND 1000000)
);
CREATE INDEX lesson_progress_user_id_course_id_idx ON lesson_progress (user_id, course_id);

-- Courses a member keeps at hand.
CREATE TABLE favorites (
    course_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT favorites_pkey PRIMARY KEY (course_id, user_id),
    CONSTRAINT favorites_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX favorites_user_id_idx ON favorites (user_id);

-- Adjustable security settings.
CREATE TABLE security_settings (
    setting_key plain_text NOT NULL,
    setting_value plain_text NOT NULL,
    description plain_text,
    updated_by plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT security_settings_pkey PRIMARY KEY (setting_key),
    CONSTRAINT security_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users (id) ON DELETE SET NULL
);

-- Every event of the accounts service.
CREATE TABLE auth_logs (
    id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    action plain_text NOT NULL,
    user_id plain_text,
    ip_address plain_text,
    success boolean NOT NULL,
    error_message plain_text,
    CONSTRAINT auth_logs_pkey PRIMARY KEY (id)
);
CREATE INDEX auth_logs_created_at_idx ON auth_logs (created_at desc);
CREATE INDEX auth_logs_user_id_created_at_idx ON auth_logs (user_id, created_at desc);

-- Every run of a scheduled job.
CREATE TABLE job_execution_logs (
    id plain_text NOT NULL,
    executed_at plain_text NOT NULL,
    job_name plain_text NOT NULL,
    status plain_text NOT NULL,
    duration_ms bigint,
    message plain_text,
    CONSTRAINT job_execution_logs_pkey PRIMARY KEY (id),
    CONSTRAINT job_execution_logs_status_check CHECK (status IN ('running', 'success', 'error'))
);
CREATE INDEX job_execution_logs_executed_at_idx ON job_execution_logs (executed_at desc);
CREATE INDEX job_execution_logs_job_name_executed_at_idx ON job_execution_logs (job_name, executed_at desc);

-- Buckets of files.
CREATE TABLE buckets (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    owner plain_text,
    public boolean NOT NULL DEFAULT false,
    file_size_limit bigint,
    allowed_mime_types jsonb,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT buckets_pkey PRIMARY KEY (id),
    CONSTRAINT buckets_name_key UNIQUE (name)
);

-- Stored files.
CREATE TABLE objects (
    id plain_text NOT NULL,
    bucket_id plain_text NOT NULL,
    name plain_text NOT NULL,
    owner plain_text,
    version plain_text NOT NULL,
    size bigint NOT NULL,
    mimetype plain_text NOT NULL,
    cache_control plain_text,
    etag plain_text NOT NULL,
    user_metadata jsonb NOT NULL DEFAULT '{}',
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    last_accessed_at plain_text,
    CONSTRAINT objects_pkey PRIMARY KEY (id),
    CONSTRAINT objects_bucket_id_name_key UNIQUE (bucket_id, name),
    CONSTRAINT objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES buckets (id) ON DELETE CASCADE
);
CREATE INDEX objects_bucket_id_created_at_idx ON objects (bucket_id, created_at);
