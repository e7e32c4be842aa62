import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { LEVEL_NAMES, type Level, levelsKey, type Place } from '@/entities/levels';
import { getClient, unwrap } from '@/lib/backend';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { LevelMenu } from '@/widgets/level-menu';

/** Rows of each kind that are listed. */
const MAX_LEVELS = 50;

interface OwnLevel {
  place: Place;
  id: string;
  name: string;
  href: string;
  level: Level;
}

interface ChannelRow {
  channel_id: string;
  level: Level;
  channels: { name: string } | null;
}

interface PostRow {
  post_id: string;
  level: Level;
  community_posts: { title: string | null } | null;
}

/** Channels and posts with a level of their own that the person may read. */
function ownLevelsQuery(userId: string) {
  return queryOptions({
    queryKey: [...levelsKey, userId, 'own'],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnLevel[]> => {
      const client = await getClient();
      const [channels, posts] = await Promise.all([
        client
          .from('channel_states')
          .select('channel_id,level,channels!inner(name)')
          .not('level', 'is', null)
          .limit(MAX_LEVELS)
          .abortSignal(signal)
          .overrideTypes<ChannelRow[], { merge: false }>(),
        client
          .from('post_states')
          .select('post_id,level,community_posts!inner(title)')
          .not('level', 'is', null)
          .limit(MAX_LEVELS)
          .abortSignal(signal)
          .overrideTypes<PostRow[], { merge: false }>(),
      ]);
      return [
        ...unwrap(channels).map(({ channel_id: id, level, channels: channel }) => ({
          place: { channel: id },
          id,
          name: channel?.name ?? '',
          href: paths.membersChannel(id),
          level,
        })),
        ...unwrap(posts).map(({ post_id: id, level, community_posts: post }) => ({
          place: { post: id },
          id,
          name: post?.title ?? 'Publicação removida',
          href: paths.membersPost(id),
          level,
        })),
      ];
    },
  });
}

export function OwnLevels({ userId }: { userId: string }) {
  const levels = useQuery(ownLevelsQuery(userId));
  return (
    <section aria-labelledby="niveis" className="pt-6">
      <h3 id="niveis" className="font-label type-ui">
        Canais e publicações
      </h3>
      <p className="mt-0.5 max-w-[60ch] type-ui text-muted-foreground">
        Onde você escolheu mais ou menos avisos. O aviso escolhido em uma publicação prevalece sobre o do canal.
      </p>
      <div className="mt-4">
        <Loaded
          query={levels}
          failed="Os níveis não puderam ser lidos."
          loading="Carregando os níveis"
          skeleton={['h-14 w-full']}
          empty={
            <p className="border-t border-border py-4 type-ui text-muted-foreground">
              Todos os canais estão no nível Normal: menções, respostas e comentários no que você publicou.
            </p>
          }
        >
          {(found) => (
            <ul className="border-t border-border">
              {found.map(({ place, id, name, href, level }) => (
                <li key={id} className="flex min-h-14 items-center gap-4 border-b border-border py-2 type-ui">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <TextLink href={href}>{name}</TextLink>
                    <span className="block text-small text-muted-foreground">
                      {'channel' in place ? 'Canal' : 'Publicação'}, {LEVEL_NAMES[level]}
                    </span>
                  </span>
                  <LevelMenu userId={userId} place={place} name={name} compact />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </section>
  );
}
