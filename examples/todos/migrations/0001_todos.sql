-- Things to do.
CREATE TABLE todos (
    id plain_text NOT NULL,
    task plain_text,
    is_complete boolean NOT NULL DEFAULT false,
    created_at plain_text NOT NULL,
    user_id plain_text,
    CONSTRAINT todos_pkey PRIMARY KEY (id),
    CONSTRAINT todos_task_check CHECK (length(task) BETWEEN 0 AND 1000),
    CONSTRAINT todos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX todos_user_id_created_at_idx ON todos (user_id, created_at desc);
