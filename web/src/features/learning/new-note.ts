/** The note that is being written: kept by this browser at each key, and stored by the server when typing stops. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepText, readText } from '@/lib/start/kept-text';
import { storeNote } from './actions';
import { learningKeys } from './queries';

const PAUSE_MS = 2000;

/** A note before it is finished. */
interface Draft {
  id: string;
  /** Position of the recording when the note was begun, in seconds. */
  at_seconds: number | null;
  content: string;
  /** The text that the server has of it; empty before it has any. */
  stored: string;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'at_seconds' in value &&
  (value.at_seconds === null || typeof value.at_seconds === 'number') &&
  'content' in value &&
  typeof value.content === 'string' &&
  'stored' in value &&
  typeof value.stored === 'string';

const fresh = (content = ''): Draft => ({ id: crypto.randomUUID(), at_seconds: null, content, stored: '' });

/** Reads the draft that this browser kept. It also reads a text of the time before notes had an id. */
function readDraft(key: string): Draft {
  const kept = readText(key);
  if (!kept.startsWith('{')) return fresh(kept);
  try {
    const draft: unknown = JSON.parse(kept);
    return isDraft(draft) ? draft : fresh(kept);
  } catch {
    return fresh(kept);
  }
}

export interface NewNote {
  /** Id of the note's row, once the server has it. */
  id: string;
  content: string;
  isStored: boolean;
  isSaving: boolean;
  hasFailed: boolean;
  change: (content: string) => void;
  /** Stores what is written and begins the next one. */
  finish: () => Promise<void>;
}

export function useNewNote(userId: string, lesson: string, placeOf: () => number | null): NewNote {
  const queryClient = useQueryClient();
  const key = `anotacao:${userId}:${lesson}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const [saving, setSaving] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(draft);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const set = useCallback(
    (next: Draft) => {
      latest.current = next;
      setDraft(next);
      keepText(key, next.content ? JSON.stringify(next) : '');
    },
    [key],
  );

  /** One request at a time, so that the last text wins. */
  const store = useCallback(() => {
    const run = async () => {
      const { stored, ...note } = latest.current;
      const content = note.content.trim();
      if (!content || content === stored) return;
      await storeNote({ ...note, content, lesson_id: lesson });
      if (latest.current.id === note.id) set({ ...latest.current, stored: content });
      void queryClient.invalidateQueries({ queryKey: learningKeys.notes(lesson) });
      void queryClient.invalidateQueries({ queryKey: learningKeys.allNotes });
    };
    setSaving((count) => count + 1);
    const done = queue.current.then(run).finally(() => setSaving((count) => count - 1));
    queue.current = done.catch(() => undefined);
    return done;
  }, [lesson, queryClient, set]);

  useEffect(() => {
    if (draft.content.trim() === draft.stored) return;
    const timer = setTimeout(() => {
      store().then(
        () => setFailed(false),
        (reason: unknown) => {
          console.warn('the note could not be stored yet', reason);
          setFailed(true);
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft.content, draft.stored, store]);

  return {
    id: draft.id,
    content: draft.content,
    isStored: draft.stored !== '' && draft.stored === draft.content.trim(),
    isSaving: saving > 0,
    hasFailed,
    change: (content) => {
      const before = latest.current;
      // A note that was emptied stays as it was stored, and can be removed; what follows is another one.
      if (!content.trim() && before.stored) set(fresh(content));
      else set({ ...before, content, at_seconds: before.content ? before.at_seconds : placeOf() });
    },
    finish: async () => {
      await store();
      setFailed(false);
      set(fresh());
    },
  };
}
