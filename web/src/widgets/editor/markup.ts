/** Article text: converts HTML or Markdown to clean HTML. */
import DOMPurify from 'dompurify';
import MarkdownIt, { type RendererRule } from 'markdown-it';
import { embedOf } from './blocks';
import { inertHtml } from './inert-html';
import { FOREIGN } from './paste/clean-paste';

const STARTS_WITH_BLOCK = /^<(p|h[1-6]|ul|ol|blockquote|pre|div|section|figure|aside|table|hr|img)[\s/>]/i;

/** Text that begins and ends with elements is HTML; Markdown rules would change its indentation. */
function isHtml(text: string): boolean {
  return STARTS_WITH_BLOCK.test(text) && text.endsWith('>');
}

/** A cell with its alignment. As a style, the content security policy would report it. */
const renderCell: RendererRule = (tokens, index, options, _environment, renderer) => {
  const cell = tokens[index];
  const style = cell?.attrGet('style');
  if (cell && style) cell.attrs = [['align', style.replace('text-align:', '')]];
  return renderer.renderToken(tokens, index, options);
};

/** Markdown with tables, strikethrough, addresses as links, and HTML. */
const markdown = new MarkdownIt({ html: true, linkify: true });
// A word with a dot is no address.
markdown.linkify.set({ fuzzyLink: false });
Object.assign(markdown.renderer.rules, {
  s_open: () => '<del>',
  s_close: () => '</del>',
  th_open: renderCell,
  td_open: renderCell,
} satisfies Record<string, RendererRule>);

/** The stored HTML. Markdown may contain HTML too, and plain text becomes paragraphs. */
export function toHtml(source: string): string {
  const text = source.trim();
  return text === '' || isHtml(text) ? text : markdown.render(text).trim();
}

/** The tags that part words, as in the server (crates/base/src/fold.rs). */
const BLOCKS =
  /<\/?(?:address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)(?![a-z0-9])[^>]*>/gi;

/** The words of a text: what stands between spaces, blocks and line breaks and has a letter or a digit. */
export function countWords(source: string): number {
  const text = toHtml(source)
    .replace(BLOCKS, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The same as sanitised nodes. The server sanitises again when it stores. */
export function toSafeNodes(source: string): DocumentFragment {
  return DOMPurify.sanitize(inertHtml(toHtml(source)), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'input'],
    FORBID_ATTR: ['style'],
    ALLOW_DATA_ATTR: false,
    ADD_ATTR: ['data-audience'],
  });
}

/** A line break after each block, for the text view. */
export function breakLines(html: string): string {
  return html.replace(
    /(<\/(?:p|h[1-6]|ul|ol|li|blockquote|pre|figure|aside|section|thead|tbody|tr|table)>|<hr>)(?=<)/g,
    '$1\n',
  );
}

/** The editor's HTML without its additions: widths, a paragraph in every item, no table head. */
export function tidyHtml(html: string): string {
  // Widths are style attributes, which the content security policy reports when they are parsed.
  const bare = html.replace(/<colgroup>.*?<\/colgroup>/gs, '').replace(/(<table[^>]*?) style="[^"]*"/g, '$1');
  const { body } = new DOMParser().parseFromString(bare, 'text/html');
  // Not stored yet, so no part of the text.
  for (const picture of body.querySelectorAll(`[${FOREIGN}]`)) (picture.closest('figure') ?? picture).remove();
  for (const item of body.querySelectorAll('li, th, td')) tidyItem(item);
  for (const table of body.querySelectorAll('table')) tidyTable(table);
  return breakLines(body.innerHTML);
}

function tidyItem(item: Element) {
  for (const span of ['colspan', 'rowspan']) if (item.getAttribute(span) === '1') item.removeAttribute(span);
  const [first, ...more] = item.children;
  const simple = more.every((child) => child.tagName === 'UL' || child.tagName === 'OL');
  if (first?.tagName === 'P' && simple) first.replaceWith(...first.childNodes);
}

function tidyTable(table: HTMLTableElement) {
  const first = table.tBodies[0]?.rows[0];
  if (first && [...first.cells].every((cell) => cell.tagName === 'TH')) table.createTHead().append(first);
}

/** The elements and attributes of the visual editor; it would remove any others. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  A: ['href', 'rel', 'target'],
  ASIDE: [],
  BLOCKQUOTE: [],
  BR: [],
  CODE: [],
  DEL: [],
  EM: [],
  FIGCAPTION: [],
  FIGURE: [],
  B: [],
  H2: [],
  H3: [],
  H4: [],
  HR: [],
  I: [],
  IMG: ['alt', 'height', 'src', 'title', 'width'],
  LI: [],
  OL: ['start'],
  P: [],
  PRE: [],
  S: [],
  SECTION: ['data-audience'],
  STRONG: [],
  TABLE: [],
  TBODY: [],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
  THEAD: [],
  TR: [],
  UL: [],
};

export function editorKeeps(source: string): boolean {
  const { body } = new DOMParser().parseFromString(inertHtml(toHtml(source)), 'text/html');
  if (
    ![...body.querySelectorAll('figure, figcaption')].every(
      (part) => isPicture(part) || embedOf(part.closest('figure') ?? part),
    )
  )
    return false;
  return [...body.querySelectorAll('*')].every((element) => {
    const attributes = KEPT[element.tagName];
    return attributes !== undefined && element.getAttributeNames().every((name) => attributes.includes(name));
  });
}

/** A figure that is one picture with a plain caption, or that caption. */
function isPicture(element: Element): boolean {
  if (element.tagName === 'FIGCAPTION')
    return element.children.length === 0 && element.parentElement?.tagName === 'FIGURE';
  const [picture, caption, ...others] = element.children;
  return picture?.tagName === 'IMG' && others.length === 0 && (!caption || caption.tagName === 'FIGCAPTION');
}
