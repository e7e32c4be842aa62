/** The text of a post, written in the visual editor or as Markdown; the choice is remembered on the device. */
import { useEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { FormatToolbar } from './format-toolbar';
import type { Mark } from './markdown';
import { MarkdownArea, type MarkdownAreaProps } from './markdown-area';
import { usePictures, type WrittenText } from './use-pictures';

type Visual = typeof import('./visual');
type Caret = import('./visual').Caret;
type View = 'visual' | 'markdown';

const CHOICE = 'ateneu-editor-da-comunidade';

const VISUAL_LOSES =
  'Este texto usa marcações que o editor visual não conserva, como tabelas ou HTML. Edite-o aqui, em Markdown.';
const VISUAL_FAILED = 'O editor visual não foi carregado. Continue em Markdown ou tente de novo em instantes.';

function chosenView(): View {
  try {
    return localStorage.getItem(CHOICE) === 'markdown' ? 'markdown' : 'visual';
  } catch {
    return 'visual';
  }
}

function remember(view: View): void {
  try {
    localStorage.setItem(CHOICE, view);
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
}

/** The editor's code, once it is here. */
let loaded: Visual | undefined;

const load = async (): Promise<Visual> => {
  loaded ??= await import('./visual');
  return loaded;
};

export interface WritingFieldProps extends Omit<MarkdownAreaProps, 'pictures' | 'text' | 'area'> {
  id: string;
  label: string;
  placeholder: string;
  /** Pictures are on their way: the text is not complete. */
  onBusyChange: (busy: boolean) => void;
}

export default function WritingField({ label, onBusyChange, ...rest }: WritingFieldProps) {
  const { value, channel, placeholder, onChange, onSend } = rest;
  const text = useRef<WrittenText>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const newest = useRef(value);
  const [chosen, setChosen] = useState(chosenView);
  const [visual, setVisual] = useState(() => (chosenView() === 'visual' && loaded?.holds(value) ? loaded : undefined));
  const [note, setNote] = useState<string>();
  const [caret, setCaret] = useState<Caret>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [focusMarkdown, setFocusMarkdown] = useState(false);
  const pictures = usePictures(text, channel, value);
  const { isSending } = pictures;
  useEffect(() => onBusyChange(isSending), [isSending, onBusyChange]);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  useEffect(() => {
    if (focusMarkdown && !visual) area.current?.focus();
  }, [focusMarkdown, visual]);

  /** Puts the visual editor in the place of the text area as soon as no letter is half typed. */
  const showVisual = async (isChosen: boolean) => {
    let module: Visual;
    try {
      module = await load();
    } catch (reason) {
      console.warn('the visual editor could not be loaded', reason);
      if (isChosen) setNote(VISUAL_FAILED);
      return;
    }
    if (isComposing.current) {
      area.current?.addEventListener('compositionend', () => void showVisual(isChosen), { once: true });
      return;
    }
    if (!isChosen && chosenView() === 'markdown') return;
    const field = area.current;
    if (!module.holds(newest.current)) return setNote(VISUAL_LOSES);
    const hasFocus = field !== null && field === document.activeElement;
    setNote(undefined);
    const place = hasFocus || !isChosen ? field?.selectionEnd : undefined;
    setCaret({ before: newest.current.slice(0, place), takesFocus: hasFocus || isChosen });
    setVisual(module);
  };
  const choose = (view: View) => {
    setChosen(view);
    remember(view);
    setNote(undefined);
    setFocusMarkdown(view === 'markdown');
    if (view === 'visual') void showVisual(true);
    else setVisual(undefined);
  };
  return (
    <div>
      {visual ? (
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
          onForeign={() => {
            setNote(VISUAL_LOSES);
            setVisual(undefined);
          }}
        />
      ) : (
        <>
          <label htmlFor={rest.id} className="sr-only">
            {label}
          </label>
          <MarkdownArea
            {...rest}
            pictures={pictures}
            text={text}
            area={area}
            onFocus={() => chosen === 'visual' && !note && void showVisual(false)}
            onCompositionStart={() => {
              isComposing.current = true;
            }}
            onCompositionEnd={() => {
              isComposing.current = false;
            }}
          />
        </>
      )}
      <FormatToolbar isOn={visual && ((mark) => marks.includes(mark))} text={text} onPictures={pictures.add}>
        <ViewSwitch view={visual || (chosen === 'visual' && !note) ? 'visual' : 'markdown'} onChoose={choose} />
      </FormatToolbar>
      <p role="status" className={note ? 'mt-1 text-small text-muted-foreground' : 'sr-only'}>
        {note}
      </p>
    </div>
  );
}

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
          onClick={() => one.view !== view && onChoose(one.view)}
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
