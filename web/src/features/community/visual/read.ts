/** Markdown as the document of the visual editor, by the rules of the server's renderer. */
import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import MarkdownIt, { type Token } from 'markdown-it';
import { MarkdownParser } from 'prosemirror-markdown';
import { MEMBER_PATH, Picture, schemaExtensions } from './schema';
import { markdownOf } from './write';

export const schema = getSchema([...schemaExtensions, Picture]);

/** CommonMark with strikethrough, addresses as they are written, and each line break kept. */
function tokenizer(html: boolean): MarkdownIt {
  const markdown = new MarkdownIt('commonmark', { html, breaks: true }).enable('strikethrough');
  markdown.validateLink = () => true;
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (url) => url;
  return markdown;
}

const comparing = tokenizer(false);
/** Finds what the editor does not hold. */
const strict = tokenizer(true).enable('table').disable('text_join');
const reading = tokenizer(false);
reading.core.ruler.push('mentions', ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = withMentions(token.children);
});

/** One token for each link to a member whose text is a name. */
function withMentions(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [open, text, close] = tokens.slice(index, index + 3);
    if (!open) break;
    const href = open.attrGet('href') ?? '';
    const isMention =
      open.type === 'link_open' &&
      href.startsWith(MEMBER_PATH) &&
      !open.attrGet('title') &&
      text?.type === 'text' &&
      text.content.startsWith('@') &&
      close?.type === 'link_close';
    if (isMention) {
      open.type = 'mention';
      open.meta = { id: href.slice(MEMBER_PATH.length), label: text.content.slice(1) };
      open.nesting = 0;
      index += 2;
    }
    found.push(open);
  }
  return found;
}

function isTight(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(index + 1).find(({ type }) => type !== 'list_item_open')?.hidden ?? true;
}

const plainText = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content, children }) => (type === 'image' ? plainText(children ?? []) : content)).join('');

const parser = new MarkdownParser(schema, reading, {
  blockquote: { block: 'blockquote' },
  paragraph: { block: 'paragraph' },
  list_item: { block: 'listItem' },
  bullet_list: { block: 'bulletList', getAttrs: (_, tokens, index) => ({ tight: isTight(tokens, index) }) },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token, tokens, index) => ({
      start: Number(token.attrGet('start') ?? 1),
      tight: isTight(tokens, index),
    }),
  },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: { block: 'codeBlock', getAttrs: ({ info }) => ({ language: info.trim() || null }), noCloseToken: true },
  hr: { node: 'horizontalRule' },
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src'),
      title: token.attrGet('title') || null,
      alt: plainText(token.children ?? []) || null,
    }),
  },
  mention: { node: 'mention', getAttrs: ({ meta }) => meta },
  softbreak: { node: 'hardBreak' },
  hardbreak: { node: 'hardBreak' },
  em: { mark: 'italic' },
  strong: { mark: 'bold' },
  s: { mark: 'strike' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') || null }),
  },
  code_inline: { mark: 'code', noCloseToken: true },
});

export const documentOf = (markdown: string): Node => parser.parse(markdown);

/**
 * Returns the content of a text: its blocks and words with their marks, in whichever order the marks stand around each
 * other.
 */
function meaning(tokens: readonly Token[], marks: readonly string[] = []): string[] {
  const around = [...marks];
  return tokens.flatMap((token) => {
    const { type, nesting, tag, attrs, content, children, info, hidden } = token;
    const name = JSON.stringify([tag, attrs]);
    const isMark = /^(em|strong|s|link)_(open|close)$/.test(type);
    if (isMark && nesting > 0) around.push(name);
    if (isMark && nesting < 0)
      around.splice(
        around.findLastIndex((mark) => mark.startsWith(`["${tag}"`)),
        1,
      );
    if (isMark) return [];
    if (type === 'inline') return meaning(children ?? [], around);
    const own = JSON.stringify([
      name,
      hidden,
      type === 'softbreak' ? 'hardbreak' : type.replace('fence', 'code_block'),
      info.trim(),
    ]);
    const letters = type === 'text' || type === 'code_inline' ? [...content] : [content, plainText(children ?? [])];
    return letters.map((letter) => JSON.stringify([own, letter, around.toSorted()]));
  });
}

/**
 * Returns `true` if the visual editor loses nothing of a text; it would lose tables, HTML and the notes that links
 * refer to.
 */
export function holds(markdown: string): boolean {
  const notes: { references?: object } = {};
  const tokens = strict.parse(markdown, notes);
  if (notes.references && Object.keys(notes.references).length > 0) return false;
  if (tokens.some((token) => isForeign(token) || token.children?.some(isForeign))) return false;
  const [before, after] = [markdown, markdownOf(documentOf(markdown))].map((text) =>
    meaning(comparing.parse(text, {})),
  );
  return JSON.stringify(before) === JSON.stringify(after);
}

/** A single tilde marks deleted text on the server alone. */
function isForeign({ type, content }: Token): boolean {
  return /^(table_open|html_block|html_inline)$/.test(type) || (type === 'text' && content.includes('~'));
}
