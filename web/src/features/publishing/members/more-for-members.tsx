import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, MessageCircleQuestionMark } from 'lucide-react';
import { paths } from '@/app/pages';
import { withQuery } from '@/lib/query-string';
import { BadgeShape } from '@/ui/badge';
import { ButtonLink } from '@/ui/link';
import type { Article, ContentCard } from '../queries';
import { Author } from '../reading/author';
import { MemberRow } from './member-list';
import { exclusiveListQuery, type Progress, progressQuery } from './member-queries';

const SHOWN = 3;

/**
 * Returns the next contents for a member: unfinished ones, those of the same category first, and the newest before
 * others.
 */
export function chooseNext(
  content: Pick<Article, 'id' | 'category'>,
  contents: readonly ContentCard[],
  progress: ReadonlyMap<string, Pick<Progress, 'completed_at'>>,
): ContentCard[] {
  const others = contents.filter(({ id }) => id !== content.id && !progress.get(id)?.completed_at);
  const isNear = ({ category }: ContentCard) => category !== null && category === content.category;
  return [...others.filter(isNear), ...others.filter((other) => !isNear(other))].slice(0, SHOWN);
}

/** The end of an exclusive content: whether it is finished, a way to ask, who has written it, and what comes next. */
export function MoreForMembers({ content, userId }: { content: Article; userId: string }) {
  const { data: list } = useInfiniteQuery(exclusiveListQuery({}));
  const { data: progress } = useQuery(progressQuery(userId));
  if (!list || !progress) return null;
  const next = chooseNext(content, list.pages[0]?.contents ?? [], progress);
  return (
    <div className="mt-12">
      {progress.get(content.id)?.completed_at && (
        <p role="status" className="mb-6 print:hidden">
          <BadgeShape icon={Check} className="bg-success-tint text-success">
            Concluído
          </BadgeShape>
        </p>
      )}
      <div className="grid max-w-(--measure) justify-items-start gap-8">
        <ButtonLink
          href={withQuery(paths.membersForum, { sobre: content.title })}
          variant="line"
          size="small"
          className="print:hidden"
        >
          <MessageCircleQuestionMark aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Perguntar no fórum
        </ButtonLink>
        <Author />
      </div>
      {next.length > 0 && (
        <section aria-labelledby="more" className="mt-12 print:hidden">
          <h2 id="more" className="mb-4 type-title-1">
            Continue por aqui
          </h2>
          <ul className="border-b border-border">
            {next.map((other) => (
              <li key={other.id}>
                <MemberRow content={other} progress={progress.get(other.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
