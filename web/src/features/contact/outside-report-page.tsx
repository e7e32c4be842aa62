import { paths } from '@/app/pages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { toast } from '@/ui/toast';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { usePublicForm } from '@/widgets/public-form/use-public-form';
import { LONGEST, outsideReportForm, REASON_LABELS, REASONS } from './outside-report';

/** Where people who are no members report what the community shows. */
export function OutsideReportPage() {
  return (
    <div className="wrap pt-[clamp(2.5rem,5vw,4.75rem)] pb-[clamp(3.5rem,6vw,6rem)]">
      <h1 className="-ml-[0.045em] max-w-[18ch] type-display-1 text-[clamp(2.5rem,1.5rem+4vw,4.75rem)]">
        Denunciar algo da comunidade.
      </h1>
      <p className="mt-[clamp(1.25rem,2.4vw,2rem)] max-w-152 type-lede">
        Se um texto, uma imagem ou um perfil da comunidade atinge você, conte aqui. Não é preciso ser membro.
      </p>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid-page gap-y-14">
        <section aria-labelledby="denuncia-title" className="col-span-full lg:col-span-7">
          <h2 id="denuncia-title" className="mb-4 font-label type-ui">
            Formulário
          </h2>
          <div className="border-t border-border-strong pt-[clamp(1.75rem,3vw,2.25rem)]">
            <OutsideReportForm />
          </div>
        </section>
        <section aria-labelledby="next-title" className="col-span-full lg:col-span-4 lg:col-start-9">
          <h2 id="next-title" className="font-label type-ui">
            O que acontece depois
          </h2>
          <ol className="mt-4 border-t border-border-strong type-ui">
            {STEPS.map((step) => (
              <li key={step} className="border-b border-border py-3.5">
                {step}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}

const STEPS = [
  'Você recebe na hora um número de protocolo, com data e hora registradas.',
  'Uma pessoa da equipe lê a denúncia e o texto inteiro.',
  'A resposta vai para o e-mail que você informar.',
  'Os seus dados ficam com a equipe: quem escreveu não os recebe.',
];

const PROTOCOL = /^DEN-[0-9A-F]{5}-[0-9A-F]{5}$/;

function OutsideReportForm() {
  const form = usePublicForm(outsideReportForm, toast);
  const { bind, problems, busy, receipt } = form;
  return (
    <PublicFormFrame
      form={form}
      aria-labelledby="denuncia-title"
      className="grid gap-x-(--gutter) gap-y-6 sm:grid-cols-2"
    >
      {receipt && PROTOCOL.test(receipt) && (
        <p role="status" className="border border-border bg-card p-5 sm:col-span-2">
          <span className="block type-meta">Protocolo</span>
          <strong className="mt-1 block type-title-1 tabular-nums">{receipt}</strong>
        </p>
      )}
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
      <Field
        label="Onde está"
        hint="O endereço da página ou, se você não tem acesso, uma descrição."
        error={problems.address}
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} {...bind('address')} required maxLength={LONGEST.address} />}
      </Field>
      <Field label="Motivo" error={problems.reason} className="sm:col-span-2">
        {(control) => (
          <Select {...control} {...bind('reason')} required>
            <option value="" disabled>
              Escolha um motivo
            </option>
            {REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REASON_LABELS[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="O que aconteceu" error={problems.message} className="sm:col-span-2">
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
          Enviar denúncia
        </Button>
        <p className="max-w-[44ch] type-meta">
          Seus dados servem apenas para tratar esta denúncia.{' '}
          <TextLink href={paths.privacy}>Política de privacidade</TextLink>
        </p>
      </div>
    </PublicFormFrame>
  );
}
