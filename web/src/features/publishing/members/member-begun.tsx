import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { contentKind } from '@/entities/content-kind';
import { Link } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { titleHover } from '../cards/content-cards';
import { type Begun, begunQuery } from './member-queries';

export interface BegunContentsProps {
  userId: string;
  most: number;
}

export function BegunContents({ userId, most }: BegunContentsProps) {
  const { data } = useQuery(begunQuery(userId, most));
  if (!data?.length) return null;
  return (
    <section aria-labelledby="begun" className="border-t border-border-strong pt-4">
      <h2 id="begun" className="mb-5 type-title-2">
        Continuar de onde parei
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {data.map((begun) => (
          <li key={begun.content_id}>
            <BegunCard begun={begun} />
          </li>
        ))}
      </ul>
    </section>
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
