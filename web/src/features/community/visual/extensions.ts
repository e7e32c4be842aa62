/** Extensions of the visual editor beyond holding the text. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const ADDRESS = /https?:\/\/[^\s<>]*[^\s<>.,;:!?"')\]]/g;

function addresses(document: Node): DecorationSet {
  const found: Decoration[] = [];
  document.descendants((node, position, parent) => {
    const isPlain = !node.marks.some(({ type }) => type.name === 'link' || type.name === 'code');
    if (!node.isText || !isPlain || parent?.type.spec.code) return;
    for (const { index, 0: address } of (node.text ?? '').matchAll(ADDRESS)) {
      const from = position + index;
      found.push(Decoration.inline(from, from + address.length, { class: 'bare-link' }));
    }
  });
  return DecorationSet.create(document, found);
}

/** Bare addresses look like the links that the post makes of them. */
export const BareLinks = Extension.create({
  name: 'bareLinks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => addresses(doc),
        apply: (change, known) => (change.docChanged ? addresses(change.doc) : known),
      },
      props: {
        decorations(this: Plugin<DecorationSet>, state: EditorState) {
          return this.getState(state);
        },
      },
    }),
  ],
});
