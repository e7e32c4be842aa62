/** Lists of Word, which are paragraphs with a level and a drawn sign. */

const LIST = 'data-word-list';
const LEVEL = 'data-word-level';

type StyleOf = (element: Element) => ReadonlyMap<string, string>;

/** Notes on each paragraph which list and level it belongs to, and removes the drawn sign. */
export function listMarks(body: HTMLElement, styleOf: StyleOf): void {
  for (const paragraph of body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6')) {
    const said = /level(\d+)/.exec(styleOf(paragraph).get('mso-list') ?? '')?.[1];
    if (!said) continue;
    const signs = [...paragraph.querySelectorAll('span')].filter((span) => styleOf(span).get('mso-list') === 'ignore');
    const sign = signs
      .map((span) => span.textContent ?? '')
      .join('')
      .trim();
    for (const span of signs) span.remove();
    // A numbered heading stays one, with its number.
    if (paragraph.matches('h1, h2, h3, h4, h5, h6, [role="heading"], .MsoTitle')) {
      if (/\d|^\w+[.)]$/.test(sign)) paragraph.prepend(`${sign} `);
      continue;
    }
    paragraph.setAttribute(LIST, isNumber(sign) ? 'ol' : 'ul');
    paragraph.setAttribute(LEVEL, said);
    const first = Number.parseInt(sign, 10);
    if (first > 1) paragraph.setAttribute('data-word-start', String(first));
  }
}

/** `1.`, `a)`, `iv.`; a bullet in the font Courier is the letter o. */
const isNumber = (sign: string): boolean => /^\(?(\d+|[a-z]|[ivxlc]+)[.)]$/i.test(sign);

/** Makes lists of the paragraphs that follow each other. */
export function joinLists(body: HTMLElement): void {
  const open: { list: Element; level: number }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll(`[${LIST}]`)]) {
    const level = Number(paragraph.getAttribute(LEVEL));
    const name = paragraph.getAttribute(LIST) ?? 'ul';
    const follows = last !== undefined && paragraph.previousElementSibling === last;
    if (!follows) open.length = 0;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const top = open.at(-1);
    if (top?.level === level && top.list.tagName.toLowerCase() !== name) open.pop();
    let current = open.at(-1);
    if (current?.level !== level) {
      const list = body.ownerDocument.createElement(name);
      const start = paragraph.getAttribute('data-word-start');
      if (start && name === 'ol' && !current) list.setAttribute('start', start);
      if (current) (current.list.lastElementChild ?? current.list).append(list);
      else {
        paragraph.before(list);
        last = list;
      }
      current = { list, level };
      open.push(current);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    current.list.append(item);
    paragraph.remove();
  }
}
