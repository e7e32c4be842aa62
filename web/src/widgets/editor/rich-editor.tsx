import '@/styles/article.css';
import './rich-editor.css';
import type { Editor } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { closeHistory } from '@tiptap/pm/history';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { externalSource } from '@/entities/external/external-source';
import { BlockingRender } from '@/lib/blocking-render';
import { optionId } from '@/ui/suggestion';
import { toast } from '@/ui/toast';
import { isHeic } from '../uploads/conversion';
import { Callout, Embed, embedTitle, MemberPart } from './blocks';
import { ContextTools } from './context-tools';
import { editorAttributes } from './editor-attributes';
import { Find } from './find';
import { FindBar } from './find-bar';
import { useFullScreen } from './full-screen';
import { ImmediateFocus } from './immediate-focus';
import { inertHtml } from './inert-html';
import { tidyHtml, toHtml } from './markup';
import { replaceContent, useOwnText } from './own-text';
import { cleanPaste } from './paste/clean-paste';
import { NO_PICTURES, PictureQueue } from './paste/picture-queue';
import { PersonalFields } from './personal-fields';
import { Picture } from './picture';
import { PictureNotice } from './picture-notice';
import { SlashList } from './slash-list';
import { CLOSED, SlashMenu } from './slash-menu';
import { EditorToolbar, type Row } from './toolbar';

export interface RichEditorProps {
  control: {
    'aria-label': string;
    'aria-invalid': true | undefined;
    'aria-describedby': string;
  };
  /** The text; while the editor is shown it changes only by the editor itself. */
  value: string;
  /** True if it is the view that is shown; pictures are stored in any case. */
  isShown: boolean;
  onChange: (html: string) => void;
  /** True while pictures are on their way: they are no part of the text yet. */
  onBusyChange?: ((busy: boolean) => void) | undefined;
  /** Shown below the text while it fills the screen. */
  footer: ReactNode;
  fullScreen: FullScreen | undefined;
  parts: TextParts | undefined;
}

/** Parts that only texts of contents have. */
export interface TextParts {
  /** True if the text may have personal fields. */
  hasFields: boolean;
}

/** Parts of the form around a text, shown while the text fills the screen. */
export interface FullScreen {
  /** Shown above the tools: the title, what is saved, how to save. */
  head: ReactNode;
  /** The number of the refused submit that shows its errors, which are outside; 0 where none does. */
  refusal: number;
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
  Callout,
  Embed,
  Find,
  ImmediateFocus,
  Placeholder.configure({
    placeholder: ({ node }) => (node.type.name === 'paragraph' ? 'Escreva, ou digite / para escolher um bloco' : ''),
  }),
];

const CONTENT_EXTENSIONS = [...EXTENSIONS, MemberPart, PersonalFields];

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : tidyHtml(editor.getHTML()));

/** The visual editor, whose value is HTML. */
export const RichEditor = (props: RichEditorProps) => (
  <BlockingRender>
    <MountedEditor {...props} />
  </BlockingRender>
);

