import { type FormEvent, useState } from 'react';
import { paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { dismissFailures, toast } from '@/ui/toast';
import type { Permit } from './new-password-permit';
import { exchangeLink, savePassword } from './new-password-queries';
import { check, type Draft, type Problems, refusalOf } from './new-password-rules';

/** The form's state. The link is exchanged on the first valid submit and not before: what only opens a page spends nothing. */
export function useNewPassword(permit: Permit) {
  const [draft, setDraft] = useState<Draft>({ password: '', repeated: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  const keep = (next: Permit | null) => navigate(paths.newPassword, { replace: true, state: next });

  const redeem = async () => {
    if ('userId' in permit) return permit.userId;
    const userId = await exchangeLink(permit.tokenHash);
    // A password refused from here on is tried again within this session.
    keep({ userId });
    return userId;
  };

  const change = (field: keyof Draft, value: string) => {
    setDraft({ ...draft, [field]: value });
    // A corrected field stops complaining at once; new complaints wait for the next try.
    if (problems[field]) setProblems({ ...problems, [field]: undefined });
  };

  const complain = (form: HTMLFormElement, found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const refuse = (form: HTMLFormElement, error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal.about === 'link') return keep(null);
    if (refusal.about === 'password') return complain(form, { password: refusal.message });
    console.error('the password could not be saved', error);
    toast({ title: 'A senha não foi salva', description: refusal.message, tone: 'destructive' });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = check(draft);
    complain(form, found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await savePassword(await redeem(), draft.password);
      dismissFailures();
      toast({ title: 'Senha salva', tone: 'success' });
      // Busy until the panel is there.
      navigate(paths.admin, { replace: true });
    } catch (error) {
      setBusy(false);
      refuse(form, error);
    }
  };

  return { draft, problems, busy, change, onSubmit };
}
