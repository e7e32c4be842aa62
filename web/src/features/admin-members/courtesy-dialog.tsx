import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/paths';
import { FunctionFailed } from '@/lib/functions';
import { useNavigate } from '@/lib/router';
import { failed, isRefusal } from '@/ui/act-button';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { toast } from '@/ui/toast';
import { useAct } from './queries';
import { MONTHS_OPTIONS, memberName, PLAN_OPTIONS } from './text';

const schema = z.object({
  person: z.string().trim().min(1, 'Informe o e-mail.'),
  plan: z.string(),
  months: z.string(),
  reason: z.string().trim().min(1, 'Diga o motivo.').max(500, 'O motivo tem até 500 caracteres.'),
});

type Values = z.infer<typeof schema>;

export interface CourtesyDialogProps {
  open: boolean;
  onClose: () => void;
  /** To whom; without it the dialog asks. `hasPlan`: the gift goes on with the plan there is. */
  to?: { id: string; name: string | null; email: string | null; hasPlan: boolean };
}

/** Asks to whom, for how long and why before months are given without a charge. */
export function CourtesyDialog({ open, onClose, to }: CourtesyDialogProps) {
  const act = useAct();
  const navigate = useNavigate();
  // The wish's own: sent twice, it is one gift.
  const wish = useRef<string>(undefined);
  const empty: Values = { person: to?.id ?? '', plan: 'update', months: '1', reason: '' };
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: empty });
  const { errors } = form.formState;
  const close = () => {
    wish.current = undefined;
    form.reset(empty);
    onClose();
  };
  const onSubmit = form.handleSubmit(({ person, plan, months, reason }) => {
    wish.current ??= crypto.randomUUID();
    const body = { id: wish.current, person, plan, months: Number(months), reason };
    return act
      .mutateAsync({ name: 'grant-courtesy', body })
      .then(({ message, user_id: id }) => {
        toast({ title: message, tone: 'success' });
        close();
        if (!to && id) navigate(paths.adminMember(id));
      })
      .catch((error: unknown) => {
        if (!to && error instanceof FunctionFailed && error.code === 'person_not_found') {
          return form.setError('person', { message: 'Não há conta com esse e-mail.' }, { shouldFocus: true });
        }
        if (!isRefusal(error)) console.error('a courtesy could not be given', error);
        toast(failed('Erro ao dar a cortesia.', error));
      });
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Dar cortesia"
      description={
        to
          ? `${memberName(to)} ganha acesso sem cobrança. A cortesia começa quando terminar o que já está pago ou dado.`
          : 'Acesso sem cobrança para quem já tem conta. Nada se renova sozinho.'
      }
      onSubmit={onSubmit}
      actionLabel="Dar cortesia"
      busy={act.isPending}
      busyLabel="Dando..."
    >
      {!to && (
        <Field label="E-mail da conta" error={errors.person?.message}>
          {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('person')} />}
        </Field>
      )}
      {!to?.hasPlan && (
        <Field label="Plano" hint={to ? undefined : 'Quem já tem um plano em curso continua com ele.'}>
          {(control) => (
            <Select {...control} {...form.register('plan')}>
              {PLAN_OPTIONS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Duração">
        {(control) => (
          <Select {...control} {...form.register('months')}>
            {MONTHS_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Motivo" hint="Fica na auditoria; a mensagem à pessoa não o diz." error={errors.reason?.message}>
        {(control) => <Textarea {...control} rows={3} {...form.register('reason')} />}
      </Field>
    </FormDialog>
  );
}
