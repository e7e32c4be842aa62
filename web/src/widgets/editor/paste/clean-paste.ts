/**
 * Pasted HTML as the editor reads it. Programs say by style attributes and names of their own what elements say elsewhere: a
 * bold word, a list, a heading. Here that becomes elements, and everything else is dropped.
 */
import { inertHtml, STYLE } from '../inert-html';
import { joinLists, listMarks } from './word-lists';

/** Elements that are never shown, and those that Word writes for programs without lists or drawings of their own. */
const UNSEEN =
  /<(style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)|<(xml|template|noscript)\b[\s\S]*?<\/\2\s*>|<(meta|link|base)\b[^>]*>/gi;
/** Marks what was copied out of an editor of this site. */
const OWN = 'data-pm-slice';

/** Names a picture that is not stored here yet. */
export const FOREIGN = 'data-foreign';

export interface CleanPaste {
  html: string;
  /** Pictures that only the program has from which they were copied. */
  missing: number;
}

export function cleanPaste(pasted: string, origin: string): CleanPaste {
  const inert = inertHtml(pasted.replace(UNSEEN, ''));
  // It has its form already.
  if (pasted.includes(OWN)) return { html: inert, missing: 0 };
  const { body } = new DOMParser().parseFromString(inert, 'text/html');
  removeComments(body);
  removeRemarks(body);
  for (const tool of body.querySelectorAll('button, input, select, textarea, svg')) tool.remove();
  for (const block of body.querySelectorAll('pre')) asCode(block);
  joinedSpaces(body);
  listMarks(body, styleOf);
  for (const element of body.querySelectorAll('[role="heading"], .MsoTitle')) asHeading(element);
  lowerHeadings(body);
  for (const element of [...body.querySelectorAll('*')]) inline(element);
  joinLists(body);
  const missing = pictures(body, origin);
  for (const link of body.querySelectorAll('a')) tidyLink(link, origin);
  for (const table of body.querySelectorAll('table')) tidyTable(table);
  for (const item of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) nest(item);
  removeEmpty(body);
  for (const element of body.querySelectorAll('*')) bare(element);
  return { html: body.innerHTML, missing };
}

/** The declarations of a pasted element, by property. */
function styleOf(element: Element): ReadonlyMap<string, string> {
  const text = element.getAttribute(STYLE) ?? '';
  const pairs = text.split(';').map((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()] as const;
  });
  return new Map(pairs);
}

function removeComments(body: HTMLElement) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Removes the remarks of reviewers beside a text of Word, and the marks that lead to them. */
function removeRemarks(body: HTMLElement) {
  const remarks = '.MsoCommentReference, .MsoCommentText, .msocomanchor, .msocomtxt, .msocomoff';
  for (const element of body.querySelectorAll(remarks)) element.remove();
  for (const element of body.querySelectorAll(`[${STYLE}*="comment" i]`)) {
    const style = styleOf(element);
    const isRemark =
      style.get('mso-element')?.startsWith('comment') || style.get('mso-special-character') === 'comment';
    if (isRemark) element.remove();
  }
}

/** A block of code is its lines: a bar over them, with the language for instance, is the other program's. */
function asCode(block: Element) {
  const found = [...block.querySelectorAll('code')].filter((code) => !code.parentElement?.closest('code'));
  const lines = (found.length > 0 ? found : [block]).map((part) => {
    for (const line of part.querySelectorAll('br')) line.replaceWith('\n');
    for (const line of part.querySelectorAll('div, p, li, tr'))
      if (line.nextSibling && !line.textContent?.endsWith('\n')) line.append('\n');
    return part.textContent ?? '';
  });
  const code = block.ownerDocument.createElement('code');
  code.textContent = lines.map((line) => line.replace(/\n$/, '')).join('\n');
  block.replaceChildren(code);
}

/** Programs write spaces that join words for all spaces: where most are of that kind, none is meant. */
function joinedSpaces(body: HTMLElement) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest('pre')) texts.push(walker.currentNode);
  const count = (sign: RegExp) => texts.reduce((sum, { nodeValue }) => sum + (nodeValue?.match(sign)?.length ?? 0), 0);
  const joined = count(/\S\u00a0+(?=\S)/g);
  if (joined < 2 || joined <= count(/\S +(?=\S)/g)) return;
  for (const text of texts) text.nodeValue = text.nodeValue?.replaceAll('\u00a0', ' ') ?? '';
}

function renamed(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}

/** A heading by its role, as Word writes in the browser, or the title of a document. */
function asHeading(element: Element) {
  const level = Number(element.getAttribute('aria-level') ?? 1);
  if (!/^H\d$/.test(element.tagName)) renamed(element, `h${Math.min(Math.max(level, 1), 6)}`);
}

/** The title of an article is its only first-level heading: where the pasted text has one, all go down by one. */
function lowerHeadings(body: HTMLElement) {
  const step = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(4, Number(heading.tagName[1]) + step);
    const lowered = heading.tagName === `H${level}` ? heading : renamed(heading, `h${level}`);
    // All of a heading is strong already.
    for (const strong of lowered.querySelectorAll('b, strong')) unwrap(strong);
    for (const styled of lowered.querySelectorAll(`[${STYLE}]`)) styled.removeAttribute(STYLE);
    lowered.removeAttribute(STYLE);
  }
}

