/**
 * Draws an email into the document of a frame. The page's content security policy holds there too and refuses styles that stand
 * in HTML, so they are set through the object model.
 */

const TAG = /<[a-z][^>]*>/gi;
const STYLE_ATTRIBUTE = /\sstyle="/gi;
const STYLE_ELEMENT = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
const DARK_QUERY = /\(prefers-color-scheme:\s*dark\)/g;

export interface EmailParts {
  /** The email with `data-style` in place of `style`. */
  html: string;
  /** Style sheet of the wanted scheme. */
  css: string;
}

/** Takes the styles out of an email. */
export function emailParts(html: string, isDark: boolean): EmailParts {
  const css = [...html.matchAll(STYLE_ELEMENT)].map(([, text = '']) => text).join('\n');
  return {
    html: html.replace(STYLE_ELEMENT, '').replace(TAG, (tag) => tag.replace(STYLE_ATTRIBUTE, ' data-style="')),
    css: css.replace(DARK_QUERY, isDark ? 'all' : 'not all'),
  };
}

export function drawEmail(inside: Document, html: string, isDark: boolean): void {
  const parts = emailParts(html, isDark);
  const parsed = new DOMParser().parseFromString(parts.html, 'text/html');
  const body = inside.adoptNode(parsed.body);
  inside.documentElement.lang = 'pt-BR';
  inside.body.replaceWith(body);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset.style ?? '';
  }
  const Sheet = (inside.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet;
  if (!Sheet) return;
  const sheet = new Sheet();
  sheet.replaceSync(parts.css);
  inside.adoptedStyleSheets = [sheet];
}
