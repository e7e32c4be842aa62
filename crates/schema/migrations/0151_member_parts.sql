-- Parts of a text for members: whether there are any, and the text without them.
ALTER TABLE contents ADD COLUMN has_member_part boolean NOT NULL DEFAULT false;
ALTER TABLE contents ADD COLUMN open_body plain_text;
