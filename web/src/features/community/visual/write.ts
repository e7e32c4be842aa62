/** The document of the visual editor as Markdown. */
import { Fragment, type Mark, type Node } from '@tiptap/pm/model';
import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import { MEMBER_PATH } from './schema';

declare module 'prosemirror-markdown' {
  interface MarkdownSerializerState {
    /** Text that is written so far. */
    out: string;
  }
}

type MarkWriter = ConstructorParameters<typeof MarkdownSerializer>[1][string];

const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /\s/;

const entity = (letter: string): string => `&#${letter.codePointAt(0)};`;

/** Escapes signs that would be markup anywhere in a line. */
const escaped = (text: string): string =>
  text
    .replace(/[`*\\~[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&');

/** Escapes signs that would begin a block at the start of a line. */
const escapedStart = (text: string): string =>
  text.replace(/^[-+](?=[ \t-]|$)|^[=#>|]|^:(?=-)/, '\\$&').replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2');

const escapedAddress = (address: string): string => {
  const safe = address.replace(/[\\<>]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&');
  return address === '' || /[\s()<>]/.test(address) ? `<${safe}>` : safe;
};

const titled = (title: unknown): string =>
  title
    ? ` "${String(title)
        .replace(/[\\"]/g, '\\$&')
        .replace(/&(?=#?\w+;)/g, '\\&')}"`
    : '';

const isBreak = (node: Node | undefined | null): boolean => node?.type.name === 'hardBreak';

/** The letter that stands next, as it is written. */
function firstLetter(node: Node | null): string {
  if (!node || isBreak(node)) return '';
  const marks = node.marks.map(({ type }) => type.name);
  if (!node.isText || marks.some((name) => name === 'code' || name === 'link')) return '[';
  // The sign of another mark.
  if (marks.length > 1) return '*';
  return String.fromCodePoint(node.text?.codePointAt(0) ?? 32);
}

const childAt = (parent: Node, index: number): Node | null => parent.maybeChild(index);

const isLetter = (letter: string): boolean => letter !== '' && !SPACE.test(letter) && !PUNCTUATION.test(letter);

/** The letter before what is written next. */
const lastLetter = (state: MarkdownSerializerState): string => /[^\n]$/u.exec(state.out)?.[0] ?? '';

/**
 * Returns `true` if bold text stands inside or beside a stretch of italic text: signs of one kind would run together
 * there.
 */
function meetsBold(italic: Mark, parent: Node, index: number): boolean {
  const isBold = (node: Node | null) => node?.marks.some(({ type }) => type.name === 'bold') === true;
  let end = index;
  for (let node = childAt(parent, end); node && italic.isInSet(node.marks); node = childAt(parent, ++end)) {
    if (isBold(node)) return true;
  }
  return isBold(childAt(parent, index - 1)) || isBold(childAt(parent, end));
}

/**
 * A mark beside a letter is none where punctuation stands on its other side: `a**"b"**`. The letter is written by its
 * number there, which counts as punctuation. An underscore beside a letter never is one.
 */
class Emphasis {
  private next = false;
  private readonly open: string[] = [];

  writer(sign: string, other = sign): MarkWriter {
    return {
      mixable: true,
      expelEnclosingWhitespace: true,
      open: (state, mark, parent, index) => {
        const chosen = sign !== other && meetsBold(mark, parent, index) ? other : sign;
        if (sign !== other) this.open.push(chosen);
        const last = lastLetter(state);
        const isNone = chosen === '_' || PUNCTUATION.test(firstLetter(childAt(parent, index)));
        if (isLetter(last) && isNone) {
          // An underscore inside a word has no escape until the word ends here.
          state.out = state.out.slice(0, -last.length).replace(/(?<=[\p{L}\p{N}])_$/u, '\\_') + entity(last);
        }
        return chosen;
      },
      close: (state, _, parent, index) => {
        const chosen = sign === other ? sign : (this.open.pop() ?? sign);
        const wasSpace = /\s$/.test(childAt(parent, index - 1)?.text ?? '');
        const isNone = chosen === '_' || PUNCTUATION.test(lastLetter(state));
        if (isLetter(firstLetter(childAt(parent, index))) && isNone && !wasSpace) this.next = true;
        return chosen;
      },
    };
  }

  /** The text, with its first letter by number where a mark before it needs that. */
  text(text: string): [before: string, rest: string] {
    if (!this.next) return ['', text];
    this.next = false;
    const first = String.fromCodePoint(text.codePointAt(0) ?? 32);
    return SPACE.test(first) ? ['', text] : [entity(first), text.slice(first.length)];
  }
}

function code(state: MarkdownSerializerState, node: Node): void {
  const text = node.textContent;
  const language = String(node.attrs.language ?? '');
  const sign = language.includes('`') ? '~' : '`';
  const runs = text.match(sign === '`' ? /`+/g : /~+/g) ?? [];
  const fence = sign.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  state.write(`${fence}${language}\n`);
  if (text) {
    state.text(text, false);
    state.write('\n');
  }
  state.write(fence);
  state.closeBlock(node);
}

/** Lists of one kind that follow each other differ in their signs; otherwise they would be one. */
function isSecond(list: Node, parent: Node, index: number): boolean {
  let before = 0;
  while (index - before > 0 && parent.child(index - before - 1).type === list.type) before++;
  return before % 2 === 1;
}

const isAutolink = (link: Mark, parent: Node, index: number): boolean => {
  const node = childAt(parent, index);
  const next = childAt(parent, index + 1);
  const { href, title } = link.attrs as { href: string; title: string | null };
  const isAddress = /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i.test(href) && !title && node?.text === href;
  return isAddress && node.marks.length === 1 && !(next && link.isInSet(next.marks));
};

function codeSign(node: Node | null, isEnd: boolean): string {
  const text = node?.text ?? '';
  const sign = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const padding = /^\s*`|`\s*$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '') ? ' ' : '';
  return isEnd ? padding + sign : sign + padding;
}

function serializer(): MarkdownSerializer {
  const emphasis = new Emphasis();
  let inAutolink = false;
  return new MarkdownSerializer(
    {
      blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
      bulletList: (state, node, parent, index) => {
        const sign = isSecond(node, parent, index) ? '* ' : '- ';
        state.renderList(node, '  ', () => sign);
      },
      codeBlock: code,
      hardBreak: (state, _, parent, index) => {
        if (parent.type.name === 'heading') return state.write(' ');
        const isAmongBreaks = [index - 1, index + 1].some((other) => isBreak(childAt(parent, other)));
        state.write(isAmongBreaks ? '\\\n' : '\n');
      },
      heading: (state, node) => {
        state.write(`${'#'.repeat(Number(node.attrs.level))} `);
        state.renderInline(node, false);
        state.out = state.out.replace(/(?<!\\)(#+)$/, '\\$1');
        state.closeBlock(node);
      },
      horizontalRule: (state, node) => {
        state.write('---');
        state.closeBlock(node);
      },
      image: (state, { attrs }) => {
        state.write(
          `![${escaped(String(attrs.alt ?? ''))}](${escapedAddress(String(attrs.src))}${titled(attrs.title)})`,
        );
      },
      listItem: (state, node) => state.renderContent(node),
      mention: (state, { attrs }) => {
        state.text(`[@${escaped(String(attrs.label))}](${MEMBER_PATH}${String(attrs.id)})`, false);
      },
      orderedList: (state, node, parent, index) => {
        const start = Number(node.attrs.start ?? 1);
        const sign = isSecond(node, parent, index) ? ')' : '.';
        const widest = String(start + node.childCount - 1).length + 2;
        state.renderList(node, ' '.repeat(widest), (item) => `${start + item}${sign} `.padEnd(widest));
      },
      paragraph: (state, node) => {
        state.renderInline(node);
        state.closeBlock(node);
      },
      text: (state, node, parent, index) => {
        const text = node.text ?? '';
        if (inAutolink) return state.text(text, false);
        const [before, rest] = emphasis.text(text.replaceAll('\n', ' '));
        const isLineStart = parent.type.name !== 'heading' && (index === 0 || isBreak(childAt(parent, index - 1)));
        const isPlain = before === '' && isLineStart && node.marks.length === 0;
        state.text(before + (isPlain ? escapedStart(escaped(rest)) : escaped(rest)), false);
      },
    },
    {
      bold: emphasis.writer('**'),
      italic: emphasis.writer('*', '_'),
      strike: emphasis.writer('~~'),
      link: {
        mixable: true,
        open: (_, mark, parent, index) => {
          inAutolink = isAutolink(mark, parent, index);
          return inAutolink ? '<' : '[';
        },
        close: (_, { attrs }) => {
          const wasAutolink = inAutolink;
          inAutolink = false;
          return wasAutolink ? '>' : `](${escapedAddress(String(attrs.href))}${titled(attrs.title)})`;
        },
      },
      code: {
        open: (_, __, parent, index) => codeSign(childAt(parent, index), false),
        close: (_, __, parent, index) => codeSign(childAt(parent, index - 1), true),
        escape: false,
      },
    },
    { hardBreakNodeName: 'hardBreak' },
  );
}

const isSpace = (node: Node): boolean => isBreak(node) || (node.isText && !node.text?.trim());

/** Spaces around lines mean nothing in Markdown, or make code of a line; breaks around a block are none. */
function withoutOuterSpaces(node: Node): Node {
  if (node.type.spec.code || node.isText) return node;
  const children = node.content.content.map(withoutOuterSpaces);
  if (!node.inlineContent) return node.copy(Fragment.from(children));
  const isOuter = (index: number) =>
    children.slice(0, index).every(isSpace) || children.slice(index + 1).every(isSpace);
  const kept = children.flatMap((child, index) => {
    if (isSpace(child) && isOuter(index)) return [];
    if (!child.isText || (child.text?.trim() && child.marks.some(({ type }) => type.name === 'code'))) return [child];
    const isFirst = children.slice(0, index).every(isSpace) || isBreak(children[index - 1]);
    const isLast = children.slice(index + 1).every(isSpace) || isBreak(children[index + 1]);
    let text = child.text ?? '';
    if (isFirst) text = text.replace(/^[ \t\n]+/, '');
    if (isLast) text = text.replace(/[ \t\n]+$/, '');
    if (text === '') return [];
    // A space alone has no marks but those around it.
    const isAround = (mark: Mark) =>
      [index - 1, index + 1].every((other) => children[other]?.marks.some((one) => one.eq(mark)));
    return [node.type.schema.text(text, text.trim() ? child.marks : child.marks.filter(isAround))];
  });
  return node.copy(Fragment.from(kept));
}

export function markdownOf(document: Node): string {
  return serializer().serialize(withoutOuterSpaces(document), { tightLists: true });
}
