import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '@/generated/columns/hotmart_access';
import { isoDay } from '@/lib/format';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { useAction } from '@/widgets/use-action';
import { type CourseRecord, grant, RECORDS } from './queries';
import { endOfDay, lastDay } from './text';

const schema = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Informe o e-mail.')
    .max(254, 'O e-mail é longo demais.')
    .regex(/^\S+@\S+\.\S+$/, 'Informe um e-mail válido.'),
  url: z
    .string()
    .trim()
    .min(1, 'Informe o endereço dos cursos.')
    .max(limits.course_url, 'O endereço é longo demais.')
    .regex(/^https?:\/\/\S+$/, 'O endereço começa com https://.'),
  until: z.string().refine((day) => day === '' || day >= isoDay(Date.now()), 'Escolha hoje ou uma data futura.'),
});

type Values = z.infer<typeof schema>;

export interface GrantDialogProps {
  open: boolean;
  /** The record to change; without it a new one. */
  record: CourseRecord | undefined;
  suggestedUrl: string;
  onClose: () => void;
}

/** Grants an address access to the courses, or changes how long it lasts. */
export function GrantDialog({ open, record, suggestedUrl, onClose }: GrantDialogProps) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    values: {
      email: record?.email ?? '',
      url: record?.course_url ?? suggestedUrl,
      until: record?.active && record.expires_at ? lastDay(record.expires_at) : '',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const action = useAction({
    run: ({ email, url, until }: Values) =>
      grant({ email, course_url: url, expires_at: until ? endOfDay(until) : null }),
    done: (_, { email }) => ({ title: 'Acesso liberado', description: email, tone: 'success' }),
    failure: 'Erro ao liberar o acesso.',
    refreshes: [RECORDS],
    onDone: close,
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Liberar acesso"
      description="Vale para quem tiver este e-mail confirmado na conta, agora ou depois, qualquer que seja a resposta da Hotmart."
      onSubmit={form.handleSubmit((values) => action.mutate(values))}
      actionLabel="Liberar"
      busy={action.isPending}
      busyLabel="Salvando..."
    >
      <InputField
        label="E-mail"
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        readOnly={record !== undefined}
        {...form.register('email')}
      />
      <InputField
        label="Endereço dos cursos"
        error={errors.url?.message}
        type="url"
        autoComplete="off"
        {...form.register('url')}
      />
      <InputField
        label="Até"
        optional
        hint="O último dia de acesso. Em branco, sem prazo."
        error={errors.until?.message}
        type="date"
        {...form.register('until')}
      />
    </FormDialog>
  );
}
