import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { NEW_CONTENT } from '@/entities/signed-in-paths';
import { type FormValues, initialValues } from '../form/model';
import { DraftSaver, type DraftState } from './draft-saver';
import { sendDraft } from './drafts';
import { dropCopy, keepCopy } from './local-copy';
import type { Start } from './start';

/** Saves the form of a content as its draft, until the page is left. */
export function useDraft(
  id: string,
  isNew: boolean,
  start: Start,
  form: UseFormReturn<FormValues>,
  /** Called when the server knows a new content. */
  onNamed: () => void,
) {
  const [counted, setCounted] = useState(start.counted);
  const [state, setState] = useState<DraftState>(() => firstState(start));
  // Until the server knows it, a new content is found again at the address of new ones.
  const place = useRef(isNew ? NEW_CONTENT : id);
  const [saver] = useState(
    () =>
      new DraftSaver(
        start.saved,
        start.base,
        {
          send: async (values, base) => {
            const answer = await sendDraft(id, values, base);
            setCounted(answer.counted_read_time);
            if (place.current === NEW_CONTENT) {
              dropCopy(NEW_CONTENT);
              place.current = id;
              onNamed();
            }
            return answer;
          },
          keep: (values, base) => keepCopy(place.current, { id, values, at: Date.now(), ...base }),
          drop: () => dropCopy(place.current),
          onState: setState,
        },
        state,
      ),
  );
  useEffect(() => {
    const change = () => saver.change(form.getValues());
    // What was recovered is not on the server yet.
    change();
    // Within the key's own event: a state set after each of many quick keys would count as an endless update.
    return form.subscribe({ formState: { values: true }, callback: change });
  }, [form, saver]);
  useEffect(() => {
    const flush = () => void saver.flush();
    const onHidden = () => document.hidden && flush();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [saver]);
  return { saver, state, counted: counted ?? undefined };
}

function firstState({ clash, base, values, saved, savedAt, counted }: Start): DraftState {
  if (!clash) return savedAt ? { kind: 'saved', at: savedAt } : { kind: 'unchanged' };
  const fields = clash.fields ?? saved ?? values ?? initialValues(undefined);
  const { authorId: author_id, at: saved_at } = clash;
  const answer = {
    version: base.version,
    content_version: base.contentVersion,
    saved_at,
    clash: true,
    fields,
    author_id,
    counted_read_time: counted,
  };
  return { kind: 'clash', answer };
}
