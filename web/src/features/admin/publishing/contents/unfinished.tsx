import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatDateTime } from '@/lib/format';
import { IconAction } from '@/ui/icon-action';
import { TextLink } from '@/ui/link';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { discardUnfinished } from './desk/drafts';
import { CONTENTS, unfinishedQuery } from './queries';
import { contentName, contentToasts } from './text';

/** Contents that somebody began and did not create yet. */
export function Unfinished() {
  const { data: drafts = [] } = useQuery(unfinishedQuery);
  const [doomed, setDoomed] = useState<(typeof drafts)[number]>();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="unfinished" className="mb-6 border-l-3 border-north bg-muted py-2 pr-1 pl-4">
      <h3 id="unfinished" className="py-1 font-label">
        Começados e ainda não criados
      </h3>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.content_id} className="flex items-center gap-2 py-0.5 type-ui">
            <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
              <TextLink href={signedInPaths.adminContent(draft.content_id)}>{contentName(draft)}</TextLink>
              <span className="type-meta tabular-nums"> · alterações salvas em {formatDateTime(draft.saved_at)}</span>
            </p>
            <IconAction
              hint="Descartar"
              label={`Descartar ${contentName(draft)}`}
              icon={Trash2}
              onClick={() => setDoomed(draft)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Descartar este texto?"
        description={
          doomed ? `“${contentName(doomed)}” ainda não foi criado. O que foi escrito nele será apagado.` : ''
        }
        actionLabel="Descartar"
        busyLabel="Descartando..."
        run={({ content_id: id, version }) => discardUnfinished(id, version)}
        done={{ title: 'Texto descartado', tone: 'success' }}
        failure={contentToasts.deleteFailed}
        closesOnFailure
        refreshes={[CONTENTS]}
      />
    </section>
  );
}
