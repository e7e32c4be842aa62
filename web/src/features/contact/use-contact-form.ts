import { type FormEvent, useState } from 'react';
import { toast } from '@/ui/toast';
import { check, EMPTY_MESSAGE, type Message, type Problems } from './message';
import { contactText } from './text';

/** The field people never see: whoever fills it is a machine. */
export const TRAP = 'website';

/** The form's state: it keeps everything when sending fails, and clears when it worked. */
export function useContactForm() {
  const [message, setMessage] = useState(EMPTY_MESSAGE);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const change = (field: keyof Message, value: string) => {
    setMessage({ ...message, [field]: value });
    // A corrected field stops complaining at once; new complaints wait for the next try.
    if (problems[field]) setProblems({ ...problems, [field]: undefined });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const outcome = check(message);
    if ('problems' in outcome) {
      setProblems(outcome.problems);
      const [first] = Object.keys(outcome.problems);
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      // Machines are told the same as people, and nothing is sent.
      if (!new FormData(form).get(TRAP)) {
        const { send } = await import('./queries');
        await send(outcome.checked);
      }
      setMessage(EMPTY_MESSAGE);
      form.reset();
      toast(contactText.success);
    } catch (reason) {
      console.error('the message could not be sent', reason);
      toast(contactText.failure);
    } finally {
      setBusy(false);
    }
  };
  return { message, problems, busy, change, onSubmit };
}
