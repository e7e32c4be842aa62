import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePanelTitle } from '@/entities/panel-title';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { BackLink } from '@/ui/back-link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { deskQuery } from '../queries';
import { contentName, LOAD_FAILED } from '../text';
import { Desk } from './desk';
import { readCopy } from './local-copy';
import { startOf } from './start';

interface ContentPageProps {
  id: string;
  /** Called when a new content has got an address of its own. */
  onNamed: () => void;
}

/** The page on which a content is written. The form starts with what was written last, wherever that was. */
export function ContentPage({ id: place, onNamed }: ContentPageProps) {
  const isNew = place === NEW_CONTENT;
  const [copy] = useState(() => readCopy(place));
  // A new content has its id before it exists: its draft is stored under it.
  const [id] = useState(() => (isNew ? (copy?.id ?? crypto.randomUUID()) : place));
  const query = useQuery({ ...deskQuery(id), enabled: !isNew || copy !== undefined });
  const loaded = isNew && !copy ? { content: null, draft: null } : query.data;
  const isGone = loaded && !isNew && !loaded.content && !loaded.draft && !copy;
  usePanelTitle(isNew ? 'Novo conteúdo' : loaded && !isGone ? contentName(loaded.content ?? loaded.draft) : undefined);
  return (
    <div className="pt-6">
      <BackLink href={signedInPaths.adminContents()}>Conteúdos</BackLink>
      {isGone && (
        <Empty
          title="Conteúdo não encontrado"
          description="Ele foi excluído, ou o endereço está incompleto."
          className="mt-6"
        />
      )}
      {loaded && !isGone && (
        <Desk
          id={id}
          isNew={isNew}
          content={loaded.content ?? undefined}
          onNamed={onNamed}
          start={startOf(loaded.content ?? undefined, loaded.draft ?? undefined, copy)}
        />
      )}
      {!loaded && (query.isError ? <LoadFailed title={LOAD_FAILED} query={query} /> : <DeskSkeleton />)}
    </div>
  );
}

function DeskSkeleton() {
  return (
    <Loading label="Abrindo o formulário">
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-6">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-[60vh] w-full" />
        </div>
        <div className="grid content-start gap-6">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      </div>
    </Loading>
  );
}