function MountedEditor(props: RichEditorProps) {
  const { control, value, isShown, onChange, onBusyChange, footer, fullScreen, parts } = props;
  const { 'aria-label': label, 'aria-describedby': note, 'aria-invalid': invalid } = control;
  const list = useId();
  const [row, setRow] = useState<Row>();
  const [isFull, setFull] = useState(false);
  const refusal = fullScreen?.refusal ?? 0;
  const [seenRefusal, setSeenRefusal] = useState(refusal);
  if (refusal !== seenRefusal) {
    setSeenRefusal(refusal);
    if (refusal > 0) setFull(false);
  }
  const box = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  useFullScreen(
    box,
    isFull,
    useCallback(() => setFull(false), []),
  );
  const [menu, setMenu] = useState(CLOSED);
  const slash = useRef<SlashMenu>(null);
  const option = menu.found.length > 0 ? optionId(list, menu.marked) : undefined;
  const attributes = useMemo(
    () => editorAttributes({ label, note, invalid, list, option }),
    [label, note, invalid, list, option],
  );
  const [content] = useState(() => inertHtml(toHtml(value)));
  const [pictures, setPictures] = useState(NO_PICTURES);
  const queue = useRef<PictureQueue>(null);
  const editor = useEditor({
    extensions: parts ? CONTENT_EXTENSIONS : EXTENSIONS,
    content,
    // The content security policy allows no <style> elements: its few rules are in rich-editor.css.
    injectCSS: false,
    editorProps: {
      attributes,
      handleKeyDown: (_, event) => {
        const isUsed = slash.current?.onKey(event) ?? false;
        if (isUsed) event.stopPropagation();
        return isUsed;
      },
      transformPastedHTML: (pasted) => {
        const { html, missing } = cleanPaste(pasted, location.origin);
        queue.current?.miss(missing);
        return html;
      },
      handlePaste: (view, event) =>
        takeFiles(event.clipboardData, queue.current) || takeRecording(view, event.clipboardData),
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
      slash.current = new SlashMenu(created, setMenu, setRow);
    },
    onTransaction: () => slash.current?.read(),
    onBlur: () => slash.current?.close(),
    onDestroy: () => queue.current?.stop(),
    onUpdate: ({ editor: changed }) => {
      queue.current?.look();
      const html = htmlOf(changed);
      own.give(html);
      onChange(html);
    },
  });
  // It was changed in another view, or elsewhere.
  const own = useOwnText(value, isShown, (foreign) => {
    // A step to undo of its own.
    editor.view.dispatch(closeHistory(editor.state.tr));
    replaceContent(editor, inertHtml(toHtml(foreign)));
  });
  const isBusy = pictures.sending > 0;
  const report = useRef(onBusyChange);
  useEffect(() => {
    report.current = onBusyChange;
  });
  useEffect(() => report.current?.(isBusy), [isBusy]);
  const isFinding = row === 'find' || row === 'replace';
  const onKeyDown = (event: KeyboardEvent) => {
    // Dialogs that the tools open have keys of their own.
    if (!(event.target instanceof Node && box.current?.contains(event.target))) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const key = event.key.toLowerCase();
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isControl && key === 'f') {
      if (event.shiftKey) setFull(!isFull);
      else setRow(row === 'replace' ? 'replace' : 'find');
      done();
    } else if (isControl && key === 'h' && !event.shiftKey) {
      setRow('replace');
      done();
    } else if (event.altKey && event.key === 'F10') {
      toolbar.current?.focus();
      done();
    } else if (event.key === 'Escape' && slash.current?.onKey(event.nativeEvent)) {
      // In a dialog the key does not reach the text itself.
      done();
    } else if (event.key === 'Escape' && (row || isFull || !editor.isFocused)) {
      // Out of what is open, or else of the full screen, or else of the tools.
      if (row) setRow(undefined);
      else setFull(false);
      editor.commands.focus();
      done();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is operated by the text and the buttons in it, whose keys arrive here
    <div
      ref={box}
      onKeyDown={onKeyDown}
      data-invalid={control['aria-invalid']}
      data-full={isFull || undefined}
      data-fields={parts?.hasFields || undefined}
      data-scroll-lock={isFull ? '' : undefined}
      className="editor-box rounded-md border border-input bg-card focus-within:border-foreground has-[.editor-text:focus]:outline has-[.editor-text:focus]:outline-foreground data-invalid:border-destructive"
    >
      {isFull && fullScreen && (
        <div className="flex items-center gap-x-4 border-b border-border px-4 py-2">{fullScreen.head}</div>
      )}
      <div className="editor-tools rounded-t-md bg-card" data-finding={isFinding || undefined}>
        <EditorToolbar
          toolbar={toolbar}
          editor={editor}
          row={row}
          onRow={setRow}
          isFull={isFull}
          onFull={() => setFull(!isFull)}
          hasFields={parts?.hasFields ?? false}
        />
        {isFinding && (
          <FindBar
            editor={editor}
            replaces={row === 'replace'}
            onReplace={() => setRow('replace')}
            onClose={() => setRow(undefined)}
          />
        )}
        {!row && <ContextTools editor={editor} />}
        <PictureNotice
          state={pictures}
          onFiles={(files) => queue.current?.add(files)}
          onDismiss={() => queue.current?.forgetMissing()}
        />
      </div>
      <div className="editor-place relative">
        <EditorContent editor={editor} className="contents" />
        <SlashList id={list} editor={editor} view={menu} onChoose={(block) => slash.current?.choose(block)} />
      </div>
      {isFull && <div className="border-t border-border px-4 py-2">{footer}</div>}
    </div>
  );
}

/** Takes pictures out of a clipboard or a drop. A text that came with a picture of itself, as from Word, is a text. */
function takeFiles(data: DataTransfer | null, queue: PictureQueue | null, place?: number): boolean {
  const files = [...(data?.files ?? [])];
  const hasText = /[^\s<>]/.test((data?.getData('text/html') ?? '').replace(/<[^>]*>/g, ''));
  if (files.length === 0 || hasText) return false;
  const pictures = files.filter((file) => file.type.startsWith('image/') || isHeic(file));
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

/** The address of a recording, pasted where nothing stands yet, becomes that recording. */
function takeRecording({ state, dispatch }: EditorView, data: DataTransfer | null): boolean {
  const href = data?.getData('text/plain').trim() ?? '';
  const { $from, empty } = state.selection;
  const isAlone = empty && $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0;
  const node = isAlone && externalSource(href) && state.schema.nodes.embed?.create({ href, title: embedTitle(href) });
  if (!node) return false;
  dispatch(state.tr.replaceRangeWith($from.before(), $from.after(), node));
  return true;
}
