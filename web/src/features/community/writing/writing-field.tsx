/**
 * The text of a post, written in the visual editor or as Markdown; the choice is remembered on the device. Until the visual
 * editor is here, an empty field takes plain text. That field is never replaced under a writing hand: from the first key on it
 * stays until it is left empty, or the person presses the switch.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { useNear } from '@/ui/player/use-near';
import { Loading, Skeleton } from '@/ui/skeleton';
import { usePictures, type WrittenText } from '../pictures/use-pictures';
import { chosenView, loadedVisual, loadVisual, storeView, type View, type Visual } from './editor-code';
import { FormatToolbar } from './format-toolbar';
import type { Mark } from './markdown';
import { MarkdownArea, type MarkdownAreaProps } from './markdown-area';

type Caret = import('../visual').Caret;

const VISUAL_LOSES =
  'Este texto usa marcações que o editor visual não conserva, como tabelas ou HTML. Edite-o aqui, em Markdown.';
const VISUAL_FAILED = 'O editor visual não foi carregado. Continue em Markdown ou tente de novo em instantes.';

export interface WritingFieldProps extends Omit<MarkdownAreaProps, 'pictures' | 'text' | 'area'> {
  id: string;
  label: string;
  placeholder: string;
  /** Pictures are on their way: the text is not complete. */
  onBusyChange: (busy: boolean) => void;
}

/** The code of the visual editor for a field, and whether it could not be fetched. */
function useVisualCode() {
  const [code, setCode] = useState(loadedVisual);
  const [isMissing, setMissing] = useState(false);
  const fetchCode = () => {
    loadVisual().then(
      (fetched) => {
        setCode(fetched);
        setMissing(false);
      },
      (reason: unknown) => {
        console.warn('the visual editor could not be loaded', reason);
        setMissing(true);
      },
    );
  };
  return { code, isMissing, fetchCode };
}

export default function WritingField({ label, autoFocus = false, onBusyChange, ...rest }: WritingFieldProps) {
  const { value, channel, placeholder, onChange, onSend } = rest;
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<WrittenText>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { code, isMissing, fetchCode } = useVisualCode();
  const [chosen, setChosen] = useState(chosenView);
  const [visual, setVisual] = useState<Visual>();
  const [note, setNote] = useState<string>();
  const [caret, setCaret] = useState<Caret>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  /** The next field that is shown takes the focus. */
  const [wantsFocus, setWantsFocus] = useState(autoFocus);
  // Of the plain field.
  const [isTyped, setTyped] = useState(false);
  const [isFocused, setFocused] = useState(false);
  /** The text before the caret when the switch was pressed. */
  const before = useRef<string>(undefined);
  const pictures = usePictures(text, channel, value);
  const { isSending } = pictures;
  useEffect(() => onBusyChange(isSending), [isSending, onBusyChange]);

  // Decided while rendering: a key that comes before the result is on the screen lets React decide anew.
  if (isTyped && value === '' && !isFocused) setTyped(false);
  const isFree = !isTyped && !(isFocused && value !== '');
  if (chosen === 'visual' && code && !visual && isFree && note !== VISUAL_LOSES) {
    if (code.holds(value)) {
      setVisual(code);
      setCaret({ before: before.current, takesFocus: wantsFocus || isFocused });
      setWantsFocus(false);
      setFocused(false);
    } else setNote(VISUAL_LOSES);
  }
  if (note && value === '') setNote(undefined);
  /** True while the visual editor is loading. Text that is written already is not shown as Markdown meanwhile. */
  const isWaiting = chosen === 'visual' && !code && !isMissing && !visual && isFree && value !== '';

  const wantsCode = chosen === 'visual' && !code;
  const isNeeded = wantsCode && (autoFocus || value !== '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once for each time it is needed
  useEffect(() => {
    if (isNeeded) fetchCode();
  }, [isNeeded]);
  useNear(frame, () => wantsCode && whenIdle(fetchCode));
  const isMarkdown = !visual && !isWaiting;
  const focusesMarkdown = isMarkdown && wantsFocus;
  useLayoutEffect(() => {
    if (focusesMarkdown) area.current?.focus();
  }, [focusesMarkdown]);

  const choose = (view: View) => {
    if (view === 'visual' ? visual : chosen === 'markdown') return;
    before.current = view === 'visual' ? value.slice(0, area.current?.selectionEnd) : undefined;
    setChosen(view);
    storeView(view);
    setNote(undefined);
    setTyped(false);
    setWantsFocus(true);
    if (view === 'markdown') setVisual(undefined);
    else if (!code) fetchCode();
  };
  const isPlain = chosen === 'markdown' || (isMarkdown && (isTyped || value !== ''));
  const shownNote = note ?? (isMissing && isPlain && chosen === 'visual' ? VISUAL_FAILED : undefined);
  return (
    <div ref={frame} onPointerEnter={() => wantsCode && fetchCode()}>
      {visual && (
        <visual.VisualArea
          label={label}
          value={value}
          channel={channel}
          pictures={pictures}
          text={text}
          placeholder={placeholder}
          invalid={rest['aria-invalid'] === true}
          describedBy={rest['aria-describedby']}
          caret={caret}
          onMarks={setMarks}
          onChange={onChange}
          onSend={onSend}
          onForeign={(hadFocus) => {
            setNote(VISUAL_LOSES);
            setWantsFocus(hadFocus);
            setVisual(undefined);
          }}
        />
      )}
      {isWaiting && (
        <Loading label="Carregando o editor">
          <Skeleton className="my-2.5 h-15 w-full" />
        </Loading>
      )}
      {isMarkdown && (
        <>
          <label htmlFor={rest.id} className="sr-only">
            {label}
          </label>
          <MarkdownArea
            {...rest}
            pictures={pictures}
            text={text}
            area={area}
            onChange={(next) => {
              setTyped(true);
              onChange(next);
            }}
            onFocus={() => {
              setFocused(true);
              setWantsFocus(false);
              if (wantsCode) fetchCode();
            }}
            onBlur={() => setFocused(false)}
            onTyping={() => setTyped(true)}
          />
        </>
      )}
      <FormatToolbar
        isOn={visual && ((mark) => marks.includes(mark))}
        isReady={!isWaiting}
        text={text}
        onPictures={pictures.add}
      >
        <ViewSwitch view={isPlain ? 'markdown' : 'visual'} onChoose={choose} />
      </FormatToolbar>
      <p role="status" className={shownNote ? 'mt-1 text-small text-muted-foreground' : 'sr-only'}>
        {shownNote}
      </p>
    </div>
  );
}

/** Calls soon, but not while the page is being built. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run);
};

const VIEWS: readonly { view: View; label: string }[] = [
  { view: 'visual', label: 'Editor visual' },
  { view: 'markdown', label: 'Markdown' },
];

function ViewSwitch({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a toolbar
    <div role="group" aria-label="Como escrever" className="ml-auto flex">
      {VIEWS.map((one) => (
        <button
          key={one.view}
          type="button"
          aria-pressed={one.view === view}
          onClick={() => onChoose(one.view)}
          className={cx(
            'min-h-11 px-2 text-small lg:min-h-9',
            one.view === view ? 'font-label text-foreground' : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}
