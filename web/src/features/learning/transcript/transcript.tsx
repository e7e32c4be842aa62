import { FileDown } from 'lucide-react';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type CaptionLine, captionLines } from '@/entities/captions';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { saveFile } from '@/lib/save-file';
import { searchWords } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { clock } from '@/ui/player/controls/position';
import { play, useMedia } from '@/ui/player/controls/use-media';
import { Highlight } from '@/widgets/highlight';
import { currentLine, linesWith, textOf } from './lines';

export interface TranscriptProps {
  captions: string;
  media: HTMLMediaElement;
  title: string;
}

/** Transcript of the recording. Its lines lead to their place, and the present one is marked. */
export function Transcript({ captions, media, title }: TranscriptProps) {
  const lines = useMemo(() => captionLines(captions), [captions]);
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const wanted = useMemo(() => searchWords(words), [words]);
  const shown = useMemo(() => linesWith(lines, wanted), [lines, wanted]);
  const { position, started } = useMedia(media);
  const current = started ? currentLine(lines, position) : undefined;
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="transcript" className="border-t border-border-strong pt-5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
        <h2 id="transcript" className="mr-auto type-title-1">
          Transcrição
        </h2>
        <Input
          type="search"
          aria-label="Buscar na transcrição"
          placeholder="Buscar na transcrição"
          value={search}
          maxLength={120}
          onChange={(event) => setSearch(event.target.value)}
          className="max-sm:order-last sm:w-64"
        />
        <Button
          variant="ghost"
          size="small"
          onClick={() => saveFile(new Blob([textOf(title, lines)], { type: 'text/plain' }), 'transcricao.txt')}
        >
          <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Baixar
        </Button>
      </div>
      <p aria-live="polite" className={wanted.length > 0 ? 'mt-3 type-meta' : 'sr-only'}>
        {wanted.length > 0 &&
          (shown.length > 0
            ? formatCount(shown.length, 'trecho encontrado', 'trechos encontrados')
            : 'Nada encontrado na transcrição. Tente outra palavra.')}
      </p>
      <Lines lines={shown} current={current} words={wanted} media={media} />
    </section>
  );
}

interface LinesProps {
  lines: readonly CaptionLine[];
  current: CaptionLine | undefined;
  words: readonly string[];
  media: HTMLMediaElement;
}

/** One stop of the tab key; the arrow keys go from line to line. */
const Lines = memo(function Lines({ lines, current, words, media }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<CaptionLine>();
  const stop = [focused, current].find((line) => line && lines.includes(line)) ?? lines[0];
  useEffect(() => {
    const box = list.current;
    const line = current && box?.querySelector<HTMLElement>('[aria-current]');
    // Who is reading or choosing a line is not moved away from it.
    if (!box || !line || box.matches(':hover, :focus-within')) return;
    box.scrollTop = line.offsetTop - box.clientHeight / 3;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons: (Element | null)[] = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const button = buttons[Math.min(Math.max(next, 0), buttons.length - 1)];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <ol
      ref={list}
      aria-label="Falas"
      onKeyDown={onKeyDown}
      className="relative mt-3 max-h-96 overflow-y-auto overscroll-contain empty:hidden"
    >
      {lines.map((line) => (
        <li key={`${line.from} ${line.text}`}>
          <button
            type="button"
            tabIndex={line === stop ? 0 : -1}
            aria-current={line === current || undefined}
            onFocus={() => setFocused(line)}
            onClick={() => play(media, line.from)}
            className={cx(
              'grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-2 px-2 py-2 text-left text-base leading-normal -outline-offset-2 hover:bg-accent',
              line === current ? 'bg-plate-2 font-label' : 'text-foreground-2',
            )}
          >
            <span className="text-small text-muted-foreground tabular-nums">{clock(line.from)}</span>
            <span className="wrap-anywhere">
              <Highlight text={line.text} words={words} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
});
