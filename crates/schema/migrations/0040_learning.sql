-- Courses count their lessons and students by themselves, and progress holds what was really played: columns go, and
-- neither database takes one away from a table with checks alike.
CREATE TABLE courses_kept AS SELECT * FROM courses;
CREATE TABLE course_modules_kept AS SELECT * FROM course_modules;
CREATE TABLE lessons_kept AS SELECT * FROM lessons;
CREATE TABLE lesson_progress_kept AS SELECT * FROM lesson_progress;
CREATE TABLE favorites_kept AS SELECT * FROM favorites;
DROP TABLE favorites;
DROP TABLE lesson_progress;
DROP TABLE lessons;
DROP TABLE course_modules;
DROP TABLE courses;

-- Courses of the learning environment.
CREATE TABLE courses (
    id plain_text NOT NULL,
    title plain_text NOT NULL,
    description plain_text,
    requirements plain_text,
    instructor plain_text,
    duration plain_text,
    thumbnail plain_text,
    categories jsonb NOT NULL DEFAULT '[]',
    tags jsonb NOT NULL DEFAULT '[]',
    level plain_text NOT NULL,
    plans jsonb NOT NULL DEFAULT '[]',
    is_programme_only boolean NOT NULL DEFAULT false,
    has_certificate boolean NOT NULL DEFAULT true,
    needs_quizzes boolean NOT NULL DEFAULT true,
    sort_order bigint NOT NULL DEFAULT 0,
    is_published boolean NOT NULL DEFAULT false,
    rating double precision NOT NULL DEFAULT 0.0,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    search_text plain_text,
    CONSTRAINT courses_pkey PRIMARY KEY (id),
    CONSTRAINT courses_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT courses_description_check CHECK (length(description) BETWEEN 0 AND 2000),
    CONSTRAINT courses_requirements_check CHECK (length(requirements) BETWEEN 0 AND 2000),
    CONSTRAINT courses_instructor_check CHECK (length(instructor) BETWEEN 0 AND 120),
    CONSTRAINT courses_duration_check CHECK (length(duration) BETWEEN 0 AND 40),
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
    summary plain_text,
    kind plain_text NOT NULL DEFAULT 'text',
    body plain_text,
    file_url plain_text,
    captions plain_text,
    duration_seconds bigint NOT NULL DEFAULT 0,
    sort_order bigint NOT NULL DEFAULT 0,
    is_published boolean NOT NULL DEFAULT true,
    is_sample boolean NOT NULL DEFAULT false,
    opens_at plain_text,
    opens_after_days bigint NOT NULL DEFAULT 0,
    requires_lesson_id plain_text,
    pass_mark bigint NOT NULL DEFAULT 70,
    max_attempts bigint NOT NULL DEFAULT 0,
    is_shuffled boolean NOT NULL DEFAULT false,
    file_key plain_text,
    thumbnail_key plain_text,
    CONSTRAINT lessons_pkey PRIMARY KEY (id),
    CONSTRAINT lessons_module_id_fkey FOREIGN KEY (module_id) REFERENCES course_modules (id) ON DELETE CASCADE,
    CONSTRAINT lessons_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT lessons_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT lessons_summary_check CHECK (length(summary) BETWEEN 0 AND 500),
    CONSTRAINT lessons_kind_check CHECK (kind IN ('video', 'audio', 'pdf', 'text', 'quiz')),
    CONSTRAINT lessons_body_check CHECK (length(body) BETWEEN 0 AND 200000),
    CONSTRAINT lessons_file_url_check CHECK (length(file_url) BETWEEN 0 AND 2000),
    CONSTRAINT lessons_captions_check CHECK (length(captions) BETWEEN 0 AND 400000),
    CONSTRAINT lessons_duration_seconds_check CHECK (duration_seconds BETWEEN 0 AND 86400),
    CONSTRAINT lessons_opens_after_days_check CHECK (opens_after_days BETWEEN 0 AND 3650),
    CONSTRAINT lessons_requires_lesson_id_fkey FOREIGN KEY (requires_lesson_id) REFERENCES lessons (id) ON DELETE SET NULL,
    CONSTRAINT lessons_pass_mark_check CHECK (pass_mark BETWEEN 1 AND 100),
    CONSTRAINT lessons_max_attempts_check CHECK (max_attempts BETWEEN 0 AND 100)
);
CREATE INDEX lessons_course_id_sort_order_idx ON lessons (course_id, sort_order);
CREATE INDEX lessons_module_id_sort_order_idx ON lessons (module_id, sort_order);
CREATE INDEX lessons_requires_lesson_id_idx ON lessons (requires_lesson_id);
CREATE INDEX lessons_file_key_idx ON lessons (file_key);
CREATE INDEX lessons_thumbnail_key_idx ON lessons (thumbnail_key);

