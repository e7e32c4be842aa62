import { paths } from '@/app/paths';
import { useSite } from '@/lib/site';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { LONGEST, type Message, SUBJECTS } from './message';
import { TRAP, useContactForm } from './use-contact-form';

/** A message to the owner. */
export function ContactForm() {
  const { message, problems, busy, change, onSubmit } = useContactForm();
  const bind = (field: keyof Message) => ({
    name: field,
    value: message[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });
  return (
    // Sent by script; the method only keeps what was written out of the address should the script not have arrived yet.
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      aria-labelledby="form"
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
      <Field label="Empresa" optional>
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
      <div aria-hidden="true" className="sr-only">
        <label>
          Deixe este campo vazio
          <input name={TRAP} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
        <Button type="submit" busy={busy} busyLabel="Enviando..." className="max-sm:w-full">
          Enviar mensagem
        </Button>
        <DataNote />
      </div>
    </form>
  );
}

/** What happens with what was written; and for browsers without script, the other way. */
function DataNote() {
  const { links } = useSite();
  return (
    <div className="max-w-[44ch] type-meta">
      <p>
        Seus dados servem apenas para responder a esta mensagem.{' '}
        <TextLink href={paths.privacy}>Política de privacidade</TextLink>
      </p>
      <noscript>
        <p className="mt-2">
          O formulário precisa de JavaScript. Sem ele, escreva para{' '}
          <TextLink href={`mailto:${links.email}`}>{links.email}</TextLink>.
        </p>
      </noscript>
    </div>
  );
}
