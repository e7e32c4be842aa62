-- Reviews that their authors show to visitors.
ALTER TABLE course_reviews ADD COLUMN is_public boolean NOT NULL DEFAULT false;

-- A course has one sample, the first one, and a quiz is none.
UPDATE lessons SET is_sample = false WHERE is_sample AND (kind = 'quiz' OR EXISTS (
    SELECT 1 FROM lessons AS earlier
    WHERE earlier.course_id = lessons.course_id AND earlier.is_sample AND earlier.kind <> 'quiz'
      AND (earlier.sort_order < lessons.sort_order
           OR (earlier.sort_order = lessons.sort_order AND earlier.id < lessons.id))));
