import '@/styles/article.css';
import './rich-editor.css';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useMemo, useState } from 'react';
import { tidyHtml, toHtml } from './markup';
import { ImageRow, LinkRow } from './rows';

export interface RichEditorProps {
  control: {
    'aria-label': string;
    'aria-invalid': true | undefined;
    'aria-describedby': string;
  };
  /** The initial text. */
  value: string;
  onChange: (html: string) => void;
}

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Underlined text would read as a link.
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      // Not by `protocols`: those are registered for all editors at once, which complains while another one is open.
      isAllowedUri: (url, { defaultValidate }) => defaultValidate(url) && !/^(ftps?|callto|sms|cid|xmpp):/i.test(url),
      // The server writes its own `rel` when it sanitises.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TableKit,
  Image,
];

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : tidyHtml(editor.getHTML()));

/** The visual editor, whose value is HTML. */
export function RichEditor({ control, value, onChange }: RichEditorProps) {
  const { 'aria-label': label, 'aria-describedby': note, 'aria-invalid': invalid } = control;
  const attributes = useMemo(() => editorAttributes(label, note, invalid), [label, note, invalid]);
  const [content] = useState(() => toHtml(value));
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    // The content security policy allows no <style> elements: its few rules are in rich-editor.css.
    injectCSS: false,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => onChange(htmlOf(changed)),
  });
  return (
    <div
      data-invalid={control['aria-invalid']}
      className="rounded-md border border-input bg-card focus-within:border-foreground data-invalid:border-destructive"
    >
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

function editorAttributes(label: string, note: string, invalid: true | undefined): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': note,
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    class: 'editor-text',
    lang: 'pt-BR',
  };
}

interface Tool {
  label: string;
  icon: LucideIcon;
  /** Absent for actions without a state, such as undoing. */
  isOn?: (editor: Editor) => boolean;
  isOff?: (editor: Editor) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const TOOLS: readonly Tool[] = [
  { label: 'Negrito', icon: Bold, isOn: (editor) => editor.isActive('bold'), run: (chain) => chain.toggleBold() },
  { label: 'Itálico', icon: Italic, isOn: (editor) => editor.isActive('italic'), run: (chain) => chain.toggleItalic() },
  {
    label: 'Seção',
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subseção',
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    label: 'Lista',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Lista numerada',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Citação',
    icon: TextQuote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (chain) => chain.toggleBlockquote(),
  },
  { label: 'Desfazer', icon: Undo2, isOff: (editor) => !editor.can().undo(), run: (chain) => chain.undo() },
  { label: 'Refazer', icon: Redo2, isOff: (editor) => !editor.can().redo(), run: (chain) => chain.redo() },
];

const TOOL_CLASS =
  'grid size-11 place-items-center rounded-sm text-foreground-2 hover:bg-muted focus-visible:-outline-offset-2 disabled:text-input disabled:hover:bg-transparent aria-pressed:bg-muted aria-pressed:text-foreground lg:size-9';

/** One tab stop; the arrow keys move between the tools. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const [row, setRow] = useState<'link' | 'image'>();
  const toggle = (next: 'link' | 'image') => setRow((open) => (open === next ? undefined : next));
  const close = () => setRow(undefined);
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
        // A click must not take the focus from the text.
        onMouseDown={(event) => event.preventDefault()}
        aria-label="Formatação do texto"
        className="flex flex-wrap gap-0.5 border-b border-border p-1"
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
      </Toolbar.Root>
      {row === 'link' && <LinkRow editor={editor} onDone={close} />}
      {row === 'image' && <ImageRow editor={editor} onDone={close} />}
    </>
  );
}
