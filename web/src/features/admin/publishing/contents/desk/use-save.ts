import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { toast } from '@/ui/toast';
import { type FormValues, formText, initialValues, toRow } from '../form/model';
import { refusedValues } from '../form/refusal';
import { ChangedMeanwhile, CONTENTS, type Content, createContent, saveContent } from '../queries';
import { REVIEW_CHANGES } from '../review/queries';
import { contentToasts } from '../text';
import type { DraftSaver } from './draft-saver';
import { removeDraft, sendDraft } from './drafts';

export interface SaveOptions {
  id: string;
  content: Content | undefined;
  form: UseFormReturn<FormValues>;
  saver: DraftSaver;
  publishes: boolean;
  onSaved: (content: Content) => void;
}

/** Saves the form as the content. The draft goes first, so that nobody else's words are overwritten. */
export function useSave({ id, content, form, saver, publishes, onSaved }: SaveOptions) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (values: FormValues): Promise<Content | undefined> => {
      if (content && formText(values) === formText(initialValues(content))) return content;
      if (!(await saver.flush())) {
        if (saver.isClashing) return undefined;
        throw new TypeError('Failed to fetch');
      }
      const row = toRow(values, content, publishes);
      return content ? saveContent(content, row) : createContent(id, row);
    },
    onSuccess: async (saved, values) => {
      if (!saved) return;
      const { version } = saver.base;
      saver.rebase(values, { version: 0, contentVersion: saved.version });
      // Awaited: a page that is loaded next must not find words that are saved already.
      if (version > 0)
        await removeDraft(id, version).catch((error: unknown) => console.error('a saved draft stays', error));
      // What was saved may be what waited for review.
      for (const queryKey of REVIEW_CHANGES) void queryClient.invalidateQueries({ queryKey });
      toast(content ? contentToasts.updated : contentToasts.created);
      onSaved(saved);
      void queryClient.invalidateQueries({ queryKey: CONTENTS, refetchType: 'none' });
    },
    onError: async (error, values) => {
      if (error instanceof ChangedMeanwhile) {
        // The refused draft comes with what is there now.
        const answer = await sendDraft(id, values, saver.base);
        if (answer.clash) return saver.meet(answer);
      }
      console.error('a content could not be saved', error);
      toast((content ? contentToasts.updateFailed : contentToasts.createFailed)(error));
      for (const { field, message } of refusedValues(error)) form.setError(field, { message });
    },
  });
}
