import { Captions } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { TextLink } from '@/ui/link';
import { editorPaths } from '../links';
import type { Outline, OutlineLesson } from '../queries';

/** So many are named; the others are marked in their rows. */
const MOST_NAMED = 5;

const lacksCaptions = ({ kind, has_file: hasFile, has_captions: hasCaptions }: OutlineLesson): boolean =>
  (kind === 'video' || kind === 'audio') && hasFile && !hasCaptions;

/** The recordings that people who do not hear cannot follow, each with the way to its captions (NBR 17225). */
export function MissingCaptions({ course, outline }: { course: string; outline: Outline }) {
  const lessons = outline.modules.flatMap((module) => module.lessons).filter(lacksCaptions);
  if (lessons.length === 0) return null;
  const named = lessons.slice(0, MOST_NAMED);
  const others = lessons.length - named.length;
  return (
    <section aria-labelledby="missing-captions" className="mb-6 border-l-3 border-warning bg-warning-tint px-4 py-3">
      <h3 id="missing-captions" className="flex items-center gap-2 font-label text-base">
        <Captions aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
        {formatCount(lessons.length, 'gravação sem legendas', 'gravações sem legendas')}
      </h3>
      <p className="mt-1 text-small">Sem elas, quem não ouve não acompanha, e a busca não encontra o que é dito.</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-small">
        {named.map(({ id, title }) => (
          <li key={id} className="flex min-h-11 items-center lg:min-h-8">
            <TextLink href={editorPaths.course(course, { lesson: id })}>{title}</TextLink>
          </li>
        ))}
        {others > 0 && (
          <li className="flex min-h-11 items-center lg:min-h-8">e {formatCount(others, 'outra', 'outras')}</li>
        )}
      </ul>
    </section>
  );
}
