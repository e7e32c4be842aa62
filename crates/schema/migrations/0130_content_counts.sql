-- /conteudos counts what is published of each type: the index says also what only holders of early access see.
CREATE INDEX contents_is_published_content_type_published_at_visible_fro_idx
    ON contents (is_published, content_type, published_at desc, visible_from);
DROP INDEX contents_is_published_content_type_published_at_idx;
