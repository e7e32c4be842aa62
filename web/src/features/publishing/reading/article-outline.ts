import { slugify } from '@/lib/search-text';

export interface OutlineEntry {
  id: string;
  title: string;
}

export interface OutlinedArticle {
  /** The body with an id on each of its second-level headings, and the heading a link to itself. */
  html: string;
  outline: OutlineEntry[];
}

const HEADING = /<h2\b([^>]*)>([\s\S]*?)<\/h2>/gi;
const TAG = /<[^>]+>/g;
const HAS_BLOCKS = /<(p|h[1-6]|ul|ol|blockquote|table|figure|pre|div|section)\b/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

function plainText(html: string): string {
  return html
    .replace(TAG, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text without block elements: an empty line separates paragraphs. The body is already sanitised. */
function paragraphs(body: string): string {
  if (HAS_BLOCKS.test(body)) return body;
  return body
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

export function outlineArticle(body: string): OutlinedArticle {
  const outline: OutlineEntry[] = [];
  const taken = new Map<string, number>();
  const html = paragraphs(body).replace(HEADING, (_whole, attributes: string, inner: string) => {
    const title = plainText(inner);
    const slug = slugify(title) || 'parte';
    const times = (taken.get(slug) ?? 0) + 1;
    taken.set(slug, times);
    const id = times === 1 ? slug : `${slug}-${times}`;
    outline.push({ id, title });
    const others = attributes.replace(/\sid\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/i, '');
    // A link cannot contain another one.
    const linked = title && !/<a\b/i.test(inner) ? `<a href="#${id}">${inner}</a>` : inner;
    return `<h2${others} id="${id}">${linked}</h2>`;
  });
  return { html, outline };
}
