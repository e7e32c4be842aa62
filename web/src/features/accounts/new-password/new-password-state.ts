import { type FormEvent, useState } from 'react';
import { paths } from '@/app/pages';
import { authRefusal } from '@/entities/auth-refusal';
import { useNavigate } from '@/lib/router';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { exchangeLink, savePassword } from './new-password-input';
import type { Permit } from './new-password-permit';
import { check, type Draft, type Problems, refusalOf } from './new-password-rules';

/** The form's state. The link is exchanged on the first valid submit: opening the page does not spend it. */
export function useNewPassword(permit: Permit, shortest: number, onSpent: () => void) {
  const [draft, setDraft] = useState<Draft>({ password: '', repeated: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [owing, setOwing] = useState<string>();
  const navigate = useNavigate();

  const redeem = async () => {
    if ('userId' in permit) return permit.userId;
    const userId = await exchangeLink(permit.tokenHash, permit.kind);
    // A refused password is retried within this session.
    navigate(paths.newPassword(presentNext()), { replace: true, state: { userId } satisfies Permit });
    return userId;
  };

  const change = (field: keyof Draft, value: string) => {
    setDraft({ ...draft, [field]: value });
    // A corrected field shows no problem until the next submit.
    if (problems[field]) setProblems({ ...problems, [field]: undefined });
  };

  const refuse = (error: unknown, userId: string | undefined) => {
    const refusal = refusalOf(error);
    if (refusal.about === 'link') return onSpent();
    if (refusal.about === 'second-factor' && userId) return setOwing(userId);
    if (refusal.about === 'password') return setProblems({ password: refusal.message });
    console.error('the password could not be saved', error);
    toast({ title: 'A senha não foi salva', description: authRefusal(error), tone: 'destructive' });
  };

  const save = async () => {
    setBusy(true);
    let userId: string | undefined;
    try {
      userId = await redeem();
      await savePassword(userId, draft.password);
      dismissFailures();
      toast({ title: 'Senha salva', tone: 'success' });
      navigate(presentNext() ?? paths.accountContinue(), { replace: true });
    } catch (error) {
      setBusy(false);
      refuse(error, userId);
    }
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check(draft, shortest);
    setProblems(found);
    if (Object.keys(found).length === 0) await save();
  };

  const onProved = () => {
    setOwing(undefined);
    void save();
  };

  return { draft, problems, busy, owing, change, onSubmit, onProved };
}
