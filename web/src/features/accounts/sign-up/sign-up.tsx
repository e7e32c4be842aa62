import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/pages';
import { authProblem, authRefusal, secondsToWait } from '@/entities/auth-refusal';
import { authSettingsQuery } from '@/entities/auth-settings';
import { useChosenPlan } from '@/entities/plan/plan-choice';
import { withPeriod } from '@/entities/plan/plan-period';
import { planName } from '@/entities/plan-names';
import { contentQuery } from '@/entities/site';
import { callAuth } from '@/lib/backend';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { trackGoal } from '@/lib/goal';
import { useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { ErrorNotice } from '@/ui/error-notice';
import { Field } from '@/ui/field';
import { InputField } from '@/ui/input-field';
import { ButtonLink, TextLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { dismissFailures, toast } from '@/ui/toast';
import { continueUrl, presentNext } from '../destination';
import { RESEND_PAUSE_MS, type SentEmail } from '../email-link/requests';
import { AccountLayout, AccountLinks } from '../layout/layout';
import { NewPasswordInput } from '../new-password/new-password-input';
import { lengthHint, problemWith, refusalOf } from '../new-password/new-password-rules';
import { beginFlow } from '../own-flow';

export function SignUp() {
  useThemedDocument();
  const settings = useQuery(authSettingsQuery);
  const terms = useQuery(contentQuery('terms'));
  const privacy = useQuery(contentQuery('privacy'));
  const waiting = [settings, terms, privacy].filter((query) => !query.data);
  if (settings.data?.disable_signup) return <Closed />;
  if (settings.data && terms.data && privacy.data) {
    return (
      <SignUpLayout>
        <SignUpForm
          shortest={settings.data.password_min_length}
          terms={terms.data.updated}
          privacy={privacy.data.updated}
        />
      </SignUpLayout>
    );
  }
  return (
    <SignUpLayout>
      {waiting.some((query) => query.isError) ? (
        <ErrorNotice
          title="O cadastro não abriu."
          description="A conexão falhou ou o servidor não respondeu."
          onRetry={() => {
            for (const query of waiting) void query.refetch();
          }}
        />
      ) : (
        <Loading label="Abrindo o cadastro">
          {/* As high as the form: the page is centred, and would move when it comes. */}
          <div className="min-h-109.25">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="mt-10 h-12 w-full" />
            <Skeleton className="mt-10 h-12 w-full" />
          </div>
        </Loading>
      )}
    </SignUpLayout>
  );
}

function SignUpLayout({ children }: { children: ReactNode }) {
  const choice = useChosenPlan();
  const chosen = planName(choice?.plan ?? null, '');
  return (
    <AccountLayout
      title="Criar conta"
      description="Sua conta neste site."
      lede={
        chosen
          ? `Você escolheu o plano ${withPeriod(chosen, choice?.period)}. A conta é gratuita; depois de confirmar o e-mail, você assina o plano.`
          : 'A conta é gratuita. Com ela você assina um plano e entra na área de membros.'
      }
    >
      {children}
      <AccountLinks links={[{ label: 'Já tenho conta', href: paths.membersWelcomeWith({ next: presentNext() }) }]} />
    </AccountLayout>
  );
}

function Closed() {
  return (
    <AccountLayout
      title="Novas contas estão fechadas"
      description="Sua conta neste site."
      lede="No momento o site não recebe novos cadastros. Quem já tem conta entra como sempre."
    >
      <ButtonLink href={paths.membersWelcomeWith({ next: presentNext() })} className="w-full">
        Entrar
      </ButtonLink>
    </AccountLayout>
  );
}

const MAX_NAME_LENGTH = 120;

function schemaFor(shortest: number) {
  return z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Escreva o seu nome.')
      .max(MAX_NAME_LENGTH, `Use até ${MAX_NAME_LENGTH} caracteres.`),
    email: z.string().trim().min(1, 'Informe seu e-mail.').refine(isEmail, EMAIL_ADVICE),
    password: z.string().superRefine((password, context) => {
      const problem = problemWith(password, shortest);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
    agreed: z.boolean().refine(Boolean, 'Para criar a conta é preciso concordar.'),
  });
}

export function SignUpForm({ shortest, terms, privacy }: { shortest: number; terms: string; privacy: string }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const schema = useMemo(() => schemaFor(shortest), [shortest]);
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', email: '', password: '', agreed: false },
  });
  // In the order of the form: the first invalid one gets the focus.
  const bound = {
    name: register('name'),
    email: register('email'),
    password: register('password'),
    agreed: register('agreed'),
  };
  const typed = useWatch({ control, name: 'password' });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const confirm = (email: string, sentAt: number) => {
    const sent: SentEmail = { email, purpose: 'signup', sentAt };
    navigate(paths.accountCode(presentNext()), { state: sent });
  };

  const onValid = handleSubmit(async ({ name, email, password: secret }) => {
    try {
      const outcome = await signUp({ name, email, password: secret, terms, privacy }, presentNext());
      dismissFailures();
      if (outcome === 'confirm') confirm(email, Date.now());
      else navigate(paths.accountContinue(presentNext()), { replace: true });
    } catch (error) {
      const wait = secondsToWait(error);
      if (wait !== undefined) return confirm(email, Date.now() - RESEND_PAUSE_MS + wait * 1000);
      refuse(error);
    }
  });

  const refuse = (error: unknown) => {
    const refusal = refusalOf(error);
    const { code } = authProblem(error);
    if (code === 'user_already_exists') {
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
      <InputField label="Nome" error={errors.name?.message} {...bound.name} type="text" autoComplete="name" />
      <InputField
        label="E-mail"
        error={errors.email?.message}
        {...bound.email}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
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

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  terms: string;
  privacy: string;
}

/**
 * 'confirm': an e-mail was sent, unless the address had an account; the service does not reveal it. 'in': this server asks
 * for no confirmation, and the person is signed in. Throws the refusal.
 */
export async function signUp(account: NewAccount, next: string | undefined): Promise<'confirm' | 'in'> {
  beginFlow(account.email);
  const data = await callAuth((auth) =>
    auth.signUp({
      email: account.email,
      password: account.password,
      options: {
        emailRedirectTo: continueUrl(next),
        data: { full_name: account.name, accepted_terms: account.terms, accepted_privacy: account.privacy },
      },
    }),
  );
  trackGoal('account');
  return data.session ? 'in' : 'confirm';
}
