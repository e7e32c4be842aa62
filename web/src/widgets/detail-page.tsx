import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePanelTitle } from '@/entities/panel-title';
import { isRefusedWith } from '@/lib/errors';
import { BackLink } from '@/ui/back-link';
import { GoLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';

export interface DetailPageProps<Data> {
  query: UseQueryResult<Data>;
  back: { href: string; label: string };
  failed: string;
  loading: string;
  title: (data: Data) => string;
  badges: (data: Data) => ReactNode;
  seeAlso: { href: string; label: string };
  children: (data: Data) => ReactNode;
}

/** A page of the panel about one account. */
export function DetailPage<Data>({
  query,
  back,
  failed,
  loading,
  title,
  badges,
  seeAlso,
  children,
}: DetailPageProps<Data>) {
  usePanelTitle(query.data && title(query.data));
  const isGone = isRefusedWith(query.error, 'person_not_found');
  return (
    <div className="pt-6">
      <BackLink href={back.href}>{back.label}</BackLink>
      {isGone ? (
        <Empty
          title="Essa conta não existe mais."
          description="Ela pode ter sido excluída há pouco."
          className="mt-6"
        />
      ) : (
        <div className={query.data ? undefined : 'mt-6'}>
          <Loaded
            query={query}
            failed={failed}
            loading={loading}
            skeleton={['h-12 w-80', 'mt-10 h-64 w-full', 'mt-6 h-64 w-full']}
          >
            {(data) => (
              <>
                <div className="mt-4 mb-8 flex flex-wrap items-end justify-between gap-4">
                  <div className="min-w-0">
                    <h2 className="type-display-3 [overflow-wrap:anywhere]">{title(data)}</h2>
                    <div className="mt-3 empty:hidden">{badges(data)}</div>
                  </div>
                  <GoLink href={seeAlso.href}>{seeAlso.label}</GoLink>
                </div>
                {children(data)}
              </>
            )}
          </Loaded>
        </div>
      )}
    </div>
  );
}
