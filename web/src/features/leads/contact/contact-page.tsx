import { Mail, MessageCircle, UserRound } from 'lucide-react';
import { paths } from '@/app/pages';
import { chatUrl, useSite } from '@/entities/site';
import type { ContactContent } from '@/generated/content';
import { InputField } from '@/ui/input-field';
import { Link, LinkArrow, TextLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { toast } from '@/ui/toast';
import { PersonFields } from '@/widgets/public-form/person-fields';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { SendRow } from '@/widgets/public-form/send-row';
import { usePublicForm } from '@/widgets/public-form/use-public-form';
import { contactForm, MAX_LENGTHS, SUBJECTS } from './message';

export function ContactPage({ title, lede, facts }: ContactContent) {
  return (
    <>
      <div className="wrap pt-[clamp(2.5rem,5vw,4.75rem)] pb-[clamp(3.5rem,6vw,6rem)]">
        <h1 className="-ml-[0.045em] max-w-[16ch] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)]">
          {title}
        </h1>
        <p className="mt-[clamp(1.25rem,2.4vw,2rem)] max-w-152 type-lede">{lede}</p>
        <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid-page gap-y-14">
          <section aria-labelledby="contato-title" className="col-span-full lg:col-span-7">
            <h2 id="contato-title" className="mb-4 font-label type-ui">
              Formulário
            </h2>
            <div className="border-t border-border-strong pt-[clamp(1.75rem,3vw,2.25rem)]">
              <ContactForm />
            </div>
          </section>
          <div className="col-span-full grid content-start gap-10 lg:col-span-4 lg:col-start-9">
            <Channels />
            <Facts facts={facts} />
            <p className="type-meta">
              Quer denunciar algo publicado na comunidade?{' '}
              <TextLink href={paths.outsideReport}>Use o formulário de denúncia</TextLink>
            </p>
          </div>
        </div>
      </div>
      <Plate tone="moss" className="h-[clamp(6rem,13vw,11.5rem)]">
        <NeedleArt field="axes" seed="contato" width={1440} height={184} step={46} />
      </Plate>
    </>
  );
}

export function Channels() {
  const site = useSite();
  const { links } = site;
  const channels = [
    { label: 'WhatsApp', about: 'Para uma conversa rápida', href: chatUrl(site, 'contact'), icon: MessageCircle },
    { label: 'E-mail', about: links.email, href: `mailto:${links.email}`, icon: Mail },
    { label: 'LinkedIn', about: 'Para quem já está por lá', href: links.professional_network, icon: UserRound },
  ];
  return (
    <section aria-labelledby="channels">
      <h2 id="channels" className="font-label type-ui">
        Canais
      </h2>
      <ul className="mt-4 border-t border-border-strong">
        {channels.map(({ label, about, href, icon: Icon }) => (
          <li key={label} className="border-b border-border">
            <Link href={href} newTab className="group grid grid-cols-[auto_1fr_auto] items-center gap-x-4 py-4.5">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
              <span className="min-w-0">
                <span className="block type-title-2 transition-colors duration-(--dur-1) group-hover:text-north">
                  {label}
                </span>
                <span className="block truncate type-meta">{about}</span>
              </span>
              <LinkArrow newTab className="text-north" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Facts({ facts }: Pick<ContactContent, 'facts'>) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="font-label type-ui">
        Informações
      </h2>
      <dl className="mt-4 border-t border-border-strong type-ui">
        {facts.map(({ term, text }) => (
          <div
            key={term}
            className="grid grid-cols-[8rem_1fr] gap-2 border-b border-border py-3.5 sm:grid-cols-[9rem_1fr] sm:gap-4"
          >
            <dt className="text-muted-foreground">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ContactForm() {
  const form = usePublicForm(contactForm, toast);
  const { bind, busy } = form;
  return (
    <PublicFormFrame
      form={form}
      aria-labelledby="contato-title"
      className="grid gap-x-(--gutter) gap-y-6 sm:grid-cols-2"
    >
      <PersonFields bind={bind} longest={MAX_LENGTHS} />
      <InputField
        label="Empresa"
        optional
        {...bind('company')}
        autoComplete="organization"
        maxLength={MAX_LENGTHS.company}
      />
      <SelectField label="Assunto" {...bind('subject')} required placeholder="Escolha um assunto">
        {SUBJECTS.map((subject) => (
          <option key={subject}>{subject}</option>
        ))}
      </SelectField>
      <TextareaField
        label="Mensagem"
        className="sm:col-span-2"
        {...bind('message')}
        required
        rows={8}
        maxLength={MAX_LENGTHS.message}
        controlClassName="min-h-52"
      />
      <SendRow busy={busy} busyLabel="Enviando..." purpose="Seus dados servem apenas para responder a esta mensagem.">
        Enviar mensagem
      </SendRow>
    </PublicFormFrame>
  );
}
