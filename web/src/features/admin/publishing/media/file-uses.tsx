import { useState } from 'react';
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { fillPath } from '@/lib/route-match';
import { TextLink } from '@/ui/link';
import type { MediaFile, MediaUse } from '@/widgets/media/queries';
import { placesText, titleOf } from '@/widgets/media/text';

/** Number of uses that are shown at first. */
const FEW = 1;

const hrefOf = ({ kind, id, course }: MediaUse): string => {
  if (kind === 'content') return signedInPaths.adminContent(id);
  return course ? signedInPaths.adminLesson(course.id, id) : fillPath(paths.adminCourse, { id });
};

/** Uses of a file, each with a link. */
export function FileUses({ file: { uses, is_kept: isKept } }: { file: Pick<MediaFile, 'uses' | 'is_kept'> }) {
  const [isWhole, setIsWhole] = useState(false);
  if (uses.length === 0) return <span className="type-meta">{isKept ? 'Sem uso, guardado' : 'Sem uso'}</span>;
  const shown = isWhole ? uses : uses.slice(0, FEW);
  const rest = uses.length - shown.length;
  return (
    <>
      <ul className="grid gap-1">
        {shown.map((use) => (
          <li key={`${use.kind} ${use.id}`} className="type-ui leading-snug">
            {use.may_open ? <TextLink href={hrefOf(use)}>{titleOf(use)}</TextLink> : titleOf(use)}
            <span className="block type-meta">{placesText(use)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="min-h-11 text-small underline underline-offset-4 hover:text-north lg:min-h-6"
        >
          em {uses.length} lugares
        </button>
      )}
    </>
  );
}
