import { cx } from '@/lib/cx';

/** Progress as "62% concluído" over a bar. */
export function Progress({ value, className }: { value: number; className?: string }) {
  const done = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div className={cx('grid gap-1', className)}>
      <span className="type-meta tabular-nums">{done}% concluído</span>
      <Bar percent={done} />
    </div>
  );
}

/** The bar alone, beside a text that says the same. SVG because its widths are attributes, which the content security policy allows. */
export function Bar({ percent }: { percent: number }) {
  return (
    <svg aria-hidden="true" focusable="false" className="h-3.5 w-full overflow-visible">
      <rect y="4" width="100%" height="6" className="fill-plate-2" />
      <rect y="4" width={`${percent}%`} height="6" className="fill-foreground" />
      <rect x={`${percent}%`} width="3" height="14" className="fill-north" />
    </svg>
  );
}
