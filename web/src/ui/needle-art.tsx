import { cx } from '@/lib/cx';
import { type FieldName, type GlyphName, type NeedleFieldOptions, needleField } from './needle-field';

export type { FieldName, GlyphName };

/** Decorative art in the current colour; the vermilion comes from the plate's tone. */
export function NeedleArt({ className, ...options }: NeedleFieldOptions & { className?: string }) {
  const { front, back, north, northBack } = needleField(options);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox={`0 0 ${options.width} ${options.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={cx('art', className)}
    >
      {back && <path d={back} fill="currentColor" opacity=".32" />}
      <path d={front} fill="currentColor" />
      {northBack && <path d={northBack} fill="var(--art-north)" opacity=".45" />}
      <path d={north} fill="var(--art-north)" />
    </svg>
  );
}

export type PlateTone = 'plate' | 'plate-2' | 'moss' | 'ink' | 'north';

/** A plate in one of the tones. */
export function Plate({
  tone,
  className,
  children,
}: {
  tone: PlateTone;
  className?: string;
  children?: React.ReactNode;
}) {
  return <div className={cx('plate', `tone-${tone}`, className)}>{children}</div>;
}

export function Monogram({
  initials,
  tone = 'plate-2',
  size = 'medium',
}: {
  initials: string;
  tone?: PlateTone;
  size?: 'small' | 'medium' | 'large';
}) {
  const box = { small: 'size-8 text-small', medium: 'size-10 text-ui', large: 'size-14 text-xl' }[size];
  return (
    <span
      aria-hidden="true"
      className={cx('inline-grid shrink-0 place-items-center rounded-sm font-serif font-medium', `tone-${tone}`, box)}
    >
      {initials}
    </span>
  );
}
