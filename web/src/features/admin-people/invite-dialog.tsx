import { zodResolver } from '@hookform/resolvers/zod';
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
import { toast } from '@/ui/toast';
import { useAct } from './queries';
import { ROLE_NAMES } from './text';

const schema = z.object({
  name: z.string().trim().min(1, 'Informe o nome.').max(120, 'O nome tem até 120 caracteres.'),
  email: z
    .string()
    .trim()
    .min(1, 'Informe o e-mail.')
    .regex(/^\S+@\S+\.\S+$/, 'Informe um e-mail válido.'),
  role: z.enum(['', 'moderator', 'admin']),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = { name: '', email: '', role: '' };

/** Fields that a refusal of the server is about. */
const FIELDS: Readonly<Record<string, 'name' | 'email'>> = {
  invalid_name: 'name',
  invalid_email: 'email',
  email_exists: 'email',
};

/** Asks for a name and an address, and sends the invitation there. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const act = useAct();
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const { errors } = form.formState;
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const onSubmit = form.handleSubmit((values) => {
    const call = { name: 'invite-person', body: { ...values, role: values.role || null } };
    return act
      .mutateAsync(call)
      .then(({ user_id: id }) => {
        toast({ title: 'Convite enviado', description: `${values.email} recebe o link para entrar.`, tone: 'success' });
        close();
        if (id) navigate(paths.adminPerson(id));
      })
      .catch((error: unknown) => {
        const field = error instanceof FunctionFailed ? FIELDS[error.code ?? ''] : undefined;
        const message = error instanceof FunctionFailed ? error.advice : undefined;
        if (field && message) return form.setError(field, { message }, { shouldFocus: true });
        if (!isRefusal(error)) console.error('an invitation could not be sent', error);
        toast(failed('Erro ao enviar o convite.', error));
      });
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Convidar pessoa"
      description="A conta é criada agora. A pessoa recebe um link que vale por 24 horas e escolhe a própria senha."
      onSubmit={onSubmit}
      actionLabel="Enviar convite"
      busy={act.isPending}
      busyLabel="Enviando..."
    >
      <Field label="Nome" error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...form.register('name')} />}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('email')} />}
      </Field>
      <Field label="Papel" optional>
        {(control) => (
          <Select {...control} {...form.register('role')}>
            <option value="">Sem papel</option>
            <option value="moderator">{ROLE_NAMES.moderator}</option>
            <option value="admin">{ROLE_NAMES.admin}</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
