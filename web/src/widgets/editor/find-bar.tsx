import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { CaseSensitive, ChevronDown, ChevronUp, type LucideIcon, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { find, foundIn, replaceAll, replaceOne, type Search, selectFound, step, stopFinding } from './find';
import { TOOL_CLASS } from './tools';

export interface FindBarProps {
  editor: Editor;
  /** True if words are replaced, too. */
  replaces: boolean;
  onReplace: () => void;
  onClose: () => void;
}

/** A selection longer than this is no search. */
const MAX_SEARCH_LENGTH = 100;

function selectedText({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  return $from.sameParent($to) && to - from <= MAX_SEARCH_LENGTH ? state.doc.textBetween(from, to) : '';
}

/** Searches the text; Enter goes on, Shift+Enter back, Escape closes. */
export function FindBar({ editor, replaces, onReplace, onClose }: FindBarProps) {
  const [search, setSearch] = useState<Search>(() => ({
    text: selectedText(editor),
    isCaseExact: false,
    isAccentExact: false,
  }));
  const [replacement, setReplacement] = useState('');
  const [replaced, setReplaced] = useState<number>();
  const { count, at } = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const { places, at } = foundIn(current);
      return { count: places.length, at };
    },
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  useEffect(() => {
    setReplaced(undefined);
    find(editor, search);
  }, [editor, search]);
  // However it is closed, nothing stays marked.
  useEffect(() => () => stopFinding(editor), [editor]);

  const close = () => {
    onClose();
    selectFound(editor);
    editor.commands.focus(null, { scrollIntoView: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing)
      return;
    else if (event.target !== input.current) replaceOne(editor, replacement);
    else step(editor, event.shiftKey ? -1 : 1);
    // Neither sends the form nor leaves the full screen.
    event.preventDefault();
    event.stopPropagation();
  };
  const said = () => {
    if (replaced !== undefined) return `${formatCount(replaced, 'troca feita', 'trocas feitas')}`;
    if (!search.text) return '';
    return count > 0 ? `${at + 1} de ${count}` : 'Nada encontrado';
  };
  return (
    <search onKeyDown={onKeyDown} className="grid gap-2 border-b border-border bg-muted p-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <Input
          ref={input}
          aria-label="Buscar no texto"
          placeholder="Buscar no texto"
          value={search.text}
          onChange={(event) => setSearch({ ...search, text: event.target.value })}
          className={FIELD}
        />
        <output className="min-w-26 px-1 text-small text-muted-foreground tabular-nums">{said()}</output>
        <Tool label="Resultado anterior" icon={ChevronUp} isOff={count === 0} onClick={() => step(editor, -1)} />
        <Tool label="Próximo resultado" icon={ChevronDown} isOff={count === 0} onClick={() => step(editor, 1)} />
        <Tool
          label="Diferenciar maiúsculas"
          icon={CaseSensitive}
          isOn={search.isCaseExact}
          onClick={() => setSearch({ ...search, isCaseExact: !search.isCaseExact })}
        />
        <Tool
          label="Diferenciar acentos"
          text="Á"
          isOn={search.isAccentExact}
          onClick={() => setSearch({ ...search, isAccentExact: !search.isAccentExact })}
        />
        {!replaces && (
          <Button variant="ghost" size="small" onClick={onReplace}>
            Substituir
          </Button>
        )}
        <span className="ml-auto">
          <Tool label="Fechar a busca" icon={X} onClick={close} />
        </span>
      </div>
      {replaces && (
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <Input
            aria-label="Substituir por"
            placeholder="Substituir por"
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            className={cx(FIELD, 'max-sm:basis-full')}
          />
          {/* Never disabled: they would lose the focus with the last result. */}
          <Button variant="soft" size="small" onClick={() => replaceOne(editor, replacement)}>
            Substituir
          </Button>
          <Button variant="ghost" size="small" onClick={() => setReplaced(replaceAll(editor, replacement))}>
            Substituir tudo
          </Button>
        </div>
      )}
    </search>
  );
}

const FIELD = 'min-h-11! flex-[1_1_12rem] py-1.5! sm:max-w-72 lg:min-h-9!';

interface ToolProps {
  label: string;
  icon?: LucideIcon;
  text?: string;
  isOn?: boolean;
  isOff?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, text, isOn, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isOff}
      onClick={onClick}
      className={TOOL_CLASS}
    >
      {Icon ? (
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      ) : (
        <span aria-hidden="true">{text}</span>
      )}
    </button>
  );
}
