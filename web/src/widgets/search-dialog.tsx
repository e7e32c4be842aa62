import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { CloseButton, Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';

interface Group<H> {
  label: string;
  hits: readonly H[];
}

interface SearchDialogProps<H extends { path: string }> {
  title: string;
  /** Name of the field. */
  label: string;
  placeholder: string;
  maxLength: number;
  /** Instructions for the search, for screen readers. */
  hint: string;
  text: string;
  onText: (text: string) => void;
  /** The hits by group, each with other addresses. */
  groups: readonly Group<H>[];
  /** Number of all hits. If absent, it is the number of those shown. */
  count?: number;
  /** True if what is shown belongs to an earlier text. */
  isStale: boolean;
  /** Error message, for screen readers. */
  failure: string | undefined;
  /** Notice above the hits. */
  notice: ReactNode;
  /** True if the first hit is chosen from the start. */
  choosesFirst?: boolean;
  /** Target of Enter while no hit is chosen. */
  otherwise?: string | undefined;
  /** Beside the button that closes. */
  footer: ReactNode;
  onClose: () => void;
  children: (hit: H) => ReactNode;
}

/** A search whose hits are links. Arrow keys choose one, Enter opens it; the field keeps the focus. */
export function SearchDialog<H extends { path: string }>(props: SearchDialogProps<H>) {
  const { title, text, onText, groups, isStale, failure, notice, otherwise, onClose, children } = props;
  const navigate = useNavigate();
  const id = useId();
  const hits = groups.flatMap((group) => group.hits);
  const first = props.choosesFirst ? 0 : -1;
  const [chosen, setChosen] = useState(first);
  const at = Math.min(chosen, hits.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const moved = moveOf(event.key, at, hits.length);
    if (moved !== undefined) {
      event.preventDefault();
      setChosen(moved);
      return;
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const path = isStale ? otherwise : (hits[at]?.path ?? otherwise);
    if (path === undefined) return;
    onClose();
    navigate(path);
  };
  return (
    <Dialog
      open
      atTop
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          {props.footer}
          <CloseButton />
        </>
      }
    >
      <Input
        role="combobox"
        aria-label={props.label}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setChosen(first);
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className="sr-only">
        {props.hint}
      </p>
      <div className="-mx-2 grid h-96 max-h-[55dvh] grid-rows-[auto_minmax(0,1fr)]">
        <div className="px-2 type-ui empty:hidden">{notice}</div>
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label="Resultados"
          className={cx('overflow-y-auto', isStale && 'opacity-60')}
        >
          <Options id={id} groups={groups} at={at} onChoose={setChosen} onOpen={onClose} content={children} />
        </div>
      </div>
      <p role="status" className="sr-only">
        {(text.trim() || hits.length > 0) && statusOf(isStale, failure, props.count ?? hits.length)}
      </p>
    </Dialog>
  );
}

/** The place that a key leads to; undefined for keys of the field. Before the first is the field itself. */
function moveOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1;
  return undefined;
}

function statusOf(isStale: boolean, failure: string | undefined, count: number): string {
  if (isStale) return 'Buscando';
  if (failure) return failure;
  return count === 0 ? 'Nada encontrado' : formatCount(count, 'resultado', 'resultados');
}

interface OptionsProps<H> {
  id: string;
  groups: readonly Group<H>[];
  at: number;
  onChoose: (index: number) => void;
  onOpen: () => void;
  content: (hit: H) => ReactNode;
}

function Options<H extends { path: string }>({ id, groups, at, onChoose, onOpen, content }: OptionsProps<H>) {
  let next = 0;
  return groups.map(({ label, hits }) => {
    const start = next;
    next += hits.length;
    return (
      // biome-ignore lint/a11y/useSemanticElements: `fieldset`, which is proposed, groups form controls; a listbox has groups
      <div key={label} role="group" aria-label={label}>
        <p aria-hidden="true" className="px-2 pt-3 pb-1 type-meta">
          {label}
        </p>
        {hits.map((hit, index) => (
          <Option
            key={hit.path}
            id={`${id}-${start + index}`}
            path={hit.path}
            isChosen={start + index === at}
            onChoose={() => onChoose(start + index)}
            onOpen={onOpen}
          >
            {content(hit)}
          </Option>
        ))}
      </div>
    );
  });
}

interface OptionProps {
  id: string;
  path: string;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
  children: ReactNode;
}

/** A link, so that it may be opened in another tab; the keys are the field's. */
function Option({ id, path, isChosen, onChoose, onOpen, children }: OptionProps) {
  const element = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <a
      ref={element}
      id={id}
      href={path}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onChoose}
      onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onOpen()}
      className={cx(
        'grid min-h-11 grid-cols-1 gap-0.5 rounded-md px-2 py-2',
        isChosen && 'bg-accent inset-shadow-[3px_0_var(--north)]',
      )}
    >
      {children}
    </a>
  );
}

/** One line of a hit: its name, and what it is. */
export function HitLine({ name, note }: { name: ReactNode; note: string }) {
  return (
    <span className="flex items-baseline justify-between gap-4 self-center type-ui">
      <span className="min-w-0 truncate">{name}</span>
      <span className="max-w-[45%] shrink-0 truncate type-meta">{note}</span>
    </span>
  );
}
