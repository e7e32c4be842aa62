import { queryOptions } from '@tanstack/react-query';
import { ARTICLE_COLUMNS, type Article, backend, isId } from '../queries';
import { asRead } from './as-read';

/** One letter by its id or address, also an exclusive one without its text. Returns other contents that are open. */
export function letterQuery(word: string) {
  return queryOptions({
    queryKey: ['contents', 'letter', word],
    queryFn: async ({ signal }): Promise<Article | null> => {
      const { rest, unwrap } = await backend();
      const found = unwrap(
        await rest
          .from('contents')
          .select(ARTICLE_COLUMNS)
          .eq(isId(word) ? 'id' : 'slug', word)
          .eq('is_published', true)
          .or('is_member_only.is.false,content_type.eq.letter')
          .abortSignal(signal)
          .maybeSingle(),
      );
      return found && asRead(found);
    },
  });
}
