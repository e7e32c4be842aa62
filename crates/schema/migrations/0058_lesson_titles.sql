-- Words of titles and summaries are found before what is said, however many lessons say it.

-- @postgres
UPDATE lessons SET search_text = search_text || ' zz' || replace(only_words(regexp_replace(
    normalize(lower(concat_ws(' ', title, summary)), NFD), U&'[\0300-\036F]', '', 'g')), ' ', ' zz');

-- @sqlite
UPDATE lessons SET search_text =
    search_text || ' zz' || replace(only_words(title || ' ' || coalesce(summary, '')), ' ', ' zz');
