import { useEffect, useMemo, useRef, useState } from 'react';
import { withResponsivePictures } from '@/lib/picture-sources';
import { useSite } from '@/lib/site';
import { Button } from '@/ui/button';
import { outlineArticle } from '../article-outline';
import type { Article } from '../queries';
import { RichText } from '../rich-text';
import { placeAt, useProgressWriter } from './member-progress';

export interface MemberBodyProps {
  content: Article;
  userId: string;
  left: number | undefined;
}

/** What is hardly begun is begun again from its top; what is done too. */
const LEAST_LEFT = 5;
const MOST_LEFT = 95;

/** The text. Where the text is the content itself, how far it was read is kept. */
export function MemberBody({ content, userId, left }: MemberBodyProps) {
  const { origin } = useSite();
  const body = useRef<HTMLDivElement>(null);
  const html = useMemo(
    () => withResponsivePictures(outlineArticle(content.body ?? '').html, origin),
    [content.body, origin],
  );
  const isText = content.content_type === 'article';
  if (!html) return null;
  return (
    <div>
      {isText && <Reading body={body} userId={userId} contentId={content.id} left={left} />}
      <RichText ref={body} html={html} />
    </div>
  );
}

interface ReadingProps {
  body: React.RefObject<HTMLElement | null>;
  userId: string;
  contentId: string;
  left: number | undefined;
}

/** Notes how much of the text has passed the lower edge of the window, and leads back to where it was left. */
function Reading({ body, userId, contentId, left }: ReadingProps) {
  const keep = useProgressWriter(userId, contentId);
  const [offered, setOffered] = useState(left !== undefined && left >= LEAST_LEFT && left < MOST_LEFT);
  useEffect(() => {
    let furthest = left ?? 0;
    const look = () => {
      const text = body.current?.getBoundingClientRect();
      if (!text?.height) return;
      const read = Math.round(((window.innerHeight - text.top) / text.height) * 100);
      if (read <= furthest) return;
      furthest = Math.min(100, read);
      keep(placeAt(furthest, 100), furthest >= MOST_LEFT);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [body, keep, left]);
  if (!offered || left === undefined) return null;
  const goOn = () => {
    const text = body.current?.getBoundingClientRect();
    setOffered(false);
    if (!text) return;
    window.scrollTo({ top: window.scrollY + text.top + (text.height * left) / 100 - window.innerHeight * 0.75 });
    body.current?.focus({ preventScroll: true });
  };
  return (
    <Button variant="line" size="small" className="mb-6 print:hidden" onClick={goOn}>
      Continuar de onde parei ({left}%)
    </Button>
  );
}
