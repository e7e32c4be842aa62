import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { getClient, type Page, readPage, type Selected } from '@/lib/backend';
import { formatCount, formatDate } from '@/lib/format';
import { GoLink, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Line, Part } from '@/ui/panel-part';

const POST_COLUMNS = 'id,title,created_at,comments_count';

type Post = Selected<'community_posts', typeof POST_COLUMNS>;

const SHOWN = 3;

function postsQuery(userId: string) {
  return queryOptions({
    queryKey: ['person-posts', userId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Page<Post>> => {
      const client = await getClient();
      const answer = await client
        .from('community_posts')
        .select(POST_COLUMNS, { count: 'exact' })
        .eq('author_id', userId)
        .eq('is_deleted', false)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(SHOWN)
        .abortSignal(signal);
      return readPage(answer, SHOWN);
    },
  });
}

/** Posts of a person in the community, on the card of the person. */
export function PersonCommunity({ id }: { id: string }) {
  const query = useQuery(postsQuery(id));
  return (
    <Part title="Comunidade" about="As últimas publicações. Denúncias e decisões estão na moderação.">
      <Loaded
        query={query}
        failed="Não foi possível carregar as publicações."
        loading="Carregando as publicações"
        skeleton={['h-20 w-full']}
      >
        {({ rows, total }) => (
          <>
            {total === 0 && <p className="text-foreground-2">Nenhuma publicação.</p>}
            {rows.map(({ id: post, title, created_at: at, comments_count: comments }) => (
              <Line
                key={post}
                title={<TextLink href={paths.membersPost(post)}>{title}</TextLink>}
                detail={[formatDate(at), formatCount(comments, 'comentário', 'comentários')].join(' · ')}
              />
            ))}
            <p className="mt-4">
              <GoLink href={paths.membersMember(id)}>
                {total > 0 ? `Ver perfil e ${formatCount(total, 'publicação', 'publicações')}` : 'Ver perfil'}
              </GoLink>
            </p>
          </>
        )}
      </Loaded>
    </Part>
  );
}
