import type { Article } from '../queries';

/** A personal field with its default, as the server writes it (crates/base/src/personal_fields.rs). */
const FIELD = /\{[a-z_]+\|([^{}<>]*)\}/g;

export const withDefaults = (html: string): string => html.replace(FIELD, (_whole, text: string) => text.trim());

/** Returns a content as its page shows it: personal fields, which only letters have, become their defaults. */
export function asRead<Content extends Pick<Article, 'content_type' | 'body' | 'open_body'>>(
  content: Content,
): Content {
  if (content.content_type !== 'letter') return content;
  const { body, open_body } = content;
  return { ...content, body: body && withDefaults(body), open_body: open_body && withDefaults(open_body) };
}
