import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/pages';
import { authProblem, authRefusal, secondsToWait } from '@/lib/auth-refusal';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { LETTER_PAUSE_MS, type SentLetter } from '../letters/letter-state';
import { NewPasswordInput } from '../new-password/new-password-input';
import { lengthHint, problemWith, refusalOf } from '../new-password/new-password-rules';
import { signUp } from './sign-up-queries';

const LONGEST_NAME = 120;

function schemaFor(shortest: number) {
  return z.object({
    name: z.string().trim().min(1, 'Escreva o seu nome.').max(LONGEST_NAME, `Use até ${LONGEST_NAME} caracteres.`),
    email: z.string().trim().min(1, 'Informe seu e-mail.').refine(isEmail, EMAIL_ADVICE),
    password: z.string().superRefine((password, context) => {
      const problem = problemWith(password, shortest);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
    agreed: z.boolean().refine(Boolean, 'Para criar a conta é preciso concordar.'),
  });
}

export interface SignUpFormProps {
  /** The least length of a password. */
  shortest: number;
  /** The versions of the legal texts as they stand. */
  terms: string;
  privacy: string;
}

/** Name, e-mail, password and consent. What is typed stays until the account is made. */
export function SignUpForm({ shortest, terms, privacy }: SignUpFormProps) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const schema = useMemo(() => schemaFor(shortest), [shortest]);
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', email: '', password: '', agreed: false },
  });
  // In the order of the form: the first that is wrong gets the cursor.
  const bound = {
    name: register('name'),
    email: register('email'),
    password: register('password'),
    agreed: register('agreed'),
  };
  const typed = useWatch({ control, name: 'password' });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const confirm = (email: string, sentAt: number) => {
    const letter: SentLetter = { email, purpose: 'signup', sentAt };
    navigate(paths.accountCode(presentNext()), { state: letter });
  };

  const onValid = handleSubmit(async ({ name, email, password: secret }) => {
    try {
      const outcome = await signUp({ name, email, password: secret, terms, privacy }, presentNext());
      dismissFailures();
      if (outcome === 'confirm') confirm(email, Date.now());
      else navigate(paths.accountContinue(presentNext()), { replace: true });
    } catch (error) {
      const wait = secondsToWait(error);
      if (wait !== undefined) return confirm(email, Date.now() - LETTER_PAUSE_MS + wait * 1000);
      refuse(error);
    }
  });

  const refuse = (error: unknown) => {
    const refusal = refusalOf(error);
    const { code } = authProblem(error);
    if (code === 'user_already_exists' || code === 'email_address_invalid') {
      setError('email', { message: authRefusal(error) }, { shouldFocus: true });
    } else if (refusal.about === 'password') {
      setError('password', { message: refusal.message }, { shouldFocus: true });
    } else {
      setError('root', {});
      console.error('the account could not be made', error);
      toast({ title: 'A conta não foi criada', description: authRefusal(error), tone: 'destructive' });
    }
  };

  return (
    <form method="post" noValidate onSubmit={onValid} className="grid gap-5">
      <Field label="Nome" error={errors.name?.message}>
        {(field) => <Input {...field} {...bound.name} type="text" autoComplete="name" />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(field) => <Input {...field} {...bound.email} type="email" inputMode="email" autoComplete="username" />}
      </Field>
      <Field label="Senha" hint={lengthHint(typed, shortest)} error={errors.password?.message}>
        {(field) => <NewPasswordInput {...field} {...bound.password} shown={shown} onToggle={() => setShown(!shown)} />}
      </Field>
      <Checkbox {...bound.agreed} error={errors.agreed?.message}>
        Li e concordo com os{' '}
        <TextLink href={paths.terms} newTab>
          termos de uso
        </TextLink>{' '}
        e a{' '}
        <TextLink href={paths.privacy} newTab>
          política de privacidade
        </TextLink>
        .
      </Checkbox>
      <Button type="submit" busy={isSubmitting || isSubmitSuccessful} busyLabel="Criando conta..." className="w-full">
        Criar conta
      </Button>
    </form>
  );
}
