import { Bold, Code, Italic, Link, List, type LucideIcon, TextQuote } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { cx } from '@/lib/cx';
import { type Mark, marked } from './markdown';

export interface MarkdownFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  onSend: () => void;
}

const TOOLS: readonly { mark: Mark; label: string; icon: LucideIcon; key?: string }[] = [
  { mark: 'bold', label: 'Negrito', icon: Bold, key: 'b' },
  { mark: 'italic', label: 'Itálico', icon: Italic, key: 'i' },
  { mark: 'link', label: 'Link', icon: Link, key: 'k' },
  { mark: 'list', label: 'Lista', icon: List },
  { mark: 'quote', label: 'Citação', icon: TextQuote },
  { mark: 'code', label: 'Código', icon: Code },
];

/** A text area for Markdown with a small toolbar. */
export function MarkdownField({ value, onChange, onSend, className, ...rest }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const apply = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = marked(mark, value, field.selectionStart, field.selectionEnd);
    onChange(next.text);
    field.focus();
    // React writes the value first.
    requestAnimationFrame(() => field.setSelectionRange(next.start, next.end));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (event.key === 'Enter') onSend();
    else if (tool) apply(tool.mark);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <textarea
        ref={area}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(
          'field-sizing-content block max-h-120 min-h-20 w-full resize-y border-0 border-b border-border bg-transparent py-2.5 text-base leading-normal focus:border-foreground focus:outline-none aria-invalid:border-destructive',
          className,
        )}
        {...rest}
      />
      <div role="toolbar" aria-label="Formatação" className="mt-1 -ml-2.5 flex flex-wrap">
        {TOOLS.map(({ mark, label, icon: Icon, key }) => (
          <button
            key={mark}
            type="button"
            aria-label={label}
            title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
            onClick={() => apply(mark)}
            className="grid size-11 place-items-center rounded-md text-muted-foreground transition-colors duration-(--dur-1) hover:bg-accent hover:text-foreground lg:size-9"
          >
            <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
          </button>
        ))}
      </div>
    </div>
  );
}
