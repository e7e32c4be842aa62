import { REASON_OPTIONS } from '@/entities/report-reasons';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { toast } from '@/ui/toast';
import { PersonFields } from '@/widgets/public-form/person-fields';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { SendRow } from '@/widgets/public-form/send-row';
import { usePublicForm } from '@/widgets/public-form/use-public-form';
import { MAX_LENGTHS, outsideReportForm } from './outside-report';

/** Page on which people who are no members report posts of the community. */
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
  const { bind, busy, receipt } = form;
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
      <PersonFields bind={bind} longest={MAX_LENGTHS} />
      <InputField
        label="Onde está"
        hint="O endereço da página ou, se você não tem acesso, uma descrição."
        className="sm:col-span-2"
        {...bind('address')}
        required
        maxLength={MAX_LENGTHS.address}
      />
      <SelectField
        label="Motivo"
        className="sm:col-span-2"
        {...bind('reason')}
        required
        placeholder="Escolha um motivo"
        options={REASON_OPTIONS}
      />
      <TextareaField
        label="O que aconteceu"
        className="sm:col-span-2"
        {...bind('message')}
        required
        rows={8}
        maxLength={MAX_LENGTHS.message}
        controlClassName="min-h-52"
      />
      <SendRow busy={busy} busyLabel="Enviando..." purpose="Seus dados servem apenas para tratar esta denúncia.">
        Enviar denúncia
      </SendRow>
    </PublicFormFrame>
  );
}
