/**
 * Text that a member is writing. It is kept in the browser at each key and on the server shortly after, until the
 * server has stored the post. The state with the higher sequence is the newer one, on whichever device it was written.
 * The first key is sent to the server at once: by it, the server knows how long the writing took.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '@/generated/columns/community_drafts';
import { askAtOnce } from '@/lib/backend';
import { measured } from './measured';

export interface DraftText {
  title: string;
  content: string;
}

export interface Draft extends DraftText {
  sequence: number;
}

/** Time after the last key until the draft is stored on the server. */
const STORE_MS = 1_500;

const keyOf = (userId: string, place: string) => `rascunho:${userId}:${place}`;

export function readLocal(userId: string, place: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, place)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { title = '', content = '', sequence = 0 } = kept as Partial<Draft>;
    return { title: String(title), content: String(content), sequence: Number(sequence) };
  } catch {
    return null;
  }
}

function writeLocal(userId: string, place: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId, place), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, place));
  } catch {
    // Storage is forbidden or full: the page and the server still have the text.
  }
}

/** The newer of two states of a draft. */
export function newer(one: Draft | null, other: Draft | null): Draft | null {
  if (!one || !other) return one ?? other;
  return other.sequence > one.sequence ? other : one;
}

export const isEmpty = ({ title, content }: DraftText): boolean => !title.trim() && !content.trim();

function storedDraftQuery(userId: string, place: string) {
  return {
    queryKey: ['community', 'draft', userId, place],
    staleTime: 0,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Draft | null> => {
      const row = await askAtOnce<{ title: string | null; content: string | null; sequence: number } | null>((client) =>
        client
          .from('community_drafts')
          .select('title,content,sequence')
          .eq('user_id', userId)
          .eq('place', place)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return row && { title: row.title ?? '', content: row.content ?? '', sequence: row.sequence };
    },
  };
}

async function store(userId: string, place: string, draft: Draft): Promise<void> {
  // The server would refuse it: until it is shorter this browser alone keeps it, and the form says so.
  if (measured(draft.content, limits.content).isOver) return;
  const row = { user_id: userId, place, ...draft };
  await askAtOnce((client) => client.from('community_drafts').upsert(row, { onConflict: 'user_id,place' }));
}

const discard = (userId: string, place: string, sequence: number) =>
  askAtOnce((client) =>
    client.from('community_drafts').delete().match({ user_id: userId, place }).lte('sequence', sequence),
  );

export interface DraftState {
  text: DraftText;
  /** There is a text that was not sent. */
  isKept: boolean;
  change: (text: DraftText) => void;
  /** Called when the text was sent, or given up. */
  clear: () => void;
  /** Empties the form while its text is being sent; what it returns is called once the server has stored the text. */
  handOver: () => () => void;
}

/** The draft of one form. `initial` is the text where nothing was written yet. */
export function useDraft(userId: string, place: string, initial: DraftText): DraftState {
  const queryClient = useQueryClient();
  const query = storedDraftQuery(userId, place);
  const { data: stored, isSuccess } = useQuery(query);
  const [local, setLocal] = useState(() => readLocal(userId, place));
  /** Sequence of the last draft that was handed over. Drafts up to it are not shown. */
  const [handedOver, setHandedOver] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Settles once the server has answered all that was sent so far. */
  const answered = useRef<Promise<unknown>>(Promise.resolve());
  const newest = newer(local, stored ?? null);
  const draft = newest && newest.sequence > handedOver ? newest : null;
  const lastSequence = useRef(0);
  useEffect(() => {
    lastSequence.current = Math.max(newest?.sequence ?? 0, handedOver);
  });

  const send = useCallback(
    (next: Draft) => {
      // Without a connection the browser's copy remains, and the next key tries again.
      const sent = store(userId, place, next).catch((reason: unknown) =>
        console.warn('a draft could not be stored', reason),
      );
      answered.current = Promise.all([answered.current, sent]);
    },
    [userId, place],
  );

  useEffect(() => setLocal(readLocal(userId, place)), [userId, place]);
  useEffect(() => {
    // Another tab wrote on.
    const onStorage = (event: StorageEvent) => {
      if (event.key === keyOf(userId, place)) setLocal(readLocal(userId, place));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [userId, place]);

  const isAhead = isSuccess && local !== null && local.sequence > (stored?.sequence ?? 0);
  useEffect(() => {
    // The page was closed before the server had the last words.
    if (!isAhead || timer.current !== undefined) return;
    const kept = readLocal(userId, place);
    if (kept && !isEmpty(kept) && kept.sequence > handedOver) send(kept);
  }, [isAhead, handedOver, userId, place, send]);

  const change = useCallback(
    (text: DraftText) => {
      // Above the last one also where that comes from a device whose clock is ahead: it would hide what is typed here.
      const last = Math.max(readLocal(userId, place)?.sequence ?? 0, lastSequence.current);
      const next: Draft = { ...text, sequence: Math.max(Date.now(), last + 1) };
      setLocal(next);
      writeLocal(userId, place, next);
      const isFirst = timer.current === undefined;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(next), isFirst ? 0 : STORE_MS);
    },
    [userId, place, send],
  );

  const forget = useCallback(
    (sequence: number) => {
      const isOld = (kept: Draft | null | undefined) => !kept || kept.sequence <= sequence;
      if (isOld(readLocal(userId, place))) writeLocal(userId, place, null);
      setLocal((kept) => (isOld(kept) ? null : kept));
      queryClient.setQueryData<Draft | null>(query.queryKey, (kept) => (isOld(kept) ? null : kept));
      // What is still on its way would come after the removal and stay.
      answered.current
        .then(() => discard(userId, place, sequence))
        .catch((reason: unknown) => console.warn('a draft could not be removed', reason));
    },
    [userId, place, queryClient, query.queryKey],
  );
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const clear = () => {
    stop();
    forget(newest?.sequence ?? 0);
  };
  const handOver = () => {
    stop();
    const sequence = newest?.sequence ?? 0;
    setHandedOver(sequence);
    return () => forget(sequence);
  };

  return { text: draft ?? initial, isKept: draft !== null && !isEmpty(draft), change, clear, handOver };
}
