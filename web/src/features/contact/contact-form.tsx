import { paths } from '@/app/pages';
import { usePublicForm } from '@/lib/use-public-form';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { PublicFormFrame } from '@/ui/public-form';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { toast } from '@/ui/toast';
import { contactForm, LONGEST, SUBJECTS } from './message';

/** A message to the owner. */
export function ContactForm() {
  const form = usePublicForm(contactForm, toast);
  const { bind, problems, busy } = form;
  return (
    <PublicFormFrame
      form={form}
      aria-labelledby="contato-title"
      className="grid gap-x-(--gutter) gap-y-6 sm:grid-cols-2"
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
      <Field label="Assunto" error={problems.subject}>
        {(control) => (
          <Select {...control} {...bind('subject')} required>
            <option value="" disabled>
              Escolha um assunto
            </option>
            {SUBJECTS.map((subject) => (
              <option key={subject}>{subject}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Mensagem" error={problems.message} className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            {...bind('message')}
            required
            rows={8}
            maxLength={LONGEST.message}
            className="min-h-52"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
        <Button type="submit" busy={busy} busyLabel="Enviando..." className="max-sm:w-full">
          Enviar mensagem
        </Button>
        <DataNote />
      </div>
    </PublicFormFrame>
  );
}

/** What happens with what was written. */
function DataNote() {
  return (
    <p className="max-w-[44ch] type-meta">
      Seus dados servem apenas para responder a esta mensagem.{' '}
      <TextLink href={paths.privacy}>Política de privacidade</TextLink>
    </p>
  );
}
