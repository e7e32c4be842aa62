import { paths } from '@/app/pages';
import { usePublicForm } from '@/lib/use-public-form';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { PublicFormFrame } from '@/ui/public-form';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast';
import { LONGEST, SIZES, waitlistForm } from './waitlist-entry';

/** A stored place on the list: two fields that count, two that help. */
export function WaitlistForm() {
  const form = usePublicForm(waitlistForm, toast);
  const { bind, problems, busy } = form;
  return (
    <PublicFormFrame
      form={form}
      aria-labelledby="waitlist-title"
      className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2"
    >
      <Field label="Nome" error={problems.name}>
        {(control) => <Input {...control} {...bind('name')} required autoComplete="name" maxLength={LONGEST.name} />}
      </Field>
      <Field label="E-mail" error={problems.email}>
        {(control) => (
          <Input
            {...control}
            {...bind('email')}
            type="email"
            required
            autoComplete="email"
            placeholder="nome@empresa.com.br"
            maxLength={LONGEST.email}
          />
        )}
      </Field>
      <Field label="Empresa" optional error={problems.company}>
        {(control) => (
          <Input {...control} {...bind('company')} autoComplete="organization" maxLength={LONGEST.company} />
        )}
      </Field>
      <Field label="Pessoas na empresa" optional error={problems.size}>
        {(control) => (
          <Select {...control} {...bind('size')}>
            <option value="">Prefiro não dizer</option>
            {SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
        <Button type="submit" busy={busy} busyLabel="Guardando..." className="max-sm:w-full">
          Guardar meu lugar
        </Button>
        <p className="max-w-[40ch] type-meta">
          Seus dados servem apenas para avisar da abertura.{' '}
          <TextLink href={paths.privacy}>Política de privacidade</TextLink>
        </p>
      </div>
    </PublicFormFrame>
  );
}
