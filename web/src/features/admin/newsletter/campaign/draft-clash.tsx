import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { LIST_NAMES } from '../text';
import { type Draft, differencesOf } from './model';

export interface DraftClashProps {
  mine: Draft;
  theirs: Draft;
  /** Time at which the other version was saved. */
  at: string;
  onMine: () => void;
  onTheirs: () => void;
}

const LABELS: Readonly<Record<keyof Draft, string>> = {
  content: 'Carta',
  list: 'Lista',
  segment: 'Segmento',
  subject: 'Assunto',
  preheader: 'Texto de pré-visualização',
  sender: 'Nome de quem envia',
  replyTo: 'Responder para',
};

/** A value in the comparison. Letters and segments are named in the form behind, and only said to differ here. */
function valueText(field: keyof Draft, draft: Draft): string {
  if (field === 'content') return 'Outra carta';
  if (field === 'segment') return draft.segment.length === 0 ? 'Toda a lista' : 'Outras perguntas';
  return field === 'list' ? LIST_NAMES[draft.list] : draft[field] || 'Vazio';
}

/** Two versions of one draft: nothing is overwritten before one is chosen. */
export function DraftClash({ mine, theirs, at, onMine, onTheirs }: DraftClashProps) {
  return (
    <Dialog
      wide
      open
      // It stays until one version is chosen.
      onOpenChange={() => undefined}
      title="Este rascunho foi alterado"
      description={`Alguém o salvou em ${formatDateTime(at)}, enquanto você escrevia aqui. Nada foi sobrescrito: escolha com qual versão continuar.`}
      footer={
        <>
          <Button variant="line" size="small" onClick={onTheirs}>
            Ficar com a outra
          </Button>
          <Button size="small" onClick={onMine}>
            Manter a minha
          </Button>
        </>
      }
    >
      <dl className="border-b border-border type-ui">
        {differencesOf(mine, theirs).map((field) => (
          <div key={field} className="grid gap-x-4 gap-y-1 border-t border-border py-3 sm:grid-cols-[10rem_1fr]">
            <dt className="font-label">{LABELS[field]}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <span className="block">
                <span className="type-meta">A sua: </span>
                {valueText(field, mine)}
              </span>
              <span className="block">
                <span className="type-meta">A outra: </span>
                {valueText(field, theirs)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
