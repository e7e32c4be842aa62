import { StoredHtml } from '@/entities/stored-html';
import './post-text.css';

/** The HTML that the server made of a member's Markdown; before that, the text itself. */
export function PostBody({ html, content }: { html: string | null; content: string | null }) {
  if (html === null) return <p className="post-text whitespace-pre-wrap">{content}</p>;
  return <StoredHtml html={html} className="post-text" />;
}
