import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { useSettled } from '@/lib/use-settled';
import { Link } from '@/ui/link';
import { similarTopicsQuery } from './search';

/** The topics are searched this long after the last key. */
const PAUSE_MS = 400;

/** Topics like the one whose title is being typed: perhaps it has an answer already. */
export default function SimilarTopics({ title }: { title: string }) {
  const settled = useSettled(title, PAUSE_MS);
  const { data: topics = [] } = useQuery(similarTopicsQuery(useDeferredValue(settled)));
  if (!title.trim() || topics.length === 0) return null;
  return (
    <aside aria-label="Tópicos parecidos" className="border-l-3 border-north bg-muted px-4 py-3">
      <p className="text-small text-muted-foreground">Talvez a resposta já exista:</p>
      <ul className="mt-1 grid gap-1">
        {topics.map((topic) => (
          <li key={topic.id} className="flex flex-wrap items-baseline gap-x-2 type-ui">
            <Link href={paths.membersPost(topic.id)} className="underline underline-offset-2 hover:text-north">
              {topic.title}
            </Link>
            <span className="text-small text-muted-foreground">
              {formatCount(topic.comments_count, 'resposta', 'respostas')}
              {topic.is_solved && ', resolvida'}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
