import { coverTone } from '@/entities/content-kind';
import { Picture } from '@/entities/picture';
import type { Selected } from '@/lib/backend';
import { cx } from '@/lib/cx';
import { NeedleArt, Plate } from '@/ui/needle-art';
import type { FieldName } from '@/ui/needle-names';

/** The art of a course's first category. */
const FIELDS: Record<string, FieldName> = {
  continuar: 'orbit',
  alta: 'converge',
  vender: 'rise',
  estrategica: 'horizon',
};

export interface CourseCoverProps {
  course: Selected<'courses', 'id,thumbnail,categories'>;
  /** The vermilion plate: at most once per screenful. */
  accent?: boolean;
  className?: string;
}

export function CourseCover({ course, accent = false, className }: CourseCoverProps) {
  if (course.thumbnail) {
    return (
      <div className={cx('plate', className)}>
        <Picture
          src={course.thumbnail}
          alt=""
          width={640}
          height={400}
          sizes="(min-width: 64rem) 20rem, 90vw"
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    );
  }
  const category = course.categories.find((one) => one !== 'continuar') ?? 'continuar';
  return (
    <Plate tone={accent ? 'north' : coverTone(course.id)} className={className ?? ''}>
      <NeedleArt
        field={FIELDS[category] ?? 'cadence'}
        glyph="half"
        seed={course.id}
        width={640}
        height={400}
        step={100}
        className="absolute inset-0"
      />
    </Plate>
  );
}
