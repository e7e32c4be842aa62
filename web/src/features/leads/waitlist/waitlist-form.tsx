import { MessageCircle } from 'lucide-react';
import { chatUrl, useSite } from '@/entities/site';
import type { SoftwareContent } from '@/generated/content';
import type { ButtonVariant } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { ButtonLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { SelectField } from '@/ui/select-field';
import { toast } from '@/ui/toast';
import { PersonFields } from '@/widgets/public-form/person-fields';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { SendRow } from '@/widgets/public-form/send-row';
import { usePublicForm } from '@/widgets/public-form/use-public-form';
import { MAX_LENGTHS, SIZES, waitlistForm } from './waitlist-entry';

export function WaitlistSection({ waitlist, note }: Pick<SoftwareContent, 'waitlist' | 'note'>) {
  return (
    <section aria-labelledby="waitlist-title" className="wrap pb-(--sp-section)">
      <div className="grid border border-border bg-card md:grid-cols-[1fr_2fr]">
        <Plate tone="plate" className="max-md:h-28">
          <NeedleArt
            field="weave"
            glyph="bar"
            seed="lista"
            width={448}
            height={448}
            step={56}
            className="absolute inset-0"
          />
        </Plate>
        <div className="p-[clamp(1.5rem,4vw,3.75rem)]">
          <h2 id="waitlist-title" className="max-w-[18ch] type-display-3">
            {waitlist.title}
          </h2>
          <p className="mt-4 max-w-[50ch] text-base leading-relaxed text-foreground-2">{waitlist.text}</p>
          <div className="mt-8">
            <WaitlistForm />
          </div>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-border pt-6">
            <WaitlistButton variant="line">Fazer uma pergunta</WaitlistButton>
            <p className="type-meta">{note}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

export function WaitlistForm() {
  const form = usePublicForm(waitlistForm, toast);
  const { bind, busy } = form;
  return (
    <PublicFormFrame
      form={form}
      aria-labelledby="waitlist-title"
      className="grid gap-x-(--gutter) gap-y-5 sm:grid-cols-2"
    >
      <PersonFields bind={bind} longest={MAX_LENGTHS} />
      <InputField
        label="Empresa"
        optional
        {...bind('company')}
        autoComplete="organization"
        maxLength={MAX_LENGTHS.company}
      />
      <SelectField label="Pessoas na empresa" optional {...bind('size')}>
        <option value="">Prefiro não dizer</option>
        {SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </SelectField>
      <SendRow busy={busy} busyLabel="Guardando..." purpose="Seus dados servem apenas para avisar da abertura.">
        Entrar na lista
      </SendRow>
    </PublicFormFrame>
  );
}

export function WaitlistButton({ variant, children }: { variant?: ButtonVariant; children: string }) {
  const site = useSite();
  return (
    <ButtonLink href={chatUrl(site, 'waitlist')} newTab {...(variant && { variant })} className="max-sm:w-full">
      <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      {children}
    </ButtonLink>
  );
}
