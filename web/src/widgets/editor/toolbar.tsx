import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ImagePlus, Link, Maximize2, Minimize2, Search } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { RefObject } from 'react';
import { cx } from '@/lib/cx';
import { ImageRow, LinkRow } from './rows';
import { TOOL_CLASS, TOOLS } from './tools';

/** What is open under the toolbar. */
export type Row = 'link' | 'image' | 'find' | 'replace' | undefined;

interface EditorToolbarProps {
  toolbar: RefObject<HTMLDivElement | null>;
  editor: Editor;
  row: Row;
  onRow: (row: Row) => void;
  isFull: boolean;
  onFull: () => void;
}

/** One tab stop; the arrow keys move between the tools. */
export function EditorToolbar({ toolbar, editor, row, onRow, isFull, onFull }: EditorToolbarProps) {
  const toggle = (next: Row) => onRow(row === next ? undefined : next);
  const close = () => onRow(undefined);
  const FullIcon = isFull ? Minimize2 : Maximize2;
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      tools: TOOLS.map((tool) => ({ on: tool.isOn?.(current), off: tool.isOff?.(current) ?? false })),
      link: current.isActive('link'),
    }),
  });
  return (
    <>
      <Toolbar.Root
        ref={toolbar}
        // A click must not take the focus from the text.
        onMouseDown={(event) => event.preventDefault()}
        aria-label="Formatação do texto"
        className="flex flex-wrap gap-0.5 border-b border-border p-1 focus:outline-none"
      >
        {TOOLS.map(({ label, icon: Icon, run }, index) => (
          <Toolbar.Button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={states.tools[index]?.on}
            disabled={states.tools[index]?.off ?? false}
            onClick={() => run(editor.chain().focus()).run()}
            className={TOOL_CLASS}
          >
            <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          </Toolbar.Button>
        ))}
        <Toolbar.Button
          type="button"
          aria-label="Inserir link"
          title="Inserir link"
          aria-pressed={states.link}
          aria-expanded={row === 'link'}
          onClick={() => toggle('link')}
          className={TOOL_CLASS}
        >
          <Link aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Toolbar.Button>
        <Toolbar.Button
          type="button"
          aria-label="Inserir imagem"
          title="Inserir imagem"
          aria-expanded={row === 'image'}
          onClick={() => toggle('image')}
          className={TOOL_CLASS}
        >
          <ImagePlus aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Toolbar.Button>
        <Toolbar.Button
          type="button"
          aria-label="Buscar e substituir"
          aria-keyshortcuts="Control+F"
          title="Buscar e substituir (Ctrl+F)"
          aria-expanded={row === 'find' || row === 'replace'}
          onClick={() => onRow(row === 'find' || row === 'replace' ? undefined : 'find')}
          className={cx(TOOL_CLASS, 'lg:ml-auto')}
        >
          <Search aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Toolbar.Button>
        <Toolbar.Button
          type="button"
          aria-label="Tela cheia"
          aria-keyshortcuts="Control+Shift+F"
          title={isFull ? 'Sair da tela cheia (Esc)' : 'Tela cheia (Ctrl+Shift+F)'}
          aria-pressed={isFull}
          onClick={onFull}
          className={TOOL_CLASS}
        >
          <FullIcon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Toolbar.Button>
      </Toolbar.Root>
      {row === 'link' && <LinkRow editor={editor} onDone={close} />}
      {row === 'image' && <ImageRow editor={editor} onDone={close} />}
    </>
  );
}
