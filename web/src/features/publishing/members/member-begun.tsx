import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { contentKind } from '@/entities/content-kind';
import { Link } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { titleHover } from '../cards/open-cards';
import { type Begun, begunQuery } from './member-queries';

export interface BegunContentsProps {
  userId: string;
  /** Largest number of contents that are shown. With 0 none is requested. */
  most: number;
  /** Cards of other features, before the contents. They are `null` while unknown. */
  before?: readonly ReactElement[] | null;
  /** Elements below. They load at once, and are shown when their place is known. */
  children: ReactNode;
}

export function BegunContents({ userId, most, before = [], children }: BegunContentsProps) {
  const { data = [], isLoading: isReading } = useQuery({ ...begunQuery(userId, most), enabled: most > 0 });
  const isLoading = isReading || !before;
  return (
    <>
      {isLoading && (
        <Loading label="Carregando o que você começou">
          <Skeleton className="h-44 w-full max-lg:h-dvh" />
        </Loading>
      )}
      {!isLoading && before.length + data.length > 0 && (
        <section aria-labelledby="begun" className="border-t border-border-strong pt-4">
          <h2 id="begun" className="mb-5 type-title-2">
            Continuar de onde você parou
          </h2>
          <ul className="grid gap-4 sm:grid-cols-2">
            {before.map((card) => (
              <li key={card.key}>{card}</li>
            ))}
            {data.map((begun) => (
              <li key={begun.content_id}>
                <BegunCard begun={begun} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={isLoading ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}

function BegunCard({ begun: { contents: content, progress } }: { begun: Begun }) {
  return (
    <Link
      href={paths.membersContent(content.id)}
      className="group grid h-full grid-cols-[5.5rem_minmax(0,1fr)] border border-border bg-card transition-colors duration-(--dur-1) hover:border-foreground"
    >
      <ContentCover content={content} className="h-full min-h-30" />
      <div className="grid content-between gap-3 p-4">
        <div>
          <p className="type-meta">{contentKind(content.content_type).label}</p>
          <h3 className={`type-title-3 ${titleHover}`}>{content.title}</h3>
        </div>
        <Progress value={progress} />
      </div>
    </Link>
  );
}
