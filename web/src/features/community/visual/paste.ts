/** What is pasted into the visual editor, before it is read. */

const TAG = /<[a-z][^>]*>/gi;
const REPORTED = /\s(style|on\w+)(?=\s*=)/gi;

/**
 * HTML of other programs without style attributes, which the content security policy reports when they are parsed. Programs
 * that mark bold and italic text by style alone are understood.
 */
export function withoutStyles(html: string): string {
  const bare = html.replace(TAG, (tag) => tag.replace(REPORTED, ' data-$1'));
  const { body } = new DOMParser().parseFromString(bare, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = element.dataset.style ?? '';
    if (/font-style:\s*italic/i.test(style)) wrap(element, 'em');
    if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wrap(element, 'strong');
    const isNormal = element.tagName === 'B' && /font-weight:\s*(normal|400)/i.test(style);
    if (isNormal) element.replaceWith(...element.childNodes);
  }
  return body.innerHTML;
}

function wrap(element: HTMLElement, name: 'em' | 'strong'): void {
  const inner = document.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}
