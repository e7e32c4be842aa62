import '../post/post-text.css';
import './visual-area.css';
import { Placeholder } from '@tiptap/extensions';
import { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import {
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { BlockingRender } from '@/lib/blocking-render';
import { optionId } from '@/ui/suggestion';
import { ImmediateFocus } from '@/widgets/editor/immediate-focus';
import { replaceContent, useOwnText } from '@/widgets/editor/own-text';
import { cleanPaste } from '@/widgets/editor/paste/clean-paste';
import { LinkRow } from '@/widgets/editor/rows';
import { MentionList } from '../mentions/mention-list';
import { useMentions } from '../mentions/use-mentions';
import { PictureList } from '../pictures/picture-list';
import type { Pictures, WrittenText } from '../pictures/use-pictures';
import type { Mark } from '../writing/markdown';
import { caretAfter, insertPicture, isMarked, mention, swapPicture, toggle, typedIn } from './commands';
import { BareLinks } from './extensions';
import { AddedPictures, ShownPicture } from './picture-view';
import { documentOf, holds } from './read';
import { schemaExtensions } from './schema';
import { markdownOf } from './write';

/** Place where writing goes on. */
export interface Caret {
  /** The text before it; the whole text where that is absent. */
  before?: string | undefined;
  takesFocus: boolean;
}

export interface VisualAreaProps {
  /** The accessible name. */
  label: string;
  value: string;
  channel: string;
  pictures: Pictures;
  text: RefObject<WrittenText | null>;
  placeholder: string;
  invalid: boolean;
  describedBy: string | undefined;
  caret: Caret | undefined;
  /** Called with the marks of the text where the caret is. */
  onMarks: (marks: readonly Mark[]) => void;
  onChange: (value: string) => void;
  onSend: () => void;
  /** The text was replaced by one that the editor does not hold. */
  onForeign: (hadFocus: boolean) => void;
}

const MARKS: readonly Mark[] = ['bold', 'italic', 'link', 'list', 'quote', 'code'];

const json = (markdown: string) => documentOf(markdown).toJSON();

/** A Markdown text, written as the post will look. */
export const VisualArea = (props: VisualAreaProps) => (
  <BlockingRender>
    <MountedArea {...props} />
  </BlockingRender>
);

function MountedArea(props: VisualAreaProps) {
  const { label, value, channel, pictures, text, placeholder, invalid, describedBy } = props;
  const list = useId();
  const latest = useRef(props);
  const editorRef = useRef<Editor>(null);
  const [linking, setLinking] = useState(false);
  const mentioning = useMentions(
    {
      typed: () => editorRef.current && typedIn(editorRef.current),
      put: (member, typed) => editorRef.current && mention(editorRef.current, member, typed),
    },
    channel,
  );
  const mentioningRef = useRef(mentioning);
  useEffect(() => {
    latest.current = props;
    mentioningRef.current = mentioning;
  });
  const option = mentioning.found.length > 0 ? optionId(list, mentioning.marked) : undefined;
  const editorProps = useMemo(
    () => ({
      attributes: attributesOf({ label, describedBy, invalid, list, option }),
      handleKeyDown: (_: unknown, event: KeyboardEvent) => {
        if (mentioningRef.current.onKey(event, event.isComposing)) return true;
        if (!(event.ctrlKey || event.metaKey)) return false;
        if (event.key === 'Enter') latest.current.onSend();
        else if (event.key.toLowerCase() === 'k') setLinking(true);
        else return false;
        event.preventDefault();
        return true;
      },
      handlePaste: (view: EditorView, event: ClipboardEvent) =>
        take(latest.current.pictures, event, event.clipboardData) || pasteMarkdown(view, event.clipboardData),
      transformPastedHTML: (html: string) => cleanPaste(html, location.origin).html,
      handleDrop: (_: unknown, event: DragEvent) => take(latest.current.pictures, event, event.dataTransfer),
      handleDOMEvents: {
        // A browser puts the caret before the text of a field that is reached by Tab; a click is followed by its own place.
        focus: (view: EditorView) => view.focus(),
      },
    }),
    [label, describedBy, invalid, list, option],
  );
  const [extensions] = useState(() => [
    ...schemaExtensions,
    ImmediateFocus,
    ShownPicture,
    BareLinks,
    Placeholder.configure({ placeholder }),
  ]);
  const [content] = useState(() => json(value));
  const editor = useEditor({
    extensions,
    content,
    // The content security policy allows no <style> elements.
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: { state } }) => {
      const markdown = markdownOf(state.doc);
      if (markdown === own.held.current) return;
      own.give(markdown);
      latest.current.onChange(markdown);
    },
    onSelectionUpdate: () => mentioningRef.current.read(),
    onBlur: () => mentioningRef.current.close(),
  });
  editorRef.current = editor;
  // It was sent, or another tab wrote on.
  const own = useOwnText(value, true, (foreign) => {
    if (holds(foreign)) replaceContent(editor, json(foreign));
    else latest.current.onForeign(editor.isFocused);
  });
  useImperativeHandle(text, () => ({
    insert: (picture) => insertPicture(editor, picture),
    swap: (src, next) => swapPicture(editor, src, next),
    apply: (mark) => (mark === 'link' ? setLinking((open) => !open) : toggle(editor, mark)),
    write: (added) => editor.chain().insertContent({ type: 'text', text: added }).run(),
    focus: () => editor.commands.focus(),
  }));
  // With the field itself: a key finds either the field before it or this one.
  useLayoutEffect(() => {
    const { before, takesFocus } = latest.current.caret ?? { takesFocus: false };
    caretAfter(editor, documentOf(before ?? latest.current.value), /\s*$/.exec(before ?? '')?.[0] ?? '');
    if (takesFocus && !isWritingElsewhere(editor.view.dom)) editor.view.focus();
  }, [editor]);
  const marks = useEditorState({
    editor,
    selector: ({ editor: current }) => MARKS.filter((mark) => isMarked(current, mark)),
  });
  useEffect(() => latest.current.onMarks(marks), [marks]);
  return (
    <AddedPictures value={pictures.added}>
      <EditorContent editor={editor} />
      <MentionList id={list} mentioning={mentioning} />
      <PictureList pictures={pictures} />
      {linking && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </AddedPictures>
  );
}

/** Returns `true` if the person writes in another field meanwhile. */
function isWritingElsewhere(field: HTMLElement): boolean {
  const at = document.activeElement;
  return at !== field && at !== null && at.matches('input, textarea, select, [contenteditable]');
}

/** Takes the pictures of the clipboard or of a drop, unless they come with text. */
function take(pictures: Pictures, event: Event, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])];
  if (files.length === 0 || data?.types.includes('text/html')) return false;
  event.preventDefault();
  pictures.add(files);
  return true;
}

/** Pasted Markdown becomes what it stands for. A lone word or address is pasted as usual. */
function pasteMarkdown(view: EditorView, data: DataTransfer | null): boolean {
  const pasted = data?.types.includes('text/html') ? '' : (data?.getData('text/plain').trim() ?? '');
  const { $from } = view.state.selection;
  if (!/\s/.test(pasted) || $from.parent.type.spec.code || !holds(pasted)) return false;
  const slice = Slice.maxOpen(view.state.schema.nodeFromJSON(json(pasted)).content);
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}

interface Attributes {
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  list: string;
  option: string | undefined;
}

function attributesOf({ label, describedBy, invalid, list, option }: Attributes): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-autocomplete': 'list',
    class: 'post-text writing',
    lang: 'pt-BR',
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(option && { 'aria-controls': list, 'aria-activedescendant': option }),
  };
}
