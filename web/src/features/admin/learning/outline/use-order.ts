import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '@/ui/toast';
import { failureMessage } from '@/widgets/failure-message';
import { ChangedMeanwhile, orderCourse } from '../actions';
import { courseKeys, MEMBERS_LEARNING, type Outline } from '../queries';
import { applyOrder, isSameOrder, type Modules } from './order';

export interface Order {
  /** Modules as they are shown: the stored order, or the one that is being moved and saved. */
  modules: Modules;
  isSaving: boolean;
  /** True if another person saved a different order first. */
  isRefused: boolean;
  /** Shows an order that is not saved yet; none: the stored one. */
  show: (modules: Modules | undefined) => void;
  save: (modules: Modules) => void;
  /** Ends a refusal: keeps the order of the other person, or puts the own one over it. */
  settle: (keepOwn: boolean) => void;
}

/** The order of a course: shown at once, saved one request after the other. */
export function useOrder(course: string, outline: Outline): Order {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Modules>();
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Modules>();
  const waiting = useRef<Modules>(undefined);
  const isRunning = useRef(false);
  const key = courseKeys.outline(course);

  const run = async (version: string) => {
    isRunning.current = true;
    setSaving(true);
    try {
      let known = version;
      let last: Modules | undefined;
      while (waiting.current) {
        const wanted = waiting.current;
        waiting.current = undefined;
        last = wanted;
        const saved = await orderCourse(course, known, wanted);
        known = saved.version;
        queryClient.setQueryData(key, saved);
      }
      // What was moved meanwhile and is not laid down yet stays as it is.
      setDraft((shown) => (shown === last ? undefined : shown));
    } catch (error) {
      const wanted = draftOf(waiting.current);
      waiting.current = undefined;
      if (error instanceof ChangedMeanwhile) return setRefused(wanted);
      setDraft(undefined);
      console.error('the order of a course could not be saved', error);
      toast(failureMessage('Não foi possível salvar a ordem.', error));
      await queryClient.invalidateQueries({ queryKey: key });
    } finally {
      isRunning.current = false;
      setSaving(false);
      void queryClient.invalidateQueries({ queryKey: MEMBERS_LEARNING });
    }
  };
  const latest = useRef<Modules>(undefined);
  const draftOf = (next: Modules | undefined) => next ?? latest.current;

  const save = (modules: Modules) => {
    if (isSameOrder(modules, outline.modules) && !isRunning.current) return setDraft(undefined);
    setDraft(modules);
    latest.current = modules;
    waiting.current = modules;
    if (!isRunning.current) void run(outline.version);
  };
  const settle = async (keepOwn: boolean) => {
    await queryClient.refetchQueries({ queryKey: key });
    const now = queryClient.getQueryData<Outline>(key);
    setRefused(undefined);
    setDraft(undefined);
    if (!keepOwn || !now || !refused) return;
    const wanted = applyOrder(now.modules, refused);
    setDraft(wanted);
    latest.current = wanted;
    waiting.current = wanted;
    void run(now.version);
  };
  return {
    modules: draft ?? outline.modules,
    isSaving,
    isRefused: refused !== undefined,
    show: setDraft,
    save,
    settle: (keepOwn) => void settle(keepOwn),
  };
}
