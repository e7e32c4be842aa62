import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { lazy, Suspense, type SyntheticEvent, useId, useRef, useState } from 'react';
import { Avatar, type Profile } from '@/entities/member';
import { limits } from '@/generated/columns/community_posts';
import { cx } from '@/lib/cx';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { Select } from '@/ui/select';
import { type DraftState, isEmpty } from './draft';
import { useMentionCheck } from './mention-check';
import { withoutPlaceholders } from './pictures';
import { categoriesQuery } from './queries';
import { communityText } from './text';

const WritingField = lazy(() => import('./writing-field'));

/** Tags of one post, and the length of one. */
const MOST_TAGS = 5;

export interface PostText {
  title: string;
  content: string;
  category_id: string | null;
  tags: string[];
}

export interface PostFormProps {
  userId: string;
  channel: string;
  profile: Profile | undefined;
  draft: DraftState;
  initial?: Pick<PostText, 'category_id' | 'tags'>;
  /** Whether only one line is shown until the form is used. */
  collapses?: boolean;
  actionLabel: string;
  busyLabel: string;
  busy?: boolean;
  onSend: (post: PostText) => void;
  onCancel: () => void;
}

export const tagsOf = (text: string): string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter(Boolean).slice(0, MOST_TAGS);

/** The form of a post, new or edited. Its text is the draft's. */
export function PostForm({
  userId,
  channel,
  profile,
  draft,
  initial = { category_id: null, tags: [] },
  collapses = false,
  actionLabel,
  busyLabel,
  busy = false,
  onSend,
  onCancel,
}: PostFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { data: categories = [] } = useQuery(categoriesQuery());
  const [open, setOpen] = useState(!collapses);
  const [used, setUsed] = useState(!collapses);
  const [category, setCategory] = useState(initial.category_id ?? '');
  const [tags, setTags] = useState(initial.tags.join(', '));
  const [tried, setTried] = useState(false);
  const [sendingPictures, setSendingPictures] = useState(false);
  const mentionCheck = useMentionCheck(channel);
  const { text } = draft;
  const missing = tried && (!text.title.trim() || !text.content.trim());
  const send = () => {
    if (sendingPictures) return;
    setTried(true);
    const title = text.title.trim();
    const content = withoutPlaceholders(text.content).trim();
    if (!title || !content) {
      form.current?.querySelector<HTMLElement>(title ? 'textarea, [contenteditable]' : 'input')?.focus();
      return;
    }
    mentionCheck.check(content, () => {
      onSend({ title, content, category_id: category || null, tags: tagsOf(tags) });
      setTried(false);
      setTags(initial.tags.join(', '));
      setCategory(initial.category_id ?? '');
      if (collapses) setOpen(false);
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={collapses ? 'Nova publicação' : 'Publicação'}
      onSubmit={submit}
      onFocus={() => {
        setUsed(true);
        setOpen(true);
      }}
      className="grid gap-4 border border-border bg-card p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5"
    >
      <Avatar profile={profile} id={userId} className="size-10 max-sm:hidden" />
      <div className="min-w-0">
        <div className="flex items-center gap-3 border-b border-border focus-within:border-foreground">
          <label htmlFor={`${id}-title`} className="sr-only">
            Título
          </label>
          <input
            id={`${id}-title`}
            data-key="title"
            value={text.title}
            maxLength={limits.title}
            placeholder="Título da publicação"
            aria-invalid={missing && !text.title.trim() ? true : undefined}
            aria-describedby={missing ? `${id}-note` : undefined}
            onChange={(event) => draft.change({ ...text, title: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
            }}
            className="min-h-11 w-full border-0 bg-transparent pb-2 type-title-2 placeholder:text-muted-foreground focus:outline-none"
          />
          {!open && draft.isKept && (
            <Badge tone="line" icon={PenLine}>
              Rascunho
            </Badge>
          )}
        </div>
        <div className={cx('grid gap-3 pt-2', !open && 'hidden')}>
          <div>
            {used && (
              <Suspense fallback={<div className="h-31" />}>
                <WritingField
                  id={`${id}-content`}
                  label="Conteúdo"
                  value={text.content}
                  channel={channel}
                  onBusyChange={setSendingPictures}
                  maxLength={limits.content}
                  placeholder="Descreva a situação, o que já tentou e o que espera da conversa."
                  aria-invalid={missing && !text.content.trim() ? true : undefined}
                  aria-describedby={missing ? `${id}-note` : undefined}
                  onChange={(content) => draft.change({ ...text, content })}
                  onSend={send}
                />
              </Suspense>
            )}
          </div>
          <FieldNote id={`${id}-note`} error={missing ? communityText.postIncomplete : undefined} />
          <div className="flex flex-wrap items-center gap-3">
            <Select
              aria-label="Categoria"
              value={category}
              className="grow-0 basis-48 max-sm:basis-full [&_select]:min-h-11 [&_select]:text-sm"
              onChange={(event) => setCategory(event.target.value)}
              options={categories.map(({ id: value, name }) => ({ value, label: name }))}
            >
              <option value="">Categoria</option>
            </Select>
            <input
              aria-label="Etiquetas, separadas por vírgula"
              value={tags}
              placeholder="Etiquetas, separadas por vírgula"
              onChange={(event) => setTags(event.target.value)}
              className="min-h-11 min-w-0 grow basis-40 rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground max-sm:basis-full"
            />
            <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:flex-1">
              <Button
                variant="ghost"
                size="small"
                disabled={busy}
                onClick={() => {
                  if (isEmpty(text)) draft.clear();
                  setTried(false);
                  if (collapses) setOpen(false);
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
        </div>
      </div>
      {mentionCheck.dialog}
    </form>
  );
}
