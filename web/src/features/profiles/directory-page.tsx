import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { paths } from '@/app/pages';
import { Avatar, LEVELS, nameOf, type Profile, roleOf } from '@/entities/member';
import { words } from '@/generated/columns/member_profiles';
import { formatCount } from '@/lib/format';
import { withQuery } from '@/lib/query-string';
import { useSearchParams } from '@/lib/router';
import { ChipLink } from '@/ui/chip';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { useFocusOnAdded } from '@/widgets/load-more';
import { MoreButton } from '@/widgets/more-button';
import { SearchBox } from '@/widgets/search-box';
import { directoryQuery, isLevel } from './queries';

/** The members who want to be found. */
export function DirectoryPage() {
  const [params] = useSearchParams();
  const search = params.get('busca')?.trim() || undefined;
  const wanted = params.get('experiencia') ?? undefined;
  const level = isLevel(wanted) ? wanted : undefined;
  const addressOf = (text: string | undefined, experience: string | undefined) =>
    withQuery(paths.membersDirectory, { busca: text, experiencia: experience });
  return (
    <>
      <h1 className="type-display-3">Membros</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">
        Quem faz parte da comunidade. Procure por nome, empresa ou cargo.
      </p>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center">
        <nav aria-label="Experiência" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
          <ChipLink href={addressOf(search, undefined)} current={!level}>
            Todos
          </ChipLink>
          {words.experience_level.map((one) => (
            <ChipLink key={one} href={addressOf(search, one)} current={one === level}>
              {LEVELS[one]}
            </ChipLink>
          ))}
        </nav>
        <SearchBox
          search={search}
          label="Buscar membros"
          placeholder="Nome, empresa ou cargo"
          action={paths.membersDirectory}
          addressOf={(text) => addressOf(text || undefined, level)}
        />
      </div>
      <Members search={search} level={level} />
    </>
  );
}

function Members({ search, level }: { search: string | undefined; level: string | undefined }) {
  const items = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery(directoryQuery({ search, level }));
  const members = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const focusOnAdded = useFocusOnAdded(items, members.length);
  if (!list.data) {
    return (
      <div className="mt-6">
        {list.isError ? (
          <LoadFailed title="Não foi possível carregar os membros." query={list} />
        ) : (
          <Loading label="Carregando os membros">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} className="mb-3 h-16 w-full" />
            ))}
          </Loading>
        )}
      </div>
    );
  }
  const total = list.data.pages[0]?.total ?? 0;
  return (
    <div className={list.isPlaceholderData ? 'mt-5 opacity-60' : 'mt-5'}>
      <p aria-live="polite" className="mb-3 type-meta">
        {formatCount(total, 'membro', 'membros')}
      </p>
      {members.length === 0 && (
        <Empty title="Nenhum membro encontrado." description="Tente outro nome, empresa ou cargo." />
      )}
      <ul ref={items} className="grid border-t border-l border-border empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {members.map((member) => (
          <li key={member.user_id} className="border-r border-b border-border">
            <MemberEntry member={member} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} onAsk={focusOnAdded} />
    </div>
  );
}

function MemberEntry({ member }: { member: Profile }) {
  return (
    <Link
      href={paths.membersMember(member.user_id)}
      className="group grid min-h-20 grid-cols-[auto_minmax(0,1fr)] items-center gap-4 p-4 transition-colors duration-(--dur-1) hover:bg-card"
    >
      <Avatar profile={member} id={member.user_id} className="size-11" />
      <span className="min-w-0">
        <span className="block truncate type-title-3 group-hover:text-north">{nameOf(member)}</span>
        <span className="block truncate text-small text-muted-foreground">
          {roleOf(member) || LEVELS[member.experience_level]}
        </span>
      </span>
    </Link>
  );
}
