import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Input } from '@/ui/input';
import type { Hit } from './queries';
import { type Search, useFound } from './use-found';

export interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

/** The search over the panel: pages, contents, people and courses by name. Arrow keys choose, Enter opens. */
export default function Palette({ onClose, onHelp }: PaletteProps) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFound(text);
  const hits = found.groups.flatMap((group) => group.hits);
  const at = Math.min(chosen, hits.length - 1);
  const open = (hit: Hit) => {
    onClose();
    navigate(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const moved = moveOf(event.key, at, hits.length);
    if (moved !== undefined) {
      event.preventDefault();
      setChosen(moved);
      return;
    }
    const hit = hits[at];
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !hit) return;
    event.preventDefault();
    // What is shown belongs to an earlier text until the answers have come.
    if (!found.isLoading) open(hit);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Ir para"
      footer={
        <>
          <Button variant="ghost" size="small" className="mr-auto -ml-4 max-sm:hidden" onClick={onHelp}>
            Atalhos do teclado
          </Button>
          <DialogClose>
            <Button variant="line" size="small">
              Fechar
            </Button>
          </DialogClose>
        </>
      }
    >
      <Input
        role="combobox"
        aria-label="Buscar páginas, conteúdos, pessoas e cursos"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Páginas, conteúdos, pessoas, cursos"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} found={found} at={at} onChoose={setChosen} onOpen={open} />
      <p role="status" className="sr-only">
        {statusOf(found, hits.length)}
      </p>
    </Dialog>
  );
}

/** The place that a key leads to; undefined for keys of the field. */
function moveOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

function statusOf({ isLoading, isFailed }: Search, count: number): string {
  if (isLoading) return 'Buscando';
  if (isFailed) return 'Uma parte da busca não respondeu.';
  return count === 0 ? 'Nada encontrado' : formatCount(count, 'resultado', 'resultados');
}

interface ResultsProps {
  id: string;
  found: Search;
  at: number;
  onChoose: (index: number) => void;
  onOpen: (hit: Hit) => void;
}

function Results({ id, found, at, onChoose, onOpen }: ResultsProps) {
  let index = -1;
  return (
    <div className="-mx-2 grid h-80 max-h-[50dvh] grid-rows-[auto_minmax(0,1fr)]">
      <div className="px-2 type-ui empty:hidden">
        {found.groups.length === 0 && !found.isLoading && (
          <p className="py-3 text-muted-foreground">Nada encontrado. Tente outra palavra.</p>
        )}
        {found.isFailed && <p className="py-3 text-destructive">Uma parte da busca não respondeu. Escreva de novo.</p>}
      </div>
      <div role="listbox" id={`${id}-list`} aria-label="Resultados" className="overflow-y-auto">
        {found.groups.map(({ label, hits }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-2 pt-3 pb-1 type-meta">
              {label}
            </p>
            {hits.map((hit) => {
              index += 1;
              const own = index;
              return (
                <Option
                  key={hit.path}
                  id={`${id}-${own}`}
                  hit={hit}
                  isChosen={own === at}
                  onChoose={() => onChoose(own)}
                  onOpen={() => onOpen(hit)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  hit: Hit;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
}

function Option({ id, hit, isChosen, onChoose, onOpen }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen}
      onPointerMove={onChoose}
      onClick={onOpen}
      className={cx(
        'flex min-h-11 cursor-default items-baseline justify-between gap-4 rounded-md px-2 py-2.5 type-ui lg:min-h-9 lg:py-1.5',
        isChosen && 'bg-accent inset-shadow-[3px_0_var(--north)]',
      )}
    >
      <span className="min-w-0 truncate">{hit.label}</span>
      <span className="max-w-[45%] shrink-0 truncate type-meta">{hit.note}</span>
    </div>
  );
}
