import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { formatCount, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { Empty } from '@/ui/start/empty';
import { useAction } from '@/widgets/use-action';
import { type FormValues, withFields } from '../form/model';
import { namesQuery } from '../queries';
import type { DraftAnswer } from './draft-saver';
import { restoreRevision, revisionQuery, revisionsQuery } from './drafts';
import type { Base } from './local-copy';
import { plainText } from './plain-text';
import { TextDiff } from './text-diff';

const KINDS = { publish: 'Publicada', restore: 'Restaurada', edit: 'Edição' } as const;

export interface RevisionsProps {
  content: string;
  /** The form as it is. */
  valuesOf: () => FormValues;
  /** Saves the draft first; undefined where that failed. */
  baseOf: () => Promise<Base | undefined>;
  onRestored: (answer: DraftAnswer) => void;
}

/** The earlier versions of a content: what differs, and back to one of them. */
export function Revisions(props: RevisionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" size="small" className="max-sm:px-3" onClick={() => setOpen(true)}>
        <History aria-hidden="true" className="size-4" strokeWidth={1.6} />
        <span className="max-sm:sr-only">Versões</span>
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Versões deste conteúdo">
        {open && <RevisionList {...props} onDone={() => setOpen(false)} />}
      </Sheet>
    </>
  );
}

type Revision = { id: string; kind: keyof typeof KINDS; words: number; author_id: string | null; changed_at: string };

function RevisionList({ content, valuesOf, baseOf, onRestored, onDone }: RevisionsProps & { onDone: () => void }) {
  const query = useQuery(revisionsQuery(content));
  const [chosen, setChosen] = useState<string>();
  const names = useQuery(namesQuery((query.data ?? []).flatMap(({ author_id: id }) => (id ? [id] : []))));
  const [values] = useState(valuesOf);
  const restoring = useAction({
    run: async (revision: string) => {
      const base = await baseOf();
      if (!base) throw new Error('the draft could not be saved before restoring');
      return restoreRevision(revision, base);
    },
    failure: 'Não foi possível restaurar esta versão.',
    refreshes: [['contents', 'admin', 'revisions', content]],
    onDone: (answer) => {
      onRestored(answer);
      onDone();
    },
  });
  return (
    <Loaded
      query={query}
      failed="Não foi possível carregar as versões."
      loading="Carregando as versões"
      skeleton={['h-14 w-full', 'mt-3 h-14 w-full', 'mt-3 h-14 w-full']}
    >
      {(revisions) =>
        revisions.length === 0 ? (
          <Empty
            title="Ainda não há versões"
            description="A primeira aparece ao escrever ou publicar. Guardamos as 50 últimas e todas as publicadas."
          />
        ) : (
          <ol className="-mt-2">
            {revisions.map((revision: Revision, index) => (
              <li key={revision.id} className="border-b border-border py-2">
                <button
                  type="button"
                  aria-expanded={chosen === revision.id}
                  onClick={() => setChosen(chosen === revision.id ? undefined : revision.id)}
                  className="grid min-h-11 w-full grid-cols-[1fr_auto] items-center gap-x-4 rounded-md px-2 py-1.5 text-left hover:bg-muted"
                >
                  <span className={cx('type-ui', chosen === revision.id && 'font-label')}>
                    {formatDateTime(revision.changed_at)} · {KINDS[revision.kind]}
                  </span>
                  <span className="type-meta tabular-nums">
                    {wordsText(revision.words, revisions[index + 1]?.words)}
                  </span>
                  <span className="type-meta">
                    {(revision.author_id && names.data?.[revision.author_id]) || 'Administração'}
                  </span>
                </button>
                {chosen === revision.id && (
                  <OneRevision
                    id={revision.id}
                    values={values}
                    busy={restoring.isPending}
                    onRestore={() => restoring.mutate(revision.id)}
                  />
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

/** `812 palavras (+40)` */
function wordsText(words: number, before: number | undefined): string {
  const change = words - (before ?? words);
  const sign = change > 0 ? '+' : '−';
  return formatCount(words, 'palavra', 'palavras') + (change ? ` (${sign}${Math.abs(change)})` : '');
}

interface OneRevisionProps {
  id: string;
  values: FormValues;
  busy: boolean;
  onRestore: () => void;
}

function OneRevision({ id, values, busy, onRestore }: OneRevisionProps) {
  const query = useQuery(revisionQuery(id));
  return (
    <div className="grid gap-3 px-2 pt-2 pb-4">
      <p className="type-meta">Do texto atual para esta versão:</p>
      <Loaded
        query={query}
        failed="Não foi possível carregar esta versão."
        loading="Carregando a versão"
        skeleton={['h-40 w-full']}
      >
        {({ fields }) => (
          <TextDiff
            label="O que muda ao restaurar"
            before={plainText(values)}
            after={plainText(withFields(fields, values))}
          />
        )}
      </Loaded>
      <Button size="small" className="justify-self-start" busy={busy} busyLabel="Restaurando..." onClick={onRestore}>
        Restaurar esta versão
      </Button>
      <p className="type-meta">O texto volta ao formulário. O site só muda quando você salvar.</p>
    </div>
  );
}
