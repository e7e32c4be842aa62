import { useId } from 'react';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentType } from '@/lib/content-kind';
import { CONTENT_KIND_ICONS } from '@/lib/content-kind-icon';
import { cx } from '@/lib/cx';

/** The five types side by side. */
export function TypeChoice({ value, onChange }: { value: ContentType; onChange: (type: ContentType) => void }) {
  const labelId = useId();
  return (
    <div className="grid gap-2">
      <span id={labelId} className="font-label text-sm leading-tight">
        Tipo de conteúdo
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one joined strip with its label outside */}
      <div
        role="group"
        aria-labelledby={labelId}
        className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-md border border-input bg-card"
      >
        {CONTENT_TYPES.map((type) => {
          const Icon = CONTENT_KIND_ICONS[type];
          return (
            <button
              key={type}
              type="button"
              aria-pressed={type === value}
              onClick={() => onChange(type)}
              className={cx(
                'grid min-h-14 content-center justify-items-center gap-1 border-l border-border px-1 py-2 text-sm leading-tight first:border-l-0 focus-visible:-outline-offset-4',
                type === value ? 'bg-primary text-primary-foreground' : 'text-foreground-2 hover:bg-muted',
              )}
            >
              <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
              {CONTENT_KINDS[type].label}
            </button>
          );
        })}
      </div>
    </div>
  );
}
