/** Related articles, filled up with the newest. */
import { queryOptions } from '@tanstack/react-query';
import { backend, CARD_COLUMNS, type ContentCard, SUBJECT_COLUMNS, type Subject } from '../queries';

const SHOWN = 3;
/** Number of the newest candidates that are compared. */
const WEIGHED = 12;
const MAX_TAGS = 8;

function nearness(subject: Subject, other: Subject): number {
  const sameCategory = subject.category_id !== null && other.category_id === subject.category_id;
  return other.tags.filter((tag) => subject.tags.includes(tag)).length + Number(sameCategory);
}

/** The most related first; among equals, and after them, the newest. Both lists come newest first. */
export function chooseRelated(
  subject: Subject,
  neighbours: readonly (ContentCard & Subject)[],
  newest: readonly ContentCard[],
): ContentCard[] {
  const nearest = neighbours
    .map((content) => ({ content, near: nearness(subject, content) }))
    .sort((one, other) => other.near - one.near)
    .map(({ content }) => content);
  const chosen = new Map([...nearest, ...newest].map((content) => [content.id, content]));
  chosen.delete(subject.id);
  return [...chosen.values()].slice(0, SHOWN);
}

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** The PostgREST filter that finds candidates; undefined where the article has neither category nor tags. */
export function neighbourFilter({ category_id, tags }: Subject): string | undefined {
  const filters: string[] = [];
  if (category_id) filters.push(`category_id.eq.${category_id}`);
  // Quoted twice: as elements of the list, and as the value of a filter inside `or`.
  if (tags.length) filters.push(`tags.ov.${quoted(`{${tags.slice(0, MAX_TAGS).map(quoted).join(',')}}`)}`);
  return filters.length ? filters.join(',') : undefined;
}

export function relatedQuery(article: Subject) {
  return queryOptions({
    queryKey: ['contents', 'related', article.id],
    queryFn: async ({ signal }): Promise<ContentCard[]> => {
      const { rest, unwrap } = await backend();
      const others = () =>
        rest
          .from('contents')
          .select(`${CARD_COLUMNS},${SUBJECT_COLUMNS}`)
          .eq('is_published', true)
          .eq('is_member_only', false)
          .neq('id', article.id)
          .order('published_at', { ascending: false })
          .order('id')
          .abortSignal(signal);
      const filter = neighbourFilter(article);
      const [neighbours, newest] = await Promise.all([
        filter ? others().or(filter).limit(WEIGHED).then(unwrap) : [],
        others().limit(SHOWN).then(unwrap),
      ]);
      return chooseRelated(article, neighbours, newest);
    },
  });
}
