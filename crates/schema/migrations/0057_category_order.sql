-- The order of categories by hand.
ALTER TABLE categories ADD COLUMN sort_order bigint NOT NULL DEFAULT 0;