-- What members say of courses.
CREATE TABLE course_reviews (
    course_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    rating bigint NOT NULL,
    content plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT course_reviews_pkey PRIMARY KEY (course_id, user_id),
    CONSTRAINT course_reviews_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT course_reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT course_reviews_rating_check CHECK (rating BETWEEN 1 AND 5),
    CONSTRAINT course_reviews_content_check CHECK (length(content) BETWEEN 0 AND 2000)
);
CREATE INDEX course_reviews_course_id_updated_at_idx ON course_reviews (course_id, updated_at desc);
CREATE INDEX course_reviews_user_id_idx ON course_reviews (user_id);

-- Questions of quizzes.
CREATE TABLE quiz_questions (
    id plain_text NOT NULL,
    lesson_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    prompt plain_text NOT NULL,
    options jsonb,
    answers jsonb,
    explanation plain_text,
    sort_order bigint NOT NULL DEFAULT 0,
    CONSTRAINT quiz_questions_pkey PRIMARY KEY (id),
    CONSTRAINT quiz_questions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE CASCADE,
    CONSTRAINT quiz_questions_kind_check CHECK (kind IN ('single', 'multiple', 'boolean', 'text')),
    CONSTRAINT quiz_questions_prompt_check CHECK (length(prompt) BETWEEN 1 AND 2000),
    CONSTRAINT quiz_questions_explanation_check CHECK (length(explanation) BETWEEN 0 AND 2000)
);
CREATE INDEX quiz_questions_lesson_id_sort_order_idx ON quiz_questions (lesson_id, sort_order);

-- Answers of members to quizzes.
CREATE TABLE quiz_attempts (
    id plain_text NOT NULL,
    lesson_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    answers jsonb NOT NULL,
    score bigint NOT NULL,
    is_passed boolean NOT NULL DEFAULT false,
    created_at plain_text NOT NULL,
    CONSTRAINT quiz_attempts_pkey PRIMARY KEY (id),
    CONSTRAINT quiz_attempts_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE CASCADE,
    CONSTRAINT quiz_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT quiz_attempts_score_check CHECK (score BETWEEN 0 AND 100)
);
CREATE INDEX quiz_attempts_user_id_lesson_id_created_at_idx ON quiz_attempts (user_id, lesson_id, created_at desc);
CREATE INDEX quiz_attempts_lesson_id_idx ON quiz_attempts (lesson_id);

-- Ordered courses with a common certificate.
CREATE TABLE programmes (
    id plain_text NOT NULL,
    title plain_text NOT NULL,
    description plain_text,
    is_ordered boolean NOT NULL DEFAULT false,
    is_published boolean NOT NULL DEFAULT false,
    sort_order bigint NOT NULL DEFAULT 0,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT programmes_pkey PRIMARY KEY (id),
    CONSTRAINT programmes_title_check CHECK (length(title) BETWEEN 1 AND 200),
    CONSTRAINT programmes_description_check CHECK (length(description) BETWEEN 0 AND 2000)
);
CREATE INDEX programmes_is_published_sort_order_idx ON programmes (is_published, sort_order);

-- Courses of programmes.
CREATE TABLE programme_courses (
    programme_id plain_text NOT NULL,
    course_id plain_text NOT NULL,
    sort_order bigint NOT NULL DEFAULT 0,
    CONSTRAINT programme_courses_pkey PRIMARY KEY (programme_id, course_id),
    CONSTRAINT programme_courses_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes (id) ON DELETE CASCADE,
    CONSTRAINT programme_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE
);
CREATE INDEX programme_courses_course_id_idx ON programme_courses (course_id);

