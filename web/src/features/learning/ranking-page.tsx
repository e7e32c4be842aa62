import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar, MemberName, type Profile, profilesQuery, roleOf } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatCount, formatNumber } from '@/lib/format';
import { ChipRadio } from '@/ui/chip';
import { TextLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { learningPaths } from './links';
import { type Period, type Ranking, rankingQuery } from './queries';

const PERIODS: readonly { id: Period; label: string; empty: string }[] = [
  { id: 'week', label: 'Semana', empty: 'Ninguém pontuou nesta semana ainda.' },
  { id: 'month', label: 'Mês', empty: 'Ninguém pontuou neste mês ainda.' },
  { id: 'all', label: 'Desde o início', empty: 'Ninguém pontuou ainda.' },
];

export function RankingPage({ userId }: { userId: string }) {
  const [period, setPeriod] = useState<Period>('month');
  const ranking = useQuery(rankingQuery(period));
  const profiles = useQuery(profilesQuery(ranking.data?.places.map(({ user_id: id }) => id) ?? []));
  const chosen = PERIODS.find(({ id }) => id === period);
  return (
    <div className="max-w-3xl">
      <h1 className="type-display-3">Ranking</h1>
      <p className="mt-3 max-w-[60ch] type-ui text-muted-foreground">
        Cada aula concluída vale 10 pontos, cada questionário 20, cada curso 50 e cada resposta aceita no fórum 15, até
        200 pontos por dia.
      </p>
      <fieldset className="mt-6 flex flex-wrap gap-2">
        <legend className="sr-only">Período</legend>
        {PERIODS.map(({ id, label }) => (
          <ChipRadio key={id} name="period" checked={id === period} onChange={() => setPeriod(id)}>
            {label}
          </ChipRadio>
        ))}
      </fieldset>
      {ranking.data && !profiles.isLoading ? (
        <Places ranking={ranking.data} profiles={profiles.data} userId={userId} empty={chosen?.empty ?? ''} />
      ) : ranking.isError ? (
        <div className="mt-8">
          <LoadFailed title="Não foi possível carregar o ranking." query={ranking} />
        </div>
      ) : (
        <Loading label="Carregando o ranking">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="mt-4 h-14 w-full" />
          ))}
        </Loading>
      )}
    </div>
  );
}

interface PlacesProps {
  ranking: Ranking;
  profiles: ReadonlyMap<string, Profile> | undefined;
  userId: string;
  empty: string;
}

function Places({ ranking, profiles, userId, empty }: PlacesProps) {
  const { places, own, is_in_ranking: isIn } = ranking;
  return (
    <>
      <p className="mt-6 border-l-3 border-north px-4 py-1 type-ui">
        {own
          ? `Você tem ${formatCount(own.points, 'ponto', 'pontos')} e está em ${own.place}º lugar.`
          : 'Você ainda não tem pontos neste período.'}{' '}
        {!isIn && (
          <>
            Só você vê isto: você está fora do ranking.{' '}
            <TextLink href={learningPaths.place('configuracoes')}>Mudar</TextLink>
          </>
        )}
      </p>
      {places.length === 0 ? (
        <Empty title={empty} className="mt-8" />
      ) : (
        <ol className="mt-6 divide-y divide-border border-y border-border">
          {places.map(({ place, user_id: id, points }) => (
            <li
              key={id}
              className={cx(
                'relative grid grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-3 py-3 sm:grid-cols-[2.5rem_auto_minmax(0,1fr)_auto] sm:gap-4',
                id === userId &&
                  'bg-accent before:absolute before:inset-y-0 before:-left-1 before:w-0.75 before:bg-north',
              )}
            >
              <span className="text-right type-title-2 tabular-nums">
                {place}
                <span className="sr-only">º lugar</span>
              </span>
              <Avatar profile={profiles?.get(id)} id={id} className="size-10" />
              <span className="min-w-0">
                <MemberName profile={profiles?.get(id)} id={id} />
                {id === userId && <span className="type-meta"> (você)</span>}
                <span className="block truncate type-meta">{roleOf(profiles?.get(id))}</span>
              </span>
              <span className="pr-2 type-ui tabular-nums">
                {formatNumber(points)}
                <span className="type-meta"> pontos</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
