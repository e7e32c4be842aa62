import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { paths } from '@/app/pages';
import { fromPlan, type OpeningPlan, useSimplestPlan } from '@/entities/opening-plan';
import { hasStoredSession } from '@/entities/stored-session';
import { asRead } from '../letters/as-read';
import { type Article, backend } from '../queries';

/** A teaser in the open text (crates/schema/src/audience.rs). */
const TEASER = /(<section data-audience="members">)([\s\S]*?)(<\/section>)/g;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** Adds to each teaser the plan that opens it, and the ways there. `signInThen`: absent for people who are signed in. */
export function withOffers(html: string, plan: OpeningPlan | undefined, signInThen?: string): string {
  const signIn = signInThen && paths.membersWelcomeWith({ next: signInThen });
  const words = [
    plan && `${escaped(fromPlan(plan))}.`,
    `<a href="${paths.pricing}">Ver planos</a>`,
    signIn && `<a href="${escaped(signIn)}">Entrar</a>`,
  ].filter(Boolean);
  const offer = `<p class="offer">${words.join(' ')}</p>`;
  return html.replace(TEASER, (_whole, start: string, text: string, end: string) => start + text + offer + end);
}

/** The whole text, where the signed-in person's plan opens it. */
const ownTextQuery = ({ id }: Article) =>
  queryOptions({
    queryKey: ['contents', 'own text', id],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { ask } = await backend();
      const found: Pick<Article, 'content_type' | 'body'> | null = await ask((client) =>
        client.from('contents').select('content_type,body').eq('id', id).abortSignal(signal).maybeSingle(),
      );
      return found && asRead({ ...found, open_body: null }).body;
    },
  });

export interface PartlyOpenProps {
  article: Article;
  /** The article as its page shows it. */
  View: ComponentType<{ article: Article; children?: ReactNode }>;
}

/** A content with parts for members. The server renders the offers in their place for every caller. */
export function PartlyOpen({ article, View }: PartlyOpenProps) {
  const plan = useSimplestPlan(article.entitlement);
  // Known in the browser only.
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(hasStoredSession()), []);
  const own = useQuery({ ...ownTextQuery(article), enabled: isKnown });
  const signInThen = isKnown ? undefined : paths.content(article);
  const open = article.open_body ?? '';
  const shown = useMemo(
    () => ({ ...article, body: own.data ?? withOffers(open, plan, signInThen) }),
    [article, own.data, open, plan, signInThen],
  );
  return <View article={shown} />;
}

/** The same as visitors see it, for its preview. */
export function OpenPart({ article, View }: PartlyOpenProps) {
  const plan = useSimplestPlan(article.entitlement);
  return <View article={{ ...article, body: withOffers(article.open_body ?? '', plan, paths.content(article)) }} />;
}
