import '@/styles/article.css';
import './rich-editor.css';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '@/ui/toast';
import { ContextTools } from './context-tools';
import { tidyHtml, toHtml } from './markup';
import { cleanPaste } from './paste/clean-paste';
import { NO_PICTURES, PictureQueue } from './paste/picture-queue';
import { Picture } from './picture';
import { PictureNotice } from './picture-notice';
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
  /** True while pictures are on their way: they are no part of the text yet. */
  onBusyChange?: ((busy: boolean) => void) | undefined;
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
  Picture.configure({ allowBase64: true }),
];

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : tidyHtml(editor.getHTML()));

/** The visual editor, whose value is HTML. */
export function RichEditor({ control, value, onChange, onBusyChange }: RichEditorProps) {
  const { 'aria-label': label, 'aria-describedby': note, 'aria-invalid': invalid } = control;
  const attributes = useMemo(() => editorAttributes(label, note, invalid), [label, note, invalid]);
  const [content] = useState(() => toHtml(value));
  const [pictures, setPictures] = useState(NO_PICTURES);
  const queue = useRef<PictureQueue>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    // The content security policy allows no <style> elements: its few rules are in rich-editor.css.
    injectCSS: false,
    editorProps: {
      attributes,
      transformPastedHTML: (pasted) => {
        // What was copied here has its form already.
        if (pasted.includes('data-pm-slice')) return pasted;
        const { html, missing } = cleanPaste(pasted, location.origin);
        queue.current?.miss(missing);
        return html;
      },
      handlePaste: (_, event) => takeFiles(event.clipboardData, queue.current),
      handleDrop: (view, event, _, isMoved) => {
        if (isMoved) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        const isTaken = takeFiles(event.dataTransfer, queue.current, place);
        // The browser would open the file instead of the page.
        if (isTaken) event.preventDefault();
        return isTaken;
      },
    },
    onCreate: ({ editor: created }) => {
      queue.current = new PictureQueue(created, setPictures);
    },
    onDestroy: () => queue.current?.stop(),
    onUpdate: ({ editor: changed }) => {
      queue.current?.look();
      onChange(htmlOf(changed));
    },
  });
  const isBusy = pictures.sending > 0;
  const report = useRef(onBusyChange);
  useEffect(() => {
    report.current = onBusyChange;
  });
  useEffect(() => report.current?.(isBusy), [isBusy]);
  return (
    <div
      data-invalid={control['aria-invalid']}
      className="rounded-md border border-input bg-card focus-within:border-foreground data-invalid:border-destructive"
    >
      <EditorToolbar editor={editor} />
      <ContextTools editor={editor} />
      <PictureNotice
        state={pictures}
        onFiles={(files) => queue.current?.add(files)}
        onDismiss={() => queue.current?.forgetMissing()}
      />
      <EditorContent editor={editor} />
    </div>
  );
}

/** Takes pictures out of a clipboard or a drop. A text that came with a picture of itself, as from Word, is a text. */
function takeFiles(data: DataTransfer | null, queue: PictureQueue | null, place?: number): boolean {
  const files = [...(data?.files ?? [])];
  const hasText = /[^\s<>]/.test((data?.getData('text/html') ?? '').replace(/<[^>]*>/g, ''));
  if (files.length === 0 || hasText) return false;
  const pictures = files.filter((file) => file.type.startsWith('image/'));
  if (pictures.length < files.length) {
    toast({
      title: 'Só imagens cabem no texto',
      description: 'Vídeos, áudios e documentos são enviados pelo tipo do conteúdo.',
      tone: 'destructive',
    });
  }
  queue?.add(pictures, place);
  return true;
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
  {
    label: 'Tabela',
    icon: Table,
    isOn: (editor) => editor.isActive('table'),
    isOff: (editor) => editor.isActive('table'),
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    label: 'Bloco de código',
    icon: Code,
    isOn: (editor) => editor.isActive('codeBlock'),
    run: (chain) => chain.toggleCodeBlock(),
  },
  { label: 'Linha divisória', icon: Minus, run: (chain) => chain.setHorizontalRule() },
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
