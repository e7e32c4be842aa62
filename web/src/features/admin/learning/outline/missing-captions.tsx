import { useQuery } from '@tanstack/react-query';
import { Captions } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { TextLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { editorPaths } from '../links';
import { missingCaptionsQuery, type Outline, type OutlineLesson } from '../queries';

/** Largest number of lessons that are named. */
const MAX_NAMED = 5;

const lacksCaptions = ({ kind, has_file: hasFile, has_captions: hasCaptions }: OutlineLesson): boolean =>
  (kind === 'video' || kind === 'audio') && hasFile && !hasCaptions;

interface Uncaptioned {
  id: string;
  title: string;
  course: string;
  courseTitle?: string;
}

/** The recordings of a course that people who do not hear cannot follow (NBR 17225); the others are marked in their rows. */
export function MissingCaptions({ course, outline }: { course: string; outline: Outline }) {
  const lessons = outline.modules.flatMap((module) => module.lessons).filter(lacksCaptions);
  return <Missing lessons={lessons.map(({ id, title }) => ({ id, title, course }))} count={lessons.length} />;
}

/** The same over all courses. */
export function AllMissingCaptions() {
  const missing = useQuery(missingCaptionsQuery);
  if (missing.isError)
    return <LoadFailed title="Não foi possível carregar as gravações sem legendas." query={missing} />;
  if (!missing.data) return null;
  return <Missing lessons={missing.data.lessons} count={missing.data.count} />;
}

/** Each with the way to its captions. */
function Missing({ lessons, count }: { lessons: readonly Uncaptioned[]; count: number }) {
  if (count === 0) return null;
  const named = lessons.slice(0, MAX_NAMED);
  const others = count - named.length;
  return (
    <section aria-labelledby="missing-captions" className="mb-6 border-l-3 border-warning bg-warning-tint px-4 py-3">
      <h3 id="missing-captions" className="flex items-center gap-2 font-label text-base">
        <Captions aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
        {formatCount(count, 'gravação sem legendas', 'gravações sem legendas')}
      </h3>
      <p className="mt-1 text-small">Sem elas, quem não ouve não acompanha, e a busca não encontra o que é dito.</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-small">
        {named.map(({ id, title, course, courseTitle }) => (
          <li key={id} className="flex min-h-11 items-center lg:min-h-8">
            <TextLink href={editorPaths.course(course, { lesson: id })}>
              {courseTitle ? `${courseTitle}: ${title}` : title}
            </TextLink>
          </li>
        ))}
        {others > 0 && (
          <li className="flex min-h-11 items-center lg:min-h-8">e {formatCount(others, 'outra', 'outras')}</li>
        )}
      </ul>
    </section>
  );
}
