import { PenLine } from 'lucide-react';
import { lazy, Suspense, type SyntheticEvent, useId, useRef, useState } from 'react';
import { Avatar } from '@/entities/member';
import { limits } from '@/generated/columns/community_posts';
import { code } from '@/lib/start/code';
import { Badge } from '@/ui/badge';
import { fetchPart } from '@/ui/start/late-part';
import type { PostFormProps } from './post-form-props';

const loadFields = code(() => fetchPart(() => import('./post-fields')));
const PostFields = lazy(loadFields);

const NOTHING = { category_id: null, tags: [] };

/**
 * The form of a post, new or edited. Its text is the draft's. All but the title comes when the form is approached or
 * used; what is pressed before that is done once it is here.
 */
export function PostForm({
  userId,
  channel,
  profile,
  draft,
  initial = NOTHING,
  collapses = false,
  actionLabel,
  busyLabel,
  busy = false,
  onSend,
  onCancel,
}: PostFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const send = useRef<() => void>(undefined);
  const sendsOnceHere = useRef(false);
  const [open, setOpen] = useState(!collapses);
  const [used, setUsed] = useState(!collapses);
  const [tried, setTried] = useState(false);
  const { text } = draft;
  const isMissing = tried && (!text.title.trim() || !text.content.trim());
  const close = () => {
    setTried(false);
    if (collapses) setOpen(false);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (send.current) send.current();
    else sendsOnceHere.current = true;
  };
  const approach = () => {
    loadFields()
      .then(({ prepareVisual }) => prepareVisual())
      .catch((reason: unknown) => console.warn('the form could not be loaded', reason));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={collapses ? 'Nova publicação' : 'Publicação'}
      onSubmit={submit}
      onPointerEnter={approach}
      onFocus={() => {
        approach();
        setUsed(true);
        setOpen(true);
      }}
      className="grid gap-4 border border-border bg-card p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5"
    >
      <Avatar profile={profile} id={userId} className="size-10 max-sm:hidden" />
      <div className="min-w-0">
        <div className="flex items-center gap-3 border-b border-border focus-within:border-foreground has-[[aria-invalid]]:border-destructive">
          <label htmlFor={`${id}-title`} className="sr-only">
            Título
          </label>
          <input
            id={`${id}-title`}
            data-key="title"
            value={text.title}
            maxLength={limits.title}
            placeholder="Título da publicação"
            aria-invalid={isMissing && !text.title.trim() ? true : undefined}
            aria-describedby={isMissing ? `${id}-note` : undefined}
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
        {used && (
          <Suspense fallback={<div className="h-58 max-sm:h-80" />}>
            <PostFields
              id={id}
              channel={channel}
              draft={draft}
              initial={initial}
              busy={busy}
              isOpen={open}
              isMissing={isMissing}
              actionLabel={actionLabel}
              busyLabel={busyLabel}
              form={form}
              send={send}
              onReady={() => {
                if (sendsOnceHere.current) send.current?.();
                sendsOnceHere.current = false;
              }}
              onTried={setTried}
              onSend={(post) => {
                onSend(post);
                close();
              }}
              onCancel={() => {
                close();
                onCancel();
              }}
            />
          </Suspense>
        )}
      </div>
    </form>
  );
}
