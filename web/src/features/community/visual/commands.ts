/** The toolbar's tools, and where a name is typed, in the visual editor. */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { type Mentionable, type Typed, typedName } from '../mentions/mentions';
import type { NamedPicture } from '../pictures/pictures';
import type { Mark } from '../writing/markdown';

const NAMES: Readonly<Record<Mark, readonly string[]>> = {
  bold: ['bold'],
  italic: ['italic'],
  link: ['link'],
  list: ['bulletList'],
  quote: ['blockquote'],
  code: ['code', 'codeBlock'],
};

export const isMarked = (editor: Editor, mark: Mark): boolean => NAMES[mark].some((name) => editor.isActive(name));

/** Several selected lines become a block of code, as in the Markdown field. */
export function toggle(editor: Editor, mark: Exclude<Mark, 'link'>): void {
  const chain = editor.chain().focus();
  const { $from, $to } = editor.state.selection;
  if (mark === 'bold') chain.toggleBold().run();
  else if (mark === 'italic') chain.toggleItalic().run();
  else if (mark === 'list') chain.toggleBulletList().run();
  else if (mark === 'quote') chain.toggleBlockquote().run();
  else if (editor.isActive('codeBlock') || !$from.sameParent($to)) chain.toggleCodeBlock().run();
  else chain.toggleCode().run();
}

/** The name that is being typed; `start` is a position of the document. */
export function typedIn({ state }: Editor): Typed | null {
  const { empty, $from } = state.selection;
  if (!empty || $from.parent.type.spec.code) return null;
  const leaf = (node: Node) => (node.type.name === 'hardBreak' ? '\n' : '\u{fffc}');
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, leaf);
  const typed = typedName(text, text.length);
  return typed && { ...typed, start: typed.start + $from.start() };
}

export function mention(editor: Editor, { user_id: id, display_name: label }: Mentionable, { start }: Typed): void {
  const { to, $to } = editor.state.selection;
  const isSpaced = $to.nodeAfter?.text?.startsWith(' ') === true;
  const name = { type: 'mention', attrs: { id, label } };
  const chain = editor.chain().focus();
  chain.insertContentAt({ from: start, to }, isSpaced ? name : [name, { type: 'text', text: ' ' }]).run();
}

/** The picture stands in a paragraph of its own, and the caret in the next. */
export function insertPicture(editor: Editor, attrs: NamedPicture): void {
  const picture = { type: 'paragraph', content: [{ type: 'image', attrs }] };
  const { $to } = editor.state.selection;
  const at = $to.depth === 0 ? $to.pos : $to.after(1);
  const isEmpty = $to.depth === 1 && $to.parent.content.size === 0 && $to.parent.type.name === 'paragraph';
  const from = isEmpty ? $to.before(1) : at;
  const chain = editor.chain().insertContentAt({ from, to: at }, [picture, { type: 'paragraph' }]);
  // The paragraph, the picture, the end of the paragraph, and into the next.
  chain.setTextSelection(from + 4).run();
}

export function swapPicture(editor: Editor, src: string, next: NamedPicture | null): void {
  const { tr, doc } = editor.state;
  doc.descendants((node, position) => {
    if (node.type.name !== 'image' || node.attrs.src !== src) return;
    const [from, to] = [tr.mapping.map(position), tr.mapping.map(position + node.nodeSize)];
    if (next) tr.setNodeMarkup(from, undefined, { ...node.attrs, ...next }, node.marks);
    else tr.delete(from, to);
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}

/** Puts the caret behind what `before` holds, the document of the text before it, and keeps the `space` that ended that text. */
export function caretAfter(editor: Editor, before: Node, space: string): void {
  const { state, view } = editor;
  const last = TextSelection.atEnd(state.doc).to;
  const end = Math.min(TextSelection.atEnd(before).to, last);
  const { tr } = state;
  tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1));
  // The text is the same with and without it, so it is no update.
  if (space && end === last && tr.selection.empty) tr.insertText(' ').setMeta('preventUpdate', true);
  view.dispatch(tr);
}