const isBold = (weight: string | undefined) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
const isPlain = (weight: string | undefined) => weight === 'normal' || weight === 'lighter' || Number(weight) < 600;

const INLINE = new Set([
  'SPAN',
  'FONT',
  'B',
  'STRONG',
  'I',
  'EM',
  'U',
  'S',
  'STRIKE',
  'DEL',
  'A',
  'CODE',
  'SUB',
  'SUP',
]);

/** Turns an inline element into the marks of its name and style. */
function inline(element: Element) {
  // Such as `o:p` of Word.
  if (element.tagName.includes(':')) return unwrap(element);
  if (!INLINE.has(element.tagName)) return;
  const style = styleOf(element);
  const weight = style.get('font-weight');
  const slant = style.get('font-style');
  const line = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  const name = element.tagName;
  const marks: string[] = [];
  if (isBold(weight) || ((name === 'B' || name === 'STRONG') && !isPlain(weight))) marks.push('strong');
  if (slant === 'italic' || ((name === 'I' || name === 'EM') && slant !== 'normal')) marks.push('em');
  if (line.includes('line-through') || name === 'S' || name === 'STRIKE' || name === 'DEL') marks.push('s');
  if (name === 'CODE') marks.push('code');
  if (name === 'A') {
    element.removeAttribute(STYLE);
    const inside = marks.filter((mark) => mark !== 'code');
    if (inside.length > 0) wrapChildren(element, inside);
    return;
  }
  const holdsBlocks = element.querySelector('p, div, ul, ol, li, table, h2, h3, h4, blockquote, pre') !== null;
  if (!holdsBlocks && marks.length > 0 && element.textContent?.trim()) wrapChildren(element, marks);
  unwrap(element);
}

function wrapChildren(element: Element, marks: readonly string[]) {
  for (const mark of marks) {
    const around = element.ownerDocument.createElement(mark);
    around.append(...element.childNodes);
    element.append(around);
  }
}

/** Marks pictures of other sites and removes those that are not in the clipboard; their number. */
function pictures(body: HTMLElement, origin: string): number {
  let missing = 0;
  for (const picture of body.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? '';
    const [width, height] = [picture.getAttribute('width'), picture.getAttribute('height')].map(Number);
    const isPixel = (width ?? 0) === 1 || (height ?? 0) === 1;
    const own = ownPath(address, origin);
    if (isPixel) picture.remove();
    else if (own?.startsWith('/storage/')) picture.setAttribute('src', own);
    else if (/^(https?:|data:image\/)/i.test(address)) picture.setAttribute(FOREIGN, crypto.randomUUID());
    else {
      picture.remove();
      missing += 1;
    }
  }
  return missing;
}

/** The path of an address of this site. */
function ownPath(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined;
  const { origin: other, pathname, search, hash } = new URL(address, origin);
  return other === origin ? pathname + search + hash : undefined;
}

/** Google leads through an address of its own; notes and bookmarks lead to places that were not copied. */
function tidyLink(link: HTMLAnchorElement, origin: string) {
  let address = link.getAttribute('href') ?? '';
  if (/^https:\/\/www\.google\.com\/url\?/.test(address)) address = new URL(address).searchParams.get('q') ?? address;
  const isKnown = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(address);
  if (!isKnown || !link.textContent?.trim()) return unwrap(link);
  link.setAttribute('href', ownPath(address, origin) ?? address);
}

/** A first row that is all bold is the head. */
function tidyTable(table: HTMLTableElement) {
  for (const part of table.querySelectorAll('colgroup, caption')) part.remove();
  const [first] = table.rows;
  if (!first || table.querySelector('th')) return;
  const isHead = (cell: Element) => {
    const text = cell.textContent?.trim() ?? '';
    const strong = [...cell.querySelectorAll('strong')]
      .map((part) => part.textContent ?? '')
      .join('')
      .trim();
    return text !== '' && text === strong;
  };
  if (table.rows.length < 2 || ![...first.cells].every(isHead)) return;
  for (const cell of [...first.cells]) {
    for (const strong of cell.querySelectorAll('strong')) unwrap(strong);
    renamed(cell, 'th');
  }
}

/** A list inside a list belongs to the item before it. */
function nest(list: Element) {
  const before = list.previousElementSibling;
  if (before?.tagName === 'LI') before.append(list);
}

/** Programs part paragraphs by empty ones, which the article's spacing does by itself. */
function removeEmpty(body: HTMLElement) {
  for (const line of body.querySelectorAll('br.Apple-interchange-newline, :scope > br')) line.remove();
  for (const block of [...body.querySelectorAll('p, div, h2, h3, h4, li, blockquote')].reverse()) {
    const isEmpty = !block.textContent?.replaceAll('\u00a0', ' ').trim() && !block.querySelector('img, hr, table');
    if (isEmpty && !block.closest('td, th')) block.remove();
  }
}

const KEPT: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt', FOREIGN],
  OL: ['start'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
};

/** Removes the attributes that the article does not keep. */
function bare(element: Element) {
  const kept = KEPT[element.tagName] ?? [];
  for (const name of element.getAttributeNames()) if (!kept.includes(name)) element.removeAttribute(name);
}
