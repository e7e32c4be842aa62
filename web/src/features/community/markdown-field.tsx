import { Bold, Code, ImagePlus, Italic, Link, List, type LucideIcon, TextQuote } from 'lucide-react';
import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { cx } from '@/lib/cx';
import { EmojiButton } from './emoji-button';
import { type Mark, marked } from './markdown';
import { MentionList, optionId } from './mention-list';
import { PictureList } from './picture-list';
import { ACCEPTED } from './pictures';
import { useMentions } from './use-mentions';
import { usePictures } from './use-pictures';

export interface MarkdownFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'ref'> {
  value: string;
  /** Whose readers can be mentioned and see the pictures. */
  channel: string;
  /** Pictures are on their way: the text is not complete. */
  onBusyChange: (busy: boolean) => void;
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

const TOOL =
  'grid size-11 place-items-center rounded-md text-muted-foreground transition-colors duration-(--dur-1) hover:bg-accent hover:text-foreground lg:size-9';

/** A text area for Markdown with a small toolbar. */
export default function MarkdownField({
  value,
  channel,
  onChange,
  onBusyChange,
  onSend,
  className,
  ...rest
}: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const mentioning = useMentions(area, channel, onChange);
  const isListOpen = mentioning.found.length > 0;
  const files = useRef<HTMLInputElement>(null);
  const pictures = usePictures(area, channel, value, onChange);
  const { isSending } = pictures;
  useEffect(() => onBusyChange(isSending), [isSending, onBusyChange]);
  const take = (event: ClipboardEvent | DragEvent, given: FileList) => {
    if (given.length === 0) return;
    event.preventDefault();
    pictures.add([...given]);
  };
  const apply = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = marked(mark, value, field.selectionStart, field.selectionEnd);
    onChange(next.text);
    field.focus();
    // React writes the value first.
    requestAnimationFrame(() => field.setSelectionRange(next.start, next.end));
  };
  const insert = (emoji: string) => {
    const field = area.current;
    if (!field) return;
    const [start, end] = [field.selectionStart, field.selectionEnd];
    onChange(value.slice(0, start) + emoji + value.slice(end));
    requestAnimationFrame(() => field.setSelectionRange(start + emoji.length, start + emoji.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentioning.onKey(event)) return;
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
        onPaste={(event) => take(event, event.clipboardData.files)}
        onDrop={(event) => take(event, event.dataTransfer.files)}
        onSelect={mentioning.read}
        onBlur={mentioning.close}
        aria-autocomplete="list"
        aria-controls={isListOpen ? list : undefined}
        aria-activedescendant={isListOpen ? optionId(list, mentioning.marked) : undefined}
        className={cx(
          'field-sizing-content block max-h-120 min-h-20 w-full resize-y border-0 border-b border-border bg-transparent py-2.5 text-base leading-normal focus:border-foreground focus:outline-none aria-invalid:border-destructive',
          className,
        )}
        {...rest}
      />
      <MentionList id={list} mentioning={mentioning} />
      <PictureList pictures={pictures} />
      <div role="toolbar" aria-label="Formatação" className="mt-1 -ml-2.5 flex flex-wrap">
        {TOOLS.map(({ mark, label, icon: Icon, key }) => (
          <button
            key={mark}
            type="button"
            aria-label={label}
            title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
            onClick={() => apply(mark)}
            className={TOOL}
          >
            <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
          </button>
        ))}
        <button
          type="button"
          aria-label="Imagem"
          title="Imagem"
          onClick={() => files.current?.click()}
          className={TOOL}
        >
          <ImagePlus aria-hidden="true" className="size-4" strokeWidth={1.8} />
        </button>
        <EmojiButton className={TOOL} onSelect={insert} onClose={() => area.current?.focus()} />
      </div>
      <input
        ref={files}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Imagens"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          pictures.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
