import '@/styles/article.css';
import { Suspense, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { FieldNote } from '@/ui/field';
import { Skeleton } from '@/ui/skeleton';
import { latePart } from '@/ui/start/late-part';
import { Tabs } from '@/ui/tabs';
import { Textarea } from '@/ui/textarea';
import { breakLines, countWords, editorKeeps, toHtml, toSafeNodes } from './markup';
import type { FullScreen, TextParts } from './rich-editor';

const RichEditor = latePart(() => import('./rich-editor').then((module) => ({ default: module.RichEditor })));

type View = 'editor' | 'codigo' | 'previa';

const LOSSY: Partial<Record<View, string>> = {
  editor: 'Este texto usa marcações que o editor visual não conserva: o que for escrito aqui as descarta.',
  codigo: 'Este texto usa marcações que o editor visual não conserva. Edite-o aqui para não perdê-las.',
};

/** Notice of the other views, while the editor waits for pictures. */
const SENDING = 'As imagens do texto ainda estão sendo enviadas. Quando chegarem, o texto pode ser mudado aqui.';

export interface BodyFieldProps {
  /** Name of the text, over the field. */
  label: string;
  /** The accessible name of both editors. */
  name: string;
  value: string;
  error: string | undefined;
  onChange: (source: string) => void;
  /** Called with `true` while pictures of the text are being sent. */
  onBusyChange?: (busy: boolean) => void;
  /** Time that the text takes to read. */
  readTime?: string | undefined;
  fullScreen?: FullScreen | undefined;
  /** Parts that texts of contents may have. Absent for other texts. */
  parts?: TextParts;
}

/** Number of characters from which a text on a page of its own reaches below the window. */
const LONG = 1500;

/** Placeholder as high as the editor, as far as the window shows it, so that nothing moves. */
function EditorSkeleton({ isLong }: { isLong: boolean }) {
  return (
    <Skeleton
      className={cx(
        'h-72 w-full',
        isLong ? 'in-data-canvas:h-dvh' : 'in-data-canvas:h-[calc(var(--canvas-height,60vh)+3rem)]',
      )}
    />
  );
}

/** A text, written in the visual editor or as HTML or Markdown. */
export function BodyField(props: BodyFieldProps) {
  const { label, name, value, error, onChange, onBusyChange, readTime, fullScreen, parts } = props;
  const noteId = useId();
  const [kept, setKept] = useState(() => editorKeeps(value));
  const [view, setView] = useState<View>(kept ? 'editor' : 'codigo');
  const [isOpened, setOpened] = useState(view === 'editor');
  const [isSending, setSending] = useState(false);

  const show = (next: string) => {
    // From here on the field holds HTML.
    if (view === 'codigo') {
      const html = breakLines(toHtml(value));
      if (html !== value) onChange(html);
    }
    setKept(editorKeeps(value));
    setOpened(isOpened || next === 'editor');
    setView(next as View);
  };

  const control = { 'aria-label': name, 'aria-invalid': error ? true : undefined, 'aria-describedby': noteId } as const;
  const hint = isSending && view !== 'editor' ? SENDING : kept ? undefined : LOSSY[view];
  const length = <Length source={value} readTime={readTime} />;
  const tabs = [
    {
      value: 'editor',
      label: 'Editor',
      // Pictures on their way arrive, and what was done can be undone.
      isKept: isOpened,
      content: (
        <Suspense fallback={<EditorSkeleton isLong={value.length > LONG} />}>
          <RichEditor
            control={control}
            value={value}
            isShown={view === 'editor'}
            onChange={onChange}
            onBusyChange={(busy) => {
              setSending(busy);
              onBusyChange?.(busy);
            }}
            footer={length}
            fullScreen={fullScreen}
            parts={parts}
          />
        </Suspense>
      ),
    },
    {
      value: 'codigo',
      label: 'HTML/Markdown',
      content: (
        <Textarea
          {...control}
          rows={10}
          spellCheck={false}
          value={value}
          readOnly={isSending}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-60 font-[ui-monospace,monospace] text-sm"
        />
      ),
    },
    { value: 'previa', label: 'Prévia', content: <BodyPreview name={name} source={value} /> },
  ];
  return (
    <div className="grid gap-2">
      <span className="font-label text-sm leading-tight">{label}</span>
      <Tabs label="Como escrever o texto" look="tray" tabs={tabs} value={view} onValueChange={show} className="mb-2" />
      {length}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** `842 palavras · 5 min de leitura` */
function Length({ source, readTime }: { source: string; readTime: string | undefined }) {
  const words = countWords(useDeferredValue(source));
  return (
    <p className="min-h-5 type-meta tabular-nums">
      {formatCount(words, 'palavra', 'palavras')}
      {words > 0 && readTime && ` · ${readTime} de leitura`}
    </p>
  );
}

/** The text as readers see it, sanitised. */
export function BodyPreview({ name, source }: { name: string; source: string }) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(toSafeNodes(source));
  }, [source]);
  if (source.trim() === '') return <p className="type-ui text-muted-foreground">Ainda não há texto para mostrar.</p>;
  return (
    <section
      aria-label={`Prévia: ${name}`}
      className="max-h-[60vh] overflow-y-auto border border-border bg-background p-5"
    >
      <article ref={place} className="rich" />
    </section>
  );
}
