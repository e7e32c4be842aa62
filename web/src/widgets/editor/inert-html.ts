/** HTML that can be parsed in silence: the browser reports each `style` and each handler it parses, also in texts of no page. */

/** The name of a `style` attribute that no policy looks at. */
export const STYLE = 'data-inert-style';

const START = /<!--[\s\S]*?(?:-->|$)|<[a-z][^\s/>]*/gi;
const ATTRIBUTE = /([\s/]*)([^\s/>][^\s/>=]*)((?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?)/y;
const ACTIVE = /^(style|on\w+)$/i;

/** Renames the `style` attributes and handlers of a text; everything else stays as it is. */
export function inertHtml(html: string): string {
  let inert = '';
  let at = 0;
  START.lastIndex = 0;
  for (let start = START.exec(html); start; start = START.exec(html)) {
    inert += html.slice(at, START.lastIndex);
    at = START.lastIndex;
    if (start[0].startsWith('<!--')) continue;
    ATTRIBUTE.lastIndex = at;
    for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
      const [, gap = '', name = '', value = ''] = found;
      // Two attributes may follow each other without a space.
      inert += ACTIVE.test(name) ? `${gap || ' '}data-inert-${name}${value}` : gap + name + value;
      at = ATTRIBUTE.lastIndex;
    }
    START.lastIndex = at;
  }
  return inert + html.slice(at);
}
