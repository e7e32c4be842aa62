-- Readable addresses of contents (decision 0077).
ALTER TABLE contents ADD COLUMN slug plain_text CONSTRAINT contents_slug_check CHECK (length(slug) BETWEEN 1 AND 100);
ALTER TABLE contents ADD COLUMN seo_title plain_text CONSTRAINT contents_seo_title_check CHECK (length(seo_title) BETWEEN 0 AND 120);
ALTER TABLE contents ADD COLUMN seo_description plain_text CONSTRAINT contents_seo_description_check CHECK (length(seo_description) BETWEEN 0 AND 320);
-- From the title without case and accents; the oldest of equal ones gets the short form. Titles in other letters keep the id.
UPDATE contents SET slug = (
    SELECT CASE WHEN place = 1 THEN made ELSE made || '-' || substr(replace(id, '-', ''), 25, 8) END
    FROM (SELECT id, made, row_number() OVER (PARTITION BY made ORDER BY created_at, id) AS place
          FROM (SELECT id, created_at, rtrim(substr(replace(only_words(title_key), ' ', '-'), 1, 80), '-') AS made
                FROM contents) AS titled) AS numbered
    WHERE numbered.id = contents.id AND made <> '' AND octet_length(made) = length(made)
      AND made NOT IN ('admin', 'api', 'arquivo', 'autor', 'busca', 'categoria', 'editar', 'etiqueta', 'feed', 'novo',
                       'pagina', 'previa', 'rascunho', 'rss'));
CREATE UNIQUE INDEX contents_slug_active_key ON contents (slug) WHERE slug IS NOT NULL;

-- Former addresses of contents, which lead to the present ones.
CREATE TABLE content_addresses (
    slug plain_text NOT NULL,
    content_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT content_addresses_pkey PRIMARY KEY (slug),
    CONSTRAINT content_addresses_slug_check CHECK (length(slug) BETWEEN 1 AND 100),
    CONSTRAINT content_addresses_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE CASCADE
);
CREATE INDEX content_addresses_content_id_idx ON content_addresses (content_id);