-- Members of programmes.
CREATE TABLE programme_members (
    programme_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    joined_at plain_text NOT NULL,
    CONSTRAINT programme_members_pkey PRIMARY KEY (programme_id, user_id),
    CONSTRAINT programme_members_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes (id) ON DELETE CASCADE,
    CONSTRAINT programme_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX programme_members_user_id_idx ON programme_members (user_id);

-- Who has begun which course.
CREATE TABLE course_members (
    course_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    joined_at plain_text NOT NULL,
    completed_at plain_text,
    last_lesson_id plain_text,
    last_at plain_text NOT NULL,
    CONSTRAINT course_members_pkey PRIMARY KEY (course_id, user_id),
    CONSTRAINT course_members_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT course_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT course_members_last_lesson_id_fkey FOREIGN KEY (last_lesson_id) REFERENCES lessons (id) ON DELETE SET NULL
);
CREATE INDEX course_members_user_id_last_at_idx ON course_members (user_id, last_at desc);
CREATE INDEX course_members_last_lesson_id_idx ON course_members (last_lesson_id);

-- How far each member is.
CREATE TABLE lesson_progress (
    lesson_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    course_id plain_text NOT NULL,
    position bigint NOT NULL DEFAULT 0,
    played jsonb,
    played_share bigint NOT NULL DEFAULT 0,
    position_at plain_text,
    played_at plain_text,
    opened_at plain_text NOT NULL,
    completed_at plain_text,
    completed_by plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT lesson_progress_pkey PRIMARY KEY (lesson_id, user_id),
    CONSTRAINT lesson_progress_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses (id) ON DELETE CASCADE,
    CONSTRAINT lesson_progress_position_check CHECK (position BETWEEN 0 AND 1000000),
    CONSTRAINT lesson_progress_played_share_check CHECK (played_share BETWEEN 0 AND 100),
    CONSTRAINT lesson_progress_completed_by_check CHECK (completed_by IN ('played', 'read', 'quiz', 'button'))
);
CREATE INDEX lesson_progress_user_id_course_id_idx ON lesson_progress (user_id, course_id);
CREATE INDEX lesson_progress_user_id_played_at_idx ON lesson_progress (user_id, played_at desc);

-- How long members studied on each day.
CREATE TABLE learning_days (
    user_id plain_text NOT NULL,
    day plain_text NOT NULL,
    seconds bigint NOT NULL DEFAULT 0,
    lessons bigint NOT NULL DEFAULT 0,
    CONSTRAINT learning_days_pkey PRIMARY KEY (user_id, day),
    CONSTRAINT learning_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT learning_days_day_check CHECK (length(day) BETWEEN 10 AND 10)
);

-- Points of members.
CREATE TABLE learning_points (
    user_id plain_text NOT NULL,
    reason plain_text NOT NULL,
    subject_id plain_text NOT NULL,
    points bigint NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT learning_points_pkey PRIMARY KEY (user_id, reason, subject_id),
    CONSTRAINT learning_points_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT learning_points_reason_check CHECK (reason IN ('lesson', 'quiz', 'course', 'answer'))
);
CREATE INDEX learning_points_created_at_user_id_idx ON learning_points (created_at, user_id);
CREATE INDEX learning_points_user_id_created_at_idx ON learning_points (user_id, created_at);

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

-- Notes of members to lessons.
CREATE TABLE lesson_notes (
    id plain_text NOT NULL,
    lesson_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    at_seconds bigint,
    content plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT lesson_notes_pkey PRIMARY KEY (id),
    CONSTRAINT lesson_notes_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE CASCADE,
    CONSTRAINT lesson_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT lesson_notes_at_seconds_check CHECK (at_seconds BETWEEN 0 AND 86400),
    CONSTRAINT lesson_notes_content_check CHECK (length(content) BETWEEN 1 AND 10000)
);
CREATE INDEX lesson_notes_user_id_lesson_id_created_at_idx ON lesson_notes (user_id, lesson_id, created_at);
CREATE INDEX lesson_notes_lesson_id_idx ON lesson_notes (lesson_id);

-- How members learn.
CREATE TABLE learning_settings (
    user_id plain_text NOT NULL,
    in_ranking boolean NOT NULL DEFAULT true,
    plays_next boolean NOT NULL DEFAULT false,
    rate_percent bigint NOT NULL DEFAULT 100,
    shows_captions boolean NOT NULL DEFAULT false,
    weekly_minutes bigint NOT NULL DEFAULT 120,
    updated_at plain_text NOT NULL,
    CONSTRAINT learning_settings_pkey PRIMARY KEY (user_id),
    CONSTRAINT learning_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT learning_settings_rate_percent_check CHECK (rate_percent BETWEEN 50 AND 300),
    CONSTRAINT learning_settings_weekly_minutes_check CHECK (weekly_minutes BETWEEN 0 AND 10080)
);

INSERT INTO courses (id, title, description, instructor, duration, thumbnail, categories, tags, level, sort_order,
                     is_published, created_at, updated_at, search_text)
SELECT id, title, description, instructor, duration, thumbnail, categories, tags, level, sort_order, is_published,
       created_at, updated_at, lower(title || ' ' || coalesce(description, ''))
FROM courses_kept;
INSERT INTO course_modules (id, course_id, title, sort_order)
SELECT id, course_id, title, sort_order FROM course_modules_kept;
INSERT INTO lessons (id, module_id, course_id, title, body, file_url, duration_seconds, sort_order)
SELECT id, module_id, course_id, title, body, file_url, CASE WHEN duration_minutes > 1440 THEN 86400 WHEN duration_minutes < 0 THEN 0 ELSE duration_minutes * 60 END, sort_order FROM lessons_kept;
INSERT INTO course_members (course_id, user_id, joined_at, last_at)
SELECT course_id, user_id, min(updated_at), max(updated_at) FROM lesson_progress_kept GROUP BY course_id, user_id;
INSERT INTO lesson_progress (lesson_id, user_id, course_id, position, played, opened_at, completed_at, completed_by,
                             updated_at)
SELECT lesson_id, user_id, course_id, position_seconds, '[]', updated_at, completed_at,
       CASE WHEN completed_at IS NOT NULL THEN 'button' END, updated_at
FROM lesson_progress_kept;
INSERT INTO favorites (course_id, user_id, created_at) SELECT course_id, user_id, created_at FROM favorites_kept;
DROP TABLE favorites_kept;
DROP TABLE lesson_progress_kept;
DROP TABLE lessons_kept;
DROP TABLE course_modules_kept;
DROP TABLE courses_kept;
