import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Line } from '@/ui/panel-part';
import { Empty } from '@/ui/start/empty';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { letterKeys, type SavedSegment, segmentsQuery } from '../queries';
import { useQuestionNames } from './question-names';
import { segmentText } from './questions';
import { SegmentDialog, type SegmentDialogProps } from './segment-dialog';

const NEW: SegmentDialogProps['segment'] = { id: null, name: '', segment: [] };

/** The saved segments. */
export function Segments() {
  const segments = useQuery(segmentsQuery);
  const [editing, setEditing] = useState<SegmentDialogProps['segment']>();
  const [deleting, setDeleting] = useState<SavedSegment>();
  const names = useQuestionNames();
  const add = (
    <Button size="small" onClick={() => setEditing(NEW)}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Novo segmento
    </Button>
  );
  return (
    <>
      <PanelHeading title="Segmentos" count={segments.data?.length ?? null}>
        {segments.data?.length !== 0 && add}
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        Partes de uma lista que você usa mais de uma vez. Uma campanha guarda as perguntas: mudar o segmento depois não
        muda a campanha.
      </p>
      <Loaded
        query={segments}
        failed="Não foi possível carregar os segmentos."
        loading="Carregando os segmentos"
        skeleton={['h-15 w-full', 'mt-3 h-15 w-full', 'mt-3 h-15 w-full']}
        empty={
          <Empty
            title="Nenhum segmento ainda"
            description="Sem segmento, uma campanha vai a toda a lista. Crie um para quem não é membro, para um plano ou para quem abriu um curso."
          >
            {add}
          </Empty>
        }
      >
        {(saved) => (
          <div className="border-t border-border-strong pt-4">
            {saved.map((segment) => (
              <Line
                key={segment.id}
                title={segment.name}
                detail={`${segmentText(segment.segment, names)} · salvo em ${formatDate(segment.updated_at)}`}
              >
                <span className="flex max-sm:-ml-3">
                  <IconAction
                    hint="Editar"
                    label={`Editar o segmento ${segment.name}`}
                    icon={PencilLine}
                    onClick={() => setEditing(segment)}
                  />
                  <IconAction
                    hint="Apagar"
                    label={`Apagar o segmento ${segment.name}`}
                    icon={Trash2}
                    onClick={() => setDeleting(segment)}
                  />
                </span>
              </Line>
            ))}
          </div>
        )}
      </Loaded>
      {editing && <SegmentDialog segment={editing} onClose={() => setEditing(undefined)} />}
      <ConfirmDelete
        item={deleting}
        onClose={() => setDeleting(undefined)}
        title="Apagar este segmento?"
        description={`“${deleting?.name ?? ''}” sai da lista de segmentos. As campanhas que o usaram ficam como estão.`}
        actionLabel="Apagar"
        busyLabel="Apagando..."
        run={({ id }) => functionAnswer('delete-segment', { id })}
        done={{ title: 'O segmento foi apagado', tone: 'success' }}
        failure="Não foi possível apagar o segmento."
        refreshes={[letterKeys.segments, ['audit']]}
      />
    </>
  );
}
