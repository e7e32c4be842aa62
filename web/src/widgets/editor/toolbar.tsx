import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ImagePlus, Link, type LucideIcon, Maximize2, Minimize2, Search, SquarePlay, UserPen } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import { cx } from '@/lib/cx';
import { EmbedRow } from './embed-row';
import { FieldRow } from './field-row';
import { ImageRow, LinkRow } from './rows';
import { isOffered, TOOL_CLASS, TOOLS } from './tools';

/** Row that is open under the toolbar. */
export type Row = 'link' | 'image' | 'embed' | 'field' | 'find' | 'replace' | undefined;

interface EditorToolbarProps {
  toolbar: RefObject<HTMLDivElement | null>;
  editor: Editor;
  row: Row;
  onRow: (row: Row) => void;
  isFull: boolean;
  onFull: () => void;
  /** True if the text may have personal fields. */
  hasFields: boolean;
}

/** One tab stop; the arrow keys move between the tools. */
export function EditorToolbar({ toolbar, editor, row, onRow, isFull, onFull, hasFields }: EditorToolbarProps) {
  const toggle = (next: Row) => onRow(row === next ? undefined : next);
  const close = () => onRow(undefined);
  const isFinding = row === 'find' || row === 'replace';
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
        // One row on a phone, where the keyboard leaves little room for the text.
        className="flex gap-0.5 border-b border-border p-1 focus:outline-none max-sm:overflow-x-auto max-sm:[contain:inline-size] max-sm:[scrollbar-width:none] sm:flex-wrap"
      >
        {TOOLS.map((tool, index) => {
          const { label, icon, run } = tool;
          if (!isOffered(editor, tool)) return null;
          return (
            <ToolButton
              key={label}
              label={label}
              icon={icon}
              aria-pressed={states.tools[index]?.on}
              disabled={states.tools[index]?.off ?? false}
              onClick={() => run(editor.chain().focus()).run()}
            />
          );
        })}
        {hasFields && (
          <ToolButton
            label="Inserir campo pessoal"
            icon={UserPen}
            aria-expanded={row === 'field'}
            onClick={() => toggle('field')}
          />
        )}
        <ToolButton
          label="Inserir link"
          icon={Link}
          aria-pressed={states.link}
          aria-expanded={row === 'link'}
          onClick={() => toggle('link')}
        />
        <ToolButton
          label="Inserir imagem"
          icon={ImagePlus}
          aria-expanded={row === 'image'}
          onClick={() => toggle('image')}
        />
        <ToolButton
          label="Incorporar vídeo ou áudio"
          icon={SquarePlay}
          aria-expanded={row === 'embed'}
          onClick={() => toggle('embed')}
        />
        <ToolButton
          label="Buscar e substituir"
          icon={Search}
          aria-keyshortcuts="Control+F"
          title="Buscar e substituir (Ctrl+F)"
          aria-expanded={isFinding}
          onClick={() => onRow(isFinding ? undefined : 'find')}
          className={cx(TOOL_CLASS, 'lg:ml-auto')}
        />
        <ToolButton
          label="Tela cheia"
          icon={isFull ? Minimize2 : Maximize2}
          aria-keyshortcuts="Control+Shift+F"
          title={isFull ? 'Sair da tela cheia (Esc)' : 'Tela cheia (Ctrl+Shift+F)'}
          aria-pressed={isFull}
          onClick={onFull}
        />
      </Toolbar.Root>
      {row === 'field' && hasFields && <FieldRow editor={editor} onDone={close} />}
      {row === 'link' && <LinkRow editor={editor} onDone={close} />}
      {row === 'embed' && <EmbedRow editor={editor} onDone={close} />}
      {row === 'image' && <ImageRow editor={editor} onDone={close} />}
    </>
  );
}

interface ToolButtonProps extends ComponentProps<typeof Toolbar.Button> {
  label: string;
  icon: LucideIcon;
}

const ToolButton = ({ label, icon: Icon, ...props }: ToolButtonProps) => (
  <Toolbar.Button type="button" aria-label={label} title={label} className={TOOL_CLASS} {...props}>
    <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
  </Toolbar.Button>
);
