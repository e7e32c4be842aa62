/** Personal fields of a letter in the editor: text in braces that is marked, as `{nome|leitor}`. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { MAX_DEFAULT_LENGTH, personalFields } from '@/generated/personal-fields';

/** A field as the server finds it (crates/base/src/personal_fields.rs). */
const FIELD = /\{([a-z_]+)(?:\|([^{}<>]*))?\}/g;

export interface FieldPlace {
  from: number;
  to: number;
  /** False if the letter cannot be saved with it. */
  isKnown: boolean;
}

/** Returns the fields of a line, in letters from its start. */
export function fieldsIn(line: string): FieldPlace[] {
  return [...line.matchAll(FIELD)].map(({ index, 0: whole, 1: name, 2: fallback = '' }) => ({
    from: index,
    to: index + whole.length,
    isKnown:
      personalFields.some((field) => field.name === name) &&
      fallback.trim() !== '' &&
      [...fallback.trim()].length <= MAX_DEFAULT_LENGTH,
  }));
}

/** Returns the text of a field. Its default loses the signs that would end it. */
export const fieldText = (name: string, fallback: string): string =>
  `{${name}|${fallback.replace(/[{}<>|]/g, ' ').trim()}}`;

function marksOf(doc: Node): DecorationSet {
  const marks: Decoration[] = [];
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true;
    const line = block.textBetween(0, block.content.size, undefined, '\u{fffc}');
    for (const { from, to, isKnown } of fieldsIn(line)) {
      const name = isKnown ? 'personal-field' : 'personal-field unknown';
      marks.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: name }));
    }
    return false;
  });
  return DecorationSet.create(doc, marks);
}

/** Marks the fields. The style sheet shows the marks in letters only. */
export const PersonalFields = Extension.create({
  name: 'personalFields',
  addProseMirrorPlugins() {
    const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => marksOf(doc),
        apply: (tr, marks) => (tr.docChanged ? marksOf(tr.doc) : marks),
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});
