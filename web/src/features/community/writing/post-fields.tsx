import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { limits } from '@/generated/columns/community_posts';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { Select } from '@/ui/select';
import { NO_CATEGORY } from '../feed/text';
import { useMentionCheck } from '../mentions/mention-check';
import { withoutPlaceholders } from '../pictures/pictures';
import { categoriesQuery } from '../queries';
import { isEmpty } from './draft';
import { measured } from './measured';
import type { PostFormProps, PostText } from './post-form-props';
import { TextLength } from './text-length';
import WritingField from './writing-field';

export { prepareVisual } from './editor-code';

/** Tags of one post, and the length of one. */
const MAX_TAGS = 5;

export interface PostFieldsProps
  extends Pick<PostFormProps, 'channel' | 'draft' | 'actionLabel' | 'busyLabel' | 'onSend' | 'onCancel'> {
  id: string;
  initial: Pick<PostText, 'category_id' | 'tags'>;
  busy: boolean;
  isOpen: boolean;
  /** Sending was tried, and something is missing. */
  isMissing: boolean;
  form: RefObject<HTMLFormElement | null>;
  /** Filled while these fields are here. */
  send: RefObject<(() => void) | undefined>;
  /** Called whenever `send` is filled. */
  onReady: () => void;
  onTried: (tried: boolean) => void;
}

const tagsOf = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter(Boolean).slice(0, MAX_TAGS);

/** Fields under the title of a post that is being written. */
export default function PostFields({
  id,
  channel,
  draft,
  initial,
  busy,
  isOpen,
  isMissing,
  actionLabel,
  busyLabel,
  form,
  send,
  onReady,
  onTried,
  onSend,
  onCancel,
}: PostFieldsProps) {
  const { data: categories = [] } = useQuery(categoriesQuery());
  const [category, setCategory] = useState(initial.category_id ?? '');
  const [tags, setTags] = useState(initial.tags.join(', '));
  const [sendingPictures, setSendingPictures] = useState(false);
  const mentionCheck = useMentionCheck(channel);
  const { text } = draft;
  const content = withoutPlaceholders(text.content).trim();
  const length = measured(content, limits.content);
  const sendText = () => {
    if (sendingPictures) return;
    onTried(true);
    const title = text.title.trim();
    if (!title || !content || length.isOver) {
      form.current?.querySelector<HTMLElement>(title ? 'textarea, [contenteditable]' : 'input')?.focus();
      return;
    }
    mentionCheck.check(content, () => {
      onSend({ title, content, category_id: category || null, tags: tagsOf(tags) });
      setTags(initial.tags.join(', '));
      setCategory(initial.category_id ?? '');
    });
  };
  useEffect(() => {
    send.current = sendText;
    onReady();
  });
  const notes = [isMissing && `${id}-note`, length.isNear && `${id}-length`].filter(Boolean).join(' ');
  return (
    <div className={cx('grid gap-3 pt-2', !isOpen && 'hidden')}>
      <WritingField
        id={`${id}-content`}
        label="Conteúdo"
        value={text.content}
        channel={channel}
        onBusyChange={setSendingPictures}
        placeholder="Descreva a situação, o que já tentou e o que espera da conversa."
        aria-invalid={(isMissing && !content) || length.isOver ? true : undefined}
        aria-describedby={notes || undefined}
        onChange={(next) => draft.change({ ...text, content: next })}
        onSend={sendText}
      />
      <TextLength id={`${id}-length`} of={length} />
      <FieldNote id={`${id}-note`} error={isMissing ? 'Título e conteúdo são obrigatórios.' : undefined} />
      <div className="flex flex-wrap items-center gap-3">
        <Select
          aria-label="Categoria"
          value={category}
          className="grow-0 basis-48 max-sm:basis-full [&_select]:min-h-11 lg:[&_select]:text-sm"
          onChange={(event) => setCategory(event.target.value)}
          options={categories.map(({ id: value, name }) => ({ value, label: name }))}
        >
          <option value="">{NO_CATEGORY.name}</option>
        </Select>
        <input
          aria-label="Etiquetas, separadas por vírgula"
          value={tags}
          placeholder="Etiquetas, separadas por vírgula"
          onChange={(event) => setTags(event.target.value)}
          className="min-h-11 min-w-0 grow basis-40 rounded-md border border-input bg-card px-3 placeholder:text-muted-foreground max-sm:basis-full lg:text-sm"
        />
        <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            variant="ghost"
            size="small"
            disabled={busy}
            onClick={() => {
              if (isEmpty(text)) draft.clear();
              onTried(false);
              onCancel();
            }}
          >
            Cancelar
          </Button>
          <Button type="submit" size="small" busy={busy} busyLabel={busyLabel} disabled={sendingPictures}>
            {actionLabel}
          </Button>
        </div>
      </div>
      {mentionCheck.dialog}
    </div>
  );
}
