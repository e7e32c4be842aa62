/** The menu of blocks, which opens after a `/` at the start of a paragraph. */
import type { Editor } from '@tiptap/core';
import { searchWords } from '@/lib/search-text';
import { BLOCKS, type Block, isOffered } from './tools';

/** Words only: a slash followed by anything else, such as a path, is text. */
const TYPED = /^\/((?:[\p{L}\p{N}][\p{L}\p{N} ]*)?)$/u;

export interface MenuView {
  /** The blocks to choose from; empty while the menu is closed. */
  found: readonly Block[];
  /** The index of the marked one. */
  marked: number;
  /** Position of the slash's paragraph in the document. */
  start: number;
}

export const CLOSED: MenuView = { found: [], marked: 0, start: 0 };

/** Returns the blocks with names that begin with the words of a search, ignoring case and accents. */
export function blocksNamed(search: string): readonly Block[] {
  const words = searchWords(search);
  return BLOCKS.filter(({ label, names }) => {
    const all = searchWords(`${label} ${names}`);
    return words.every((word) => all.some((name) => name.startsWith(word)));
  });
}

/** Keeps up with the editor synchronously: a key may follow the letter before anything is drawn. */
export class SlashMenu {
  private view = CLOSED;
  private search = '';
  /** Position at which the menu was closed with Escape. */
  private refused: number | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly onView: (view: MenuView) => void,
    private readonly onOpen: (row: NonNullable<Block['opens']>) => void,
  ) {}

  /** Reads where the caret is; called after each transaction. */
  read(): void {
    const { empty, $from } = this.editor.state.selection;
    const isText = empty && $from.parent.type.name === 'paragraph' && this.editor.isFocused;
    const before = isText ? $from.parent.textBetween(0, $from.parentOffset, undefined, '\u{fffc}') : '';
    const [, search] = TYPED.exec(before) ?? [];
    const start = $from.start();
    if (search === undefined) this.refused = undefined;
    if (search === undefined || start === this.refused) {
      this.close();
      return;
    }
    const found = blocksNamed(search).filter((block) => this.isPossible(block));
    const marked = search === this.search && this.view.found.length > 0 ? this.view.marked : 0;
    this.search = search;
    this.show(found.length > 0 ? { found, marked, start } : CLOSED);
  }

  close(): void {
    this.show(CLOSED);
  }

  /** Puts the block in place of what was typed. */
  choose({ run, opens }: Block): void {
    const { start } = this.view;
    const chain = this.editor.chain().focus();
    chain.deleteRange({ from: start, to: this.editor.state.selection.to });
    (run ? run(chain) : chain).run();
    if (opens) this.onOpen(opens);
  }

  /** Returns true where the key was meant for the menu. */
  onKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
    const { found, marked, start } = this.view;
    const block = found[marked];
    if (!block || isComposing || ctrlKey || metaKey || altKey) return false;
    if (key === 'ArrowDown') this.show({ found, start, marked: (marked + 1) % found.length });
    else if (key === 'ArrowUp') this.show({ found, start, marked: (marked + found.length - 1) % found.length });
    else if (key === 'Enter' || key === 'Tab') this.choose(block);
    else if (key === 'Escape') {
      this.refused = start;
      this.close();
    } else return false;
    return true;
  }

  private isPossible(block: Block): boolean {
    const { run, isOff } = block;
    if (!isOffered(this.editor, block) || isOff?.(this.editor)) return false;
    return run ? run(this.editor.can().chain()).run() : true;
  }

  private show(view: MenuView): void {
    if (view === this.view) return;
    this.view = view;
    this.onView(view);
  }
}
