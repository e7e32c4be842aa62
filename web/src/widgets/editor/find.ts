/** Finds and replaces words of a text in the editor. */
import { type Editor, Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { plainSigns } from '@/lib/search-text';

export interface Search {
  text: string;
  /** True if `A` and `a` differ. */
  isCaseExact: boolean;
  /** True if `ç` and `c` differ. */
  isAccentExact: boolean;
}

export interface Place {
  from: number;
  to: number;
}

interface FindState {
  search: Search | undefined;
  places: readonly Place[];
  /** The index of the present one; -1 where there is none. */
  at: number;
}

const NONE: FindState = { search: undefined, places: [], at: -1 };

/** One letter as it is compared, its accents after it or left out. */
function plain(letter: string, { isCaseExact, isAccentExact }: Search): string {
  const parts = plainSigns(letter);
  const bare = isAccentExact ? parts : parts.replace(/\p{M}+/gu, '');
  return isCaseExact ? bare : bare.toLowerCase();
}

const ACCENT = /^\p{M}/u;

/** Returns the places of a search's words in one line, in letters from its start. They do not overlap. */
export function placesIn(line: string, search: Search): Place[] {
  const wanted = plain(search.text, search);
  if (!wanted) return [];
  // For each character of the compared line, where its letter begins and ends in the line.
  let compared = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const letter of line) {
    const known = plain(letter, search);
    const end = at + letter.length;
    for (let index = 0; index < known.length; index++) {
      starts.push(at);
      ends.push(end);
    }
    // An accent of its own belongs to the letter before it.
    if (known === '' && ends.length > 0) ends[ends.length - 1] = end;
    compared += known;
    at = end;
  }
  const places: Place[] = [];
  let index = compared.indexOf(wanted);
  while (index >= 0) {
    const after = index + wanted.length;
    // A letter whose accent does not belong to the search is another letter.
    const isWhole = !ACCENT.test(compared.slice(after, after + 1));
    if (isWhole) places.push({ from: starts[index] ?? 0, to: ends[after - 1] ?? 0 });
    index = compared.indexOf(wanted, isWhole ? after : index + 1);
  }
  return places;
}

/** Returns the places of a search's words in a document. */
export function placesOf(doc: Node, search: Search): Place[] {
  const places: Place[] = [];
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true;
    const line = block.textBetween(0, block.content.size, undefined, '\u{fffc}');
    const start = position + 1;
    for (const { from, to } of placesIn(line, search)) places.push({ from: start + from, to: start + to });
    return false;
  });
  return places;
}

const key = new PluginKey<FindState>('find');

/** Marks what is searched for. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    return [
      new Plugin<FindState>({
        key,
        state: {
          init: () => NONE,
          apply: (tr, found) => {
            const next: FindState | undefined = tr.getMeta(key);
            if (next) return next;
            if (!tr.docChanged || !found.search) return found;
            const places = placesOf(tr.doc, found.search);
            const present = found.places[found.at];
            const here = present ? tr.mapping.map(present.from) : 0;
            return { ...found, places, at: indexFrom(places, here) };
          },
        },
        props: {
          decorations: (state) => {
            const { places, at } = key.getState(state) ?? NONE;
            const marks = places.map(({ from, to }, index) =>
              Decoration.inline(from, to, { class: index === at ? 'found present' : 'found' }),
            );
            return DecorationSet.create(state.doc, marks);
          },
        },
      }),
    ];
  },
});

/** The first place at or after a position, else the first of all. */
function indexFrom(places: readonly Place[], position: number): number {
  if (places.length === 0) return -1;
  return Math.max(
    0,
    places.findIndex(({ from }) => from >= position),
  );
}

export const foundIn = (editor: Editor): FindState => key.getState(editor.state) ?? NONE;

/** Marks the places of a search, and shows the first from the caret on. */
export function find(editor: Editor, search: Search): void {
  const places = placesOf(editor.state.doc, search);
  goTo(editor, { search, places, at: indexFrom(places, editor.state.selection.from) });
}

/** Selects what was found last. */
export function selectFound(editor: Editor): void {
  const { places, at } = foundIn(editor);
  const place = places[at];
  if (!place) return;
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place.from, place.to)));
}

/** Marks nothing any more. */
export function stopFinding(editor: Editor): void {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, NONE));
}

/** Shows the next place, or with -1 the one before it; after the last comes the first. */
export function step(editor: Editor, by: 1 | -1): void {
  const found = foundIn(editor);
  const { length } = found.places;
  if (length > 0) goTo(editor, { ...found, at: (found.at + by + length) % length });
}

function goTo(editor: Editor, found: FindState): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, found));
  editor.view.dom.querySelector('.present')?.scrollIntoView({ block: 'center' });
}

/** Replaces the present place and shows the next. One step to undo. */
export function replaceOne(editor: Editor, text: string): void {
  const { search, places, at } = foundIn(editor);
  const place = places[at];
  if (!search || !place) return;
  editor.view.dispatch(put(closeHistory(editor.state.tr), place, text));
  const next = placesOf(editor.state.doc, search);
  goTo(editor, { search, places: next, at: indexFrom(next, place.from + text.length) });
}

/** Replaces every place in one step to undo; their number. */
export function replaceAll(editor: Editor, text: string): number {
  const { places } = foundIn(editor);
  if (places.length === 0) return 0;
  const tr = closeHistory(editor.state.tr);
  // From the end, so that no position moves before it is used.
  for (const place of places.toReversed()) put(tr, place, text);
  editor.view.dispatch(tr);
  return places.length;
}

/** Puts a text in place of another, with the marks that the first letter had. */
function put(tr: Editor['state']['tr'], { from, to }: Place, text: string) {
  const marks = tr.doc.nodeAt(from)?.marks ?? [];
  return text ? tr.replaceWith(from, to, tr.doc.type.schema.text(text, marks)) : tr.delete(from, to);
}
