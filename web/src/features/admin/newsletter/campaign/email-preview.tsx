import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PLAN_NAMES } from '@/entities/plan-names';
import { adviceOf } from '@/lib/errors';
import { functionAnswer } from '@/lib/functions';
import { useSettled } from '@/lib/use-settled';
import { Button } from '@/ui/button';
import { ChipRadio } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { InputField } from '@/ui/input-field';
import { Part } from '@/ui/panel-part';
import { SelectField } from '@/ui/select-field';
import { Loading, Skeleton } from '@/ui/skeleton';
import { useAction } from '@/widgets/use-action';
import { type Audience, type CampaignPreview, type CampaignView, emailQuery } from '../queries';
import { AUDIENCE_NAMES } from '../text';
import { drawEmail } from './email-document';

const SCREENS = { wide: 'Computador', phone: 'Celular', plain: 'Texto simples' } as const;
type Screen = keyof typeof SCREENS;

const SCHEMES = { light: 'Claro', dark: 'Escuro' } as const;
type Scheme = keyof typeof SCHEMES;

const PLANS = [
  { value: '', label: 'Nenhum' },
  ...Object.entries(PLAN_NAMES).map(([value, label]) => ({ value, label })),
];

const NAME_PAUSE_MS = 400;
const MAX_NAME = 100;

export interface EmailPreviewProps {
  campaign: CampaignView;
  /** True while the form holds what is not saved. */
  isDirty?: boolean;
  onTested?: (email: string) => void;
}

/** The email as one reader gets it, and a test of it to oneself. */
export function EmailPreview({ campaign, isDirty = false, onTested }: EmailPreviewProps) {
  const [screen, setScreen] = useState<Screen>('wide');
  const [scheme, setScheme] = useState<Scheme>('light');
  const [asked, setAudience] = useState<Audience>('full');
  const audience = campaign.list === 'premium' ? 'full' : asked;
  const [name, setName] = useState('');
  const [plan, setPlan] = useState('');
  const reader = useSettled(name, NAME_PAUSE_MS);
  const email = useQuery(
    emailQuery(campaign.number, campaign.updated_at, { audience, name: reader, plan: plan || null }),
  );
  const testing = useAction({
    run: () => functionAnswer('send-test-campaign', { number: campaign.number, audience }),
    done: (sent) => ({
      title: 'O teste saiu',
      description: `Veja a caixa de entrada de ${sent.email}.`,
      tone: 'success',
    }),
    failure: 'O teste não saiu.',
    onDone: (sent) => onTested?.(sent.email),
  });
  return (
    <Part
      title="Prévia"
      about={
        isDirty
          ? 'Mostra a carta como está salva. Salve o rascunho para ver as últimas alterações.'
          : 'O e-mail como uma pessoa o recebe. O teste vai só para você, não conta e não tira ninguém da lista.'
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {campaign.list === 'open' && (
            <SelectField
              label="Quem lê"
              value={audience}
              options={Object.entries(AUDIENCE_NAMES).map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => setAudience(target.value as Audience)}
            />
          )}
          <InputField
            label="Nome de quem lê"
            optional
            autoComplete="off"
            maxLength={MAX_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField
            label="Plano de quem lê"
            value={plan}
            options={PLANS}
            onChange={({ target }) => setPlan(target.value)}
          />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <Choice legend="Tela" name="screen" options={SCREENS} value={screen} onChange={setScreen} />
          {screen !== 'plain' && (
            <Choice legend="Aparência" name="scheme" options={SCHEMES} value={scheme} onChange={setScheme} />
          )}
          <Button
            variant="line"
            size="small"
            className="ml-auto max-sm:w-full"
            disabled={isDirty || !email.data || email.isError}
            busy={testing.isPending}
            busyLabel="Enviando..."
            onClick={() => testing.mutate()}
          >
            <Send aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Enviar teste para mim
          </Button>
        </div>
        {email.isError ? (
          <ErrorNotice
            title="A carta ainda não pode sair."
            description={adviceOf(email.error)}
            onRetry={() => void email.refetch()}
          />
        ) : email.data ? (
          <Shown email={email.data} screen={screen} scheme={scheme} />
        ) : (
          <Loading label="Montando a prévia">
            <Skeleton className="h-144 w-full" />
          </Loading>
        )}
      </div>
    </Part>
  );
}

export interface ShownProps {
  email: Pick<CampaignPreview, 'subject' | 'html' | 'text'>;
  screen: Screen;
  scheme: Scheme;
}

/** The email with its subject, as on one kind of screen. */
export function Shown({ email, screen, scheme }: ShownProps) {
  return (
    <div className="border border-border bg-card">
      <p className="border-b border-border px-4 py-3 type-ui [overflow-wrap:anywhere]">
        <span className="text-muted-foreground">Assunto: </span>
        <span className="font-label">{email.subject}</span>
      </p>
      {screen === 'plain' ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
          tabIndex={0}
          aria-label="Texto simples do e-mail"
          className="h-144 overflow-auto p-5"
        >
          <pre className="font-mono text-small leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
            {email.text}
          </pre>
        </section>
      ) : (
        <div className="flex justify-center bg-muted">
          <EmailFrame
            html={email.html}
            isDark={scheme === 'dark'}
            className={screen === 'phone' ? 'h-144 w-[min(23.4375rem,100%)] border-x border-border' : 'h-144 w-full'}
          />
        </div>
      )}
    </div>
  );
}

function EmailFrame({ html, isDark, className }: { html: string; isDark: boolean; className: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const draw = () => {
      const inside = element.contentDocument;
      if (!inside) return;
      drawEmail(inside, html, isDark);
      // Its links are there to be seen: following one would leave the preview.
      inside.body.addEventListener('click', (event) => event.preventDefault());
    };
    draw();
    // Some browsers replace the empty document after it was made.
    element.addEventListener('load', draw);
    return () => element.removeEventListener('load', draw);
  }, [html, isDark]);
  return <iframe ref={frame} title="Prévia do e-mail" sandbox="allow-same-origin" className={className} />;
}

interface ChoiceProps<Word extends string> {
  legend: string;
  name: string;
  options: Readonly<Record<Word, string>>;
  value: Word;
  onChange: (word: Word) => void;
}

function Choice<Word extends string>({ legend, name, options, value, onChange }: ChoiceProps<Word>) {
  return (
    <fieldset>
      <legend className="font-label text-sm leading-tight">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {(Object.keys(options) as Word[]).map((word) => (
          <ChipRadio key={word} name={name} value={word} checked={word === value} onChange={() => onChange(word)}>
            {options[word]}
          </ChipRadio>
        ))}
      </div>
    </fieldset>
  );
}
