/** Tells the text of an editor that comes back through its form from one that was written elsewhere. */
import { createDocument, type Editor, type JSONContent } from '@tiptap/core';
import { type RefObject, useEffect, useRef } from 'react';

export interface OwnText {
  /** The text that the editor holds. */
  held: RefObject<string>;
  /** Called with each new text of the editor, before its form gets it. */
  give: (text: string) => void;
}

/**
 * Calls `onForeign` with a text of elsewhere. While somebody types, a form may bring the editor's own texts back late, after
 * newer ones: those change nothing.
 */
export function useOwnText(value: string, isWatched: boolean, onForeign: (text: string) => void): OwnText {
  const held = useRef(value);
  /** The text of the form and those it may still bring back: a render before it has the newest shows the former once more. */
  const given = useRef(new Set([value]));
  useEffect(() => {
    if (!isWatched) return;
    if (value === held.current) given.current = new Set([value]);
    else if (!given.current.has(value)) {
      given.current = new Set([value]);
      held.current = value;
      onForeign(value);
    }
  });
  return {
    held,
    give: (text) => {
      held.current = text;
      given.current.add(text);
    },
  };
}

/** Puts another document into the editor. Only what differs is replaced, so that the caret stays where it is in the rest. */
export function replaceContent(editor: Editor, content: JSONContent | string): void {
  const { doc, tr } = editor.state;
  const next = createDocument(content, editor.schema);
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || !end) return;
  // What is repeated at the place of a change counts for its beginning alone.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap));
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content);
  editor.view.dispatch(tr.setMeta('preventUpdate', true));
}
