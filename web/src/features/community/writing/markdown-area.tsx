import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '@/lib/cx';
import { optionId } from '@/ui/suggestion';
import { MentionList } from '../mentions/mention-list';
import { mentionOf, typedName } from '../mentions/mentions';
import { useMentions } from '../mentions/use-mentions';
import { PictureList } from '../pictures/picture-list';
import { pictureMarkdown, withPicture } from '../pictures/pictures';
import type { Pictures, WrittenText } from '../pictures/use-pictures';
import { TOOLS } from './format-toolbar';
import { type Mark, marked, movedPlace } from './markdown';

export interface MarkdownAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'ref'> {
  value: string;
  /** Channel whose readers can be mentioned. */
  channel: string;
  pictures: Pictures;
  /** Access of pictures and the toolbar to the text. */
  text: RefObject<WrittenText | null>;
  area?: RefObject<HTMLTextAreaElement | null>;
  onChange: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  onSend: () => void;
  /** Called at each key, before the text changes. */
  onTyping?: () => void;
}

interface Selection {
  start: number;
  end: number;
}

/** A text area for Markdown, with the members to mention and the added pictures. */
export function MarkdownArea({
  value,
  channel,
  pictures,
  text,
  area: givenArea,
  onChange,
  onSend,
  onTyping,
  onFocus,
  onBlur,
  className,
  ...rest
}: MarkdownAreaProps) {
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = givenArea ?? ownArea;
  const list = useId();
  // The newest text, and where the caret belongs in it: several changes may come before the next render.
  const newest = useRef(value);
  // A text that is there already is continued at its end.
  const chosen = useRef<Selection | null>({ start: value.length, end: value.length });
  /** Puts the caret there, once the text is drawn; in some browsers that would focus a field that has no focus. */
  const select = () => {
    const field = area.current;
    if (!field || !chosen.current || field !== document.activeElement || field.value !== newest.current) return;
    field.setSelectionRange(chosen.current.start, chosen.current.end);
    chosen.current = null;
  };
  useLayoutEffect(() => {
    // It was changed elsewhere.
    if (value !== newest.current) chosen.current = null;
    newest.current = value;
    select();
  });
  const selection = (): Selection => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? { selectionStart: 0, selectionEnd: 0 };
    return chosen.current ?? { start, end };
  };
  const write = (text: string, start: number, end = start) => {
    newest.current = text;
    chosen.current = { start, end };
    onChange(text);
  };
  const apply = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = marked(mark, value, field.selectionStart, field.selectionEnd);
    field.focus();
    write(next.text, next.start, next.end);
  };
  useImperativeHandle(text, () => ({
    apply,
    write: (added) => {
      const { start, end } = selection();
      write(newest.current.slice(0, start) + added + newest.current.slice(end), start + added.length);
    },
    focus: () => area.current?.focus(),
    insert: (picture) => {
      const { end } = selection();
      const [before, after] = [newest.current.slice(0, end), newest.current.slice(end)];
      const line = before === '' || before.endsWith('\n') ? '' : '\n\n';
      const head = `${before}${line}${pictureMarkdown(picture)}\n`;
      write(head + after, head.length);
    },
    swap: (src, next) => {
      const { start, end } = selection();
      const changed = withPicture(newest.current, src, next);
      const moved = (place: number) => movedPlace(place, newest.current, changed);
      write(changed, moved(start), moved(end));
    },
  }));
  const mentioning = useMentions(
    {
      typed: () => {
        const field = area.current;
        if (!field || field.selectionStart !== field.selectionEnd) return null;
        return typedName(field.value, field.selectionStart);
      },
      put: (member, typed) => {
        const field = area.current;
        if (!field) return;
        const before = field.value.slice(0, typed.start) + mentionOf(member);
        const after = field.value.slice(field.selectionStart);
        field.focus();
        write(`${before}${after.startsWith(' ') ? '' : ' '}${after}`, before.length + 1);
      },
    },
    channel,
  );
  const isListOpen = mentioning.found.length > 0;
  const take = (event: ClipboardEvent | DragEvent, given: FileList) => {
    if (given.length === 0) return;
    event.preventDefault();
    pictures.add([...given]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onTyping?.();
    if (mentioning.onKey(event, event.nativeEvent.isComposing)) return;
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
        onChange={(event) => {
          newest.current = event.target.value;
          chosen.current = null;
          onChange(event.target.value);
        }}
        onFocus={(event) => {
          select();
          onFocus?.(event);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData.files)}
        onDrop={(event) => take(event, event.dataTransfer.files)}
        onSelect={mentioning.read}
        onBlur={(event) => {
          mentioning.close();
          onBlur?.(event);
        }}
        onCompositionStart={onTyping}
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
    </div>
  );
}
