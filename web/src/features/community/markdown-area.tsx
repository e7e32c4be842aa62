import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from '@/lib/cx';
import { optionId } from '@/ui/suggestion';
import { FormatToolbar, TOOLS } from './format-toolbar';
import { type Mark, marked } from './markdown';
import { MentionList } from './mention-list';
import { mentionOf, typedName } from './mentions';
import { PictureList } from './picture-list';
import { pictureMarkdown, withPicture } from './pictures';
import { useMentions } from './use-mentions';
import type { Pictures, WrittenText } from './use-pictures';

export interface MarkdownAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'ref'> {
  value: string;
  /** Whose readers can be mentioned. */
  channel: string;
  pictures: Pictures;
  /** How pictures reach the text. */
  text: RefObject<WrittenText | null>;
  area?: RefObject<HTMLTextAreaElement | null>;
  /** At the end of the toolbar. */
  tools?: ReactNode;
  onChange: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  onSend: () => void;
}

/** A text area for Markdown, with the toolbar, the members to mention and the added pictures. */
export function MarkdownArea({
  value,
  channel,
  pictures,
  text,
  area: givenArea,
  tools,
  onChange,
  onSend,
  className,
  ...rest
}: MarkdownAreaProps) {
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = givenArea ?? ownArea;
  const list = useId();
  // The newest text: several changes may come before the next render.
  const newest = useRef(value);
  useLayoutEffect(() => {
    newest.current = value;
  });
  const write = (next: string) => {
    newest.current = next;
    onChange(next);
  };
  useImperativeHandle(text, () => ({
    insert: (picture) => {
      const at = area.current?.selectionEnd ?? newest.current.length;
      const [before, after] = [newest.current.slice(0, at), newest.current.slice(at)];
      const line = before === '' || before.endsWith('\n') ? '' : '\n\n';
      write(`${before}${line}${pictureMarkdown(picture)}\n${after}`);
    },
    swap: (src, next) => write(withPicture(newest.current, src, next)),
  }));
  /** Puts the caret after React has written the value. */
  const select = (start: number, end = start) =>
    requestAnimationFrame(() => area.current?.setSelectionRange(start, end));
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
        write(`${before}${after.startsWith(' ') ? '' : ' '}${after}`);
        field.focus();
        select(before.length + 1);
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
  const apply = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = marked(mark, value, field.selectionStart, field.selectionEnd);
    write(next.text);
    field.focus();
    select(next.start, next.end);
  };
  const insert = (emoji: string) => {
    const field = area.current;
    if (!field) return;
    const [start, end] = [field.selectionStart, field.selectionEnd];
    write(value.slice(0, start) + emoji + value.slice(end));
    select(start + emoji.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
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
        onChange={(event) => write(event.target.value)}
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
      <FormatToolbar onMark={apply} onPictures={pictures.add} onEmoji={insert} onFocus={() => area.current?.focus()}>
        {tools}
      </FormatToolbar>
    </div>
  );
}
