import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { StoredHtml } from '@/entities/stored-html';
import { keysIn, picturesQuery, withLinks } from '../pictures/pictures';
import './post-text.css';

/** The HTML that the server made of a member's Markdown; before that, the text itself. */
export function PostBody({ html, content }: { html: string | null; content: string | null }) {
  if (html === null) return <p className="post-text whitespace-pre-wrap">{content}</p>;
  return <Text html={html} />;
}

function Text({ html }: { html: string }) {
  const keys = useMemo(() => keysIn(html), [html]);
  const { data: links } = useQuery(picturesQuery(keys));
  const shown = useMemo(() => (keys.length > 0 ? withLinks(html, links) : html), [html, keys, links]);
  return <StoredHtml html={shown} className="post-text" />;
}
