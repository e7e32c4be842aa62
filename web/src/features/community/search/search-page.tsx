import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { paths } from '@/app/pages';
import { MemberName, profilesQuery } from '@/entities/member';
import { formatAgo, formatCount, formatDateTime } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { useNow } from '@/lib/use-now';
import { Badge } from '@/ui/badge';
import { ChipLink } from '@/ui/chip';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { Highlight } from '@/widgets/highlight';
import { MoreButton } from '@/widgets/more-button';
import { SearchBox } from '@/widgets/search-box';
import { channelsQuery } from '../queries';
import { communitySearchPath } from './community-paths';
import { foundTextsQuery, wordsOf } from './search';

/** Returns the search of the address: its words, its channel, and whether it searches comments. */
function useWanted() {
  const [params] = useSearchParams();
  return {
    search: params.get('busca')?.trim() ?? '',
    channel: params.get('canal') || undefined,
    inComments: params.get('em') === 'comentarios',
  };
}

/** Search over everything in the community that the member may read. */
export function SearchPage() {
  const { search, channel, inComments } = useWanted();
  const { data: channels = [] } = useQuery(channelsQuery());
  const addressOf = (words: string, comments = inComments) =>
    communitySearchPath({ search: words || undefined, channel, inComments: comments });
  const name = channels.find(({ id }) => id === channel)?.name;
  return (
    <div className="max-w-224">
      <h1 className="type-display-3">Busca</h1>
      <p className="mt-2 mb-6 type-ui text-muted-foreground">
        {name ? `Só no canal ${name}.` : 'Publicações e comentários dos canais que você lê.'}{' '}
        {channel && (
          <Link href={communitySearchPath({ search: search || undefined, inComments })} className="underline">
            Buscar em todos os canais
          </Link>
        )}
      </p>
      <SearchBox
        search={search}
        label="Buscar na comunidade"
        placeholder="Palavras do título ou do texto"
        action={paths.membersSearchPage}
        addressOf={(words) => addressOf(words)}
      />
      <nav aria-label="Onde buscar" className="mt-4 flex gap-2 py-1">
        <ChipLink href={addressOf(search, false)} current={!inComments}>
          Publicações
        </ChipLink>
        <ChipLink href={addressOf(search, true)} current={inComments}>
          Comentários
        </ChipLink>
      </nav>
      {wordsOf(search).length === 0 ? (
        <p className="mt-8 type-ui text-muted-foreground">Escreva uma ou mais palavras. Acentos não importam.</p>
      ) : (
        <Results search={search} channel={channel} inComments={inComments} />
      )}
    </div>
  );
}

interface ResultsProps {
  search: string;
  channel: string | undefined;
  inComments: boolean;
}

function Results({ search, channel, inComments }: ResultsProps) {
  const list = useInfiniteQuery(foundTextsQuery({ search, channel, inComments }));
  const found = list.data?.pages.flatMap((page) => page.results) ?? [];
  const now = useNow();
  const words = wordsOf(search);
  const { data: channels = [] } = useQuery(channelsQuery());
  const { data: profiles } = useQuery(profilesQuery(found.map((one) => one.author_id)));
  if (!list.data) {
    return (
      <div className="mt-6">
        {list.isError ? (
          <LoadFailed title="Não foi possível buscar." query={list} />
        ) : (
          <Loading label="Buscando">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="mb-4 h-20 w-full" />
            ))}
          </Loading>
        )}
      </div>
    );
  }
  return (
    <>
      <p aria-live="polite" className="mt-6 mb-2 type-meta">
        {formatCount(found.length, 'resultado', 'resultados')}
        {list.hasNextPage && ' ou mais'}
      </p>
      {found.length === 0 && !list.hasNextPage && (
        <Empty title="Nada encontrado." description="Tente outras palavras, ou menos palavras." />
      )}
      <ul className="border-b border-border empty:hidden">
        {found.map((one) => (
          <li key={one.id} className="border-t border-border py-5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted-foreground">
              <MemberName profile={profiles?.get(one.author_id)} id={one.author_id} />
              <span>{channels.find(({ id }) => id === one.channel_id)?.name}</span>
              <time dateTime={one.created_at} title={formatDateTime(one.created_at)}>
                {formatAgo(one.created_at, now)}
              </time>
              {one.is_solved && (
                <Badge icon={CircleCheck} className="bg-success-tint text-success">
                  Resolvida
                </Badge>
              )}
            </div>
            <h2 className="mt-1 type-title-3">
              <Link
                href={inComments ? `${paths.membersPost(one.post_id)}#c-${one.id}` : paths.membersPost(one.id)}
                className="hover:text-north"
              >
                <Highlight text={one.title} words={words} />
              </Link>
            </h2>
            {one.excerpt && (
              <p className="mt-1 text-base leading-normal text-foreground-2 wrap-anywhere">
                <Highlight text={one.excerpt} words={words} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}
