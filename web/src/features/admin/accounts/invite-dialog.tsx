import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/pages';
import { type ByCode, sentenceOf, valueByCode } from '@/lib/errors';
import { useNavigate } from '@/lib/router';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { PEOPLE } from './queries';
import { ROLE_NAMES } from './text';

const schema = z.object({
  name: z.string().trim().min(1, 'Informe o nome.').max(120, 'O nome tem até 120 caracteres.'),
  email: z
    .string()
    .trim()
    .min(1, 'Informe o e-mail.')
    .regex(/^\S+@\S+\.\S+$/, 'Informe um e-mail válido.'),
  role: z.enum(['', 'editor', 'moderator', 'admin']),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = { name: '', email: '', role: '' };

const ROLES = [
  { value: '', label: 'Sem papel' },
  { value: 'editor', label: ROLE_NAMES.editor },
  { value: 'moderator', label: ROLE_NAMES.moderator },
  { value: 'admin', label: ROLE_NAMES.admin },
];

const FIELDS: ByCode<'name' | 'email'> = {
  invalid_name: 'name',
  invalid_email: 'email',
  email_exists: 'email',
};

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const { errors } = form.formState;
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const invite = useAction({
    run: (values: Values) => callAction({ name: 'invite-person', body: { ...values, role: values.role || null } }),
    done: (_, { email }) => ({
      title: 'Convite enviado',
      description: `${email} recebe o link para entrar.`,
      tone: 'success',
    }),
    failure: 'Erro ao enviar o convite.',
    refreshes: [PEOPLE],
    onDone: ({ user_id: id }) => {
      close();
      if (id) navigate(paths.adminPerson(id));
    },
    onFailed: (error) => {
      const message = sentenceOf(error);
      const field = valueByCode(FIELDS, error);
      if (!field || !message) return false;
      form.setError(field, { message }, { shouldFocus: true });
      return true;
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Convidar pessoa"
      description="A conta é criada agora. A pessoa recebe um link que vale por 24 horas e escolhe a própria senha."
      onSubmit={form.handleSubmit((values) => invite.mutate(values))}
      actionLabel="Enviar convite"
      busy={invite.isPending}
      busyLabel="Enviando..."
    >
      <InputField label="Nome" error={errors.name?.message} autoComplete="off" {...form.register('name')} />
      <InputField
        label="E-mail"
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        {...form.register('email')}
      />
      <SelectField label="Papel" optional {...form.register('role')} options={ROLES} />
    </FormDialog>
  );
}
