-- Files that were sent to the media library by hand stay also while nothing uses them.
ALTER TABLE objects ADD COLUMN is_kept boolean NOT NULL DEFAULT false;
