import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/pages';
import { isRefusedWith } from '@/lib/errors';
import { useNavigate } from '@/lib/router';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { CHANGED } from './queries';
import { MONTHS_OPTIONS, memberName, PLAN_OPTIONS } from './text';

const schema = z.object({
  person: z.string().trim().min(1, 'Informe o e-mail.'),
  plan: z.enum(['update', 'scale', 'professional']),
  months: z.string(),
  reason: z.string().trim().min(1, 'Diga o motivo.').max(500, 'O motivo tem até 500 caracteres.'),
});

type Values = z.infer<typeof schema>;

export interface CourtesyDialogProps {
  open: boolean;
  onClose: () => void;
  /** The recipient; without it the dialog asks. `hasPlan`: the courtesy extends the present plan. */
  to?: { id: string; name: string | null; email: string | null; hasPlan: boolean };
}

export function CourtesyDialog({ open, onClose, to }: CourtesyDialogProps) {
  const navigate = useNavigate();
  // The idempotency key of this request.
  const id = useRef<string>(undefined);
  const empty: Values = { person: to?.id ?? '', plan: 'update', months: '1', reason: '' };
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: empty });
  const { errors } = form.formState;
  const close = () => {
    id.current = undefined;
    form.reset(empty);
    onClose();
  };
  const grant = useAction({
    run: ({ person, plan, months, reason }: Values) => {
      id.current ??= crypto.randomUUID();
      const body = { id: id.current, person, plan, months: Number(months), reason };
      return callAction({ name: 'grant-courtesy', body });
    },
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure: 'Erro ao conceder a cortesia.',
    refreshes: CHANGED,
    onDone: ({ user_id: account }) => {
      close();
      if (!to && account) navigate(paths.adminMember(account));
    },
    onFailed: (error) => {
      if (to || !isRefusedWith(error, 'person_not_found')) return false;
      form.setError('person', { message: 'Não há conta com esse e-mail.' }, { shouldFocus: true });
      return true;
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Conceder cortesia"
      description={
        to
          ? `${memberName(to)} ganha acesso sem cobrança. A cortesia começa no fim do período atual.`
          : 'Acesso sem cobrança para quem já tem conta. A cortesia não se renova.'
      }
      onSubmit={form.handleSubmit((values) => grant.mutate(values))}
      actionLabel="Conceder cortesia"
      busy={grant.isPending}
      busyLabel="Concedendo..."
    >
      {!to && (
        <InputField
          label="E-mail da conta"
          error={errors.person?.message}
          type="email"
          autoComplete="off"
          {...form.register('person')}
        />
      )}
      {!to?.hasPlan && (
        <SelectField
          label="Plano"
          hint={to ? undefined : 'Quem já tem um plano em curso continua com ele.'}
          {...form.register('plan')}
          options={PLAN_OPTIONS}
        />
      )}
      <SelectField label="Duração" {...form.register('months')} options={MONTHS_OPTIONS} />
      <TextareaField
        label="Motivo"
        hint="Uso interno: a pessoa não vê o motivo."
        error={errors.reason?.message}
        rows={3}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
